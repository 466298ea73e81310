"""
Time words: the tables of `time_windows`, Chinese and English.

Tables as in `phrase_tables`; what a word means is its first and its last day from today, unless
they say otherwise. Words of English have a blank before and after. Of two words that begin alike
the longer one comes first.
"""

# Days from today. Of two words that begin alike the longer one comes first.
DAYS = (
    "|今明两天=0 1|明后天=1 2|明后两天=1 2"
    "|大前天=-3 -3|大后天=3 3|前几天=-7 -1|前些天=-14 -1|前两天=-3 -1|前阵子=-60 -7"
    "|前段时间=-90 -7|前段日子=-90 -7|前一阵=-60 -7|前不久=-30 -1|不久前=-30 -1|这阵子=-30 0"
    "|这段时间=-30 0|近期=-14 0|近日=-7 0|前儿=-2 -2|大前晚=-3 -3|前夜=-2 -2|刚才=0 0|这几天=-4 2"
    "|这两天=-2 1|最近=-14 0|近来=-14 0|前天=-2 -2|昨天=-1 -1|昨晚=-1 -1|昨日=-1 -1|昨儿个=-1 -1"
    "|昨儿=-1 -1|今天=0 0|今早=0 0|今晚=0 0|今日=0 0|今儿个=0 0|今儿=0 0|半小时前=0 0"
    "|半个小时前=0 0| half an hour ago =0 0|昨夜=-1 -1|后天=2 2|明天=1 1|明早=1 1|明晚=1 1"
    "|明日=1 1| day before yesterday =-2 -2| day after tomorrow =2 2| yesterday =-1 -1"
    "| yesterdays =-1 -1| last night =-1 -1| today =0 0| todays =0 0| this morning =0 0"
    "| this afternoon =0 0| this evening =0 0| just now =0 0| tonight =0 0| last evening =-1 -1"
    "| these days =-14 0| not long ago =-30 -1| tomorrow =1 1| the other day =-10 -1"
    "| recently =-14 0| lately =-14 0| half a year ago =-225 -140|大半年前=-300 -180"
    "|半年前=-225 -140|半年多前=-270 -170|一个半月前=-55 -35|一年半前=-640 -455"
    "| a year and a half ago =-640 -455|半个月前=-20 -10|十几天前=-20 -10|几天前=-7 -1"
    "| a few days ago =-7 -1| few days ago =-7 -1| night before last =-2 -2"
    "| evening before last =-2 -2"
    "| the other night =-10 -1| the other evening =-10 -1| the other week =-21 -5"
    "| the other month =-90 -20| a while ago =-120 -7| a while back =-120 -7| 前晚=-2 -2"
    "|我前晚=-2 -2|们前晚=-2 -2|"
).encode()
# What a number of is how many days, and how far off it may be.
BEFORE = (
    "|天前=1 0|天以前=1 0|天之前=1 0|周前=7 3|周以前=7 3|周之前=7 3|星期前=7 3|星期以前=7 3"
    "|礼拜前=7 3|礼拜以前=7 3|个星期前=7 3|个星期以前=7 3|个礼拜前=7 3|个礼拜以前=7 3"
    "|个月前=30 15|个月以前=30 15|个月之前=30 15|年前=365 60|年以前=365 60|年之前=365 60"
    "| days ago =1 0| day ago =1 0| weeks ago =7 3| week ago =7 3| fortnight ago =14 3"
    "| months ago =30 15| month ago =30 15| years ago =365 60| year ago =365 60| nights ago =1 0"
    "| night ago =1 0| yrs ago =365 60| yr ago =365 60| mos ago =30 15| wks ago =7 3| wk ago =7 3"
    "|小时前=0 24|小时以前=0 24|小时之前=0 24|分钟前=0 1440| hours ago =0 24| hour ago =0 24"
    "| hrs ago =0 24| hr ago =0 24| minutes ago =0 1440| mins ago =0 1440|"
).encode()
# The same ahead, and what follows `in` and a number.
AHEAD = (
    "|天后=1 0|天以后=1 0|天之后=1 0|周后=7 3|周以后=7 3|星期后=7 3|个星期后=7 3|个星期以后=7 3"
    "|个礼拜后=7 3|个月后=30 15|个月以后=30 15|年后=365 60|年以后=365 60| days from now =1 0"
    "| weeks from now =7 3| months from now =30 15| years from now =365 60|"
).encode()
IN_TIME = b"| days =1 0| day =1 0| weeks =7 3| week =7 3| months =30 15| month =30 15|"
# Before the number of a year.
YEAR_LEADS = b"| in | since | before | after | until | till | during | from | between | year |"
# Before two figures that are a year and no span of years, and after those that are none.
IN_YEAR = "|在|从|是|自|到|".encode()
NO_YEAR = "|前|后|来|多|半|内|间|以|之|级|了|没|里|工|".encode()
# Before and after two numbers that are a day, and what these are beside.
ON_DAY = b"| on | since | until | by |"
DAY_TAILS = "|那天|当天|那晚|假期|放假|节|".encode()
NO_DATES = b"|24/7|16/9|4/3|16/10|7-11|"
# After a number that is no day of a month.
COUNTED = (
    "|个|天|次|人|万|千|百|元|块|点|年|月|周|岁|斤|公|米|度|号线|分|小|多|几|节|季|期|%|.|,|/|:|"
).encode()
# What joins the two ends of a span, between and behind it, and before it.
TO = "|到|至|-|直到|一直到|to|to the|until|till|through|thru|".encode()
# And the least and the most of a number.
OR = "| or | to | - |到|至|".encode()
TO_BEFORE = "|到|至|-| to the| to| until| till| through| thru|".encode()
TO_AFTER = "|到|至|-|to |until |till |through |thru |".encode()
# What may stand between a longer time and one within it.
ON = b"|on|on the|of|of the|"
AND = "|and|and the|和|与|跟|".encode()
BETWEEN = "| between |之间|".encode()
AFTER_NUMBER = (
    "|那|的|上午|下午|晚上|早上|之前|之后|以前|以后|以来|到|至|我|去|做|干|发|有|是|".encode()
)
DAY_MARKS = "|号|日|".encode()
# What the words behind and before a time make of it, as `time_ranges` has them, and so many days.
AROUND_AFTER = (
    "|以来=0|到现在=0|至今=0|开始=0|起 =0|起我=0|起就=0|以后=1|之后=1|过后=1|后来|后悔|后面"
    "|后一天=3 1|后第二天=3 1|后两天=3 2|后几天=3 7|后一周=3 7|后=3 30|以前=2|之前=2|前后=5 7"
    "|前一天=4 1|前一晚=4 1|前两天=4 2|前几天=4 7|前一周=4 7|前夕=4 7|前任|前女友|前男友|前妻"
    "|前夫|前=4 30|左右=5 3|为止=6|第一周=9 0|第一个星期=9 0|第二周=9 7|第三周=9 14|最后一周=8 7"
    "|第一天=7 1|最后一天=8 1|头几天=7 5|最后几天=8 5|onwards =0|onward =0|until now =0"
    "|till now =0|to now =0|"
).encode()
AROUND_BEFORE = (
    "|自 =0|是不是 |不是 =11| not =11| instead of =11|直到 =6|截至 =6|截止 =6| ever since =0"
    "| since =0| starting =0| right after =3 7| just after =3 7| shortly after =3 14"
    "| soon after =3 14| the day after =3 1| the week after =3 7| after =1| right before =4 7"
    "| just before =4 7| shortly before =4 14| the day before =4 1| the night before =4 1"
    "| the week before =4 7| before =2| until =6| till =6| around =5 7| first week of =9 0"
    "| second week of =9 7| third week of =9 14| last week of =8 7| first day of =7 1"
    "| last day of =8 1| first few days of =7 5| week of =10 0| weekend of =10 5|"
).encode()
# Other words of a time before it, 0 for what of it is over and 1 for what is to come; and behind
# it, but for those that mean something.
LEADS = (
    "|从 | the |上个 |这个 |那个 | last | next | past | coming | during | between | back in "
    "| back in the | way back in | morning of | afternoon of | evening of | night of | earlier =0"
    "| later =1|"
).encode()
WITHIN = (
    "|的|早上|早晨|一大早|清晨|上午|中午|下午|傍晚|晚上|夜里|夜晚|深夜|半夜|凌晨|一整天|整天|那天"
    "|那晚|当天|当晚|那一天|之间|那周|那个月|那年|期间|小长假|长假|假期|放假|节目=0|节省=0|节约=0"
    "|节|时候|那会儿|morning |afternoon |evening |night |noon |in the morning |in the afternoon "
    "|in the evening |at night |weekend |sunday |festival |before last |"
).encode()
# What asks for all of a time.
ASKING = (
    "|发生了什么事= |发生了什么= |发生什么= |做了什么= |做什么= |做了啥= |干了什么= |干什么= "
    "|干了啥= |干啥= |干嘛= |怎么了= | happened = | happen = | going on = | doing = |"
).encode()
# A number of what is how many days, up to now; of what stands before, the least number and unit.
UNITS = (
    "|天=1|日=1|个星期=7|星期=7|个礼拜=7|礼拜=7|周=7|个月=30|年=365| days =1| nights =1| weeks =7"
    "| months =30| years =365| day =1| week =7| month =30| year =365|"
).encode()
UP_TO_NOW = "|最近=1 1|过去=1 1|过去的=1 1|近=1 1|这=2 7|前=2 7| past =0 1| last =1 1|".encode()
FROM_NOW = "|接下来的=1 1|接下来=1 1|未来的=1 1|未来=1 1|往后=1 1| next =1 1|".encode()
# Numbers that are none: the least and the most that they may be.
VAGUE = (
    "|好几=2 6|十几=11 19|几=2 6|a few=2 6|few=2 6|several=2 6|some=2 6|couple of=2 2|"
).encode()
MORE = "多".encode()
# 多 stands before what is counted: 一多个月前. Other spellings, and what is often misspelled.
RESPELLED = (
    "|最近一次=上次|个多月=多个月|年多前=多年前|年多以前=多年以前|周多前=多周前|–=-|—=-"
    "|元月=一月|月份=月"
    "|近半年=近6个月|过去半年=过去6个月|近半个月=近15天|过去半个月=过去15天| previous = last "
    "|上周的今天=7天前|~=-| mid-= mid | yesturday = yesterday | yesteday = yesterday "
    "| yestarday = yesterday | tomorow = tomorrow | tommorow = tomorrow | tommorrow = tomorrow "
    "| wendesday = wednesday | wensday = wednesday | wednsday = wednesday | thrusday = thursday "
    "| tusday = tuesday | teusday = tuesday | saterday = saturday | febuary = february "
    "| feburary = february | janurary = january | septemeber = september | xmas = christmas "
    "| x-mas = christmas | days back = days ago | an hour ago = one hour ago "
    "| coming weekend = this weekend "
    "| not last night but the night before = night before last "
    "| not yesterday but the day before = day before yesterday "
    "| end of the month = end of this month "
    "| start of the month = start of this month | beginning of the month = start of this month "
    "| weeks back = weeks ago | months back = months ago | years back = years ago |"
).encode()
# This day of another year, as HOLIDAYS has it but of no kind, and holidays in whose names there is
# another time.
SAME_DAY = (
    "|今天=0 0 0|今日=0 0 0|这个时候=0 -9 9|这时候=0 -9 9|这会儿=0 -9 9| today =0 0 0"
    "| this day =0 0 0| this time =0 -9 9| april fools =401 0 0| april fool =401 0 0"
    "| may day =501 0 0| cinco de mayo =505 0 0| summer solstice =621 -1 0"
    "| winter solstice =1221 0 1| spring equinox =320 0 1| vernal equinox =320 0 1"
    "| autumn equinox =922 0 1| fall equinox =922 0 1| easter sunday =14 0 0"
    "| easter monday =14 1 1| easter saturday =14 -1 -1| holy saturday =14 -1 -1"
    "| good friday =14 -2 -2| maundy thursday =14 -3 -3| palm sunday =14 -7 -7"
    "| ash wednesday =14 -46 -46| shrove tuesday =14 -47 -47| pancake tuesday =14 -47 -47"
    "| fat tuesday =14 -47 -47| whit monday =14 50 50| pentecost monday =14 50 50"
    "| black friday =10 1 1| cyber monday =10 4 4"
    "| giving tuesday =10 5 5| mothering sunday =14 -21 -21|"
).encode()
WHICH = (
    "|上上个=-2|上上=-2|上一个=-1|上一=-1|上个=-1|上=-1|下一个=1|下一=1|这一个=0|这一=0|下下个=2"
    "|下下=2|下个=1|下=1|这个=0|这=0|本=0|当=0|"
).encode()
WEEKS = tuple([word.encode() for word in ("星期", "礼拜", "周")])
MONTH = "月".encode()
QUARTER = "季度".encode()
YEARS = (
    "|上一年=-1|这一年=0|大前年=-3|前年=-2|去年=-1|今年=0|明年=1|后年=2| year before last =-2"
    "| last year =-1| this year =0| next year =1|"
).encode()
RELATIVE = ((b" last ", -1), (b" this ", 0), (b" next ", 1))
# What may stand between a part of a year and the year.
JOINTS = b"| in the | in | of the | of | during the | over the | on the | on | at | the |"
# What makes a time of a word that may be none: `in may`, `that summer`.
IN_MONTH = (
    b"| in | last | this | next | of | since | until | during | early | late | mid | from | to "
    b"| and | - | through | before | after | between | back in |"
)
NO_MAY = b"| this | to | and | from | - |"
IN_SEASON = (
    b"| in | in the | last | past | end of | beginning of | start of | this | next | that "
    b"| since | until | during | during the | over the | early | late |"
)
# What may follow on the 28th; the 2nd floor is no day.
AFTER_DAY = (
    b"|at|in|of|with|and|or|did|was|were|do|does|is|are|what|who|where|i|we|you|he|she|they|"
)
# With one of these a question asks for what has been.
HAS_BEEN = "|了| did | was | were | had |".encode()
# Which third of months.
EDGES_ZH = (
    "|上旬=0|中旬=1|下旬=2|初=0|底=2|末=2|中 =1|中我=1|中的=1|中做=1|中干=1|中发=1|中去=1|"
).encode()
EDGES = (
    b"| early =0| early in =0| late in =2| beginning of =0| beginning of the =0| start of =0"
    b"| start of the =0| mid =1| middle of =1| middle of the =1| late =2| end of =2"
    b"| end of the =2|"
)
# First and last month.
SEASONS = (
    "|初春=3 3|春初=3 3|春末=5 5|初夏=6 6|夏初=6 6|夏末=8 8|初秋=9 9|秋初=9 9|秋末=11 11"
    "|初冬=12 12|冬初=12 12|春季=3 5|夏季=6 8|秋季=9 11|冬季=12 14|春天=3 5|夏天=6 8|秋天=9 11"
    "|冬天=12 14|暑假=7 8|寒假=1 2|上半年=1 6|下半年=7 12|年初=1 2|年年中=6 7|年底=11 12"
    "|年末=11 12|一季度=1 3|二季度=4 6|三季度=7 9|四季度=10 12|1季度=1 3|2季度=4 6|3季度=7 9"
    "|4季度=10 12|q1 =1 3|q2 =4 6|q3 =7 9|q4 =10 12| first quarter =1 3| second quarter =4 6"
    "| third quarter =7 9| fourth quarter =10 12| first half of =1 6| second half of =7 12"
    "| early =1 2| mid =6 7| late =11 12| beginning of the year =1 2| start of the year =1 2"
    "| middle of the year =6 7| end of the year =11 12| beginning of =1 2| start of =1 2"
    "| middle of =6 7| end of =11 12| spring =3 5| summer =6 8| autumn =9 11| fall =9 11"
    "| winter =12 14| springs ago =3 5| summers ago =6 8| autumns ago =9 11| falls ago =9 11"
    "| winters ago =12 14|"
).encode()
# The kind of a holiday in `named_days`, month and day where that is fixed, and the first and the
# last day around it.
HOLIDAYS = (
    "|春节=1 -1 7|过年=1 -1 7| spring festival =1 -1 7| chinese new year =1 -1 7"
    "| lunar new years eve =2 0 0| lunar new year =1 -1 7|年小年=1 -8 -6|过小年=1 -8 -6"
    "|小年夜=1 -8 -6|小年那=1 -8 -6|腊八=3208 0 0|腊月=1 -30 -1|除夕夜=2 0 0|除夕=2 0 0"
    "|年三十=2 0 0|年夜饭=2 0 0|元宵=3 0 0|正月十五=3 0 0|清明=11 -1 1|端午=4 -1 1"
    "| dragon boat =4 -1 1|七夕=5 0 0|中秋=6 -1 1| mid autumn =6 -1 1|重阳=7 0 0|正月=1 0 29"
    "|跨年=1231 0 1| new years eve =1231 0 1|元旦=101 -1 1| new year =101 -1 1"
    "| new years =101 -1 1|情人节=214 0 0| valentines =214 0 0| valentine =214 0 0"
    "| all fools =401 0 0| womens day =308 0 0| childrens day =601 0 0"
    "| teachers day =910 0 0| singles day =1111 -1 1| lantern festival =3 0 0"
    "| st patricks =317 0 0| st paddys =317 0 0|三八妇女节=308 0 0|妇女节=308 0 0|三八节=308 0 0"
    "|植树节=312 0 0|愚人节=401 0 0|青年节=504 0 0|建军节=801 0 0"
    "|冬至=63 0 0|立春=42 0 0|惊蛰=44 0 0|春分=45 0 0|立夏=48 0 0|夏至=51 0 0|立秋=54 0 0"
    "|秋分=57 0 0|霜降=59 0 0|立冬=60 0 0"
    "|双十二=1212 0 0|双12=1212 0 0| independence day =704 0 0| juneteenth =619 0 0"
    "|五一=501 0 4|劳动节=501 0 4| labor day =17 0 0| labour day =501 0 4| memorial day =18 -7 -7"
    "| mlk =19 0 0| martin luther king =19 0 0| presidents day =20 0 0| veterans day =1111 0 0"
    "| bonfire night =1105 0 0|520=520 0 0|618=618 0 0|六一八=618 0 0|六一=601 0 0|儿童节=601 0 0"
    "|教师节=910 0 0|国庆=1001 0 6|十一假期=1001 0 6|年十一=1001 0 6|十一长假=1001 0 6"
    "|十一黄金周=1001 0 6"
    "| national day =1001 0 6|双十一=1111 -1 1"
    "|双11=1111 -1 1|光棍节=1111 -1 1|万圣节=1031 0 0| halloween =1031 0 0"
    "| the holidays =1224 0 8| boxing day =1226 0 0| christmas eve =1224 0 0|圣诞=1225 -1 1"
    "|平安夜=1224 0 0| christmas =1225 -1 1|母亲节=8 0 0| mothers day =8 0 0|父亲节=9 0 0"
    "| fathers day =9 0 0|复活节=14 -2 1"
    "| easter =14 -2 1|感恩节=10 0 1| thanksgiving =10 0 1|"
).encode()
OF_SALE = "| |买|大促|活动|期间|下单|那天|入手|抢|".encode()
DIGITS = "零一二三四五六七八九十".encode()
WEEKDAYS = "一二三四五六日天末".encode()
ENGLISH_DAYS = b"monday tuesday wednesday thursday friday saturday sunday".split()
WEEKENDS = (
    b"| past weekend | over the weekend | at the weekend | on the weekend | for the weekend |"
)
ENGLISH_MONTHS = (
    b"january february march april may june july august september october november december"
).split()
# How these begin.
HEADS = tuple([name[:3] for name in ENGLISH_DAYS + ENGLISH_MONTHS])
# Days of other words that are no weekdays.
NO_WEEKDAY = b"| every|"
SHORT_DAYS = b"mon tue tues wed thu thur thurs fri sat sun".split()
LAST = b"| last | next | this |"
EVERY = "|每|每个|".encode()
NEW_YEAR_DAYS = "|大年初|正月初|".encode()
ORDINALS = (
    b"first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    b" fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
NUMBERS = b"a one two three four five six seven eight nine ten eleven twelve".split()
WIDE = 3  # bytes of a Chinese character
OF = "的".encode()
YEAR = "年".encode()
ELEVEN = "十一".encode()
ORDINAL = "第".encode()
TEN_DAYS = "旬".encode()
HOUR = "点".encode()
OF_HOUR = "|半|钟|多|左右|".encode()
DAY_NUMBER = ("号".encode(), "日".encode())
