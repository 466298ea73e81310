"""Appending five records to the archive, sealing included: flash operations."""

import _costs

if __name__ == "__main__":
    _costs.main(__doc__, "append")
