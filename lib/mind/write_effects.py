"""
Write effects: what follows from a memory that was just written.

The profile and the facts about the owner say the same, a core memory is patched by what goes
against it, and what is over the cap of the notebook goes to the trash. Each is a change of its own
behind the write; what a power cut left undone of them `finish` does at the next start. Owns no
state. For holders of the memory's lock.
"""

from memory.changes import profile, succession, trash
from memory.errors import MemoryFault, Rejected
from memory.extract.extractor import statements
from memory.log.manifest import COUNTERS
from memory.records.kinds import BY_NAME, IMPORTED, PROFILE
from memory.records.record import holds
from memory.records.values import day_number
from memory.search.record_matching import by_id
from memory.search.trash_query import TrashQuery
from memory.text import dates
from memory.text.folding import size
from micropython import const

from . import opposing, successors
from .notebook import word_hashes
from .notebook.members import OVER
from .notebook.notebook import claim_number
from .predicates import NOW, OWNER, claim, claims, conflicts
from .profile_past import kind_of, sentence
from .rules import patches
from .rules.forget_clauses import without
from .scores import scores

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory.changes.change import Change
    from memory.records.record import Record

    from .mind import Mind
    from .notebook.members import Members
    from .predicates import Claim

_BY_WHOM = ("医生说", "大夫说", "医生告诉我", "The doctor says ", "My doctor says ")
_TOGETHER_MOST = const(1000)  # that went to the trash as one
_FEW_CORES = const(12)  # that a new one is held against whatever its words
_LIKE_CORE = const(4)  # core memories with its words that a new one is held against


async def align_profile(
    mind: "Mind", record: "Record", found: "Claim | None", at_start: bool = False
) -> None:
    """
    Have the profile and the facts about the owner say the same: what was said last, which is that
    `record` claims `found`. What was changed after it stays, where that is told `at_start`.
    """
    memory = mind.memory
    if record.kind in PROFILE:
        found = claim(record.content, record.kind)
    if found is None or found.state != NOW or found.subject != OWNER or not is_so(mind, record):
        return
    if record.another:  # what they say of themselves
        return
    kind = kind_of(found.predicate)
    if kind is None:
        return
    if record.kind != kind:
        _align_field(mind, kind, record, found, at_start)
        return
    for id in mind.notebook.claims(claim_number(OWNER, found.predicate)):
        other = await memory.record(id)
        if other is None or id == record.id or scores.is_core(other[0], mind.numbers):
            continue
        if at_start and not is_later(record, other[0]):
            continue
        before = claim(other[0].content, other[0].kind)
        if before is not None and conflicts(before, found):
            past = succession.over(other[0], record, mind.clock.now())
            memory.put_state(past, other[1])


def _align_field(
    mind: "Mind", kind: str, record: "Record", found: "Claim", at_start: bool
) -> None:
    """Give a field of the profile the value that a fact claims, where it has another one."""
    for known in mind.memory.hot(kind):
        if at_start and not is_later(record, known):
            continue
        before = claim(known.content, kind)
        if before is not None and conflicts(before, found):
            try:
                profile.set_value(mind.memory, kind, found.object, record)
            except Rejected:
                return  # it is worded in a way that no profile has


async def patch_core(mind: "Mind", record: "Record", at_start: bool = False) -> bool:
    """
    Put a new memory behind the core memory that it goes against; True where there was one.
    `at_start` one that has it, or was changed since, stays as it is.
    """
    notebook = mind.notebook
    if record.kind == "todo" or not notebook.cores or not is_so(mind, record):
        return False
    if record.another:  # it says nothing of the owner
        return False
    said = sentence(record.kind, record.content, mind.language)
    statement = opposing.Statement(said)
    if not statement.may_oppose:
        return False
    for id in cores_like(mind, said, statement):
        one = await mind.read(id)
        if one is None or id == record.id:
            continue
        core, said_before = patches.parts(one.content)
        goes_against = statement.opposes(sentence(one.kind, core, mind.language))
        goes_against = goes_against and not scores.is_core(record, mind.numbers)
        ends = [True for _, words in said_before if statement.opposes(words)]
        known = await mind.memory.record(id) if goes_against or ends else None
        if known is not None:
            evidence = known[0].get("evidence", ())
            if at_start and (record.id in evidence or not is_later(record, known[0])):
                return False
            evidence = tuple([one for one in evidence if one != record.id][-7:]) + (record.id,)
            text = await renewed(mind, known[0], evidence)
            if goes_against:
                text = patches.patched(text, dates.day_text(mind.clock.now()), said)
            if text != known[0].content:
                await mind.memory.reword(known, text, evidence)
                return goes_against
    return False


async def against_cores(mind: "Mind", text: str, found: "Iterable[str]") -> "list[str]":
    """
    The sentences of an utterance that go against a core memory: written, each is a patch of it.
    `found` is what else is kept of the utterance; what that says need not be said again.
    """
    if not mind.notebook.cores:
        return []
    told = [opposing.Statement(one) for one in found]
    changes = []
    for words in _BY_WHOM:  # what a doctor says of the owner is so
        text = text.replace(words, "")
    for said in statements(without(text)):
        statement = opposing.Statement(said)
        if not statement.may_oppose or size(said) > BY_NAME["fact"].content_cap:
            continue
        for id in cores_like(mind, said, statement):
            one = await mind.read(id)
            core = (
                ""
                if one is None
                else sentence(one.kind, patches.parts(one.content)[0], mind.language)
            )
            if core and statement.opposes(core) and not [1 for row in told if row.opposes(core)]:
                changes.append(said)
                break
    return changes


async def renewed(
    mind: "Mind",
    core: "Record",
    evidence: tuple,
    back: "str | None" = None,
    over: "opposing.Statement | None" = None,
    without: str = "",
) -> str:
    """
    The text of a core memory without what its sources say no more: those that are deleted or over,
    or that a later one goes against, and `without` that statement. What is said by the source
    `back`, or was gone against by `over`, stands there again.
    """
    memory = mind.memory
    text, kept = patches.parts(core.content)
    kept = patches.kept_with(kept, "", without, False) if without else kept
    words = sentence(core.kind, text, mind.language)
    later: "list[opposing.Statement]" = []
    for id in reversed(evidence):
        found = None
        if patches.is_source(id):
            found = await by_id(memory.hot_store, memory.archive, id, True)
        if found is None:
            continue
        source = found[0]
        said = sentence(source.kind, source.content, mind.language)
        stands = not source.deleted and not source.another and is_so(mind, source)
        stands = stands and not [True for one in later if one.opposes(said)]
        if stands:
            later.append(opposing.Statement(said))
            stands = later[-1].opposes(words)
        may_return = id == back or (over is not None and over.opposes(said))
        if not stands or may_return:
            kept = patches.kept_with(kept, dates.day_text(source.created), said, stands)
        before = source.get("supersedes")  # what it said itself before
        found = None
        if before is not None:
            found = await by_id(memory.hot_store, memory.archive, before, True)
        if found is not None and found[0].get("superseded_by") == id:
            kept = patches.kept_with(kept, "", found[0].content, False)
    return patches.joined(text, kept)


def cores_like(mind: "Mind", said: str, statement: "opposing.Statement") -> "list[str]":
    """The ids of core memories that claim something of the same, then of those with its words."""
    members = mind.notebook.members
    rows = [row for row in members.core(scores.FULL) if not members.flags(row) & OVER]
    numbers = [claim_number(*one) for one in statement.against]
    hashes = [word_hashes.hash_of(word_hashes.claim_term(*one)) for one in statement.against]
    claiming = [row for one in numbers for row in members.claiming(one)]
    found = [row for row in rows if row in claiming]
    found += [row for row in rows if row not in found and members.has_word(row, hashes)]
    for words in (statement.abstaining, said):
        asked = word_hashes.AskedTerms(words)
        like = word_hashes.relevances(asked, members.words, members.count, rows)[:_LIKE_CORE]
        found += [row for _, row in like if row not in found]
    if len(rows) <= _FEW_CORES:  # one of a single character shares no word: 虾
        found += [row for row in rows if row not in found]
    return [members.get(row).id for row in found]


async def confirm(mind: "Mind", change: "Change", is_spoken: bool) -> None:
    """
    What the owner says again is surer: half of what is missing to 100. A field of the profile that
    is told as it is stays, whatever becomes of a memory that told it before.
    """
    known = None
    if change.record is not None and (is_spoken or change.record.kind in PROFILE):
        known = await mind.memory.record(change.record.id)
    if known is None:
        return
    changes: "dict[str, int | None]" = {}
    if known[0].kind in PROFILE:
        if [True for one in known[0].get("evidence", ()) if patches.is_source(one)]:
            changes["evidence"] = None
    if is_spoken:
        sure = known[0].get("confidence", int(mind.numbers["first_confidence"]))
        surer = sure + (101 - sure) // 2
        if surer != sure:
            changes["confidence"] = surer
        if is_spoken and _was_claimed_to_last(mind, known[0]):
            changes["p"] = scores.FULL
    if changes:
        change.record = known[0].revised(mind.clock.now(), **changes)
        mind.memory.put_state(change.record, known[1])


def _was_claimed_to_last(mind: "Mind", record: "Record") -> bool:
    """True for what would be core, had a program not said it, and may be now."""
    is_claim = record.get("client") is not None and record.get("p") == scores.FULL - 1
    lasts = scores.p_of(record.kind, record.content, mind.numbers) >= scores.FULL
    return is_claim and lasts and mind.notebook.has_room_for_core()


async def end_others(mind: "Mind", record: "Record", at_start: bool = False) -> None:
    """
    What a corrected memory says ends what another one said, as if it were told anew. What was
    changed after it stays, where that is told `at_start`.
    """
    if record.kind in PROFILE or record.another or not is_so(mind, record):
        return
    if record.kind == "rule":
        _end(mind, await successors.ended_rule(mind, record.content), record, at_start)
    for found in claims(record.content, record.kind):
        _end(mind, await successors.ended(mind, found), record, at_start)


def _end(mind: "Mind", known: "tuple | None", record: "Record", at_start: bool) -> None:
    """Have a memory be over since `record`, unless it is that one."""
    if known is None or known[0].id == record.id:
        return
    if not at_start or is_later(record, known[0]):
        mind.memory.put_state(succession.over(known[0], record, mind.clock.now()), known[1])


async def evict(mind: "Mind") -> "list[str]":
    """Put to the trash what is over the cap, the lightest first; their ids. Core memories stay."""
    evicted: "list[str]" = []
    while mind.notebook.over():
        lightest = mind.notebook.lightest()
        if lightest is None:
            break
        known = await mind.memory.record(lightest.id)
        if known is not None and known[0].kind not in PROFILE:
            trash.put(mind.memory, [known], "evicted")
            evicted.append(lightest.id)
        mind.notebook.remove(lightest.id)
    return evicted


async def finish(
    mind: "Mind", was_saved: bool, revised: "list[Record]", early: "list[str]"
) -> None:
    """
    Do what a power cut left undone behind the last write, and behind the last correction, which is
    one of `revised`; then have what was written meanwhile, `early`, end what others say.
    `was_saved`: the notebook had a file; without it one memory too many is no sign of a cut write.
    """
    async with mind.memory.lock:
        try:
            for record in revised:
                if record.deleted:
                    together = TrashQuery(0, _TOGETHER_MOST, together=record.get("trashed_with"))
                    await mind.derived.gone(list((await mind.memory.recall(together))[0]))
                else:
                    await end_others(mind, record, True)
                    is_back = record.get("trashed_at") is None
                    if is_back and not scores.is_core(record, mind.numbers):
                        await mind.derived.back(record)
            last = await _last_written(mind)
            if last is not None:
                await align_profile(mind, last, claim(last.content, last.kind), True)
            if last is not None and (last.rev == 1 or last.kind in PROFILE):
                await patch_core(mind, last, True)
            if last is not None and last.rev == 1:
                if was_saved and mind.notebook.over() == 1 and last.get("source") != IMPORTED:
                    await evict(mind)
            while early:
                known = await mind.memory.record(early.pop(0))
                if known is not None and known[0].get("superseded_by") is None:
                    found = claim(known[0].content, known[0].kind)
                    await end_others(mind, known[0], True)
                    await align_profile(mind, known[0], found, True)
        except MemoryFault as e:  # the next start tries again
            mind.memory.report("mind", "a change is not finished: %s" % e)


async def _last_written(mind: "Mind") -> "Record | None":
    """
    The memory that was told last. A field of the profile that was told anew keeps its id, but what
    it said before is a memory of its own since then.
    """
    fields = {}
    for kind in PROFILE:
        for record in mind.memory.hot(kind):
            fields[record.id] = record
    below = COUNTERS
    while True:
        row = _newest(mind.notebook.members, below)
        if row < 0:
            return None
        below = mind.notebook.members.counter(row)
        known = await mind.memory.record(mind.notebook.members.get(row).id)
        if known is None:
            continue
        successor = known[0].get("superseded_by")
        if successor is None:
            return known[0]
        if successor in fields:
            return fields[successor]


def _newest(members: "Members", below: int) -> int:
    """The number of the row with the highest id counter below this one; -1 where there is none."""
    newest = -1
    highest = -1
    for row in range(members.count):
        counter = members.counter(row)
        if highest < counter < below:
            newest, highest = row, counter
    return newest


def is_so(mind: "Mind", record: "Record") -> bool:
    """False for what was or will be, which changes nothing of what is so now."""
    return holds(record.fields, day_number(mind.clock.now()))


def is_later(record: "Record", other: "Record") -> bool:
    """True where the other one was not changed after this one was."""
    return _changed(other) <= _changed(record)


def _changed(record: "Record") -> int:
    told: int = record.get("updated", record.created)
    return told
