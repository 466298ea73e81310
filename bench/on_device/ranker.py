"""
Ranks documents with the memory's index on a chip in RAM: ranker.py TABLE, the file of the words
that stand for others. Started by bench/ranker.py.

A document is indexed as a record is: its words, its speaker as a field (as a topic would be), and
whether it goes on with the talk that the one before it belongs to: those of one time do. Every
_SEGMENT of them are a sealed segment.
"""

import json
import os
import sys

import vfs
from _filling import words
from memory.index import index_builder
from memory.index.bm25 import Question
from memory.index.documents import FIELD, asking, length_term
from memory.index.index import Index
from memory.search.ranked_search import other_terms
from memory.text.folding import fold
from memory.text.terms import terms

from sim.nor import NorFlash

_SEGMENT = 96
_BLOCK = 4096
_BLOCKS = 512
_ROOT = "/ranked"


class Disk:
    """A flash chip as a block device."""

    def __init__(self):
        self._flash = NorFlash(bytearray(_BLOCK * _BLOCKS), _BLOCK * _BLOCKS)

    def readblocks(self, block, buf, offset=0):
        self._flash.read(block * _BLOCK + offset, buf)

    def writeblocks(self, block, buf, offset=0):
        self._flash.program(block * _BLOCK + offset, buf)

    def ioctl(self, op, argument):
        if op == 4:
            return _BLOCKS
        if op == 5:
            return _BLOCK
        if op == 6:
            self._flash.erase(argument * _BLOCK)
        return 0


def rank(index, text, most, also=(), words=None):
    """
    [(percent, document)], best first; `words` gives the terms of a document, for what the best
    answer tells.
    """
    question = Question(index, text, also=also)
    found = question.rank(most)
    if words is not None and found and question.may_learn and question.learn(words(found[0][1])):
        found = question.rank(most)
    return [(question.percent(score), doc) for score, doc in found]


def fresh(disk):
    """An empty index on an erased chip."""
    options = {"readsize": 64, "progsize": 64, "lookahead": 96}
    for block in range(_BLOCKS):
        disk.ioctl(6, block)
    vfs.VfsLfs2.mkfs(disk, **options)
    vfs.mount(vfs.VfsLfs2(disk, mtime=False, **options), _ROOT)
    os.mkdir(_ROOT + "/life")
    index = Index(_ROOT)
    index.open()
    return index


def lines(docs, before):
    """What the index wants of each document: (terms, goes on)."""
    for doc in docs:
        found = terms(doc["text"]) + asking(doc["text"])
        found += [(FIELD + term)[:15] for term in terms(doc["speaker"])]
        found.append(length_term(found))
        yield found, before is not None and before == doc["t"]
        before = doc["t"]


def fill(index, docs):
    """Index the documents, a segment at a time, merging as the device does."""
    for at in range(0, len(docs), _SEGMENT):
        if index_builder.needs_merging(index):
            for _ in index_builder.merge(index):
                pass
        segment = docs[at : at + _SEGMENT]
        documents = lines(segment, docs[at - 1]["t"] if at else None)
        for _ in index_builder.add_segment(index, at // _SEGMENT + 1, documents):
            pass


def main(path):
    disk = Disk()
    expander = words(path)()
    index = None
    docs = []
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["op"] == "index":
            if index is not None:
                index.close()
                vfs.umount(_ROOT)
            index = fresh(disk)
            fill(index, asked["docs"])
            docs[:] = asked["docs"]
            answer = {"ok": True}
        else:
            also = other_terms(expander.expand(fold(asked["q"])))
            found = rank(index, asked["q"], asked["k"], also, lambda doc: terms(docs[doc]["text"]))
            answer = {
                "ids": [docs[doc]["id"] for _, doc in found],
                "percents": [percent for percent, _ in found],
            }
        print(json.dumps(answer))


main(sys.argv[1])
