"""
Facts: what the owner likes and dislikes, and other facts of their life.

Of a taste only its object becomes the memory, of a fact the complete clause. `self_statements`
finds the first words of a predicate; for facts their letter says what must follow:

    w where one works   q where something was put   d 做…的   z sign of the zodiac
    y what is feared   j since when   s nothing: it is complete   h something owned, or an illness
    g how many years   p a pet   R a race, or what else is reached   G a grade of school
    B a part of the body   P what is bought and kept   K what one becomes
    M a place with a name, as a mountain   i an illness
    e anything or nothing   others: anything

Functions take the position where they begin and return where they stop, 0 if they found nothing.
"""

from .date_phrases import Marks
from .scan import cut, drop, each, entry, has, head, look, number, skip
from .time_phrases import read as read_dates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .utterance import UtteranceContext

_THING_CAP = 60  # bytes of UTF-8, as in `kinds`
_FACT_CAP = 240
_TRADE_ENDS = ("ist ", "ician ", "keeper ", "maker ", "smith ", "ologist ")
_LASTING = "干做当教开弹拉吹练画写唱跳种养修卖打作带跑守看扫烧包摆管站"  # what is done for years


def taste(context: "UtteranceContext", at: int, end: int, meaning: str, said: str) -> int:
    """What is liked or disliked, behind a verb up to `end`; `said` is it and its adverbs."""
    w, low = context.w, context.low
    if meaning == "t":
        return _towards(context, at, end)
    like = meaning in "+^v"
    stop = cut(w.THING_ENDS, low, end + 1)
    if meaning in "vV":  # my favourite colour is green
        one = False
        for words in (w.IS, "'s ", " has to be ") if w.NEEDS_ARTICLE else (w.IS,):
            named = -1 if one else low.find(words, end)
            one = one or (named >= 0 and _thing(context, named + len(words), stop, like))
        return stop if one else 0
    if drop(w.ONLY_STRONG, said, len(said)) < len(said) and not has(w.STRONG, said):
        return 0
    of = low.find("的", end)
    named = max(low.find("是", of), low.find("有", of))
    if end <= of <= end + 8 and of < named < min(of + 9, stop):  # 最喜欢的颜色是蓝色
        end = skip("|是|有|", low, named)
    elif low[end : end + 3] == "is ":  # one thing i hate is
        end += 3
    else:
        bare = drop("|的|", low, drop(w.PARTICLES, low, stop, end), end)
        if has(w.SOFT, said) or bare - end > 2:  # not 甜的
            stop = bare
    whole, stop = stop, drop(w.OF_A_PERSON, low, stop, end)
    if stop == whole and low[:end].endswith((" more of a ", " been a ")):
        return 0  # but: more of a tea person
    if not like and w.NEEDS_ARTICLE and has("| after | before | past |", low[end:stop]):
        return 0  # I never drink coffee after three
    used = things(context, end, stop, like, stop)
    return fact(context, at, end, "s") if meaning == "~" and not used else used


def _towards(context: "UtteranceContext", at: int, end: int) -> int:
    """对摄影感兴趣, 对花生过敏."""
    w, low = context.w, context.low
    for pair in each(w.TOWARDS):
        words, _, meaning = pair.partition(":")
        found = low.find(words, end)
        if found > end:
            if meaning == "f":
                return context.keep(at, found + len(words), 85)
            stop = drop(w.ADVERBS, low, found, end)
            return things(context, end, stop, meaning == "+", found + len(words))
    return 0


def things(context: "UtteranceContext", at: int, end: int, like: bool, used: int) -> int:
    """Keep the things between `at` and `end`, one by one where it is a list; `used` or 0."""
    w, low = context.w, context.low
    kept = False
    for join in each(w.AND):
        both = low.find(join, at + 1, end)
        while both > 0:
            if join == w.WITH and _is_with(context, at, both, end):
                break
            kept = _thing(context, at, both, like) or kept
            at = both + len(join)
            both = low.find(join, at, end)
    kept = _thing(context, at, end, like) or kept
    context.listing = ("like" if like else "dislike") if kept else ""
    return used if kept else 0


def _is_with(context: "UtteranceContext", at: int, both: int, end: int) -> bool:
    """True where 和, and does not join two things: 和朋友一起, rock and roll."""
    w, low = context.w, context.low
    after = both + len(w.WITH)
    if " " in low[at:both] and " " in low[after:end].strip() and not has(w.TOGETHER, low[at:end]):
        return head(w.PEOPLE, low, after) > 0  # Thai food and old movies are two
    if (
        " " in low[at:both]
        or both - at > w.LIST_REACH
        or end - after > w.LIST_REACH
        or head(w.PEOPLE, low, after)
    ):
        return True
    return has(w.TOGETHER, low[at:end])


def _thing(context: "UtteranceContext", at: int, end: int, like: bool) -> bool:
    """Keep one thing liked or disliked, trimmed; False where it is none."""
    w, low = context.w, context.low
    before = -1
    while before != end - at:
        before = end - at
        end = drop(w.PARTICLES, low, end, at)
        at = at if head(w.A_THING, low, at) else skip(w.THING_HEADS, low, at)
    if low[at : at + 1] in w.TO_EAT and end - at > 2 and low[at + 1 : at + 2] not in w.NO_FOOD:
        at = skip(w.THING_HEADS, low, at + 1)
    no_thing = head(w.NO_THING, low, at) and not head(w.A_THING, low, at)
    if w.NEEDS_ARTICLE and low[at : at + 3] == "my " and head(w.KIN, low, at + 3):
        return False  # I don't get on with my brother
    if at >= end or no_thing or entry(w.VAGUE, low[at:end]):
        return False
    if has(w.NOT_IN_THING, " " + low[at:end]) or len(context.text[at:end].encode()) > _THING_CAP:
        return False
    context.add("like" if like else "dislike", context.text[at:end])
    return True


def liked_most(context: "UtteranceContext") -> bool:
    """周杰伦是我最喜欢的歌手, pizza is my favourite."""
    w, low = context.w, context.low
    for table in (w.LIKED_MOST, w.DISLIKED_MOST):
        at = cut(table, low, 0)
        end = drop(w.ADVERBS, low, at)
        if 0 < at < len(low) and things(context, 0, end, table == w.LIKED_MOST, at):
            return True
    return False


def go_on(context: "UtteranceContext", kind: str) -> bool:
    """A list of things that goes on in this clause: 苹果，香蕉，还有梨. True where it does."""
    w, low = context.w, context.low
    at = skip(w.MORE, low)
    if head(w.SELF, low, at) or look(w.LEADS, low, skip(w.ADVERBS, low, at))[1] not in ("", "T"):
        return False
    if not at:  # kept if the list goes on after it
        if len(low) <= w.ITEM_REACH and low.count(" ") < 2 and number(low, 0)[0] < 0:
            context.waiting.append(context.text)
            context.listing = kind
        return context.listing == kind
    if not things(context, at, cut(w.THING_ENDS, low, at + 1), kind == "like", 1):
        return False
    for thing in context.waiting:
        context.add(kind, thing, 80)
    context.waiting = []
    return True


def fact(context: "UtteranceContext", at: int, end: int, meaning: str) -> int:
    """A fact whose first words end at `end`."""
    w, low = context.w, context.low
    stop = drop(w.PARTICLES, low, cut(w.FACT_ENDS, low, end), end)
    if low[at : at + 1] == "不" and has(w.PAST_DAYS, low[:at]):
        return 0  # 今天我不喝酒
    if meaning in "sS":
        some = low[end : end + 1] == "半" and "年" in low[end : end + 4]
        if some or number(low, end)[0] > 0:  # 结婚三年了
            return context.keep(at, stop, 85)
        for words in (" years ", " ago ") if w.NEEDS_ARTICLE else ():
            years = low.find(words, end)  # sober for six years, quit smoking two years ago
            if years > 0 and (words != " years " or low[end:].startswith("for ")):
                return context.keep(at, years + len(words) - 1, 85)
        tail = end + head("|last |this |in |at |from |with |", low, end) * w.NEEDS_ARTICLE
        if tail > end:  # retired last year, in June, from the fire service
            dated = low[end:tail] in ("last ", "this ") or number(low, tail)[0] > 0
            dated = dated or look(w.WHEN, low, tail)[1] != ""
            more = cut("| and | so | to | too |", low[:stop], end)
            return context.keep(at, low.find(" ", tail) if dated else more, 85)
        return context.keep(at, end, 85) if context.ends(end) else 0
    if not _fits(context, meaning, end, low[end:stop]):
        return 0
    used = context.keep(at, stop, 85)
    context.unnamed = meaning in "ph"
    return used


def _fits(context: "UtteranceContext", meaning: str, at: int, rest: str) -> bool:
    """True where the rest of a fact, which begins at `at`, is what its first words ask for."""
    w = context.w
    if not rest:
        return meaning == "e"
    if meaning in "RGBPKMi":
        return _is_reached(context, meaning, at, rest)
    if meaning == "h":
        return (has(w.ILLS, rest) and len(rest) < 40) or _owns(context, at, rest)
    if meaning == "w":
        return works(context, rest)
    if meaning == "g":  # 学了八年小提琴, 高考考了六百分
        return rest[number(rest, 0)[1] :][:1] in ("年", "分")
    if meaning == "j":  # have been playing the cello for ten years
        return has("| years | since |", " " + rest + " ")
    if meaning == "d":
        other = has(w.NOT_IN_THING, rest) or head(w.NO_SLOT, rest) or rest[:1] in "给错完到来"
        return rest[-1:] == "的" and 2 < len(rest) < 10 and not other
    if meaning == "z":
        return rest[:1] in w.ZODIAC and len(rest) < 4
    if meaning == "y":
        return entry(w.AFRAID, rest)
    if head(w.NO_SLOT, rest):
        return False
    if meaning == "q":
        kept = cut(w.KEPT_AT, rest, 1) + 2
        inside = has(w.INSIDE, " " + rest.strip()) and (w.NEEDS_ARTICLE or is_place(w, rest, kept))
        return inside and context.owner_at(skip(w.BEFORE_SELF, context.low)) > 0
    return True


def _is_reached(context: "UtteranceContext", meaning: str, at: int, rest: str) -> bool:
    """True for a feat, a grade, a part of the body, a thing that is kept, what one becomes."""
    w = context.w
    if meaning == "R":
        return has(w.RACES, rest) or has(w.FEATS, " " + rest + " ")
    if meaning == "M":  # climbed Ben Nevis
        named = context.text[skip(w.ARTICLES, context.low, at) :][:1]
        return "A" <= named <= "Z"
    if meaning == "i":  # get terrible hay fever
        return has(w.ILLS, rest) and len(rest) < 40
    if meaning == "G":
        return in_grade(rest)
    if meaning == "B":  # have a dodgy knee
        return head(w.BODY, rest) > 0
    if meaning == "K":  # became a grandad
        noun = skip(w.ARTICLES, context.low, at)
        end = drop(w.PARTICLES, context.low, len(context.low), noun)
        return context.kin_at(noun) > 0 or is_trade(context, noun, end)
    bare = rest[: cut("| last | this | off | from |", rest, 1)]
    bare = bare[: cut(w.NOUN_ENDS, bare, 1)]
    return drop(w.BOUGHT, bare, len(bare)) < len(bare)  # bought a car


def in_grade(rest: str) -> bool:
    """True for fifth grade, my second year at uni, what follows on "in"."""
    year = rest[:4] in ("his ", "her ") or rest[:3] == "my "
    return " grade " in rest[:24] or (year and " year " in rest[:16])


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
    if head(w.NO_WORK, rest) or has(w.NO_PLACE_IN, rest[head(w.CITIES, rest) :]):
        return False
    if drop(w.WORK, rest, drop(w.PARTICLES, rest, len(rest)), 1) < len(rest):
        return True
    if lasted(rest, rest.find("了", 2)):  # 公交公司开了二十年的车
        return True
    at = cut(w.WORK_AS, rest, 2)
    return at < min(len(rest) - 1, 10) and not head(w.NO_WORK_AS, rest, at)


def lasted(rest: str, at: int) -> bool:
    """True where a number of years stands behind the 了 at `at`, and a lasting verb before it."""
    if at < 1 or rest[at - 1 : at] not in _LASTING:
        return False
    value, end = number(rest, at + 1)
    end += rest[end : end + 1] in ("多", "几")
    return value > 0 and rest[end : end + 1] == "年"


def _owns(context: "UtteranceContext", at: int, rest: str) -> bool:
    """一只猫, a dog, two kids: counted, and of the things that are worth it; chickens."""
    if context.w.NEEDS_ARTICLE and entry(context.w.OWNED, " " + rest.split(" ")[0] + " "):
        return rest.split(" ")[0][-1:] == "s"
    if context.number(at)[0] < 0 and not head(context.w.ARTICLES, context.low, at):
        return False
    return has(context.w.OWNED, " " + rest)


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


def mine(context: "UtteranceContext", at: int, end: int) -> int:
    """的血型是A型, my job is, 的护照放在抽屉里."""
    w, low = context.w, context.low
    kept = cut(w.KEPT_AT, low, end)
    if w.NEEDS_ARTICLE and (head(w.PETS, low, end) or has(w.NOT_KEPT, low, kept)):
        kept = end  # my cat is in the garden
    placed = w.NEEDS_ARTICLE or is_place(w, low, kept + 2)
    if placed and end < kept < min(end + w.ITEM_REACH * 3, len(low) - 3) and context.owner_at(0):
        return context.keep(at, cut(w.FACT_ENDS, low, kept + 2), 85)
    named = low.find(w.IS, end)
    after = named + len(w.IS)
    if named < 0 or after >= len(low) or head(w.NO_SLOT, low, after):
        return 0
    name = low[end : drop(w.ADVERBS, low, named, end)]
    of = skip(w.ARTICLES, low, after)
    if entry(w.MY_THINGS, name + " ") and of > after and not head(w.NO_TRADE, low, of):
        return context.keep(at, cut(w.FACT_ENDS, low, after), 85)
    said = name + " " if w.NEEDS_ARTICLE else name
    if not entry(w.MY, name) and not (drop(w.MY_ENDS, said, len(said)) < len(said) < 24):
        return 0
    return context.keep(at, cut(w.FACT_ENDS, low, after), 85)


def noted(context: "UtteranceContext") -> None:
    """
    What the owner asked to remember and no rule could read, as it was said, if it has no date.
    """
    w, low = context.w, context.low
    end = drop(w.PARTICLES, low, len(low))
    if not 4 <= end <= _FACT_CAP // 3 or "x" in context.flags or head(w.NO_NOTE, low):
        return
    marks = Marks()
    read_dates(low, context.now, marks, w.WHEN)
    if not marks.seen:
        context.add("fact", context.said(0, end), 80)


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
        after, state = look(w.BE, low, at)
        lasting = context.ends(after) if state == "s" else state == "f" and after < len(low)
        lasting = lasting or state == "e"
        lasting = lasting or (state == "G" and in_grade(low[after:]))
        from_there = bare - at == 3 and low[bare - 1 : bare] == "人"  # 湖南人
        lasting = lasting or (from_there and not has(w.NO_ORIGIN + "好|家|", low[at : bare - 1]))
        lasting = lasting or head(w.PETS, low, noun) > 0  # is a labrador
        return trade or lasting or entry(w.STATES, low[at:bare])
    if meaning == "w":
        return works(context, low[at:end]) or look(w.LEADS, low, at)[1] in ("s", "e")
    if meaning and meaning in "RB":
        feat = has(w.FEATS, " " + low[at:end] + " ") or has(w.SCHOOLS, " " + low[at:end] + " ")
        return feat if meaning == "R" else head(w.BODY, low, at) > 0
    if meaning and meaning in "+-" and end > at:
        bare = drop(w.PARTICLES, low, cut(w.THING_ENDS, low, at + 1), at)
        none = head(w.NO_THING, low, at) or entry(w.VAGUE, low[at:bare]) or bare == at
        return not none and not has(w.NOT_IN_THING, " " + low[at:end])
    if head(w.NO_SLOT, low, at) and meaning == "f":
        return False
    if meaning == "t":
        return "过敏" in low[at:end] and "不过敏" not in low
    if meaning in ("s", "z", "e"):
        return meaning != "s" or context.ends(at)
    if meaning == "d":
        return low[end - 1 : end] == "的" and 2 < end - at < 10
    if meaning == "h":
        return has(w.ILLS, low[at:end])
    return bool(meaning) and end > at
