"""
Time words: the tables of `time_windows`, Chinese and English.

Tables as in `phrase_tables`; what a word means is its first and its last day from today, unless
they say otherwise. Words of English have a blank before and after. Of two words that begin alike
the longer one comes first.
"""

# Days from today. Of two words that begin alike the longer one comes first.
DAYS = (
    "|大前天=-3 -3|大后天=3 3|前几天=-7 -1|前些天=-14 -1|前两天=-3 -1|前阵子=-60 -7"
    "|前段时间=-90 -7|这几天=-4 2|这两天=-2 1|最近=-14 0|近来=-14 0|前天=-2 -2|昨天=-1 -1"
    "|昨晚=-1 -1|昨日=-1 -1|昨儿=-1 -1|今天=0 0|今早=0 0|今晚=0 0|今日=0 0|今儿=0 0"
    "|昨夜=-1 -1|后天=2 2|明天=1 1|明早=1 1|明晚=1 1|明日=1 1| day before yesterday =-2 -2"
    "| day after tomorrow =2 2| yesterday =-1 -1| yesterdays =-1 -1| last night =-1 -1"
    "| today =0 0| todays =0 0| this morning =0 0| tonight =0 0| tomorrow =1 1"
    "| the other day =-10 -1| recently =-14 0| lately =-14 0| half a year ago =-225 -140"
    "|半年前=-225 -140|半个月前=-20 -10|十几天前=-20 -10|几天前=-7 -1| a few days ago =-7 -1"
    "| few days ago =-7 -1| night before last =-2 -2| the other night =-10 -1"
    "| the other evening =-10 -1| the other week =-21 -5| the other month =-90 -20"
    "| a while ago =-120 -7| a while back =-120 -7| 前晚=-2 -2|我前晚=-2 -2|们前晚=-2 -2|"
).encode()
# What a number of is how many days, and how far off it may be.
BEFORE = (
    "|天前=1 0|天以前=1 0|天之前=1 0|周前=7 3|周以前=7 3|周之前=7 3|星期前=7 3|星期以前=7 3"
    "|礼拜前=7 3|礼拜以前=7 3|个星期前=7 3|个星期以前=7 3|个礼拜前=7 3|个礼拜以前=7 3"
    "|个月前=30 15|个月以前=30 15|个月之前=30 15|年前=365 60|年以前=365 60|年之前=365 60"
    "| days ago =1 0| day ago =1 0| weeks ago =7 3| week ago =7 3| fortnight ago =14 3"
    "| months ago =30 15| month ago =30 15| years ago =365 60| year ago =365 60"
    "| nights ago =1 0| night ago =1 0|"
).encode()
# The same ahead, and what follows `in` and a number.
AHEAD = (
    "|天后=1 0|天以后=1 0|天之后=1 0|周后=7 3|周以后=7 3|星期后=7 3|个星期后=7 3|个星期以后=7 3"
    "|个礼拜后=7 3|个月后=30 15|个月以后=30 15|年后=365 60|年以后=365 60| days from now =1 0"
    "| weeks from now =7 3| months from now =30 15| years from now =365 60|"
).encode()
IN_TIME = b"| days =1 0| day =1 0| weeks =7 3| week =7 3| months =30 15| month =30 15|"
# A number of what is how many days, up to now; of what stands before, the least number and unit.
UNITS = (
    "|天=1|日=1|个星期=7|星期=7|个礼拜=7|礼拜=7|周=7|个月=30|年=365| days =1| nights =1| weeks =7"
    "| months =30| years =365| day =1| week =7| month =30| year =365|"
).encode()
UP_TO_NOW = "|最近=1 1|过去=1 1|过去的=1 1|近=1 1|这=2 7|前=2 7| past =0 1| last =1 1|".encode()
# Numbers that are none: the least and the most that they may be.
VAGUE = (
    "|好几=2 6|十几=11 19|几=2 6|a few=2 6|few=2 6|several=2 6|some=2 6|couple of=2 2|"
).encode()
MORE = "多".encode()
# 多 stands before what is counted: 一多个月前.
MORE_BEFORE = "|个多月=多个月|年多前=多年前|年多以前=多年以前|周多前=多周前|".encode()
# This day of another year, as HOLIDAYS has it but of no kind.
SAME_DAY = (
    "|今天=0 0 0|今日=0 0 0|这个时候=0 -9 9|这时候=0 -9 9|这会儿=0 -9 9| today =0 0 0"
    "| this day =0 0 0| this time =0 -9 9|"
).encode()
WHICH = (
    "|上上个=-2|上上=-2|上个=-1|上=-1|下下个=2|下下=2|下个=1|下=1|这个=0|这=0|本=0|当=0|"
).encode()
WEEKS = tuple([word.encode() for word in ("星期", "礼拜", "周")])
MONTH = "月".encode()
QUARTER = "季度".encode()
YEARS = (
    "|大前年=-3|前年=-2|去年=-1|今年=0|明年=1|后年=2| year before last =-2| last year =-1"
    "| this year =0| next year =1|"
).encode()
RELATIVE = ((b" last ", -1), (b" this ", 0), (b" next ", 1))
# What may stand between a part of a year and the year.
JOINTS = b"| in the | in | of the | of | during the | over the | on the | on | at | the |"
# What makes a time of a word that may be none: `in may`, `that summer`.
IN_MONTH = b"| in | last | this | next | of | since | until | during | early | late | mid |"
IN_SEASON = (
    b"| in | in the | last | this | next | that | since | until | during | during the "
    b"| over the | early | late |"
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
    b"| early =0| beginning of =0| beginning of the =0| start of =0| start of the =0| mid =1"
    b"| middle of =1| middle of the =1| late =2| end of =2| end of the =2|"
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
    "| lunar new year =1 -1 7|年小年=1 -8 -6|过小年=1 -8 -6|小年夜=1 -8 -6|小年那=1 -8 -6"
    "|腊八=1 -23 -22|除夕=2 0 0|大年三十=2 0 0|元宵=3 0 0|正月十五=3 0 0|清明=11 -1 1|端午=4 -1 1"
    "| dragon boat =4 -1 1|七夕=5 0 0|中秋=6 -1 1| mid-autumn =6 -1 1|重阳=7 0 0|正月=1 0 29"
    "|跨年=1231 0 1| new years eve =1231 0 1|元旦=101 -1 1| new year =101 -1 1"
    "| new years =101 -1 1|情人节=214 0 0| valentines =214 0 0| valentine =214 0 0"
    "| st patricks =317 0 0| st paddys =317 0 0|妇女节=308 0 0|三八节=308 0 0|五一=501 0 4"
    "|劳动节=501 0 4| labor day =501 0 4| labour day =501 0 4|618=618 0 0|六一八=618 0 0"
    "|六一=601 0 0|儿童节=601 0 0|教师节=910 0 0|国庆=1001 0 6|十一假期=1001 0 6"
    "| national day =1001 0 6|双十一=1111 -1 1|双11=1111 -1 1|光棍节=1111 -1 1|万圣节=1031 0 0"
    "| halloween =1031 0 0| the holidays =1224 0 8| boxing day =1226 0 0|圣诞=1225 -1 1"
    "|平安夜=1225 -1 1| christmas =1225 -1 1|母亲节=8 0 0| mothers day =8 0 0|父亲节=9 0 0"
    "| fathers day =9 0 0| easter monday =14 1 1| good friday =14 -2 -2|复活节=14 -2 1"
    "| easter =14 -2 1| black friday =10 1 1|感恩节=10 0 1| thanksgiving =10 0 1|"
).encode()
DIGITS = "零一二三四五六七八九十".encode()
WEEKDAYS = "一二三四五六日天末".encode()
ENGLISH_DAYS = b"monday tuesday wednesday thursday friday saturday sunday".split()
WEEKENDS = b"| past weekend | over the weekend | at the weekend | on the weekend |"
ENGLISH_MONTHS = (
    b"january february march april may june july august september october november december"
).split()
# Days of other words that are no weekdays.
NO_WEEKDAY = b"| black| easter| good|"
NEW_YEAR_DAYS = "|大年初|正月初|".encode()
ORDINALS = (
    b"first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    b" fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
NUMBERS = b"a one two three four five six seven eight nine ten eleven twelve".split()
WIDE = 3  # bytes of a Chinese character
OF = "的".encode()
YEAR = "年".encode()
ORDINAL = "第".encode()
DAY_NUMBER = ("号".encode(), "日".encode())
# Traditional characters of these words, each before its simplified one.
SIMPLIFIED = (
    "週周這这個个國国慶庆節节過过號号幾几兩两雙双後后禮礼時时間间陣阵來来聖圣誕诞親亲萬万婦妇兒儿勞劳"
    "動动陽阳臘腊〇零"
).encode()
