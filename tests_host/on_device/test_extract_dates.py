"""
memory.extract.date_phrases and extract_when: what is said about time, resolved by the stated
rules.
"""

from memory.extract import words_en, words_zh
from memory.extract.date_phrases import Marks, resolve
from memory.extract.time_phrases import read
from memory.text import dates

RUNS_ON = ("micropython", "cpython")
NOW = "2026-02-05 14:00"  # a Thursday


def when(text, now=NOW):
    """`when`, with the repeat behind it; "-" for nothing. The words around are left out."""
    marks = Marks()
    english = text.lower() != text.upper()
    table = words_en.WHEN if english else words_zh.WHEN
    seconds = dates.parse(now)
    read(text.lower() + " " if english else text, seconds, marks, table)
    found = resolve(marks, seconds)
    if found is None:
        return "-"
    return found[0] + (" " + dates.REPEATS[found[1]] if found[1] else "")


def rest(text, table):
    """What is left of a text without what it says about time."""
    spans, _ = read(text, dates.parse(NOW), Marks(), table)
    return "".join([text[spans[at] : spans[at + 1]] for at in range(0, len(spans), 2)])


def check(rows, now=NOW):
    wrong = []
    for text, expected in rows:
        found = when(text, now)
        if found != expected:
            wrong.append((text, expected, found))
    assert wrong == [], wrong


def test_days_are_counted_from_today():
    check(
        (
            ("今天", "2026-02-05"),
            ("明天", "2026-02-06"),
            ("后天", "2026-02-07"),
            ("大后天", "2026-02-08"),
            ("三天后", "2026-02-08"),
            ("两周以后", "2026-02-19"),
            ("一个月之后", "2026-03-05"),
            ("再过十天", "2026-02-15"),
            ("today", "2026-02-05"),
            ("tomorrow", "2026-02-06"),
            ("the day after tomorrow", "2026-02-07"),
            ("in three days", "2026-02-08"),
            ("two weeks from now", "2026-02-19"),
            ("in a month", "2026-03-05"),
        )
    )
    check((("一个月后", "2026-02-28"), ("in a month", "2026-02-28")), "2026-01-31 08:00")


def test_a_weekday_is_of_the_week_that_is_said():
    check(
        (
            ("周三", "2026-02-11"),
            ("周五", "2026-02-06"),
            ("周四", "2026-02-12"),
            ("周四下午三点", "2026-02-05 15:00"),
            ("周四上午九点", "2026-02-12 09:00"),
            ("这周五", "2026-02-06"),
            ("这周四", "2026-02-05"),
            ("这周三", "-"),
            ("本周日", "2026-02-08"),
            ("下周三", "2026-02-11"),
            ("下周日", "2026-02-15"),
            ("下下周一", "2026-02-16"),
            ("下个星期六", "2026-02-14"),
            ("周末", "2026-02-07"),
            ("下周末", "2026-02-14"),
            ("on Wednesday", "2026-02-11"),
            ("on Thursday at 3 pm", "2026-02-05 15:00"),
            ("this Friday", "2026-02-06"),
            ("this Monday", "-"),
            ("next Wednesday", "2026-02-11"),
            ("next Sunday", "2026-02-15"),
            ("this weekend", "2026-02-07"),
        )
    )
    check((("这周末", "2026-02-08"), ("周末", "2026-02-14")), "2026-02-08 10:00")
    check((("周末", "2026-02-07"), ("周六晚上八点", "2026-02-07 20:00")), "2026-02-07 10:00")


def test_a_date_is_the_next_one():
    check(
        (
            ("3月5号", "2026-03-05"),
            ("二月四日", "2027-02-04"),
            ("2月5日", "2026-02-05"),
            ("15号", "2026-02-15"),
            ("四号", "2026-03-04"),
            ("31号", "2026-03-31"),
            ("下个月3号", "2026-03-03"),
            ("下月三号", "2026-03-03"),
            ("这个月二十号", "2026-02-20"),
            ("明年五月一号", "2027-05-01"),
            ("2026年12月31号", "2026-12-31"),
            ("二零二七年一月二日", "2027-01-02"),
            ("2月29号", "2028-02-29"),
            ("2月30号", "-"),
            ("下个月31号", "2026-03-31"),
            ("March 3rd", "2026-03-03"),
            ("on March third", "2026-03-03"),
            ("the 3rd of March", "2026-03-03"),
            ("3 March 2027", "2027-03-03"),
            ("December 25", "2026-12-25"),
            ("on the 15th", "2026-02-15"),
            ("on the twenty first", "2026-02-21"),
            ("the 3rd of next month", "2026-03-03"),
            ("February 30th", "-"),
        )
    )
    check((("下个月31号", "-"), ("31号", "2026-05-31")), "2026-05-30 08:00")


def test_a_day_of_the_week_is_counted_from_either_end_of_a_month():
    check(
        (
            ("四月的第三个星期五", "2026-04-17"),
            ("四月第三个周五", "2026-04-17"),
            ("三月最后一个星期天", "2026-03-29"),
            ("四月份的第一个礼拜一", "2026-04-06"),
            ("明年三月的第二个星期日", "2027-03-14"),
            ("2027年三月第一个周日", "2027-03-07"),
            ("下个月第一个周一上午十点", "2026-03-02 10:00"),
            ("这个月最后一个周五", "2026-02-27"),
            ("一月第一个周一", "2027-01-04"),
            ("二月第一个周一", "2027-02-01"),
            ("the third friday of april", "2026-04-17"),
            ("on the last sunday of march", "2026-03-29"),
            ("the 2nd tuesday in may at 9 am", "2026-05-12 09:00"),
            ("last friday of april", "2026-04-24"),
            ("first monday of next month", "2026-03-02"),
            ("the last friday of this month", "2026-02-27"),
            ("the first monday of january", "2027-01-04"),
            ("the first monday in march 2027", "2027-03-01"),
        )
    )
    check(
        (
            ("四月的第五个星期五", "-"),
            ("每月第一个周一", "-"),
            ("每个月的最后一个周日", "-"),
            ("第三个星期五", "-"),
            ("这个月第一个周一", "-"),
            ("the fifth friday of april", "-"),
            ("every first monday of the month", "-"),
            ("on the first monday of every month", "-"),
            ("the last friday of each month", "-"),
            ("the first monday of this month", "-"),
        )
    )
    check(
        (
            ("四月3号", "2026-04-03"),
            ("第三周周五", "2026-02-06"),
            ("the third of april", "2026-04-03"),
            ("on the 3rd", "2026-03-03"),
            ("next friday", "2026-02-13"),
        )
    )


def test_a_time_of_day_is_read_with_its_part():
    check(
        (
            ("明天下午2点", "2026-02-06 14:00"),
            ("明天中午一点", "2026-02-06 13:00"),
            ("明天中午十二点半", "2026-02-06 12:30"),
            ("明天晚上八点半", "2026-02-06 20:30"),
            ("明天晚上十二点", "2026-02-07 00:00"),
            ("明天晚上一点", "2026-02-07 01:00"),
            ("明天凌晨两点", "2026-02-06 02:00"),
            ("明早七点一刻", "2026-02-06 07:15"),
            ("明天下午三点二十", "2026-02-06 15:20"),
            ("明天14:30", "2026-02-06 14:30"),
            ("明天下午四点05分", "2026-02-06 16:05"),
            ("tomorrow at 2pm", "2026-02-06 14:00"),
            ("tomorrow at 2:30 pm", "2026-02-06 14:30"),
            ("tomorrow at half past nine", "2026-02-06 09:30"),
            ("tomorrow at quarter to nine", "2026-02-06 08:45"),
            ("tomorrow at seven thirty in the evening", "2026-02-06 19:30"),
            ("tomorrow at noon", "2026-02-06 12:00"),
            ("tomorrow at 12 am", "2026-02-06 00:00"),
            ("tomorrow at eight o'clock", "2026-02-06 08:00"),
            ("tomorrow night at 8", "2026-02-06 20:00"),
        )
    )


def test_an_hour_alone_is_the_next_that_the_clock_shows():
    check(
        (
            ("三点", "2026-02-05 15:00"),
            ("八点", "2026-02-05 20:00"),
            ("十二点", "2026-02-06 12:00"),
            ("明天三点", "2026-02-06 15:00"),
            ("明天八点", "2026-02-06 08:00"),
            ("at 3", "2026-02-05 15:00"),
            ("at 8", "2026-02-05 20:00"),
            ("tomorrow at 3", "2026-02-06 15:00"),
            ("tomorrow at 8", "2026-02-06 08:00"),
        )
    )
    check((("三点", "2026-02-05 03:00"), ("at 8", "2026-02-05 08:00")), "2026-02-05 02:00")


def test_what_is_past_means_tomorrow_only_where_no_day_was_said():
    check(
        (
            ("早上七点", "2026-02-06 07:00"),
            ("晚上八点半", "2026-02-05 20:30"),
            ("今天早上七点", "-"),
            ("今晚八点", "2026-02-05 20:00"),
            ("早上", "2026-02-06"),
            ("晚上", "2026-02-05"),
            ("at 7 am", "2026-02-06 07:00"),
            ("today at 9 am", "-"),
            ("tonight", "2026-02-05"),
            ("昨天下午三点", "-"),
            ("上周五", "-"),
            ("yesterday at 3 pm", "-"),
            ("last Friday", "-"),
            ("two days ago", "-"),
        )
    )


def test_minutes_and_hours_are_counted_from_now():
    check(
        (
            ("半小时后", "2026-02-05 14:30"),
            ("半个小时之后", "2026-02-05 14:30"),
            ("两小时后", "2026-02-05 16:00"),
            ("一个半小时以后", "2026-02-05 15:30"),
            ("过二十分钟", "2026-02-05 14:20"),
            ("in half an hour", "2026-02-05 14:30"),
            ("in two hours", "2026-02-05 16:00"),
            ("in an hour", "2026-02-05 15:00"),
            ("in an hour and a half", "2026-02-05 15:30"),
            ("twenty minutes from now", "2026-02-05 14:20"),
            ("十分钟", "-"),
            ("for ten minutes", "-"),
        )
    )


def test_what_repeats_begins_with_its_next_occurrence():
    check(
        (
            ("每天早上七点", "2026-02-06 07:00 daily"),
            ("每天下午三点", "2026-02-05 15:00 daily"),
            ("每晚九点", "2026-02-05 21:00 daily"),
            ("每周一", "2026-02-09 09:00 weekly"),
            ("每周四下午五点", "2026-02-05 17:00 weekly"),
            ("每周四上午五点", "2026-02-12 05:00 weekly"),
            ("每个周末", "2026-02-07 09:00 weekly"),
            ("每月15号", "2026-02-15 09:00 monthly"),
            ("每个月5号早上", "2026-03-05 08:00 monthly"),
            ("每月31号", "2026-03-31 09:00 monthly"),
            ("every day at 8", "2026-02-06 08:00 daily"),
            ("at 5 am every day", "2026-02-06 05:00 daily"),
            ("at 7 pm every day", "2026-02-05 19:00 daily"),
            ("every Monday at 9 am", "2026-02-09 09:00 weekly"),
            ("on Wednesdays at 7 pm", "2026-02-11 19:00 weekly"),
            ("on the 1st of every month", "2026-03-01 09:00 monthly"),
            ("every morning", "2026-02-06 08:00 daily"),
            ("每年五月一号", "05-01"),
            ("every year on May 1st", "05-01"),
        )
    )


def test_what_a_schedule_cannot_say_is_nothing():
    check(
        (
            ("每两天", "-"),
            ("工作日早上八点", "-"),
            ("这周", "-"),
            ("这个月", "-"),
            ("明年", "-"),
            ("二月", "-"),
            ("下周下午三点", "-"),
            ("中秋节和明天", "-"),
            ("2060年春节", "-"),
            ("过几天", "-"),
            ("每周", "-"),
            ("every two weeks", "-"),
            ("every other Tuesday", "-"),
            ("on weekdays", "-"),
            ("this week", "-"),
            ("in february", "-"),
            ("someday", "-"),
            ("没有时间", "-"),
            ("一点都不", "-"),
            ("两点建议", "-"),
        )
    )


def test_a_week_or_a_month_alone_is_its_first_day():
    check(
        (
            ("下周", "2026-02-09"),
            ("下下周", "2026-02-16"),
            ("下个月", "2026-03-01"),
            ("三月", "2026-03-01"),
            ("一月份", "2027-01-01"),
            ("明年三月", "2027-03-01"),
            ("next week", "2026-02-09"),
            ("next month", "2026-03-01"),
            ("in april", "2026-04-01"),
            ("next week on tuesday", "2026-02-10"),
            ("月底", "2026-02-28"),
            ("下个月底", "2026-03-31"),
            ("月底三十一号", "2026-03-31"),
        )
    )
    december = (("下个月", "2027-01-01"), ("月底", "2026-12-31"), ("下月底", "2027-01-31"))
    check(december, "2026-12-10 09:00")


def test_two_days_of_a_week_are_two():
    for text, days in (
        ("每周二和周四", [1, 3]),
        ("每周一、周三和周五", [0, 2, 4]),
        ("每周一三五", [0, 2, 4]),
        ("周六和周日", [5, 6]),
        ("on mondays and wednesdays ", [0, 2]),
    ):
        marks = Marks()
        table = words_en.WHEN if " " in text else words_zh.WHEN
        spans, _ = read(text, dates.parse(NOW), marks, table)
        assert [marks.weekday] + marks.also == days, text
        assert not marks.vague, text
        assert not "".join([text[spans[at] : spans[at + 1]] for at in range(0, len(spans), 2)])
    marks = Marks()
    read("周一三点开会", dates.parse(NOW), marks, words_zh.WHEN)
    assert (marks.weekday, marks.also, marks.hour) == (0, [], 3)


def test_a_holiday_is_the_next_one():
    check(
        (
            ("国庆节", "2026-10-01"),
            ("元旦", "2027-01-01"),
            ("明年元旦", "2027-01-01"),
            ("明年国庆", "2027-10-01"),
            ("情人节", "2026-02-14"),
            ("春节", "2026-02-17"),
            ("明年春节", "2027-02-06"),
            ("除夕", "2026-02-16"),
            ("元宵节", "2026-03-03"),
            ("清明", "2026-04-05"),
            ("端午节", "2026-06-19"),
            ("七夕", "2026-08-19"),
            ("中秋节", "2026-09-25"),
            ("重阳节", "2026-10-18"),
            ("母亲节", "2026-05-10"),
            ("父亲节", "2026-06-21"),
            ("on thanksgiving", "2026-11-26"),
            ("on christmas eve", "2026-12-24"),
            ("国庆期间", "2026-10-01"),
            ("国庆下午三点", "2026-10-01 15:00"),
        )
    )
    check((("春节", "2026-02-17"), ("情人节", "2026-02-14")), "2026-02-14 09:00")
    check((("春节", "2027-02-06"),), "2026-02-18 09:00")
    check((("春节", "2045-02-17"),), "2045-01-01 09:00")


def test_words_around_a_time_are_given_back():
    assert rest("我明天下午2点半要开会", words_zh.WHEN) == "我要开会"
    assert rest("提醒我半小时后关火", words_zh.WHEN) == "提醒我关火"
    assert rest("地铁3号线", words_zh.WHEN) == "地铁3号线"
    english = "i have a meeting on friday at 3 pm with bob "
    assert rest(english, words_en.WHEN) == "i have a meeting with bob "


def test_a_second_time_is_left_for_the_next_reading():
    marks = Marks()
    text = "明天十点开会下午三点面试"
    spans, end = read(text, dates.parse(NOW), marks, words_zh.WHEN)
    assert text[end:] == "下午三点面试"
    assert text[spans[0] : spans[1]] == "开会"
    assert resolve(marks, dates.parse(NOW)) == ("2026-02-06 10:00", 0)


def test_a_range_has_a_length():
    for text, table, length in (
        ("明天下午两点到四点半", words_zh.WHEN, 150),
        ("tomorrow from 2 to 4 pm ", words_en.WHEN, 120),
    ):
        marks = Marks()
        read(text, dates.parse(NOW), marks, table)
        assert (resolve(marks, dates.parse(NOW)), marks.length) == (
            ("2026-02-06 14:00", 0),
            length,
        )


def test_every_day_of_leap_and_common_years_resolves_to_itself():
    for now in ("2027-12-30 10:00", "2028-02-28 10:00", "2028-12-31 23:59"):
        today = dates.parse(now) // dates.DAY
        for ahead in range(0, 400, 7):
            year, month, day = dates.civil(today + ahead)
            text = "%d年%d月%d号" % (year, month, day)
            assert when(text, now) == "%04d-%02d-%02d" % (year, month, day)
            expected = dates.day_text((today + ahead) * dates.DAY)
            if ahead:
                assert when("%d天后" % ahead, now) == expected
