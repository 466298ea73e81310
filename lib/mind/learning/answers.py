"""
Answers: what of a model's answer is believed.

Each item is checked by itself; what is wrong is dropped with its reason, never the rest. A memory
has to be of a kind that a model may find, and share a word with what the owner said in the turns
that it cites: what the companion said, or what was recalled, is never learned again. Operations go
by ids of the request, need a word of the owner's too, and core memories are only patched. Pure.
"""

from memory.records.fields import OUTCOMES
from memory.text import dates
from memory.text.folding import plain
from memory.text.script import fold
from memory.text.terms import is_cjk, singles, terms
from micropython import const

from .. import scratchpad
from ..scores import durations, scores
from .request import SESSION, TYPES

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from ..mind import Mind
    from .request import Request

MEMORIES_MOST, CHANGES_MOST = const(10), const(5)
_LOOKED_AT = const(64)  # items of a list that are looked at: a model may send a thousand
_CONTENT = const(300)  # characters
_GOAL, _NAME = const(60), const(15)  # characters
_LINE = const(80)  # characters of one on the scratchpad
_LINES = const(5)  # in one of its lists
_NONE = (None, "", "null", "none", "None")  # a member that a model had nothing for
_DAY, _MINUTE = const(10), const(16)  # characters of times
_NEVER = "~"  # after every time
# As a model says it, the field, and its bounds and scale.
_NUMBERS = (
    ("importance", "importance_100", 1, 10, 10),
    ("confidence", "confidence", 0, 1, 100),
    ("e", "e", 0, 1, 100),
    ("i", "i", 0, 1, 100),
    ("p", "p", 0, 1, 100),
    ("j", "j", 0, 1, 100),
)
# Words that say nothing of what a memory is about.
_GENERIC = (
    "|用户|主人|喜欢|不喜|户喜|户的|户不|人的|人喜|一个|没有|知道|觉得|可以|今天|the|user|owner|likes|like|love"
    "|loves|is|are|was|has|have|had|and|not|his|her|their|they|my|of|to|in|a|an|for|with|that|want"
    "|"
).encode()
_PASSING = ("lesson", "rule")  # kinds that may end where nobody tells a duration


class Answer:
    """
    What is to be done: `memories` (kind, content, fields, id that it updates or ""), `operations`
    (op, id, content), `useful` ids, the `episode` of a talk that is over and its parts of the
    `scratchpad`; `dropped` are reasons, for the log.
    """

    def __init__(self) -> None:
        self.memories: "list[tuple[str, str, dict, str]]" = []
        self.operations: "list[tuple[str, str, str]]" = []
        self.useful: "list[str]" = []
        self.episode: "tuple[str, dict] | None" = None  # summary, fields
        self.scratchpad: "dict[str, Any]" = {}  # parts that it replaces
        self.dropped: "list[str]" = []


def checked(mind: "Mind", request: "Request", said: "dict[str, Any]") -> Answer:
    """What of the object that a model answered with is to be done. Never fails."""
    answer = Answer()
    left = _read_memories(mind, request, said, answer)
    for one in _list(said, "operations"):
        try:
            row = _operation(mind, request, one)
            if len(answer.operations) >= left:
                raise ValueError("one too many")
            if row[1] in [known[1] for known in answer.operations]:
                raise ValueError("the second of one memory")
            answer.operations.append(row)
        except (ValueError, TypeError, KeyError, AttributeError) as e:
            answer.dropped.append("operation: %s" % e)
    if request.purpose == SESSION and said.get("episode") is not None:
        try:
            answer.episode = _episode(request, said["episode"])
        except (ValueError, TypeError, KeyError, AttributeError) as e:
            answer.dropped.append("episode: %s" % e)
    _read_scratchpad(request, said.get("scratchpad"), answer)
    for id in _list(said, "useful"):
        if isinstance(id, str) and id in request.known and id not in answer.useful:
            answer.useful.append(id)
    return answer


def _read_memories(
    mind: "Mind", request: "Request", said: "dict[str, Any]", answer: Answer
) -> int:
    """The weightiest; how many changes of what is known are left for the operations."""
    found: "list[tuple]" = []
    for one in _list(said, "memories"):
        try:
            found.append(_memory(mind, request, one))
        except (ValueError, TypeError, KeyError, AttributeError) as e:
            answer.dropped.append("memory: %s" % e)
    # With the number of each, since a sort does not keep the order of equals.
    order = [(-found[at][2].get("importance_100", 50), at) for at in range(len(found))]
    left = CHANGES_MOST
    for _, at in sorted(order):
        row = found[at]
        if len(answer.memories) >= MEMORIES_MOST or (row[3] and not left):
            answer.dropped.append("memory: one too many (%s)" % row[0])
            continue
        left -= 1 if row[3] else 0
        answer.memories.append(row)
    return left


def _list(said: "dict[str, Any]", name: str) -> list:
    found = said.get(name)
    return found[:_LOOKED_AT] if isinstance(found, list) else []


def _memory(mind: "Mind", request: "Request", one: "dict[str, Any]") -> tuple:
    kind = one["type"]
    if kind not in TYPES:
        raise ValueError("no type")
    content = _text(one["content"])
    evidence = _evidence(request, one.get("evidence"))
    if not is_grounded(content, request.owner_texts(evidence)):
        raise ValueError("the owner did not say it")
    fields = _fields(kind, one)
    fields["evidence"] = ["%s/%d" % (request.session, index) for index in evidence[:8]]
    updates = one.get("updates")
    if updates in _NONE:
        updates = ""
    elif updates not in request.known:
        raise ValueError("it updates what was not in the request")
    return kind, content, fields, updates


def _fields(kind: str, one: "dict[str, Any]") -> "dict[str, Any]":
    """What else a memory says that is within its bounds; what is not is left out."""
    fields: "dict[str, Any]" = {}
    for name, field, low, high, scale in _NUMBERS:
        told = _number(one.get(name), low, high)
        if told is not None and kind != "todo":
            # No model alone decides that something is never given up: rules and owners do.
            fields[field] = min(int(scale * told + 0.5), 99 if name == "p" else 100)
    told_times: "tuple" = (("valid_from", _DAY),)
    if kind == "todo":
        told_times = (("due", _MINUTE), ("remind", _MINUTE))
    for name, size in told_times:
        at = _time(one.get(name), size)
        if at and not (name == "remind" and at > fields.get("due", _NEVER) + _NEVER):
            fields[name] = at
    if kind != "todo" and one.get("duration") in durations.WORDS:
        if one["duration"] != "permanent" or kind in _PASSING:
            fields["duration"] = one["duration"]
    tags = one.get("tags")
    if isinstance(tags, list):
        fields["tags"] = [tag for tag in tags if isinstance(tag, str) and 0 < len(tag) < 8][:8]
    return fields


def _operation(mind: "Mind", request: "Request", one: "dict[str, Any]") -> "tuple[str, str, str]":
    what, id = one["op"], one["id"]
    if what not in ("patch", "trash"):
        raise ValueError("no operation")
    record = request.known.get(id)
    if record is None:
        raise ValueError("its id was not in the request")
    said = request.owner_texts()
    if what == "patch":
        content = _text(one["content"])
        if not is_grounded(content, said):
            raise ValueError("the owner did not say it")
        return what, id, content
    if scores.is_core(record, mind.numbers):
        raise ValueError("core memories are only patched")
    if not is_grounded(record.words(), said):
        raise ValueError("the owner did not speak of it")
    return what, id, ""


def _episode(request: "Request", one: "dict[str, Any]") -> "tuple[str, dict]":
    summary = _text(one["summary"])
    if not is_grounded(summary, [turn.text for turn in request.turns]):
        raise ValueError("nobody spoke of it")
    fields: "dict[str, Any]" = {
        "session": request.session,
        "started": dates.iso(request.said_at),
        "ended": dates.iso(request.ended_at),
    }
    goal = one.get("goal")
    if isinstance(goal, str) and 0 < len(goal) <= _GOAL:
        fields["goal"] = plain(goal)
    if one.get("outcome") in OUTCOMES:
        fields["outcome"] = one["outcome"]
    entities = one.get("entities")
    if isinstance(entities, list):
        named = [name for name in entities if isinstance(name, str) and 0 < len(name) <= _NAME]
        fields["entities"] = [plain(name) for name in named[:8]]
    if request.actions:
        fields["actions"] = request.actions
        fields["tools"] = sorted({action["tool"] for action in request.actions})
    return summary, fields


def _read_scratchpad(request: "Request", one: "Any", answer: Answer) -> None:
    """Each line by itself; a part of which no line is right stays as it is."""
    if request.purpose != SESSION or not isinstance(one, dict):
        return
    texts = [turn.text for turn in request.turns] + request.page_lines()

    def is_right(line: "Any") -> bool:
        if not scratchpad.is_item(line, _LINE) or not is_grounded(line, texts):
            answer.dropped.append("scratchpad: a line")
            return False
        return True

    focus = one.get("focus")
    if focus == "" or (focus is not None and is_right(focus)):
        answer.scratchpad["focus"] = " ".join(plain(focus).split())
    for name in scratchpad.LISTS:
        lines = one.get(name)
        if isinstance(lines, list):
            right = [" ".join(plain(line).split()) for line in lines[:_LINES] if is_right(line)]
            if right or not lines:
                answer.scratchpad[name] = right


def _text(value: "Any") -> str:
    if not isinstance(value, str):
        raise ValueError("no text")
    text = plain(value).strip()
    if not text or len(text) > _CONTENT:
        raise ValueError("of %d characters" % len(text))
    return text


def _time(value: "Any", size: int) -> str:
    """A day, or a minute where there is one, as records have it; "" for anything else."""
    text = value.strip()[:size].replace("T", " ") if isinstance(value, str) else ""
    try:
        dates.parse(text)
    except ValueError:
        return ""
    return text


def _number(value: "Any", low: float, high: float) -> "float | None":
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        return None
    return value


def _evidence(request: "Request", value: "Any") -> "list[int]":
    """The indexes of the owner's turns that are cited; all of them where nothing is cited."""
    own = [turn.index for turn in request.turns if turn.role == "owner"]
    if value in _NONE or value == []:
        return own
    given = value if isinstance(value, list) else [value]
    cited = [index for index in own if index in given or str(index) in given]
    if not cited:
        raise ValueError("it cites no turn of the owner")
    return cited


def is_grounded(content: str, said: "list[str]") -> bool:
    """True where it shares a word that says something with one of the texts."""
    wanted = [term for term in terms(content) if _is_telling(term)]
    for text in said:
        raw = fold(text).encode()
        for term in wanted:
            if term in raw:
                return True
    return False


def _is_telling(term: bytes) -> bool:
    if is_cjk(term) and len(singles(term)) < 2:
        return False
    return b"|" + term + b"|" not in _GENERIC
