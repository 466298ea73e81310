"""Changing one record of a store at its caps: flash operations, counted at the chip."""

import _costs

if __name__ == "__main__":
    _costs.main(__doc__, "hot_commit")
