"""
Finding: `search_memory`, what a model asks for by itself.

Owns how the paths are merged: what the notebook offers for the question, above what the words of
all memory (`Memory.recall`, archive and all) have but for the whole of it; the words of the talk
before lift results and add some. What shares only what stands everywhere is left out. What is over
stands below what is true, marked with the day until when, and what is yet to come last, with the
day from when; deleted and suspect ones are left out. Every item says why it was found. What is
returned counts as used.
"""

from collections import OrderedDict

from memory.records.kinds import SEARCHED
from memory.records.record import holds
from memory.records.values import day_number
from memory.search.query import Query
from memory.search.record_matching import is_wording
from memory.text import dates
from memory.text.asking import ONLY_ASK, asking_clauses, weighted
from memory.text.folding import bare, fold
from memory.text.terms import runs, runs_of, singles, terms, whole_word
from memory.text.time_windows import reading
from micropython import const

from mind import predicates, successors

from ..attachments import KIND as ATTACHMENT
from ..scores.categories import CATEGORIES, kinds_of
from . import agenda, items, offering, other_offers
from .asked import Asked
from .asked_claims import read
from .asked_times import Request, at_birthday, was_so

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.records.record import Record

    from ..mind import Mind

LIMIT = 5
LIMIT_MOST = 20
_MORE = const(10)  # looked at beyond those wanted
_LOW = const(10)  # a score below which a result has to share something
_EVERYWHERE = "我你他她它的了在是有不没什么吗呢谁哪这那个上和就都也".encode()
_NOW, _NOW_ZH = b"now", ("现在", "目前", "如今", "眼下")  # stand everywhere, too
_STEM = const(3)  # letters that forms of a word share
_CLAUSES_MOST = const(3)  # of a question, each of which is answered
_EACH = const(2)  # results of each that come before those of the whole
_EXACT = const(100)  # the score of what holds the whole of the query
_BEGINS = const(50)  # where other words begin with that: team, of tea,
_INSIDE = const(20)  # and where it stands inside other words alone
_SHOWN = ("completed", "mime", "url", "path", "valid_from", "valid_to", "superseded_by")
_NAME_WORDS = const(3)  # of a name in Latin letters
_NAME_MOST = const(24)  # characters of it
_OF_TALK = const(30)  # percent that the words of the talk before weigh


class Found:
    """One result: the record, its score 0 to 100, and why: docs/PROTOCOL.md has the words."""

    def __init__(self, record: "Record", score: int, why: str) -> None:
        self.record = record
        self.score = score
        self.why = why


async def search(
    mind: "Mind",
    question: str,
    limit: int = LIMIT,
    types: "tuple | None" = None,
    recent: "tuple | list" = (),
) -> "list[Found]":
    """
    At most `limit` results, best first; of these `types` (kinds or categories) if given. Raises
    Rejected for a type that is none, Broken.
    """
    kinds = kinds_in(types) if types else SEARCHED
    question = at_birthday(mind, question)
    found, past = await _found(mind, question, limit, kinds, recent)
    first: "list[tuple]" = []  # (place among its own, number, result)
    for clause in _clauses(question, mind.notebook.today()):
        for at, row in enumerate((await _found(mind, clause, limit, kinds, ()))[0][:_EACH]):
            if row.score >= _INSIDE:
                first.append((at, len(first), row))
    found = [row for _, _, row in sorted(first)] + found
    today = day_number(mind.clock.now())
    known = set()
    true: "list[Found]" = []
    over: "list[Found]" = []
    ahead: "list[Found]" = []
    for row in found:
        record = row.record
        if record.id in known or record.suspect:
            continue
        known.add(record.id)
        if is_wording(record):  # what it says now stands for it
            now = await successors.head(mind, record)
            if now is None or now.id in known:
                continue
            known.add(now.id)
            record, row = now, Found(now, row.score, row.why)
        if holds(record.fields, today):
            (over if was_so(record) else true).append(row)
        elif record.get("valid_from", today) > today:
            ahead.append(row)
        else:
            over.append(row)
            later = None if past else await successors.head(mind, record)
            if later is not None and later.id not in known:
                known.add(later.id)
                is_claim = row.why == "claim"  # else it shares no word with the question itself
                score = row.score if is_claim else row.score // 2
                true.append(Found(later, score, row.why))
    _put_in_order(*((over + true, ahead) if past else (true, over + ahead)))
    results = ((over + true if past else true + over) + ahead)[:limit]
    mind.use([row.record.id for row in results])
    return results


def _put_in_order(first: "list[Found]", others: "list[Found]") -> None:
    """
    Let the scores fall as the results stand: what answers best has the best of its own, what is
    over or to come at most the least of those before it.
    """
    best = 0
    for row in reversed(first):
        best = row.score = max(best, row.score)
    least = first[-1].score if first else _EXACT
    for row in others:
        least = row.score = min(least, row.score)


def _clauses(question: str, today: int) -> "list[str]":
    """
    What of several clauses is looked for by itself: each that asks and names what for. None where
    a day is named or what stands before says of whom, as for one clause in Chinese without 我.
    """
    clauses = asking_clauses(question)
    if not clauses or _of_time(question, today)[0]:
        return []
    found = []
    for clause in clauses[:_CLAUSES_MOST]:
        asked = Asked(clause)
        is_whole = asked.is_own or not asked.is_chinese or len(clauses) > 1
        if is_whole and not asked.has_third and _names(clause):
            found.append(clause)
    return found


def _names(clause: str) -> bool:
    """False for a clause of no more than a verb and what it is asked with: 叫什么名字, 住哪."""
    letters: "list[bytes]" = []
    for said, _ in weighted(clause):
        for cjk, run, _ in runs(said.replace("名字", "")):
            if not cjk and whole_word(run) and run not in ONLY_ASK:
                return True
            letters += [one for one in singles(run) if cjk and one not in _EVERYWHERE]
    return len(letters) > 1


async def _found(
    mind: "Mind", question: str, limit: int, kinds: "tuple", recent: "tuple | list"
) -> "tuple[list[Found], bool]":
    """(all that is found for a question, best first, and whether what was is asked for)."""
    found: "list[Found]" = []
    answering: "list[Found]" = []
    spans, is_time, beside = _of_time(question, mind.notebook.today())
    past = predicates.when_asked(question) == predicates.PAST
    today = day_number(mind.clock.now())
    offered, saying_who = await _offered(mind, question, limit, kinds, recent, bool(spans))
    for row in _scored([one for one in saying_who if one.record.kind in kinds]):
        row.why = "exact"
        found.append(row)
    # Whoever is asked by it: a search asks no companion.
    request = Request(read(mind, question), mind.notebook.today(), True) if spans else None
    is_of_all = request is not None and (is_time or bool(request.letters))
    if request is not None and request.letters and not offered:
        for _, _, relevance, record, why in await agenda.answered(mind, request, [], limit):
            if record.kind in kinds:
                found.append(Found(record, int(100 * relevance + 0.5), why))
    # Where the best answer is over, what was is asked for: by a day, say.
    past = past or bool(offered and not holds(offered[0].record.fields, today))
    fitting = [one for one in offered if one.record.kind in kinds]
    for row in _scored([one for one in fitting if one.why != "words" or not is_time]):
        (answering if row.why == "words" else found).append(row)
    if ATTACHMENT in kinds:
        for row in _scored(await other_offers.offer_attachments(mind, question, limit)):
            row.why = "claim"
            found.append(row)
    sharing, is_keyword = await _sharing(mind, kinds, question, limit)
    if is_keyword:  # what has none of the words for it answers by chance, others like those
        sharing, answering = _answering_first(sharing, answering), []
    of_subject = await other_offers.offer_subjects(mind, question, kinds, limit)
    _add_subjects(of_subject, mind.numbers["offer_threshold"], answering, sharing)
    talk = "\n".join(recent).strip()
    said = (await _sharing(mind, kinds, talk, limit))[0] if talk else []
    exact = [row for row in sharing if row.why == "exact" and row.score == _EXACT]
    sharing = _with_talk([row for row in sharing if row not in exact], said)
    if spans:
        is_on = [True for row in found + sharing if agenda.is_on(row.record, spans)]
        if is_of_all and is_on:
            for row in sharing:
                _weigh_time(row, spans, beside)
        # What shares words and the time may say more than what shares words alone.
        rows = answering + sharing
        order = sorted(range(len(rows)), key=lambda at: (-rows[at].score, at))
        return found + exact + [rows[at] for at in order], past
    return found + exact + answering + sharing, past


async def _offered(
    mind: "Mind", question: str, limit: int, kinds: "tuple", recent: "tuple | list", is_dated: bool
) -> "tuple[list[offering.Offered], list[offering.Offered]]":
    """(what the notebook offers for a question, who somebody is of whom it is the name alone)."""
    offered = await offering.offer(mind, question, limit, recent)
    by_name, is_who = await other_offers.offer_by_name(mind, question, limit, bool(offered))
    if is_who:
        return offered, by_name
    offered = offered or by_name
    if not offered and not is_dated:
        offered = await other_offers.offer_of_last_days(mind, question, kinds, limit)
    return offered, []


def _scored(offered: "list[offering.Offered]") -> "list[Found]":
    """What is offered as results, with its relevance as the score."""
    return [Found(one.record, int(100 * one.relevance + 0.5), one.why) for one in offered]


def _add_subjects(
    offered: "list[offering.Offered]", least: int, answering: "list[Found]", sharing: "list[Found]"
) -> None:
    """Place what its subject names: what answers the question among what does."""
    for row in _scored(offered):
        (answering if row.score >= least else sharing).append(row)
    if offered:
        answering.sort(key=lambda row: -row.score)


def _weigh_time(row: Found, spans: "list[tuple[int, int]]", beside: str) -> None:
    """
    Halve the score of what was merely told on these days, where something is or was on then, and
    shares no word with what is asked `beside` them: a fact is of no day, and what has a time of
    its own of that.
    """
    record = row.record
    is_dated = bool(agenda.when_of(record))
    if row.why == "time" or (row.why == "word" and is_dated):
        is_chance = row.why == "time" or _is_by_chance(beside, bare(record.folded_words()), 0)
        if is_chance and not agenda.is_on(record, spans):
            row.score = (row.score + 1) // 2


def _answering_first(rows: "list[Found]", answering: "list[Found]") -> "list[Found]":
    """What has a keyword or a word for it, of equal scores what answers first."""
    hows = {one.record.id: one.why for one in answering}
    for row in rows:
        if row.score > _INSIDE and row.why != "exact":
            row.why = hows.get(row.record.id, row.why)
    order = [(-row.score, row.why != "words", at) for at, row in enumerate(rows)]
    return [rows[at] for _, _, at in sorted(order)]


async def _sharing(
    mind: "Mind", kinds: "tuple", text: str, limit: int
) -> "tuple[list[Found], bool]":
    """
    What the words of all memory have for a text, best first, and whether they have it as a keyword
    with other words for it.
    """
    query = Query(kinds, text, None, None, limit + _MORE, 0, 16384, True)
    page, _ = await mind.memory.recall(query)
    found: "list[Found]" = []
    begins: "list[Found]" = []
    inside: "list[Found]" = []
    for at, record in enumerate(page):
        if at < page.exact:
            score = _wholeness(mind, query, record)
            rows = found if score == _EXACT else begins if score == _BEGINS else inside
            rows.append(Found(record, score, "exact"))
            continue
        score, why = page.score(at), page.how(at)
        if why != "word" or not _is_by_chance(query.keyword, bare(record.folded_words()), score):
            found.append(Found(record, score, why))
    # Of a part of a keyword alone the score is lower.
    is_found = page.exact or (found and (found[0].why != "word" or found[0].score == _EXACT))
    first = _saying_who(query.keyword, found[: page.exact])
    found = first + [row for row in found if row not in first]
    return found + begins + inside, bool(query.groups and is_found)


def _saying_who(keyword: str, rows: "list[Found]") -> "list[Found]":
    """Of what holds a name that is the whole keyword, what says who that is: Anna is my wife."""
    said = runs(keyword)
    if not said or len(said) > (1 if said[0][0] else _NAME_WORDS) or len(keyword) > _NAME_MOST:
        return []
    return [row for row in rows if other_offers.says_who(keyword, row.record)]


def _wholeness(mind: "Mind", query: "Query", record: "Record") -> int:
    """The score of a record that holds a keyword: as words, as the beginning of one, or inside."""
    asked = [run for is_cjk, run, _ in runs_of(bare(query.keyword.encode())) if not is_cjk]
    if not asked or max(query.keyword.encode()) > 0x7F:
        expander = mind.memory.expander
        is_own = expander is None or expander.has(record.folded_words(), query.keyword)
        return _EXACT if is_own else _INSIDE
    words = [run for is_cjk, run, _ in runs_of(bare(record.folded_words())) if not is_cjk]
    last = len(asked) - 1
    found = _INSIDE
    for at in range(len(words) - last):
        if words[at : at + last] == asked[:last] and words[at + last].startswith(asked[last]):
            found = _BEGINS
            stem = whole_word(asked[last])
            if words[at + last] == asked[last] or (stem and whole_word(words[at + last]) == stem):
                return _EXACT
    return found


def _of_time(question: str, today: int) -> "tuple[list[tuple[int, int]], bool, str]":
    """
    (the days that a question names, whether nothing else: what it shares with them is chance then,
    what it says beside them).
    """
    low = fold(question)
    spans, of_times, beside, _ = reading(low, today)
    others = [one for one in terms(low) if one not in of_times and not one.isdigit()]
    return spans, bool(spans) and not others, beside


def _is_by_chance(text: str, folded: bytes, score: int) -> bool:
    """
    True where a record shares with a text only what stands everywhere (我, 在, 什么), or no more
    than single characters and hardly answers it.
    """
    shares = shares_word = False
    for word in _NOW_ZH:
        if word in text:
            shares = shares or bool([one for one in singles(word.encode()) if one in folded])
            text = text.replace(word, " ")
    for term in terms(text):
        if term == _NOW:
            shares = shares or term in folded
        elif term[0] < 0x80:
            shares_word = term[:_STEM] in folded and term[:_STEM] not in _EVERYWHERE
        else:
            letters = [one for one in singles(term) if one not in _EVERYWHERE]
            shares_word = len(letters) > 1 and term in folded
            shares = shares or bool([one for one in singles(term) if one in folded])
            if score >= _LOW and [one for one in letters if one in folded]:
                return False
        if shares_word:
            return False
    return shares or score < _LOW  # nothing: what the best answer tells, or stands beside it


def _with_talk(rows: "list[Found]", said: "list[Found]") -> "list[Found]":
    """Results of a question, lifted by what shares words with the talk before, and that too."""
    known = {row.record.id: row for row in rows}
    for one in said:
        row = known.get(one.record.id)
        score = one.score * _OF_TALK // 100
        if one.why == "time":
            continue  # a day that was spoken of before is none that is asked for
        if row is not None:
            row.score = min(100, row.score + score)
        else:
            rows.append(Found(one.record, score, "recent"))
    return sorted(rows, key=lambda row: -row.score) if said else rows


def kinds_in(types: "tuple") -> "tuple":
    """The kinds that these stand for; a name that a kind and a category have, for all of that."""
    found: "list[str]" = []
    for name in types:
        named = kinds_of(name) if name in CATEGORIES else (name,)
        found += [one for one in named if one not in found]
    return tuple(found)


def answer_item(mind: "Mind", row: Found) -> "OrderedDict[str, Any]":
    """A result as `search_memory` has it."""
    record = row.record
    out: "OrderedDict[str, Any]" = OrderedDict()
    out["id"] = record.id
    out["type"] = record.kind
    out["content"] = items.shown_content(record)
    out["score"] = row.score
    out["why"] = row.why
    out["date"] = dates.day_text(record.created)
    when = agenda.when_of(record)
    if when:
        out["datetime"] = when
    for name in _SHOWN:
        if record.get(name) is not None and (name != "completed" or record.get(name)):
            out[name] = items.shown(record, name)
    return out
