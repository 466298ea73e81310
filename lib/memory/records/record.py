"""A record: one memory, with the fields that it may have, or a line of the log that says one."""

import hashlib

from micropython import const

from memory.text.folding import fold, folded

from .fields import GIVEN_UP
from .ids import counter_of
from .kinds import BY_NAME, IMPORTANCE, MORE_TEXTS, TEXTS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

# Bits of the field `flags`, and the members that they are in JSON.
SUSPECT = 1  # reads like an instruction to a model: not offered unless asked for
TRUSTED = 2  # its owner says that it may be offered, however it reads
_SEEN_MOST = const(8)
_HASH_BYTES = const(8)
_CONTENT = ["content"]
# Kinds that tell a taste: the owner's, unless the field `subject` names somebody else.
_TASTES = ("like", "dislike", "preference")
OWNERS = (
    "用户", "主人", "我", "本人", "自己", "使用者", "user", "the user", "owner", "the owner", "i",
    "me", "myself", "self",
)  # fmt: skip


class Record:
    """
    One memory. `fields` maps names of the field table (`fields`) to values in their RAM form.
    `unknown` [(number, bytes)] and `other` (JSON members) are not known to this version.
    """

    approx = False  # the class's, as of most
    _folded: "bytes | None" = None

    def __init__(self, id: str, kind: str, created: int, fields: dict, rev: int = 1) -> None:
        self.id = id
        self.kind = kind
        self.created = created
        self.rev = rev
        self.fields = fields
        self.unknown: "list[tuple]" = []
        self.other: "dict[str, Any]" = {}

    @property
    def content(self) -> str:
        return self.fields.get("content", "")

    @property
    def suspect(self) -> bool:
        """True where it reads like an instruction, and its owner has not said otherwise."""
        return self.fields.get("flags", 0) & (SUSPECT | TRUSTED) == SUSPECT

    @property
    def another(self) -> str:
        """As `another_of`."""
        return another_of(self.kind, self.fields)

    @property
    def deleted(self) -> bool:
        """True for one in the trash that was deleted: nothing but the trash finds it."""
        return "trashed_at" in self.fields and self.fields.get("reason", 0) < GIVEN_UP

    def importance(self) -> float:
        """What was told of its importance, 0 to 100."""
        told: float = self.fields.get("importance", IMPORTANCE)
        return told

    def told_after(self, other: "Record") -> bool:
        """True where this was told later: of one second the one with the higher id."""
        if self.created != other.created:
            return self.created > other.created
        return counter_of(self.id) > counter_of(other.id)

    def get(self, name: str, default: "Any" = None) -> "Any":
        """A field's value, or the default where it is absent."""
        return self.fields.get(name, default)

    def words(self) -> str:
        """
        All of its text that a keyword is searched in. Of a kind that only a newer version knows it
        is all there is, since what is forgotten must be found in it.
        """
        found: "list[str]" = []
        if self.kind in BY_NAME:
            found = [self.fields[name] for name in TEXTS if name in self.fields]
            for name in MORE_TEXTS.get(self.kind, ()):
                add_texts(self.fields.get(name), found)
            return found[0] if len(found) == 1 else "\n".join(found)
        for values in (self.fields, self.other):
            for name in sorted(values):
                add_texts(values[name], found)
        return "\n".join(found)

    def told_words(self) -> str:
        """`words`, of the taste of somebody else with their name before them."""
        of = self.another
        return of + " " + self.words() if of else self.words()

    def folded_words(self) -> bytes:
        """
        `words`, folded, in UTF-8: MicroPython looks a new str up among all names, bytes not. Made
        once, so for a record whose texts do not change any more.
        """
        if self._folded is None:
            if self.kind in BY_NAME and self.kind not in MORE_TEXTS:
                fields = self.fields
                texts = [fields[name].encode() for name in TEXTS if name in fields]
                self._folded = folded(b"\n".join(texts))
            else:
                self._folded = folded(self.words().encode())
        return self._folded

    def take_words(self, folded_words: bytes) -> None:
        """Take its folded words from a line of which nothing else is read."""
        self._folded = folded_words

    def folded_content(self) -> bytes:
        """`content`, folded, in UTF-8: kept with the words where those are nothing else."""
        fields = self.fields
        if self.kind in BY_NAME and self.kind not in MORE_TEXTS:
            if [name for name in TEXTS if name in fields] == _CONTENT:
                return self.folded_words()
        return folded(self.content.encode())

    def words_hash(self) -> bytes:
        """64 bits of the SHA-256 of `folded_words`, as tombstones have it."""
        return hashlib.sha256(self.folded_words()).digest()[:_HASH_BYTES]

    def seen_by_next(self) -> "tuple[str, ...]":
        """The field `seen` of the state that this store makes of this one."""
        seen: "tuple[str, ...]" = self.fields.get("seen", ())
        store = self.fields.get("store")
        if store is None:
            return seen
        others = [one for one in seen if not one.startswith(store + ":")]
        return tuple(others[1 - _SEEN_MOST :]) + ("%s:%d" % (store, self.rev),)

    def revised(self, now: int, **changes: object) -> "Record":
        """A copy with the next rev and these fields changed; None removes one."""
        fields = dict(self.fields)
        fields["updated"] = now
        if fields.pop("store", None) is not None:  # this one makes the new state
            fields["seen"] = self.seen_by_next()
        for name, value in changes.items():
            if value is None:
                fields.pop(name, None)
            else:
                fields[name] = value
        copy = Record(self.id, self.kind, self.created, fields, self.rev + 1)
        copy.approx = self.approx
        copy.unknown = self.unknown
        copy.other = self.other
        return copy


class Line:
    """A parsed line: the record, or None where it is a deletion, and its marks."""

    # What few lines have is the class's: setting all of it is a third of the time of a line.
    record: "Record | None" = None
    keep = False
    hot = False
    next: "Record | None" = None
    deleted_at = 0  # of a deletion
    store: "str | None" = None  # that deleted it, where it is another one
    words_hash = b""  # of a tombstone

    def __init__(self, id: str, kind: str, rev: int) -> None:
        self.id = id
        self.kind = kind
        self.rev = rev


def holds(fields: dict, day: int) -> bool:
    """True for what is so on a day, a number as fields of days have it: neither over nor ahead."""
    if fields.get("superseded_by") is not None:
        return False
    first: int = fields.get("valid_from", day)
    last: int = fields.get("valid_to", day)
    return first <= day <= last


def another_of(kind: str, fields: dict) -> str:
    """Whose a taste is, where its field `subject` names another than the owner; else ""."""
    of: str = fields.get("subject") or ""
    return of if kind in _TASTES and fold(of).strip() not in OWNERS + ("",) else ""


def add_texts(value: "Any", found: "list[str]") -> None:
    """Append the texts in a value of a field or of JSON."""
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, (list, tuple)):
        for one in value:
            add_texts(one, found)
    elif isinstance(value, dict):
        for name in sorted(value):
            add_texts(value[name], found)
