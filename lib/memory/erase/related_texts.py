"""Related texts: which texts of a conversation are about erased records and go with them."""

from binascii import crc32

from micropython import const

from memory.text.folding import fold

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory.interfaces import ConversationTexts
    from memory.records.record import Record

_PIECE = const(3)  # bytes of a CJK character
_RUN = const(12)  # bytes in a row that a related text shares with a record
_LEAST = const(2)  # characters of words that are looked for in turns
_ALL_WORDS_MOST = const(256)
_WORDS_MOST = const(64)  # texts of erased records that are compared


class RelatedTexts:
    """The texts of a conversation that are about erased records: `crcs` has their CRC-32."""

    def __init__(self, conversation: "ConversationTexts | None") -> None:
        texts = () if conversation is None else conversation.texts()
        self._texts = [(crc32(text.encode()), fold(text)) for text in texts]
        self._all = "\n".join([text for _, text in self._texts]).encode()
        self._words: "list[str]" = []  # of erased records that share some with the texts
        self.crcs: "list[int]" = []
        # Folded words of the erased records, for the turns; not all of them where `too_many`.
        self.words: "list[str]" = []
        self.too_many = False

    def add(self, record: "Record") -> None:
        """Find the texts that are about a record."""
        words = [fold(part) for part in record.words().split("\n") if part]
        for one in words:
            if len(one) >= _LEAST and one not in self.words:
                self.too_many = self.too_many or len(self.words) >= _ALL_WORDS_MOST
                if not self.too_many:
                    self.words.append(one)
        words = [one for one in words if self._may_be(one.encode())]
        self._words += words[: _WORDS_MOST - len(self._words)]
        for crc, text in self._texts if words else ():
            if crc not in self.crcs and any(is_about(text, one) for one in words):
                self.crcs.append(crc)

    def compare(self, others: "Iterable") -> None:
        """
        Find the texts that share a pair of characters with an erased record where no other hot
        record has that pair: a name in a question, for example. `others` gives the words of the
        other hot records.
        """
        rare: "set[bytes]" = set()
        for words in self._words:
            rare.update([pair for pair in _pairs(words.encode()) if self._all.find(pair) >= 0])
        for words in others:
            if not rare:
                return
            data = fold(words).encode()
            rare = {pair for pair in rare if data.find(pair) < 0}
        for crc, text in self._texts:
            if crc not in self.crcs and any(text.encode().find(pair) >= 0 for pair in rare):
                self.crcs.append(crc)

    def _may_be(self, words: bytes) -> bool:
        """A cheap test before the real one, since a topic may have thousands of records."""
        size = min(2 * _PIECE, len(words))
        starts = range(0, len(words) - size + 1, _PIECE)
        return any(self._all.find(words[at : at + size]) >= 0 for at in starts)


def is_about(text: str, words: str) -> bool:
    """
    True where one folded text contains the other, where they share four CJK characters or twelve
    letters in a row, or two fifths of the characters of either. It rather matches too much.
    """
    if words in text:
        return True
    one, other = text.encode(), words.encode()
    if len(one) > len(other):
        one, other = other, one
    return _shares_run(one, other) or _overlap(one, other) or _overlap(other, one)


def _shares_run(one: bytes, other: bytes) -> bool:
    return any(other.find(one[at : at + _RUN]) >= 0 for at in range(len(one) - _RUN + 1))


def _pairs(data: bytes) -> list:
    """From each character on six bytes: two CJK characters, or six letters."""
    size = 2 * _PIECE
    starts = [at for at in range(len(data) - size + 1) if data[at] & 0xC0 != 0x80]
    return [data[at : at + size] for at in starts]


def _overlap(one: bytes, other: bytes) -> bool:
    """True where `other` contains two fifths of the pairs of neighbours in `one`."""
    size = 2 * _PIECE
    pieces = [one[at : at + size] for at in range(0, len(one) - size + 1, _PIECE)]
    return len(pieces) > 2 and 5 * sum([other.find(one) >= 0 for one in pieces]) >= 2 * len(pieces)
