"""
Asks the mind what it offers: offer.py SET WORDS ANSWERS AMONG THRESHOLD.... See bench/offer.py.

Prints one JSON object a question and threshold: which memories were offered, how relevant each is
and why, and which one plain words find first. ANSWERS are the weights of the reranker, `-` for
none.
"""

import json
import sys

from _filling import table, words
from _owners import owners
from mind.reranking.reranker import Reranker


def main(path, words_path, answers, among, *thresholds):
    weights = None if answers == "-" else table(answers)

    def rerankers():
        return None if weights is None else Reranker(weights)

    for owner, row in owners(path, words(words_path), int(among), rerankers):
        found, first = owner.ask(row["question"], [int(one) for one in thresholds])
        for one in found:
            one["first"] = first
            print(json.dumps(one))


main(*sys.argv[1:])
