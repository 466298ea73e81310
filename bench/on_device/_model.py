"""
What a memory must hold: a check sum of each record that was acknowledged, four bytes each.

`Witness` is the engine with somebody who listens to every change that it acknowledges, whoever
asked for it: a tool, the extractor, the scheduler. `Model.compare` reads all that memory gives out
and says what is missing, twice, different, or there although nobody knows of it.
"""

from array import array
from binascii import crc32

from memory.engine import Memory
from memory.records.codec import from_line
from memory.records.ids import counter_of


def face(record):
    """Check sum of everything that is said of a record. A schedule in the archive is an event."""
    kind = "dated" if record.kind in ("event", "schedule") else record.kind
    fields = [(name, record.fields[name]) for name in sorted(record.fields)]
    about = (kind, record.rev, record.created, record.approx, fields, record.unknown, record.other)
    return crc32(repr(about).encode()) | 1  # 0 is for what is not there


class Model:
    """Faces by the counter of an id. One epoch of ids, as long as NVS is never lost."""

    def __init__(self, most):
        self._faces = array("I", bytes(4 * most))
        self._seen = bytearray(most // 8)
        self.last = 0  # the highest counter that was acknowledged
        self.expected = 0
        self.found = 0
        self.dying = ()  # ids of the deletion that was begun last

    def put(self, record):
        counter = counter_of(record.id)
        self.expected += not self._faces[counter]
        self._faces[counter] = face(record)
        self.last = max(self.last, counter)

    def drop(self, id):
        counter = counter_of(id)
        self.expected -= self._faces[counter] > 0
        self._faces[counter] = 0

    def faces(self):
        """[(counter, face)] of all that should be there; put back by set()."""
        return [(at, self._faces[at]) for at in range(self.last + 1) if self._faces[at]]

    def set(self, counter, value):
        self.expected += not self._faces[counter]
        self._faces[counter] = value
        self.last = max(self.last, counter)

    def knows(self, record):
        """True where this is the record as it was acknowledged last."""
        return self._faces[counter_of(record.id)] == face(record)

    def lives(self, counter):
        return self._faces[counter] > 0

    async def compare(self, memory):
        """Read everything; a Difference."""
        found = Difference()
        for at in range(len(self._seen)):
            self._seen[at] = 0
        self.found = 0
        await memory.export(lambda piece: self._take(piece, found))
        for counter in range(1, self.last + 1):
            if self._faces[counter] and not self._seen[counter >> 3] >> (counter & 7) & 1:
                found.gone.append(counter)
        return found

    def _take(self, piece, found):
        for line in bytes(piece).split(b"\n"):
            if not line:
                continue
            record = from_line(line).record
            if record.deleted:
                continue
            counter = counter_of(record.id)
            self.found += 1
            if self._seen[counter >> 3] >> (counter & 7) & 1:
                found.twice.append(counter)
            self._seen[counter >> 3] |= 1 << (counter & 7)
            if not self._faces[counter]:
                found.new.append(record)
            elif not self.knows(record):
                found.changed.append(record)


class Difference:
    """`gone` and `twice` are counters, `new` and `changed` records."""

    def __init__(self):
        self.gone = []
        self.twice = []
        self.new = []
        self.changed = []

    def __repr__(self):
        new, changed = [[r.id for r in records] for records in (self.new, self.changed)]
        return "gone %r, twice %r, new %r, changed %r" % (self.gone, self.twice, new, changed)

    def __len__(self):
        return len(self.gone) + len(self.twice) + len(self.new) + len(self.changed)


class Witness(Memory):
    """A Memory whose acknowledged changes `model` learns. Set `model` before the first."""

    model = None

    def watch(self, model):
        """Let the model learn; once, after the memory was opened."""
        self.model = model
        trash, tell = self.archive.trash, self.backends.add

        def watched(rows, now):
            model.dying = [one.id for one, _ in rows if one.deleted]
            trash(rows, now)
            for id in model.dying:
                model.drop(id)
            for one, _ in rows:  # what was given up is still there, with the day that it was
                if not one.deleted:
                    model.put(one)

        def told(record):  # also of words that others replaced, which no backend is told of
            tell(record)
            if not record.deleted:
                model.put(record)

        self.archive.trash = watched
        self.archive.changed = self.backends.add = told

    def replace(self, record, limited=True):
        Memory.replace(self, record, limited)
        self.model.put(record)
