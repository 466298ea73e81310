"""Guard: secrets are refused, and instructions to a model are flagged."""
