"""What the set-up says; the sentences are in setup_zh.py and setup_en.py."""

from . import sentences, setup_en, setup_zh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def cities_of(language: str, zone: str) -> str:
    """The cities of a time zone in this language, "" where they are not known in it."""
    return (sentences.find(setup_zh.CITIES, zone) or "") if language == "zh" else ""


def say(language: str, code: str, *values: "Any") -> str:
    """The sentence of a code with its values, in `zh` or `en`; "" where there is none."""
    text = sentences.find(setup_zh.TEXTS if language == "zh" else setup_en.TEXTS, code)
    return "" if text is None else text % values
