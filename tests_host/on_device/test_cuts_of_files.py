"""
The power fails everywhere in what is done with whole files, and where there is hardly any room:
snapshot and restore, chips of older formats, background work with calls in between, an
NVS that turns its pages over, a full one, a full archive.

How a scenario is played, and how one cut is played again, is in _cutting.py.
"""

from _bench import Bench, Query, everything, put_file, run, write
from _cutting import by_content, cut_everywhere
from esp32 import NVS
from memory.archive import packing
from memory.errors import Broken, MemoryFault
from memory.log import log
from memory.upkeep import retention
from test_golden import device as golden
from test_snapshot import lose_nvs, spoil_a_slot, told

from firmware.companion import affection

HEAP = "12M"
TIMEOUT_S = 240
ALONE = True
THOROUGH = (
    "test_a_restore_is_begun_anew",
    "test_a_chip_of_format_1_lives_on",
    "test_a_chip_of_format_2_lives_on",
    "test_a_chip_of_format_3_lives_on",
    "test_calls_in_the_middle_of_background_work",
    "test_nvs_turns_its_pages_over",
)
_LONG = "很久以前的一件事，说来话长，" * 5  # 210 bytes


def writing(kind, content, **given):
    return lambda bench: write(bench.memory, kind, content, **given)


def deleting(content):
    return lambda bench: run(bench.memory.delete(None, None, content))


def saving(bench):
    run(bench.memory.save())


def refused_or(step):
    """The step where there is room for it; else all is as before."""

    def try_it(bench):
        try:
            return step(bench)
        except MemoryFault as e:
            assert not isinstance(e, Broken), e
            return None

    return try_it


# -- snapshot and restore ------------------------------------------------------------------------


def test_a_snapshot_is_the_old_or_the_new():
    """Whichever it is: without NVS all of it comes back, and nothing that ended since."""
    bench, memory = told()
    old = set(everything(memory))
    for content in ("爱笑", "耐心"):
        write(memory, "trait", content)

    def restored(bench):
        if bench.tape.done == len(steps):
            return
        lost = bench.copy()
        lose_nvs(lost)
        there = everything(bench.memory)
        found = everything(lost.start())
        for id in found:
            assert id in there, id
        for id in there:
            assert id in found or id not in old, there[id]
        bench.start()

    steps = [saving, deleting("李娟"), writing("fact", "later"), saving]
    cut_everywhere(bench, steps, restored, least=20)


def test_a_restore_is_begun_anew():
    bench, memory = told()
    run(memory.delete(content="李娟"))
    for n in range(23, 30):
        write(memory, "fact", "事实 %d" % n)
    run(memory.complete(content="吃药"))
    lose_nvs(bench)
    steps = [writing("fact", "后来"), deleting("会议"), saving]
    cut_everywhere(bench, steps, stride=5, least=100, expected=("hot memory",))


def test_a_damaged_slot_is_put_back():
    bench, memory = told()
    spoil_a_slot(memory, b"N")
    steps = [writing("name", "新主人"), deleting("李娟"), saving]
    cut_everywhere(bench, steps, expected=("slot", "hot memory"))


# -- chips of older formats ----------------------------------------------------------------------


def upgraded(name):
    """An old chip on which all is done that writes a newer format."""
    log.SEGMENT_BYTES = 700
    packing.PACK_BYTES = 3000

    def tidy(bench):
        background = bench.memory.background()
        while background.begin(False):
            while background.step() is not None:
                pass
        bench.memory.release_background()

    def complete(bench):
        return run(bench.memory.complete(None, "吃药"))

    steps = [
        writing("fact", "new fact"),
        complete,
        deleting("由新版本写下"),
        lambda bench: run(retention.nightly(bench.memory)),
        tidy,
        saving,
    ]
    cut_everywhere(golden(name)[0], steps, stride=13, least=90)


def test_a_chip_of_format_1_lives_on():
    upgraded("format1")


def test_a_chip_of_format_2_lives_on():
    upgraded("format2")


def test_a_chip_of_format_3_lives_on():
    upgraded("format3")


# -- background work, with calls in between ------------------------------------------------------


def working(most):
    """So many steps of background work at most; what a call meets is then half done."""

    def work(bench):
        background = bench.memory.background()
        for _ in range(most):
            if background.step() is None and not background.begin(False):
                return
        while background.step():  # where nobody else may change the archive
            continue

    return work


def test_calls_in_the_middle_of_background_work():
    log.SEGMENT_BYTES = 900
    bench = Bench()
    memory = bench.start()
    for number in range(64):
        write(memory, "moment", "那天第%d次去海边 and met Emma" % number, topic="旅行")
        bench.clock.seconds += 600 if number % 10 else 86400

    def asked(bench):
        assert len(run(bench.memory.recall(Query(None, "met emma", limit=100)))[0]) > 40

    steps = [
        working(40),
        writing("moment", "在中间写下"),
        asked,
        working(60),
        lambda bench: run(
            bench.memory.correct(by_content(bench.memory, "第9次"), None, "改过的", {})
        ),
        working(90),
        deleting("那天第20次去海边 and met Emma"),
        working(400),
        writing("moment", "最后写下"),
        working(4000),
    ]
    cut_everywhere(bench, steps, stride=7, least=130)


# -- hardly any room -----------------------------------------------------------------------------


def full_of_everything(bench, memory):
    """Every kind at its cap, as long as may be."""
    for kind, count, size in (
        ("fact", 20, 230), ("moment", 10, 290), ("trait", 10, 110), ("habit", 10, 110),
        ("goal", 5, 110), ("like", 8, 50), ("dislike", 8, 50),
    ):  # fmt: skip
        for number in range(count):
            write(memory, kind, ("%s %d " % (kind, number) + kind[:3] * 100)[:size])


def goal(number):
    return "goal " + "xyz"[number % 3] * 100


def test_nvs_turns_its_pages_over():
    bench = Bench()
    memory = bench.start()
    full_of_everything(bench, memory)
    id = memory.hot("goal")[0].id
    trial = bench.copy()
    memory = trial.start()
    number = 0
    while trial.flash.erases < 14:  # every page once, and some more
        run(memory.correct(id, None, goal(number), {}))
        number += 1
    memory = bench.start()
    for before in range(number - 1):
        run(memory.correct(id, None, goal(before), {}))

    def correct(text):
        return lambda bench: run(bench.memory.correct(id, None, text, {}))

    steps = [
        correct("学会游泳"),
        correct("学会滑雪"),
        writing("fact", "the 21st"),
        lambda bench: run(affection.spend(bench.memory, "feed")) and None,
        correct("goal " + "q" * 100),
    ]
    cut_everywhere(bench, steps, stride=3, least=60)


def crowd(bench, most):
    """Take all but `most` entries of NVS, as settings of others do."""
    nvs = NVS("other")
    size = 900
    number = 0
    while size > 20:
        try:
            nvs.set_blob("x%d" % number, bytes([number & 0xFF]) * size)
            number += 1
        except OSError:
            size //= 2
    for _ in range(most):
        number -= 1
        nvs.erase_key("x%d" % number)


def test_nvs_is_full_for_what_is_told():
    """
    What is refused for want of room may be kept by the device that was cut, or the other way
    round; it costs nothing else.
    """

    def shape(bench):
        rows = [(about[0], repr(about)) for about in everything(bench.memory).values()]
        return [row for row in rows if "the 21st" not in row[1]]

    bench = Bench()
    memory = bench.start()
    for number in range(20):
        write(memory, "fact", "fact %d " % number + _LONG[:40])
    write(memory, "like", "tea")
    write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
    crowd(bench, 2)
    steps = [
        refused_or(writing("fact", "the 21st " + _LONG)),
        refused_or(writing("dislike", "tea")),
        refused_or(lambda bench: run(bench.memory.complete(None, "吃药"))),
        refused_or(deleting("fact 7 " + _LONG[:40])),
        refused_or(writing("trait", "耐心")),
        refused_or(writing("goal", "学会游泳 " + _LONG[:20])),
    ]
    cut_everywhere(bench, steps, stride=19, least=500, shape=shape)


def test_an_archive_is_full_for_what_should_move():
    log.SEGMENT_BYTES = 2000
    bench = Bench(disk_kb=128)
    memory = bench.start()
    for number in range(30):
        write(memory, "fact", "fact %d " % number + _LONG[:40])
    write(memory, "like", "tea")
    size = 4000
    for number in range(60):
        if memory.log.free() < 4:
            break
        put_file("x%d" % number, b"x" * size)
        memory.log.measure()
    steps = [
        refused_or(writing("fact", "one more")),
        refused_or(deleting("tea")),
        refused_or(deleting("fact 1 " + _LONG[:40])),
        refused_or(saving),
        refused_or(deleting("fact 20 " + _LONG[:40])),
        refused_or(writing("trait", "耐心")),
    ]
    cut_everywhere(bench, steps, least=20)
