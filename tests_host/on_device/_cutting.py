"""
For device-side tests: a scenario, and the power failing everywhere in it.

A scenario is a device brought to some point, and steps: functions of its Bench, each one
acknowledged change. Every program and erase from the start of the device to the end of the last
step is cut once, half done; after it the device starts again and must hold what was acknowledged,
and of the step that was cut all or nothing. Then it goes on with the steps that are left, and must
arrive where a device arrives whose power never failed.

No run is repeated up to its cut: each is taped, operation by operation, and what the flash holds
after a cut is made from the tape. A device that was cut tapes what it does in its turn, so the
second cuts, in its recovery and in what follows, cost no more than the first.

The normal run cuts each operation once, and some of them twice; the quick tier (QUICK=1) cuts a
few. LONG=1 tries every half-done state of each, and cuts every operation of what comes after each
cut. A failure prints the one command that plays it again: CUT="17 5.2" is operation 17, then
operation 5 of what followed, left in half-done state 2.
"""

import gc
import os

from _bench import Random, archive_names, everything, run, unmount
from _figures import figure
from _replay import command
from memory.log.lines import DROPPED, lines_forward
from memory.records.codec import from_line
from memory.records.kinds import WRITABLE
from memory.search.query import Query

from sim.nor import NorFlash, PowerCut

SEED = 20260205
HALVES = (0, 1, 2, 3)  # see _half
_TWICE = 24  # cuts of a scenario that are followed by a second one in the normal run
_QUICK = 4  # cuts of a scenario in the quick tier, half of them followed by a second one
_TWICE_LONG = 400  # in the long one: all of them, up to so many
_played = []

# Chips to play on, as large as most benches have them and made while the heap is in one piece: a
# small heap is collected in half the time of a large one.
_spare = [bytearray(0x15000 + 256 * 1024) for _ in range(6)]


def _make_room(image):
    """Chips of this size, and no others."""
    size = len(image)
    if len(_spare[0]) != size:
        _spare.clear()
        gc.collect()
        _spare.extend([bytearray(size) for _ in range(6)])


def _copy(image):
    """A copy, for which _give_back is to be called."""
    copy = _spare.pop()
    copy[:] = image
    return copy


def _give_back(image):
    _spare.append(image)


def cut_everywhere(
    bench,
    steps,
    check=None,
    stride=1,
    least=2,
    archive=True,
    parts=None,
    shape=None,
    settles=True,
    expected=(),
):
    """
    Depth 1: every operation (every `stride`-th) is cut. Depth 2: for some of these, also an
    operation of the start after it, or of what follows. `check(bench)` is asked after each
    recovery; `archive` False leaves it unmounted; `parts` is for steps that change several
    records one after the other (`one_by_one`, `same_records`): says whether a cut step may have
    left this shape. `shape(bench)` says what the device holds, as a list of (id, anything
    comparable); all records without it. A scenario of fewer than `least` operations proves
    nothing and fails.
    """
    assert not _played, "one scenario a test: CUT would not say which"
    _played.append(1)
    case = Case(bench, steps, check, archive, parts, shape, settles, expected)
    only = os.getenv("CUT")
    if only:
        case.replay([_cut_of(part) for part in only.split()])
        print("cut", only, "comes")
        return
    long = os.getenv("LONG", "") not in ("", "0")
    count = len(case.tape.rows)
    if os.getenv("QUICK") == "1":
        first, second = case.every(max(stride, count // _QUICK), long, _QUICK // 2)
    else:
        first, second = case.every(1 if long else stride, long)
    print(count, "operations;", first, "cuts,", second, "of two")
    assert count >= least, "%d operations" % count
    figure("cuts_depth_1", first)
    figure("cuts_depth_2", second)


def _cut_of(text):
    number, _, half = text.partition(".")
    return int(number), int(half or 0)


class Tape:
    """What a run did to the flash: rows (offset, bytes there after it or None: erased, mark)."""

    def __init__(self, bench, image):
        self.before = image  # not copied: whoever plays it back keeps it
        self.rows = []
        self.done = 0  # steps acknowledged
        self.given = {}  # step: id that it gave
        # A page whose first bytes a cut spared looks erased to LittleFS, which programs it then:
        # the chip leaves a bit at 0, and LittleFS reads back and moves the directory.
        self.strict = True
        self._bench = bench

    def flash(self, image):
        """A flash over these bytes that is taped."""
        return Taped(image, self)

    def note(self, offset, data):
        self.rows.append((offset, data, (self.done, self._bench.moment())))


class Taped(NorFlash):
    """A flash that writes down what is done to it."""

    def __init__(self, image, tape):
        super().__init__(image, len(image))
        self._image = image
        self._tape = tape

    def program(self, offset, data, strict=True):
        view = memoryview(data)
        at = 0
        while at < len(view):
            end = min(len(view), at + self.PAGE - (offset + at) % self.PAGE)
            super().program(offset + at, view[at:end], strict and self._tape.strict)
            self._tape.note(offset + at, bytes(self._image[offset + at : offset + end]))
            at = end

    def erase(self, offset):
        super().erase(offset)
        self._tape.note(offset, None)


class Case:
    """A scenario, and what a device without power cuts holds after each of its steps."""

    def __init__(self, bench, steps, check, archive, parts, shape, settles, expected):
        self._origin = bench
        self._steps = steps
        self._check = check or (lambda bench: None)
        self._archive = archive
        self._parts = parts
        self._told = shape
        self._settles = settles
        self._expected = ("hot memory was empty",) + expected
        self._name = ""  # of what is being played
        _make_room(bench.image)
        ram = _copy(bench.image)
        bench = self._origin.twin(ram)
        bench.start(archive=archive)
        self._known = set() if shape else set(everything(bench.memory))
        self._states = [self._shape(bench)]
        ram[:] = self._origin.image
        bench = self._origin.twin(ram)
        self.tape = bench.tape = Tape(bench, self._origin.image)
        bench.start(archive=archive)
        for step in steps:
            self._do(bench, step)
            self._states.append(self._shape(bench))
        self._look(bench)
        _give_back(ram)

    def _shape(self, bench):
        """All records, comparable where the ids of new ones differ: a cut skips some."""
        if self._told:
            return sorted(self._told(bench))
        found = everything(bench.memory)
        new = [id for id in found if id not in self._known]
        rows = []
        for id in found:
            text = repr(found[id])
            for other in new:  # a record may name another; those of other devices stay
                if other.startswith(bench.memory.ids.epoch):
                    text = text.replace("'%s'" % other, "'new'")
            rows.append(("new" if id in new else id, text))
        return sorted(rows)

    # -- cutting -------------------------------------------------------------------------------

    def every(self, stride, long, doubled=_TWICE):
        """Play all that is to be cut; how many cuts were played, and how many of two."""
        draw = Random(SEED)
        first = second = 0
        count = len(self.tape.rows)
        number = 0
        twice = max(1, count // stride // doubled)
        for number, half, image, mark in self._cuts(self.tape, stride, HALVES if long else (0,)):
            name = _name(number, half)
            again = half == HALVES[number % len(HALVES)] if long else number // stride % twice == 0
            before = _copy(image) if again else None
            tape = self._play(image, mark, self.tape.given, name)
            first += 1
            if not again:
                continue
            tape.before = before
            if long:
                step = max(1, len(tape.rows) * count // stride // _TWICE_LONG)
                chosen = [(at, draw.choice(HALVES)) for at in range(1, len(tape.rows) + 1, step)]
            else:
                most = max(1, min(len(tape.rows), draw.choice((3, 8, len(tape.rows)))))
                chosen = [(1 + draw.below(most), draw.choice(HALVES))][: len(tape.rows)]
            for at, half, image, mark in _at(tape, chosen):
                self._play(image, mark, tape.given, name + " " + _name(at, half))
                second += 1
            _give_back(before)
        return first, second

    def _cuts(self, tape, stride, halves):
        every = range(1, len(tape.rows) + 1, stride)
        return _at(tape, [(number, half) for number in every for half in halves])

    def replay(self, cuts):
        """Play these cuts, one after the other, alone."""
        tape = self.tape
        name = ""
        for number, half in cuts:
            if not number:
                continue
            assert number <= len(tape.rows), "there are %d operations" % len(tape.rows)
            name = (name + " " + _name(number, half)).strip()
            for _, _, image, mark in _at(tape, [(number, half)]):
                before = _copy(image)
                tape = self._play(image, mark, tape.given, name)
                tape.before = before

    def _play(self, image, mark, given, name):
        """A device that starts with this flash goes on to the end; its tape."""
        well = False
        self._name = name
        try:
            bench = self._origin.twin(image)
            done, moment = mark
            bench.to(moment)
            tape = bench.tape = Tape(bench, None)
            tape.done = done
            tape.strict = ".2" not in name
            tape.given = {step: given[step] for step in given if step < done}
            bench.start(archive=self._archive)
            shape = self._shape(bench)
            tape.done = self._place(shape, done)
            self._settled(bench, shape)
            for step in self._steps[tape.done :]:
                self._do(bench, step)
            assert self._shape(bench) == self._states[-1], "arrived elsewhere"
            self._look(bench)
            well = True
        finally:
            unmount()
            if not well:
                print(command('CUT="%s"' % name))
        return tape

    def _do(self, bench, step):
        """The next step; no id is given twice."""
        change = step(bench)
        tape = bench.tape
        if getattr(change, "result", None) == "ADDED":
            assert change.record.id not in tape.given.values(), change.record.id
            tape.given[tape.done] = change.record.id
        tape.done += 1

    # -- what must hold ------------------------------------------------------------------------

    def _place(self, shape, done):
        """Which state the device is in: the one acknowledged last, or the next."""
        for at in (done, done + 1):
            if at < len(self._states) and shape == self._states[at]:
                return at
        wanted = self._states[done]
        if self._parts and done < len(self._steps):
            if self._parts(shape, wanted, self._states[done + 1]):
                return done
        print("missing", [row for row in wanted if row not in shape])
        print("too much", [row for row in shape if row not in wanted])
        raise AssertionError("after %d steps: neither before nor after the next" % done)

    def _settled(self, bench, shape):
        """A start after the recovery finds nothing to do, and nothing is damaged."""
        bench.start(archive=self._archive)
        if bench.flash.operations and "." in self._name:
            # Of an entry that NVS had half written, and memory moved, NVS clears the rest itself.
            bench.start(archive=self._archive)
        assert bench.flash.operations == 0 or not self._settles, "a second start still writes"
        assert self._shape(bench) == shape
        self._look(bench)

    def _look(self, bench):
        expected = self._expected
        if ".2" in self._name:  # NVS takes such an entry for free; the store reads back and moves
            expected += ("nvs",)
        damage = [e for e in bench.heard("recovered") if not e["what"].startswith(expected)]
        assert damage == [], damage
        if self._archive and bench.memory is not None:
            assert_one_home(bench)
        self._check(bench)


def _name(number, half):
    return "%d.%d" % (number, half) if half else str(number)


def _at(tape, cuts):
    """
    For each of `cuts` (operation, half-done state), ascending: (operation, state, the flash after
    that cut, mark of the operation). The flash is the taker's until the next one.
    """
    image = _copy(tape.before)
    torn = _copy(image)
    done = 0
    for number, half in cuts:
        while done < number - 1:
            offset, data, _ = tape.rows[done]
            image[offset : offset + len(data or _ERASED)] = data or _ERASED
            done += 1
        torn[:] = image
        offset, data, mark = tape.rows[number - 1]
        _half(torn, offset, data, number, half)
        yield number, half, torn, mark
    _give_back(torn)
    _give_back(image)


_ERASED = b"\xff" * 4096


def _half(image, offset, data, number, half):
    """
    Leave the flash as an operation does whose power failed. State 0 and 3 are those of sim.nor
    (the first bytes are programmed, a sector is erased here and there), drawn with two seeds; in 1
    the power failed just before it; in 2 bits have changed all over the page or sector.
    """
    if half == 1:
        return
    if half == 2:
        draw = Random(SEED + number)
        still = draw.below(256)  # so many of 256 bytes are as they were
        for at in range(offset, offset + len(data or _ERASED)):
            if draw.below(256) >= still:
                if data is None:
                    image[at] |= draw.below(256)
                else:
                    image[at] &= data[at - offset] | draw.below(256)
        return
    flash = NorFlash(image, len(image), number, SEED + number + half)
    flash.operations = number - 1
    try:
        if data is None:
            flash.erase(offset)
        else:
            flash.program(offset, data, False)
    except PowerCut:
        return
    raise AssertionError("operation %d was not cut" % number)


def same_records(shape, before, after):
    """True where the same records are there, in whatever state."""
    return [row[0] for row in shape] == [row[0] for row in before]


def one_by_one(shape, before, after):
    """True where each row is as it was or as it is to be, and none is missing."""
    for row in shape:
        if row not in before and row not in after:
            return False
    ids = [row[0] for row in shape]
    left = [row[0] for row in after]
    for row in before:
        if row not in shape and (row in after or row[0] in left) and row[0] not in ids:
            return False
    return True


def assert_one_home(bench):
    """No record is both hot and archived; the manifest names every file there is."""
    memory = bench.memory
    hot = {record.id: record.rev for kind in WRITABLE for record in memory.each(kind)}
    manifest = memory.log.manifest
    paths = [memory.log.path_of(row) for row in manifest.sealed]
    names = [path.split("/")[-1] for path in paths + [memory.log.path(manifest.open)]]
    there = [name for name in archive_names("/life") if not name.endswith(".idx")]
    assert there == sorted([name for name in names if name in there])
    assert len(there) >= len(names) - 1, there  # the open one is made by its first line
    assert "manifest.new" not in archive_names()
    for number in memory.log.segments():
        for text in lines_forward(memory.log.chunks(number)):
            if text == DROPPED:
                continue
            line = from_line(text)
            if line.id in hot:
                left = line.record is not None and (
                    "trashed_at" in line.record.fields
                    or (line.kind == "todo" and line.rev < hot[line.id])
                )  # and has come back
                assert line.keep or left, "hot and archived: " + line.id
                assert line.rev <= hot[line.id], line.id
            if line.next is not None and line.next.id in hot:
                assert line.next.rev <= hot[line.next.id], line.next.id
    assert memory.log.verify() == []


def by_content(memory, content, kind=None):
    """Id of the one record with this content, hot or archived."""
    kinds = None if kind is None else (kind,)
    found = [r.id for r in run(memory.recall(Query(kinds, content, limit=50)))[0]]
    assert len(found) == 1, (content, found)
    return found[0]
