"""
Heard: what an utterance of the owner gives to memory by rules: memories, todos, and what is done.

`todo_words` reads todos and what is done, sentence by sentence; all else is the extractor's. Of a
sentence that is a todo the extractor adds nothing that says the same, and no date of its own: one
sentence is one thing. What repeats is a schedule. Nothing is made of a reminder that
cannot be kept: a plan of its words would never ring; nor of what is to be forgotten. Pure.
"""

from memory.extract.extractor import extract
from memory.extract.scan import has
from memory.extract.utterance import Found
from memory.records.kinds import PROFILE, row_of
from memory.text import dates
from memory.text.folding import has_half, plain, size
from memory.text.script import fold

from . import todo_words
from .rules.forget_clauses import without
from .scores import lasting_words
from .scores.scores import FULL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_SURE = 90
_YEARLY = 5  # characters of a day without its year
_COUNTS, _SEVERAL = "|几年级|几楼|几层|几只|几岁|几口|几班|几栋|", "|好几|十几|没几|"
_QUESTIONS = ("what was ", "what is ", "what's ")
# Kinds that the extractor makes of what is to come.
_TO_COME = ("event", "schedule", "goal", "habit", "moment")


def read(text: str, now: int, names: "Iterable[str]" = ()) -> "list[Found]":
    """
    What is in an utterance, as `memory.extract.extractor.extract`; `now` in local seconds, `names`
    of the family that memory knows. A todo has `due` and `remind` as text; one with the field
    `done` is words of what is done, by then where it was before now.
    """
    if not isinstance(text, str) or has_half(text):
        return []
    text = without(text)
    todos: "list[Found]" = []
    others: "list[Found]" = []
    rest = plain(text)
    for sentence, found in todo_words.todos(text, now):
        one = _found(found)
        if one is not None:
            todos.append(one)
            if sentence in rest:
                others += _beside(one, extract(sentence, now, names))
        if one is not None or "refused" in found:
            rest = rest.replace(sentence, " ", 1)
    done = []
    for words, at in todo_words.done(rest, now):
        done.append(Found("todo", words, {"done": "1" if at == now else dates.minute(at)}, _SURE))
    others = extract(rest if rest != plain(text) else text, now, names) + others
    all_of_it = _with_lasting(others, _lasting(rest, now, names)) + todos + done
    return [one for one in all_of_it if one.kind != "fact" or not _asks(one.content, rest)]


def _lasting(text: str, now: int, names: "Iterable[str]") -> "list[Found]":
    """What the owner asks never to forget, in the sentence that asks it or the one before."""
    found: "list[Found]" = []
    before = ""
    for mark in "。！!\n":
        text = text.replace(mark, ". ")
    for sentence in text.split(". ") if lasting_words.asks(text) else ():
        if lasting_words.asks(sentence):
            told = extract(lasting_words.plainly(sentence.strip()), now, names)
            found += told or extract(before, now, names)
        before = sentence
    return [one for one in found if _may_last(one)]


def _may_last(one: "Found") -> bool:
    """False for what is once and over then, and for what memory has one of and never loses."""
    if one.kind == "event":
        return len(str(one.fields.get("when", ""))) == _YEARLY
    return one.kind not in PROFILE + ("schedule", "goal", "moment")


def _with_lasting(found: "list[Found]", lasting: "list[Found]") -> "list[Found]":
    """What was found, of which these are core memories."""
    told = [one[:3] for one in lasting]
    core = [Found(one.kind, one.content, dict(one.fields, p=FULL), _SURE) for one in lasting]
    return [one for one in found if one[:3] not in told] + core


def _asks(content: str, text: str) -> bool:
    """True for a question without its mark: 我住几楼, "what was it I do for a living"."""
    is_count = has(_COUNTS, content) and not has(_SEVERAL, content)
    return is_count or fold(text.strip()).startswith(_QUESTIONS)


def _found(todo: dict) -> "Found | None":
    """None for a todo that is too long for one, and for what is refused."""
    if "refused" in todo:
        return None
    if "day" in todo:
        return Found("event", todo["content"], {"when": todo["day"]}, _SURE)
    content, due, remind = todo["content"], todo["due"], todo["remind"]
    fields: "dict[str, Any]" = {}
    kind = "todo"
    if todo["repeat"]:
        kind = "schedule"
        fields = {"when": dates.minute(due), "repeat": todo["repeat"]}
    else:
        for name, at in (("due", due), ("remind", remind)):
            if at is not None:
                fields[name] = dates.minute(at)
    if size(content) > row_of(kind).content_cap:
        return None
    return Found(kind, content, fields, _SURE)


def _beside(todo: "Found", found: "list[Found]") -> "list[Found]":
    """Of what the extractor finds in the same sentence that which is another thing."""
    words = fold(todo.content)
    others = []
    for one in found:
        said = fold(one.content)
        if one.kind not in _TO_COME and said and said not in words and words not in said:
            others.append(one)
    return others
