"""
What the set-up says, by codes: the words are in `words_setup_zh` and `words_setup_en`, of which
the one that was last spoken stays loaded.
"""

from memory.unload import unload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_kept = ["", ""]  # language, its texts


def say(language: str, code: str, *values: "Any") -> str:
    """The words of a code with its values, in Chinese or English; "" for a code that is none."""
    if _kept[0] != language:
        if language == "zh":
            from .words_setup_zh import TEXTS
        else:
            from .words_setup_en import TEXTS
        _kept[:] = [language, TEXTS]
        unload("firmware.words_setup_")
    texts = _kept[1]
    at = texts.find("\n%s\t" % code)
    if at < 0:
        return ""
    at += len(code) + 2
    return texts[at : texts.find("\n", at)] % values
