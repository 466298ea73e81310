"""
What memory must hold after a week of life (week.py): all that it acknowledged.

Owns what was acknowledged and what is unsure, over all starts; keeps it beside the chip for a
later start of the interpreter, and says what of it is not there. The engine is watched by
_model.py.
"""

import asyncio
import json
import os

from _clock import Clock
from _device import Device
from _model import Model, Witness
from memory.engine import Memory
from memory.records.ids import counter_of

_COUNTERS = 1 << 14


class Known(Witness):
    """A memory of which `known` has what it acknowledged, and `unsure` what it refused."""

    known = Model(_COUNTERS)
    unsure = set()  # ids of records of which a change failed: either state may be there
    failed = 0  # changes that failed

    def open(self):
        Witness.open(self)
        self.watch(Known.known)
        trash = self.archive.trash

        def deleted(rows, now):
            try:
                trash(rows, now)
            except Exception:
                self._fail(*[one.id for one, _ in rows])
                raise

        self.archive.trash = deleted

    def _fail(self, *ids):
        Known.failed += 1
        Known.unsure.update(ids)

    def replace(self, record, limited=True):
        try:
            Witness.replace(self, record, limited)
        except Exception:
            self._fail(record.id)
            raise

    async def write(self, *arguments, **more):
        try:
            return await Memory.write(self, *arguments, **more)
        except Exception:
            self._fail()
            raise

    async def correct(self, id, *arguments, **more):
        try:
            return await Memory.correct(self, id, *arguments, **more)
        except Exception:
            self._fail(id)
            raise

    async def complete(self, id=None, content=None):
        try:
            return await Memory.complete(self, id, content)
        except Exception:
            self._fail(id)
            raise


def judged(difference):
    """What is not as it was acknowledged, by kind, apart from what is unsure."""
    known = [counter_of(id) for id in Known.unsure]
    return {
        "lost": len([one for one in difference.gone if one not in known]),
        "twice": len(difference.twice),
        "changed": len([one for one in difference.changed if one.id not in Known.unsure]),
        "unknown": max(0, len(difference.new) - Known.failed),
    }


def keep(path, found):
    """Write down what the next start must find."""
    for record in found.new + found.changed:
        Known.known.put(record)
    for counter in found.gone:
        Known.known.drop("k3z%d" % counter)
    faces = Known.known.faces()
    with open(path, "w") as file:
        json.dump({"faces": faces, "unsure": list(Known.unsure), "failed": Known.failed}, file)


def again(path):
    """Start the chip anew and compare."""
    device = Device(path, False)
    with open(path + ".known") as file:
        kept = json.load(file)
    for counter, value in kept["faces"]:
        Known.known.set(counter, value)
    Known.unsure, Known.failed = set(kept["unsure"]), kept["failed"]

    memory = device.start(lambda kv, root: Witness(kv, root, Clock(), os.urandom, print))
    memory.model = Known.known

    async def body():
        found = await Known.known.compare(memory)
        row = judged(found)
        row["found_again"] = Known.known.found
        row["about"] = repr(found)
        print(json.dumps(row))

    asyncio.run(body())
    memory.close()
