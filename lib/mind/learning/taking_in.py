"""
Taking in: makes memory of a checked answer, as one change.

What is to be done is in a file (`mind.answer_file`) before the first of it is done; the file goes
when the turns are marked as read. After a power cut the next start does all of it again, which
does nothing to what is done already. So an answer is taken in wholly or, where the file was not
written, asked for again.
"""

from memory.changes import near_duplicates, succession
from memory.errors import ArchiveUnavailable, Refused, Rejected, StoreFull
from memory.extract.scan import entry
from memory.search.query import Query
from memory.text import dates
from memory.text.script import fold
from micropython import const

from .. import answer_file, episodes
from ..notebook.notebook import claim_number
from ..predicates import Claim, claims, same
from ..rules import patches
from ..scores import durations, scores
from ..todos import Todos
from . import same_turn

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memory.changes.change import Change
    from memory.records.record import Record

    from ..mind import Mind
    from .answers import Answer
    from .request import Request

SOURCE, SESSION_END = "model", "session_end"
_LATELY = const(5)  # episodes that may be of the same session
_DONE_WITH = "|喝|吃|看|听|玩|打|drinking|eating|watching|reading|playing|listening to|"
_LIKE_IT = const(8)  # memories that are nearest to a new one


class Learned:
    """
    What came of an answer: ids `added`, `changed` and `trashed`; how many were `known`; the
    `refused`, by name and code; the id of the `episode`, or "".
    """

    def __init__(self) -> None:
        self.added: "list[str]" = []
        self.changed: "list[str]" = []
        self.trashed: "list[str]" = []
        self.known = 0
        self.refused: "list[str]" = []
        self.episode = ""

    def words(self) -> str:
        """For the log; no words of the owner."""
        parts = (len(self.added), len(self.changed), len(self.trashed), self.known)
        text = "%d learned, %d changed, %d to the trash, %d known already" % parts
        return text + "".join(["; refused: %s" % one for one in self.refused])


async def take_in(mind: "Mind", request: "Request", answer: "Answer") -> "Learned | None":
    """
    Do what an answer says, then mark the turns of its request as read. None, and nothing done,
    where something was erased since the model was asked: the answer may tell of it. Raises
    ArchiveUnavailable, StoreFull, Broken: the next start goes on, or nothing was done and it is to
    be asked again.
    """
    if request.erasures != mind.memory.erasures:
        return None
    task = {
        "session": request.session,
        "first": request.first,
        "last": request.last,
        "said_at": request.said_at,
        "memories": answer.memories,
        "operations": answer.operations,
        "episode": answer.episode,
    }
    if answer.scratchpad:
        task["scratchpad"] = mind.scratchpad.merged(answer.scratchpad, request.page)
    if answer.memories or answer.operations or answer.episode or "scratchpad" in task:
        answer_file.save(mind.memory, task)
    mind.use(answer.useful)
    return await _do(mind, task)


async def resume(mind: "Mind") -> "Learned | None":
    """
    After a start: do what a power cut left of an answer; None where there is nothing. Raises
    ArchiveUnavailable, StoreFull, Broken.
    """
    task = answer_file.load(mind.memory)
    if task is None:
        return None
    return await _do(mind, task)


async def _do(mind: "Mind", task: "dict[str, Any]") -> "Learned | None":
    """None where something was erased meanwhile, and the file with it."""
    learned = Learned()
    erasures = mind.memory.erasures
    for name, step in _steps(mind, learned, task):
        try:
            await step
        except (StoreFull, ArchiveUnavailable):
            raise
        except (Rejected, Refused) as e:
            learned.refused.append("%s: %s" % (name, e.code))
        if mind.memory.erasures != erasures:
            return None
    turns = mind.memory.turns
    await turns.mark(task["session"], task["first"], task["last"], True, learned.episode)
    answer_file.remove(mind.memory)
    return learned


def _steps(mind: "Mind", learned: Learned, task: "dict[str, Any]") -> "Iterator[tuple[str, Any]]":
    """(name, what to wait for) of each thing that is to be done."""
    if task.get("episode"):  # first: each memory names it
        yield "episode", _keep_episode(mind, learned, task)
    for row in task["memories"]:
        yield row[0], _learn(mind, learned, row, task["said_at"])
    for row in task["operations"]:
        yield row[0], _operate(mind, learned, row, task)
    if task.get("scratchpad"):
        yield "scratchpad", mind.scratchpad.rewrite(task["scratchpad"])


# -- one memory --------------------------------------------------------------------------------


async def _learn(mind: "Mind", learned: Learned, row: tuple, said_at: int) -> None:
    kind, content, fields, updates = row
    if kind == "todo":
        todos = Todos(mind.memory)
        if todos.planned(content, fields.get("due")) is not None:
            learned.known += 1
            return
        _note(learned, await todos.add(content, fields.get("due"), fields.get("remind"), SOURCE))
        return
    said = fields.get("evidence", ())
    if await _is_known(mind, content, updates, said) or await _was_deleted(mind, content, said_at):
        learned.known += 1
        return
    given = dict(fields)
    if learned.episode:
        given["episode"] = learned.episode
    word = given.pop("duration", None)
    if word is not None:
        given.update(durations.told_fields(word, kind, mind.clock.now(), mind.numbers))
    change = await mind.memory.write(kind, content, given, source=SOURCE)
    _note(learned, change)
    if updates and change.result == "ADDED":
        await _supersede(mind, learned, updates, change.record)


def _note(learned: Learned, change: "Change") -> None:
    if change.result == "ADDED":
        learned.added.append(change.record.id)
    elif change.result == "NOOP":
        learned.known += 1
    else:
        learned.changed.append(change.record.id)


async def _is_known(
    mind: "Mind", content: str, updates: str, said: "list[str] | tuple[()]"
) -> bool:
    """
    True where a memory says it already, in whatever kind: by the claims of both, in the same words
    but for what carries no meaning, or, of one of the turns `said`, in the same words at all.
    """
    for one in claims(content):
        for id in mind.notebook.claims(claim_number(one.subject, one.predicate)):
            record = None if id == updates else await mind.read(id)
            if record is not None and _claims_it(record, content):
                return True
    query = Query(None, content, limit=_LIKE_IT, ranked=True)
    query.words_alone = True
    page, _ = await mind.memory.recall(query)
    for record in page:
        if record.id != updates and record.get("superseded_by") is None:
            if near_duplicates.near(content, record.content, False) or _claims_it(record, content):
                return True
            is_of_turn = [one for one in record.get("evidence", ()) if one in said]
            if is_of_turn and same_turn.says_the_same(content, record.words()):
                return True
    return False


def _claims_it(record: "Record", content: str) -> bool:
    """True where a record, as a like of 红茶, says one of the things that a text says."""
    for one in claims(content):
        for other in claims(record.content, record.kind):
            if one.predicate == other.predicate and one.state == other.state:
                if fold(one.subject) == fold(other.subject) and _is_same(one, other):
                    return True
    return False


def _is_same(one: "Claim", other: "Claim") -> bool:
    """True for one object, also where one names what is done with it: 喝红茶, drinking tea."""
    if same(one, other):
        return True
    first, second = fold(one.object), fold(other.object)
    shorter, longer = (first, second) if len(first) < len(second) else (second, first)
    return longer.endswith(shorter) and entry(_DONE_WITH, longer[: -len(shorter)].strip())


async def _was_deleted(mind: "Mind", content: str, said_at: int) -> bool:
    """True where these words went to the trash after they were said: they are not told anew."""
    query = Query(None, content, limit=_LIKE_IT)
    query.any_kind = query.trashed = True
    page, _ = await mind.memory.recall(query)
    words = fold(content)
    for record in page:
        if record.deleted and record.get("trashed_at") >= said_at:
            if fold(record.content) == words or near_duplicates.near(
                content, record.content, False
            ):
                return True
    return False


async def _supersede(mind: "Mind", learned: Learned, id: str, record: "Record") -> None:
    """Make the memory that a new one updates history, unless it is core, or is already."""
    async with mind.memory.lock:
        known = await mind.memory.record(id)
        if known is None or known[0].id == record.id:
            return
        old = known[0]
        if old.get("superseded_by") is not None or scores.is_core(old, mind.numbers):
            return
        past = succession.over(old, record, mind.clock.now())
        mind.memory.put_state(past, known[1])
        new = await mind.memory.record(record.id)
        if new is not None and new[0].get("supersedes") is None:
            mind.memory.put_state(new[0].revised(mind.clock.now(), supersedes=id), new[1])
    learned.changed.append(id)


async def _keep_episode(mind: "Mind", learned: Learned, task: "dict[str, Any]") -> None:
    """Keep the episode, unless this session has one, from before a power cut."""
    summary, fields = task["episode"]
    page, _ = await mind.memory.recall(Query((episodes.KIND,), None, limit=_LATELY))
    for record in page:
        if record.get("session") == task["session"] and record.get("source") == SESSION_END:
            learned.episode = record.id
            return
    written = await mind.memory.write(episodes.KIND, summary, fields, source=SESSION_END)
    _note(learned, written)
    learned.episode = written.record.id


# -- one operation -----------------------------------------------------------------------------


async def _operate(mind: "Mind", learned: Learned, row: tuple, task: "dict[str, Any]") -> None:
    what, id, content = row[:3]
    known = await mind.memory.record(id)
    if known is None or known[0].get("superseded_by") is not None:
        return  # it is gone or over meanwhile
    record = known[0]
    if what == "trash":
        if not scores.is_core(record, mind.numbers):
            change = await mind.memory.delete(id, reason="model_delete", by=SOURCE)
            learned.trashed += change.removed
        return
    said = [statement for _, statement in patches.parts(record.content)[1]]
    if fold(content) in [fold(one) for one in said] or fold(content) in fold(record.content):
        learned.known += 1
        return
    async with mind.memory.lock:
        text = patches.patched(record.content, dates.day_text(task["said_at"]), content)
        index = row[3] if len(row) > 3 else task["last"]  # of an earlier version: the last turn
        cited = "%s/%d" % (task["session"], index)
        evidence = record.get("evidence", ())[-7:] + (cited,)
        await mind.memory.reword(known, text, evidence)
    learned.changed.append(id)
