"""
Streams: what the logs of this library are called, where they lie, and how long they are kept.

A stream has one manifest and one folder of segments. `life` is the archive: nothing of it is
dropped for its age. A stream with `days` is kept so long, oldest segment first (retained_log.py).
"""

from collections import namedtuple

# name      in the manifest
# folder    of the segments, below that of the manifest
# segment   bytes at which the open segment is sealed, None: log.SEGMENT_BYTES
# days      that a line is kept, None: for ever
# cap       bytes of all segments where the stream shares a partition, None: no cap
# reserve   free blocks that an append leaves in the file system, None: log.RESERVE_BLOCKS
Stream = namedtuple("Stream", ("name", "folder", "segment", "days", "cap", "reserve"))

LIFE = Stream("life", "/life", None, None, None, None)
# 1 MB has 28 segments, 256 KB has 7: together with the archive's they stay few files.
TURNS = Stream("turns", "", 32768, 30, 262144, 8)
