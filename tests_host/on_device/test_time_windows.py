"""memory.text.time_windows: the days that a question speaks of, and what recall makes of them."""

from _bench import Bench, run, write
from memory.log import log
from memory.search.query import Query
from memory.text import dates, named_days, named_parts
from memory.text.terms import terms
from memory.text.time_windows import reading, windows
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
    ("几天前", "2026-01-29 2026-02-04"),
    ("a few days ago", "2026-01-29 2026-02-04"),
    ("上季度", "2025-10-01 2025-12-31"),
    ("上个季度花了多少", "2025-10-01 2025-12-31"),
    ("last quarter", "2025-10-01 2025-12-31"),
    ("two mondays ago", "2026-01-26 2026-01-26"),
    ("the monday before last", "2026-01-26 2026-01-26"),
    ("wednesday last week", "2026-01-28 2026-01-28"),
    ("on friday of last week", "2026-01-30 2026-01-30"),
    ("上周的周三", "2026-01-28 2026-01-28"),
    ("上个星期的星期三", "2026-01-28 2026-01-28"),
    ("the week before last", "2026-01-19 2026-01-25"),
    ("over the weekend", "2026-01-31 2026-02-01"),
    ("what did we do at the weekend?", "2026-01-31 2026-02-01"),
    ("the year before last", "2024-01-01 2024-12-31"),
    ("二零二四年", "2024-01-01 2024-12-31"),
    ("大年初一做了什么，吃了什么", "2025-01-29 2025-01-29"),
    ("去年大年初一", "2025-01-29 2025-01-29"),
    ("next christmas", "2026-12-24 2026-12-26"),
    ("christmas 2023", "2023-12-24 2023-12-26"),
    ("三年前的国庆", "2023-10-01 2023-10-07"),
    ("一个星期以前", "2026-01-26 2026-02-01"),
    ("a fortnight ago", "2026-01-19 2026-01-25"),
    ("十天后", "2026-02-15 2026-02-15"),
    ("in ten days", "2026-02-15 2026-02-15"),
    ("ten days from now", "2026-02-15 2026-02-15"),
    ("三周后", "2026-02-23 2026-03-01"),
)
_SEASONS = (
    ("what happened two summers ago", "2024-06-01 2024-08-31"),
    ("two summers ago", "2024-06-01 2024-08-31"),
    ("three summers ago", "2023-06-01 2023-08-31"),
    ("three winters ago", "2022-12-01 2023-02-28"),
    ("last fall", "2025-09-01 2025-11-30"),
    ("the summer before last", "2024-06-01 2024-08-31"),
    ("the winter before last", "2023-12-01 2024-02-29"),
    ("in the summer of 2024", "2024-06-01 2024-08-31"),
    ("summer 2024", "2024-06-01 2024-08-31"),
    ("summer of 2023", "2023-06-01 2023-08-31"),
    ("summer of last year", "2025-06-01 2025-08-31"),
    ("in the fall of 2024", "2024-09-01 2024-11-30"),
    ("winter 2023", "2023-12-01 2024-02-29"),
    ("spring two years ago", "2024-03-01 2024-05-31"),
    ("two years ago in the summer", "2024-06-01 2024-08-31"),
    ("two years ago in the spring", "2024-03-01 2024-05-31"),
    ("this summer", "2026-06-01 2026-08-31"),
    ("两年前的夏天", "2024-06-01 2024-08-31"),
    ("三年前的夏天", "2023-06-01 2023-08-31"),
    ("三年前的冬天", "2023-12-01 2024-02-29"),
    ("二零二四年夏天", "2024-06-01 2024-08-31"),
    ("二〇二三年的秋天", "2023-09-01 2023-11-30"),
    ("去年底", "2025-11-01 2025-12-31"),
    ("2024年年底", "2024-11-01 2024-12-31"),
)
_TRADITIONAL = (
    ("上週三我做了什麼", "2026-01-28 2026-01-28"),
    ("這週二", "2026-02-03 2026-02-03"),
    ("上禮拜三", "2026-01-28 2026-01-28"),
    ("去年國慶", "2025-10-01 2025-10-07"),
    ("去年春節", "2025-01-28 2025-02-05"),
    ("去年母親節", "2025-05-11 2025-05-11"),
    ("三個月前", "2025-10-23 2025-11-22"),
    ("上個月十四號", "2026-01-14 2026-01-14"),
    ("這個月", "2026-02-01 2026-02-28"),
    ("雙十一", "2025-11-10 2025-11-12"),
    ("後天", "2026-02-07 2026-02-07"),
    ("前幾天", "2026-01-29 2026-02-04"),
    ("一個多月前", "2025-11-22 2026-01-21"),
    ("臘八", "2026-01-26 2026-01-26"),
    ("兩年前的夏天", "2024-06-01 2024-08-31"),
)
_DATES = (
    ("12月25号", "2025-12-25 2025-12-25"),
    ("3月10日做了什么，花了多少", "2025-03-10 2025-03-10"),
    ("去年3月10号", "2025-03-10 2025-03-10"),
    ("2024年12月25号", "2024-12-25 2024-12-25"),
    ("上个月14号", "2026-01-14 2026-01-14"),
    ("the 14th of january", "2026-01-14 2026-01-14"),
    ("14 january", "2026-01-14 2026-01-14"),
    ("january 14, 2025", "2025-01-14 2025-01-14"),
    ("july 4th last year", "2025-07-04 2025-07-04"),
    ("what did i do on the 28th?", "2026-01-28 2026-01-28"),
    ("on the 14th of last month", "2026-01-14 2026-01-14"),
    ("jan 28", "2026-01-28 2026-01-28"),
    ("28 jan 2025", "2025-01-28 2025-01-28"),
    ("march 2024", "2024-03-01 2024-03-31"),
    ("2026-01-28", "2026-01-28 2026-01-28"),
    ("2026/1/28", "2026-01-28 2026-01-28"),
    ("1/28/2026", "2026-01-28 2026-01-28"),
    ("1/28", "2026-01-28 2026-01-28"),
    ("16/01/2026", "2026-01-16 2026-01-16"),
    ("feb. 1st", "2026-02-01 2026-02-01"),
    ("february the first", "2026-02-01 2026-02-01"),
    ("the fourth of july", "2025-07-04 2025-07-04"),
)
_RANGES = (
    ("两三天前", "2026-02-02 2026-02-03"),
    ("三四天前吃的", "2026-02-01 2026-02-02"),
    ("two or three days ago", "2026-02-02 2026-02-03"),
    ("几周前", "2025-12-22 2026-01-25"),
    ("好几个月前", "2025-07-25 2025-12-22"),
    ("several weeks ago", "2025-12-22 2026-01-25"),
    ("一个多月前", "2025-11-22 2026-01-21"),
    ("一年多前", "2023-12-08 2025-04-06"),
    ("最近一个月", "2026-01-06 2026-02-05"),
    ("过去一周", "2026-01-29 2026-02-05"),
    ("过去的三天", "2026-02-02 2026-02-05"),
    ("近三天", "2026-02-02 2026-02-05"),
    ("前几周", "2025-12-25 2026-02-05"),
    ("in the past week", "2026-01-29 2026-02-05"),
    ("in the last three days", "2026-02-02 2026-02-05"),
    ("the last few days", "2026-01-30 2026-02-05"),
    ("the last couple of days", "2026-02-03 2026-02-05"),
    ("over the past month", "2026-01-06 2026-02-05"),
    ("a week ago yesterday", "2026-01-28 2026-01-28"),
    ("two weeks ago today", "2026-01-22 2026-01-22"),
    ("昨夜", "2026-02-04 2026-02-04"),
    ("前晚我干什么了", "2026-02-03 2026-02-03"),
    ("two nights ago", "2026-02-03 2026-02-03"),
    ("the night before last", "2026-02-03 2026-02-03"),
    ("the other night", "2026-01-26 2026-02-04"),
    ("the other week", "2026-01-15 2026-01-31"),
    ("the other month", "2025-11-07 2026-01-16"),
    ("a while ago", "2025-10-08 2026-01-29"),
    ("this past weekend", "2026-01-31 2026-02-01"),
    ("last friday", "2026-01-30 2026-01-30"),
)
_PARTS = (
    ("去年寒假", "2025-01-01 2025-02-28"),
    ("今年冬天", "2025-12-01 2026-02-28"),
    ("今年夏天", "2026-06-01 2026-08-31"),
    ("去年夏初", "2025-06-01 2025-06-30"),
    ("去年夏季", "2025-06-01 2025-08-31"),
    ("去年年中", "2025-06-01 2025-07-31"),
    ("去年第一季度", "2025-01-01 2025-03-31"),
    ("第四季度", "2025-10-01 2025-12-31"),
    ("去年的第3季度", "2025-07-01 2025-09-30"),
    ("q4", "2025-10-01 2025-12-31"),
    ("in q3 last year", "2025-07-01 2025-09-30"),
    ("first quarter of last year", "2025-01-01 2025-03-31"),
    ("beginning of this year", "2026-01-01 2026-02-28"),
    ("the start of last year", "2025-01-01 2025-02-28"),
    ("at the end of last year", "2025-11-01 2025-12-31"),
    ("early last year", "2025-01-01 2025-02-28"),
    ("late 2024", "2024-11-01 2024-12-31"),
    ("at the beginning of the year", "2026-01-01 2026-02-28"),
    ("the end of the year", "2025-11-01 2025-12-31"),
    ("月初吃了什么", "2026-02-01 2026-02-10"),
    ("月中做了什么，吃了什么", "2026-01-11 2026-01-21"),
    ("月末吃了什么", "2026-01-21 2026-01-31"),
    ("一月底", "2026-01-21 2026-01-31"),
    ("去年八月下旬", "2025-08-21 2025-08-31"),
    ("上个月初", "2026-01-01 2026-01-11"),
    ("in late january", "2026-01-21 2026-01-31"),
    ("early last month", "2026-01-01 2026-01-11"),
    ("一月中奖的彩票", "2026-01-01 2026-01-31"),
    ("in july of the year before last", "2024-07-01 2024-07-31"),
    ("去年今天", "2025-02-05 2025-02-05"),
    ("today last year", "2025-02-05 2025-02-05"),
    ("a year ago today", "2025-02-05 2025-02-05"),
    ("去年的这个时候", "2025-01-27 2025-02-14"),
    ("this time last year", "2025-01-27 2025-02-14"),
)
_HOLIDAYS = (
    ("christmas the year before last", "2024-12-24 2024-12-26"),
    ("大年初二做了什么，吃了什么", "2025-01-30 2025-01-30"),
    ("去年大年初二", "2025-01-30 2025-01-30"),
    ("前年正月初五", "2024-02-14 2024-02-14"),
    ("去年正月", "2025-01-29 2025-02-27"),
    ("去年正月十五", "2025-02-12 2025-02-12"),
    ("去年小年", "2025-01-21 2025-01-23"),
    ("腊八", "2026-01-26 2026-01-26"),
    ("去年冬至", "2025-12-21 2025-12-21"),
    ("今年立春", "2026-02-04 2026-02-04"),
    ("跨年那天", "2025-12-31 2026-01-01"),
    ("去年教师节", "2025-09-10 2025-09-10"),
    ("去年光棍节", "2025-11-10 2025-11-12"),
    ("双11", "2025-11-10 2025-11-12"),
    ("去年双11", "2025-11-10 2025-11-12"),
    ("去年618", "2025-06-18 2025-06-18"),
    ("去年六一八", "2025-06-18 2025-06-18"),
    ("去年六一", "2025-06-01 2025-06-01"),
    ("black friday", "2025-11-28 2025-11-28"),
    ("last easter", "2025-04-18 2025-04-21"),
    ("easter last year", "2025-04-18 2025-04-21"),
    ("easter monday last year", "2025-04-21 2025-04-21"),
    ("good friday 2024", "2024-03-29 2024-03-29"),
    ("valentine's day last year", "2025-02-14 2025-02-14"),
    ("st patrick's day 2024", "2024-03-17 2024-03-17"),
    ("boxing day", "2025-12-26 2025-12-26"),
    ("over the holidays", "2025-12-24 2026-01-01"),
    ("new year's eve", "2025-12-31 2026-01-01"),
    ("april fools' day last year", "2025-04-01 2025-04-01"),
    ("what did i do on april fool’s", "2025-04-01 2025-04-01"),
    ("april fools 2023", "2023-04-01 2023-04-01"),
    ("last may day", "2025-05-01 2025-05-01"),
    ("last summer solstice", "2025-06-20 2025-06-21"),
    ("the winter solstice", "2025-12-21 2025-12-22"),
    ("easter sunday last year", "2025-04-20 2025-04-20"),
    ("shrove tuesday last year", "2025-03-04 2025-03-04"),
    ("last palm sunday", "2025-04-13 2025-04-13"),
    ("giving tuesday", "2025-12-02 2025-12-02"),
    ("women's day last year", "2025-03-08 2025-03-08"),
)
# The same on 2026-03-18, a Wednesday.
_LATER = (
    ("25年3月", "2025-03-01 2025-03-31"),
    ("24年夏天", "2024-06-01 2024-08-31"),
    ("二五年三月", "2025-03-01 2025-03-31"),
    ("23年买的", "2023-01-01 2023-12-31"),
    ("3月11吃了什么", "2026-03-11 2026-03-11"),
    ("三月十一", "2026-03-11 2026-03-11"),
    ("2026年3月11", "2026-03-11 2026-03-11"),
    ("3月9号到11号", "2026-03-09 2026-03-11"),
    ("三月九号到十一号之间", "2026-03-09 2026-03-11"),
    ("3月9日~3月11日", "2026-03-09 2026-03-11"),
    ("上周一到周三", "2026-03-09 2026-03-11"),
    ("三到五月", "2025-03-01 2025-05-31"),
    ("2023到2025年", "2023-01-01 2025-12-31"),
    ("去年12月到今年2月", "2025-12-01 2026-02-28"),
    ("12月25号到1月3号", "2025-12-25 2026-01-03"),
    ("between march 9 and march 11", "2026-03-09 2026-03-11"),
    ("from march 9 to 11", "2026-03-09 2026-03-11"),
    ("march 9-11", "2026-03-09 2026-03-11"),
    ("the 9th to the 11th of march", "2026-03-09 2026-03-11"),
    ("from last monday to last wednesday", "2026-03-09 2026-03-11"),
    ("between 2023 and 2025", "2023-01-01 2025-12-31"),
    ("january-march", "2026-01-01 2026-03-31"),
    ("上周一以来", "2026-03-09 2026-03-18"),
    ("自从3月1号", "2026-03-01 2026-03-18"),
    ("since sunday", "2026-03-15 2026-03-18"),
    ("since last march", "2025-03-01 2026-03-18"),
    ("春节前", "2026-01-17 2026-02-15"),
    ("三月之前", "1970-01-01 2026-02-28"),
    ("国庆节前一天", "2025-09-30 2025-09-30"),
    ("before christmas", "1970-01-01 2025-12-23"),
    ("after the 10th of march", "2026-03-11 2026-03-18"),
    ("the day before christmas", "2025-12-23 2025-12-23"),
    ("until last friday", "1970-01-01 2026-03-13"),
    ("三月第一周", "2026-03-01 2026-03-07"),
    ("the last day of february", "2026-02-28 2026-02-28"),
    ("the week of march 10", "2026-03-09 2026-03-15"),
    ("last week on monday", "2026-03-09 2026-03-09"),
    ("earlier this week", "2026-03-16 2026-03-18"),
    ("this past summer", "2025-06-01 2025-08-31"),
    ("in '24", "2024-01-01 2024-12-31"),
    ("3/11", "2026-03-11 2026-03-11"),
    ("3.11", "2026-03-11 2026-03-11"),
    ("3-11", "2026-03-11 2026-03-11"),
    ("26/3/11", "2026-03-11 2026-03-11"),
    ("2026.03.11", "2026-03-11 2026-03-11"),
    ("20260311", "2026-03-11 2026-03-11"),
    ("11.03.2026", "2026-03-11 2026-03-11"),
    ("27/11", "2025-11-27 2025-11-27"),
    ("3.9-3.11", "2026-03-09 2026-03-11"),
    ("2026-02", "2026-02-01 2026-02-28"),
    ("48小时前", "2026-03-16 2026-03-16"),
    ("48 hours ago", "2026-03-16 2026-03-16"),
    ("十分钟前", "2026-03-18 2026-03-18"),
    ("2 yrs ago", "2024-01-01 2024-12-31"),
    ("两年前", "2024-01-01 2024-12-31"),
    ("three weeks back", "2026-02-22 2026-02-28"),
    ("一个半月前", "2026-01-22 2026-02-11"),
    ("last thurs", "2026-03-12 2026-03-12"),
    ("mid-january", "2026-01-11 2026-01-21"),
    ("yesturday", "2026-03-17 2026-03-17"),
    ("last febuary", "2026-02-01 2026-02-28"),
    ("this afternoon", "2026-03-18 2026-03-18"),
    ("labor day", "2025-09-01 2025-09-01"),
    ("memorial day last year", "2025-05-26 2025-05-26"),
    ("mlk day", "2026-01-19 2026-01-19"),
    ("xmas", "2025-12-24 2025-12-26"),
    ("my halloween costume last year", "2025-10-31 2025-10-31"),
    ("去年我们和谁过的圣诞", "2025-12-24 2025-12-26"),
    ("前年十一去了哪", "2024-10-01 2024-10-07"),
    ("去年十一黄金周", "2025-10-01 2025-10-07"),
    ("2023年520那天", "2023-05-20 2023-05-20"),
    ("the evening before last", "2026-03-16 2026-03-16"),
    ("not last night but the night before", "2026-03-16 2026-03-16"),
    ("what happened in the last week of january", "2026-01-25 2026-01-31"),
    ("去年十一个人", "2025-01-01 2025-12-31"),
    ("年三十", "2026-02-16 2026-02-16"),
    ("植树节", "2026-03-12 2026-03-12"),
    ("cyber monday", "2025-12-01 2025-12-01"),
    ("24年底", "2024-11-01 2024-12-31"),
    ("最近半年", "2025-09-19 2026-03-18"),
    ("618买了什么", "2025-06-18 2025-06-18"),
    ("我说的不是上周三，是上周二", "2026-03-10 2026-03-10"),
    ("not yesterday, the day before yesterday", "2026-03-16 2026-03-16"),
    ("2-3 days ago", "2026-03-15 2026-03-16"),
    ("the previous week", "2026-03-09 2026-03-15"),
    ("the weekend of march 10", "2026-03-14 2026-03-15"),
)
# The days that are meant of those around them, on 2026-04-23.
_MEANT = (
    ("a month ago", "2026-03-24 2026-03-24"),
    ("about a month ago", "2026-03-24 2026-03-24"),
    ("around a month ago", "2026-03-24 2026-03-24"),
    ("一个月前左右", "2026-03-24 2026-03-24"),
    ("一个多月前", "2026-02-22 2026-03-24"),
    ("a week ago", "2026-04-16 2026-04-16"),
    ("两周前", "2026-04-09 2026-04-09"),
    ("a fortnight ago", "2026-04-09 2026-04-09"),
    ("三周后", "2026-05-14 2026-05-14"),
    ("a year ago", "2025-04-23 2025-04-23"),
    ("半年前", "2025-10-22 2025-10-22"),
    ("half a year ago", "2025-10-22 2025-10-22"),
    ("两年前", "2024-04-23 2024-04-23"),
    ("this time last year", "2025-04-23 2025-04-23"),
    ("new year's eve", "2025-12-31 2025-12-31"),
    ("跨年夜", "2025-12-31 2025-12-31"),
    ("平安夜", "2025-12-24 2025-12-24"),
    ("清明节", "2026-04-05 2026-04-05"),
    ("on easter sunday", "2026-04-05 2026-04-05"),
    ("春节", "2026-02-17 2026-02-17"),
    ("christmas", "2025-12-25 2025-12-25"),
    ("around christmas", "2025-12-25 2025-12-25"),
    ("shortly after christmas", "2025-12-27 2025-12-27"),
    ("after easter", "2026-04-07 2026-04-07"),
    ("earlier this week", "2026-04-20 2026-04-22"),
    ("later this week", "2026-04-24 2026-04-26"),
    ("情人节", "2026-02-14 2026-02-14"),
)
_ALL = _PHRASES + _SEASONS + _TRADITIONAL + _DATES + _RANGES + _PARTS + _HOLIDAYS
# What sounds like a time and is none.
_NO_TIMES = (
    "summer dress|spring water|fall asleep|did i fall|三国|may i|may i ask|this may be wrong"
    "|march on|mark it|sat down|on the 2nd floor|1/2 cup of sugar|3/4|24/7|pages 12-15"
    "|猫叫什么名字|一周岁|一週歲|第3个|几年级|call 2024-555|2026-02-30|13/28|a|7"
    "|小年轻|一个月中有几次|618块|睡前晚饭|之前晚上|an early bird|late for school"
    "|on the first floor|in the first half of the game|the end of the story|this time"
    "|the past|3.11 km|跑了3.11公里|version 2.5|1/2|12-3=9|138-1234-5678|7-11|3-4 cups|每周三"
    "|every monday|最近一次爬山|520块"
    "|住了23年|23年工龄|5号线|192.168.1.1|and may i|the week before"
)


def days(text, today=_TODAY):
    found = windows(text, dates.parse_day(today))
    return [[dates.day_text(day * dates.DAY) for day in span] for span in found]


def test_phrases_of_time_are_read_in_both_languages():
    for text, span in _ALL:
        assert days(text) == [span.split()], (text, days(text))


def test_spans_and_other_spellings_are_read_too():
    for text, span in _LATER:
        assert days(text, "2026-03-18") == [span.split()], (text, days(text, "2026-03-18"))


def test_of_days_around_a_time_those_that_are_meant_are_known():
    for text, meant in _MEANT:
        rings = reading(text, dates.parse_day("2026-04-23"))[3]
        spans = [[dates.day_text(day * dates.DAY) for day in span] for span in rings[-1]]
        assert [" ".join(span) for span in spans] == meant.split("|"), (text, spans)
        for at in range(1, len(rings)):
            for first, last in rings[at]:
                assert [1 for one in rings[at - 1] if one[0] <= first <= last <= one[1]], text


def test_what_has_no_day_that_is_meant_more_is_its_days_alone():
    texts = "昨天|上周|三月|last week|前几天|recently|四月|4月10日到12日|去年情人节|the last month"
    for text in texts.split("|"):
        found = reading(text, dates.parse_day("2026-04-23"))
        assert found[3] == [found[0]], text
    assert reading("猫", dates.parse_day("2026-04-23"))[3] == []


def test_of_a_day_that_has_a_name_the_one_a_year_before_may_be_meant_too():
    for text, before in (
        ("情人节", "2025-02-14 2025-02-14"),
        ("valentine's day", "2025-02-14 2025-02-14"),
        ("清明节", "2025-04-03 2025-04-05"),
        ("正月", "2025-01-29 2025-02-27"),
        ("4月1日", "2025-04-01 2025-04-01"),
    ):
        spans, _, _, rings = reading(text, dates.parse_day("2026-04-23"))
        more = [one for one in rings[0] if one not in spans]
        assert rings[1] == spans, text
        assert [[dates.day_text(day * dates.DAY) for day in one] for one in more] == [
            before.split()
        ], text


def test_the_words_that_are_part_of_a_time_are_not_what_is_sought():
    for text, left in (
        ("what about the dog last march", "dog"),
        ("前天晚上八点吃了火锅", "吃了 了火 火锅 锅"),
        ("on the morning of the 10th of march", ""),
        ("去年国庆节", ""),
        ("before last christmas", ""),
        ("昨天早餐", "早餐 餐"),
        ("上週那個人", "那個 個人 人"),
        ("2025/11/27", ""),
    ):
        _, of_times, _, _ = reading(text, dates.parse_day("2026-03-18"))
        others = [one.decode() for one in terms(text) if one not in of_times]
        assert " ".join([one for one in others if one != "what"]) == left, (text, others)


def test_what_may_be_past_or_to_come_is_both():
    assert days("周三") == [["2026-02-04"] * 2, ["2026-02-11"] * 2]
    assert days("3月5号做什么") == [["2025-03-05"] * 2, ["2026-03-05"] * 2]
    assert (
        days("周末")
        == days("週末")
        == [
            ["2026-01-31", "2026-02-01"],
            ["2026-02-07", "2026-02-08"],
        ]
    )
    assert days("3月10日") == [["2025-03-10"] * 2, ["2026-03-10"] * 2]
    assert days("on the 28th") == [["2026-01-28"] * 2, ["2026-02-28"] * 2]
    assert days("大年初一") == [["2025-01-29"] * 2, ["2026-02-17"] * 2]
    assert days("春节前一天") == [["2025-01-27"] * 2, ["2026-02-15"] * 2]
    assert days("春节") == [["2025-01-28", "2025-02-05"], ["2026-02-16", "2026-02-24"]]


def test_of_a_day_that_has_a_name_of_its_own_the_week_beyond_is_meant_as_well():
    assert days("last wednesday") == [["2026-02-04"] * 2, ["2026-01-28"] * 2]
    assert days("last tuesday") == [["2026-02-03"] * 2, ["2026-01-27"] * 2]
    assert days("next friday") == [["2026-02-06"] * 2, ["2026-02-13"] * 2]
    assert days("next saturday") == [["2026-02-07"] * 2, ["2026-02-14"] * 2]
    assert days("next sunday") == [["2026-02-08"] * 2]
    assert days("next thursday") == [["2026-02-12"] * 2]  # today is one
    assert days("easter monday") == [["2025-04-21"] * 2, ["2026-04-06"] * 2]
    assert days("月初") == [["2026-02-01", "2026-02-10"], ["2026-03-01", "2026-03-11"]]
    assert days("月末") == [["2026-01-21", "2026-01-31"], ["2026-02-19", "2026-02-28"]]


def test_easter_is_that_of_each_year():
    easters = "2000-04-23 2008-03-23 2011-04-24 2019-04-21 2038-04-25 2049-04-18 2076-04-19"
    for day in easters.split():
        found = named_days.named_day(named_days.EASTER, 0, int(day[:4]))
        assert dates.day_text(found * dates.DAY) == day


def test_days_of_the_lunar_calendar_and_solar_terms_are_those_of_each_year():
    found = named_days.lunar_date
    for year, month, day, is_leap, when in (
        (2000, 1, 1, False, "2000-02-05"),
        (2023, 2, 30, False, "2023-03-21"),
        (2023, 2, 29, True, "2023-04-19"),
        (2025, 6, 6, True, "2025-07-30"),
        (2025, 12, 23, False, "2026-02-10"),
        (2033, 11, 15, True, "2034-01-05"),
        (2056, 12, 30, False, "2057-02-03"),
    ):
        assert dates.day_text(found(year, month, day, is_leap) * dates.DAY) == when
    for year, month, day, is_leap in (
        (1999, 1, 1, False),
        (2057, 1, 1, False),
        (2025, 5, 6, True),  # the sixth is the leap month of that year
        (2023, 2, 30, True),  # has 29 days
        (2025, 13, 1, False),
        (2025, 1, 0, False),
    ):
        assert found(year, month, day, is_leap) is None
    for term, year, when in (
        (named_days.SOLAR_TERM, 2026, "2026-01-05"),
        (named_days.SOLAR_TERM + 2, 2025, "2025-02-03"),
        (named_days.TOMBS, 2026, "2026-04-05"),
        (named_days.SOLAR_TERM + 11, 2026, "2026-06-21"),
        (named_days.SOLAR_TERM + 23, 2026, "2026-12-22"),
        (named_days.SOLAR_TERM + 23, 2099, "2099-12-21"),
    ):
        assert dates.day_text(named_days.named_day(term, 0, year) * dates.DAY) == when
    assert named_days.named_day(named_days.SOLAR_TERM, 0, 2100) is None


def test_a_lunar_day_that_not_every_year_has_is_that_of_the_next_that_has_it():
    for month, day, is_leap, when in (
        (12, 30, False, "2026-02-16"),  # the last day of a year of 29
        (8, 30, False, "2029-10-07"),
        (5, 5, True, "2028-06-27"),
    ):
        today = dates.parse_day("2026-02-05")
        found = named_days.lunar_day(month, day, today, is_leap)
        assert dates.day_text(found * dates.DAY) == when, (month, day)


def test_thousands_of_summers_are_not_counted_one_by_one():
    counted = []
    months = named_parts.months
    try:
        named_parts.months = lambda *given: counted.append(1) or months(*given)
        assert len(windows("9000 summers ago", dates.parse_day(_TODAY))) == 1
    finally:
        named_parts.months = months
    assert len(counted) < 10


def test_texts_without_a_time_speak_of_no_days():
    for text in _NO_TIMES.split("|"):
        assert days(text) == [], text


def test_every_day_of_some_years_has_its_windows():
    first = dates.parse_day("2023-12-20")
    for number in range(0, 800, 13):
        for text, _ in _ALL + _LATER:
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


def test_of_days_around_a_time_what_is_nearest_to_it_comes_first():
    bench = diary()
    for indexed in (False, True):
        if indexed:
            for _ in background_jobs.steps(bench.memory.log, bench.memory.index):
                pass
        for text, first in (
            ("a week ago", "第9次散步 第10次散 第8次散步"),
            ("一周前散步碰到谁了？", "第9次散步 第10次散 第8次散步"),
            ("半个月前", "第1次散步 第2次散步 第0次散步"),
            ("around february 1", "第12次散 第13次散 第11次散"),
            ("earlier this week", "第15次散 第14次散 第13次散"),
        ):
            found = asked(bench, text)
            assert " ".join([row[0] for row in found]) == first, (indexed, text, found)


def test_where_a_day_that_has_a_name_has_no_record_that_of_the_year_before_is_found():
    bench = diary()
    write(bench.memory, "event", "收到一束玫瑰", when="2025-01-06")
    write(bench.memory, "event", "吃了腊八粥", when="2026-01-26")
    for indexed in (False, True):
        if indexed:
            for _ in background_jobs.steps(bench.memory.log, bench.memory.index):
                pass
        for text, contents in (
            ("1月6号", ["收到一束玫瑰"]),
            ("jan 26", ["吃了腊八粥"]),
            ("january 6", ["收到一束玫瑰"]),
        ):
            page, _ = run(bench.memory.recall(Query(("event",), text, limit=3, ranked=True)))
            assert [record.content for record in page] == contents, (indexed, text)


def test_a_question_of_nothing_but_a_time_is_answered_by_that_time():
    bench = diary()
    assert asked(bench, "昨天呢？")[0] == ("第15次散", "time")


def test_a_word_inside_another_is_not_what_was_found():
    bench = diary()
    write(bench.memory, "fact", "fish with the classmates")
    assert asked(bench, "today, what is the last I had to eat")[0] == ("fish ", "time")
    write(bench.memory, "fact", "eating an apple")
    assert asked(bench, "today, what is the last I had to eat")[0] == ("eatin", "word")


def test_the_words_of_a_time_are_not_looked_for():
    bench = diary()
    for text in ("房贷每个月六千二", "订了两年的杂志", "Never call me at night", "a Pixel 28"):
        write(bench.memory, "fact", text)
    for indexed in (False, True):
        if indexed:
            for number in range(30):
                write(bench.memory, "moment", "第%d天" % number)
            for _ in background_jobs.steps(bench.memory.log, bench.memory.index):
                pass
        for text in ("上个月我散步了吗", "上个月", "两周前", "last night", "jan 28"):
            found = asked(bench, text)
            assert not [row for row in found if row[0][:1] != "第"], (indexed, text, found)
    assert asked(bench, "房贷上个月付了吗")[0][0] == "房贷每个月"


def test_a_keyword_that_is_nothing_but_a_date_is_answered_by_that_day():
    bench = diary()
    for indexed in (False, True):
        if indexed:
            for _ in background_jobs.steps(bench.memory.log, bench.memory.index):
                pass
        for text in ("1月28号", "一月二十八号", "Jan 28", "January 28th", "2026-01-28", "1/28"):
            found = asked(bench, text)
            assert found[0] == ("第8次散步", "time"), (indexed, text, found)


def test_what_only_the_time_finds_scores_alike_however_the_time_is_said():
    bench = diary()
    for indexed in (False, True):
        if indexed:
            for _ in background_jobs.steps(bench.memory.log, bench.memory.index):
                pass
        for text in (
            "1月28号",
            "2026-01-28",
            "last wednesday night",
            "上周三发生了什么",
            "26年1月",
        ):
            page, _ = run(bench.memory.recall(Query(("fact",), text, ranked=True)))
            assert page[0].content.endswith("邻居"), text
            assert (page.how(0), page.score(0)) == ("time", 100), (indexed, text)


def test_what_speaks_of_a_day_of_the_week_is_found_by_that_day():
    bench = Bench()
    bench.start()
    for text in ("我每周三晚上去练瑜伽", "房租每月五号交", "I do pilates on Tuesday evenings"):
        write(bench.memory, "fact", text)
    for question, wanted in (
        ("周三晚上有什么安排", ["我每周三晚上去练瑜伽"]),
        ("Tuesday night plans", ["I do pilates on Tuesday evenings"]),
        ("上周三有什么安排", []),
        ("plans of last Tuesday", []),
    ):
        bench.clock.to("2027-03-05 10:00")
        query = Query(None, question, limit=5, ranked=True)
        page, _ = run(bench.memory.recall(query))
        assert [record.content for record in page] == wanted, question


def test_who_has_the_word_and_the_time_stands_above_what_has_the_time_alone():
    bench = diary()
    bench.clock.to("2026-01-22 20:00")
    for content in ("狗掉进了池塘", "I bathed the hamster"):
        write(bench.memory, "fact", content)
    bench.clock.to("2026-02-05 21:00")
    for indexed in (False, True):
        if indexed:
            for _ in background_jobs.steps(bench.memory.log, bench.memory.index):
                pass
        for text, content in (
            ("上个月狗怎么了", "狗掉进了池塘"),
            ("what about the hamster last month", "I bathed the hamster"),
        ):
            page, _ = run(bench.memory.recall(Query(("fact",), text, limit=3, ranked=True)))
            assert (page[0].content, page.how(0)) == (content, "word"), (indexed, text)
            assert page.how(1) == "time" and page.score(0) > page.score(1) + 10, (indexed, text)


def test_a_year_of_a_question_is_looked_for_in_words_too():
    bench = diary()
    write(bench.memory, "fact", "the contract runs until 2028")
    assert asked(bench, "what ends in 2028")[0] == ("the c", "word")


def test_without_a_clock_times_say_nothing():
    bench = diary()
    query = Query(("fact",), "昨天呢？", ranked=True)
    bench.clock.is_set = lambda: False
    run(bench.memory.recall(query))
    assert query.windows == []
