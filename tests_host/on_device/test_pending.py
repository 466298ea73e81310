"""
firmware.companion.extraction_queue: what a conversation holds survives a power cut and is written
once.
"""

from _bench import Bench, PowerCut, contents, run
from esp32 import NVS
from memory.errors import Broken, CapReached, ClockUnset, Rejected, StoreFull
from memory.extract.extractor import extract
from memory.text import dates

from firmware.companion.extraction_queue import ExtractionQueue, Item

HEAP = "8M"
TIMEOUT_S = 240
THOROUGH = ("test_a_cut_while_memory_is_written_loses_and_doubles_nothing",)
NOW = dates.parse("2026-02-05 14:00")
# One thing to remember in each, none of a kind that has one place only.
SAID = (
    "我喜欢打篮球",
    "我不喜欢香菜",
    "我对花生过敏",
    "我妈妈叫李娟",
    "明天下午2点有个会议",
    "I really love hiking",
    "我养了一只橘猫",
    "I'm allergic to peanuts",
    "每天早上七点叫我起床",
)
KEPT = (
    ("like", "打篮球"),
    ("dislike", "香菜"),
    ("fact", "我对花生过敏"),
    ("family", "李娟"),
    ("schedule", "会议"),
    ("like", "hiking"),
    ("fact", "我养了一只橘猫"),
    ("fact", "I'm allergic to peanuts"),
    ("schedule", "起床"),
)
NOT_ENOUGH_SPACE = -0x1105


class Kv:
    """A namespace without a chip; `fails` makes every write one that flash refuses."""

    def __init__(self):
        self.blobs = {}
        self.numbers = {}
        self.writes = 0
        self.fails = False

    def _write(self):
        if self.fails:
            raise OSError(NOT_ENOUGH_SPACE)
        self.writes += 1

    def set_blob(self, key, data):
        self._write()
        assert key not in self.blobs, "a blob was written over"
        self.blobs[key] = bytes(data)

    def get_blob(self, key, buffer):
        if key not in self.blobs:
            raise OSError(-0x1102)
        data = self.blobs[key]
        if len(data) > len(buffer):
            raise OSError(-0x110C)
        buffer[: len(data)] = data
        return len(data)

    def set_i32(self, key, value):
        self._write()
        self.numbers[key] = value

    def get_i32(self, key):
        if key not in self.numbers:
            raise OSError(-0x1102)
        return self.numbers[key]

    def erase_key(self, key):
        if key not in self.blobs:
            raise OSError(-0x1102)
        del self.blobs[key]

    def commit(self):
        pass


class Taker:
    """Stands for Memory.write: takes everything, but `refuses` {content: exception}."""

    def __init__(self, refuses=()):
        self.refuses = dict(refuses)
        self.taken = []

    async def write(self, kind, content, fields):
        if content in self.refuses:
            raise self.refuses[content]
        self.taken.append((kind, content))
        return content


def opened(kv, events=None):
    def notify(event, **fields):
        if events is not None:
            events.append((event, fields))

    pending = ExtractionQueue(kv, notify, extract)
    pending.open()
    return pending


def heard(kv, count=9, events=None):
    pending = opened(kv, events)
    for text in SAID[:count]:
        assert pending.hear(text, NOW) == 1, text
    return pending


def queue(pending):
    return [(item.kind, item.content) for item in pending._items]


def test_a_conversation_is_written_in_the_order_it_was_heard():
    pending, taker = heard(Kv()), Taker()
    assert len(pending) == len(SAID)
    answers = run(pending.flush(taker.write))
    assert tuple(taker.taken) == KEPT
    assert answers == [content for _, content in KEPT]
    assert len(pending) == 0
    assert run(pending.flush(taker.write)) == []


def test_fields_survive_a_save():
    kv = Kv()
    pending = opened(kv)
    for text in ("明天下午两点到四点开会", "每周一早上九点开例会", "我女儿叫糖糖", "我喜欢猫"):
        pending.hear(text, NOW)
    again = opened(kv)
    assert [item.fields for item in again._items] == [
        {"when": "2026-02-06 14:00", "duration": 120},
        {"when": "2026-02-09 09:00", "repeat": "weekly"},
        {"relation": "女儿"},
        {},
    ]
    assert queue(again) == queue(pending)


def test_the_same_thing_said_again_is_queued_once():
    pending = heard(Kv())
    for text in SAID:
        assert pending.hear(text, NOW) == 0
    assert tuple(queue(pending)) == KEPT


def test_what_is_not_so_any_more_is_taken_back():
    pending = opened(Kv())
    for text in ("我叫王浩", "我喜欢香菜", "我叫王皓", "我不喜欢香菜"):
        pending.hear(text, NOW)
    assert queue(pending) == [("name", "王皓"), ("dislike", "香菜")]


def test_what_was_so_before_is_kept_as_history():
    for first, second, texts in (
        ("北京", "上海", ("我住在北京", "我搬到上海了", "我又搬回北京了", "我住在北京")),
        ("Paris", "Rome", ("I live in Paris", "I moved to Rome", "I'm back in Paris")),
    ):
        pending = opened(Kv())
        for text in texts:
            pending.hear(text, NOW)
        assert queue(pending) == [("location", place) for place in (first, second, first)]


def test_what_holds_nothing_leaves_no_trace():
    kv = Kv()
    pending = opened(kv)
    for text in ("你好", "", "明天会下雨吗", "我不叫王浩", "\ud83d"):
        assert pending.hear(text, NOW) == 0
    assert len(pending) == 0 and kv.writes == 0


def test_without_a_clock_what_has_a_date_is_not_taken():
    pending = opened(Kv())
    assert pending.hear("明天下午2点有个会议", None) == 0
    assert pending.hear("明天是我生日", None) == 0
    assert pending.hear("我喜欢打篮球", None) == 1


def test_every_fourth_item_is_a_save_and_no_blob_is_written_over():
    kv = Kv()
    pending = opened(kv)
    for at, text in enumerate(SAID):
        pending.hear(text, NOW)
        assert kv.writes == (at + 1) // 4
        assert len(kv.blobs) == (1 if at >= 3 else 0)
        assert tuple(queue(opened(kv))) == KEPT[: (at + 1) // 4 * 4]


def test_after_a_flush_nothing_is_left_in_flash_but_a_number():
    kv = Kv()
    run(heard(kv).flush(Taker().write))
    assert kv.blobs == {} and list(kv.numbers) == ["done"]
    assert len(opened(kv)) == 0


def test_the_queue_is_bounded_and_says_so():
    events = []
    pending = opened(Kv(), events)
    taken = 0
    while not pending.full:
        assert pending.hear("我喜欢第%d号公园里的那棵树" % taken, NOW) == 1
        taken += 1
    assert taken >= 8
    while pending.hear("我喜欢第%d号公园里的那棵树" % taken, NOW):
        taken += 1
        assert taken <= 16
    assert [event for event, _ in events] == ["log"]
    assert len(opened(pending._kv)) == taken // 4 * 4


def test_what_would_be_refused_again_is_dropped_with_a_report():
    events = []
    pending = heard(Kv(), events=events)
    refuses = {
        "香菜": CapReached("cap", "dislike holds 8 at most"),
        "会议": Rejected("past", "it is in the past"),
    }
    taker = Taker(refuses)
    run(pending.flush(taker.write))
    assert len(pending) == 0
    assert tuple(taker.taken) == tuple([one for one in KEPT if one[1] not in refuses])
    assert [fields["level"] for _, fields in events] == ["warning", "warning"]
    assert "香菜" in events[0][1]["text"] and "past" in events[1][1]["text"]


def test_where_memory_is_full_the_rest_waits_for_the_next_conversation():
    for error in (StoreFull("hot", "full"), Broken("flash", "broken"), OSError(5)):
        kv = Kv()
        pending, taker = heard(kv), Taker({"李娟": error})
        run(pending.flush(taker.write))
        assert tuple(taker.taken) == KEPT[:3]
        assert tuple(queue(pending)) == KEPT[3:]
        assert tuple(queue(opened(kv))) == KEPT[3:]
        taker.refuses = {}
        run(pending.flush(taker.write))
        assert tuple(taker.taken) == KEPT


def test_without_a_clock_only_schedules_wait():
    kv = Kv()
    unset = ClockUnset("clock", "not set")
    pending, taker = heard(kv), Taker({"会议": unset, "起床": unset})
    run(pending.flush(taker.write))
    assert queue(pending) == [("schedule", "会议"), ("schedule", "起床")]
    assert queue(opened(kv)) == queue(pending)


def test_what_is_refused_in_five_conversations_is_given_up():
    events = []
    pending, taker = heard(Kv(), 1, events), Taker({"打篮球": StoreFull("hot", "full")})
    for _ in range(5):
        assert len(pending) == 1
        run(pending.flush(taker.write))
    assert len(pending) == 0
    assert "not remembered" in events[-1][1]["text"]


def test_what_is_said_while_memory_writes_waits_for_the_next_flush():
    kv = Kv()
    pending = heard(kv, 5)
    taken = []

    async def write(kind, content, fields):
        pending.hear("我喜欢游泳", NOW)
        pending.hear("我喜欢香菜", NOW)  # 香菜 is on its way as a dislike
        assert await pending.flush(write) == []
        taken.append((kind, content))

    run(pending.flush(write))
    assert tuple(taken) == KEPT[:5]
    assert queue(pending) == [("like", "游泳"), ("like", "香菜")]
    assert queue(opened(kv)) == queue(pending)


def test_failing_flash_does_not_stop_a_conversation():
    kv = Kv()
    events = []
    kv.fails = True
    pending = heard(kv, events=events)
    assert {event for event, _ in events} == {"log"}
    taker = Taker()
    run(pending.flush(taker.write))
    assert tuple(taker.taken) == KEPT


def test_a_save_that_does_not_check_is_dropped_and_said():
    kv = Kv()
    heard(kv, 4)
    (key,) = kv.blobs
    whole = kv.blobs[key]
    for at in range(len(whole)):
        events = []
        kv.blobs = {key: whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :]}
        assert len(opened(kv, events)) == 0
        assert events[0][1]["module"] == "pending" and kv.blobs == {}
    for size in range(len(whole)):
        kv.blobs = {key: whole[:size]}
        assert len(opened(kv)) == 0


# -- power cuts, on the chip ---------------------------------------------------------------------


def test_a_cut_while_listening_loses_the_last_three_at_most():
    origin = Bench(disk_kb=0)
    cut_at = 0
    done = False
    while not done:
        cut_at += 1
        bench = origin.copy()
        count = 0
        try:
            bench.power_on(cut_at)
            pending = opened(NVS("talk"))
            for text in SAID:
                pending.hear(text, NOW)
                count += 1
            done = True
        except PowerCut:
            pass
        bench.power_on()
        left = tuple(queue(opened(NVS("talk"))))
        assert left == KEPT[: len(left)], (cut_at, left)
        assert len(left) >= count // 4 * 4, (cut_at, count, left)
        # And a second start finds the same.
        assert tuple(queue(opened(NVS("talk")))) == left
    assert cut_at > 3


def test_a_cut_while_memory_is_written_loses_and_doubles_nothing():
    origin = Bench()
    origin.start()
    pending = opened(NVS("talk"))
    for text in SAID[:8]:
        pending.hear(text, NOW)
    assert pending._unsaved == 0
    for second, stride in ((0, 1), (1, 3), (4, 3)):
        cut_at = 1
        while cut_everything(origin.copy(), cut_at, second):
            cut_at += stride
        assert cut_at > 16


def cut_everything(bench, cut_at, second):
    """Cut a flush, and the start after it, then let one finish; False where nothing was cut."""
    done = flushed(bench, cut_at)
    if not done and second:
        flushed(bench, second)
    assert flushed(bench, 0)
    for kind, content in KEPT[:8]:
        found = contents(bench.memory, kind)
        assert found.count(content) == 1, (cut_at, second, kind, found)
    assert len(opened(NVS("talk"))) == 0
    return not done


def flushed(bench, cut_at):
    """Start the device, take up the queue, write it; False where power failed."""
    try:
        memory = bench.start(cut_at)
        pending = opened(NVS("talk"))

        def write(kind, content, fields):
            return memory.write(kind, content, fields)

        run(pending.flush(write))
    except PowerCut:
        return False
    return True


def test_what_memory_took_is_told_with_its_id():
    bench = Bench()
    memory = bench.start()
    events = []
    pending = heard(NVS("talk"), 3, events)

    def write(kind, content, fields):
        return memory.write(kind, content, fields)

    changes = run(pending.flush(write))
    assert [change.result for change in changes] == ["ADDED"] * 3
    assert [event for event, _ in events] == ["extracted"] * 3
    assert [(f["kind"], f["content"]) for _, f in events] == list(KEPT[:3])
    assert [f["id"] for _, f in events] == [change.record.id for change in changes]
    for text in SAID[:3]:
        pending.hear(text, NOW)
    assert [change.result for change in run(pending.flush(write))] == ["NOOP"] * 3
    assert len(events) == 3


def test_what_is_dropped_is_gone_from_flash_too_and_the_rest_stays():
    kv = Kv()
    pending = heard(kv, 5)
    assert pending.drop(pending.items()[:2])
    assert queue(opened(kv)) == list(KEPT[2:5])
    assert pending.drop(pending.items())
    assert kv.blobs == {} and queue(opened(kv)) == []


def test_what_flash_does_not_let_go_is_said_and_dropped_with_the_next_call():
    kv = Kv()
    pending = heard(kv, 4)
    kv.fails = True
    assert not pending.drop(pending.items()[:1]) and queue(pending) == list(KEPT[1:4])
    assert not pending.drop([])
    kv.fails = False
    assert pending.drop([])
    assert queue(opened(kv)) == list(KEPT[1:4])


def test_the_last_item_that_flash_does_not_let_go_is_tried_again():
    kv = Kv()
    pending = heard(kv, 4)
    erase_key = kv.erase_key

    def refuse(key):
        raise OSError(NOT_ENOUGH_SPACE)

    kv.erase_key = refuse
    assert not pending.drop(pending.items())
    kv.erase_key = erase_key
    assert pending.drop([]) and queue(opened(kv)) == []


def test_an_item_is_exchanged_in_its_place():
    kv = Kv()
    pending = heard(kv, 4)
    old = pending.items()[0]
    assert pending.exchange(old, Item("like", "打网球", {}))
    assert queue(opened(kv)) == [("like", "打网球")] + list(KEPT[1:4])
