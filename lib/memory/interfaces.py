"""Interfaces: what the memory is given, as types for the type checker; empty on a device."""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from typing import Any, Protocol

    from memory.changes.change import Change
    from memory.erase.selection import Selection
    from memory.records.record import Record

    # Work in steps. Where a step yields True nobody else may change the archive before the next.
    Steps = Generator[bool, None, None]

    class KeyValue(Protocol):
        """An NVS namespace, as esp32.NVS. Raises OSError, with a code of hot/nvs_errors.py."""

        def get_i32(self, key: str) -> int: ...
        def set_i32(self, key: str, value: int) -> None: ...
        def get_blob(self, key: str, buffer: bytearray) -> int: ...
        def set_blob(self, key: str, value: "bytes | bytearray | memoryview") -> None: ...
        def erase_key(self, key: str) -> None: ...
        def commit(self) -> None: ...

    class Numbers(Protocol):
        """Numbers that are read back when written. All raise Broken, `set_number` StoreFull."""

        def number(self, name: str) -> "int | None":
            """None where it is absent."""
            ...

        def set_number(self, name: str, value: int) -> None: ...

    class Clock(Protocol):
        """Local time, and UTC for what lasts over a change of the clock. Seconds since 2000."""

        def now(self) -> int:
            """What the wall clock shows."""
            ...

        def utc(self) -> int: ...

        def instant(self, local: int) -> int:
            """
            The time of UTC at which the wall clock shows `local`. What is missing when it goes
            forward is moved on by as much; what occurs twice is the first, and the second from
            when it was set back.
            """
            ...

        def is_set(self) -> bool:
            """False while the time is not known."""
            ...

    class Random(Protocol):
        """Gives `count` random bytes, as os.urandom does."""

        def __call__(self, __count: int) -> bytes: ...

    class Notify(Protocol):
        """Is told of an event of the memory: `archived`, `recovered`, `storage`, `scrubbed`."""

        def __call__(self, event: str, **fields: object) -> None: ...

    class BlockDevice(Protocol):
        """A raw partition, as esp32.Partition is one, in blocks of 4 KB."""

        def readblocks(self, number: int, buffer: bytearray, offset: int = 0) -> object: ...
        def writeblocks(self, number: int, data: bytes, offset: int = 0) -> object: ...
        def ioctl(self, operation: int, argument: int) -> "Any": ...

    class ConversationTexts(Protocol):
        """What was said in conversations and is kept outside of the memory's records."""

        def texts(self) -> "Iterable[str]":
            """All of it."""
            ...

        def remove(self, unwanted: "Callable[[str], bool]") -> None:
            """Remove each text of which `unwanted(text)` is True. Raises OSError."""
            ...

    class SavedConversation(ConversationTexts, Protocol):
        """The texts of conversations that flash holds while nobody speaks."""

        def erase(self) -> None:
            """Erase all of it from flash. Raises OSError."""
            ...

    class Progress(Protocol):
        """Awaited now and then during long work; `done` of `total` steps are done."""

        async def __call__(self, done: int, total: int) -> None: ...

    class Expander(Protocol):
        """Knows other words for what is asked (`search/expansion.py`). Raises nothing."""

        problem: str  # why there is no table of them, where one is damaged

        def is_ready(self) -> bool:
            """True where there is a table and nothing of it was found damaged."""
            ...

        def whole(self, keyword: str) -> list:
            """Groups of spellings (`search/spellings.py`) for a keyword that is one word."""
            ...

        def is_name(self, word: str, known: bool) -> bool:
            """False for a text of several words; `known`: there are other words for it."""
            ...

        def expand(self, text: str, most: int = 16) -> list:
            """At most so many (word, weight below 1, how, terms it stands for) for a question."""
            ...

        def named_by(self, text: str) -> "list[str]":
            """What a folded word stands for: synonyms, and members where it names a class."""
            ...

        def has(self, text: bytes, word: str) -> bool:
            """False where a folded text has a word only as part of those of another sense."""
            ...

    class SearchBackend(Protocol):
        """
        Finds records for a question (`search/backends.py`). It is told of what changes while it is
        registered, by calls that may not wait; what changed before it finds by ids and revs. One
        with `asked_below`, in percent, is asked where the best that words found scores less; one
        with `erase` has that called in place of `remove` before an erasure.
        """

        name: str  # as answers have it in `matched`

        def available(self) -> bool:
            """False while it cannot answer: it is then not asked, but told of changes."""
            ...

        async def candidates(self, question: str, limit: int) -> "list[tuple[str, float]]":
            """
            (id, score) of at most `limit` records, best first; the score is 0 to 1 and says the
            same for all questions. May raise anything.
            """
            ...

        def add(self, record: "Record") -> None:
            """A record was written or changed, or went to the archive; it is in flash."""
            ...

        def remove(self, id: str) -> None:
            """
            A record was deleted or is about to be erased: nothing made of it may be read any more
            when this returns. It may be an id that was never added.
            """
            ...

        def clear(self) -> None:
            """As `remove`, of everything."""
            ...

    class Derived(Protocol):
        """What was made of other memories, and follows them to the trash, back, out of flash."""

        async def going(self, record: "Record") -> "list[tuple[Record, bool]]":
            """(record, is hot) of what goes to the trash with a record."""
            ...

        async def gone(self, records: "list[Record]") -> None:
            """These are in the trash, and durable: what they changed is as it was without them."""
            ...

        async def back(self, record: "Record") -> None:
            """A record came back: what follows from it is so again."""
            ...

        async def alike(self, selection: "Selection") -> "list[Record]":
            """What says the same as what is selected, and is to be erased with it."""
            ...

        async def erasing(self, selection: "Selection") -> None:
            """
            Have nothing that stays say what is selected; add to the selection what was made of it,
            and which earlier states of what stays go.
            """
            ...

    class Advisor(Protocol):
        """
        Says of a record that is being written what the store itself does not judge: `lib/mind`.
        Called by holders of the lock.
        """

        def weigh(self, record: "Record") -> float:
            """How much it counts where one must leave; more stays."""
            ...

        async def complete(self, kind: str, fields: dict, now: int) -> None:
            """Add to the fields of a new record what is not told."""
            ...

        async def predecessor(
            self, kind: str, fields: dict, now: int
        ) -> "tuple[Record, bool] | None":
            """(record, is hot) that was true until this new one; None for none."""
            ...

        async def successor(self, record: "Record") -> "str | None":
            """The id of what is true now in the place of a record that comes back."""
            ...

        def reclaim(self, record: "Record", changes: dict) -> "list[str]":
            """
            Add to the changes of a record that is corrected or comes back what follows from them;
            the names of sentences about that.
            """
            ...

        async def corrected(self, record: "Record", before: "Record") -> None:
            """A record got other words than `before`, and is durable."""
            ...

        async def came_back(self, change: "Change") -> None:
            """A record is back from the trash; may add to the change what left memory for it."""
            ...

        def past_of(self, record: "Record", id: str, now: int) -> "Record":
            """What a field of the profile was until now, as a record of its own with this id."""
            ...

        async def written(self, change: "Change") -> None:
            """A change is durable; may add to it what left memory for it."""
            ...

        async def told_again(self, change: "Change", source: "str | None") -> None:
            """What is known was told once more, over this channel."""
            ...

    class LineDropper(Protocol):
        """Says which lines a rewritten pack leaves out, asked once for each line in order."""

        through: int

        def drops(self, row: list, text: bytes) -> bool: ...
