"""
Sentences: cuts a text that still comes into parts that can be said aloud.

Owns where a part ends: at a mark of an end, at a comma where it has become long, and at the latest
after so many characters. What is written for the eye alone (stars, hashes, emoji, code marks) is
left out.
"""

from micropython import const

_ENDS = "。！？!?；;…\n"
_PAUSES = "，,、：:"
_EYES = "*#_`~|<>[]{}"
_LONG = const(60)  # characters after which a comma is an end
_MOST = const(200)
_FIRST_EMOJI = const(0x1F000)
_SYMBOLS = (0x2600, 0x27BF)  # suns, hearts, ticks


class Sentences:
    """Fed with pieces of a text; `feed` and `end` give the parts that are complete."""

    def __init__(self) -> None:
        self._text = ""

    def feed(self, piece: str) -> "list[str]":
        """The parts that this piece completes."""
        self._text += piece
        found: "list[str]" = []
        while True:
            end = self._end_of_part()
            if not end:
                return found
            part, self._text = spoken(self._text[:end]), self._text[end:]
            if part:
                found.append(part)

    def end(self) -> "list[str]":
        """What is left: the text has ended."""
        part, self._text = spoken(self._text), ""
        return [part] if part else []

    def _end_of_part(self) -> int:
        """Characters of the first part; 0 while it is not complete."""
        text = self._text
        for at in range(min(len(text), _MOST)):
            letter = text[at]
            if letter in _ENDS or (letter in _PAUSES and at >= _LONG):
                return at + 1
            # A full stop ends where a space follows: not in 3.5, nor before more has come.
            if letter == "." and at + 1 < len(text) and text[at + 1] in " \n":
                return at + 1
        return _MOST if len(text) >= _MOST else 0


def spoken(text: str) -> str:
    """What of a text can be said; "" where nothing can."""
    kept = []
    for at in range(len(text)):
        letter = text[at]
        code = ord(letter)
        if letter in _EYES or code >= _FIRST_EMOJI or _SYMBOLS[0] <= code <= _SYMBOLS[1]:
            continue
        kept.append(" " if letter in "\n\t\r" else letter)
    said = " ".join("".join(kept).split())
    silent = [one for one in said if one in _ENDS or one in _PAUSES or one in ".- \u200d\ufe0f"]
    return "" if len(silent) == len(said) else said
