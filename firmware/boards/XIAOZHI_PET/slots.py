"""
`slots` where the companion is frozen: there are none, and no update of files goes before it.

A board that was flashed has firmware/bootstrap/slots.py in this one's place.
"""

LEVEL = 0  # as in firmware/bootstrap/slots.py: nothing here can be updated


def choose() -> bool:
    """Nothing to choose, and nothing to tell."""
    return False
