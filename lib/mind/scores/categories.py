"""
Categories: what the mind knows of each kind of semantic memory.

Kinds are those of lib/memory by name; categories are what a client filters by. The settings of
settings.py have how lasting a kind is and how fast it fades, by the names in the table.
"""

from collections import namedtuple

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

# category  what REST calls it
# sort      the plain type names of other memory systems; "" for none
# duration  retention of what nobody has told a duration for
# decay     the setting with what fades a day, "" for nothing
# p         the setting with how lasting it is
Category = namedtuple("Category", ("kind", "category", "sort", "duration", "decay", "p"))

TABLE = (
    Category("fact", "fact", "FACT", "permanent", "decay_fact", "p_plain"),
    Category("like", "preference", "PREFERENCE", "permanent", "", "p_lasting"),
    Category("dislike", "preference", "PREFERENCE", "permanent", "", "p_lasting"),
    Category("preference", "preference", "PREFERENCE", "permanent", "", "p_lasting"),
    Category("family", "person", "FACT", "permanent", "", "p_lasting"),
    Category("person", "person", "FACT", "permanent", "", "p_person"),
    Category("event", "event", "FACT", "permanent", "decay_event", "p_passing"),
    Category("moment", "event", "FACT", "permanent", "", "p_passing"),
    Category("trait", "fact", "PERSONA_TRAIT", "permanent", "", "p_lasting"),
    Category("habit", "fact", "FACT", "permanent", "", "p_plain"),
    Category("goal", "fact", "FACT", "permanent", "", "p_plain"),
    Category("rule", "rule", "RULE", "permanent", "", "p_lasting"),
    Category("skill", "skill", "SKILL", "permanent", "", "p_plain"),
    Category("lesson", "lesson", "ERROR", "short", "decay_lesson", "p_passing"),
    Category("todo", "todo", "", "permanent", "", "p_plain"),
    Category("name", "fact", "FACT", "permanent", "", "p_plain"),
    Category("age", "fact", "FACT", "permanent", "", "p_plain"),
    Category("gender", "fact", "FACT", "permanent", "", "p_plain"),
    Category("location", "fact", "FACT", "permanent", "", "p_plain"),
    Category("birthday", "fact", "FACT", "permanent", "", "p_plain"),
)
CATEGORIES = ("fact", "preference", "person", "event", "rule", "skill", "lesson", "todo")

_BY_KIND = {row.kind: row for row in TABLE}


def is_semantic(kind: str) -> bool:
    """Whether a record of this kind says something of the owner or their world."""
    return kind in _BY_KIND


def row_of(kind: str) -> "Category | None":
    """The row of a kind; None for one that is not semantic, or that a newer version knows."""
    return _BY_KIND.get(kind)


def category_of(kind: str) -> "str | None":
    """A kind's category; None where it has none."""
    row = _BY_KIND.get(kind)
    return None if row is None else row.category


def kinds_of(category: str) -> "tuple[str, ...]":
    """The kinds of a category, the plainest first. Raises ValueError, which names all."""
    if category not in CATEGORIES:
        raise ValueError("category is one of %s" % ", ".join(CATEGORIES))
    return tuple([row.kind for row in TABLE if row.category == category])


def default_p(kind: str, numbers: "dict[str, Any]") -> int:
    """How lasting a memory of this kind is, 0 to 100, where nobody has said."""
    row = _BY_KIND.get(kind)
    return numbers["p_plain" if row is None else row.p]


def default_decay(kind: str, numbers: "dict[str, Any]") -> int:
    """What fades of a memory of this kind a day, in thousandths."""
    row = _BY_KIND.get(kind)
    return numbers[row.decay] if row is not None and row.decay else 0
