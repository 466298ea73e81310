"""Writes the corpus, as lines of the archive, into the file named."""

import sys

import corpus
from memory.records.codec import to_line

with open(sys.argv[1], "wb") as f:
    for record in corpus.records():
        f.write(to_line(record).encode())
        f.write(b"\n")
