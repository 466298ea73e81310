"""Reranking: how likely a memory answers a question, by weights that labelled questions gave."""
