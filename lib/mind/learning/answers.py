"""
Answers: what of a model's answer is believed.

Each item is checked by itself; what is wrong is dropped with its reason, never the rest. A memory
has to be of a kind that a model may find, and share a word with what the owner said in the turns
that it cites: what the companion said, or what was recalled, is never learned again. Operations go
by ids of the request, need a word of the owner's too, and core memories are only patched. Pure.
"""

from memory.guard.screening import is_harmless
from memory.records.fields import OUTCOMES, bounds_of
from memory.text import dates
from memory.text.folding import cut, has_half, plain
from memory.text.script import fold
from memory.text.terms import is_cjk, singles, terms
from micropython import const

from .. import scratchpad
from ..episodes import fitted
from ..predicates import OWNER, claims, single_valued
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
_DECISION = const(120)  # bytes
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
# What an answer is that has nothing to say.
_NOTHING = ("[]", "{}", "none", "null", "nothing", "n/a", "nomemories", "无", "没有", "空", "暂无")
_OWN = ("user", "the user", "owner", "the owner", "i", "me", "主人", "我", "使用者")
_CLAIMS_NONE = ("todo", "like", "dislike")  # of what is not so yet, or is by its kind
_PASSING = ("lesson", "rule")  # kinds that may end where nobody tells a duration


class Answer:
    """
    What is to be done: `memories` (kind, content, fields, id that it updates or ""), `operations`
    (op, id, content, index of the turn that says it), `useful` ids, the `episode` of a talk that
    is over and its parts of the `scratchpad`; `dropped` are reasons, for the log.
    """

    def __init__(self) -> None:
        self.memories: "list[tuple[str, str, dict, str]]" = []
        self.operations: "list[tuple[str, str, str, int]]" = []
        self.useful: "list[str]" = []
        self.episode: "tuple[str, dict] | None" = None  # summary, fields
        self.scratchpad: "dict[str, Any]" = {}  # parts that it replaces
        self.dropped: "list[str]" = []


def says_nothing(text: str) -> bool:
    """True for the answer of a model that found nothing, and says so without an object."""
    text = text.partition("</think>")[2] or text
    fence = text.find("```")
    if fence >= 0:
        text = text[fence + 3 :].partition("```")[0].strip()
        text = text[4:] if text.lower().startswith("json") else text
        if not text.strip():
            return True
    bare = "".join(text.lower().split())
    for mark in (".", "。", '"', "'", "*"):
        bare = bare.replace(mark, "")
    return bare in _NOTHING


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
    fields.update(_claimed(kind, content, one))
    if scores.p_of(kind, content, mind.numbers) >= scores.FULL:
        fields.pop("p", None)  # rules say that it lasts, whatever the model makes of it
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
    tags = _words(one, "tags")
    if tags:
        fields["tags"] = tags
    return fields


def _claimed(kind: str, content: str, one: "dict[str, Any]") -> "dict[str, str]":
    """
    The subject and predicate that a model tells. What rules read in the content counts more, and
    of one value, as where somebody lives, only they or an update decide: another memory would be
    over for it.
    """
    words = [_word(one.get(name), bounds_of(name)) for name in ("subject", "predicate")]
    subject, predicate = words
    is_told = subject and kind not in _CLAIMS_NONE and is_harmless("\n".join(words))
    if not is_told or claims(content, kind):
        return {}
    subject = OWNER if subject.lower() in _OWN else subject
    single = single_valued(predicate) if predicate else None
    if not predicate or (single is not None and one.get("updates") in _NONE):
        return {"subject": subject}
    return {"subject": subject, "predicate": single or predicate}


def _word(value: "Any", most: int) -> str:
    """A text of at most so many bytes, in one line; "" for anything else."""
    if not isinstance(value, str) or value in _NONE or has_half(value):
        return ""
    text = " ".join(plain(value).split())
    return text if len(text.encode()) <= most else ""


def _words(one: "dict[str, Any]", name: str) -> "list[str]":
    """Those of a list that are harmless and within the bounds of its field, each once."""
    count, most = bounds_of(name)
    found: "list[str]" = []
    for value in _list(one, name):
        text = _word(value, most)
        if text and text not in found and len(found) < count:
            found.append(text)
    return found if is_harmless("\n".join(found)) else [one for one in found if is_harmless(one)]


def _operation(
    mind: "Mind", request: "Request", one: "dict[str, Any]"
) -> "tuple[str, str, str, int]":
    what, id = one["op"], one["id"]
    if what not in ("patch", "trash"):
        raise ValueError("no operation")
    record = request.known.get(id)
    if record is None:
        raise ValueError("its id was not in the request")
    if what == "patch":
        content = _text(one["content"])
        index = _said_in(request, content)
        if index < 0:
            raise ValueError("the owner did not say it")
        return what, id, content, index
    if scores.is_core(record, mind.numbers):
        raise ValueError("core memories are only patched")
    index = _said_in(request, record.words())
    if index < 0:
        raise ValueError("the owner did not speak of it")
    return what, id, "", index


def _said_in(request: "Request", content: str) -> int:
    """The index of the last turn of the owner that a text shares a word with; -1 for none."""
    for turn in reversed(request.turns):
        if turn.role == "owner" and is_grounded(content, [turn.text]):
            return turn.index
    return -1


def _episode(request: "Request", one: "dict[str, Any]") -> "tuple[str, dict]":
    summary = _text(one["summary"])
    if not is_grounded(summary, [turn.text for turn in request.turns]):
        raise ValueError("nobody spoke of it")
    fields: "dict[str, Any]" = {
        "session": request.session,
        "started": dates.iso(request.said_at),
        "ended": dates.iso(request.ended_at),
    }
    goal = _word(one.get("goal"), bounds_of("goal"))
    if goal and is_harmless(goal):
        fields["goal"] = goal
    if one.get("outcome") in OUTCOMES:
        fields["outcome"] = one["outcome"]
    for name in ("entities", "tags"):
        if isinstance(one.get(name), list):
            fields[name] = _words(one, name)
    if request.actions:
        fields["actions"] = _decided(request.actions, _list(one, "actions"))
        fields["tools"] = sorted({action["tool"] for action in request.actions})
    return summary, fields


def _decided(actions: "list[dict]", told: list) -> "list[dict]":
    """What tools did, with why, where a model tells it of a tool."""
    found = [dict(action) for action in actions]
    for one in told:
        decision = one.get("decision") if isinstance(one, dict) else None
        if not isinstance(decision, str) or has_half(decision) or not is_harmless(decision):
            continue
        for action in found:
            if action["tool"] == one.get("tool") and "decision" not in action:
                action["decision"] = cut(plain(decision), _DECISION)
                break
    return fitted(found)


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
