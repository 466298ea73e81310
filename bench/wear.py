"""
Flash life: a whole heavy year (each day 150 corrections, 50 facts of the corpus told and so many
archived, a snapshot, and all background work: indexing, packing), the sector erased most, and the
years until it has been erased 100,000 times at that pace. With fewer --days the pace is theirs.
"""

import _costs

if __name__ == "__main__":
    _costs.main(__doc__, "wear", days=365)
