"""
What questions and the memories near them have to do with each other: answer_pairs.py SET WORDS
SHAPES.

For tools/answers.py, which makes the weights of the reranker from it: nothing is reranked here.
SHAPES is a file with the tables of words that show the shapes of texts, a line a language.
Prints one JSON object a question: its tokens, and of each memory near it which tokens it says,
its shapes, and how it stands to the others.
"""

import json
import sys

from _filling import words
from _owners import owners
from mind.reranking import reranker
from mind.reranking.pair_features import Tokens


class Recorder:
    """Stands where the reranker does, and reranks nothing."""

    def __init__(self, tables):
        self._tables = tables
        self.tokens = None
        self.candidates = []

    def candidate(self, record, score, is_over, later):
        return reranker.Candidate(record, score, is_over, later)

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
            row = {"id": owner.name(one.record), "says": _set(one.told.says)}
            row["shapes"] = _set(one.told.shapes)
            row["standing"] = reranker.standing(self.tokens, known, self.candidates, at)
            found.append(row)
        return found


def _set(flags):
    return [at for at, one in enumerate(flags) if one]


def main(path, table, shapes):
    with open(shapes, "rb") as file:
        tables = tuple(file.read().split(b"\n"))
    for owner, row in owners(path, words(table)):
        recorder = owner.mind.reranker = Recorder(tables)
        found, _ = owner.ask(row["question"], [0])
        pairs = recorder.pairs(owner)
        keys = recorder.tokens.keys if recorder.tokens else []
        print(json.dumps({"keys": keys, "pairs": pairs, "offered": found[0]["offered"]}))


main(*sys.argv[1:])
