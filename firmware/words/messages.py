"""
Messages: every sentence the companion says to a model or its owner, in Chinese and English.

One short sentence each, saying what happened or what was wrong and what is allowed; the words are
in `words_zh` and `words_en`. The codes are those of lib/memory/errors.py and of
firmware/tools/memory_tool.py.
"""

from . import messages_en, messages_zh

_SAME_AS = {"slot": "hot", "slots": "hot", "nvs": "hot"}

_texts = ""


def use(language: str) -> None:
    """Speak `zh` or `en` from now on."""
    global _texts
    _texts = messages_en.TEXTS if language == "en" else messages_zh.TEXTS


def say(code: str, **details: object) -> str:
    """The sentence of a code. A code without one (an inner error) becomes `broken`."""
    begin = _texts.find("\n%s\t" % _SAME_AS.get(code, code))
    if begin < 0:
        details["detail"] = code
        begin = _texts.find("\nbroken\t")
    begin = _texts.find("\t", begin) + 1
    return _texts[begin : _texts.find("\n", begin)].format(**details)
