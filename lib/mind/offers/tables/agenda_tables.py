"""
Agenda tables: the words in which people ask what is on, what is to be done and what happened.

Tables as in `memory.text.phrase_tables`. A question for all of a time has no other words than
these. Letters: v what one does, p did, f how that was, h what happened, a what is planned, S the
same though no time is said, T todos, t what is to be done.
"""

# Words of English, one at a time.
ASKS_EN = (
    b"|do=v|does=v|doing=v|have=v|has=v|got=v|happen=v|happens=v|happening=v|on=v|up=v|go=v|going=v"
    b"|did=p|done=p|had=p|happened=h|went=p|gone=p|been=p|was=p|were=p|busy=a"
    b"|free=a|available=a|planned=a|plan=a|scheduled=a|booked=a|event=a|events=a|appointment=a"
    b"|activities=a|due=a|plans=S|schedule=S|agenda=S|calendar=S|diary=S|appointments=S"
    b"|commitments=S|engagements=S|upcoming=S|deadlines=S|reminders=S|todo=T|todos=T|to-do=T"
    b"|to-dos=T|task=T|tasks=T|chores=T|errands=T|to_do=t|"
)
FILLING_EN = (
    b"|what|whats|which|how|hows|where|is|are|am|im|be|i|ive|id|we|weve|were|my|our|me|us|the|a|an"
    b"|any|anything|something|things|thing|stuff|else|there|theres|that|to|in|at|for|of|from|so"
    b"|far|then|now|still|yet|already|all|get|gotten|day|days|time|morning|afternoon|evening|night"
    b"|weekend|week|and|will|supposed|special|important|coming|next|list|show|please"
    b"|left|during|around|exactly|again|currently|other|ahead|lately|recently|everything|need"
    b"|needs|must|this|anywhere|open|read|over"
    b"|within|first|last|previous|"
)
# What is to be done, in more than a word.
TO_DO = (
    b"| to do list = todo | to-do list = todo | todo list = todo | task list = todo "
    b"| to dos = todo "
    b"| to do = to_do | to get done = to_do | to finish = to_do | to take care of = to_do "
    b"| coming up = upcoming | look like = planned | day looking = planned "
    b"| week looking = planned | looking like = planned | day like = planned |"
)
# Without one of these nobody is read as asking for all of what is ahead where no time is said.
STRONG = (
    "|plan|schedul|agenda|calendar|diary|appointment|commitment|engagement|upcoming|coming up"
    "|deadline|reminder|todo|to-do| to do| to dos|task|chores|errands|to get done|to finish|安排"
    "|日程|行程|日历|计划|预约|提醒|待办|任务|没做|没办|没完成|要做|要办|要干|该做|该办|得做|得办|"
).encode()
# Phrases of Chinese, the longer ones first.
ASKS_ZH = (
    "|待办事项=T|待办清单=T|任务清单=T|待办=T|任务=T|没做完=T|没办完=T|没完成=T|要做的=t|要办的=t"
    "|要干的=t|该做的=t|该办的=t|得做的=t|得办的=t|没做的=T|没办的=T|还要做什么=t|还要办什么=t"
    "|还得做什么=t|事没做=T|事没办=T|事要做=t|事要办=t|什么要做=t|什么要办=t|提醒事项=S|哪些提醒=S"
    "|什么提醒=S|日程表=S|行程表=S|日程=S|行程=S|日历=S|安排=S|计划=S|预约=S|活动=a|日子=a|事情=a"
    "|事儿=a|有空=f|空闲=f|有事=a|约会=a|忙不忙=f|有约=a|出了什么事=h|出什么事=h|忙什么=v|忙些什么=v|忙啥=v|忙=f|空=f|事=a|干嘛=v|干吗=v|干啥=v"
    "|干什么=v|干点什么=v|干些什么=v|干了什么=p|干了些什么=p|干了啥=p|干了些啥=p|做什么=v|做啥=v"
    "|做点什么=v|做些什么=v|做了什么=p|做了些什么=p|做了啥=p|做过什么=p|干过什么=p|发生=h|去了哪=p"
    "|去过哪=p|去哪=v|过得=fp|怎么过=v|"
).encode()
FILLING_ZH = (
    "|第一个|念一下|读一下|有没有|我们|咱们|什么样|怎么样|怎样|如何|什么|哪些|哪里|哪儿|那些|这些|几件|几点钟|几点|多少|来着|到底"
    "|具体|一下|那天|这天|当天|那会儿|那段时间|早上|上午|中午|下午|晚上|傍晚|凌晨|清单|列表|别的"
    "|其他|其它|另外|还有|接下来|以后|之后|近期|未来|后面|最近|目前|现在|打算|准备|需要|应该|必须"
    "|要紧|重要|特别|东西|告诉|帮我|给我|看看|查查|说说|记得|请问|知道|都|也|又|还|我|咱|俺|有|没"
    "|要|得|该|会|想|做|干|办|过|了|的|吗|呢|吧|啊|呀|嘛|么|是|在|去|些|啥|哪|里|天|早|晚|就|能|和"
    "|？|，|。|！|、| |"
).encode()
# What has been.
DONE = (
    "|了|过什么|过哪|过谁|过吗|过没| did | was | were | had | happened | done | been | have i "
    "| have we |"
).encode()
NOT_DONE = (
    b"| have i got | have we got | did i plan | did we plan | have i planned | have we planned |"
)
# Parts of a day: the first hour and the one after the last.
HOURS = (
    "| morning =4 12|早上=4 12|上午=4 12|明早=4 12|今早=4 12| noon =11 14| lunchtime =11 14"
    "|中午=11 14| afternoon =12 18|下午=12 18| evening =17 24| tonight =17 24| night =17 24"
    "|傍晚=16 20|晚上=17 24|今晚=17 24|明晚=17 24|凌晨=0 6|"
).encode()
# What asks when something is, in other words.
DATE_OF = "| date of |的日期|".encode()
AS_WHEN = (
    "| whats the date of = when is | what is the date of = when is |的日期是=什么时候"
    "|的日期=什么时候|"
).encode()
# What asks for something to be arranged, or what it is.
NO_LIST = (
    "|安排一下|计划一下|预约一下|帮我安排|给我安排|帮我预约|帮我计划|什么是| is a | is an |"
).encode()
MEANT_ZH = "|有|要|打算|准备|会|得|该|".encode()
# Who says so means what is behind.
BACK = "|去|上|前|年|last| ago | 20| 19|past|yesterday|".encode()
# Behind one of these 的 tells of what has been: 我什么时候去的.
WHEN_ZH = ("什么时候", "啥时候", "何时", "哪年")
# Asked of what may be or have been.
EITHER = "|是什么时候|是啥时候|是哪天|是几号|是几点|是哪年|是周几|是星期几|是何时|".encode()
MEETING = "|有会|开会|什么会|哪些会|个会|几个会|会议|".encode()
