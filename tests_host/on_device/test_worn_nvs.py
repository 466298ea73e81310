"""
Hot memory on NVS whose flash wears out: what a call answers for is there after the next start,
what it refuses has changed nothing.
"""

from struct import unpack_from

from _bench import Bench, Random
from _figures import figure
from _raised import raised
from esp32 import NVS
from memory.errors import Broken, StoreFull
from memory.hot.hot_store import HotStore

from sim import chip
from sim.faults import Faults

HEAP = "8M"  # several chips in RAM
THOROUGH = (
    "test_bits_that_no_longer_erase_cost_no_answer",
    "test_a_few_worn_bits_cost_no_answer_either",
)
_NVS = 0x9000
_PAGES = 12
_PAGE = 4096
_ENTRIES = 64  # where they begin in a page
_NOT_FOUND = -0x1102


class Store:
    """A hot store on a chip with faults; `said` is what it reported since the start."""

    def __init__(self):
        self.bench = Bench(disk_kb=0)
        self.faults = self.bench.faults = Faults()
        self.start()

    def start(self):
        self.bench.power_on()
        self.said = []
        self.hot = HotStore(NVS("mem"), lambda what, detail: self.said.append(what))
        self.hot.open()
        return items(self.hot)


def items(hot):
    return [(key, hot.get(key)) for key in hot.keys()]


def change(store, model, rng, turn):
    """A random change, also of several records at once; done wholly and answered, or refused."""
    puts = []
    gone = []
    for number in range(1 + rng.below(4)):
        key = b"k%02d" % (rng.below(8) * 4 + number)
        if rng.below(4):
            puts.append((key, b"%d " % turn + bytes([rng.below(256)]) * rng.below(150)))
        else:
            gone.append(key)
    try:
        store.hot.apply(puts, gone)
    except (Broken, StoreFull):
        return False
    model.update(dict(puts))
    for key in gone:
        model.pop(key, None)
    return True


def wear_out(how, mask, part, turns):
    """Turn the pages over a chip on which one page after the other has such bits."""
    refused = tried = met = healed = 0
    for page in (1, 2):
        store = Store()
        rng = Random(page + mask)
        model = {}
        begin = _NVS + page * _PAGE + _ENTRIES
        getattr(store.faults, how)(begin, (_PAGE - _ENTRIES) // part, mask)
        store.bench.flash.erase(_NVS + page * _PAGE)
        for turn in range(turns):
            refused += not change(store, model, rng, turn)
            tried += 1
            assert items(store.hot) == sorted(model.items()), (how, page, turn)
            if turn % 10 == 9:
                if turn > 50:  # before, NVS has not moved anything
                    healed += heal(store)
                assert store.start() == sorted(model.items()), (how, page, turn)
        met += store.faults.met["worn"] + store.faults.met["weak"]
    assert met > 0
    figure("nvs_writes_on_worn_flash", tried)
    print(healed, "slots written anew")
    return refused


def heal(store):
    """As before every snapshot; how many slots were lost since."""
    before = len(store.said)
    for _ in store.hot.healing():
        pass
    return store.said[before:].count("slot")


def test_bits_that_no_longer_erase_cost_no_answer():
    """A whole page of them: it is passed over, entry by entry."""
    assert wear_out("wear", 0x20, 1, 90) == 0


def test_bits_that_no_longer_program_cost_no_answer():
    assert wear_out("weaken", 0x08, 1, 90) == 0


def test_a_few_worn_bits_cost_no_answer_either():
    assert wear_out("wear", 0xFF, 40, 90) == 0


def test_flash_that_keeps_nothing_is_said_and_changes_nothing():
    store = Store()
    for n in range(5):
        store.hot.put(b"k%d" % n, b"kept")
    before = items(store.hot)
    store.faults.weaken(_NVS, _PAGES * _PAGE, 0xFF)
    for _ in range(3):
        raised(Broken, store.hot.put, b"k1", b"new")
        raised(Broken, store.hot.apply, [(b"k2", b"new"), (b"k9", b"new")], [b"k3"])
        assert items(store.hot) == before
    store.faults.clear()
    assert store.start() == before
    store.hot.apply([(b"k2", b"new"), (b"k9", b"new")], [b"k3"])
    assert store.start() == items(store.hot)


def test_a_chip_that_fails_at_any_program_or_erase_answers_only_for_what_is_there():
    """Reported errors, one at each operation of a batch: before its commit, or after it."""
    n = 0
    kept = lost = 0
    while True:
        n += 1
        store = Store()
        for key in (b"a", b"b", b"c"):
            store.hot.put(key, b"old")
        before = items(store.hot)
        after = [(b"a", b"new" * 40), (b"c", b"old"), (b"d", b"new")]
        fail_nth(store, n)
        try:
            store.hot.apply([(b"a", b"new" * 40), (b"d", b"new")], [b"b"])
            answered = True
            kept += 1
        except Broken:
            answered = False
            lost += 1
        came = store.faults.met["program"] > 0
        assert items(store.hot) == (after if answered else before), n
        store.faults.clear()
        found = store.start()
        assert found == after if answered else found in (before, after), n
        if not came:
            break
    assert kept > 3 and lost > 3, (kept, lost)
    figure("nvs_operations_failed", n - 1)


def fail_nth(store, n):
    """The n-th program from now on fails."""
    flash = chip.flash()
    check = store.faults.check
    left = [n]

    def counting(what, offset, size):
        if what == "program":
            left[0] -= 1
            if left[0] == 0:
                store.faults.fail_program(offset, size, 1)
        check(what, offset, size)

    flash.faults.check = counting


def rot(store, key):
    """Flip a bit in the bytes of a slot, as they lie on the chip; its number."""
    slot = store.hot._tree.get(key)[0]
    buffer = bytearray(700)
    size = NVS("mem").get_blob("s%03d" % slot, buffer)
    at = store.bench.image.find(bytes(buffer[:32]), _NVS)
    assert at > 0 and size > 32
    store.faults.flip(at + 20, 0x04)
    return slot


def test_a_record_whose_bits_rot_is_reported_and_costs_no_other():
    """NVS drops it when it is read, and says only that it is not there."""
    store = Store()
    for n in range(20):
        store.hot.put(b"k%02d" % n, b"value %d " % n * 6)
    before = items(store.hot)
    rot(store, b"k07")
    assert store.start() == [item for item in before if item[0] != b"k07"]
    assert (store.said, store.hot.damaged) == (["slot"], 1)
    store.hot.put(b"k07", b"told again")
    store.faults.clear()
    assert len(store.start()) == 20
    assert store.hot.get(b"k07") == b"told again"
    assert store.said == []


def test_the_number_of_the_last_batch_may_be_lost():
    """Without it every record that a batch has written seemed to be what a cut had left."""
    store = Store()
    for n in range(4):
        store.hot.apply([(b"a%d" % n, b"1"), (b"b%d" % n, b"2")], [])
    store.hot.put(b"c", b"3")
    before = items(store.hot)
    NVS("mem").erase_key("committed")
    assert store.start() == before
    assert store.said == ["committed"]
    assert store.start() == before
    assert store.said == []
    store.hot.apply([(b"a0", b"new"), (b"b0", b"new")], [b"c"])
    assert store.start() == items(store.hot)


def test_a_journal_whose_bits_rot_is_dropped_and_the_batch_with_it():
    store = Store()
    store.hot.put(b"a", b"old")
    before = items(store.hot)
    store.hot._stage([(b"a", b"new"), (b"b", b"new")], 1, b"\x00")  # the power fails here
    store.faults.flip(journal_at(store) + 2)
    assert store.start() == before
    assert store.said == ["journal"]
    assert store.start() == before
    assert store.said == []


def journal_at(store):
    buffer = bytearray(100)
    size = NVS("mem").get_blob("journal", buffer)
    assert unpack_from("<I", buffer, 4)[0] == 1
    return store.bench.image.find(bytes(buffer[:size]), _NVS)


def test_what_a_failed_page_hides_is_not_taken_for_erased():
    """Whoever else writes to NVS when a page fails: its keys seem gone, and a restart has them."""
    for batch in (False, True):
        store = Store()
        store.hot.put(b"a", b"first")
        store.hot.put(b"b", b"second")
        others = NVS("sys")
        store.faults.fail_program(_NVS, _PAGE, 1)
        raised(OSError, others.set_i32, "nightly", 5)
        if batch:
            raised(Broken, store.hot.apply, [], [b"a", b"b"])
        else:
            raised(Broken, store.hot.delete, b"a")
        assert store.hot.broken
        assert items(store.hot) == [(b"a", b"first"), (b"b", b"second")]
        raised(Broken, store.hot.put, b"c", b"third")
        assert store.start() == [(b"a", b"first"), (b"b", b"second")]
        assert store.hot.delete(b"a")
        assert store.start() == [(b"b", b"second")]


def test_no_slot_is_lost_to_a_read_error():
    """ESP-IDF then finds no key of the page: what seems empty must not be filled."""
    store = Store()
    for n in range(60):
        store.hot.put(b"k%02d" % n, b"value %d " % n * 9)
    before = items(store.hot)
    for page in range(5):
        store.faults.fail_read(_NVS + page * _PAGE + 1000, 8, 1)
        store.bench.power_on()
        said = []
        try:
            hot = HotStore(NVS("mem"), lambda what, detail: said.append(what))  # noqa: B023
            hot.open()
            assert items(hot) == before, page
        except (Broken, OSError) as e:
            said.append(repr(e))
            assert said, page
        store.faults.clear()
        assert store.start() == before, page
