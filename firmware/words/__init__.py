"""Words: every sentence shown to people, in Chinese and English."""
