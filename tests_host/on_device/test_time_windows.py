"""memory.text.time_windows: the days that a question speaks of, and what recall makes of them."""

from _bench import Bench, run, write
from memory.log import log
from memory.search.query import Query
from memory.text import dates
from memory.text.time_windows import windows
from memory.upkeep import background_jobs

_TODAY = "2026-02-05"  # a Thursday

# phrase: the days, first and last, in order
_PHRASES = (
    ("昨天我吃了什么", "2026-02-04 2026-02-04"),
    ("大前天谁来过", "2026-02-02 2026-02-02"),
    ("三天前", "2026-02-02 2026-02-02"),
    ("两周前说的", "2026-01-19 2026-01-25"),
    ("上周三去了哪", "2026-01-28 2026-01-28"),
    ("上个星期天", "2026-02-01 2026-02-01"),
    ("上周末", "2026-01-31 2026-02-01"),
    ("下周一", "2026-02-09 2026-02-09"),
    ("上个月花了多少", "2026-01-01 2026-01-31"),
    ("去年3月5号", "2025-03-05 2025-03-05"),
    ("去年三月", "2025-03-01 2025-03-31"),
    ("前年夏天去哪玩了", "2024-06-01 2024-08-31"),
    ("去年冬天", "2025-12-01 2026-02-28"),
    ("去年国庆去了哪里", "2025-10-01 2025-10-07"),
    ("中秋节吃了什么", "2025-10-05 2025-10-07"),
    ("2024年夏天", "2024-06-01 2024-08-31"),
    ("yesterday's dinner", "2026-02-04 2026-02-04"),
    ("what did i eat three days ago?", "2026-02-02 2026-02-02"),
    ("a couple of weeks ago", "2026-01-19 2026-01-25"),
    ("what did i buy last march?", "2025-03-01 2025-03-31"),
    ("last summer", "2025-06-01 2025-08-31"),
    ("last monday", "2026-02-02 2026-02-02"),
    ("next week", "2026-02-09 2026-02-15"),
    ("in 2023", "2023-01-01 2023-12-31"),
    ("last christmas", "2025-12-24 2025-12-26"),
)


def days(text, today=_TODAY):
    found = windows(text, dates.parse_day(today))
    return [[dates.day_text(day * dates.DAY) for day in span] for span in found]


def test_phrases_of_time_are_read_in_both_languages():
    for text, span in _PHRASES:
        assert days(text) == [span.split()], (text, days(text))


def test_what_may_be_past_or_to_come_is_both():
    assert days("周三") == [["2026-02-04"] * 2, ["2026-02-11"] * 2]
    assert days("3月5号做什么") == [["2025-03-05"] * 2, ["2026-03-05"] * 2]
    assert days("春节") == [["2025-01-28", "2025-02-05"], ["2026-02-16", "2026-02-24"]]


def test_texts_without_a_time_speak_of_no_days():
    for text in ("", "猫叫什么名字", "may i ask", "一周岁", "第3个", "7"):
        assert days(text) == [], text


def test_every_day_of_some_years_has_its_windows():
    first = dates.parse_day("2023-12-20")
    for number in range(0, 800, 13):
        for text, _ in _PHRASES:
            for begin, end in windows(text, first + number):
                assert begin <= end, (text, number)


def diary():
    """One record a day, told on it, all about a walk; the archive has the older ones indexed."""
    log.SEGMENT_BYTES = 700
    bench = Bench(disk_kb=512)
    bench.start()
    bench.clock.to("2026-01-20 20:00")
    for number in range(17):
        write(bench.memory, "fact", "第%d次散步，路上遇到了邻居" % number)
        bench.clock.seconds += dates.DAY
    bench.clock.to("2026-02-05 21:00")
    return bench


def asked(bench, text):
    page, _ = run(bench.memory.recall(Query(("fact",), text, limit=3, ranked=True)))
    return [(record.content[:5], page.how(at)) for at, record in enumerate(page)]


def test_what_was_told_on_the_days_of_a_question_comes_first():
    bench = diary()
    for indexed in (False, True):
        if indexed:
            for _ in background_jobs.steps(bench.memory.log, bench.memory.index):
                pass
        for text, first in (
            ("昨天散步碰到谁了？", "第15次散"),
            ("大前天的散步怎么样", "第13次散"),
            ("上周三散步的时候呢", "第8次散步"),
            ("散步，三天前的那一次", "第13次散"),
        ):
            found = asked(bench, text)
            assert found[0][0] == first, (indexed, text, found)
            assert len(found) == 3  # nothing is left out because of its day


def test_a_question_of_nothing_but_a_time_is_answered_by_that_time():
    bench = diary()
    assert asked(bench, "昨天呢？")[0] == ("第15次散", "time")


def test_without_a_clock_times_say_nothing():
    bench = diary()
    query = Query(("fact",), "昨天呢？", ranked=True)
    bench.clock.is_set = lambda: False
    run(bench.memory.recall(query))
    assert query.windows == []
