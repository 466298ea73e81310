"""
Worth: whether what follows on the first words of a predicate is worth being kept.

A fact's letter (`facts`) says what must follow; what lasts of a relative or a pet is decided by
the letter of `KIN_LEADS`.
"""

from .places import place_end
from .scan import adverbs, cut, drop, entry, has, head, look, number, skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .utterance import UtteranceContext

_TRADE_ENDS = (
    "ist ", "ician ", "keeper ", "maker ", "smith ", "ologist ", "teacher ", "driver ", "writer ",
    "grapher ", "master ", "herd ",
)  # fmt: skip
_LASTING = (
    "踢干做当待呆教开弹拉吹练画写唱跳种养修卖打作带跑守看扫烧包摆管站"  # what is done for years
)
_TAKEN_OUT = "|阑尾|智齿|扁桃体|胆囊|胆|骨头|"
_DONE_TO_IT = (
    "|割|切|切除|摘|摘除|拔|摔断|摔伤|摔坏|扭|扭伤|扭到|崴|闪|拉伤|烫伤|弄伤"
    "|摔骨折|弄骨折|撞断|撞骨折|"
)
_TEAM_ENDS = ("队", "校", "宫", "团", "部", "班")
_BEFORE_THAT = "下收放吃喝起送干做洗上关忙遛喂接练跑写交"  # what is done before something else


def fits(context: "UtteranceContext", meaning: str, at: int, rest: str) -> bool:
    """True where the rest of a fact, which begins at `at`, is what its first words ask for."""
    w = context.w
    if not rest:
        return meaning == "e"
    if meaning in "RGBPKMi":
        return _is_reached(context, meaning, at, rest)
    if meaning == "h":
        inside = skip(w.SIDES, rest, rest.find(" in my ") + 7)  # a plate in my ankle
        part = inside > 7 and head(w.BODY, rest, inside) > 0 and not head(w.NO_THING, rest)
        part = part and not has("|butterflies |song |frog |", rest)
        return part or (has(w.ILLS, rest) and len(rest) < 40) or _owns(context, at, rest)
    if meaning == "w":
        return works(context, rest)
    if meaning == "J":  # I've had a pacemaker since 2021
        lasting = has("| years | since |", rest) and "ve had a" in context.heard
        return lasting and fits(context, "h", at - 2, context.low[at - 2 : at] + rest)
    if meaning in "dgjLzY":
        return _is_learnt(context, meaning, at, rest)
    if meaning == "y":
        return entry(w.AFRAID, rest[: drop("|的|", rest, cut("|怕得|", rest, 1))])  # 怕蛇怕得
    if head(w.NO_SLOT, rest):
        return False
    if meaning == "q":
        kept = cut(w.KEPT_AT, rest, 1) + 2
        if has(w.REACHING, rest) and has(w.FEATS, rest):
            return True  # 把驾照考到手了
        if not w.NEEDS_ARTICLE and _is_left(w, rest):
            return True
        inside = has(w.INSIDE, " " + rest.strip()) and (w.NEEDS_ARTICLE or is_place(w, rest, kept))
        return inside and context.owner_at(skip(w.BEFORE_SELF, context.low)) > 0
    return True


def _is_left(w: "Any", rest: str) -> bool:
    """True for 备用钥匙放我妈那儿了, what follows on 把."""
    part = skip(w.SIDES, rest)
    part += head(_TAKEN_OUT + w.BODY[1:], rest, part)
    if part and head(_DONE_TO_IT, rest, part) == len(rest) - part:
        return True  # 把阑尾割了, 把脚崴了
    thing = head(w.KEPT_THINGS, rest)
    put = thing + head("|放|搁|藏|收|锁|塞|存|留|", rest, thing)
    end = drop(w.PARTICLES, rest, len(rest), put)
    inside = drop("|那儿|那里|那边|家|家里|手里|", rest, drop(w.INSIDES, rest, end, put), put)
    return put > thing > 0 and inside < end > put + 1


def _is_learnt(context: "UtteranceContext", meaning: str, at: int, rest: str) -> bool:
    """True for what is learnt or done for years, and for a sign of the zodiac."""
    w = context.w
    if meaning == "g":  # 学了八年小提琴, 高考考了六百分
        some = number(rest, skip(w.SPANS, rest))[1]
        return rest[some : some + 1] in ("年", "分") or head(w.LONG, rest) > 0
    if meaning == "j":  # have been playing the cello for ten years
        since = rest.find(" since ")  # not: since Monday
        passing = since > 0 and look(w.WHEN, rest, since + 7)[1][:1] in ("W", "D")
        return has("| years | since |", " " + rest + " ") and not passing
    if meaning == "Y":
        return for_years(context, at)
    if meaning == "L" and w.NEEDS_ARTICLE:  # grow roses, sweet peas
        return [True for word in rest.split(" ")[:2] if word[-1:] == "s"] != []
    if meaning == "L":  # 学的土木
        named = drop(w.FIELDS, rest, len(rest)) < len(rest) < 10
        return named and not has("|小学|中学|大学|同学|数学|难|", rest)
    if meaning == "z":
        return rest[:1] in w.ZODIAC and len(rest) < 4
    if context.low[:at].endswith(("在学", "在练")):
        return not head(w.NO_SLOT, rest)  # 正在学西班牙语
    other = has(w.NOT_IN_THING, rest) or head(w.NO_SLOT, rest) or rest[:1] in "给错完到来"
    return rest[-1:] == "的" and 2 < len(rest) < 10 and not other


def _is_reached(context: "UtteranceContext", meaning: str, at: int, rest: str) -> bool:
    """True for a feat, a grade, a part of the body, a thing that is kept, what one becomes."""
    w = context.w
    if meaning == "R":
        done = has(w.RACES, rest) or has(w.FEATS, " " + rest + " ")
        team = has("| for the | for my |", context.low[at - 9 : at])  # swim for my school
        done = done or (team and has(w.SCHOOLS, " " + rest + " "))
        return done or (context.low[:at].endswith("did ") and for_years(context, at))
    if meaning == "M":  # climbed Ben Nevis
        named = context.text[skip(w.ARTICLES, context.low, at) :][:1]
        return "A" <= named <= "Z"
    if meaning == "i":  # get terrible hay fever
        usual = has(w.OFTEN, " " + context.low[at:]) or has(w.USUALLY, context.low[:at])
        return has(w.ILLS, rest) and len(rest) < 40 and not usual
    if meaning == "G":
        return in_grade(rest)
    if meaning == "B":  # have a dodgy knee
        return head(w.BODY, rest) > 0
    if meaning == "K":  # became a grandad
        noun = skip(w.ARTICLES, context.low, at)
        end = drop(w.PARTICLES, context.low, cut(w.GROWN, context.low, noun), noun)
        kin = context.kin_at(noun)
        if "want to be" in context.low[:at]:  # an astronaut, a mermaid
            return "grow up" in context.heard
        if "lost " in context.low[:at] and has(w.PETS, rest) and not has("| in | at |", rest):
            return True  # we lost our old dog
        return (kin > 0 and (w.NEEDS_ARTICLE or context.ends(noun + kin))) or is_trade(
            context, noun, end
        )
    if "辆" in rest:
        return not has("|公交|地铁|出租|共享|购物|坐|", rest)  # 提了辆特斯拉
    bare = rest[: cut("| last | this | off | from |", rest, 1)]
    bare = bare[: cut(w.NOUN_ENDS, bare, 1)]
    return drop(w.BOUGHT, bare, len(bare)) < len(bare) or has(w.MAKES, bare)  # bought a car


def in_grade(rest: str) -> bool:
    """True for fifth grade, my second year at uni, what follows on "in"."""
    year = rest[:4] in ("his ", "her ") or rest[:3] == "my "
    return " grade " in rest[:24] or (year and " year " in rest[:16])


def whenever(w: "Any", low: str, at: int) -> int:
    """Behind the 要 of 吃面一定要加醋, 下班都要先去接女儿, what is done with it; 0 for none."""
    place = at + head(w.WHENEVER, low, at)
    done = head("|班|夜班|早班|晚班|白班|课|摊|工|学|", low, at + 2)
    if done and low[at : at + 1] in "下收放" and low[at + 1 : at + 2] == "了":
        low = low[: at + 1] + low[at + 2 :]  # 下了夜班都要
        place = at + 1 + done
    mark = cut(w.SURELY, low, place)
    least = 3
    if mark == len(low) and low[at : at + 1] in ("吃", "喝"):
        mark, least = cut(w.SEASONED, low, place), 2  # 喝咖啡不加糖
    once = (
        "了" in low
        or has(w.PAST_DAYS, low)
        or has("|告诉|早点|记得|小心|从来不吃|从不吃|都不吃|喜欢的|", low)
    )
    once = once or low.startswith("的时候", place)
    told = at < place and mark <= place + 3 and mark < len(low) - least and not once
    return mark + least if told else 0


def occasion(w: "Any", low: str, at: int) -> int:
    """Where what is done begins behind when it is, 下了夜班都, 天不亮就, and behind 得 for 要."""
    at = skip("|天不亮|天没亮|天还没亮|天还不亮|", low, at)
    begin = low[at : at + 1] in _BEFORE_THAT and head("|了|完|完了|", low, at + 1) + 1
    done = at + (begin if begin > 1 else head(w.WHENEVER, low, at))
    if done > at:
        mark = cut("|都|得|要|先|就|去|再|必|一定|", low, done)
        at = mark if mark <= done + 5 and mark < len(low) - 1 else at
    must = skip("|都|也|还|必须|定|一定|", low, at)
    modal = low[must : must + 1] == "得" and low[must + 1 : must + 2] not in "意到了分知很过罪出以"
    return must + 1 if modal else at


def is_place(w: "Any", low: str, at: int) -> bool:
    """True for 床头柜里了, what follows on 放在; not for 烤箱里烤."""
    rest = low[at : drop(w.PARTICLES, low, len(low), at)]
    if len(rest) < 2 or head("|那|这|我这|我那|我家|外|路边|楼下|你|他|她|一|", rest):
        return False
    for inside in ("里", "上"):  # not 桌上充电
        at = rest.find(inside, 1) + 1
        if (
            at
            and rest[at : at + 1] not in "的面边头最层那靠"
            and rest[-1:] not in "里上下间边柜屉"
        ):
            return False
    return True


def works(context: "UtteranceContext", rest: str) -> bool:
    """True for 腾讯上班, 医院当护士, what follows on 在."""
    w = context.w
    trade = rest.find("当", 2)
    if trade > 0 and drop(w.TRADES, rest, len(rest), trade + 1) < len(rest):
        return True  # 地铁上当安检员
    if head(w.NO_WORK, rest) or has(w.NO_PLACE_IN, rest[head(w.CITIES, rest) :]):
        return False
    end = drop("|的|", rest, drop(w.PARTICLES, rest, len(rest)))
    if drop(w.WORK, rest, end, 1) < end:  # 胡同里长大的
        return True
    if lasted(rest, rest.find("了", 2)):  # 公交公司开了二十年的车
        return True
    team = cut("|练|踢|打|学|跳|拉|唱|", rest, 2)
    if rest[team - 1 : team] in _TEAM_ENDS and len(rest) > team + 1:  # 省队练跳水
        return True
    at = cut(w.WORK_AS, rest, 2)
    return at < min(len(rest) - 1, 10) and not head(w.NO_WORK_AS, rest, at)


def lasted(rest: str, at: int) -> bool:
    """True where a number of years stands behind the 了 at `at`, and a lasting verb before it."""
    if at < 1 or rest[at - 1 : at] not in _LASTING:
        return False
    if rest[at + 1 :].startswith(("一辈子", "半辈子", "大半辈子")):
        return True  # 教了一辈子书
    value, end = number(rest, skip("|快|将近|差不多|", rest, at + 1))
    end += rest[end : end + 1] in ("多", "几")
    return value > 0 and rest[end : end + 1] == "年"


def for_years(context: "UtteranceContext", at: int) -> bool:
    """True for a number of years: on the railways for thirty odd years."""
    low = context.low
    years = low.find(" years ", at - 1)
    begin = low.rfind(" ", 0, years) + 1
    if low[begin:years] in ("odd", "good", "long", "or"):
        begin = low.rfind(" ", 0, begin - 1) + 1
    return years > 0 and context.number(begin)[0] > 0 and " ago " not in low


def long_done(context: "UtteranceContext", at: int) -> int:
    """
    Where 干了二十年厨师, 开出租车开了八年, 裁缝做了四十年 end, what is done for years; 0 for none,
    as for 开了五年了.
    """
    w, low = context.w, context.low
    place = low.find("了", at + 1, at + 8)
    if w.NEEDS_ARTICLE or place < 0 or not lasted(low[at:], place - at):
        return 0
    years = max(low.find("年", place), low.find("子", place)) + 1
    done = low[place - 1 : place]
    if place == at + 1:
        return 0 if context.ends(years) else cut(w.FACT_ENDS, low, years)
    said = low[at : place - 1]
    named = done in said or drop(w.TRADES, low, place - 1, at) == at or entry(w.PRACTISED, said)
    if len(said) < 2 or not named:
        return 0
    return cut(w.FACT_ENDS, low, years)


def brought_up(context: "UtteranceContext", at: int) -> int:
    """Keep who brought the owner up, 跟着奶奶长大, 是外婆带大的; where it ends."""
    low = context.low
    end = drop("|的|", low, drop(context.w.PARTICLES, low, len(low), at), at)
    grown = drop("|长大|带大|养大|拉扯大|", low, end, at)
    who = at + head("|跟着|跟|是|由|是跟着|是跟|是由|", low, at)
    own = skip(context.w.OF, low, who + context.owner_at(who))
    if not at < who < grown < end or own + context.kin_at(own) != grown:
        return 0
    return context.keep(at, end + (low[end:] == "的"), 80)


def behind_past(w: "Any", low: str, at: int) -> int:
    """Where it goes on behind 上礼拜, 昨天, 三年前: 上 is a verb, too."""
    if low[at : at + 1] in ("上", "去", "昨", "前"):
        at = skip(w.PAST_DAYS, low, skip(w.ADVERBS, low, at))
    end = number(low, at)[1]
    size = head(w.PAST_SPANS, low, end) if end > at else 0
    return end + size if size else at


def is_ill(w: "Any", low: str, at: int) -> int:
    """Where 高血压, 颈椎病好多年了 end, an illness alone or with how long; 0 for none."""
    end = drop(w.PARTICLES, low, len(low), at)
    span = cut(w.LONG, low[:end], at)
    size = drop(w.ILLS, low, span, at)
    bare = low[at:span]
    if w.NEEDS_ARTICLE or not 2 <= span - at <= 7 or (size == span and bare[-1:] not in "症病"):
        return 0
    return 0 if has("|过敏|不|没|有|犯|治|看|做|查|怕|得|是|手术|毛病|", bare) else end


def _owns(context: "UtteranceContext", at: int, rest: str) -> bool:
    """一只猫, a dog, two kids: counted, and of the things that are worth it; chickens."""
    if context.w.NEEDS_ARTICLE:  # twin girls
        some = rest[skip("|twin |identical |teenage |grown-up |grown up |", rest) :].split(" ")[0]
        if entry(context.w.OWNED, " " + some + " "):
            strange = "| my class| my year| my course| my school| my ward| my street| next door|"
            return some[-1:] == "s" and not has(strange, rest)
    if context.number(at)[0] < 0 and not head(context.w.ARTICLES, context.low, at):
        return False
    owned = has(context.w.OWNED, " " + rest)
    owned = owned or (context.w.NEEDS_ARTICLE and has(context.w.MAKES, rest))
    return owned and not has("|没吃|没喝|没洗|没做|没杀|", rest)


def is_trade(context: "UtteranceContext", at: int, end: int) -> bool:
    """True where a trade or another lasting state stands between `at` and `end`."""
    w, low = context.w, context.low
    if head(w.NO_TRADE, low, at):
        return False
    if drop(w.TRADES, low, end, at) < end:
        return True
    if w.NEEDS_ARTICLE and low[at:end].endswith(_TRADE_ENDS):  # a cellist, a beekeeper
        return True
    does = low[at : at + 1] in w.DOING and low[end - 1 : end] == "的"
    return does and 2 < end - at < 12 and not has(w.NOT_IN_THING + "玩|", low[at:end])


def lasts(context: "UtteranceContext", meaning: str, at: int, end: int) -> bool:
    """True where what a relative is said to be, do or have is worth it."""
    w, low = context.w, context.low
    if meaning == "=":
        noun = skip(w.ARTICLES, low, at)
        bare = drop(w.PARTICLES, low, cut(w.NOUN_ENDS, low, at), at)
        trade = (noun > at or not w.NEEDS_ARTICLE) and is_trade(context, noun, bare)
        if low[:at].endswith("are ") and low[bare - 2 : bare] == "s ":  # are beekeepers
            one = low[noun : bare - 2] + " "
            trade = drop(w.TRADES, one, len(one)) < len(one) or one.endswith("keeper ")
        first = adverbs(w.ADVERBS, low, at)
        after, state = look(w.BE, low, first)
        lasting = context.ends(after) if state == "s" else state == "f" and after < len(low)
        lasting = lasting or state == "e"
        lasting = lasting or (state == "G" and in_grade(low[after:]))
        if state and state in "+-" and w.NEEDS_ARTICLE:  # is mad about trains
            return lasts(context, state, after, end)
        from_there = bare - at == 3 and low[bare - 1 : bare] == "人"  # 湖南人
        lasting = lasting or (from_there and not has(w.NO_ORIGIN + "好|家|", low[at : bare - 1]))
        lasting = lasting or head(w.PETS, low, noun) > 0  # is a labrador
        return trade or lasting or entry(w.STATES, low[first:bare])
    if meaning == "w":
        return works(context, low[at:end]) or look(w.LEADS, low, at)[1] in ("s", "e")
    if meaning and meaning in "RB":
        feat = has(w.FEATS, " " + low[at:end] + " ") or has(w.SCHOOLS, " " + low[at:end] + " ")
        return feat if meaning == "R" else head(w.BODY, low, at) > 0
    if meaning and meaning in "+-" and end > at:
        bare = drop(w.PARTICLES, low, cut(w.THING_ENDS, low, at + 1), at)
        none = head(w.NO_THING, low, at) or entry(w.VAGUE, low[at:bare]) or bare == at
        return not none and not has(w.NOT_IN_THING, " " + low[at:end])
    nowhere = meaning == "l" and not place_end(context, at)  # is over in Perth
    if nowhere or (head(w.NO_SLOT, low, at) and meaning == "f"):
        return False
    if meaning == "t":
        return "过敏" in low[at:end] and "不过敏" not in low
    if meaning in ("s", "z", "e"):
        long = number(low, skip(w.SPANS, low, at))[0] > 0  # 怀孕五个月了
        return meaning != "s" or long or context.ends(at)
    if meaning == "d":
        return low[end - 1 : end] == "的" and 2 < end - at < 10
    if meaning == "h":
        kids = has(w.KIDS + "小子|丫头|千金|", low[at:end]) or " twins " in low[at - 1 : end]
        kids = kids and (w.NEEDS_ARTICLE or low[at - 2 : at] == "生了")
        return kids or has(w.ILLS, low[at:end])
    return bool(meaning) and end > at


def is_touched(context: "UtteranceContext", person: str) -> bool:
    """True for 猫毛过敏, 一碰猫就打喷嚏 behind 我养猫: the owner's, not the pet's."""
    w, low = context.w, context.low
    at = cut(w.PETS, person, 0)
    pet = person[at : at + head(w.PETS, person, at)]
    place = low.find(pet) if pet and not w.NEEDS_ARTICLE else -1
    end = place + len(pet)
    return place >= 0 and (low[end : end + 1] == "毛" or low[:place].endswith(("碰", "摸", "抱")))


def led(context: "UtteranceContext", at: int) -> "tuple[int, str]":
    """Where the first words end that are said of a relative, and their letter."""
    w, low = context.w, context.low
    first = at if look(w.KIN_LEADS, low, at)[1] else skip(w.ADVERBS, low, at)
    end, meaning = look(w.KIN_LEADS, low, first)
    if meaning == "b":  # 从部队退伍
        meaning = "f" if has(w.LEFT, low[end:]) else ""
    if not w.NEEDS_ARTICLE:
        return end, meaning
    if meaning == "h":
        done, feat = look(w.KIN_LEADS, low, skip(w.ADVERBS, low, end))
        return (done, feat) if feat else (end, meaning)  # has just started school
    if meaning:
        return end, meaning
    stop = low.find(" ", first)  # drives lorries, as one would say of oneself: drive lorries
    ends = 2 if low[:stop].endswith(("ches", "shes", "does", "goes")) else 1
    for does in (low[first:], low[first : stop - ends] + low[stop:]):
        end, meaning = look(w.LEADS, does, 0)
        if meaning and meaning in "sef+-" and not does.startswith("play "):
            return len(low) - len(does) + end, meaning
        if low[stop - 1 : stop] != "s":
            break
    return first, ""
