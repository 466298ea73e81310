"""memory.hot.ids: no id is given twice, whatever is lost."""

from _bench import Bench, PowerCut, Random
from _raised import raised
from esp32 import NVS
from memory.errors import Broken, StoreFull
from memory.hot.ids import Ids, epoch_text
from memory.hot.slots import Slots
from memory.records.ids import counter_of, is_id


def opened(bench, epoch=None, counter=0, cut_at=0):
    bench.power_on(cut_at)
    ids = Ids(Slots(NVS("mem"), None), bench.rng)
    fresh = ids.open(epoch, counter)
    return ids, fresh


def test_an_epoch_is_three_characters_of_base_36():
    assert epoch_text(0) == "000"
    assert epoch_text(35) == "00z"
    assert epoch_text(36) == "010"
    assert epoch_text(46655) == "zzz"
    assert len({epoch_text(number) for number in range(0, 46656, 7)}) == 6666


def test_ids_count_up_and_are_well_formed():
    ids, fresh = opened(Bench(disk_kb=0))
    assert fresh
    given = [ids.new() for _ in range(200)]
    assert [counter_of(id) for id in given] == list(range(1, 201))
    assert [id for id in given if not is_id(id) or not id.startswith(ids.epoch)] == []
    assert ids.last == 200


def test_an_id_is_never_given_again_after_any_number_of_restarts():
    bench = Bench(disk_kb=0)
    given = set()
    epochs = set()
    for boot in range(40):
        ids, fresh = opened(bench)
        assert fresh == (boot == 0)
        epochs.add(ids.epoch)
        for _ in range(boot * 7 % 70):  # none of them is stored anywhere
            id = ids.new()
            assert id not in given, id
            given.add(id)
    assert len(epochs) == 1
    assert len(given) > 1000


def test_an_id_is_never_given_again_after_any_power_cut():
    base = Bench(disk_kb=0)
    first = opened(base)[0].new()
    cut = 0
    finished = False
    while not finished:
        cut += 1
        bench = base.copy()
        given = {first}
        try:
            ids, _ = opened(bench, cut_at=cut)
            for _ in range(150):
                given.add(ids.new())
            finished = True
        except PowerCut:
            pass
        ids, fresh = opened(bench)
        assert not fresh, cut
        for _ in range(3):
            assert ids.new() not in given, cut
    assert cut > 4, cut


def test_the_ceiling_is_raised_once_for_many_ids():
    bench = Bench(disk_kb=0)
    ids, _ = opened(bench)
    before = bench.flash.programs
    for _ in range(640):
        ids.new()
    assert bench.flash.programs - before <= 10 * 4, bench.flash.programs - before


def test_a_new_epoch_counts_on_above_what_the_archive_knows():
    bench = Bench(disk_kb=0)
    ids, fresh = opened(bench, "k3z", 500)
    assert fresh
    assert ids.epoch != "k3z"
    assert ids.new() == ids.epoch + "501"


def test_an_old_epoch_goes_on_above_the_highest_counter_known():
    bench = Bench(disk_kb=0)
    epoch = opened(bench)[0].epoch
    ids, fresh = opened(bench, epoch, 5000)
    assert not fresh
    assert ids.new() == epoch + "5001"
    assert opened(bench, epoch, 0)[0].new() == epoch + "5065"


def test_a_new_epoch_is_never_the_one_of_the_archive():
    class Same:
        draws = 0

        def __call__(self, count):
            Same.draws += 1
            return b"\x05\0\0" if Same.draws < 4 else b"\x06\0\0"

    bench = Bench(disk_kb=0)
    bench.rng = Same()
    assert opened(bench, "005")[0].epoch == "006"


def test_a_cut_while_the_epoch_is_drawn_leaves_a_whole_one():
    cut = 0
    finished = False
    while not finished:
        cut += 1
        bench = Bench(disk_kb=0, seed=cut)
        try:
            opened(bench, "k3z", 70, cut)
            finished = True
        except PowerCut:
            pass
        first = opened(bench, "k3z", 70)[0]
        id = first.new()
        assert counter_of(id) > 70, cut
        again = opened(bench, "k3z", 70)[0]
        assert again.epoch == first.epoch, cut
        assert again.new() != id


def test_without_room_for_the_ceiling_no_id_is_given():
    bench = Bench(disk_kb=0)
    ids, _ = opened(bench)
    other = NVS("other")
    draw = Random(1)
    with_room = True
    count = 0
    while with_room:
        try:
            other.set_blob("x%d" % count, draw(8) * (200 if count < 150 else 1))
            count += 1
        except OSError:
            with_room = False
    while True:
        try:
            other.set_i32("n%d" % count, 1)
            count += 1
        except OSError:
            break
    assert isinstance(raised(StoreFull, ids.new), StoreFull)
    other.erase_key("x0")
    assert ids.new() == ids.epoch + "1"


def test_unreadable_flash_is_said_and_not_taken_for_an_empty_one():
    class Torn:
        def get_i32(self, key):
            raise OSError(-1, "ESP_FAIL")

    raised(Broken, Ids(Slots(Torn(), None), Random(1)).open, None, 0)


class Worn:
    """NVS that keeps nothing of its first `lost` numbers, and says so to nobody."""

    def __init__(self, lost):
        self._kv = NVS("mem")
        self._lost = lost

    def set_i32(self, key, value):
        if self._lost:
            self._lost -= 1
        else:
            self._kv.set_i32(key, value)

    def __getattr__(self, name):
        return getattr(self._kv, name)


def test_a_ceiling_that_worn_flash_does_not_keep_is_written_again_or_nothing_is_given():
    bench = Bench(disk_kb=0)
    bench.power_on(0)
    ids = Ids(Slots(Worn(7), None), bench.rng)
    ids.open(None, 0)
    given = {ids.new() for _ in range(100)}
    after, _ = opened(bench)
    assert after.epoch == ids.epoch and after.new() not in given
    bench = Bench(disk_kb=0)
    bench.power_on(0)
    assert "does not keep" in str(
        raised(Broken, Ids(Slots(Worn(100000), None), bench.rng).open, None, 0)
    )
