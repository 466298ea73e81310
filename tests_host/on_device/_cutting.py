"""
For device-side tests of lib/memory: a scenario, and the power failing everywhere in it.

A scenario is a device brought to some point, and steps: functions of its Bench, each one
acknowledged change. Every program and erase from the start of the device to the end of the last
step is cut once; after it the device starts again and must hold what was acknowledged, and of the
step that was cut all or nothing. Then it goes on with the steps that are left, and must arrive
where a device arrives whose power never failed.

A failure prints the cut, and `CUT="17 0" ./tools/test.sh FILE::TEST` runs that one alone.
"""

import os

from _bench import PowerCut, Random, archive_names, everything, powered, run
from memory.kinds import WRITABLE
from memory.log import DROPPED, lines_forward
from memory.recall import Query
from memory.records import from_line

SEED = 20260205


def cut_everywhere(bench, steps, check=None, stride=1, least=2, archive=True, parts=False):
    """
    Depth 1: every operation (every `stride`-th) is cut. Depth 2: for cuts drawn with SEED, also an
    operation of the start after it, or of what follows. `check(bench)` is asked after each
    recovery; `archive` False leaves it unmounted; `parts` is for steps that change several
    records one after the other: a cut step may have come anywhere among them. A scenario of fewer
    than `least` operations proves nothing and fails.
    """
    case = Case(bench, steps, check, archive, parts)
    only = os.getenv("CUT")
    if only:
        first, second = [int(part) for part in only.split()]
        print("cut", only, "comes" if case.play(first, second) else "never comes")
        return
    count = 1
    while case.play(count, 0):
        count += stride
    count -= 1
    print(count, "operations")
    assert count >= least, "%d operations" % count
    draw = Random(SEED)
    for _ in range(min(count, 20)):
        case.play(1 + draw.below(count), 1 + draw.below(draw.choice((3, 8, count))))


class Case:
    """A scenario, and what a device without power cuts holds after each of its steps."""

    def __init__(self, bench, steps, check, archive, parts):
        self._origin = bench
        self._steps = steps
        self._check = check or (lambda bench: None)
        self._archive = archive
        self._parts = parts
        bench = bench.copy()
        bench.start(archive=archive)
        self._known = set(everything(bench.memory))
        self._states = [self._shape(bench)]
        for step in steps:
            step(bench)
            self._states.append(self._shape(bench))
        self._look(bench)

    def _shape(self, bench):
        """All records, comparable where the ids of new ones differ: a cut skips some."""
        found = everything(bench.memory)
        rows = [(id if id in self._known else "new", repr(found[id])) for id in found]
        return sorted(rows)

    def play(self, first, second):
        """Run with the power failing in operation `first`, and again in `second`, 0 for not."""
        self._where = 'CUT="%d %d"' % (first, second)
        self._given = set()
        bench = self._origin.copy()
        self._again = False
        done, cut = self._go_on(bench, 0, first)
        if not cut:
            return False
        try:
            if second:
                done, cut = self._go_on(bench, done, second)
            if cut:
                bench.start(archive=self._archive)
                shape = self._shape(bench)
                done = self._place(shape, done)
                self._settled(bench, shape)
            for step in self._steps[done:]:
                self._note(step(bench))
            assert self._shape(bench) == self._states[-1], "arrived elsewhere"
            self._look(bench)
            self._where = ""
        finally:
            if self._where:
                print(self._where)
        return True

    def _go_on(self, bench, done, cut_at):
        """Start and do the steps from `done` on; (steps acknowledged, whether power failed)."""
        try:
            bench.start(cut_at, SEED + cut_at, self._archive)
            if self._again:
                done = self._place(self._shape(bench), done)
            self._again = True
            for step in self._steps[done:]:
                try:
                    change = step(bench)
                finally:
                    powered()
                self._note(change)
                done += 1
        except PowerCut:
            return done, True
        return done, False

    def _place(self, shape, done):
        """Which state the device is in: the one acknowledged last, or the next."""
        for at in (done, done + 1):
            if at < len(self._states) and shape == self._states[at]:
                return at
        wanted = self._states[done]
        if self._parts and [row[0] for row in shape] == [row[0] for row in wanted]:
            return done
        print("missing", [row for row in wanted if row not in shape])
        print("too much", [row for row in shape if row not in wanted])
        raise AssertionError("after %d steps: neither before nor after the next" % done)

    def _note(self, change):
        """No id is given twice."""
        if change is not None and change.result == "ADDED":
            assert change.record.id not in self._given, change.record.id
            self._given.add(change.record.id)

    def _settled(self, bench, shape):
        """A start after the recovery finds nothing to do, and nothing is damaged."""
        self._look(bench)
        bench.start(archive=self._archive)
        assert bench.flash.operations == 0, "a second start still writes"
        assert self._shape(bench) == shape
        self._look(bench)

    def _look(self, bench):
        damage = [e for e in bench.heard("recovered") if e["what"] != "hot memory was empty"]
        assert damage == [], damage
        if self._archive:
            assert_one_home(bench)
        self._check(bench)


def assert_one_home(bench):
    """No record is both hot and archived; the manifest names every file there is."""
    memory = bench.memory
    hot = {record.id: record.rev for kind in WRITABLE for record in memory.each(kind)}
    manifest = memory._log.manifest
    paths = [memory._log.path_of(row) for row in manifest.sealed]
    names = [path.split("/")[-1] for path in paths + [memory._log.path(manifest.open)]]
    there = [name for name in archive_names("/life") if not name.endswith(".idx")]
    assert there == sorted([name for name in names if name in there])
    assert len(there) >= len(names) - 1, there  # the open one is made by its first line
    assert "manifest.new" not in archive_names()
    for number in memory._log.segments():
        for text in lines_forward(memory._log.chunks(number)):
            if text == DROPPED:
                continue
            line = from_line(text)
            if line.id in hot:
                assert line.keep, "hot and archived: " + line.id
                assert line.rev <= hot[line.id], line.id
            if line.next is not None and line.next.id in hot:
                assert line.next.rev <= hot[line.next.id], line.next.id
    assert memory._log.verify() == []


def by_content(memory, content, kind=None):
    """Id of the one record with this content, hot or archived."""
    kinds = None if kind is None else (kind,)
    found = [r.id for r in run(memory.recall(Query(kinds, content, limit=50)))[0]]
    assert len(found) == 1, (content, found)
    return found[0]
