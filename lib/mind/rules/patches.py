"""
Patches: what has changed of a core memory, in brackets behind its text.

A core memory is never rewritten. What the owner says against it is put behind it, dated, the
newest last and the one that counts: `你很爱吃辣。（2025-12-03：最近胃炎，暂时不吃辣）`, or
`You love spicy food. (2025-12-03: gastritis, none for now)`. `parts` takes it apart again.
`opposing.opposes` says which statements these are. Pure.
"""

from memory.extract.scan import is_chinese
from memory.records.ids import is_id
from memory.text import dates
from memory.text.folding import cut, fold, size

# What a bracket in a statement becomes, so that the patch is read back whole.
_INNER = (("（", "〔"), ("）", "〕"), ("(", "["), (")", "]"), ("\n", " "))
_ELLIPSIS = "…"


def patched(text: str, day: str, statement: str, limit: int = 0) -> str:
    """
    The text of a core memory with a statement of `day` (`YYYY-MM-DD`) behind it. Said again it
    moves to its new day. Above `limit` bytes of UTF-8 (0: none) the oldest patches go, then the
    end of the statement, never of the core text; where the core leaves no room for any word of
    it, the text is the core alone.
    """
    core, patches = parts(text)
    statement = _plain(statement)
    kept = [one for one in patches if fold(one[1]) != fold(statement)]
    if not statement:
        return joined(core, kept)
    kept.append((day, statement))
    while limit and len(kept) > 1 and size(joined(core, kept)) > limit:
        kept = kept[1:]
    whole = joined(core, kept)
    over = size(whole) - limit
    if not limit or over <= 0:
        return whole
    room = size(statement) - over - size(_ELLIPSIS)
    shortened = cut(statement, room) if room > 0 else ""
    return joined(core, [(day, shortened + _ELLIPSIS)]) if shortened else core


def parts(text: str) -> "tuple[str, list[tuple[str, str]]]":
    """(core text, [(day, statement)] in their order) of a core memory."""
    found: "list[tuple[str, str]]" = []
    while True:
        text = text.rstrip()
        last = _last(text)
        if last is None:
            found.reverse()
            return text, found
        found.append((text[last + 1 : last + 11], text[last + 12 : -1].strip()))
        text = text[:last]


def _last(text: str) -> "int | None":
    """Where the last patch begins; None where the text ends otherwise."""
    for opening, closing, colon in (("（", "）", "："), ("(", ")", ":")):
        begin = text.rfind(opening) if text.endswith(closing) else -1
        if begin > 0 and text[begin + 11 : begin + 12] == colon:
            if dates.day_of(text[begin + 1 : begin + 11]) is not None:
                return begin
    return None


def _plain(statement: str) -> str:
    for old, new in _INNER:
        statement = statement.replace(old, new)
    statement = statement.strip()
    while statement.endswith(("。", ".", "！", "!", "，", ",")):
        statement = statement[:-1]
    return statement


def is_source(id: str) -> bool:
    """True for evidence that is the memory which something comes from, not a turn."""
    return is_id(id)


def kept_with(
    kept: "list[tuple[str, str]]", day: str, statement: str, stands: bool
) -> "list[tuple[str, str]]":
    """Patches with a statement of `day` among them, or without it where it does not stand."""
    statement = _plain(statement)
    others = [one for one in kept if not _says(one[1], fold(statement))]
    if not stands:
        return others
    if len(others) < len(kept):
        return kept
    at = len([True for one in others if one[0] <= day])
    return others[:at] + [(day, statement)] + others[at:]


def _says(patch: str, statement: str) -> bool:
    """True for a statement, and for one that was cut."""
    if patch.endswith(_ELLIPSIS):
        return statement.startswith(fold(patch[: -len(_ELLIPSIS)]))
    return fold(patch) == statement


def joined(core: str, patches: "list[tuple[str, str]]") -> str:
    """A core text with these patches behind it."""
    for day, statement in patches:
        chinese = is_chinese(statement)
        core += "（%s：%s）" % (day, statement) if chinese else " (%s: %s)" % (day, statement)
    return core
