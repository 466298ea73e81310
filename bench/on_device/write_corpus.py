"""Writes the corpus, as lines of the archive, into a file: write_corpus.py FILE [fields]."""

import sys

import corpus
from memory.records.codec import archive_line

records = corpus.records() if len(sys.argv) < 3 else corpus.with_fields(corpus.records())
with open(sys.argv[1], "wb") as f:
    for record in records:
        f.write(archive_line(record).encode())
        f.write(b"\n")
