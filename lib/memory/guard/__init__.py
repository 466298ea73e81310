"""Guards: what is not kept (secrets) and what is not offered (instructions to a model)."""
