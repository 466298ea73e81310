"""
Settings: every number of the mind, with its default, its bounds and what it counts.

All are whole numbers (percent, thousandths, tenths) or words, since NVS and settings files hold
nothing else. Nothing is read or stored here: `numbers` takes what somebody has kept and gives all
values, which the functions of this library are handed. What each does is said in setting_texts.py.

A name may be longer than a key of NVS: the first 15 characters of a number's and the first 14 of a
word's are unique.
"""

from collections import namedtuple

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

# Sorts: what a number counts.
COUNT = "count"
PERCENT = "percent"
THOUSANDTHS = "thousandths"
TENTHS = "tenths"
SCORE = "score"  # 0 to 100, as importance
CHARACTERS = "characters"
TOKENS = "tokens"
HOURS = "hours"
DAYS = "days"
CHOICE = "choice"  # one of the words in its bounds

# bounds: (least, most), of a CHOICE its words
Setting = namedtuple("Setting", ("name", "default", "bounds", "sort"))

TABLE = (
    # The notebook: what may be offered unasked.
    Setting("notebook_max", 800, (200, 2000), COUNT),
    Setting("core_max", 100, (0, 200), COUNT),
    # Weight.
    Setting("weight_p", 60, (1, 100), PERCENT),
    Setting("weight_j", 20, (0, 100), PERCENT),
    Setting("weight_e", 15, (0, 100), PERCENT),
    Setting("weight_i", 5, (0, 100), PERCENT),
    Setting("weight_floor", 80, (0, 100), PERCENT),
    Setting("weight_days", 30, (1, 3650), DAYS),
    Setting("untold_importance", 50, (0, 100), SCORE),
    Setting("p_lasting", 90, (0, 99), SCORE),
    Setting("p_person", 70, (0, 99), SCORE),
    Setting("p_plain", 50, (0, 99), SCORE),
    Setting("p_passing", 30, (0, 99), SCORE),
    Setting("first_confidence", 60, (0, 100), SCORE),
    # Rank.
    Setting("rank_relevance", 40, (1, 100), PERCENT),
    Setting("rank_recency", 25, (0, 100), PERCENT),
    Setting("rank_weight", 20, (0, 100), PERCENT),
    Setting("rank_access", 15, (0, 100), PERCENT),
    Setting("recency_rate", 100, (1, 1000), THOUSANDTHS),
    Setting("access_full", 50, (1, 200), TENTHS),
    Setting("favour", 120, (100, 300), PERCENT),
    # What is offered.
    Setting("offer", "list", ("list", "ago", "none"), CHOICE),
    Setting("candidates", 300, (10, 1000), COUNT),
    Setting("offer_ago_max", 3, (1, 10), COUNT),
    Setting("offer_list_max", 5, (1, 20), COUNT),
    Setting("offer_list_chars", 500, (50, 4000), CHARACTERS),
    Setting("offer_min", 0, (0, 10), COUNT),
    Setting("offer_threshold", 60, (0, 100), PERCENT),
    Setting("recent_turns", 5, (0, 20), COUNT),
    Setting("recent_days", 3, (0, 30), DAYS),
    # How long things are kept.
    Setting("transient_days", 1, (1, 30), DAYS),
    Setting("short_days", 3, (1, 90), DAYS),
    Setting("long_days", 30, (1, 3650), DAYS),
    Setting("session_hours", 2, (1, 48), HOURS),
    Setting("lesson_days", 7, (1, 3650), DAYS),
    Setting("task_hours", 24, (1, 720), HOURS),
    Setting("decay_lesson", 100, (0, 1000), THOUSANDTHS),
    Setting("decay_event", 50, (0, 1000), THOUSANDTHS),
    Setting("decay_fact", 10, (0, 1000), THOUSANDTHS),
    Setting("fade_demote", 30, (0, 100), SCORE),
    Setting("fade_trash", 10, (0, 100), SCORE),
    Setting("fade_uses", 2, (1, 100), COUNT),
    Setting("demoted_hours", 24, (1, 720), HOURS),
    Setting("unused_days", 90, (7, 3650), DAYS),
    Setting("unused_importance", 50, (0, 100), SCORE),
    Setting("attachment_days", 90, (0, 3650), DAYS),
    # The trash, and what keeps a night from emptying the memory.
    Setting("trash_days", 7, (1, 90), DAYS),
    Setting("after_trash", "archive", ("archive", "delete"), CHOICE),
    Setting("guard_share", 25, (1, 100), PERCENT),
    Setting("guard_count", 20, (0, 2000), COUNT),
    # The text for a prompt: a budget in all, and of each section.
    Setting("context_budget", 3000, (200, 20000), TOKENS),
    Setting("token_chars", 25, (5, 100), TENTHS),
    Setting("section_identity", 350, (0, 5000), TOKENS),
    Setting("section_persona", 200, (0, 5000), TOKENS),
    Setting("section_runtime", 150, (0, 5000), TOKENS),
    Setting("section_rules", 300, (0, 5000), TOKENS),
    Setting("section_how", 100, (0, 5000), TOKENS),
    Setting("section_scratchpad", 500, (0, 5000), TOKENS),
    Setting("section_core", 400, (0, 5000), TOKENS),
    Setting("section_dynamic", 300, (0, 5000), TOKENS),
    Setting("section_owner", 120, (0, 5000), TOKENS),
    # A talk through a model.
    Setting("talk_chars", 8000, (500, 100000), CHARACTERS),
    Setting("tool_chars", 2000, (200, 20000), CHARACTERS),
    Setting("tool_rounds", 5, (0, 20), COUNT),
)

DEFAULTS = {row.name: row.default for row in TABLE}
# The sections of a context, in their order; a setting `section_` and the name has the budget.
SECTIONS = tuple([row.name[8:] for row in TABLE if row.name.startswith("section_")])


def row_of(name: str) -> Setting:
    """The row of a setting. Raises ValueError, which names all that there are."""
    for row in TABLE:
        if row.name == name:
            return row
    raise ValueError("no setting %s; there are %s" % (name, ", ".join(sorted(DEFAULTS))))


def check(name: str, value: "Any") -> None:
    """Raises ValueError, which names what is allowed, for a value that a setting cannot have."""
    row = row_of(name)
    if row.sort == CHOICE:
        if value not in row.bounds:
            raise ValueError("%s is one of %s" % (name, ", ".join(row.bounds)))
        return
    least, most = row.bounds
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError("%s is a number from %d to %d" % (name, least, most))


def numbers(kept: "dict[str, Any] | None" = None) -> "dict[str, Any]":
    """All values by name: those that were kept, else the defaults. Raises ValueError."""
    found = dict(DEFAULTS)
    for name, value in (kept or {}).items():
        check(name, value)
        found[name] = value
    return found


def parse(text: str) -> "dict[str, Any]":
    """
    The values in a text of `name=value` between blanks, for `numbers`. Raises ValueError, which
    names what is allowed.
    """
    found: "dict[str, Any]" = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals:
            raise ValueError("%s has no value" % name)
        number: "Any" = value
        if value.isdigit() and len(value) < 9:
            number = int(value)
        check(name, number)
        found[name] = number
    return found
