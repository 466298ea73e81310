"""From power-on to an open memory with a full hot store and an archive: bytes read, time."""

import _costs

if __name__ == "__main__":
    _costs.main(__doc__, "boot")
