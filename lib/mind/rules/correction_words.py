"""
Correction words: what a sentence of the owner says is right, in the place of what was said.

不对，是上海; 不是北京，是上海; "no, it's Berlin"; "no, her name is Brisket". A value without "it
is" has to be exact (a time, a number) or, in English, a name; where 叫 or "a pity" may mean
something else it is none. Which memory it corrects is `corrections`'.

Of a plan that was just made `time_of` gives the time of 改成四点 and "make it 4", and 推迟一小时
and "an hour later" as they are, whose length is `shift`; `cancels` reads 取消吧. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import cut, drop, entry, has, head, is_chinese, look, number, skip
from memory.text import dates
from memory.text.folding import fold

from .corrected_times import when

# -- Chinese ---------------------------------------------------------------------------------
_WRONG_ZH = (
    "|不对|不对不对|不是|不是的|不|不不|不不不|错了|说错了|我说错了|你记错了|记错了|弄错了"
    "|你弄错了|搞错了|你搞错了|你听错了|听错了|不对啊|不对哦|错啦|更正一下|纠正一下|哦不|啊不"
    "|口误|讲错了|我讲错了|"
)
_MEANT_ZH = "|我说的是|我的意思是|"
_UNITS_ZH = "||楼|层|岁|岁了|个|只|条|斤|公斤|厘米|米|块|元|年|"
# Who or what 叫 calls for, orders or wakes.
_NO_NAME_ZH = (
    "|他|她|它|你|我|人|外卖|车|救护|警|出租|滴滴|快|一|个|什么|谁|不|停|醒|大家|妈|爸|哥|姐|弟|妹"
    "|保安|服务|医生|物业|家|送|上|下|来吧|来人|得|着|过|"
)
_IS_ZH = "|是|应该是|其实是|我说的是|我是说|实际上是|"
_CALLED_ZH = "|叫|应该叫|是叫|"  # but not behind these, which a refusal begins with
_MERE_NO = "|不|不是|不是的|不不|不不不|"
_NO_THING_ZH = "|我|你|他|她|因为|不|没|这样|那样|说|想|喜欢|为了|这个意思|我的错|算了|在|"
_WAIT_ZH = "|等一下|等等|等会|稍等|"  # behind these alone what is exact is right
_SURE_ZH = "|说错了|我说错了|口误|记错了|我记错了|更正一下|"
_STATES_ZH = "|真|假|很|太|挺|有点|好像|非常|特别|这么|那么|开玩笑|怎么|什么|"  # how it is
# -- English ---------------------------------------------------------------------------------
_WRONG_EN = (
    "|that is not what i said |that is not what i meant |not what i said |no |no no |nope "
    "|that is wrong |that is not right |that is incorrect |that is not correct |wrong "
    "|you got that wrong |not right |i was wrong |i misspoke |correction |that was wrong "
    "|you are wrong |you have got that wrong |no wait |wait no |scratch that |strike that |oops |"
)
_SURE_EN = "|no wait |wait no |scratch that |strike that |correction |i misspoke |oops |"
# Of somebody or something else than the owner.
CALLED_EN = (
    "|her name is |his name is |its name is |their name is |the name is |she is called "
    "|he is called |it is called |she is named |he is named |it is named |"
)
THEY_EN = "|she is |he is |they are |"
_NO_NAME_EN = "|thanks |thank |sorry |god |xiaozhi |sir |siri |alexa |honey |please |ok |okay |"
_IS_EN = (
    "|it is |it was |i meant |i mean |i meant to say |it should be |that is |it is actually "
    "|i said |it should have been |it is spelled |it is spelt |"
)
_NO_THING_EN = (
    "|not |nothing |ok |okay |fine |nice |good |great |well |to |it |that |so |all |really "
    "|like |just |cool |a |true |what |you |very |too |late |early |far |near |close |cold |hot "
    "|warm |dark |raining |snowing |sunny |windy |serious |over |done |gone |ready |false |bad "
    "|lovely |terrible |awful |horrible |hard |easy |difficult |fun |funny |boring |weird "
    "|strange |sad |wrong |right |possible |impossible |time |enough |me |him |us |them |quite "
    "|pretty |only |still |already |always |never |everything |because |this |how |why |about "
    "|my |worse |better |expensive |cheap |loud |quiet |important |urgent |up |been |going "
    "|getting |broken |empty |full |closed |open |free |"
)
_NO_ARTICLE_EN = (
    "|a pity|a shame|a joke|a lie|a mistake|a problem|a secret|a deal|a pain|a lot|a bit|a start"
    "|a mess|"
)
# What "not X, Y" is not about.
_NO_OTHER_EN = (
    "|now |today |yet |bad |me |him |her |us |them |this |always |much |many |even |only |sure "
    "|sorry |thanks |yes |no |i |we |later |tomorrow |tonight |here |there |often |again "
    "|anymore |quite |exactly |everyone |please |"
)
_STATES_EN = (
    "|i am |i live |i work |i was |my |i like |we |i have |i moved |i study |i love |i was born "
    "|i turned |i hate |i prefer |i do not like |"
)

# -- remarks: what is said of a thing, and is no value in the place of another ------------------
_REMARKS_ZH = (
    "|地方|误会|秘密|笑话|玩笑|样子|消息|缘分|规矩|梦想|梦|生活|家|大家|巧合|客气|习惯|运气|废话"
    "|天气|奇迹|毛病|命|事|事情|工作|爱情|惊喜|意外|认真|时候|下雨|心情|实话|气话|故事|问题|情况"
    "|事实|感觉|压力|机会|主意|计划|原因|道理|麻烦|回忆|现实|借口|意思|心意|真相|挑战|风景|责任"
    "|朋友|关键|重点|结果|忙|累|困|烦|贵|方便|舒服|安静|热闹|无聊|好奇|开心|高兴|奇怪|正常|简单"
    "|重要|可惜|有趣|尴尬|危险|安全|紧张|自然|偶然|碰巧|故意|小区|必须|谜|一样|差不多|"
)
_PIECES_ZH = "|个|件|种|场|句|段|回|次|桩|"  # 是个好地方; of jobs they mean one
_WHY_ZH = "|为了|为|瞎|乱|白|随便|因|"
_HOW_ZH = "|在|真|好|坏|老|大|小|新|旧|最|"
_STATES_IN_ZH = "|不好|不错|不行|不了|想多|"
_REMARKS_EN = (
    "|story|weather|place|job|dream|problem|thing|honour|honor|way|deal|traffic|fault|miracle"
    "|habit|plan|day|night|coincidence|law|feeling|idea|point|reason|question|truth|matter|issue"
    "|case|fact|time|world|pleasure|surprise|relief|disaster|gift|choice|decision|mess|game"
    "|trick|test|rumour|rumor|tradition|rule|answer|result|difference|challenge|chance"
    "|experience|memory|area|town|city|village|country|line|light|moment|phase|goal|waste|crime"
    "|risk|accident|future|past|end|beginning|best|worst|same|"
)
_BARE_EN = (
    "|love|home|family|money|life|luck|fate|work|hard work|business|destiny|nonsense|good luck"
    "|bad luck|good news|bad news|"
)

_HOW_EN = ("ful", "ous", "less", "ed")  # peaceful, crowded
_WORKPLACES_EN = (
    "|library|hospital|airport|school|university|college|station|office|council|bank|zoo|museum"
    "|embassy|factory|gym|restaurant|theatre|theater|police|army|navy|court|shop|store|hotel|lab"
    "|nursery|bakery|pub|prison|firm|company|"
)
_LIKING_EN = "| like | love | hate | dislike | enjoy | favorite | favourite | prefer |"
_TIMES_EN = "|dentist|doctor|meeting|party|"  # what plans are of

# -- plans, in both ----------------------------------------------------------------------------
_OPEN = (
    "|嗯|哦|啊|哎|，|呃|抱歉|对不起|不好意思|等等|等一下|小智|还是|算了|那就|那|就|请|帮我|oh "
    "|well |sorry |wait |hold on |actually |please |ok |okay |just |let us |let's |can you "
    "|could you |"
)
_END = "|吧|啊|哦|呀|啦|了|，|好吗|please |thanks |then |instead |"
_MOVES = (
    "|改成|改到|改为|改在|换成|换到|挪到|调到|推迟到|推到|延到|延后到|提前到|时间改成|make it "
    "|make that |change it to |change that to |move it to |move that to |set it to |push it to "
    "|push it back to |postpone it to |bring it forward to |bring that forward to |move it up to "
    "|reschedule it to |reschedule it for |reschedule that to |reschedule to |reschedule for "
    "|postpone that to |postpone it until |put it off until |delay it until |delay it to |改期到|"
)
_LATER = (
    "|推迟|延后|往后推|往后挪|晚|再晚|push it back by |push it back |postpone it by |delay it by |"
)
_EARLIER = "|提前|早|往前挪|往前推|bring it forward by |bring it forward |move it up by |"
_CANCELS = (
    "|取消|取消掉|取消这个|取消提醒|取消它|把它取消|不用提醒|不用提醒我|别提醒|别提醒我|不要提醒"
    "|不用提醒了|不需要提醒|不需要提醒我|cancel it |cancel that |cancel this |cancel the reminder "
    "|do not remind me |scrap it |never mind the reminder |nevermind the reminder "
    "|forget the reminder |drop the reminder |no need to remind me |no need for the reminder "
    "|no need for a reminder |you do not need to remind me |you do not have to remind me "
    "|i do not need the reminder |i do not need a reminder |"
)


def is_remark(right: str, text: str, predicate: str) -> bool:
    """
    True for a nice place, 个好地方, the problem, 缘分: whoever says "no, it's …" so puts nothing
    right. One of something is a value only where `text` has one, or of a job or an employer.
    """
    low = fold(right)
    if is_chinese(right):
        return _is_remark_zh(low, predicate)
    size = head("|a |an |another |the |my |our |his |her |their |your |", low)
    last = low[low.rfind(" ") + 1 :]
    if not size:
        is_how = low.endswith(_HOW_EN) and " " not in low and len(low) > 5  # but red
        return is_how or entry(_BARE_EN, low)
    if right[size : size + 1].isupper():
        return False
    if entry(_REMARKS_EN, last) or head(_NO_THING_EN, low, size) or head("|bit |", low, size):
        return True
    is_one = low[:1] == "a"
    if predicate == "工作于":
        return not (entry(_WORKPLACES_EN, last) or (is_one and " " not in low[size:]))
    said = " " + fold(text)
    if is_one:
        return predicate != "职业" and not has("| a | an | one |", said)
    return not (has(_LIKING_EN, said) or has("| the | my |", said) or entry(_TIMES_EN, last))


def _is_remark_zh(low: str, predicate: str) -> bool:
    size = head(_PIECES_ZH, low)
    if size and predicate != "职业":
        return True
    if head(_WHY_ZH, low) or has(_STATES_IN_ZH, low) or low.endswith("了"):
        return True
    end = drop("|的|", low, len(low), size)
    is_none = entry(_REMARKS_ZH, low[skip(_HOW_ZH, low, size) : end])
    return is_none or entry(_REMARKS_ZH, low[size:end])


def cancels(text: str) -> bool:
    """True for 取消吧 and "no, cancel it"."""
    low, begin, at, end = _bounds(text)
    is_off = entry(_CANCELS, low[at:end]) or entry(_CANCELS, low[begin:end])
    return is_off or (at > begin and low[at:end] == "forget it ")


def time_of(text: str) -> str:
    """What is right of 改成四点, "make it 4", 推迟一小时; "" for all else."""
    low, _, at, end = _bounds(text)
    size = head(_MOVES, low, at)
    value = low[at + size : end].strip()
    if size:
        return value if when(value, 0, 0) is not None or shift(value, 0) else ""
    if value.endswith((" later", " earlier")) and shift(value, 0):
        return value
    for table, way in ((_LATER, " later"), (_EARLIER, " earlier")):
        size = head(table, low, at)
        said = low[at:end] if is_chinese(low) else low[at + size : end].strip() + way
        if size and shift(said, 0):
            return said
    return ""


def shift(right: str, now: int) -> int:
    """Seconds of 推迟一小时, of "an hour earlier" less than 0; 0 where it is no such words."""
    is_later = right.endswith(" later") or head(_LATER, right) > 0
    size = head(_LATER, right) or head(_EARLIER, right)
    span = right[size:] + "后"
    if right.endswith((" later", " earlier")):
        span = "in " + right[: right.rfind(" ")]
    elif not size:
        return 0
    marks = when(span, now)
    if marks is None or (marks.at is None and marks.day is None):
        return 0
    days = 0 if marks.day is None else marks.day - now // dates.DAY
    seconds = days * dates.DAY if marks.at is None else marks.at - now
    return seconds if is_later else -seconds


def _bounds(text: str) -> "tuple[str, int, int, int]":
    """(folded text, where its openings end, where words for wrong behind them do, its end)."""
    low = fold(text).replace(",", "，")
    words = _WRONG_ZH
    if not is_chinese(text):
        low = " ".join(low.replace("，", " ").split()) + " "
        words = _WRONG_EN
    begin = skip(_OPEN, low)
    at = skip(words, low, begin)
    if at == begin + 1 and low[at : at + 1] != "，":  # 不用提醒了
        at = begin
    at = skip(_OPEN, low, at)
    return low, begin, at, drop(_END, low, len(low), at)


def corrected_zh(text: str, low: str) -> str:
    """What is right: 不对，是上海; 不是北京，是上海; 你记错了，我喜欢的是茶."""
    at = skip("|嗯|哦|啊|哎|，|呃|抱歉|对不起|不好意思|等等|小智|", low)
    at += 1 if low[at:].startswith("我不是说") else 0
    wrong = head(_WRONG_ZH, low, at)
    waits = 0 if wrong else head(_WAIT_ZH, low)
    if waits and low[waits : waits + 1] == "，" and head(_IS_ZH, low, waits + 1):
        end = drop("|吧|啊|哦|呀|啦|，|", low, len(low), waits)
        right = text[waits + 1 + head(_IS_ZH, low, waits + 1) : end]
        return right if _is_exact(right) or entry(words_zh.CITIES, right) else ""
    if not wrong:
        told = head(_MEANT_ZH, low, at)
        end = drop("|吧|啊|哦|呀|啦|，|", low, len(low), at)
        is_short = told and told < end - at < told + 9 and not has("|，|", low[at:end])
        return text[at + told : end] if is_short and not _is_none_zh(low, at + told) else ""
    comma = low.find("，", at)
    if comma < 0:
        return ""
    between = low[at + wrong : comma]
    after = comma + 1
    told = head(_IS_ZH, low, after)
    end = drop("|吧|啊|哦|呀|啦|，|", low, len(low), after)
    if between:  # 不是北京，是上海
        told = head("|是|是说|", low, after)
        between = between[1:] if low[after : after + 2] == "是说" else between
        if low[at : at + 2] != "不是" or not told or len(between) > 12:
            return ""
        if head(_NO_THING_ZH, between) or _is_none_zh(low, after + told):
            return ""
        return text[after + told : end]
    if told and not head("|因为|不|没|吗|这样|那样|" + _STATES_ZH, low, after + told):
        return text[after + told : end]
    begin = after
    after += head("|他|她|它|", low, after)
    told = head(_CALLED_ZH, low, after)
    if told and end - after - told < 9:
        # Behind a mere no 叫 may also be to order, to call for or to wake.
        is_name = not entry(_MERE_NO, low[at:comma]) or not head(_NO_NAME_ZH, low, after + told)
        return text[after + told - 1 : end] if is_name else ""
    is_other = after > begin and head("|是|", low, after) and end - after < 9
    if is_other and not _is_none_zh(low, after + 1):
        return text[begin:end]
    is_town = entry(_SURE_ZH, low[at:comma]) and entry(words_zh.CITIES, low[after:end])
    if not told and end - after < 9 and (is_town or _is_exact(text[after:end])):  # 不对，后天
        return text[begin:end]
    if head("|我|我的|", low, after) and not has("|不想|觉得|不知道|以为|我说|听|", low[after:]):
        end = cut("|，不是|", low, after) if low.find("，不是") > after else end
        is_told = low[after + 1 : after + 3] in ("是对", "是在")  # 我是对螃蟹过敏
        return text[after : after + 1] + text[after + 2 : end] if is_told else text[after:end]
    return ""


def _is_none_zh(low: str, at: int) -> bool:
    return head(_NO_THING_ZH, low, at) > 0


def _is_exact(text: str) -> bool:
    """True for what needs no "it is" to be right: a time, a number."""
    if is_chinese(text):
        end = number(text, 0)[1]
        if end and entry(_UNITS_ZH, text[end:]):
            return True
    elif look(words_en.WHEN, fold(text) + " ", 0)[1][:1] == "N" and " " not in text:
        return True
    marks = when(text, 0)
    return bool(text) and (text[-1] in "0123456789" or (marks is not None and not marks.vague))


def corrected_en(text: str, low: str, is_cry: bool) -> str:
    """What is right: no, it's Berlin; I meant the blue one; not Berlin, Munich."""
    begin = at = _without_commas(low, 0, "|oh |um |uh |well |sorry |wait |hold on |hey |")
    soft = has("|sorry|wait|hold on|", low[:at])
    wrong = sure = False
    while True:
        size = head(_WRONG_EN, low.replace(",", " "), at)
        if not size:
            break
        wrong = True
        sure = sure or head(_SURE_EN, low.replace(",", " "), at) > 0
        at = _without_commas(low, at + size, "|no |sorry |wait |actually |")
    actually = head("|actually |", low.replace(",", " "), at)
    at = _without_commas(low, at + actually, "|")
    told = head(_IS_EN, low, at)
    meant = low[at : at + told].startswith(("i meant", "it should", "it is spel"))
    rest = text[at + told :].strip().rstrip(",")
    if soft and not (wrong or actually or meant):
        return rest if _is_sure(rest, told > 0) else ""
    if told and (wrong or actually or meant):
        is_state = head(_NO_THING_EN, low.replace(",", " "), at + told) and rest[:2] != "a "
        if not rest or is_state or entry(_NO_ARTICLE_EN, fold(rest)):
            return ""
        sure = wrong or meant or rest[:1].isupper() or rest[:1].isdigit()
        state = rest.endswith("ing") and " " not in rest  # it's raining
        return rest if sure and not state and len(rest) < 60 else ""
    if wrong and head(_STATES_EN, low, at) and not has("| think | know | mean | sure |", low):
        return _state(rest)
    if wrong and _is_of_others(text, low, at):
        return rest
    if (wrong or actually) and len(rest.split()) < 4:  # no wait, 31
        is_there = rest[:3] in ("in ", "at ") and rest[3:4].isupper()
        if is_there or _is_exact(rest) or (wrong and not is_cry and _is_name_en(rest)):
            return rest
    comma = low.find(", ", begin)
    if low[begin:].startswith("not ") and comma > 0 and not wrong:
        other, right = text[begin + 4 : comma], text[comma + 2 :].strip()
        words = (other + " ", right + " ")
        is_none = [1 for word in words if entry(_NO_THING_EN, word) or entry(_NO_OTHER_EN, word)]
        if " " not in other + right and other[:1].isupper() == right[:1].isupper():
            return "" if is_none else right
    return ""


def _state(rest: str) -> str:
    """What is right of I live in Bonn; the number alone of I have three."""
    if rest[:7].lower() == "i have " and _is_exact(rest[7:]):
        return rest[7:]
    return rest if len(rest) < 60 else ""


def _is_sure(rest: str, told: bool) -> bool:
    """True for what is right behind a mere sorry or wait: sorry, four; wait, it's a tortoise."""
    thing = fold(rest[2:] if rest[:2] == "a " else rest) + " "
    return len(rest.split()) < 4 and (_is_exact(rest) or (told and entry(words_en.PETS, thing)))


def _is_of_others(text: str, low: str, at: int) -> bool:
    """Her name is Brisket; she is five; he is a doctor."""
    size = head(CALLED_EN, low, at)
    if size:
        return _is_name_en(text[at + size :].strip())
    size = head(THEY_EN, low, at)
    value = text[at + size :].strip()
    is_what = value.startswith(("a ", "an ")) and len(value.split()) < 4
    is_what = is_what and not entry(_NO_ARTICLE_EN, fold(value))
    is_old = value.endswith(" years old") and _is_exact(value.split(" ")[0])
    return size > 0 and (is_what or is_old or _is_exact(value))


def _is_name_en(text: str) -> bool:
    """True for one or two words with capitals, none of them for a relative or a courtesy."""
    words = text.split()
    for word in words:
        low = fold(word) + " "
        is_none = entry(_NO_NAME_EN, low) or entry(words_en.KIN, low) or entry(_NO_OTHER_EN, low)
        if not word[:1].isupper() or is_none or entry(_NO_THING_EN, low):
            return False
    return 0 < len(words) < 3


def _without_commas(low: str, at: int, table: str) -> int:
    """Past these words, commas and blanks."""
    while True:
        size = head(table, low.replace(",", " "), at)
        if not size and low[at : at + 1] in (" ", ","):
            size = 1
        if not size:
            return at
        at += size
