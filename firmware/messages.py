"""
Messages: every sentence the companion says to a model or its owner, in Chinese and English.

One short sentence each, saying what happened or what was wrong and what is allowed; the words are
in `words_zh` and `words_en`. The codes are those of lib/memory/errors.py and of firmware/tools.py.
"""

LANGUAGES = ("zh", "en")

_SAME_AS = {"slot": "hot", "slots": "hot", "nvs": "hot"}


_texts: "dict[str, str]" = {}


def use(language: str) -> None:
    """Speak `zh` or `en` from now on; only that language's table is loaded."""
    global _texts
    if language == "en":
        from .words_en import TEXTS
    else:
        from .words_zh import TEXTS
    _texts = TEXTS


def say(code: str, **details: object) -> str:
    """The sentence of a code. A code without one (an inner error) becomes `broken`."""
    code = _SAME_AS.get(code, code)
    if code not in _texts:
        details["detail"] = code
        code = "broken"
    return _texts[code].format(**details)
