"""Text: how words are folded, cut into terms and read as dates."""
