"""
Agenda tables: the words in which people ask what is on, what is to be done and what happened.

Tables as in `memory.text.phrase_tables`. A question for all of a time has no other words than
these and those that carry nothing. Letters: v what one does, f how that is, a what is planned or
happens, S the same though no time is said, T todos, t what is to be done.
"""

# Words of English, one at a time.
ASKS_EN = (
    b"|do=v|does=v|doing=v|have=v|has=v|got=v|on=v|up=v|go=v|going=v|did=v|done=v|had=v|went=v"
    b"|been=v|was=v|were=v|happen=a|happens=a|happening=a|happened=a|busy=a|free=a|planned=a|plan=a"
    b"|scheduled=a|booked=a|event=a|events=a|appointment=a|due=a|plans=S|schedule=S|agenda=S"
    b"|calendar=S|diary=S|appointments=S|upcoming=S|reminders=S|todo=T|todos=T|to-do=T|to-dos=T"
    b"|task=T|tasks=T|to_do=t|"
)
# Beside words that stand everywhere.
FILLING_EN = (
    b"|whats|hows|ive|weve|im|theres|anything|something|everything|things|thing|else|far|still|yet"
    b"|already|all|get|day|days|time|morning|afternoon|evening|night|weekend|week|next|last|first"
    b"|list|show|please|left|need|needs|open|read|coming|lately|recently|again|within|anywhere|"
)
# What asks where the time is said first: yesterday, what did I do.
ASKS_AFTER = (
    b"| what | whats | where | who | which | how | in what | on what | at what | during what "
    b"| in where | on where | on who |"
)
# What is to be done, in more than a word.
TO_DO = (
    b"| to do list = todo | to-do list = todo | todo list = todo | to dos = todo | to do = to_do "
    b"| to get done = to_do | coming up = upcoming | look like = planned "
    b"| looking like = planned |"
)
ASKS_ZH = (
    "|待办=T|任务=T|没做=T|没办=T|没完成=T|要做=t|要办=t|要干=t|该做=t|该办=t|得做=t|得办=t|提醒事项=S"
    "|日程=S|行程=S|日历=S|安排=S|计划=S|预约=S|活动=a|日子=a|约会=a|有约=a|发生=a|有会=a|开会=a|什么会=a|有空=f|忙=f|过得=f"
    "|空闲=f|事=a|干=v|做=v|办=v|去=v|玩=v|"
).encode()
FILLING_ZH = (
    "|列表|清单|其他|其它|另外|接下来|之后|近期|未来|后面|打算|准备|必须|重要|特别|帮我|看看|查查"
    "|第一|事项|完|第|需|天|早|晚|嘛|吗|出|念|读|咱|俺|些|点|吧|、|"
).encode()
# No list is asked for, but what is best, who does it or what it is; or that it be arranged.
NO_LIST = (
    "|安排一下|计划一下|预约一下|我安排|我预约|我计划|什么是|怎么做|什么好|啥好|做得|你|您|他|她"
    "| is a | is an | should | would | can | could | why | who | when | you | your |"
).encode()
# What has been.
DONE = (
    "|了|过什么|过哪|过谁|过吗|过没|过得| did | was | were | had | happened | done | been | went |"
).encode()
# Parts of a day: the first hour and the one after the last.
HOURS = (
    "| morning =4 12|早上=4 12|上午=4 12|明早=4 12|今早=4 12| noon =11 14|中午=11 14"
    "| afternoon =12 18|下午=12 18| evening =17 24| tonight =17 24|傍晚=16 20|晚上=17 24"
    "|今晚=17 24|明晚=17 24|"
).encode()
# Asked of what lies ahead, though the part of the year that is named has been.
MEANT_ZH = "|有|要|打算|准备|会|得|该|".encode()
# Who says so means what is behind.
BACK = "|去|上|前|年|last| ago | 20| 19|past|".encode()
# Asked of what may be or have been.
EITHER = "|是什么|是啥|是哪|是几|是周|是星期|".encode()
# The birthday of the owner as a time, in English.
ON_BIRTHDAY = (
    b"| my last birthday = last my_day | my previous birthday = last my_day "
    b"| my birthday last year = my_day last year | my birthday in 20= my_day 20"
    b"| on my birthday = on my_day | since my birthday = since my_day "
    b"| before my birthday = before my_day | after my birthday = after my_day "
    b"| around my birthday = around my_day | day of my birthday = day of my_day "
    b"| week of my birthday = week of my_day | morning of my birthday = morning of my_day "
    b"| evening of my birthday = evening of my_day | night of my birthday = night of my_day |"
)
# In Chinese what makes it one: the year between 我 and it, or what follows.
OF_BIRTHDAY = "|去年|前年|大前年|上次|上个|上一个|上一次|".encode()
AT_BIRTHDAY = (
    "|那天|当天|那晚|当晚|那一天|那周|那会儿|的时候|前后|前一|后一|前几|后几|前夜|前夕|之前|之后"
    "|以前|以后|晚上|早上|"
).encode()
# It is asked when it is, or what is to come.
NO_BIRTHDAY = (
    "|哪天|哪一天|几号|几月|几日|什么时候|何时|星期几|周几|礼拜几|几岁|多大|几天|多久|想|要|会|该"
    "|打算|准备|希望| when | what day | which day | what date | the date | how old | how many "
    "| how long | should | want | will | would | going to | gonna | can | could | shall |"
).encode()
