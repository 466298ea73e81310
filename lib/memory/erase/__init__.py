"""Erase: records that are erased for good, in files and on flash."""
