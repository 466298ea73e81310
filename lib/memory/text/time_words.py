"""
Time words: the tables of `time_windows`, Chinese and English.

Rows are (word, first, last) unless they say otherwise. `_` in a text is a blank, which also bounds
English words. Of two words that begin alike the longer one comes first.
"""

from .named_days import (
    AUTUMN,
    DOUBLE_NINTH,
    DRAGON,
    EVE,
    FATHERS,
    LANTERN,
    MOTHERS,
    QIXI,
    SPRING,
    THANKSGIVING,
    TOMBS,
)


def _table(text: str) -> "list[tuple[bytes, int, int]]":
    """Rows `word first last` of a table; `_` is a blank, which also bounds English words."""
    rows = [row.split() for row in text.strip().split("\n")]
    return [(word.replace("_", " ").encode(), int(first), int(last)) for word, first, last in rows]


# Days from today. Of two words that begin alike the longer one comes first.
DAYS = _table("""
大前天 -3 -3
大后天 3 3
前几天 -7 -1
前些天 -14 -1
前两天 -3 -1
前阵子 -60 -7
前段时间 -90 -7
这几天 -4 2
这两天 -2 1
最近 -14 0
近来 -14 0
前天 -2 -2
昨天 -1 -1
昨晚 -1 -1
昨日 -1 -1
昨儿 -1 -1
今天 0 0
今早 0 0
今晚 0 0
今日 0 0
今儿 0 0
后天 2 2
明天 1 1
明早 1 1
明晚 1 1
明日 1 1
_day_before_yesterday_ -2 -2
_day_after_tomorrow_ 2 2
_yesterday_ -1 -1
_yesterdays_ -1 -1
_last_night_ -1 -1
_today_ 0 0
_todays_ 0 0
_this_morning_ 0 0
_tonight_ 0 0
_tomorrow_ 1 1
_the_other_day_ -10 -1
_recently_ -14 0
_lately_ -14 0
_half_a_year_ago_ -225 -140
半年前 -225 -140
半个月前 -20 -10
""")
# What a number of is how many days, and how far off it may be.
BEFORE = _table("""
天前 1 0
天以前 1 0
天之前 1 0
周前 7 3
星期前 7 3
礼拜前 7 3
个星期前 7 3
个礼拜前 7 3
个月前 30 15
个月以前 30 15
个月之前 30 15
年前 365 60
_days_ago_ 1 0
_day_ago_ 1 0
_weeks_ago_ 7 3
_week_ago_ 7 3
_months_ago_ 30 15
_month_ago_ 30 15
_years_ago_ 365 60
_year_ago_ 365 60
""")
WHICH = _table("""
上上个 -2 0
上上 -2 0
上个 -1 0
上 -1 0
下下个 2 0
下下 2 0
下个 1 0
下 1 0
这个 0 0
这 0 0
本 0 0
当 0 0
""")
WEEKS = tuple([word.encode() for word in ("星期", "礼拜", "周")])
MONTH = "月".encode()
YEARS = _table("""
大前年 -3 0
前年 -2 0
去年 -1 0
今年 0 0
明年 1 0
后年 2 0
_last_year_ -1 0
_this_year_ 0 0
_next_year_ 1 0
""")
RELATIVE = ((b" last ", -1), (b" this ", 0), (b" next ", 1))
# First and last month.
SEASONS = _table("""
春天 3 5
夏天 6 8
秋天 9 11
冬天 12 14
暑假 7 8
寒假 13 14
上半年 1 6
下半年 7 12
年初 1 2
年底 11 12
年末 11 12
_spring_ 3 5
_summer_ 6 8
_autumn_ 9 11
_winter_ 12 14
""")
# Days around the holiday, by its kind in `named_days`; month and day where that is fixed.
_HOLIDAYS = (
    ("春节 过年 大年初一 _spring_festival_ _chinese_new_year_ _lunar_new_year_", SPRING, -1, 7),
    ("除夕 大年三十", EVE, 0, 0),
    ("元宵", LANTERN, 0, 0),
    ("清明", TOMBS, -1, 1),
    ("端午 _dragon_boat_", DRAGON, -1, 1),
    ("七夕", QIXI, 0, 0),
    ("中秋 _mid-autumn_", AUTUMN, -1, 1),
    ("重阳", DOUBLE_NINTH, 0, 0),
    ("元旦 _new_year_ _new_years_", 101, -1, 1),
    ("情人节 _valentines_ _valentine_", 214, 0, 0),
    ("妇女节 三八节", 308, 0, 0),
    ("五一 劳动节 _labor_day_ _labour_day_", 501, 0, 4),
    ("六一 儿童节", 601, 0, 0),
    ("国庆 十一假期 _national_day_", 1001, 0, 6),
    ("双十一", 1111, -1, 1),
    ("万圣节 _halloween_", 1031, 0, 0),
    ("圣诞 平安夜 _christmas_", 1225, -1, 1),
    ("母亲节 _mothers_day_", MOTHERS, 0, 0),
    ("父亲节 _fathers_day_", FATHERS, 0, 0),
    ("感恩节 _thanksgiving_", THANKSGIVING, 0, 1),
)
HOLIDAYS = tuple(
    [
        (tuple([word.replace("_", " ").encode() for word in words.split()]), kind, first, last)
        for words, kind, first, last in _HOLIDAYS
    ]
)
DIGITS = "零一二三四五六七八九十".encode()
WEEKDAYS = "一二三四五六日天末".encode()
ENGLISH_DAYS = b" monday tuesday wednesday thursday friday saturday sunday "
ENGLISH_MONTHS = (
    b"january february march april may june july august september october november december"
).split()
NUMBERS = b"a one two three four five six seven eight nine ten eleven twelve".split()
WIDE = 3  # bytes of a Chinese character
OF = "的".encode()
YEAR = "年".encode()
DAY_NUMBER = ("号".encode(), "日".encode())
