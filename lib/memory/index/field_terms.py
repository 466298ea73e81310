"""
Field terms: which words stand in a field such as the topic, as far as that saves looking them up.

Owns a filter of 1 KB in RAM, made of the terms of the index at its first use: most words of a
question stand in no field, and each would be looked up in every file of the index.
"""

from micropython import const

from .documents import FIELD, KIND

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .index import Index

_BITS = const(8192)
# Of a term that count: a block with one term of no more bytes is known by the table of its file,
# and need not be read.
_HEAD = const(7)


def may_have(index: "Index", term: bytes) -> bool:
    """
    False where no document has this term, which begins with FIELD. Raises CorruptRecord or Broken.
    """
    bits = index.fields
    if bits is None:
        bits = _read(index)
        index.fields = bits
    at = _hash(term)
    return bool(bits[at >> 3] >> (at & 7) & 1)


def _read(index: "Index") -> bytearray:
    bits = bytearray(_BITS // 8)

    def note(term: bytes) -> bool:
        at = _hash(term)
        bits[at >> 3] |= 1 << (at & 7)
        return False

    for _, file in index.files_spanning(FIELD, KIND):
        file.visit_span(FIELD, FIELD + b"\xff", b"", note, None)
    return bits


def _hash(term: bytes) -> int:
    return hash(term[:_HEAD]) & _BITS - 1
