"""The words, in Chinese and English, by which questions and memories are read."""
