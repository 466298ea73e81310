"""What the set-up says; the sentences are in setup_zh.py and setup_en.py."""

from . import sentences, setup_en, setup_zh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def say(language: str, code: str, *values: "Any") -> str:
    """The sentence of a code with its values, in `zh` or `en`; "" where there is none."""
    text = sentences.find(setup_zh.TEXTS if language == "zh" else setup_en.TEXTS, code)
    return "" if text is None else text % values
