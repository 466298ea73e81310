"""
Pair features: what a question and a memory have to do with each other, as the weights of the asset
`answers` (docs/FORMAT.md section 13.2) count it.

Owns the tokens of a question, whether a text says one, and the shapes of a text: which sorts of
things it tells, by tables of words that come with the weights. What is made of them is
`reranker.py`. Pure.
"""

import micropython
from memory.text.phrase_tables import entry, meaning, padded, standing
from memory.text.script import fold
from memory.text.stemming import stem
from memory.text.terms import runs_of
from memory.viper import ptr8
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

TOKENS_MOST = const(48)  # of a question
SHAPES = const(64)
_FIRST_SHAPE = const(0x41)
_KINDS = (
    "fact", "habit", "like", "dislike", "event", "goal", "trait", "rule", "moment", "preference",
    "family", "person", "skill", "lesson",
)  # fmt: skip
_FIRST_KIND = const(40)
NUMBER = const(54)  # shapes that no table tells: a digit,
CAPITAL = const(55)  # a word with a capital that is not the first: a name
ENDS = const(56)  # it likely ended what another one that was read says;
_KNOWN = const(56)  # packed, with no other beside it: the shapes are known
OLDER = const(57)  # something that was read and says as much was told later
OVER = const(58)  # it is known to be over
SHORT = const(59)
LONG = const(60)
OWNERS = const(61)  # it begins with the owner
ENDED = const(62)  # something told later may have ended it,
LIKELY_ENDED = const(63)  # and likely did
_WIDE = const(3)  # bytes of most characters of Chinese
_CJK = const(0xE2)  # a byte above it begins a character of Chinese
_WHOLE = const(3)  # letters of a word that has to stand as it is
_SHORT = const(24)  # bytes of a text
_LONG = const(80)
# Characters and words of questions that no memory need say.
_ASKS = "什么啥谁哪几吗呢怎多少我你的".encode()
# What a memory need not say either: 租是, asked 房租是多少; 黄去 and 儿了, asked 小黄去哪儿了;
# 时候, asked 翠翠什么时候死的.
_IS = "是".encode()
_ASKED_OF = tuple([one.encode() for one in ("多", "几", "哪", "怎", "什么时")])
_GONE = tuple([one.encode() for one in ("去哪了", "去哪儿了", "去哪里了")])
_DIED = tuple([("时候" + one).encode() for one in ("死", "没的", "走的", "去世", "过世")])
_WHEN = "候".encode()
# What a question is filled up with, and no memory need say: 那辆飞度最后卖了多少钱.
_FILLERS = (
    "|那辆|那台|那部|那只|那条|那个|那件|那本|那套|那张|那把|那间|那家|那份|那次|那趟|那回|那块"
    "|后来|最后|最终|到底|究竟|一共|总共|当时|当初|来着|还记得|记不记得|"
).encode()
_ASKING = b"|what|which|where|when|whose|does|much|many|kind|sort|happen|becom|becam|"
_MARKS = b'.,;:!?"()-'
_OWNER = tuple([one.encode() for one in "用户|我|the user|i |my |i'|we |our ".split("|")])


class Tokens:
    """The tokens of a question: `keys`, and with what a text says each, b"" for what none does."""

    def __init__(self, question: str) -> None:
        self.keys: "list[bytes]" = []
        self.said_by: "list[bytes]" = []
        self.is_content: "list[bool]" = []
        self.is_sought: "list[bool]" = []  # of these, those that do more than ask
        self.is_chinese = False
        raw = fold(question).replace("’", "'").encode()
        before = b""
        for is_cjk, run, _ in runs_of(raw.replace(b"'s ", b" ").replace(b"'", b"")):
            if is_cjk:
                self.is_chinese = True
                self._chinese(run)
                before = b""
            else:
                self._word(run)
                if before:
                    self._add(before + b" " + run, b"", False)
                before = run

    def _chinese(self, run: bytes) -> None:
        is_death = bool([True for one in _DIED if one in run])
        fills = _filled(run)
        for at in range(0, len(run), _WIDE):
            end = at + 2 * _WIDE
            if end <= len(run):
                joins = run[end - _WIDE : end] == _IS and run[end:].startswith(_ASKED_OF)
                joins = joins or (is_death and _WHEN in run[at:end])
                if run.endswith(_GONE):
                    joins = end == len(run) or run[end - _WIDE :] in _GONE
                joins = joins or max(fills[at:end]) > 0
                self._add(run[at:end], run[at:end], True, joins)
            self._add(run[at : at + _WIDE], run[at : at + _WIDE], False)

    def _word(self, word: bytes) -> None:
        if len(word) <= _WHOLE:
            self._add(word, b" " + word + b" ", False)
            return
        base = stem(word) if max(word) < 128 and min(word) > 57 else word
        head = base[:-1] if base.endswith(b"i") else base
        self._add(base, b" " + head, True)

    def _add(self, key: bytes, said_by: bytes, is_content: bool, joins: bool = False) -> None:
        if key not in self.keys and len(self.keys) < TOKENS_MOST:
            self.keys.append(key)
            self.said_by.append(said_by)
            self.is_content.append(is_content)
            self.is_sought.append(is_content and not (joins or _asks(key)))


def _filled(run: bytes) -> bytearray:
    """A 1 for each byte of a run that is of a filler."""
    found = bytearray(len(run))
    row = standing(_FILLERS, run)
    while row >= 0:
        filler = entry(_FILLERS, row)
        at = run.find(filler)
        while at >= 0:
            found[at : at + len(filler)] = b"\x01" * len(filler)
            at = run.find(filler, at + 1)
        row = standing(_FILLERS, run, row)
    return found


def _asks(token: bytes) -> bool:
    """True for a word that asks, or two characters of which one does, or is the owner."""
    if token[0] < _CJK:
        return b"|" + token + b"|" in _ASKING
    return bool([True for at in range(0, len(token), _WIDE) if token[at : at + _WIDE] in _ASKS])


class Told:
    """
    A memory as it is compared: which tokens of a question it says, and its shapes, as `shapes`
    where these are known, else by the tables of words of Chinese and English.
    """

    def __init__(
        self,
        record: "Record",
        tokens: Tokens,
        tables: "tuple[bytes, bytes]",
        shapes: "bytearray | None" = None,
    ) -> None:
        raw = _folded(record)
        text = padded(raw, _MARKS)
        self.says = bytearray([1 if one and one in text else 0 for one in tokens.said_by])
        self.shapes = shapes_of(record, tables) if shapes is None else unpacked(shapes)


def _folded(record: "Record") -> bytes:
    return fold(record.words()).replace("’", "'").encode()


def shapes_of(record: "Record", tables: "tuple[bytes, bytes]") -> bytearray:
    """A 1 for each shape that a memory has by itself, whatever else is told or asked."""
    shapes = bytearray(SHAPES)
    raw = _folded(record)
    text = padded(raw, _MARKS)
    table = tables[0 if max(raw or b" ") > _CJK else 1]
    at = standing(table, text)
    while at >= 0:
        shapes[meaning(table, at)[0] - _FIRST_SHAPE] = 1
        at = standing(table, text, at)
    if record.kind in _KINDS:
        shapes[_FIRST_KIND + _KINDS.index(record.kind)] = 1
    shapes[SHORT] = len(raw) < _SHORT
    shapes[LONG] = len(raw) > _LONG
    shapes[OWNERS] = raw.startswith(_OWNER)
    _mark_letters(record.words().encode(), shapes)
    return shapes


def packed(shapes: bytearray) -> bytes:
    """A bit for each shape, and one that says that they are known, as the notebook keeps them."""
    found = bytearray(SHAPES // 8)
    for at, has in enumerate(shapes):
        found[at >> 3] |= has << (at & 7)
    found[_KNOWN >> 3] |= 1 << (_KNOWN & 7)
    return bytes(found)


def unpacked(shapes: "bytes | bytearray") -> bytearray:
    """What `packed` packed."""
    found = bytearray(SHAPES)
    _unpack(shapes, found, SHAPES)
    found[_KNOWN] = 0
    return found


@micropython.viper
def _unpack(shapes: object, out: object, count: int) -> object:
    """A byte for each bit."""
    bits = ptr8(shapes)
    to = ptr8(out)
    at = 0
    while at < count:
        to[at] = int(bits[at >> 3]) >> (at & 7) & 1
        at += 1
    return None


def _mark_letters(raw: bytes, shapes: bytearray) -> None:
    before = 65
    for one in raw:
        if 48 <= one <= 57:
            shapes[NUMBER] = 1
        elif before == 32 and 65 <= one <= 90:
            shapes[CAPITAL] = 1
        before = one
