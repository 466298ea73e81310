"""mind.todos: what the owner has to do is kept, told in time, and crossed off."""

import json

from _bench import Bench, contents, run
from _cutting import cut_everywhere
from _raised import raised
from mcp.core.call import Call
from memory.errors import CapReached, ClockUnset, NoMatch, Rejected
from memory.records import marks
from memory.records.validation import REMOVED
from memory.text import dates
from memory.upkeep import retention
from mind import todo_words
from mind.todos import Todos

from firmware.companion import reminders
from firmware.companion.pet import Pet
from firmware.tools.todo_tool import TodoTool
from firmware.tools.tool_context import ToolContext
from firmware.words import messages

HEAP = "8M"  # several chips in RAM


class World:
    """A device with todos; its clock shows 2026-02-05 14:00."""

    def __init__(self):
        self.bench = Bench()
        self.start()

    def start(self):
        self.memory = self.bench.start()
        self.todos = Todos(self.memory)

    def add(self, content, due=None, remind=None):
        return run(self.todos.add(content, due, remind))

    def at(self, text):
        self.bench.clock.to("2026-02-" + text)

    def times(self, id):
        """(due, remind) of a todo, to the minute."""
        record, _ = run(self.memory.record(id))
        return tuple([public(record.get(name)) for name in ("due", "remind")])

    def look(self):
        """(content, how it is told) of what is announced now."""
        found = []
        for record, mark in run(reminders.mark_due(self.memory)):
            late = marks.is_late(record, self.memory.clock, mark)
            found.append((record.content, mark + (" late" if late else "")))
        return found

    def noticed(self):
        """What waits is told to somebody who notices it."""
        found = []
        for record, mark in reminders.undelivered(self.memory):
            run(reminders.mark_delivered(self.memory, *reminders.key(record, mark)))
            found.append((record.content, mark))
        return found

    def listed(self):
        return [(one.content, one.get("completed") is not None) for one in self.todos.items()]


def public(at):
    return None if at is None else dates.minute(at)


# -- adding ----------------------------------------------------------------------------------


def test_a_todo_is_reminded_of_an_hour_before_it_is_due_where_nobody_says_when():
    world = World()
    for due, remind, told in (
        ("2026-02-06 15:00", None, ("2026-02-06 15:00", "2026-02-06 14:00")),
        ("2026-02-05 14:40", None, ("2026-02-05 14:40", "2026-02-05 14:40")),
        ("2026-02-05 15:00", None, ("2026-02-05 15:00", "2026-02-05 15:00")),
        ("2026-02-06 15:00", "2026-02-06 09:30", ("2026-02-06 15:00", "2026-02-06 09:30")),
        ("2026-02-06", None, ("2026-02-06 23:59", "2026-02-06 09:00")),
        ("2026-02-05", None, ("2026-02-05 23:59", "2026-02-05 22:59")),  # nine is over
        ("2026-02-06", "2026-02-06", ("2026-02-06 23:59", "2026-02-06 09:00")),
        (None, "2026-02-06 09:00", (None, "2026-02-06 09:00")),
        (None, None, (None, None)),
    ):
        change = world.add("交报告%s" % len(world.listed()), due, remind)
        assert (change.result, world.times(change.record.id)) == ("ADDED", told)


def test_a_day_alone_is_told_at_nine_whoever_makes_the_todo():
    world = World()
    for text in ("提醒我周五交报告", "周五前要交房租", "remind me to call Ann on Friday"):
        found = todo_words.todo(text, world.bench.clock.now())
        change = world.add(found["content"], found["due"], found["remind"])
        assert world.times(change.record.id)[1] == "2026-02-06 09:00", text
    by_tool = world.add("买牛奶", "2026-02-06").record.id
    assert world.times(by_tool)[1] == "2026-02-06 09:00"
    for due, remind in (
        ("2026-02-09", "2026-02-09 09:00"),
        ("2026-02-09 15:00", "2026-02-09 14:00"),
        ("2026-02-10", "2026-02-10 09:00"),
    ):
        run(world.todos.correct(by_tool, None, due))
        assert world.times(by_tool)[1] == remind, due
    run(world.todos.correct(by_tool, None, None, "2026-02-10 20:00"))  # said, so it stays
    run(world.todos.correct(by_tool, None, "2026-02-11"))
    assert world.times(by_tool)[1] == "2026-02-11 20:00"


def test_times_are_given_in_seconds_too():
    world = World()
    due = dates.parse("2026-02-06 15:00")
    change = world.add("交报告", due, due - 60)
    assert world.times(change.record.id) == ("2026-02-06 15:00", "2026-02-06 14:59")


def test_a_time_that_is_over_is_refused_with_the_time_it_is_now():
    world = World()
    for due, remind, field in (
        ("2026-02-05 13:59", None, "due"),
        ("2026-02-04", None, "due"),
        ("2026-02-06 10:00", "2026-02-05 13:00", "remind"),
    ):
        error = raised(Rejected, world.add, "交报告", due, remind)
        assert (error.code, error.details["field"]) == ("past_time", field)
        assert error.details["now"] == "2026-02-05 14:00"
    error = raised(Rejected, world.add, "交报告", "2026-02-06 10:00", "2026-02-06 11:00")
    assert error.code == "remind_late"
    for wrong in ("tomorrow", "02-06", "2026-02-30", "2026-02-06 25:00", ""):
        assert raised(Rejected, world.add, "交报告", wrong).code == "bad_time", wrong
    assert world.listed() == []
    world.add("现在", "2026-02-05 14:00")  # its minute is not over


def test_without_a_clock_nothing_can_be_due_and_all_else_is_kept():
    world = World()
    world.bench.clock.known = False
    raised(ClockUnset, world.add, "交报告", "2026-02-06 15:00")
    assert world.add("买牛奶").result == "ADDED"


def test_what_is_on_the_list_is_not_listed_twice():
    world = World()
    first = world.add("买牛奶").record.id
    assert world.add("买牛奶").result == "NOOP"
    assert world.add("买牛奶", "2026-02-06 15:00").result == "UPDATED"
    assert world.times(first) == ("2026-02-06 15:00", "2026-02-06 14:00")
    assert world.add("买牛奶").result == "NOOP"
    assert world.add("买牛奶", "2026-02-08 15:00").result == "ADDED"  # for another day
    assert len(world.listed()) == 2


def test_what_was_done_is_to_be_done_again_when_it_is_told_again():
    world = World()
    first = world.add("倒垃圾").record.id
    run(world.todos.complete(first))
    again = world.add("倒垃圾")
    assert (again.result, again.record.id == first) == ("ADDED", False)
    run(world.todos.complete(again.record.id))
    world.at("07 04:00")
    assert run(retention.nightly(world.memory)) == 2
    assert world.add("倒垃圾").result == "ADDED"
    assert world.listed() == [("倒垃圾", False)]


def test_the_seventeenth_is_refused_until_one_is_done_which_gives_its_place_at_once():
    world = World()
    ids = [world.add("第%d件" % number).record.id for number in range(16)]
    error = raised(CapReached, world.add, "又一件")
    assert error.details == {"kind": "todo", "cap": 16}
    run(world.todos.complete(ids[3]))
    change = world.add("又一件")
    assert (change.result, change.archived) == ("ADDED", [ids[3]])
    assert len(world.todos.items()) == 16
    record, hot = run(world.memory.record(ids[3]))
    assert (record.get("completed") is not None, hot) == (True, False)
    raised(CapReached, world.add, "再一件")


def test_one_in_the_archive_that_gets_another_time_is_to_be_done_again_and_told():
    for given, told in (
        ({"due": "2026-02-08 15:00"}, ("08 14:00", "ahead")),
        ({"due": "2026-02-08", "remind": "2026-02-08 10:00"}, ("08 10:00", "ahead")),
        ({"due": REMOVED, "remind": "2026-02-08 09:00"}, ("08 09:00", "ahead")),
    ):
        world = World()
        id = world.add("交报告", "2026-02-06 15:00").record.id
        world.at("06 14:00")
        world.look()
        run(world.todos.complete(id))
        world.at("07 14:00")
        assert run(retention.nightly(world.memory)) == 1
        run(world.memory.correct(id, "todo", "交年度报告", {}))
        assert world.listed() == []  # other words alone leave it done
        run(world.memory.correct(id, "todo", None, given))
        for again in (False, True):
            if again:
                world.start()
            assert world.listed() == [("交年度报告", False)], given
            assert contents(world.memory, "todo") == ["交年度报告"], given
        world.at(told[0])
        assert world.look() == [("交年度报告", told[1])], given
        run(world.todos.complete(id))
        world.at("20 14:00")
        assert run(retention.nightly(world.memory)) == 1
        world.start()
        assert (world.listed(), contents(world.memory, "todo")) == ([], ["交年度报告"])


def test_one_in_the_archive_is_to_be_done_again_only_where_there_is_room():
    for given in ({"completed": REMOVED}, {"due": "2026-02-08 15:00"}, {"remind": "2026-02-08"}):
        world = World()
        ids = [world.add("第%d件" % number).record.id for number in range(16)]
        run(world.todos.complete(ids[3]))
        world.add("又一件")
        before = run(world.memory.record(ids[3]))[0]
        raised(CapReached, run, world.memory.correct(ids[3], "todo", None, given))
        assert run(world.memory.record(ids[3]))[0].fields == before.fields
        run(world.todos.complete(ids[5]))
        assert run(world.memory.correct(ids[3], "todo", None, given)).archived == [ids[5]]
        assert ("第3件", False) in world.listed()


def test_the_tool_tells_of_a_reminder_only_where_one_comes():
    for language, told in (("zh", "2026-02-08 09:00 提醒"), ("en", "comes at 2026-02-08 09:00")):
        world = World()
        pet = Pet(world.memory, world.bench.clock)
        context = ToolContext(world.memory, world.bench.clock, language, pet)
        messages.use(language)
        tool = TodoTool(context)

        def asked(tool=tool, **given):
            call = Call("stdio", "2025-06-18", {}, 1, {})
            call.scope = "write"
            return json.loads(b"".join(run(tool.call(given, call)).encoded))

        id = asked(action="add", content="交报告", due="2026-02-06 15:00")["id"]
        asked(action="complete", id=id)
        said = asked(action="add", id=id, content="交年度报告")
        assert said["items"][0]["completed"] and "2026-02-06 14:00" not in said["message"]
        world.at("07 14:00")
        run(retention.nightly(world.memory))
        said = asked(action="add", id=id, due="2026-02-08")
        assert not said["items"][0]["completed"] and told in said["message"], said
        world.at("08 09:00")
        assert world.look() == [("交年度报告", "ahead")]


def test_words_that_a_todo_has_no_more_get_no_time():
    world = World()
    world.add("给妈妈打电话")
    change = world.add("给母亲打电话")
    assert change.replaced is not None
    for given in ({"completed": REMOVED}, {"due": "2026-02-08 15:00"}, {"remind": "2026-02-08"}):
        step = world.memory.correct(change.replaced.id, "todo", None, given)
        assert raised(Rejected, run, step).code == "reworded", given


def test_at_every_power_cut_one_of_the_archive_is_open_again_or_not():
    world = World()
    ids = [world.add("第%d件" % number).record.id for number in range(16)]
    for id in ids[:2]:
        run(world.todos.complete(id))
    world.add("又一件")
    world.memory.close()
    world.bench.memory = None

    def moved(bench):
        given = {"due": "2026-02-08 15:00"}
        return run(bench.memory.correct(ids[0], "todo", None, given))

    cut_everywhere(world.bench, [moved], least=2)


def test_a_restored_todo_takes_the_place_of_one_that_is_done():
    world = World()
    ids = [world.add("第%d件" % number).record.id for number in range(16)]
    run(world.todos.delete(ids[0]))
    world.add("又一件")
    raised(CapReached, lambda: run(world.memory.restore(ids[0])))
    run(world.todos.complete(ids[1]))
    assert run(world.memory.restore(ids[0])).archived == [ids[1]]
    assert ("第0件", False) in world.listed()


# -- completing, deleting, listing -----------------------------------------------------------


def test_words_name_the_one_with_exactly_these_else_the_one_that_contains_them():
    world = World()
    for content in ("买牛奶", "买牛奶和面包", "交报告"):
        world.add(content)
    error = raised(NoMatch, lambda: run(world.todos.complete(content="买")))
    assert sorted([row[2] for row in error.candidates]) == ["买牛奶", "买牛奶和面包"]
    assert run(world.todos.complete(content="买牛奶")).record.content == "买牛奶"
    assert run(world.todos.delete(content="报告")).record.content == "交报告"
    assert run(world.todos.complete(content="面包")).result == "UPDATED"
    error = raised(NoMatch, lambda: run(world.todos.delete(content="没有的")))
    assert (error.code, error.candidates) == ("no_todo", [])
    assert run(world.todos.complete(content="买牛奶")).result == "NOOP"


def test_the_list_has_what_is_due_first_and_what_is_done_last():
    world = World()
    world.add("不急")
    world.add("后天", "2026-02-07 10:00")
    world.add("明天", "2026-02-06 10:00")
    world.add("做了")
    run(world.todos.complete(content="做了"))
    assert [one[0] for one in world.listed()] == ["明天", "后天", "不急", "做了"]
    assert [one.content for one in world.todos.items(False)] == ["明天", "后天", "不急"]


def test_a_completed_one_stays_at_hand_for_a_day_and_then_goes_to_the_archive():
    world = World()
    world.add("交报告")
    run(world.todos.complete(content="交报告"))
    world.at("06 13:59")
    assert run(retention.nightly(world.memory)) == 0
    world.at("06 14:00")
    assert run(retention.nightly(world.memory)) == 1
    assert world.listed() == []
    assert contents(world.memory, "todo") == ["交报告"]
    world.start()
    assert contents(world.memory, "todo") == ["交报告"]


def test_an_open_one_stays_however_old_it_is():
    world = World()
    world.add("交报告", "2026-02-06 15:00")
    world.add("学吉他")
    world.bench.clock.to("2027-02-06 04:00")
    run(retention.nightly(world.memory))
    run(retention.weekly(world.memory))
    assert len(world.listed()) == 2


def test_a_deleted_one_is_in_the_trash_and_comes_back_with_its_times():
    world = World()
    id = world.add("交报告", "2026-02-06 15:00").record.id
    run(world.todos.delete(content="报告"))
    assert (world.listed(), contents(world.memory)) == ([], [])
    run(world.memory.restore(id))
    assert world.times(id) == ("2026-02-06 15:00", "2026-02-06 14:00")
    world.at("06 14:00")
    assert world.look() == [("交报告", "ahead")]


def test_a_schedule_is_no_todo():
    world = World()
    given = {"when": "2026-02-06 15:00"}
    schedule = run(world.memory.write("schedule", "看牙", given)).record
    raised(NoMatch, lambda: run(world.todos.complete(schedule.id)))
    raised(Rejected, lambda: run(world.todos.delete(schedule.id)))
    assert world.todos.planned("看牙", "2026-02-06 15:00").id == schedule.id
    assert world.todos.planned("看牙", "2026-02-06 16:00") is None


def test_what_the_owner_says_is_done_completes_the_one_todo_that_it_names():
    world = World()
    for content in ("交报告", "买牛奶", "submit the tax form", "pay rent", "交房租"):
        world.add(content)
    for said in ("报告交", "submitted the tax form", "paid the rent"):
        assert run(world.todos.done(said)) is not None, said
    for said in ("read the tax form", "买", "报告交", "cooked", "交"):
        assert run(world.todos.done(said)) is None, said
    assert [one.content for one in world.todos.items(False)] == ["买牛奶", "交房租"]


def test_what_is_done_by_or_for_somebody_else_completes_nothing():
    for content, texts in (
        (
            "交房租",
            "我哥的房租交了 我哥说他房租交了 我妹房租交了 小明的房租交了 张三房租交了 "
            "室友的房租交了 邻居说房租交了 他的房租交了 我老婆把房租交了 李老师的房租交了 "
            "公司同事房租交了",
        ),
        ("浇花", "我妈浇了花 我妈来了，她浇了花 等花浇好了"),
        ("去银行取钱", "我去了银行"),
        ("给银行打电话", "我去了银行"),
    ):
        world = World()
        world.add(content)
        for text in texts.split(" "):
            for words in _done(text):
                assert run(world.todos.done(words)) is None, text
    for content, sentences in (
        (
            "pay the rent",
            "my brother's rent is paid. Tom's rent is paid. his rent is paid. I told Tom to pay "
            "the rent. the rent of my brother is paid. I reminded Ann to pay the rent. my "
            "neighbour's rent is paid. asked to pay the rent. my brother paid the rent",
        ),
        ("call the dentist", "I got a call from the dentist. the dentist's called"),
        ("water the plants", "I bought milk and my brother watered the plants"),
        ("book the hotel", "I sent an email to book the hotel"),
    ):
        world = World()
        world.add(content)
        for text in sentences.split(". "):
            for words in _done(text):
                assert run(world.todos.done(words)) is None, text


def test_what_was_done_is_known_in_other_words_than_the_todo_has():
    for content, text in (
        ("给哥哥寄药", "哥哥的药寄出去了"),
        ("寄护照", "护照昨天寄出去了"),
        ("取快递", "快递拿到了"),
        ("去银行", "银行去过了"),
        ("洗车", "车洗干净了"),
        ("给爸爸转钱", "钱已经转给爸爸了"),
        ("给妈妈打电话", "刚和妈妈通完电话"),
        ("还书", "书还给图书馆了"),
        ("交报告", "周一的报告交了"),
        ("pay Tom's rent", "Tom's rent is paid"),
        ("pay the electricity bill", "the electricity bill's paid"),
        ("book the hotel", "hotel's booked"),
        ("pay the water bill", "paid the water bill"),
        ("fix the bike", "Finally fixed the bike!"),
        ("take my pill", "I've taken my pill"),
        ("take my pill", "I took my pill"),
        ("take out the bin", "I've taken the bin out"),
        ("buy cat food", "Got the cat food"),
        ("pick up the parcel", "the parcel has been picked up"),
        ("call the dentist", "spoke to the dentist"),
        ("call the dentist", "I rang the dentist"),
        ("return the drill", "I've brought the drill back"),
    ):
        world = World()
        world.add(content)
        (words,) = _done(text)
        assert run(world.todos.done(words)) is not None, text


def test_two_that_are_done_in_one_sentence_are_completed_both_and_none_in_doubt():
    for several, text, left in (
        (("给奶奶买药", "浇花"), "奶奶的药我买了，花也浇了", []),
        (("buy milk", "water the plants"), "I bought milk and watered the plants", []),
        (("交水费", "交电费"), "水费电费都交了", []),
        (
            ("pay the water bill", "pay the gas bill"),
            "both the water bill and the gas bill are paid",
            [],
        ),
        (("交水费", "交电费"), "水费交了", ["交电费"]),
        (("交一月的水费", "交二月的水费"), "水费交了", ["交一月的水费", "交二月的水费"]),
        (("买牛奶", "浇花"), "买了牛奶，就浇花", ["买牛奶", "浇花"]),
        (
            ("pay the rent", "pay the gas"),
            "I paid the rent, Tom paid the gas",
            ["pay the rent", "pay the gas"],
        ),
    ):
        world = World()
        for content in several:
            world.add(content)
        for words in _done(text):
            run(world.todos.done(words))
        assert sorted(one.content for one in world.todos.items(False)) == sorted(left), text


def test_what_was_due_of_a_schedule_is_closed_by_words_and_its_next_time_stays():
    for content, text, is_closed in (
        ("吃降压药", "降压药吃过了", True),
        ("write the weekly report", "I've written the weekly report", True),
        ("吃降压药", "我爸的降压药吃过了", False),
        ("吃降压药", "我妈吃了降压药", False),
        ("吃降压药", "降压药还没吃", False),
    ):
        world = World()
        given = {"when": "2026-02-05 20:00", "repeat": "daily"}
        id = run(world.memory.write("schedule", content, given)).record.id
        for words in _done(text):
            change = run(world.todos.done(words))
            assert (change is not None) == is_closed, text
            assert run(world.todos.done(words)) is None, text  # tomorrow's is not due
        (left,) = world.memory.hot("schedule")
        assert left.id == id
        assert left.get("when") == "2026-02-0%d 20:00" % (6 if is_closed else 5), text


def test_a_todo_goes_before_a_schedule_of_its_name():
    world = World()
    world.add("吃药")
    run(world.memory.write("schedule", "吃药", {"when": "2026-02-05 20:00", "repeat": "daily"}))
    assert run(world.todos.done("药吃")) is not None
    assert world.todos.items(False) == []
    assert world.memory.hot("schedule")[0].get("when") == "2026-02-05 20:00"


def _done(text):
    return [words for words, _ in todo_words.done(text, dates.parse("2026-02-06 14:00"))]


def test_what_was_done_before_a_todo_was_made_does_not_complete_it():
    world = World()
    world.add("交报告")
    assert run(world.todos.done("报告交", "2026-02-05 13:59")) is None
    assert run(world.todos.done("报告交", "2026-02-05 14:01")) is not None


# -- reminding -------------------------------------------------------------------------------


def test_it_is_told_once_when_to_remind_and_once_when_it_is_due_over_restarts():
    world = World()
    world.add("交报告", "2026-02-06 15:00")
    for when, told in (
        ("06 13:59", []),
        ("06 14:00", [("交报告", "ahead")]),
        ("06 14:01", []),
        ("06 14:59", []),
        ("06 15:00", [("交报告", "due")]),
        ("06 15:01", []),
        ("07 15:00", []),
    ):
        world.start()
        world.at(when)
        assert world.look() == told, when
        assert world.look() == []


def test_where_both_are_one_minute_it_is_told_once():
    world = World()
    world.add("关火", "2026-02-05 14:30")
    world.at("05 14:30")
    assert world.look() == [("关火", "due")]
    assert world.noticed() == [("关火", "due")]
    assert (world.look(), world.noticed()) == ([], [])


def test_without_a_due_time_it_is_told_at_remind_alone():
    world = World()
    world.add("喝水", None, "2026-02-05 15:00")
    world.at("05 15:00")
    assert world.look() == [("喝水", "ahead")]
    record, mark = reminders.undelivered(world.memory)[0]
    told = reminders.fields(world.memory, record, mark, False)
    assert (told["due"], told["remind"]) == ("2026-02-05 15:00", "2026-02-05 15:00")
    assert "喝水" in told["message"]
    world.at("05 16:00")
    assert world.look() == []


def test_the_next_minute_is_that_of_whatever_comes_first():
    world = World()
    world.add("交报告", "2026-02-06 15:00")

    def coming(since):
        at = reminders.next_minute(world.memory, dates.parse("2026-02-" + since))
        return public(at)

    assert coming("05 14:00") == "2026-02-06 14:00"
    world.at("06 14:00")
    world.look()
    assert coming("06 14:00") == "2026-02-06 15:00"
    run(world.todos.complete(content="报告"))
    assert coming("06 14:00") is None


def test_a_clock_that_jumps_forward_tells_it_once_and_late():
    world = World()
    world.add("交报告", "2026-02-06 15:00")
    world.add("洗衣服", "2026-02-06 18:00", "2026-02-06 12:00")
    world.at("06 16:30")
    assert world.look() == [("交报告", "due late"), ("洗衣服", "ahead late")]
    assert world.look() == []
    world.at("06 18:00")
    assert world.look() == [("洗衣服", "due")]


def test_a_clock_that_jumps_back_tells_nothing_again():
    world = World()
    world.add("交报告", "2026-02-06 15:00")
    world.at("06 14:00")
    assert len(world.look()) == 1
    world.noticed()
    for when in ("05 10:00", "06 14:10", "01 00:00", "06 14:59"):
        world.at(when)
        assert (world.look(), world.noticed()) == ([], []), when
    world.at("06 15:00")
    assert len(world.look()) == 1
    world.noticed()
    for when in ("06 14:00", "06 15:00", "06 15:30"):
        world.at(when)
        assert (world.look(), world.noticed()) == ([], []), when


def test_a_restart_between_announced_and_delivered_tells_it_again_until_it_is_noticed():
    world = World()
    world.add("交报告", "2026-02-06 15:00")
    for when, mark in (("06 14:00", "ahead"), ("06 15:00", "due")):
        world.at(when)
        assert world.look() == [("交报告", mark)]
        world.start()
        assert world.look() == []
        assert world.noticed() == [("交报告", mark)]
        world.start()
        assert world.noticed() == []


def test_a_moved_time_is_told_again_and_one_that_stays_is_not():
    world = World()
    id = world.add("交报告", "2026-02-06 15:00").record.id
    world.at("06 14:00")
    assert world.look() == [("交报告", "ahead")]
    world.noticed()
    run(world.todos.correct(id, "交年度报告", "2026-02-06 15:00"))
    assert world.look() == []
    run(world.todos.correct(id, None, "2026-02-06 18:00"))
    assert world.times(id) == ("2026-02-06 18:00", "2026-02-06 17:00")
    assert world.look() == []
    world.at("06 17:00")
    assert world.look() == [("交年度报告", "ahead")]
    world.noticed()
    run(world.todos.correct(id, None, None, "2026-02-06 17:30"))
    world.at("06 17:30")
    assert world.look() == [("交年度报告", "ahead")]
    world.at("06 18:00")
    assert world.look() == [("交年度报告", "due")]
    error = raised(Rejected, lambda: run(world.todos.correct(id, None, "2026-02-06 17:00")))
    assert error.code == "past_time"
    run(world.todos.complete(id))
    run(world.todos.correct(id, None, "2026-02-07 18:00"))  # it is to be done again
    world.at("07 17:30")
    assert world.look() == [("交年度报告", "ahead")]


def test_what_is_done_or_deleted_is_not_told():
    world = World()
    world.add("交报告", "2026-02-06 15:00")
    world.add("买牛奶", "2026-02-06 15:00")
    world.at("06 14:00")
    world.look()
    run(world.todos.complete(content="报告"))
    run(world.todos.delete(content="牛奶"))
    world.at("06 15:00")
    assert (world.look(), world.noticed()) == ([], [])


def test_after_nvs_was_lost_what_was_told_is_told_no_more_and_the_rest_is_delivered():
    world = World()
    world.add("交报告", "2026-02-06 15:00")
    world.add("买牛奶", "2026-02-06 20:00", "2026-02-06 14:00")
    world.add("学吉他", "2026-02-08 20:00")
    world.at("06 14:00")
    world.look()
    for record, mark in reminders.undelivered(world.memory):
        if record.content == "交报告":
            run(reminders.mark_delivered(world.memory, *reminders.key(record, mark)))
    run(world.memory.save())
    world.bench.image[0x9000:0x15000] = b"\xff" * 0xC000
    world.start()
    assert len(world.listed()) == 3
    assert world.look() == []
    assert world.noticed() == [("买牛奶", "ahead")]
    world.at("06 15:00")
    assert world.look() == [("交报告", "due")]
