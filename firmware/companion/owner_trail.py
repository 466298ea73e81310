"""
Owner trail: what the owner said last, and what came of each, for owner_commands.py. In RAM alone.
"""

from memory.records.kinds import DATED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .extraction_queue import Item

_DATED = DATED + ("todo",)


class Turn:
    """One thing that the owner said, and what came of it."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.marks: "list[int]" = []  # of its messages in the chat history
        self.names: "list[tuple[str, int]]" = []  # of its turns in the transcript
        self.learned: "list[Learned]" = []  # oldest first
        self.about: "Turn | None" = None  # the turn that these words are for, if they are for one
        self.is_off_record = False
        self.is_kept = True  # False while remembering is paused: nothing is learned from it

    @property
    def plans(self) -> "list[Learned]":
        """What was learned from it that has a date."""
        return [one for one in self.learned if one.kind in _DATED]


class Learned:
    """What was learned from a turn: an item of the queue, or a record once `id` is known."""

    def __init__(self, kind: str, content: str, fields: dict, item: "Item | None", id: str):
        self.kind = kind
        self.content = content
        self.fields = fields
        self.item = item
        self.id = id

    @property
    def day(self) -> str:
        """Of a plan, YYYY-MM-DD."""
        return str(self.fields.get("when", ""))[:10]

    def is_one_with(self, other: "Learned") -> bool:
        """True for itself, and for another day of a plan that is on several."""
        repeat = self.fields.get("repeat")
        is_plan = repeat is not None and self.kind == other.kind and self.content == other.content
        return self is other or (is_plan and repeat == other.fields.get("repeat"))


class Removal:
    """What is to go: records, items of the queue, and what was said."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.ids: "list[str]" = []
        self.marks: "list[int]" = []
        self.names: "list[tuple[str, int]]" = []
        self.items: "list[Item]" = []
        self.gone: "list[str]" = []
        self.alone = False  # nothing was said before
        self.about = ""  # the memory that is to go, as it is said to the owner
