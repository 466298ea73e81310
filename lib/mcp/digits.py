"""
Ids that are numbers with digits of their own: 1.0, 1e3, or longer than any number here can bear.

Owns their form; loaded by the first of them. Ids as most clients send them are plain integers.
"""


class Number:
    """An id that is a number with digits of its own, which go back as they came."""

    def __init__(self, digits: bytes):
        self.digits = digits

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Number):
            return self.digits == other.digits
        return isinstance(other, (int, float)) and float(self.digits.decode()) == other
