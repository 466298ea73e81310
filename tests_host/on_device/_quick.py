"""How much a test tries in the quick tier."""

import os


def quick(less, all_of_it):
    """The first in the quick tier (QUICK=1), the second elsewhere."""
    return less if os.getenv("QUICK") == "1" else all_of_it
