"""Erasure: records that are forgotten for good, in files and in flash."""
