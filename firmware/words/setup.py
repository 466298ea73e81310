"""What the set-up says, by codes: the words are in `words_setup_zh` and `words_setup_en`."""

from . import setup_en, setup_zh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def say(language: str, code: str, *values: "Any") -> str:
    """The words of a code with its values, in Chinese or English; "" for a code that is none."""
    texts = setup_zh.TEXTS if language == "zh" else setup_en.TEXTS
    at = texts.find("\n%s\t" % code)
    if at < 0:
        return ""
    at += len(code) + 2
    return texts[at : texts.find("\n", at)] % values
