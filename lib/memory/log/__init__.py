"""The log: append-only lines in segments and packs, named by one manifest."""
