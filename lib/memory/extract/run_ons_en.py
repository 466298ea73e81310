"""
Run-ons in English: where a new clause or a comment begins without a pause.

For `utterance`, which reads what stands before a boundary alone. BREAKS has the words that only
begin a clause or a comment, with what must hold there:

    b nothing more   B nothing more, and beyond doubt   d not behind a plan
    N a number follows   E it ends the clause
    v of the owner: what follows has no subject   V it, and a verb
    T a thing, and what it is: the texture is
    . none: a longer word that begins as one of the others
"""

from .scan import entry, flags, has, head, look, skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .utterance import UtteranceContext

_SHORTEST, _LONGEST = 5, 150  # characters of a statement
# What takes a statement back: it stays with it.
_TAKING_BACK = "| not true | a lie | only joking | only kidding | my dreams | so they say |"
_ITS_VERBS = "|will |can |could |would |took |made |gave |got |helped |hurt |did |had |went |"
_IS = "|is |are |was |has |have |makes |gives |does |works |lives |needs |keeps |just |s |"


def places(context: "UtteranceContext") -> "list[tuple[int, str]]":
    """Where a statement may end, and b, d, or B where that is beyond doubt."""
    w, low = context.w, context.low
    found: "list[tuple[int, str]]" = []
    if len(low) < 2 * _SHORTEST:
        return found
    kids = _named_kids(context) if has(w.KIDS, low) else 0
    aged, short = " years " in low, " for short " in low
    at = low.find(" ", _SHORTEST - 1) + 1
    before = low.rfind(" ", 0, at - 1) + 1
    while 0 < at < min(len(low), _LONGEST):
        end, meaning = look(w.BREAKS, low, at)
        if at == kids or (aged and _is_aged(context, before, at)):
            meaning = "b"
        elif low.startswith("the ", at) and _the_more(low, at):
            meaning = "b"
        elif short and low.startswith("for short ", low.find(" ", at) + 1):
            meaning = "b"  # toby for short
        elif meaning not in ("", "b", "B", "d"):
            meaning = "b" if _is_held(context, at, end, meaning) else ""
        last = low[before:at]
        if meaning and not entry(w.TAKES, last) and not entry(w.ARTICLES, last):
            found.append((at, meaning))
        before, at = at, low.find(" ", at) + 1
    if found and has(_TAKING_BACK, low):
        return []
    marks = flags(w.GATES, low) if found else ""  # requests and hearsay stay whole
    if "s" in marks:
        found = [one for one in found if not _is_said(w, low, one[0])]
    return [] if "r" in marks else found


def _the_more(low: str, at: int) -> bool:
    """True for the hotter the better."""
    more, the, most = (low[at + 4 :].split(" ") + ["", "", ""])[:3]
    return the == "the" and more.endswith(("er", "more")) and most.endswith(("er", "more", "less"))


def _is_held(context: "UtteranceContext", at: int, end: int, meaning: str) -> bool:
    """True where what a letter asks of the words around the boundary holds."""
    w, low = context.w, context.low
    if meaning == "N":
        return context.number(end)[0] > 0
    if meaning == "E":
        return end == len(low) and low[at - 2 : at] not in ("s ", "d ")
    if meaning == "v":
        return head(w.SELF, low, skip(w.HEADS, low)) > 0
    word = low.find(" ", end) + 1
    if meaning == "V":
        return low[word - 2 : word] == "s " or entry(_ITS_VERBS, low[end:word])
    more = low.find(" ", word) + 1
    said = head(_IS, low, word) or head(_IS, low, more) or low[word - 3 : word] == "'s "
    return meaning == "T" and word > 0 and said != 0


def _is_said(w: "Any", low: str, at: int) -> bool:
    """True where somebody else is made to speak before a boundary or right behind it."""
    end = low.find(" ", low.find(" ", at) + 1) + 1
    return "s" in flags(w.GATES, low[: end or len(low)])


def _is_aged(context: "UtteranceContext", before: int, at: int) -> bool:
    """True for 71 years old, forty years in the army, behind "I'm a retired engineer"."""
    w, low = context.w, context.low
    if look(w.WHEN, low, before)[1] or not (
        look(w.WHEN, low, at)[1] or "0" < low[at : at + 1] < ":"
    ):
        return False
    value, end = context.number(at)
    years = head("|years in |years at |years on |years with |", low, end)
    return value > 0 and (
        head(w.YEARS_OLD, low, end) > 0 or (years > 0 and entry(w.TRADES, low[before:at]))
    )


def _named_kids(context: "UtteranceContext") -> int:
    """Where the names begin behind "two kids", or "a boy and a girl" does; 0 for none."""
    w, low = context.w, context.low
    at = 0
    while at < len(low):
        size = head(w.KIDS, low, at)
        at = at + size if size else low.find(" ", at) + 1
        if size:
            break
        if not at:
            return 0
    first = low[at : low.find(" ", at) + 1]
    if not first or head("|a boy |a girl |one of |", low, at):
        return at
    named = (
        " and " in low[at:] and not context.is_common(first) and first[-4:] not in ("ing ", "ed ")
    )
    return at if named else 0
