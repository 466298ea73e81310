"""
Shapes: statements whose object does not stand behind their verb.

    topic and comment   可乐我是不碰的, 花生我吃了就过敏, celery I can't stand
    frames              见了香菜就想吐, 没有什么比爬山更开心, nothing beats fresh bread
    the body            膝盖不好, 一喝牛奶就拉肚子, my left knee is bad
    habits              每天早上跑步, I go swimming twice a week

`clause` asks for `comment` before it parts two clauses, and for `framed` where
a statement begins; `self_statements` and `family` ask for the others at a predicate. Functions
take the position where they begin and return where they stop, 0 if they found nothing.
"""

from memory.text.folding import fold

from .facts import revolts, things
from .measures import so_often
from .scan import cut, drop, entry, has, head, look, number, skip
from .utterance import OTHERS, OWNER
from .worth import is_place, occasion, whenever

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .utterance import UtteranceContext

_LONGEST_TOPIC = 24  # characters
_ONCE = "|了|饭|药|东西|多|在|着|"  # behind 吃, where it made ill that time


def comment(w: "Any", low: str, at: int) -> str:
    """
    + or - where what begins at `at`, to the end, likes or dislikes what stands before it; q where
    it says where that is kept, i where it says that it makes ill or may not be eaten.
    """
    me = head(w.SELF, low, at)
    if not me or not 0 < at <= _LONGEST_TOPIC:
        return ""
    return "i" if _is_ill(w, low, at + me) else _judged(w, low, at, me)


def _judged(w: "Any", low: str, at: int, me: int) -> str:
    """As `comment`, behind a word for the owner of `me` characters at `at`."""
    begin = skip(w.COMMENT_ADVERBS, low, at + me)
    end, meaning = look(w.COMMENTS, low, begin)
    if meaning and meaning in "qQ":  # 医保卡我放在床头柜里, 药我放冰箱了
        bare = drop(w.PARTICLES, low, len(low), end)
        inside = meaning == "q" or drop(w.INSIDES, low, bare, end) < bare
        return "q" if inside and is_place(w, low, end) else ""
    if revolts(w, low, begin):
        return "-"
    tail = drop(w.COMMENT_ENDS, low, len(low), begin)
    if _much(w, low, begin, tail):
        return "+"
    if drop(w.ENOUGH, low, tail, begin) < tail:  # 凉皮我一个礼拜吃五顿都不腻
        return "+" if has(w.FREQUENT, low[me + at :]) and has(w.ACTS, low[begin:]) else ""
    if not meaning:
        end, meaning = look(w.LEADS, low, begin)
        if meaning == "!":  # 不太喜欢
            end, meaning = look(w.LEADS, low, skip(w.ADVERBS, low, end))
            meaning = "-" if meaning == "+" else ""
        if not meaning or meaning not in "+-":
            return ""
    if not w.NEEDS_ARTICLE:
        end += head(w.ACTS, low, end)
        if meaning == "n" and low[end : end + 1] == "了":
            return ""  # 可乐我不喝了: not today, or not any more
    if skip(w.COMMENT_ENDS, low, end) < len(low):
        return ""
    return "-" if meaning == "n" else meaning


def _much(w: "Any", low: str, at: int, end: int) -> bool:
    """True for 一次能吃两份, 能天天吃, which goes on at `at` and ends at `end`."""
    if low[at - 1 : at] == "能" and low[at : at + 1] in ("吃", "喝"):
        count, stop = number(low, at + 1)
        large = count == 1 and low[stop : stop + 1] in "盘锅箱盆桶笼屉斤"
        return (count > 1 or large) and end - stop < 3  # 蚵仔煎我一次能吃两份
    often = low[:at].endswith(("能天天", "可以天天", "能顿顿", "能每天"))
    return often and at + head(w.ACTS, low, at) == end


def topic(context: "UtteranceContext") -> bool:
    """可乐我是不碰的, pizza I could eat every day."""
    w, low = context.w, context.low
    for word in w.TOPIC_SELF:
        me = low.find(word, 1)
        liked = comment(w, low, me) if me > 0 else ""
        if not liked:
            continue
        at = skip(w.TOPICS, low)
        end = drop(w.TOPIC_ENDS, low, me, at)
        last = low[end - 1 : end]
        if head(w.FRAMES, low, skip("|一|", low, at), ":"):
            return False  # 一听到打呼噜我就烦
        if head(w.POINTING, fold(context.heard)):
            return False  # that song I can't stand
        kin = liked not in "qi" and context.kin_at(at)
        if head(w.OTHERS, low, at) or kin or "p" in context.flags:
            return False
        if look(w.WHEN, low, at)[0] > at + 1 or drop(w.ADVERBS, low, end, at) <= at:
            return False  # 今天我不喝, 其实我不喝
        if liked == "i":
            return _makes_ill(context, at, end, me)
        fruit = last == "果" and low[end - 2 : end] not in ("结果", "如果", "效果", "后果")
        if not w.NEEDS_ARTICLE and entry(w.TAKES, last) and last != "天" and not fruit:
            return False
        context.subject = OWNER
        if liked == "q":
            return context.keep(0, cut(w.FACT_ENDS, low, me), 80) > 0
        if last == "了" and 0 < low.find("太", at + 1, end):  # 羊肉太膻了我吃不来
            end = low.find("太", at + 1, end)
        return things(context, at, end, liked == "+", end) > 0
    return _judged_behind_me(context)


def _judged_behind_me(context: "UtteranceContext") -> bool:
    """我羊肉一口都不吃, 我肥肉一点都不沾: what is judged stands behind the owner."""
    w, low = context.w, context.low
    if "一口" not in low and "一点" not in low:
        return False
    me = skip(w.ADVERBS, low, context.owner_at(0))
    end = cut(w.NOT_ONE_BIT, low, me)
    judged = 1 == me < end - 1 < _LONGEST_TOPIC
    if not judged or comment(w, low[me:end] + low[:me] + low[end + 2 :], end - me) != "-":
        return False
    context.subject = OWNER
    return things(context, me, end, False, end) > 0


def _is_ill(w: "Any", low: str, at: int) -> bool:
    return reacts(w, low, at) > 0 or reacts(w, low, _behind_kin(w, low, at)) > 0


def _behind_kin(w: "Any", low: str, at: int) -> int:
    """Where it goes on behind a relative: 儿子 of 花生我儿子吃了就过敏; the end where none is."""
    kin = skip(w.OF, low, at)
    size = head(w.KIN, low, kin)
    return kin + size if size else len(low)


def _makes_ill(context: "UtteranceContext", at: int, end: int, me: int) -> bool:
    """
    Keep what makes ill, from `at` to `end`, with what it does: 花生我吃了就过敏 as it is said,
    of a relative 我儿子花生吃了就过敏, "I'm allergic to peanuts" of "Peanuts, I'm ... to them".
    """
    w, text, low = context.w, context.text, context.low
    if entry(w.VAGUE, low[at:end]) or head(w.NO_CAUSE, low, at):
        return False
    context.subject = OWNER
    kin = _behind_kin(w, low, me + head(w.SELF, low, me))
    if w.NEEDS_ARTICLE:
        cause = fold(text[at : at + 1]) + text[at + 1 : end].strip()
        context.add("fact", context.said(me, low.rfind(" ", me, len(low) - 1) + 1) + cause, 80)
    elif kin < len(low):
        context.subject = OTHERS
        context.add("fact", text[me:kin] + text[at:end] + text[kin:], 80)
    else:
        context.keep(at, len(low), 80)
    return True


def reacts(w: "Any", low: str, at: int) -> int:
    """
    Where a statement ends that somebody is made ill by something it does not name, to its end:
    一吃就起疹子, 吃了会过敏, 过敏; 0 where it says no such thing.
    """
    if w.NEEDS_ARTICLE:
        return 0
    taken = skip(w.ADVERBS, low, skip(w.REACTING, low, skip(w.ADVERBS, low, at)))
    end = taken + head(w.TAKEN, low, taken)
    is_taken = end > taken
    before = -1
    while before < end:
        before = end
        end = skip(w.REACTING, low, skip(w.ADVERBS, low, end))
    stop = end + (head(w.UPSETS, low, end) if is_taken else head("|过敏|", low, end))
    if stop == end or (not is_taken and low[stop : stop + 1] == "了"):
        return 0  # 最近我过敏了
    return stop if skip(w.COMMENT_ENDS, low, stop) == len(low) else 0


def reacts_to_that(context: "UtteranceContext", before: "tuple | None") -> bool:
    """
    吃了就过敏 behind 花生我不能吃: kept with the clause before it, (its text, how many memories
    were found before it), which names what makes ill. True where it is read.
    """
    w, low = context.w, context.low
    at = skip(w.ADVERBS, low)
    stop = reacts(w, low, at + context.owner_at(at))
    if before is None or not stop or not has(w.ALLERGIES, low):
        return False
    text, count = before
    last = context.found[-1] if len(context.found) > count else None
    if has(w.PAST_DAYS, text) or "刚" in text:
        return False  # 今天我吃了个桃子，一吃就过敏
    if last is not None and "过敏" in last.content:
        return True
    told = "，" + context.text[:stop]
    if last is not None and last.kind == "fact" and last.content in text:
        context.found.pop()
        context.add("fact", last.content + told, last.confidence)
        return True
    if context.subject != OWNER:
        return False
    context.add("fact", text + told, 75)
    return True


def framed(context: "UtteranceContext", at: int) -> int:
    """见了香菜就想吐: a thing between two words of a frame."""
    w, low = context.w, context.low
    size = head(w.FRAMES, low, at, ":")
    if not size:
        return 0
    tails = look(w.FRAMES, low, at)[1]
    at += size
    end = len(low)
    if tails[1:]:
        end = cut("|" + tails[1:].replace("/", "|") + "|", low, at + 1)
        if end == len(low):
            return 0
        end = drop("|我|", low, end, at)  # 一听到打呼噜我就烦
    else:
        end = cut(w.THING_ENDS, low, at + 1)
    end = drop(w.ADVERBS, low, end, at)
    if tails[1:] and low[:end].endswith("ly "):  # I find golf dreadfully dull
        end = low.rfind(" ", at, end - 1) + 1
    if low[at:end].strip().endswith("ing") and " to " in low[end - 1 : end + 3]:
        return 0  # I prefer going to the beach
    return things(context, at, end, tails[:1] == "+", len(low))


def stored(context: "UtteranceContext") -> bool:
    """备用钥匙在鞋柜上, the spare key is under the mat: where what is kept is found."""
    w, low = context.w, context.low
    at = skip(w.BEFORE_SELF, low)
    at = skip("|的|家里|家|", low, at + context.owner_at(at))
    end = at + head(w.KEPT_THINGS, low, at)
    if end == at:
        end = max(low.find("密码", at, at + 8) + 2, at)  # wifi密码
        end = end if end > 1 else at
    if end == at:
        return False
    if w.NEEDS_ARTICLE:
        kept = min(cut(w.KEPT_AT, low, end), cut(w.KEPT_ON, low, end))
        found = kept < min(len(low), end + 24) and not has(w.NOT_KEPT, low, kept)
    else:
        end = skip(w.ADVERBS, low, end)
        kept = end + max(head(w.KEPT_AT, low, end), head("|在|", low, end))
        found = kept > end and is_place(w, low, kept) and not context.ends(kept)
    return found and context.keep(0, cut(w.FACT_ENDS, low, end), 75) > 0


def ails(context: "UtteranceContext", at: int) -> int:
    """Where a statement ends that a part of the body is ill: 膝盖不好, knee is bad."""
    w, low = context.w, context.low
    part = skip(w.SIDES, low, at)
    sick = low.find("过敏", part + 1, part + 6)
    if sick > 0 and (low[sick - 1 : sick] == "不" or reacts(w, low, part)):
        return 0  # 吃了就过敏 alone says nothing
    if sick > 0 and not head(w.AIL_ADVERBS, low, part):  # 花生过敏
        return sick + 2 if context.ends(sick + 2) and not head(w.NO_THING, low, part) else 0
    end = skip(w.BODY, low, part)
    if end == part:
        return 0
    inside = skip(w.WITHIN, low, end)
    if head(w.PUT_IN, low, inside):  # 心脏里头放了两个支架
        stop = cut(w.FACT_ENDS, low, inside)
        if has(w.ILLS, low[inside:stop]) or has(w.IMPLANTS, low[inside:stop]):
            return stop
    if head(w.WHEN_ILL, low, end + 1):  # 膝盖一下雨就疼
        return upsets(context, end + 1)
    end = skip(w.AIL_ADVERBS, low, end)
    stop = end + head(w.AILING, low, end)
    return stop if stop > end and context.ends(stop) else 0


def upsets(context: "UtteranceContext", at: int) -> int:
    """Where a statement ends that something makes ill: 一喝牛奶就拉肚子, peanuts give me hives."""
    w, low = context.w, context.low
    if w.NEEDS_ARTICLE:
        end = cut(w.UPSETS, low, 1) if " m" in low else 0
        said = 0 < end < min(len(low), 20)
        return len(low) if said and not head(w.OTHERS, low) and not head(w.NO_CAUSE, low) else 0
    then = max(low.find("就", at + 2), low.find("会", at + 2))
    when = 3 * (low[at + 1 : at + 3] == "久了") or head(w.WHEN_ILL, low, at)
    if when:  # 坐久了就疼, 一下雨腿就疼
        end = skip(w.SIDES, low, skip(w.BODY, low, at + when))
        end = skip(w.BODY, low, skip("|就|会|", low, end))
        return end + head(w.UPSETS, low, end) if head(w.UPSETS, low, end) else 0
    taken = at + head(w.TAKEN, low, at)
    end = skip(w.ADVERBS, low, then + 1)
    begin = taken
    if low[taken : taken + 1] == "到" and has(w.ALLERGIES, low[end:]):
        begin = taken + 1  # 闻到花粉就打喷嚏
    if low[taken : taken + 1] == "了" and ("会" in low[then:end] or low[end : end + 2] == "过敏"):
        begin = taken + 1  # 吃了花生会过敏
    if then < 0 and taken > at and context.owner_at(skip(w.BEFORE_SELF, low)):  # 吃虾起疹子
        return _upset_behind(w, low, at, taken)
    once = "了" in low[begin:then] or "刚" in low[:at] or has(w.PAST_DAYS, low[:at])
    if taken == at and not low[:at].endswith("一"):
        return _taken_behind(w, low, at)
    if taken == at or once or "到" in low[begin:then] or skip("|着|见|", low, begin) >= then:
        return 0  # 我刚才吃了个苹果就肚子疼
    stop = end + head(w.UPSETS, low, end)
    return stop if 0 < then < at + 9 and stop > end else 0


def _upset_behind(w: "Any", low: str, at: int, thing: int) -> int:
    """Where 虾浑身起疹子 ends, a thing and what it does; 0 for none."""
    for place in range(thing + 1, min(thing + 5, len(low))):
        does = skip(w.REACTING, low, place)
        stop = does + head(w.UPSETS, low, does)
        if stop > does and low[stop:] in ("", "的"):
            none = entry(w.VAGUE, low[thing:place]) or head(w.NO_THING, low, thing)
            none = none or has(_ONCE, low[thing:place]) or has(w.PAST_DAYS + "刚|", low[:at])
            return 0 if none else stop
    return 0


def _taken_behind(w: "Any", low: str, at: int) -> int:
    """Where 花生吃了会过敏 ends, a thing before what is done with it; 0 for none."""
    if head(w.NO_THING, low, at) or head(w.NO_CAUSE, low, at) or head(w.OTHERS, low, at):
        return 0
    for place in range(at + 1, min(at + 7, len(low) - 2)):
        if head(w.TAKEN, low, place):
            if entry(w.VAGUE, low[at : drop("|一|", low, place, at)]):
                return 0  # 我早饭吃了就拉肚子
            once = has(w.PAST_DAYS, low[:place]) or "刚" in low[:at]
            return 0 if once else reacts(w, low, place)
    return 0


def _is_done(w: "Any", low: str, at: int, rest: str, meaning: str) -> bool:
    """True for what is done, not how things are: 跑步, but not 很忙."""
    mood = has(w.MOODS, " " + rest.replace("太极", ""))
    if (len(rest) < 2 and rest != "醒") or mood or has(w.NO_HABIT, " " + rest):
        return False
    if meaning in ("U", "T") or head(w.DAILY, low, skip(w.DAILY_HEADS, low, at)):
        return True
    usual = has(w.AS_USUAL, low[:at])  # 我一般用左手, I usually skip lunch
    return usual or (
        not w.NEEDS_ARTICLE
        and has(w.DAILY_ENDS, rest + rest.replace("个", "") + rest.replace("一次", ""))
    )


def abstains(context: "UtteranceContext", begin: int, at: int) -> int:
    """Keep what the owner never does, 从来不熬夜, 一般不接陌生电话; where it ends, 0 for none."""
    w, low = context.w, context.low
    verb = at + head("|从不|不|", low, at)
    if verb == at or not head(w.NOT_DONE, low, verb):
        return 0
    first = skip(w.BEFORE_SELF, low)
    as_a_rule = verb - at == 2 or has("|从来|向来|一般|平时|基本|几乎|通常|", low[begin:at])
    if not as_a_rule or not context.owner_at(first):
        return 0
    stop = cut(w.FACT_ENDS, low, verb)
    end = drop(w.PARTICLES, low, stop, verb)
    if has(w.NOT_IN_THING + "了|", low[verb:stop]) or "的" in low[verb : end - 1]:
        return 0
    context.add("habit", context.said(first, end), 75)
    return end


def habit(context: "UtteranceContext", begin: int, at: int, meaning: str) -> int:
    """每天早上跑步, go swimming twice a week, usually wake up at six."""
    w, low = context.w, context.low
    front = fold(context.front)
    ruled = whenever(w, low, at)
    every = low[:at].endswith("就") and has("|一到|每到|一有空|没事就|没事儿就|闲下来|", low[:at])
    usual = meaning or ruled or every or has(w.USUALLY, front + low[begin:at])
    if not (usual or has(w.OFTEN, " " + front + low) or so_often(low, at)):
        return 0
    body = look(w.LEADS, low, at)[0] if meaning in ("H", "U") else at  # 我天天喝
    first = skip(w.BEFORE_SELF, low)
    if not w.NEEDS_ARTICLE and context.owner_at(first):
        body = occasion(w, low, body)
    stop = cut(w.FACT_ENDS, low, max(at + 1, body, ruled))
    end = drop(w.PARTICLES, low, stop, at)
    if low[end:stop] == "了" and has("|点就|半就|准时|", low):
        return 0  # 我早上五点就起来了
    end = stop if has(w.OFTEN, low[end - 1 : stop] + " ") else end
    if meaning == "T" and drop(w.COMMUTES, low, drop("|的|", low, end, at), at) == end:
        return 0
    rest = "要" * (low[body - 1 : body] == "得") + low[body:end]
    if not ruled and not has(w.WITHOUT, rest) and not _is_done(w, low, at, rest, meaning):
        return 0
    if not context.owner_at(first):
        if not (meaning == "H" or ruled or every) or context.subject != OWNER:
            return 0
        first = 0 if every else at  # 我住在三重，每天搭捷运上班
    elif has(w.FRONTS, low[:first]):
        first = 0  # 周末我一般在家
    context.add("habit", context.front + context.said(first, end), 75)
    return end
