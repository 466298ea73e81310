"""A reranker that reranks nothing, and says what it was given to judge."""

import struct

from mind.reranking import reranker
from mind.reranking.pair_features import Tokens


class Recorder(reranker.Reranker):
    """
    `tables` are the words that show shapes, Chinese and English; `endings` scale and weights of
    one memory ending another, as docs/FORMAT.md section 13.2 has them in `h` and `l`.
    """

    def __init__(self, tables, endings):
        rows = {b"h": b"\x02" + struct.pack("<fff", 1.0, 1.0, 0.0) + endings[:4]}
        rows[b"l"] = endings[4:]
        rows[b"z0"], rows[b"e0"] = tables
        super().__init__(lambda: Rows(rows))
        self._tables = tables
        self.tokens = None
        self.candidates = []

    def rerank(self, question, candidates):
        self.tokens = Tokens(question)
        self.candidates = candidates
        reranker.compare(self.tokens, candidates, self._tables)
        return False

    def pairs(self, owner):
        """[{id, says, shapes, standing}] of what was near the last question."""
        found = []
        # Which tokens have weights is not known yet: of a token that has none, the last three.
        known = bytearray([1] * len(self.tokens.keys)) if self.tokens else bytearray()
        for at, one in enumerate(self.candidates):
            row = {"id": owner.name(one.record), "says": on(one.told.says)}
            row["shapes"] = on(one.told.shapes)
            row["standing"] = reranker.standing(self.tokens, known, self.candidates, at)
            found.append(row)
        return found


class Rows:
    """A table of weights in RAM."""

    def __init__(self, rows):
        self._rows = rows

    def get(self, key):
        return self._rows.get(key, b"")


def on(flags):
    """The numbers of the flags that are set."""
    return [at for at, one in enumerate(flags) if one]


def shape_tables(path):
    """(Chinese, English), of a file with a line each."""
    with open(path, "rb") as file:
        return tuple(file.read().split(b"\n"))
