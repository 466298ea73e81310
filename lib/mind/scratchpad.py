"""
Scratchpad: a page of at most 2,000 characters on what the owner has in hand.

Owns its parts, how they are worded and read back, and the bytes of `/memory/scratchpad`
(docs/FORMAT.md section 20). `done` follows the talk by rules, and so do focus and next steps where
the owner says them (`learning.in_hand`); those, projects and questions are rewritten by the model
that reads a talk (`learning`); the owner edits all of it, and
lines of their own under no head are `notes`, which no model rewrites. It names few ids of what it
was made of, so forgetting anything drops it whole.
"""

import json

from memory.errors import ArchiveUnavailable, Outdated, Rejected, Secret
from memory.guard import secrets
from memory.guard.prompt_injection import is_injection
from memory.guard.screening import is_harmless
from memory.log import checked_file
from memory.log.manifest import remove_left, wrong
from memory.records.record import Record
from memory.text import dates
from memory.text.folding import has_half, plain
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.changes.change import Change
    from memory.engine import Memory
    from memory.interfaces import Clock

_NAME = "/scratchpad"
_FORMAT = const(1)
_FILE_MOST = const(16384)  # bytes
MOST = const(2000)  # characters of the page
_DONE = const(5)  # things that were done
_DONE_CHARACTERS = const(60)  # of one
_NEXT = const(5)  # next steps that rules note
_HEARD = const(8)  # lines of which the page knows in what turn they were said
_JUST_NOW_S = const(60)
_AROUND = const(100)  # characters of all heads, and more
_AROUND_DONE = const(40)  # characters of such a line without its words, and more
LISTS = ("projects", "questions", "next")
COMPLETED, KEPT, CHANGED = range(3)
_HEADS = {
    "zh": {
        "focus": "在忙",
        "projects": "项目",
        "questions": "问题",
        "next": "下一步",
        "done": "做过",
    },
    "en": {
        "focus": "Focus",
        "projects": "Projects",
        "questions": "Questions",
        "next": "Next",
        "done": "Done",
    },
}
_COLONS = {"zh": "：", "en": ": "}
_VERBS = {"zh": ("完成", "记下", "改成"), "en": ("completed", "remembered", "changed")}


class Scratchpad:
    """
    `parts` are focus, projects, questions, next, notes, done [[local time, what was done with it,
    id, words]] and updated (0: never). What rules add is in flash after the talk (`save`), all
    else when a call returns.
    """

    def __init__(self, memory: "Memory", clock: "Clock") -> None:
        self._memory = memory
        self._clock = clock
        self.parts: "dict[str, Any]" = _empty()
        self.is_changed = False
        self._heard: "list[tuple]" = []  # (turn, part, what it was before, what it became)

    # -- its text --------------------------------------------------------------------------------

    def text(self, language: str) -> str:
        """The whole page, as its owner sees it."""
        return "\n".join(_lines(self.parts, "en" if language == "en" else "zh"))

    def trusted(self, language: str) -> str:
        """The page for a prompt: without what reads like an instruction or a secret."""
        parts = dict(self.parts)
        parts["notes"] = "\n".join([one for one in parts["notes"].split("\n") if is_harmless(one)])
        parts["focus"] = parts["focus"] if is_harmless(parts["focus"]) else ""
        for name in LISTS:
            parts[name] = [one for one in parts[name] if is_harmless(one)]
        parts["done"] = [row for row in parts["done"] if is_harmless(row[3])]
        text = "\n".join(_lines(parts, "en" if language == "en" else "zh"))
        return "" if is_injection(text) else text  # several lines may do it together

    def rewritable(self, most: int) -> "dict[str, Any]":
        """What a model may rewrite, as many of its lines as have `most` characters."""
        found: "dict[str, Any]" = {}
        for name in ("focus",) + LISTS:
            value = self.parts[name]
            for one in [value] if name == "focus" else value:
                most -= len(one) + len(name)
                if one and most >= 0 and is_harmless(one):
                    if name == "focus":
                        found[name] = one
                    else:
                        found.setdefault(name, []).append(one)
        return found

    # -- changes ---------------------------------------------------------------------------------

    def note_completed(self, record: Record) -> None:
        """A todo may have been completed just now."""
        at = record.get("completed")
        if record.kind == "todo" and at is not None:
            if 0 <= self._clock.now() - at < _JUST_NOW_S:
                self._note(at, COMPLETED, record)

    def note_written(self, change: "Change") -> None:
        """A tool or program has written something; what rules and models learn is not noted."""
        record = change.record
        if record is not None and record.get("client") is not None and record.kind != "episode":
            verb = KEPT if change.result == "ADDED" else CHANGED
            self._note(self._clock.now(), verb, record)

    def note_heard(self, part: str, words: str, turn: str) -> None:
        """The owner says to have this in hand (`focus`), or to do it `next`."""
        before = self.parts[part]
        if not is_harmless(words) or (words == before if part == "focus" else words in before):
            return
        now = words if part == "focus" else (before + [words])[-_NEXT:]
        self.parts[part] = now
        self._heard = (self._heard + [(turn, part, before, now)])[-_HEARD:]
        _fit(self.parts)
        self._changed()

    def unhear(self, turns: "list[str]") -> None:
        """What was said in these turns is not to be kept."""
        for turn, part, before, now in reversed(self._heard):
            if turn in turns and self.parts[part] == now:
                self.parts[part] = before
                self._changed()

    def _note(self, at: int, verb: int, record: Record) -> None:
        if record.suspect or not record.content:
            return
        words = _line(record.content)
        if len(words) > _DONE_CHARACTERS:
            words = words[: _DONE_CHARACTERS - 1] + "…"
        row = [at, verb, record.id, words]
        done = [one for one in self.parts["done"] if one[1:3] != row[1:3]]
        self.parts["done"] = (done + [row])[-_DONE:]
        _fit(self.parts)
        self._changed()

    def remove(self, id: str) -> None:
        """A memory was deleted: it was not done."""
        kept = [row for row in self.parts["done"] if row[2] != id]
        if len(kept) < len(self.parts["done"]):
            self.parts["done"] = kept
            self._changed()

    def _changed(self) -> None:
        self.parts["updated"] = self._later()
        self.is_changed = True

    def _later(self) -> int:
        """When the page changes: later than before, by which who edits it knows it."""
        before: int = self.parts["updated"]
        return max(self._clock.now(), before + 1)

    def merged(self, told: "dict[str, Any]", shown: "dict[str, Any]") -> "dict[str, Any]":
        """
        What a model has `told` of focus and lists, with the lines that it was not `shown`.
        """
        found = dict(told)
        for name in LISTS:
            if name in told:
                known = shown.get(name, ())
                kept = [one for one in self.parts[name] if one not in known]
                found[name] = told[name] + [one for one in kept if one not in told[name]]
        if not told.get("focus", "x") and self.parts["focus"] != shown.get("focus", ""):
            found.pop("focus")
        return found

    async def rewrite(self, merged: "dict[str, Any]") -> None:
        """Replace these parts. Raises StoreFull, Broken; then nothing has changed."""
        async with self._memory.lock:
            parts = dict(self.parts)
            parts.update(merged)
            _fit(parts)
            parts["updated"] = self._later()
            self._write(parts)

    async def put(self, text: object, since: "int | None" = None) -> None:
        """
        The owner's own version of the whole page, of the one that was `updated` then. Raises
        Outdated where it is another by now, Rejected, Secret, ArchiveUnavailable, StoreFull,
        Broken; then nothing has changed.
        """
        if not isinstance(text, str) or has_half(text):
            raise Rejected("not_text", "text must be text", field="text")
        what = secrets.detect(text)
        if what:
            raise Secret("secret", "what looks like a secret is not kept", what=what)
        if self._memory.log is None:
            raise ArchiveUnavailable("away", "the archive is not mounted")
        async with self._memory.lock:
            if since is not None and since != self.parts["updated"]:
                raise Outdated("page_changed", "the page was changed meanwhile")
            parts = _parsed(plain(text), self.parts["done"])
            found = _length(parts)
            if found > MOST:
                problem = "the page has %d characters; at most %d are allowed" % (found, MOST)
                raise Rejected("page_long", problem, field="text", size=found, cap=MOST)
            parts["updated"] = self._later()
            self._write(parts)

    # -- flash -----------------------------------------------------------------------------------

    def load(self) -> None:
        """Read it. One that is damaged or of another version is removed. Raises Broken."""
        if self._memory.log is None or not checked_file.exists(self._memory.root + _NAME):
            return
        try:
            raw = checked_file.read(self._memory.root + _NAME, _FILE_MOST)
        except OSError as e:
            raise wrong(e, "reading the scratchpad")
        found = None if raw is None else json.loads(raw)
        if found is None or found.pop("format") != _FORMAT:
            self.forget()
        else:
            self.parts.update(found)

    def save(self) -> None:
        """Have in flash what rules have added. Raises StoreFull, Broken."""
        if self.is_changed:
            self._write(self.parts)

    def _write(self, parts: "dict[str, Any]") -> None:
        if self._memory.log is not None:
            data = json.dumps(dict(parts, format=_FORMAT)).encode()
            try:
                for _ in checked_file.replace(self._memory.root + _NAME, data):
                    pass
            except OSError as e:
                raise wrong(e, "writing the scratchpad")
        self.parts = parts
        self.is_changed = False

    def forget(self) -> None:
        """Let go of all of it, in flash too. Raises Broken."""
        self.parts = _empty()
        self.is_changed = False
        if self._memory.log is not None:
            for path in (_NAME + ".new", _NAME):
                remove_left(self._memory.root + path)


def is_item(text: object, most: int) -> bool:
    """Whether a line of at most so many characters, of a model, may stand on the page."""
    return isinstance(text, str) and 0 < len(text) <= most and is_harmless(text)


def _empty() -> "dict[str, Any]":
    parts: "dict[str, Any]" = {"focus": "", "notes": "", "done": [], "updated": 0}
    for name in LISTS:
        parts[name] = []
    return parts


def _line(text: str) -> str:
    return " ".join(plain(text).split())


def _lines(parts: "dict[str, Any]", language: str) -> "list[str]":
    heads, colon = _HEADS[language], _COLONS[language]
    lines = [parts["notes"]] if parts["notes"] else []
    if parts["focus"]:
        lines.append(heads["focus"] + colon + parts["focus"])
    for name in LISTS:
        if parts[name]:
            lines.append((heads[name] + colon).strip())
            lines += ["- " + one for one in parts[name]]
    if parts["done"]:
        lines.append((heads["done"] + colon).strip())
        lines += ["- " + _done_line(row, language) for row in parts["done"]]
    return lines


def _done_line(row: list, language: str) -> str:
    verb = _VERBS[language][row[1]] + _COLONS[language]
    return "%s %s%s" % (dates.minute(row[0]), verb, row[3])


def _length(parts: "dict[str, Any]") -> int:
    """Of one language, whatever the device speaks: what fits once fits for good."""
    return len("\n".join(_lines(parts, "zh")))


def _at_most(parts: "dict[str, Any]") -> int:
    """No less than `_length`, told without wording the page, which each write would do."""
    found: int = _AROUND + len(parts["notes"]) + len(parts["focus"])
    for name in LISTS:
        found += sum([len(one) + 3 for one in parts[name]])
    return found + sum([len(row[3]) + _AROUND_DONE for row in parts["done"]])


def _fit(parts: "dict[str, Any]") -> None:
    """Let go of what was done first, then of the last lines; the owner's notes stay."""
    if _at_most(parts) <= MOST:
        return
    while _length(parts) > MOST:
        for name in ("done", "questions", "projects", "next"):
            if parts[name]:
                parts[name] = parts[name][1:] if name == "done" else parts[name][:-1]
                break
        else:
            parts["focus"] = ""
            return


def _parsed(text: str, done: "list[list]") -> "dict[str, Any]":
    """The parts of a page that was edited; of what was `done` lines may go, and none may come."""
    parts = _empty()
    notes: "list[str]" = []
    part = "notes"
    for raw in text.split("\n"):
        head, rest = _head(raw)
        if head:
            part, raw = head, rest
        line = _line(raw)
        if line.startswith("- "):
            line = line[2:]
        if part == "notes" and not head:
            notes.append(raw.rstrip())
        elif line:
            if part == "focus":
                parts["focus"] = line
                part = "notes"
            elif part == "done":
                same = [
                    row for row in done if line in (_done_line(row, "zh"), _done_line(row, "en"))
                ]
                parts["done"] += same
                if not same:
                    notes.append(line)
            else:
                parts[part].append(line)
    parts["notes"] = "\n".join(notes).strip()
    return parts


def _head(line: str) -> "tuple[str, str]":
    """(the part that a line begins, what it says behind the head); ("", "") for another line."""
    found = line.strip().replace("：", ":", 1)
    word, colon, rest = found.partition(":")
    if colon:
        for heads in _HEADS.values():
            for name, head in heads.items():
                if word.lower() == head.lower():
                    return name, rest
    return "", ""
