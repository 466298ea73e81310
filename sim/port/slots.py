"""
The module `slots` of the desk device, whose files lie in no slots.

A chip that was flashed has firmware/bootstrap/slots.py in this one's place.
"""

LEVEL = 0


def choose() -> bool:
    """Nothing to choose."""
    return False
