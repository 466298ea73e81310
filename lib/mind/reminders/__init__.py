"""Reminders: what is said of one in more than one part. Nobody outside of mind needs them."""
