"""Stores that take each other's records: which state counts, and that all come to the same."""

import json

from _bench import MOUNT, Bench, PowerCut, Query, Random, powered, run, write
from memory.erase import erasure
from memory.errors import MemoryFault
from memory.records.codec import from_line, to_line
from memory.records.record import Record
from memory.transfer import order
from memory.transfer.known_states import KnownStates

HEAP = "32M"
THOROUGH = (
    "test_three_stores_converge_for_many_seeds",
    "test_what_is_decided_without_the_archive_is_what_the_archive_would_say",
    "test_an_export_that_is_known_is_taken_in_without_a_look_into_the_archive_for_each_line",
)


def for_stores(memory):
    out = bytearray()
    run(memory.export(out.extend, "stores"))
    return bytes(out)


def take(memory, data):
    refused = []
    done = run(memory.import_lines([data], lambda *why: refused.append(why)))
    assert (refused, done.stopped) == ([], None)
    return done


def own(memory):
    return memory.ids.store(memory.log.manifest)


def live(memory):
    """{id: what it says} of all live records, superseded ones too, as any store would say it."""
    found = {}
    for text in for_stores(memory).split(b"\n"):
        line = from_line(text) if text else None
        if line is not None and line.record is not None and not line.record.deleted:
            assert line.id not in found
            plain = order.plain_form(line.record, "")
            plain.fields.pop("seen", None)
            found[line.id] = to_line(plain)
    return found


def two():
    """Two stores, the second with what the first had; a record of both."""
    first, second = Bench(seed=3), Bench(seed=4)
    memory = first.start()
    id = write(memory, "trait", "patient").record.id
    data = for_stores(memory)
    other = second.start()
    take(other, data)
    return first, second, id


def test_the_id_of_a_store_is_drawn_once_and_survives_a_restore():
    bench = Bench()
    memory = bench.start()
    assert not bench.image.count(b"store0")
    first = own(memory)
    assert len(first) == 32
    assert own(bench.start()) == first
    for at in range(0x9000, 0x15000):
        bench.image[at] = 0xFF  # NVS is erased
    memory = bench.start()
    assert own(memory) == first
    with open(MOUNT + "/manifest", "rb") as f:
        assert json.loads(f.read().split(b"\n")[0])["store"] == first
    assert own(Bench(seed=9).start()) != first


def test_a_power_cut_while_it_is_drawn_leaves_one_id():
    cut_at = 0
    while True:
        cut_at += 1
        bench = Bench()
        bench.start()
        memory = bench.start(cut_at=cut_at, seed=cut_at)
        try:
            own(memory)
            powered()
            break
        except (PowerCut, MemoryFault):
            pass
        first = own(bench.start())
        assert own(bench.start()) == first
    assert cut_at > 4


def test_an_edit_that_followed_takes_the_place_and_nothing_is_kept():
    first, second, id = two()
    memory = second.memory
    run(memory.correct(id, None, "very patient", {}))
    data = for_stores(memory)
    memory = first.start()
    done = take(memory, data)
    assert (done.updated, done.added) == (1, 0)
    assert list(live(memory)) == [id]
    assert run(memory.record(id))[0].content == "very patient"
    run(memory.correct(id, None, "calm", {}))
    data = for_stores(memory)
    memory = second.start()
    assert take(memory, data).updated == 1
    assert list(live(memory)) == [id]


def test_of_two_edits_the_later_counts_and_the_other_is_kept_as_superseded():
    first, second, id = two()
    second.clock.to("2026-02-06 09:00")
    run(second.memory.correct(id, None, "hasty", {}))
    theirs = for_stores(second.memory)
    memory = first.start()
    run(memory.correct(id, None, "calm", {}))
    ours = for_stores(memory)
    for _ in range(2):
        take(memory, theirs)
        page = run(memory.recall(Query(limit=50)))[0]
        found = {record.content: record.get("superseded_by") for record in page}
        assert found == {"hasty": None, "calm": id}
    mine = live(memory)
    memory = second.start()
    for _ in range(2):
        take(memory, ours)
        assert live(memory) == mine


def test_a_deletion_beats_edits_that_had_not_seen_it():
    for edits in (1, 3):
        first, second, id = two()
        memory = second.memory
        for number in range(edits):
            run(memory.correct(id, None, "edit %d" % number, {}))
        theirs = for_stores(memory)
        memory = first.start()
        run(memory.delete(id))
        ours = for_stores(memory)
        assert take(memory, theirs).left == 1
        assert live(memory) == {}
        memory = second.start()
        assert take(memory, ours).deleted == 1
        assert live(memory) == live(second.start()) == {}
        assert take(second.memory, theirs).left == 1
        assert live(second.memory) == {}


def test_a_deletion_of_another_store_beats_a_later_line_that_names_no_store_in_either_order():
    line = {"rev": 9, "kind": "fact", "created": "2026-01-05T09:00:00", "content": "cat"}
    for kind in ("fact", "future"):
        for turned in (False, True):
            first, second, id = two()
            memory = first.start()
            run(memory.delete(id))
            lines = [for_stores(memory), json.dumps(dict(line, id=id, kind=kind)).encode()]
            data = b"\n".join(reversed(lines) if turned else lines)
            memory = second.start()
            done = take(memory, data)
            assert (done.deleted, done.updated, done.left) == (1, int(turned), int(not turned))
            again = take(second.start(), data)
            assert (again.added, again.updated, again.deleted, again.left) == (0, 0, 0, 2)
            assert live(second.memory) == {}


def test_a_later_line_that_names_no_store_has_followed_the_state_that_is_here():
    first, second, id = two()
    memory = first.start()
    run(memory.correct(id, None, "calm", {}))
    ours = for_stores(memory)
    line = {
        "id": id,
        "rev": 9,
        "kind": "trait",
        "created": "2026-01-05T09:00:00",
        "content": "shy",
    }
    memory = second.start()
    assert take(memory, ours + json.dumps(line).encode()).updated == 2
    mine = live(memory)
    assert list(mine) == [id]
    again = take(second.start(), ours)
    assert (again.added, again.updated) == (0, 0)
    assert live(second.memory) == mine
    theirs = for_stores(second.memory)
    memory = first.start()
    assert take(memory, theirs).updated == 1
    assert live(memory) == mine


def test_a_state_that_is_refused_takes_the_place_of_nothing():
    first, _, id = two()
    memory = first.start()
    run(memory.correct(id, None, "calm", {}))
    mine = live(memory)
    line = json.loads(for_stores(memory).split(b"\n")[0])
    line.update({"store": "f" * 32, "rev": 9, "due_announced": ""})
    for _ in range(2):
        done = run(memory.import_lines([json.dumps(line).encode()], lambda number, why: None))
        assert done.refused == 1
        assert live(memory) == mine


def test_two_states_that_both_claim_to_have_followed_the_other_come_to_an_end():
    memory = Bench(seed=3).start()
    line = {"id": "abc7", "rev": 2, "kind": "fact", "created": "2026-01-05T09:00:00"}
    one = dict(line, content="one", store="a" * 32, seen=["%s:2" % ("b" * 32)])
    other = dict(line, content="other", store="b" * 32, seen=["%s:2" % ("a" * 32)])
    data = b"\n".join([json.dumps(each).encode() for each in (one, other)])
    take(memory, data)
    mine = live(memory)
    done = take(memory, data)
    assert (done.added, done.updated, live(memory)) == (0, 0, mine)


def test_what_was_forgotten_is_not_told_to_other_stores():
    first, _, id = two()
    memory = first.start()
    run(erasure.erase(memory, {"id": id}, lambda selection: True))
    assert for_stores(memory).find(id.encode()) < 0


def act(memory, rng, clock):
    """One change, by chance."""
    clock.seconds += rng.below(3)
    page = run(memory.recall(Query(limit=100)))[0]
    known = [record for record in page if record.get("superseded_by") is None]
    what = rng.below(4)
    if what < 2 or not known:
        write(memory, rng.choice(("fact", "trait", "moment")), "told %d" % rng.below(10**6))
    elif what == 2:
        record = rng.choice(known)
        run(memory.correct(record.id, None, "changed %d" % rng.below(10**6), {}))
    else:
        run(memory.delete(rng.choice(known).id))


def known_lines(count):
    return "".join(
        [
            to_line(Record("abc%d" % n, "fact", n, {"content": "told %d" % n})) + "\n"
            for n in range(1, count + 1)
        ]
    ).encode()


def test_an_export_that_is_known_is_taken_in_without_a_look_into_the_archive_for_each_line():
    count = 200
    first, second = Bench(seed=3), Bench(seed=4)
    memory = first.start()
    take(memory, known_lines(count))
    for number in range(1, count, 10):
        run(memory.delete("abc%d" % number))
    data = for_stores(memory)
    memory = second.start()
    take(memory, data)
    for number in range(2, count, 10):
        run(memory.correct("abc%d" % number, None, "changed %d" % number, {}))
    theirs = for_stores(memory)
    memory = first.start()
    for file in (theirs, theirs, for_stores(memory)):
        read = first.flash.read_bytes
        done = take(memory, file)
        read = first.flash.read_bytes - read
        size = sum([len(chunk) for n in memory.log.segments() for chunk in memory.log.chunks(n)])
        assert read < 6 * size, (read, size)
        assert done.updated + done.left == count
    assert done.left == count and len(live(memory)) == count - 20


class Unknown:
    """While it is entered, every known state is looked for in the archive."""

    def __enter__(self):
        self._once = KnownStates.get
        KnownStates.get = lambda states, id: None

    def __exit__(self, *raised):
        KnownStates.get = self._once


def take_both(bench, data):
    """Take it in, and on a copy of the chip with every known state looked for in the archive."""
    found = []
    other = bench.twin(bytearray(bench.image))
    with Unknown():
        done = take(other.start(), data)
        found.append((live(other.memory), done.added, done.updated, done.left, done.deleted))
    done = take(bench.start(), data)
    found.append((live(bench.memory), done.added, done.updated, done.left, done.deleted))
    assert found[0] == found[1]


def test_what_is_decided_without_the_archive_is_what_the_archive_would_say():
    for seed in (21, 22):
        converge(seed, take_both)


def converge(seed, taking=None):
    taking = taking or (lambda bench, data: take(bench.start(), data))
    rng = Random(seed)
    stores = [Bench(seed=seed + at + 1) for at in range(3)]
    texts = []
    for _ in range(3):
        for bench in stores:
            memory = bench.start()
            for _ in range(4):
                act(memory, rng, bench.clock)
        bench, other = rng.choice(stores), rng.choice(stores)
        data = for_stores(bench.start())
        texts.append(data)
        taking(other, data)
    for _ in range(2):
        texts = [for_stores(bench.start()) for bench in stores] + texts
        for bench in stores:
            mine = list(texts)
            while mine:
                taking(bench, mine.pop(rng.below(len(mine))))
    found = [live(bench.start()) for bench in stores]
    assert found[0] == found[1] == found[2], seed
    assert len(found[0]) > 3


def test_three_stores_converge_whatever_the_order_of_imports():
    for seed in (11,):
        converge(seed)


def test_three_stores_converge_for_many_seeds():
    for seed in range(100, 104):
        converge(seed)
