"""Screening: cleans who wrote a record, refuses secrets and flags prompt injections."""

from micropython import const

from memory.errors import Secret
from memory.records.fields import bounds_of
from memory.records.kinds import MORE_TEXTS, TEXTS
from memory.records.record import SUSPECT, TRUSTED, add_texts
from memory.text.folding import cut, has_half, plain

from . import secrets
from .answer_style import address, is_style
from .prompt_injection import is_injection

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

_OTHERS = tuple(sorted({name for names in MORE_TEXTS.values() for name in names}))


def origin(source: "object", client: "object") -> dict:
    """
    The fields that say who wrote a record: the channel, and what the client on it calls itself (or
    None). Both come from outside: cleaned, and cut to what is kept. Without a channel, nothing.
    """
    channel = _name("source", source)
    return {} if channel is None else {"source": channel, "client": _name("client", client)}


def _name(field: str, value: "object") -> "str | None":
    if not isinstance(value, str) or has_half(value):
        return None
    value = plain(value).replace("\n", " ").replace("\t", " ").strip()
    return cut(value, bounds_of(field)).strip() or None


def is_harmless(text: str) -> bool:
    """True for a text that reads like no instruction, and has nothing like a secret."""
    return not is_injection(text) and not secrets.detect(text)


def is_suspect(kind: str, text: str) -> bool:
    """
    Whether the words of a record read like an instruction to a model. A rule on how to answer, or
    on what to call the owner, is one that they may give.
    """
    if not is_injection(text):
        return False
    called = address(text) if kind == "rule" else ""
    is_rule = kind == "rule" and is_style(text)
    return not is_rule and (not called or is_injection(called))


def screen(fields: dict, before: "Record | None" = None, kind: str = "") -> None:
    """
    Raise Secret for texts in `fields` that look like a password or a key. Set SUSPECT in their
    `flags` where they, with the texts of the record `before` that stay, read like an instruction
    to a model (`kind` is that of a record without one before); clear it and TRUSTED else. Other
    bits of `before` stay. Without a changed text `flags` are not set.
    """
    texts = []
    changed = False
    for name in TEXTS:
        text = fields.get(name)
        kept = "" if before is None else before.get(name, "")
        if text and text != kept:
            changed = True
            what = secrets.detect(text)
            if what:
                raise Secret("secret", "what looks like a secret is not kept", what=what)
        texts.append(kept if text is None else text)
    for name in _OTHERS:
        if fields.get(name):
            changed = True
            found: "list[str]" = []
            add_texts(fields[name], found)
            texts += found
            what = secrets.detect("\n".join(found))
            if what:
                raise Secret("secret", "what looks like a secret is not kept", what=what)
        elif before is not None and name not in fields:
            add_texts(before.get(name), texts)
    if changed:
        kept_bits = 0 if before is None else before.get("flags", 0) & ~(SUSPECT | TRUSTED)
        kind = kind if before is None else before.kind
        flags = kept_bits | (SUSPECT if is_suspect(kind, "\n".join(texts)) else 0)
        fields["flags"] = flags or None
