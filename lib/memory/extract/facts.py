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
from .places import of_ours
from .scan import cut, drop, each, entry, has, head, look, number, skip
from .time_phrases import read as read_dates
from .worth import fits, is_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .utterance import UtteranceContext

_THING_CAP = 60  # bytes of UTF-8, as in `kinds`
_FACT_CAP = 240
_PERSONS_THINGS = (
    "|coffee |tea |cat |dog |wine |beer |cheese |chocolate |breakfast |beach |gym |horse |plant "
    "|book |sushi |dessert |pizza |seafood |meat |city |mountain |summer |winter |party |cocktail "
    "|bird |museum |car |bike |football |sports |tv |podcast |movie |salad |fish |phone |"
)
_SOME = ("一个", "一支", "一首", "一部", "一款", "一家", "一本")
_WHEN_NOT = (
    "| after | before | past | on a | on week| on mon| on tue| on wed| on thu| on fri"
    "| on sat| on sun|"
)
_NO_OBJECT = "|after |before |past |at |during |on |until |in |with |"


def taste(context: "UtteranceContext", at: int, end: int, meaning: str, said: str) -> int:
    """What is liked or disliked, behind a verb up to `end`; `said` is it and its adverbs."""
    w, low = context.w, context.low
    if meaning == "t":
        return _towards(context, at, end)
    like = meaning in "+^v"
    while at < end and low.startswith(low[at:end], end):
        at, end = end, 2 * end - at  # I hate hate hate olives
    stop = _thing_end(w, low, end + 1)
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
    if (
        end <= of <= end + 8 and low[of : of + 3] != "的时候" and of < named < min(of + 9, stop)
    ):  # 最喜欢的颜色是蓝色
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
    rule = -1 if like else _as_a_rule(context, at, end, stop, said)
    if rule >= 0:
        return rule
    used = things(context, end, stop, like, stop)
    return fact(context, at, end, "s") if meaning == "~" and not used else used


def _thing_end(w: "Any", low: str, at: int) -> int:
    """
    Where a thing ends: before the verb of "mushrooms can't stand them", behind the clause of
    "people who don't listen", whose verb keeps its n't.
    """
    end = cut(w.THING_ENDS, low, at)
    while low.startswith("not ", end):
        verb = drop(w.AUXILIARIES, low, end, at)
        if verb == end or not has("| who | that | which |", low[at - 1 : verb]):
            return verb
        end = cut(w.THING_ENDS, low, end + 4)
    return end


def of_a_person(context: "UtteranceContext", at: int) -> int:
    """Where "am a cat person", "am not a coffee person" ends: a taste; 0 for none."""
    w, low = context.w, context.low
    if not low.startswith("am ", at):
        return 0
    at = skip(w.ADVERBS, low, at + 3)
    noun = at + head("|a |a big |not a |not a big |not a huge |not much of a |a total |", low, at)
    end = noun + head(_PERSONS_THINGS, low, noun)
    stop = end + head("|person |", low, end)
    bare = drop(w.PARTICLES, low, len(low), stop) == stop or context.ends(stop)
    if noun == at or end == noun or stop == end or not bare:
        return 0
    return things(context, noun, end, not low.startswith("not ", at), stop)


def _as_a_rule(context: "UtteranceContext", at: int, end: int, stop: int, said: str) -> int:
    """
    Where "I don't eat after eight" and 晚上从来不喝咖啡 stop, which say when something is not
    eaten: a habit; 0 for "I don't eat with them", -1 for what is disliked.
    """
    w, low = context.w, context.low
    seldom = False
    if not w.NEEDS_ARTICLE:
        if low[end - 2 : end] not in ("不吃", "不喝"):
            return -1
        seldom = _seldom(context, end, said)
        if not seldom and has("|晚上|早上|睡前|中午|", said):
            return 0  # 早上不喝咖啡我就没精神
    elif head(_NO_OBJECT, low, end):
        seldom = low[:end].endswith((" eat ", " drink ")) and not head("|with |", low, end)
        if not seldom:
            return 0
    else:  # I never drink coffee after three
        seldom = has(_WHEN_NOT, low[end:stop])
    if not seldom:
        return -1
    context.add("habit", context.said(0, stop), 75)
    return stop


def _seldom(context: "UtteranceContext", end: int, said: str) -> bool:
    """True for the 早饭 of 一般不吃早饭, the 咖啡 of 晚上从来不喝咖啡."""
    w, low = context.w, context.low
    if head("|早饭|早餐|午饭|晚饭|夜宵|宵夜|", low, end) and has("|一般|平时|通常|基本|", said):
        return True
    if drop(w.PARTICLES, low, len(low), end) == end or not context.owner_at(0):
        return False  # 我中午不吃
    once = has(w.PAST_DAYS, low) or "了" in low[end:]
    return has("|晚上|早上|睡前|中午|", said) and not once


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
    is_thing = head(w.A_THING, low, at) or of_ours(context, at, end)
    no_thing = head(w.NO_THING, low, at) and not is_thing
    if w.NEEDS_ARTICLE and low[at : at + 3] == "my " and head(w.KIN, low, at + 3):
        return False  # I don't get on with my brother
    if (
        low[at : at + 2] in _SOME
        and low.find("叫", at + 3, end) > 0
        and low[at + 2 : at + 3] != "人"
    ):
        at = low.find("叫", at, end) + 1  # 一个乐队叫告五人
    if not w.NEEDS_ARTICLE:
        end = _once(w, low, at, end)
    if at >= end or no_thing or entry(w.VAGUE, low[at:end]):
        return False
    if has(w.NOT_IN_THING, " " + low[at:end]) or len(context.text[at:end].encode()) > _THING_CAP:
        return False
    context.add("like" if like else "dislike", context.said(at, end))
    return True


def _once(w: "Any", low: str, at: int, end: int) -> int:
    """Where 收集邮票 ends of 收集邮票收集了二十多年."""
    for size in (2, 1):
        again = low.find(low[at : at + size] + "了", at + size + 1, end)
        years = again + size + 1
        if again > 0 and (number(low, years)[0] > 0 or head(w.LONG, low, years)):
            return again
    return end


def forgone(context: "UtteranceContext", at: int) -> int:
    """Where "I don't usually eat breakfast" ends: what is not done is a habit, too; 0 for none."""
    w, low = context.w, context.low
    end = at + (head("|do not |never |", low, at) if w.NEEDS_ARTICLE else 0)
    usual = skip("|usually |normally |generally |often |really |even |", low, end)
    verb = usual + head(w.DAILY, low, usual)
    if end == at or verb == usual:
        return 0
    meal = skip("|breakfast |lunch |dinner |supper |", low, verb)
    eaten = meal > verb and (meal == len(low) or head("|at |on |in |before |until |", low, meal))
    said = has(w.AS_USUAL, low[end:usual]) or (
        low.startswith("never ", at)
        and head("|watch |wear |cook |drive |read |answer |bake |skip |", low, usual) > 0
    )
    said = said and not head(w.NO_THING, low, verb)
    if not eaten and (not said or has(w.NO_HABIT, " " + low[usual:])):
        return 0
    stop = drop(w.PARTICLES, low, cut(w.FACT_ENDS, low, verb), verb)
    begin = skip(w.BEFORE_SELF, low)
    if said or low.startswith("do ", at):  # what is never eaten is no habit
        context.add("habit", context.said(begin if context.owner_at(begin) else at, stop), 75)
    return stop


def revolts(w: "Any", low: str, at: int) -> bool:
    """True for 闻着就反胃, 一看就头疼."""
    then = skip("|着|到|见|了|", low, at + head("|闻|看|听|想|提|见|", low, at))
    return then > at and low[then : then + 1] == "就" and head(w.REVOLTING, low, then + 1) > 0


def liked_most(context: "UtteranceContext") -> bool:
    """周杰伦是我最喜欢的歌手, pizza is my favourite."""
    w, low = context.w, context.low
    for table in (w.LIKED_MOST, w.DISLIKED_MOST):
        at = cut(table, low, 0)
        end = drop(w.ADVERBS, low, at)
        if not 0 < at < len(low):
            continue
        like = table == w.LIKED_MOST
        if low.startswith("is ", at) and " and " in low[:at]:  # rum and raisin is one thing
            return _thing(context, 0, end, like)
        if things(context, 0, end, like, at):
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
        years = end if w.NEEDS_ARTICLE else skip(w.SPANS, low, end)  # 快十年了
        some = low[years : years + 1] in ("半", "几") and "年" in low[years : years + 4]
        stays = has(w.ILLS, low[at:end]) or has(w.STAYING, low[at:end])
        some = some or (head(w.LONG, low, years) > 0 and stays)  # 好几年了
        if some or number(low, years)[0] > 0:  # 结婚三年了
            return context.keep(at, stop, 85)
        for words in (" years ", " ago ") if w.NEEDS_ARTICLE else ():
            years = low.find(words, end)  # sober for six years, quit smoking two years ago
            if years > 0 and (words != " years " or low[end:].startswith("for ")):
                return context.keep(at, years + len(words) - 1, 85)
        tail = end + head("|last |this |in |at |from |with |of |", low, end) * w.NEEDS_ARTICLE
        if tail > end:  # retired last year, in June, from the fire service
            dated = low[end:tail] in ("last ", "this ") or number(low, tail)[0] > 0
            dated = dated or look(w.WHEN, low, tail)[1][:1] not in ("", "@", "t", ".", "g")
            dated = dated and low[end:tail] != "with "  # divorced with two kids
            if low[end:tail] == "from " and look(w.WHEN, low, tail)[1][:1] in ("W", "D", "n"):
                return 0  # I'm on nights from Thursday
            more = cut("| and | so | to | too |", low[:stop], end)
            return context.keep(at, low.find(" ", tail) if dated else more, 85)
        worse = end if w.NEEDS_ARTICLE else skip(w.WORSE, low, end)
        end = worse if context.ends(worse) else end  # 晕车特别厉害
        other, both = look(w.BE, low, skip("|half |", low, end + 4 * low.startswith("and ", end)))
        end = other if both == "S" and meaning == "S" and other > end + 4 else end
        return context.keep(at, end, 85) if context.ends(end) else 0
    if not fits(context, meaning, end, low[end:stop]):
        return 0
    used = context.keep(at, stop, 85)
    context.unnamed = meaning in "ph"
    return used


def mine(context: "UtteranceContext", at: int, end: int) -> int:
    """的血型是A型, my job is, 的护照放在抽屉里."""
    w, low = context.w, context.low
    kept = cut(w.KEPT_AT, low, end)
    if w.NEEDS_ARTICLE and (head(w.PETS, low, end) or has(w.NOT_KEPT, low, kept)):
        kept = end  # my cat is in the garden
    placed = w.NEEDS_ARTICLE or is_place(w, low, kept + 2)
    if placed and end < kept < min(end + w.ITEM_REACH * 3, len(low) - 3) and context.owner_at(0):
        return context.keep(at, cut(w.FACT_ENDS, low, kept + 2), 85)
    if w.NEEDS_ARTICLE and cut("| is size | are size |", low, end) < min(len(low), end + 12):
        return context.keep(at, cut(w.FACT_ENDS, low, end), 85)  # my feet are size twelve
    named = low.find(w.IS, end)
    after = named + len(w.IS)
    if named < 0 or after >= len(low) or head(w.NO_SLOT, low, after):
        return 0
    name = low[end : drop(w.ADVERBS, low, named, end)]
    if has(w.SECRET, name + " ") or not _is_size(context, name, after):
        return 0
    of = skip(w.ARTICLES, low, after)
    if entry(w.MY_THINGS, name + " ") and of > after and not head(w.NO_TRADE, low, of):
        return context.keep(at, cut(w.FACT_ENDS, low, after), 85)
    said = name + " " if w.NEEDS_ARTICLE else name
    if not entry(w.MY, name) and not (drop(w.MY_ENDS, said, len(said)) < len(said) < 24):
        return 0
    return context.keep(at, cut(w.FACT_ENDS, low, after), 85)


def _is_size(context: "UtteranceContext", name: str, at: int) -> bool:
    """False for my shoe size is weird, a number or a size that none follows."""
    w, low = context.w, context.low
    sized = drop(w.SIZED, " " + name + " ", len(name) + 2) <= len(name)
    digits = [one for one in range(10) if str(one) in low[at:]]
    return (
        not sized or digits != [] or context.number(at)[0] >= 0 or has(w.SIZES, low[at : at + 4])
    )


def dosed(context: "UtteranceContext") -> bool:
    """the doctor's got me on warfarin."""
    w, low = context.w, context.low
    begin = skip(w.BEFORE_SELF, low)
    who = begin + head(w.DOCTORS, low, begin)
    drug = who + head(w.GIVING, low, who)
    stop = cut(w.FACT_ENDS, low, drug)
    if who == begin or drug == who or not has(w.ILLS, low[drug:stop]):
        return False
    context.add("fact", context.said(begin, stop), 85)
    return True


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
