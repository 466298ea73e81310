"""
Self statements: what a statement says of the owner, predicate by predicate.

The letter that the first words of a predicate have in `LEADS` says what follows:

    k name of a name (名字)   n name   = is, am   l place   o origin   + like   - dislike   ! not
    ^ like, of a hobby   T a way to work   S nation or faith   F a state of the owner alone
    ~ dislike, or a fact alone (I don't drink)   v favourite   V least favourite   m my   x surname
    h have   t towards   c C a city   r a place for years   H U a habit
    b from one place to another   . nothing   others: `facts`

`names` reads names, `places` where one lives, `family` relatives, `facts` tastes and facts.
Functions take the position where they begin and return where they stop, 0 if they found nothing.
"""

from memory.text.folding import fold

from . import facts as facts
from . import measures, shapes, worth
from .family import add_relative
from .names import add_name, add_surname
from .places import (
    add_origin,
    add_place,
    city_life,
    dwelling,
    from_there,
    house_in,
    in_city,
    inner_place,
    place_end,
    stayed,
)
from .scan import adverbs, cut, drop, entry, has, head, look, skip
from .utterance import OWNER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .utterance import UtteranceContext

_NO_DOING = (
    "|thinking|waiting|trying|meaning|wanting|feeling|looking|wondering|going|hoping|dreaming"
    "|telling|saying|having|getting|asking|crying|sitting|"
)
# What one plays without "the", and what one does for others, or where.
_INSTRUMENTS = (
    "|trumpet |trombone |saxophone |sax |flute |clarinet |ukulele |banjo |harmonica |accordion "
    "|oboe |harp |tuba |french horn |viola |mandolin |bassoon |bagpipes |percussion |keyboard "
    "|keys |double bass |recorder |cornet |"
)
_DUTIES = (
    "|accounts |books |accounting |bookkeeping |payroll |cleaning |cooking |catering |marketing "
    "|reception |admin |security |maintenance |bookings |finances |complaints |it support "
    "|tech support |paperwork |invoices |wages |"
)
_TEAMS = "| school | team | club | county | college | uni | university |"
_NO_CLIENT = "at night |at home |at the moment |at the minute |for work |for now |"
_YEARS_AGO = "|前些年|前几年|前两年|前年|去年|前阵子|早年|早些年|"
_OF_MINE = "knvVlfphb=^"  # what 我的 and "my" may be followed by


def chain(context: "UtteranceContext", at: int, owner: bool) -> None:
    """Read predicate after predicate: 叫李静 今年二十五岁. Without an owner only tastes."""
    w, low = context.w, context.low
    context.later = False
    while at < len(low):
        begin = at
        at = adverbs(w.ADVERBS, low, at)
        used = owner and (facts.forgone(context, at) or facts.of_a_person(context, at))
        used = used or (owner and worth.brought_up(context, at))
        used = used or (owner and shapes.abstains(context, begin, at))
        used = used or _predicate(context, begin, at, owner)
        if used <= at:  # 我是个猫奴最喜欢布偶猫: read on where a taste begins
            more = cut(w.RESUME, low, at + 1)
            if not owner or more == len(low) or look(w.LEADS, low, at)[1] != "=":
                return
            at = more
            continue
        context.later = True
        at = skip(w.JOINTS, low, used)


def _predicate(context: "UtteranceContext", begin: int, at: int, owner: bool) -> int:
    """One predicate at `at`, its adverbs from `begin` on."""
    w, low = context.w, context.low
    end, meaning = look(w.LEADS, low, at)
    owner = owner or head(w.OF_ONESELF, low, at) > 0
    end, meaning = _done(context, end, meaning)
    if meaning == "!":
        at, meaning = look(w.LEADS, low, skip(w.ADVERBS, low, end))
        end, meaning = at, "-" if meaning and meaning in "+v" else "."
    elif meaning == "m":
        stop = shapes.ails(context, end) if owner else 0  # 我的膝盖不好, my knee is bad
        if stop:
            return context.keep(at, stop, 80)
        stop, more = _of_mine(context, end)
        if not more or more not in _OF_MINE:
            return facts.mine(context, at, end) if owner else 0
        end, meaning = stop, more
    if meaning == "=" and owner:
        first, stop, more = _being(context, end)
        behind = look(w.LEADS, low, first)[1]
        if not more and behind and behind in "+-!Tw" and not w.NEEDS_ARTICLE:
            return _predicate(context, begin, skip(w.ADVERBS, low, end), owner)  # 我是不碰可乐的
        if not more:
            used = 0 if w.NEEDS_ARTICLE else shapes.habit(context, begin, end, "")
            return used or _is(context, at, end)  # 我平时都是自己做饭
        end, meaning = stop, more
    if meaning and meaning in "+-^~vVt":
        alone = head(w.SELDOM_ALONE, low, at) and not (owner and low[begin:at] in w.MORE_OF)
        if begin == 0 and (alone or (at == 0 and not owner)):
            return 0  # 喜欢一个人很辛苦: anybody; like I said
        return facts.taste(context, at, end, meaning, low[begin:end])
    if meaning == "." or not owner:
        return 0
    was, context.subject = context.subject, OWNER
    used = _of_owner(context, begin, at, end, meaning)
    if not used:
        context.subject = was
    return used


def _keeps_on(low: str, end: int) -> bool:
    """True for "skiing since I was four", what follows on "have been" and, of learners, "am"."""
    does = low[end : low.find(" ", end)]
    if (
        not low[:end].endswith(("have been ", "i am "))
        or does[-3:] != "ing"
        or entry(_NO_DOING, does)
    ):
        return False
    if low[:end].endswith("i am "):
        return " years " in low[end:] and (" since " in low[end:] or " for " in low[end:])
    return " years " in low[end:] or " since " in low[end:] or " months " in low[end:]


def _being(context: "UtteranceContext", end: int) -> "tuple[int, int, str]":
    """Where it begins what somebody is, where its first words end, and what they mean."""
    w, low = context.w, context.low
    first = adverbs(w.ADVERBS, low, end)
    stop, more = look(w.BE, low, first)
    if more in (".", "S") and look(w.BE, low, stop)[1] == "S":  # half Italian
        stop, more = look(w.BE, low, stop)
    if low[:end].endswith("are ") and (more in ("", "n") or not has("|we |and i |", low[:end])):
        more = "."  # we are ten
    return first, stop, more


def _done(context: "UtteranceContext", end: int, meaning: str) -> "tuple[int, str]":
    """What was done, behind have and its adverbs, or a day: have just passed, 昨天考过."""
    w, low = context.w, context.low
    if meaning not in ("", "h"):
        return end, meaning
    past = skip(w.ADVERBS if meaning else w.PAST_DAYS, low, end)
    if past == end and not (meaning and w.NEEDS_ARTICLE):
        return end, meaning
    first = skip(w.ADVERBS, low, past)
    done, feat = look(w.LEADS, low, first)
    if feat == "q" and not meaning and has(w.REACHING, low[done:]):
        return done, feat  # 昨天把驾照拿到手了
    kinds = "Rs=lPKefhMq+-" if past > end else "RslPKMq"  # have moved, but not: have work to do
    changed = not meaning and entry(w.CHANGES, low[first:done])  # 我昨天离职了
    kinds = kinds if meaning or changed else "RPBK"
    return (done, feat) if feat and feat in kinds else (end, meaning)


def _of_mine(context: "UtteranceContext", at: int) -> "tuple[int, str]":
    """The first words of what is said of something of the owner's."""
    w, low = context.w, context.low
    stop, more = look(w.LEADS, low, skip(w.ADVERBS, low, at))
    if more and more in "lphb":  # 我们家上个月刚搬到青岛, 我家还养着
        return stop, more
    kind = skip(w.PET_HEADS, low, at)  # 我的两只猫叫
    pet = kind + head(w.PETS, low, kind)
    own = low.find("'s name is ", at)
    if own > 0 and entry(w.PETS, low[at:own] + " "):  # my hamster's name is
        return own + 11, "f"
    named = head(w.PET_NAMES, low, pet) if pet > kind else 0
    if pet > kind and w.NEEDS_ARTICLE and not named:  # my two dogs are Bella and Milo
        named = head("|is |are |", low, pet)
        cased = "A" <= context.text[pet + named : pet + named + 1] <= "Z"
        named = named if cased and not look(w.BE, low, pet + named)[1] else 0
    return (pet + named, "f") if named else look(w.LEADS, low, at)  # 我家的金毛叫大黄


def _of_owner(context: "UtteranceContext", begin: int, at: int, end: int, meaning: str) -> int:
    """A predicate that is no taste, its first words up to `end` with their meaning."""
    w, low = context.w, context.low
    if not meaning:
        return _unled(context, begin, at)
    used = _shaped(context, begin, at, end, meaning)
    if used or meaning in "HUTcrC":
        return used
    if meaning in "knx":
        return _name(context, end, meaning)
    if meaning == "l":
        if low[at:end] == "lived in " and begin == at and " all my life " not in low:
            return 0  # I lived in Spain for a while
        alone = context.ends(end) and has(w.ALONE, low[:at]) and not context.later  # 我一个人住
        used = add_place(context, end, 90)
        stop = 0 if used else end if alone else dwelling(context, end)
        return context.keep(at, stop, 80) if stop else used
    if meaning == "o":
        used = place_end(
            context, inner_place(context, end)
        )  # a fact: the owner may live elsewhere
        if used:
            context.keep(at, used, 80)
        of = low[used : used + 1] == "的"  # 来自河南的李明
        return (add_name(context, used + 1, 75, True) if of else 0) or used
    if meaning == "b":
        return _from(context, at, end)
    if meaning == "h" and (house_in(context, end) or add_relative(context, end)):
        return len(low)
    if meaning == "w" and has(w.LIVING, low, end + 2):
        return add_place(context, end, 90)
    used = facts.fact(context, at, end, meaning) or shapes.habit(context, begin, at, "")
    return used or _worked(context, at)


def _worked(context: "UtteranceContext", at: int) -> int:
    """干了二十年厨师, 开出租车开了八年."""
    stop = worth.long_done(context, at)
    return context.keep(at, stop, 80) if stop else 0


def long_past(context: "UtteranceContext", at: int) -> bool:
    """Keep the years of work that are over: 我以前在纺织厂干了十五年, 以前我开出租开了八年."""
    low = context.low
    at = skip("|以前|原来|原先|从前|我|", low, at)
    stop = worth.long_done(context, at)
    if not stop and low[at : at + 1] == "在" and worth.lasted(low, low.find("了", at + 2)):
        stop = cut(context.w.FACT_ENDS, low, low.find("年", at))
    if stop:
        context.add("fact", context.said(0, stop), 80)
    return stop > 0


def _from(context: "UtteranceContext", at: int, end: int) -> int:
    """从部队退伍, 从四川来的, 从老家搬到苏州."""
    w, low = context.w, context.low
    left = cut(w.LEFT, low, end)
    if end < left < len(low):
        return context.keep(at, left + head(w.LEFT, low, left), 80)
    if from_there(context, at):
        return context.keep(at, from_there(context, at), 80)
    if w.NEEDS_ARTICLE:  # moved from Leeds to York
        there = low.find(" to ", end)
        named = there > 0 and not head("|the |my |a |our |", low, there + 4)
        return add_place(context, there + 4, 90) if named else 0
    end = cut(w.MOVED, low, end)
    return add_place(context, end + head(w.MOVED, low, end), 90)


def _name(context: "UtteranceContext", end: int, meaning: str) -> int:
    """The owner's name, or their surname alone."""
    w, low = context.w, context.low
    if meaning == "n":
        return add_name(context, end, 90)
    if meaning == "x":
        return add_surname(context, end)  # 姓王
    called = head(w.CALLED, low, end)
    twice = low[end : end + 1] == low[end + 1 : end + 2] != "" and context.ends(end + 2)
    if called or w.NEEDS_ARTICLE or not twice:
        known_as = entry("|外号|小名|乳名|绰号|", low[end - 2 : end])
        return add_name(context, end + called, 70 if known_as else 95, not called)  # 我大名刘子豪
    context.add("name", low[end : end + 2], 70)  # 小名丫丫
    return end + 2


def _unled(context: "UtteranceContext", begin: int, at: int) -> int:
    """A predicate whose first words are none of LEADS."""
    if drop("|本人|", context.low, at) < at and add_name(context, at, 80, True):
        return len(context.low)
    stop = 0
    if at or not context.w.NEEDS_ARTICLE or context.low[at:].endswith("male "):  # not: little guy
        stop = _gender(context, at)
        stop = stop or _gender(context, skip(context.w.ADJECTIVES, context.low, at))
    stop = stop or measures.age(context, at, context.low[begin:at]) or facts.mine(context, at, at)
    if stop:
        return stop
    if from_there(context, at):  # 新疆来的
        return context.keep(at, from_there(context, at), 80)
    stop, more = look(context.w.BE, context.low, at)
    if more and more in "sef" and context.subject == OWNER and not context.owner_at(0):
        return facts.fact(context, at, stop, more)  # I'm seventeen, doing my A levels
    bare = drop(context.w.PARTICLES, context.low, len(context.low), at)
    trade = entry(context.w.TRADES, context.low[at:bare])
    trade = trade or (context.low[at:bare].endswith("族的") and bare - at < 6)  # 藏族的
    if not context.w.NEEDS_ARTICLE and trade:
        return context.keep(at, bare, 80) if bare - at > 1 else 0  # 我自由职业
    stop = shapes.ails(context, at)
    time = head(_YEARS_AGO, context.low)
    if stop and time and context.owner_at(time):  # 前年我腿上打了钢板
        context.add("fact", context.said(0, stop), 80)
        return stop
    if context.low[at:bare] in ("过", "生活") and has("|自己" + context.w.ALONE, context.low[:at]):
        return context.keep(at, bare, 80)  # 我一个人过
    stop = stop or shapes.upsets(context, at) or worth.is_ill(context.w, context.low, at)
    stop = stop or worth.long_done(context, at)  # 弹了十年吉他
    if not stop and not context.w.NEEDS_ARTICLE:
        stop = measures.measured(context, at)
    if stop and at > begin and context.low[at - 1 : at] == "一":
        at -= 1  # 一碰猫就打喷嚏, 一百二十斤
    stop = stop or (_busy_with(context, at) if context.w.NEEDS_ARTICLE else 0)
    living = context.low.find(" for a living ", at)
    stop = living + 13 if living > 0 else stop
    return context.keep(at, stop, 80) if stop else shapes.habit(context, begin, at, "")


def _shaped(context: "UtteranceContext", begin: int, at: int, end: int, meaning: str) -> int:
    """A predicate that `shapes` may read."""
    if meaning == "T" and shapes.upsets(context, at):
        return context.keep(at, shapes.upsets(context, at), 80)  # 一坐船就吐
    if meaning in "HUT" or (meaning == "h" and "的习惯" in context.low):
        return shapes.habit(context, begin, at, "U" if meaning == "h" else meaning)
    if meaning in "Rh":  # run every morning, always have coffee before breakfast
        return shapes.habit(context, begin, at, "")
    stop, more = look(context.w.LEADS, context.low, end) if meaning == "w" else (end, "")
    if more and more in "sef" and not context.w.NEEDS_ARTICLE:  # 在读研究生
        return facts.fact(context, at, stop, more)
    if meaning == "c":
        back = context.low[at : at + 1] == "回" and not has("|现在|如今|", context.low[:at])
        return 0 if back else in_city(context, end)
    if meaning == "r":
        return stayed(context, end)
    return city_life(context, end) if meaning in "wC" else 0


def _busy_with(context: "UtteranceContext", at: int) -> int:
    """Where "play trumpet in a band", "do the accounts for a charity" end; 0 for none."""
    w, low = context.w, context.low
    does = at + head("|play |do |handle |look after |", low, at)
    if does == at:
        return 0
    team = cut("| for the | for my | for a | for our |", low, does)
    if low[at:does] == "play " and 0 < low[team:].find(" ") and has(_TEAMS, low[team:]):
        return cut(w.FACT_ENDS, low, team)  # play football for the school
    if low[at:does] == "play ":
        end = does + head(_INSTRUMENTS, low, does)
        found = end > does and context.ends(end)
    else:
        noun = skip("|the |all the |", low, does)
        end = noun + head(_DUTIES, low, noun)
        found = head("|for |at |in a |", low, end) > 0 or low.startswith("handle ", at)
        found = end > noun and found and not head(w.NO_SLOT + _NO_CLIENT, low, end)
    if not found or has(w.OFTEN, " " + low):
        return 0
    return cut(w.FACT_ENDS, low, end)


def _gender(context: "UtteranceContext", at: int) -> int:
    w = context.w
    stop, meaning = look(w.GENDERS, context.low, at)
    if not meaning or not context.ends(stop):
        return 0
    context.add("gender", w.MALE if meaning == "m" else w.FEMALE)
    return stop


def _is(context: "UtteranceContext", at: int, end: int) -> int:
    """What the owner is: an age, a gender, a trade, a fan, from somewhere, somebody."""
    w, low = context.w, context.low
    if _keeps_on(low, end):
        return context.keep(at, cut(w.FACT_ENDS, low, end), 80)
    alone = drop(w.SELF, low, at) < at  # nothing stands between: 我是王浩
    if low.startswith("at my ", end) and context.kin_at(end + 6):  # at my dad's on weekends
        often = has(w.OFTEN, " " + fold(context.front) + low)
        return shapes.habit(context, at, at, "U") if often else 0
    end = skip(w.ADVERBS, low, end)
    noun = end if head(w.TRADES, low, end) else skip(w.ARTICLES, low, end)  # 双胞胎
    aged = measures.age(context, noun, w.AGE_OF_BEING)
    old = aged or noun
    stop = _gender(context, old) or _gender(context, skip(w.ADJECTIVES, low, old))
    if stop or aged:
        return stop or aged
    if w.NEEDS_ARTICLE and measures.sized(context, noun):
        return context.keep(at, cut(w.FACT_ENDS, low, noun), 80)
    value, stop = context.number(noun)
    old = head(w.YEARS_OLD, low, stop)
    if old and 0 < value <= 120 and noun > end:  # a 29 year old nurse
        context.add("age", str(value))
        return stop + old
    stop = drop(w.PARTICLES, low, cut(w.NOUN_ENDS, low, end + 1), end)
    if (noun > end or not w.NEEDS_ARTICLE) and worth.is_trade(context, noun, stop):
        return context.keep(at, cut(w.FACT_ENDS, low, stop), 85)
    fan = drop(w.FANS, low, stop, end)
    noun = skip(w.ADJECTIVES, low, noun)
    if noun < fan < stop:
        return facts.things(context, noun, fan, True, stop)
    there = from_there(context, end)
    if there:
        return context.keep(at, there, 80)
    return add_origin(context, at, end) or (add_name(context, end, 75, True) if alone else 0)
