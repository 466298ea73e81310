"""Extraction: what an utterance says that is worth remembering, by rules."""
