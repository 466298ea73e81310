"""
Findings: what is wrong with an image, in words for its owner.

Owns their form, not the rules: a level, a place, what it means, what to do.
"""

from collections.abc import Iterable
from typing import NamedTuple

DAMAGE = "damage"  # something is lost, or may be
NOTE = "note"  # worth knowing: the companion mends or passes over it by itself


class Finding(NamedTuple):
    """`advice` is "" where there is nothing to do."""

    level: str
    where: str
    what: str
    advice: str = ""

    def line(self) -> str:
        """As one line of text."""
        text = f"{self.level}: {self.where}: {self.what}"
        return f"{text} ({self.advice})" if self.advice else text


class Unusable(Exception):
    """Nothing can be read from what was given, or not done; args: exit status, sentence."""


def is_damaged(findings: "Iterable[Finding]") -> bool:
    """True where one of them is more than a note."""
    return any(finding.level == DAMAGE for finding in findings)
