"""
Flash life: thirty heavy days (150 corrections, 50 facts told, all archived in turn, a snapshot
each), the sector erased most, and the years until it has been erased 100,000 times at that pace.
"""

import _costs

DAYS = 30

if __name__ == "__main__":
    _costs.main(__doc__, "wear", DAYS)
