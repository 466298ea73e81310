"""
Context: the text of memories for a prompt, within a budget of characters.

Owns the three styles: `ago` and `list` for what fits a question, memories, then episodes and
attachments, `core` for what needs none: who the owner is, the scratchpad, rules, and what weighs
most. Words that surround it are in `phrases`. Only what is in the text counts as used. Reads
memory; changes nothing but the counts.
"""

from memory.records import schedules
from memory.records.kinds import PROFILE
from memory.text import dates
from micropython import const

from ..attachments import KIND as ATTACHMENT
from ..notebook.members import OVER, SUSPECT
from ..scores import scores
from . import agenda, items, offering, other_offers, phrases, so_now

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from ..mind import Mind
    from ..notebook.members import Member

STYLES = ("list", "ago", "core")
_CORE_READ = const(24)  # members that are read for style `core` at least,
_LINE = const(30)  # and one for so many characters of the budget
_RULES_MOST = const(12)


class Context:
    """`text`, and the offered memories (`items.Offered`) that are in it."""

    def __init__(self, text: str, offered: "list[items.Offered]") -> None:
        self.text = text
        self.offered = offered


async def context(
    mind: "Mind",
    question: str = "",
    style: str = "",
    budget: int = 0,
    language: str = "zh",
    recent: "tuple | list" = (),
) -> Context:
    """
    The text for a prompt in this style (that of the settings where it is "") within `budget`
    characters (0: that of the settings); "" where nothing fits. Raises ValueError for another
    style, Broken.
    """
    numbers = mind.numbers
    style = style or (numbers["offer"] if numbers["offer"] in STYLES else "list")
    if style not in STYLES:
        raise ValueError("style must be one of " + ", ".join(STYLES))
    if style == "core":
        budget = budget or _characters(mind, "core") + _characters(mind, "scratchpad")
        return await _core_and_page(mind, budget, language)
    budget = budget or int(numbers["offer_list_chars"])
    most = int(numbers["offer_ago_max" if style == "ago" else "offer_list_max"])
    offered = await offering.offer(mind, question, most, recent, int(numbers["offer_min"]))
    room = min(other_offers.MOST, most - len(offered))
    offered += await other_offers.offer_episodes(mind, question, room)
    room = min(other_offers.MOST, most - len(offered))
    offered += await other_offers.offer_attachments(mind, question, room)
    head = phrases.list_head(language) if style == "list" else ""
    lines = [head] if head else []
    size = len(head) + 1
    given: "list[items.Offered]" = []
    today = mind.notebook.today()
    for one in offered:
        line = _line(one.record, style, today, language)
        if size + len(line) > budget:
            continue
        size += len(line) + 1
        lines.append(line)
        given.append(one)
    if not given:
        return Context("", [])
    mind.use([one.record.id for one in given])
    return Context("\n".join(lines), given)


def words_of(record: "Record", today: int, language: str) -> str:
    """What a memory says, told so that it is understood without its kind; a series its next."""
    words = items.shown_content(record)
    if record.kind in PROFILE:
        return phrases.profile_line(record.kind, words, language)
    when = agenda.when_of(record)
    if when:
        repeat = record.get("repeat") or 0
        if repeat and schedules.is_open(record):
            at, day = schedules.begins(record), record.get("day", 1)
            when = dates.minute(dates.first_after(at, repeat, day, today * dates.DAY - 1))
        return phrases.timed(words, when, repeat, language)
    if record.another:
        return phrases.others(record.another, record.kind, words, language)
    if record.kind == "like":
        return phrases.liked(words, language)
    return phrases.disliked(words, language) if record.kind == "dislike" else words


def _line(record: "Record", style: str, today: int, language: str) -> str:
    words = words_of(record, today, language)
    if record.get("valid_to") is not None:
        words = phrases.until(words, str(items.shown(record, "valid_to")), language)
    if record.kind == ATTACHMENT:
        words = phrases.attachment(words, language)
    if style == "ago":
        return phrases.ago_line(today - record.created // dates.DAY, words, language)
    return phrases.list_line(words)


def _characters(mind: "Mind", section: str) -> int:
    """The characters of a section's budget of tokens."""
    return int(mind.numbers["section_" + section]) * int(mind.numbers["token_chars"]) // 10


async def _core_and_page(mind: "Mind", budget: int, language: str) -> Context:
    """The scratchpad, of which there is half the budget at most, and `core`."""
    head = phrases.page_head(language)
    room = min(_characters(mind, "scratchpad"), budget // 2) - len(head) - 1
    lines: "list[str]" = []
    for line in mind.scratchpad.trusted(language).split("\n"):
        room -= len(line) + 1
        if line.strip() and room >= 0:
            lines.append(phrases.quoted(line))
    if not lines:
        return await core(mind, budget, language)
    page = "\n".join([head] + lines)
    found = await core(mind, budget - len(page) - 1, language)
    return Context(found.text + "\n" + page if found.text else page, found.offered)


def _rules_first(mind: "Mind", most: int) -> "list[tuple[bool, Member]]":
    """(whether it is told since it is a rule, member): rules, then the heaviest of all."""

    def is_wanted(member: "Member") -> bool:
        return not member.flags & (OVER | SUSPECT) and member.kind != "todo"

    def is_rule(member: "Member") -> bool:
        return is_wanted(member) and member.kind == "rule"

    rules = [(True, member) for _, member in mind.notebook.heaviest(_RULES_MOST, is_rule)]
    return rules + [(False, member) for _, member in mind.notebook.heaviest(most, is_wanted)]


async def core(mind: "Mind", budget: int, language: str) -> Context:
    """Who the owner is, rules, and the heaviest memories, as many as fit; no scratchpad."""
    await mind.renew()
    lines = [phrases.list_head(language)]
    size = len(lines[0]) + 1
    given: "list[items.Offered]" = []
    today = mind.notebook.today()

    def add(record: "Record", words: str, why: str) -> bool:
        nonlocal size
        line = phrases.list_line(words)
        if size + len(line) > budget:
            return False
        size += len(line) + 1
        lines.append(line)
        given.append(items.Offered(record, 1.0, 1.0, why))
        return True

    for kind in PROFILE:
        for record in mind.memory.each(kind):
            if not record.suspect:
                add(record, words_of(record, today, language), "profile")
    known = [one.record.id for one in given]
    most = len(known) + _RULES_MOST + max(_CORE_READ, budget // _LINE)
    for is_for_rules, member in _rules_first(mind, most):
        found = None if member.id in known else await mind.unexpired(member.id)
        if found is None or (member.p < scores.FULL and await so_now.ending(mind, found)):
            continue  # a later one says that it is over
        words = words_of(found, today, language)
        if is_for_rules and size + len(words) > budget // 2:
            continue  # what weighs more than all others has its part
        if add(found, words, "core" if member.p >= scores.FULL else "weight"):
            known.append(member.id)
    if not given:
        return Context("", [])
    mind.use([one.record.id for one in given])
    return Context("\n".join(lines), given)
