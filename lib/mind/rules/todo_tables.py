"""
The words that ask for a todo, for `mind.todo_words`, and that say that one is done, for
`mind.done_matching`, in Chinese and English; and what has to be done with a thing.

Tables in the form of `memory.extract.scan`. A trigger is followed by its letter: r "remind me",
t "remember to", l a list of todos, d a duty, which is a todo only with a day by which.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import cut, drop, entry, has, head, skip


class Chinese:
    """What stands around a todo."""

    CHINESE = True
    WHEN = words_zh.WHEN
    HEADS = (
        "|你|您|请|请你|麻烦|麻烦你|帮我|给我|替我|小智|那|那个|好|好的|嗯|对了|另外|还有|到时候"
        "|可以|能不能|可不可以|能|一定|千万|要|记得|别忘了|不要忘了|记着|，|,|：|:| |在|等"
        "|的时候|前|之前|以前|把|你要|你得|然后|哎|喂|嗨|你好|再|"
    )
    BEFORE_TRIGGER = (
        "|一会儿|待会儿|待会|等会儿|等会|等下|过会儿|过一会儿|过一会|等一会儿|等一下|过会|晚些时候|晚一点"
        "|差不多|大概|大约|回头|到点|稍后|晚点|你|您|请|请你|麻烦"
        "|麻烦你|帮我|给我|替我|小智|那|那个|好|好的|嗯|对了|另外|还有|到时候|可以|能不能"
        "|可不可以|能|一定|千万|，|,| |的时候|前|之前|以前|以后|然后|哎|喂|嗨|你好|再|记得要|在|"
        "|最迟|最晚|"
    )
    TRIGGERS = (
        "|提醒我:r|提醒一下我:r|提醒下我:r|提醒我一下:r|提醒我一声:r|通知我:r|通知我一声:r"
        "|通知我一下:r|叫我一声:r|叫我一下:r|叫一声我:r|叫一下我:r|喊我一声:r|喊我一下:r|喊一声我:r"
        "|喊一下我:r|别让我忘了:r"
        "|别让我忘记:r|不要让我忘了:r|叫我:c|喊我:c|记得:t|别忘了:t|不要忘了:t|别忘记:t"
        "|不要忘记:t|不能忘了:n|可不能忘了:n|不能忘记:n|我不能忘了:n|我可不能忘了:n|我不能忘记:n"
        "|记着:t|记住要:t|待办:l|待办加一个:l|待办里加一个:l|待办里加一条:l"
        "|待办加一条:l|记一下要:t|记一下我要:t|记一下得:t|记下要:t|记一下还要:t|我们得:d|我们要:d|我们必须:d|我们需要:d|待办事项:l|记个待办:l|加个待办:l"
        "|添加待办:l|加一条待办:l|记一条待办:l|新建待办:l|记一下待办:l|加待办:l|添加一个待办:l"
        "|加一个待办:l|记一个待办:l|新增待办:l|我得:d|我要:d|我必须:d|我需要:d|我还得:d|我还要:d"
        "|我应该:d|得:d|要:d|必须:d|需要:d|还得:d|应该:d|"
    )
    OWNER = "我"
    WHILE = "|前|之前|后|之后|以后|的时候|时|"
    WHENEVER = (
        "|到家|到了家|回家|回到家|我到家|等我到家|等我回家|等我下班|到公司|到了公司|到单位|到学校"
        "|下班|下了班|下班回家|放学|放学回家|下课|出门|"
    )
    BY = "|前|之前|以前|截止|最迟|最晚|"
    NOT_CONTENT = (
        "|提醒过|哦我|啊我|喔我|的|了|过|吗|你|我|他|她|它|咱|什么|谁|哪|几|怎么|为什么|那年"
        "|那天|那次|那时|小时候|以前|上次|有一次|去年|当年|当时|住|就好|不|清楚|是|都|清单|列表"
        "|帮我提醒|老婆|老公|妈|爸|下雨|下雪|"
    )
    TAILS = (
        "|吧|哦|啊|呀|哈|好吗|可以吗|行吗|谢谢|好不好|行不行|吗|呢|，|,|。| |：|:|一下我|谢谢你"
        "|别忘了|"
    )
    HEAD_WORDS = (
        "|我要|我得|我还要|我需要|要|得|需要|该|我该|一下|，|,|：|:| |的|是|把我的|在|前|之前"
        "|以前|那天|"
    )
    ONTO = ("加到待办", "加进待办", "添加到待办", "放到待办", "加入待办", "记到待办", "写进待办")
    ONTO_HEADS = "|帮我把|请把|把|帮我将|将|麻烦把|你把|"
    ASKS = "|什么|谁|哪|几|怎么|为什么|多少|有没有|是不是|"
    DEEDS = words_zh.DEEDS
    WAKES = "|起床|起来|吃|开会|出门|去|睡|关|喝|下班|接|"
    # Times said otherwise, what they mean; the longest of those that begin alike first.
    OTHERWISE = (
        "|每个工作日>每周一二三四五|每工作日>每周一二三四五|工作日每天>每周一二三四五"
        "|每周一到周五>每周一二三四五|每周一至周五>每周一二三四五|周一到周五每天>每周一二三四五"
        "|周一至周五每天>每周一二三四五|工作日>每周一二三四五|下下个月的今天>两个月后"
        "|下个月的今天>一个月后|下个月今天>一个月后|下月的今天>一个月后|下月今天>一个月后"
        "|明天这个时候>二十四小时后|明天这时候>二十四小时后|明天同一时间>二十四小时后"
        "|下周这个时候>一百六十八小时后"
        "|周一到周五>每周一二三四五|周一至周五>每周一二三四五|每周末>每周六日|每个周末>每周六日|"
    )
    WAKE_ME = OFTEN_WOKEN = "|\n|"
    SECONDS, HOURS = "|秒|秒钟|", "|小时|个小时|钟头|个钟头|"
    THIS_TIME, OF_A_DAY = "|这个时候|这时候|这会儿|同一时间|", "|天|日|号|一|二|三|四|五|六|"
    CLOCK = ("%d:%02d", "凌晨%d:%02d")  # the second in the small hours
    MINUTES = "分钟"
    NIGHTS = "|晚|晚上|夜里|凌晨|半夜|午夜|深夜|今夜|"
    # Times that no schedule can hold, and what says so beside a time that repeats.
    UNREAD = (
        "|每隔|隔天|隔日|隔周|隔一天|隔两天|隔三天|一天两次|一天三次|一日三次|一周两次|一周三次"
        "|每季度|每半年|时不时|最后一天|最后一个|"
    )
    OFTEN = "|两次|三次|四次|2次|3次|4次|几次|"
    AHEAD = "|提前|前|"
    # Behind a plan: how far ahead of it one wants to be reminded.
    REMINDED_AHEAD, AFTER_NOW = "提前", "%s后"
    BEFORE_AHEAD = "|，|, |记得|请|麻烦|到时候|再|你|之|以|"
    BEFOREHAND = "|提醒我|提醒我一下|叫我|叫我一声|通知我|提醒一下我|"
    # Behind a plan: that one wants to be reminded of it, in parts.
    REQUEST = (
        "|提醒我|提醒一下我|提醒我一下|提醒我一声|叫我|叫我一声|通知我|别让我忘了|不要让我忘了|别让我忘记"
        "|不要让我忘记|记得|别忘了|到时候|到时|请|麻烦|你|您|一定|千万|要|好吗|可以吗|行吗|哦|啊|吧"
        "|谢谢|，|,| |帮我|再|都|两个都|全都|"
    )
    REQUESTED, APART = "|提醒|叫我|通知我|我忘|", "|记得|别忘|到时|让我忘|"
    SLEEPS, NAPS, WAKING = "|睡|上床|", "|午睡|午觉|", "|起床|叫醒|"
    # A day in the name of what is to be got: 订周末的餐厅.
    NAMING = (
        "|周末的|明天的|后天的|明晚的|周一的|周二的|周三的|周四的|周五的|周六的|周日的|下周的|下周末的"
        "|下周五的|五一的|国庆的|春节的|元宵的|清明的|端午的|中秋的|冬至的|腊八的|立春的|下个月的|"
    )
    OF_THEM, BEFORE = "|订|定|买|抢|退|改签|", "\n"
    ASIDE = "|前|之前|以前|"
    REMINDER = "提醒"
    AT = "|\n|"
    TOPIC = "%s"
    ON = "|\n|"
    LATER = TO_GO = "|\n|"
    OTHERS = "|他|她|它|谁|妈|爸|老师|老板|闹钟|手机|会|"


class English:
    """What stands around a todo."""

    CHINESE = False
    WHEN = words_en.WHEN
    HEADS = "||"
    BEFORE_TRIGGER = (
        "|please |can you |could you |would you |will you |hey |hi |ok |okay |so |and |also |oh "
        "|xiaozhi |then |just |well |at |on |by |in |make sure you |"
    )
    TRIGGERS = (
        "|remind me to :r|remind me about :r|remind me that i need to :r"
        "|remind me that i have to :r|remind me :r|do not let me forget to :r"
        "|do not let me forget about :r|do not let me forget :r|do not forget to :t"
        "|do not forget about :t|remember to :t|make sure i remember to :t|make sure i :t"
        "|make sure that i :t|i must not forget to :t|i can not forget to :t"
        "|i should not forget to :t|i must not forget about :t|i must not forget :t|"
        "set a reminder to :r|set a reminder for :r"
        "|set a reminder :r|set an alarm to :r|set an alarm for :r"
        "|give me a reminder to :r|we need to :d|we have to :d|we must :d|we should :d|todo :l"
        "|to do :l|to-do :l|new todo :l|add a todo :l|note to self :l|make a note to :l"
        "|add to my todo list :l|i need to :d|i have to :d|i must :d|i have got to :d"
        "|i should :d|i got to :d|"
    )
    OWNER = "\n"
    WHILE = WHENEVER = "|\n|"
    BY = "|by |before |due |no later than |until |"
    NOT_CONTENT = (
        "|what |who |how |why |where |which |when |whether |list |me |be |you |we |that we "
        "|admit |say |if |never |not |do not |am |"
    )
    TAILS = (
        "|due |is |are |please |thanks |thank you |okay |ok |by |at |before |the |every |until |"
    )
    HEAD_WORDS = (
        "|to |about |that i need to |that i have to |i need to |i have to |that |on |by |of "
        "|for |: |"
    )
    ONTO = (
        " to my todo list| to my to-do list| on my todo list| on my to-do list| to the todo list"
        "| to my todos| to my list of todos| on the to-do list| on my list| to my list"
        "| on my shopping list| to my shopping list"
    ).split("|")
    ONTO_HEADS = "|please |can you |could you |add |put |"
    ASKS = "|what |who |how |why |where |which |"
    WAKES, DEEDS = "|\n|", ""
    OTHERWISE = (
        "|every weekday >every %s|each weekday >every %s|on weekdays >every %s"
        "|every weekdays >every %s|every workday >every %s|every working day >every %s"
        "|every business day >every %s|on working days >every %s|every monday to friday >every %s"
        "|every monday through friday >every %s|from monday to friday >every %s"
        "|monday to friday >every %s|monday through friday >every %s|weekdays >every %s"
        "|every weekend >every saturday and sunday |each weekend >every saturday and sunday "
        "|on weekends >every saturday and sunday "
        "|this time next week >in 168 hours |same time next week >in 168 hours "
        "|once a day >every day |once a week >weekly |once a month >monthly "
        "|three quarters of an hour >45 minutes |a quarter of an hour >15 minutes "
        "|same time tomorrow >in 24 hours |this time tomorrow >in 24 hours "
        "|first thing tomorrow morning >tomorrow morning |first thing tomorrow >tomorrow morning "
        "|first thing in the >in the |first thing on >on |in a bit >|in a little while >"
        "|in a little bit >|in a while >|in a moment >|"
    ).replace("%s", "monday and tuesday and wednesday and thursday and friday ")
    # Woken on days that the extractor has no schedule for.
    WAKE_ME = "|wake me up >remind me to wake up |wake me >remind me to wake up |"
    OFTEN_WOKEN = "|weekday|weekend|working day|workday|business day|monday to|monday through|"
    HOURS = "| hours | hour |hours |hour |"
    THIS_TIME = (
        "|at this time |at the same time |this time |at same time |the same time |same time |"
    )
    OF_A_DAY = "|tomorrow |the day after |day after |on |next |this |monday |tuesday |"
    CLOCK = ("at %d:%02d ", "at %d:%02d am ")
    SECONDS = "|second |seconds |secs |sec |"
    MINUTES = " minutes "
    NIGHTS = "|\n|"
    UNREAD = (
        "|every other day |every other week |every other month |every second day "
        "|every second week |every third day |on alternate days |twice a day |twice a week "
        "|twice a month |twice a year |twice daily |times a day "
        "|times a week |times a month |times daily |hourly |fortnightly |every fortnight "
        "|biweekly |bi-weekly |quarterly |every so often |now and then |from time to time "
        "|on the winter solstice |on the summer solstice |on the spring equinox "
        "|on the autumn equinox |on the fall equinox |remind me and |"
    )
    OFTEN = "|twice |times |"
    AHEAD = "|\n|"
    REMINDED_AHEAD, AFTER_NOW = "remind me ", "in %s "
    BEFORE_AHEAD = "|, |and |please |so |can you |could you |"
    BEFOREHAND = (
        "| before| beforehand| in advance| ahead| ahead of it| before that| before it| early|"
    )
    REQUEST = (
        "|remind me |please |so |and |can you |could you |would you |will you "
        "|do not let me forget "
        "|do not let me forget it |do not let me forget that |do not let me forget about it "
        "|remind me of it |remind me of that |remind me about it |remind me about that |thanks "
        "|thank you |be sure to |make sure to |make sure you |do not forget to |ok |okay |then "
        "|of both |about both |of them |about them |"
    )
    REQUESTED, APART = "|remind me |let me forget |", "| and | so | please | do not | can you |"
    SLEEPS, NAPS, WAKING = "|sleep|to bed|turn in|", "|a nap|", "|wake up|get up|"
    # What something that is done so often has in its name, and what stands before that.
    NAMING = "|daily |weekly |monthly |yearly |"
    OF_THEM = "|the |a |my |our |your |his |her |their |this |that |"
    BEFORE = "before "
    ASIDE = "|before |after |prior |earlier |ahead |until |till |"
    REMINDER = "remind me"
    AT = "|at |by |"
    TOPIC = " about %s"
    ON = "|on |by |before |until |due |for |me |"
    # What may stand before what is to be done: before lunch to order, and no end of that.
    LATER = (
        "|before |after |at |during |once i |as soon as i |when i get |when i come |when i leave "
        "|when i reach |when i arrive |"
    )
    TO_GO = "| go| going| get| getting| come| coming| back| have| having|"
    OTHERS = "| he | she | they | you | said | will | to | that |"


# -- what has to be done, said of the thing ---------------------------------------------------

_OWN_ZH = "|那个|对了|还有|另外|我|我的|我们|我们的|家里|家里的|这|这个|，|,| |的|把|前|之前|以前|"
_MUST_ZH = "|必须|务必|需要|应该|一定要|还要|还得|得|要|该|"
_ASIDE_ZH = "|前|之前|以前|最迟|最晚|截止|都|也|就|一定|，|,| |在|底|到|我|我们|是|"
_DONE_WITH = "|交|寄|还|付|缴|退|办|换|续|填|签|发|送|取|拿|修|洗|写|改|提交|归还|完成|打印|"
_AWAY_ZH = "|回去|上去|出去|过去|回来|下来|出来|出|掉|完|好|清|齐|到位|一下|上|了|费|签|"
# Whose they are: nobody knows of others by when they have to be done, nor by whom.
_OTHERS_ZH = (
    "|他|她|它|你|您|谁|人|妈|爸|哥|姐|弟|妹|爷|奶|姥|叔|姨|舅|姑|伯|婶|嫂|公公|婆婆|老师|老板|同事"
    "|朋友|同学|经理|领导|老婆|老公|儿子|女儿|孩子|室友|邻居|房东|客户|说|听|觉得|想|问|以为|不|没|如果|有|"
)
_NAMED_ZH, _NOT_NAMED_ZH = "|小|老|阿|", "|小区|小票|小组|老家|小说|小学|老房|"
_WORKS_ZH = "|公司|单位|学校|银行|医院|店|国家|政府|部门|大家|猫|狗|"
_OF_ZH = "|图书馆|公司|单位|学校|银行|社区|物业|医院|信用卡|网上|车|房子|手机|电脑|借|租|新|旧|"
_MUST_BE = "| has to be | have to be | needs to be | need to be | must be |"
_IS_DUE = "|is due |are due |has to go back |have to go back |need to go back |"
_OPEN_EN = "|so |and |oh |well |also |but |hey |okay |ok |all |"
_OWN_EN, _THIS_EN = "|the |my |our |", "|this |that |these |those |"
_DUE_EN = (
    "|rent|bill|bills|report|homework|essay|essays|assignment|paper|papers|tax|taxes|return|book"
    "|books|payment|fee|fees|form|forms|application|deposit|dues|loan|mortgage|invoice|thesis"
    "|proposal|draft|premium|project|tuition|dvd|dvds|tools|contract|slides|expenses|rental|"
)
_BACK_EN = "|back |in |at the library |to the library |again |already |by |at |on |before |the |"
_OTHERS_EN = (
    "| of my | he | she | they | you | says | said | if | when | think | thought | hope | not "
    "| why | what | who | his | her | their | your |"
)
_DAYS_EN = "|today's |tomorrow's |tonight's |week's |month's |year's |semester's |term's |"


def duty(w: "type", left: str, low: str) -> str:
    """
    The words of a thing with which the owner has to do something, of a sentence without its times:
    合同必须寄回去, the report has to be handed in; "" for none, and where it is somebody else's.
    """
    return _duty_zh(left, low) if w is Chinese else _duty_en(left, low)


def _duty_zh(left: str, low: str) -> str:
    end = drop(Chinese.TAILS, low, len(low))
    given = low.rfind("给", 0, end)  # 交给老师
    stop = given if given > 2 and end - given < 8 else drop(_AWAY_ZH, low, end)
    done = drop(_DONE_WITH, low, stop)
    must = drop(_MUST_ZH, low, done) if done < stop else done
    if must == done:
        return ""
    begin = skip(_OWN_ZH, low)
    last = drop(_ASIDE_ZH, low, must, begin) if must > begin else begin
    thing = low[begin:last]
    if not 0 < len(thing) < 13 or has(_OTHERS_ZH, thing) or entry(_WORKS_ZH, thing):
        return ""
    if head(_NAMED_ZH, thing) and not head(_NOT_NAMED_ZH, thing):
        return ""
    of = thing.rfind("的")
    return "" if of >= 0 and not entry(_OF_ZH, thing[:of]) else left[begin:last] + left[must:end]


def _duty_en(left: str, low: str) -> str:
    begin = skip(_OPEN_EN, low)
    own = begin + head(_OWN_EN, low, begin)
    is_due = has(_IS_DUE, low)
    last = cut(_IS_DUE if is_due else _MUST_BE, low, own)
    thing = low[own:last].strip() + " "
    of = thing.find("'s ") + 3
    if of > 2 and not entry(_DAYS_EN, thing[thing.rfind(" ", 0, of - 3) + 1 : of]):
        return ""
    if last == len(low) or has(_OTHERS_EN, " " + low) or "s' " in thing:
        return ""
    end = last + head(_IS_DUE, low, last)
    if is_due:
        is_thing = entry(_DUE_EN, thing[thing.rfind(" ", 0, -1) + 1 : -1])
        is_thing = is_thing and skip(_BACK_EN, low, end) == len(low)
        return left[own : drop("|by |at |on |before |the |", low, len(low), end)] * is_thing
    done = low[last:].split(" be ")[1].split(" ")[0]
    is_done = done.endswith(("ed", "nt", "id", "ne", "de", "en", "ought", "built", "sold"))
    return left[own : drop(English.TAILS, low, len(low))] * (
        is_done and (own > begin or head(_THIS_EN, low, begin) > 0)
    )


# -- what says that one is done --------------------------------------------------------------

NOT_DONE = (
    "|没|不|吗|什么|谁|怎么|如果|要是|明天|后天|下周|想|打算|别|听说|是不是|太|快要|就要|该|忘了"
    "|都忘|差点|差一点|险些|以为|马上|即将|准备|正在|假如|假装|万一|希望|好像|可能|告诉|等我|等会|梦见|"
)
SOON = "快"  # before a deed: 快订好了
THEN = "|就|再|才|之后|以后|的话|"  # behind it: 订好了再说
HEADS = (
    "|我|我已经|已经|已|刚|刚刚|刚才|好了|嗯|对了|那个|请|帮我|麻烦|你|，|,|今天|昨天|上午|下午"
    "|终于|都|也|小智|哦|呀|早就|就|"
)
OTHERS = "|他|她|它|你|我们|妈|爸|老|小|朋友|同事|天|"
TAILS = "|啦|啊|哦|呀|哈|吧|呢|，|,| |。|喽|咯|"
FINISHED = "|搞定了|搞定|完成了|完成|做完了|办好了|办完了|弄好了|弄完了|处理好了|处理完了|解决了|"
MARKS = "|了|好了|完了|过了|过|上去了|出去了|到了|回来了|掉了|上了|完|好|"
DEEDS = (
    "|交|买|付|还|取|寄|发|订|洗|打|办|修|送|缴|充|预约|约|写|做|吃|喂|倒|拿|退|收|浇|扔|签|报"
    "|关|锁|遛|填|给|换|续|带|看|读|转|汇|去|通|提交|申请|联系|备份|打印|打扫|收拾|整理|拍|挂"
    "|扫|拖|擦|晒|剪|喝|贴|装|拆|借|租|卖|搬|叠|配|煮|"
)
CROSSED = (
    "|划掉|勾掉|勾上|打勾|标记完成|标记为完成|标为完成|从待办里删|从清单上划|设为完成|标成完成"
    "|划了|"
)
HEADS_EN = (
    "|i |i have |i am |please |you can |can you |could you |okay |ok |just |already |finally "
    "|so |and |have |"
)
CROSSED_EN = "|cross off |cross out |check off |tick off |mark off |strike |mark |"
FINISHED_EN = "|done with |finished |completed |took care of |taken care of |all done with |"
IS_DONE_EN = (
    "|is done |are done |is finished |is taken care of |as done |as completed |as complete "
    "|off the list |off my list |off |is complete |has been done |done |now |already |"
)
BEEN_EN = "|is |are |has been |have been |got |"
TAILS_EN = (
    "|now |already |today |this morning |just now |as done |as completed |as complete "
    "|off the list |off my list |off my todo list |from my list |from the list |yesterday |"
)
I_HAVE = (
    "|i have already |i have just |i have finally |i have |i already |i just |i finally |i "
    "|already |just |"
)
PAST_EN = (
    "|bought |paid |sent |took |did |made |wrote |got |fed |read |brought |gave |put |met |went "
    "|told |rang |ran |"
)
NO_DEED_EN = (
    "|need |wanted |liked |loved |used |tired |enjoyed |moved |hated |dreamed |married |turned "
    "|happened |planned |tried |missed |failed |laughed |cried |lived |worked |decided |noticed "
    "|hoped |wished |asked |wondered |"
)
NOT_DONE_EN = (
    "|not |never |almost |nearly |should |if |forgot |will |would |thought |wish |hope |once "
    "|until |unless |when |pretend |soon |says |said |thinks |"
)
NOTHING_EN = "|i |i am |it |that |this |you |we |everything |he |she |the day |dinner |"
# When it was done: hours from the end of that time to the last midnight, w m y the end of the
# week, month or year before this one, x some time before.
PAST = (
    "|昨天:0|昨晚:0|昨日:0|昨夜:0|昨儿:0|前天:24|前晚:24|前日:24|大前天:48|今早:-12|早上:-12|上午:-12"
    "|中午:-14|上周:w|上星期:w|上礼拜:w|上个星期:w|上个礼拜:w|上个周:w|上个月:m|上月:m|去年:y|前年:x"
    "|前几天:x|前两天:x|前些天:x|前阵子:x|前段时间:x|上次:x|上回:x"
    "|小时候:x|以前:x|之前:x|从前:x|当年:x|那年:x|那时:x|曾经:x| yesterday :0"
    "| day before yesterday :24| last night :0| this morning :-12| last week :w| last weekend :w"
    "| last month :m| last year :y| the other day :x"
    "| as a kid :x| as a child :x| when i was :x| a long time ago :x|"
)
DAY_BEHIND = "|on |in |last |this |"
# Of words that are matched with a todo: what says little, and forms that are not regular.
LITTLE = "的了把去给好要"
LITTLE_EN = "|the|a|an|my|to|for|of|some|up|and|it|i|with|go|have|has|been|"
BASES_EN = (
    "|bought>buy|paid>pay|sent>send|took>take|taken>take|did>do|made>make|wrote>write|got>get"
    "|fed>feed|brought>bring|gave>give|met>meet|went>go|told>tell|rang>ring|ran>run|done>do|"
)
