"""memory.archive.unindexed_ids: by its id a record is found as by a scan, with fewer reads."""

import random

from _bench import MOUNT, Bench, run, write

HEAP = "16M"
_SEED = 20260205


def scanned(memory, id):
    """What a scan of the whole log says of an id."""
    for record in memory.archive.scan():
        if record is not None and record.id == id:
            return record.content
    return None


def found(memory, id):
    record = run(memory.record(id))
    return None if record is None else record[0].content


class Reads:
    """Counts the pieces of segments that are asked for."""

    def __init__(self, log):
        self.count = 0
        self._piece = log.piece
        log.piece = self

    def __call__(self, number, begin, end, keeps=True):
        self.count += 1
        return self._piece(number, begin, end, keeps)


def test_after_each_change_an_id_is_found_as_a_scan_finds_it():
    print("seed", _SEED)
    rng = random
    rng.seed(_SEED)
    bench = Bench()
    memory = bench.start()
    ids = []
    for step in range(160):
        if step % 40 == 39:
            memory = bench.start()
        if step == 90:
            memory.log.seal()
        dice = rng.getrandbits(3)
        if dice < 5 or not ids:
            ids.append(write(memory, "fact", "a fact, number %d" % step).record.id)
        elif dice < 7:
            id = ids[rng.getrandbits(8) % len(ids)]
            run(memory.correct(id, None, "now %d" % step, {}))
        else:
            id = ids.pop(rng.getrandbits(8) % len(ids))
            run(memory.delete(id))
            assert found(memory, id) is None
        hot = [record.id for record in memory.hot("fact")]
        for _ in range(3):
            id = ids[rng.getrandbits(8) % len(ids)] if ids else "zzz1"
            if id not in hot:
                assert found(memory, id) == scanned(memory, id), (step, id)


def test_an_id_that_no_line_has_is_not_looked_for_again():
    memory = Bench().start()
    for number in range(60):
        write(memory, "fact", "fact %d" % number)
    assert found(memory, "zzz1") is None
    reads = Reads(memory.log)
    assert found(memory, "zzz1") is None
    assert found(memory, "zzz2") is None
    assert reads.count == 0
    for number in range(60, 70):
        write(memory, "fact", "fact %d" % number)
    reads.count = 0
    assert found(memory, "zzz1") is None
    assert 0 < reads.count < 3  # the end alone
    lines = [record for record in memory.archive.scan() if record is not None]
    assert found(memory, lines[-1].id) == lines[-1].content


def test_where_a_line_does_not_tell_its_id_all_are_looked_at():
    bench = Bench()
    memory = bench.start()
    for number in range(40):
        write(memory, "fact", "fact %d" % number)
    with open(MOUNT + "/life/1.jsonl", "ab") as f:
        f.write(b'{"kind":"fact"}\n')
    memory = bench.start()
    lines = [record for record in memory.archive.scan() if record is not None]
    assert found(memory, "zzz1") is None
    for record in lines:
        assert found(memory, record.id) == record.content
    reads = Reads(memory.log)
    assert found(memory, "zzz1") is None
    assert reads.count
