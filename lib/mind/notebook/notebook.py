"""
The notebook: the memories that may be offered unasked, 800 of them at most.

Owns which memories are members, what each weighs today, which leaves when there are too many, and
which say the same of whom (`claims`). It is
kept in RAM beside the store and can always be made again from it (`notebook_file`). History counts
as a member, so that what was true once can be told, but weighs least. Pure but for the clock.
"""

from array import array
from binascii import crc32

from memory.records.record import holds
from memory.records.values import day_number
from memory.text import dates
from memory.text.script import fold
from micropython import const

from ..scores import scores
from ..scores.categories import is_semantic
from .members import DATED, EXPIRES, OVER, SUSPECT, Members
from .recent_records import RecentRecords
from .word_hashes import NAMED, claim_term, hash_of, hashes_of, sharing

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from memory.interfaces import Clock
    from memory.records.record import Record

    from .members import Member

_NO_CLAIM = const(0)
# Weights of rows are whole numbers: floats would be 50 KB of garbage for each look at all of them.
_PARTS = const(1000000)  # of a weight of 1
_CORE_WEIGHT = const(2000000)  # added to the weight of core ones where the lightest is looked for
_OWNER = "用户"
_CLAIMING_KINDS = (
    "fact",
    "person",
    "family",
    "trait",
)  # kinds of which one may make several claims
_NAMING_MOST = const(24)  # members that are read for the names of relatives, and names known
_CLAIMS_MOST = const(4)  # of a memory that makes several
# What the fields of the profile claim of the owner.
_PROFILE_CLAIMS = {
    "name": "名字",
    "age": "年龄",
    "gender": "性别",
    "location": "住在",
    "birthday": "生日",
}


def claim_number(subject: "str | None", predicate: "str | None") -> int:
    """A number for who and what a claim is about, 0 for none."""
    if not subject or not predicate:
        return _NO_CLAIM
    return crc32(fold(subject + "|" + predicate).encode()) or 1


def may_be_member(record: "Record") -> bool:
    """True for what may be offered: no schedule, nothing in the trash or given up before."""
    if not is_semantic(record.kind) or record.get("notebook") == 0:
        return False
    return record.get("reason") is None and record.get("trashed_at") is None


class Notebook:
    """
    `numbers` are the settings of the mind, `claims` gives (subject, predicate) of all that a
    memory claims, `relatives` (relation, name) of those whom it calls by name, `shapes` its shapes
    packed, or None where nobody knows which words show them. `names` are the relatives of all
    members, None where they are to be read; `changed` counts what its file lacks.
    """

    def __init__(
        self,
        clock: "Clock",
        numbers: "dict[str, Any]",
        claims: "Callable[[Record], list[tuple]]",
        relatives: "Callable[[Record], list[tuple]]",
        shapes: "Callable[[Record], bytes | None]",
    ) -> None:
        self._claims = claims
        self._relatives = relatives
        self._shapes = shapes
        self.names: "list[tuple] | None" = []
        self._clock = clock
        self.numbers = numbers
        self.members = Members()
        self.texts = RecentRecords()
        self.changed = 0
        self.cores = 0
        self._day = -1
        self._weights: "array[int]" = array("I")  # by row, of `_day`
        self._cut = 0  # the weight of the lightest candidate
        self._is_cut = False  # whether that is known

    def restore(self, members: Members) -> None:
        """Take the members that a file had."""
        self.members = members
        self.names = None
        self.cores = 0
        for number in range(members.count):
            self.cores += members.p(number) >= scores.FULL
        self._day = -1
        self.changed = 0

    def today(self) -> int:
        """The number of this day."""
        return self._clock.now() // dates.DAY

    # -- who is in -----------------------------------------------------------------------------

    def put(self, record: "Record", used: "tuple[int, int] | None" = None) -> None:
        """Take a memory in, or note its new state; `used` is (last day, uses) where known."""
        self.texts.drop(record.id)
        number = self.members.find(record.id)
        if number < 0:
            number = self.members.count
            last = record.get("updated", record.created) // dates.DAY
            last, uses = used or (last, self.members.take_left(record.id))
        else:
            known = self.members.get(number)
            self.cores -= known.p >= scores.FULL
            last, uses = used or (self.today(), known.uses)
        found = self._scores_of(record)
        flags = self._flags_of_days(record)
        flags |= SUSPECT if record.suspect else 0
        flags |= EXPIRES if record.get("expires") is not None else 0
        claim = claim_number(record.get("subject"), record.get("predicate"))
        if record.kind in _PROFILE_CLAIMS:
            claim = claim_number(_OWNER, _PROFILE_CLAIMS[record.kind])
        is_read = record.kind in _CLAIMING_KINDS  # what happened claims nothing
        is_read = is_read and (not claim or " who " in record.content)
        several = self._claims(record)[:_CLAIMS_MOST] if is_read else []
        more = [claim_term(*one) for one in several]
        if record.kind in _CLAIMING_KINDS and self._is_naming(record, number):
            more.append(NAMED)
        words = hashes_of(record.told_words(), more)
        self.members.put(number, record, found, claim, flags, last, uses, words)
        self.cores += found[2] >= scores.FULL
        if self._day >= 0:
            weight = self._ranked_weight(number)
            if number < len(self._weights):
                self._weights[number] = weight
            else:
                self._weights.append(weight)
        self._changed()
        self.shape(number, record)  # last: it may read the weights, and fail

    def _scores_of(self, record: "Record") -> "tuple[int, int, int, int]":
        """Its scores; where an import brings more core memories than may be, the first are."""
        found = scores.scores_of(record, self.numbers)
        if found[2] >= scores.FULL and not self.has_room_for_core():
            return found[0], found[1], scores.FULL - 1, found[3]
        return found

    def shape(self, number: int, record: "Record") -> None:
        """Note what a member tells, as far as that is known."""
        shapes = self._shapes(record)
        if shapes is not None:
            self.members.shape(number, shapes)

    def _flags_of_days(self, record: "Record") -> int:
        """Whether it is true today, and whether it is to be asked again on another day."""
        today = day_number(self._clock.now())
        if record.get("valid_from", today) > today:
            return OVER | SUSPECT | DATED  # no answer to what was either
        if not holds(record.fields, today):
            return OVER
        return DATED if "valid_to" in record.fields else 0

    def _is_naming(self, record: "Record", number: int) -> bool:
        """
        True for a memory that is to be read for the names of relatives: of many that tell one
        only the first, so that few are read.
        """
        was_naming = self._has_names(number)
        found = self._relatives(record)
        if was_naming:
            self.names = None
        elif self.names is not None:
            found = [one for one in found if one not in self.names]
            found = found if len(self.names) < _NAMING_MOST else []
            self.names += found
        return bool(found)

    def _has_names(self, number: int) -> bool:
        is_known = number < self.members.count
        return is_known and self.members.has_word(number, [hash_of(NAMED)])

    def _forget_names(self, number: int) -> None:
        """Have the names read again where this row has one."""
        if self._has_names(number):
            self.names = None

    def naming(self) -> "list[str]":
        """The ids of members that call a relative by name, few enough to be read."""
        rows = sharing(array("H", [hash_of(NAMED)]), self.members.words, bytes(self.members.count))
        return [self.members.get(row).id for row in rows[:_NAMING_MOST]]

    def erase(self, id: str) -> None:
        """As `remove`, and nothing is known of it any more."""
        self.remove(id)
        self.members.take_left(id)

    def remove(self, id: str) -> bool:
        """Take a memory out; False where it is no member."""
        self.texts.drop(id)
        number = self.members.find(id)
        if number < 0:
            return False
        self._forget_names(number)
        self.cores -= self.members.p(number) >= scores.FULL
        self.members.remove(number)
        if self._day >= 0:
            self._weights[number] = self._weights[len(self._weights) - 1]
            self._weights = self._weights[:-1]
        self._changed()
        return True

    def _changed(self) -> None:
        self.changed += 1
        self._is_cut = False

    def has_room_for_core(self) -> bool:
        """False where as many are core as may be."""
        return self.cores < int(self.numbers["core_max"])

    def over(self) -> int:
        """How many members there are too many."""
        return max(0, self.members.count - int(self.numbers["notebook_max"]))

    def lightest(self, own: str = "") -> "Member | None":
        """
        The member that leaves next, the oldest of several; none with an id of the store `own`.
        None where all are core.
        """
        weights = self._weighed()
        if own:
            least, found = _CORE_WEIGHT, -1
            for row, weight in enumerate(weights):
                if weight < least and not self.members.is_of(row, own):
                    least, found = weight, row
            return None if found < 0 else self.members.get(found)
        least = min(weights) if len(weights) else _CORE_WEIGHT
        if least >= _CORE_WEIGHT:
            return None
        return self.members.get(self.members.oldest(weights, least))

    def drop_lightest(self, own: str = "") -> float:
        """Let go of `lightest` without a trace; what it weighed, or -1.0 where all stay."""
        lightest = self.lightest(own)
        if lightest is None:
            return -1.0
        weight = self.weight_of(lightest)
        self.remove(lightest.id)
        return weight

    def drop_imported(self, own: str) -> float:
        """`drop_lightest` of what came from other stores, else of all: membership is the own."""
        weight = self.drop_lightest(own)
        return weight if weight >= 0 or not own else self.drop_lightest()

    def hold(self, id: str) -> None:
        """Have a member stay for today, whatever it weighs."""
        number = self.members.find(id)
        if number >= 0 and self._weighed()[number] < _CORE_WEIGHT:
            self._weights[number] += _CORE_WEIGHT

    # -- weights -------------------------------------------------------------------------------

    def uses(self, id: str) -> "tuple[int, int]":
        """(how often a memory was given out, the day number of the last time)."""
        number = self.members.find(id)
        if number < 0:
            return 0, 0
        member = self.members.get(number)
        return member.uses, member.last

    def weight_of(self, member: "Member") -> float:
        """What a member weighs today."""
        days = max(0, self.today() - member.created)
        found = scores.weight(
            member.e, member.i, member.p, member.j, days, member.uses, self.numbers
        )
        return found / 10 if member.flags & OVER else found

    def _ranked_weight(self, number: int) -> int:
        """The weight of a row in parts, that of a core one above all others."""
        member = self.members.get(number)
        weight = int(self.weight_of(member) * _PARTS)
        return weight + (_CORE_WEIGHT if member.p >= scores.FULL else 0)

    def _weighed(self) -> "array[int]":
        """The weights of all rows as `_ranked_weight`, made anew each day."""
        if self._day != self.today():
            self._weights = array("I")
            for row in range(self.members.count):
                self._weights.append(self._ranked_weight(row))
            self._day = self.today()
            self._is_cut = False
        return self._weights

    def is_candidate(self, number: int) -> bool:
        """True for the core ones and the heaviest others, as many as settings say."""
        most = int(self.numbers["candidates"])
        weights = self._weighed()
        if len(weights) <= most:
            return True
        if not self._is_cut:
            self._cut = sorted(weights)[-most]
            self._is_cut = True
        return weights[number] >= self._cut

    def heaviest(
        self, most: int, wanted: "Callable[[Member], bool]"
    ) -> "list[tuple[float, Member]]":
        """(weight, member) of those that are wanted, the heaviest first, `most` at most."""
        weights = self._weighed()
        rows = [(weights[row] % _CORE_WEIGHT, row) for row in range(self.members.count)]
        rows.sort(reverse=True)
        found: "list[tuple[float, Member]]" = []
        for weight, row in rows:
            if len(found) >= most:
                break
            member = self.members.get(row)
            if wanted(member):
                found.append((weight / _PARTS, member))
        return found

    # -- claims --------------------------------------------------------------------------------

    def claims(self, number: int) -> "list[str]":
        """The ids of the members that make this claim (`claim_number`) and are true now."""
        rows = [self.members.get(row) for row in self.members.claiming(number)]
        return [member.id for member in rows if not member.flags & OVER]
