"""Upkeep: what is done in the background, nightly and weekly."""
