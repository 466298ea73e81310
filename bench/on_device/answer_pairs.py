"""
What questions and the memories near them have to do with each other: answer_pairs.py SET WORDS
AMONG SHAPES ENDINGS.

For tools/answers.py, which makes the weights of the reranker from it: nothing is reranked here.
SHAPES is a file with the tables of words that show the shapes of texts, a line a language, ENDINGS
one with the weights of one memory ending another. Prints one JSON object a question: its tokens,
and of each memory near it which tokens it says, its shapes, and how it stands to the others.
"""

import json
import sys

from _filling import words
from _owners import owners
from _pairs import Recorder, shape_tables


def main(path, table, among, shapes, endings):
    tables = shape_tables(shapes)
    with open(endings, "rb") as file:
        weights = file.read()
    for owner, row in owners(path, words(table), int(among), lambda: Recorder(tables, weights)):
        recorder = owner.mind.reranker
        recorder.tokens, recorder.candidates = None, []
        found, _ = owner.ask(row["question"], [0])
        pairs = recorder.pairs(owner)
        keys = recorder.tokens.keys if recorder.tokens else []
        print(json.dumps({"keys": keys, "pairs": pairs, "offered": found[0]["offered"]}))


main(*sys.argv[1:])
