"""REST: what the owner's programs read and change of memory over HTTP, below /api/v1."""
