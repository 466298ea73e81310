"""
The module `slots` of the custom build, which has no slots: the companion is frozen in it.

On a board that was flashed firmware/bootstrap/slots.py takes this module's place.
"""

LEVEL = 0  # as in firmware/bootstrap/slots.py; 0: no update can be installed


def choose() -> bool:
    """Nothing to choose."""
    return False
