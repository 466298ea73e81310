"""
`slots` of the desk device: the files of a working tree lie in no slots.

A chip that was flashed has firmware/bootstrap/slots.py in this one's place.
"""

LEVEL = 0


def choose() -> bool:
    """Nothing to choose, and nothing to tell."""
    return False
