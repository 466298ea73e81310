"""Turns: what owner, companion and tools said, kept for 30 days."""
