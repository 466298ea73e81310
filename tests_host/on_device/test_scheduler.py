"""The scheduler: what it does by the clock, across days, reboots and jumps."""

import json
import sys

from _bench import Bench, hot_contents, run, write
from _minded import Minded, members
from memory.text import dates

from firmware.companion import reminders, scheduler
from firmware.companion.scheduler import Scheduler
from firmware.system import event_lines, events
from firmware.words import messages

HEAP = "8M"  # several chips in RAM
ALONE = True


class World:
    """A bench with a scheduler whose ticks a test advances; what it says is collected."""

    made = Bench

    def __init__(self, now, language="zh"):
        self.bench = self.made()
        self.bench.clock.to(now)
        self.said = []
        self.passed = 0
        messages.use(language)
        self.start()

    def start(self):
        self.memory = self.bench.start()
        self.scheduler = Scheduler(self.memory, self.bench.clock, self._stopwatch)
        events.emit = self._emit

    def _emit(self, event, **fields):
        self.said.append((event, fields))

    def _stopwatch(self):
        passed, self.passed = self.passed, 0
        return passed

    def pass_time(self, seconds):
        """Time goes by, and the clock with it."""
        self.bench.clock.seconds += seconds
        self.passed += seconds
        run(self.scheduler.tick())

    def until(self, when, step=600):
        while self.bench.clock.seconds < dates.parse(when):
            self.pass_time(step)

    def heard(self, name):
        return [fields for event, fields in self.said if event == name]


def test_reminders_are_told_within_the_hour_and_again_at_the_minute_and_say_what_is_due():
    world = World("2026-02-05 14:00")
    write(world.memory, "schedule", "团队会议", when="2026-02-05 16:05", priority=5)
    times = []
    while world.bench.clock.seconds < dates.parse("2026-02-05 16:40"):
        told = len(world.heard("reminder"))
        world.pass_time(20)
        times += [dates.minute(world.bench.clock.seconds)] * (len(world.heard("reminder")) - told)
    assert times == ["2026-02-05 15:10", "2026-02-05 16:05"]
    marks = []
    for reminder in world.heard("reminder"):
        marks.append(reminder["mark"])
        assert reminder["due"] == "2026-02-05 16:05"
        assert reminder["late"] is False
        assert reminder["priority"] == 5
        assert "16:05" in reminder["message"]
        assert "团队会议" in reminder["message"]
    assert marks == ["ahead", "due"]


def test_what_became_due_in_the_trash_is_told_as_soon_as_it_is_restored():
    world = World("2026-02-05 14:00")
    write(world.memory, "todo", "交报告", due="2026-02-05 14:03", remind="2026-02-05 14:03")
    (todo,) = world.memory.hot("todo")
    run(world.memory.delete(todo.id))
    world.until("2026-02-05 14:12", step=20)
    assert world.heard("reminder") == []
    run(world.memory.restore(todo.id))
    world.pass_time(1)
    (told,) = world.heard("reminder")
    assert (told["content"], told["late"]) == ("交报告", True)
    world.until("2026-02-05 14:30", step=60)
    assert len(world.heard("reminder")) == 1


def test_the_tone_follows_priority_and_the_address_the_relationship():
    said = {}
    for language in ("zh", "en"):
        for priority in (1, 2, 3, 4, 5):
            world = World("2026-02-05 14:00", language)
            write(world.memory, "schedule", "x", when="2026-02-05 14:30", priority=priority)
            world.pass_time(60)
            (reminder,) = world.heard("reminder")
            said.setdefault((language, reminder["message"]), []).append(priority)
    assert sorted(said.values()) == [[1, 2], [1, 2], [3], [3], [4, 5], [4, 5]]
    world = World("2026-02-05 14:00")
    record = write(world.memory, "schedule", "x", when="2026-02-05 15:00").record
    stranger = reminders.fields(world.memory, record, "ahead", False)["message"]
    world.memory.coins = lambda: 300
    assert reminders.fields(world.memory, record, "ahead", False)["message"] != stranger


def test_nightly_runs_once_after_three_and_is_caught_up_after_power_off():
    world = World("2026-01-01 12:00")
    for n in range(3):
        write(world.memory, "fact", "旧事 %d" % n)
    world.until("2026-01-31 10:00", step=3600)
    assert len(hot_contents(world.memory, "fact")) == 3
    world.bench.clock.to("2026-02-03 18:00")  # asleep over three in the morning
    world.start()
    world.pass_time(1)
    assert hot_contents(world.memory, "fact") == []


class MindedWorld(World):
    """A World whose memory has a mind; somebody talks while `talking`."""

    made = Minded

    def __init__(self, now, confirmed=True):
        self.talking = False
        self.confirmed = confirmed
        World.__init__(self, now)

    def start(self):
        self.memory = self.bench.start()
        clock = self.bench.clock
        clock.is_confirmed = self.confirmed
        self.scheduler = Scheduler(
            self.memory, clock, self._stopwatch, self.bench.mind, lambda: self.talking
        )
        events.emit = self._emit

    def kept(self):
        return len(members(self.bench.mind))


def expiring(world, *contents):
    """Facts that expire at noon of the eighth of February."""
    for content in contents:
        write(world.memory, "fact", content, expires="2026-02-08T12:00:00")


def test_the_night_of_the_mind_is_at_three_and_once():
    world = MindedWorld("2026-02-01 12:00")
    expiring(world, "会议室的钥匙在前台")
    write(world.memory, "fact", "用户养猫")
    world.until("2026-02-08 14:00", step=3600)
    world.until("2026-02-09 02:59", step=60)
    assert world.kept() == 2
    world.until("2026-02-09 03:00", step=60)
    assert world.kept() == 1
    (log,) = [one for one in world.heard("log") if one["module"] == "mind"]
    assert log["text"].endswith("1 expired")
    write(world.memory, "fact", "会议室的门锁着", expires="2026-02-09T05:00:00")
    world.until("2026-02-10 02:00", step=600)
    assert world.kept() == 2
    world.until("2026-02-10 03:10", step=600)
    assert world.kept() == 1


def test_while_somebody_talks_at_three_the_night_waits_for_the_first_quiet_hour():
    world = MindedWorld("2026-02-01 12:00")
    expiring(world, "会议室的钥匙在前台")
    world.until("2026-02-09 02:00", step=3600)
    world.talking = True
    world.until("2026-02-09 05:20", step=60)
    assert world.kept() == 1
    world.talking = False
    world.pass_time(1)
    assert world.kept() == 0


def test_a_talk_that_begins_amid_the_night_leaves_the_rest_until_it_is_over():
    world = MindedWorld("2026-02-01 12:00")
    expiring(world, *["第 %d 把钥匙在前台" % number for number in range(12)])
    world.until("2026-02-09 02:50", step=600)
    left = []
    looks = [0]

    def talks_soon():
        looks[0] += 1
        return looks[0] > 10

    world.scheduler._resting = talks_soon
    world.until("2026-02-09 03:00", step=600)
    left.append(world.kept())
    world.scheduler._resting = bool
    world.pass_time(1)
    left.append(world.kept())
    assert 0 < left[0] < 12 and left[1] == 0, left


def test_the_night_is_caught_up_after_power_off():
    world = MindedWorld("2026-02-01 12:00")
    expiring(world, "会议室的钥匙在前台")
    world.pass_time(60)
    world.bench.clock.to("2026-02-20 18:00")
    world.start()
    world.pass_time(1)
    assert world.kept() == 0


def test_the_night_waits_for_a_clock_that_is_more_than_the_word_of_a_cloud():
    world = MindedWorld("2026-02-01 12:00")
    expiring(world, "会议室的钥匙在前台")
    write(world.memory, "fact", "旧事")
    world.pass_time(60)
    world.bench.clock.to("2026-03-20 18:00")
    world.confirmed = False
    world.start()
    world.until("2026-03-22 09:00", step=3600)
    assert world.kept() == 2
    assert hot_contents(world.memory, "fact") == []  # it is moved, and loses nothing
    world.bench.clock.is_confirmed = True  # the network's time has come
    world.pass_time(1)
    assert world.kept() == 1


def test_weekly_runs_on_sunday_after_ten_past_three():
    world = World("2026-02-07 12:00")  # a Saturday
    run(world.scheduler.tick())
    write(world.memory, "event", "搬家", when="2026-02-05")
    world.until("2026-02-08 03:00")
    assert hot_contents(world.memory, "event") == ["搬家"]
    world.until("2026-02-08 03:20")
    assert hot_contents(world.memory, "event") == []


def test_a_jump_of_more_than_a_day_moves_nothing_that_day():
    world = World("2026-02-05 14:00")
    write(world.memory, "fact", "今天的事")
    world.pass_time(60)
    world.bench.clock.to("2026-06-01 14:00")  # set wrong
    run(world.scheduler.tick())
    assert hot_contents(world.memory, "fact") == ["今天的事"]
    assert "jumped" in world.heard("log")[-1]["text"]
    world.bench.clock.to("2026-02-05 14:02")  # set right again
    run(world.scheduler.tick())
    world.until("2026-02-06 04:00", step=3600)
    assert hot_contents(world.memory, "fact") == ["今天的事"]


def test_nothing_runs_on_a_clock_that_was_never_set():
    world = World("2026-02-05 14:00")
    write(world.memory, "schedule", "会议", when="2026-02-05 14:30")
    world.bench.clock.known = False
    world.pass_time(60)
    assert world.said == []


def test_a_job_that_fails_is_reported_and_the_next_day_tried_again():
    world = World("2026-01-01 12:00")
    write(world.memory, "fact", "旧事")
    world.bench.clock.to("2026-02-20 12:00")
    world.memory = world.bench.start(archive=False)
    world.scheduler = Scheduler(world.memory, world.bench.clock, world._stopwatch)
    run(world.scheduler.tick())
    assert "nightly" in world.heard("log")[0]["text"]
    assert hot_contents(world.memory, "fact") == ["旧事"]
    world.start()
    world.until("2026-02-21 03:10")
    assert hot_contents(world.memory, "fact") == []


class Unreadable:
    """NVS of which these keys hold something else than a number."""

    def __init__(self, kv, *keys):
        self._kv = kv
        self._keys = keys
        self.set_i32 = kv.set_i32
        self.commit = kv.commit

    def get_i32(self, key):
        if key in self._keys:
            raise OSError(-0x1107, "ESP_ERR_NVS_TYPE_MISMATCH")
        return self._kv.get_i32(key)


def test_a_mark_that_cannot_be_read_stops_nothing_and_its_job_runs_once_a_day():
    world = World("2026-02-05 14:00")
    world.scheduler._kv = Unreadable(world.scheduler._kv, "nightly", "weekly")
    write(world.memory, "schedule", "会议", when="2026-02-06 15:00")
    runs = []

    async def count(name):
        runs.append(name)

    world.scheduler._run = count
    world.until("2026-02-06 15:10")
    assert runs == ["nightly", "weekly", "nightly"]  # one caught up each, one at night
    assert [one["mark"] for one in world.heard("reminder")] == ["ahead", "due"]
    texts = [one["text"] for one in world.heard("log")]
    assert len(texts) == 3, texts
    assert "TYPE_MISMATCH" in texts[0]
    assert "nightly" in texts[0]


def test_whatever_a_job_raises_is_logged_and_the_others_run_and_it_is_tried_again():
    for error in (OSError(5), MemoryError("no heap"), ValueError("odd"), KeyError("x")):
        for broken in ("_save_when_quiet", "_remind", "_run", "_daily"):
            world = World("2026-02-05 14:00")
            tried = []

            async def fail(*given, error=error, tried=tried):
                tried.append(given)
                raise error

            setattr(world.scheduler, broken, fail)
            write(world.memory, "schedule", "会议", when="2026-02-05 15:00")
            write(world.memory, "fact", "旧事")
            world.until("2026-02-05 15:10", step=60)
            assert len(tried) > 1, (broken, error)
            assert type(error).__name__ in world.heard("log")[0]["text"], broken
            if broken != "_remind":
                assert len(world.heard("reminder")) == 2, broken
            if broken not in ("_run", "_daily"):
                world.bench.clock.to("2026-03-20 04:00")
                for _ in range(2):  # the first tick after a jump leaves the nightly run out
                    world.scheduler._done.clear()
                    world.scheduler._kv.set_i32("nightly", 0)
                    run(world.scheduler.tick())
                assert hot_contents(world.memory, "fact") == [], broken


def test_one_look_that_fails_ends_no_run():
    world = World("2026-02-05 14:00")
    looks = []

    async def look():
        looks.append(True)
        if len(looks) < 3:
            raise MemoryError
        raise SystemExit  # ends the test

    async def no_sleep(seconds):
        pass

    world.scheduler.tick = look
    real, scheduler.asyncio.sleep = scheduler.asyncio.sleep, no_sleep
    try:
        run(world.scheduler.run())
    except SystemExit:
        pass
    finally:
        scheduler.asyncio.sleep = real
    assert len(looks) == 3
    assert world.scheduler.turns == 2


def test_events_are_lines_of_json_or_of_text():
    event_lines.start("json")
    assert json.loads(_captured(lambda: events.emit("storage", used=3, free=1))) == {
        "event": "storage",
        "free": 1,
        "used": 3,
    }
    event_lines.start("text")
    assert _captured(lambda: events.emit("storage", used=3, free=1)) == "storage: free=1 used=3\n"
    event_lines.start("json")


def _captured(call):
    """What a call writes to the stream that events go to."""

    class Stream:
        text = ""

        def write(self, text):
            self.text += text

    class Sys:
        stderr = Stream()

    real, event_lines.sys = event_lines.sys, Sys
    try:
        call()
    finally:
        event_lines.sys = real
    assert real is sys
    return Sys.stderr.text
