"""The query of subjects: which records are of what a text names, in their subject alone."""

from micropython import const

from memory.index.documents import SUBJECT, subject_beside
from memory.records.short_form import SIGNED
from memory.text import script
from memory.text.folding import bare, fold, folded
from memory.text.line_filter import LineFilter
from memory.text.terms import is_cjk, runs_of, terms, whole_word

from .query import Query

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory.records.record import Record

_LAST = SUBJECT + b"\xff"
_MEMBER = b'"subject":"'  # of a line, as ours are spelled
_SHORT = b'"+":"'
_BEFORE = const(2)  # texts of the short form before the subject
_PART_LEAST = const(2)  # characters of a Chinese keyword that is a part of a subject: 若兮
_WORDS_MOST = const(3)  # of one in Latin letters: Anna, of Anna Smith


class SubjectQuery(Query):
    """
    Asks for records of these `kinds` whose subject `text` names, or is a part of where it is a
    keyword; not for those whose words name it: these are found by their words.
    """

    by_sketch = False  # which has no subject

    def __init__(self, kinds: "tuple | None", text: str, limit: int, room: int) -> None:
        super().__init__(kinds, None, limit=limit, room=room)
        low = fold(text)
        simple = script.fold(text)
        self._texts = [bare(one.encode()) for one in ([low] if low == simple else [low, simple])]
        self._words = [_words(one) for one in self._texts]
        known = [term for one in self._texts for term in terms(one.decode())]

        def is_sought(term: bytes) -> bool:
            said = term[1:]
            if is_cjk(said):
                return bool([True for one in self._texts if said in one])
            return said in known

        self.either = [(SUBJECT, _LAST, is_sought, b"")]

    def matches(self, record: "Record") -> bool:
        """As the class says."""
        if not self.fits(record):
            return False
        subject = subject_beside(record)
        return bool(subject) and self._names(bare(subject.encode()))

    def _names(self, subject: bytes) -> bool:
        if max(subject) > 0x7F and [True for one in self._texts if subject in one]:
            return True
        own = _words(subject)
        for words in self._words:
            if len(words) == 1 and max(words[0]) > 0x7F:
                if words[0] in subject and len(words[0].decode()) >= _PART_LEAST:
                    return True
            elif _stands_in(own, words) or (len(words) <= _WORDS_MOST and _stands_in(words, own)):
                return True
        return False

    def line_filter(self) -> LineFilter:
        """Rejects lines whose subject is none that is sought."""
        is_signed = [True for one in SIGNED if [True for text in self._texts if one in text]]
        return _OfSubject(self._names, bool(is_signed))


class _OfSubject(LineFilter):
    """
    Lines with a subject of which `names` is true, and with `is_signed` those whose short form may
    say it by a sign; of hot words all, which do not tell.
    """

    looks_at_words = True

    def __init__(self, names: "Callable[[bytes], bool]", is_signed: bool) -> None:
        super().__init__([])
        self._names = names
        self._is_signed = is_signed

    def passes(self, text: bytes) -> bool:
        """False where a line is spelled as ours are and has another subject, or none."""
        if b"\\" in text or b'"next"' in text:
            return True
        at = text.find(_MEMBER)
        if at >= 0:
            at += len(_MEMBER)
            said = text[at : text.find(b'"', at)]
        else:
            at = text.find(_SHORT)
            parts = text[at + len(_SHORT) :].split(b"|", _BEFORE + 1) if at >= 0 else []
            said = parts[_BEFORE] if len(parts) > _BEFORE else b""
            if at >= 0 and not said:
                return self._is_signed
        return said != b"" and self._names(bare(folded(said)))

    def last(self, chunk: bytes, end: int) -> int:
        """Any line before `end` may pass."""
        return end - 1


def _words(text: bytes) -> "list[bytes]":
    """The runs of a folded text, without the one-letter end of a possessive."""
    return [run for _, run, _ in runs_of(text) if run != b"s"]


def _stands_in(part: "list[bytes]", whole: "list[bytes]") -> bool:
    """True where these words, one of which says something, stand together among the others."""
    if not [True for one in part if whole_word(one)]:
        return False
    size = len(part)
    return bool([True for at in range(len(whole) - size + 1) if whole[at : at + size] == part])
