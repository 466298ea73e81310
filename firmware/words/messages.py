"""
Messages: what the companion says to a model or its owner, in Chinese and English.

One short sentence each, saying what happened, or what was wrong and what is allowed. The sentences
are in messages_zh.py and messages_en.py; codes are those of lib/memory/errors.py and of
firmware/tools. Reminders are worded in reminders.py, forgetting in forget.py, updates in
update.py, the set-up in setup_zh.py and setup_en.py.
"""

from . import messages_en, messages_zh, sentences

_SAME_AS = {"slot": "hot", "slots": "hot", "nvs": "hot"}

_language = "zh"


def use(language: str) -> None:
    """Speak `zh` or `en` from now on."""
    global _language
    _language = language


def language() -> str:
    """The language in use."""
    return _language


def say(code: str, **details: object) -> str:
    """The sentence of a code. A code without one (an internal error) becomes `broken`."""
    texts = messages_en.TEXTS if _language == "en" else messages_zh.TEXTS
    text = sentences.find(texts, _SAME_AS.get(code, code))
    if text is None:
        return sentences.say(texts, "broken", detail=code)
    details.setdefault("hint", "")
    return text.format(**details)
