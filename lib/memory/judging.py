"""
Judging: who writes, and what of the words is not kept or not offered.

Loaded for a write. The rules themselves are in `secrets` and `suspicion`; a small heap has no room
for them, there a few words decide.
"""

import re

from micropython import const

from .errors import Secret
from .kinds import TEXT_CAPS, TEXTS
from .records import SUSPECT
from .text import cut, fold, has_half, plain

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_DIGITS = re.compile(b"[0-9][ -]?[0-9][ -]?[0-9]")
_LONG = re.compile(b"[a-z0-9_-]" * 13)
_NAMES = (
    "密 口令 行码 门码 锁码 暗码 助记词 pass pwd pin key token phrase mnemonic seed bearer begin "
)
_ALARMING = (
    "ignore disregard forget instruct prompt system assist reply respond must always http < { [ "
    "忽略 无视 忘掉 指令 提示 规则 助手 用户 必须 一律 回答 回复 删除 清空 发送 调用 执行 从现在"
)


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
    return cut(value, TEXT_CAPS[field]).strip() or None


def judge(fields: dict, before: "Any" = None, lean: bool = False) -> None:
    """
    Refuse, with Secret, texts in `fields` that look like a password or a key. Set their `flags`:
    SUSPECT where they read like an instruction to a model, with what stays of the record `before`;
    else None. Unsaid where no text changes. A `lean` heap has no room for the rules of `secrets`
    and `suspicion`: there a few words decide, rather too often.
    """
    whole = []
    changed = False
    for name in TEXTS:
        text = fields.get(name)
        kept = "" if before is None else before.get(name, "")
        if text and text != kept:
            changed = True
            what = _secret(text, lean)
            if what:
                raise Secret("secret", "what looks like a secret is not kept", what=what)
        whole.append(kept if text is None else text)
    if changed:
        fields["flags"] = SUSPECT if _is_suspect("\n".join(whole), lean) else None


def _secret(text: str, lean: bool) -> str:
    clues = clues_of_secret(text)
    if not clues:
        return ""
    if lean:
        return "password" if clues == 3 else ""
    from .secrets import found

    return found(text)


def _is_suspect(text: str, lean: bool) -> bool:
    if lean:
        text = text.lower()
        return [1 for word in _ALARMING.split(" ") if text.find(word) >= 0] != []
    from .suspicion import suspicious

    return suspicious(text)


def clues_of_secret(text: str) -> int:
    """
    0 where `secrets` would find nothing, a cheap look before that is loaded: 1 for a number of
    three digits or a long run of letters and digits, 2 for a word that a secret goes by; or both.
    """
    raw = fold(text).encode()
    found = 1 if _DIGITS.search(raw) or _LONG.search(raw) else 0
    at = 0
    while at < len(_NAMES):
        end = _NAMES.find(" ", at)
        if raw.find(_NAMES[at:end].encode()) >= 0:
            return found + 2
        at = end + 1
    return found
