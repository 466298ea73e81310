"""Text: how words are folded, split into terms and read as dates."""
