"""
Two versions of lib/memory in one test: the present one, and one that knows more kinds and fields.

    newer = version(KINDS, FIELDS)       modules of their own
    bench = newer.bench.Bench()
    older = version()                    the present version, again on its own modules
    older.bench.Bench(bench.image)

To the newer one the present version is an older one: what it cannot know it must keep.
"""

import gc
import sys


class Version:
    """The modules that a test uses of one version."""

    def __init__(self):
        import _bench
        from memory.archive import packing
        from memory.index import index
        from memory.log import log
        from memory.records import codec, ids, kinds, record
        from memory.transfer import exporter
        from memory.upkeep import background_jobs

        self.bench = _bench
        self.packing = packing
        self.log = log
        self.codec = codec
        self.ids = ids
        self.kinds = kinds
        self.record = record.Record
        self.exporter = exporter
        self.index = index
        self.background_jobs = background_jobs


def version(kinds=(), fields=()):
    """
    A Version with these rows more: `kinds` lists (name, letter), `fields` (name, sort, bounds).
    """
    for name in list(sys.modules):
        if name == "_bench" or name.split(".")[0] == "memory":
            del sys.modules[name]
    gc.collect()
    import memory.records.fields as table
    import memory.records.kinds as known

    for name, letter in kinds:
        known.BY_NAME[name] = known.Kind(name, letter, 9, 300, ())
        known.BY_LETTER[letter] = name
        known.WRITABLE += (name,)
    for name, sort, bounds in fields:
        number = len(table.TABLE) + 1
        table.TABLE += (table.Field(number, name, sort, bounds, None),)
        table.NUMBERS[name] = number
        table.SORTS += bytes((sort,))
    return Version()


def exported(bench_module, memory):
    """The lines of an export."""
    out = bytearray()
    bench_module.run(memory.export(out.extend))
    return bytes(out)
