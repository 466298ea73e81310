"""
Plans: events and schedules, birthdays and other days of every year, and when they are.

Reads a clause with a date or a time ahead of now. The plan is what remains without the owner, the
time and the words of intention. Orders to the device, weather and "see you tomorrow" are no plans.
The words are the tables `w` of a language.
"""

from memory.text.dates import DAY, REPEATS, has_time

from .date_phrases import (
    DAILY,
    EVENING,
    MONTHLY,
    MORNING,
    YEARLY,
    Marks,
    joined,
    resolve,
    times,
)
from .measures import birthday_text
from .scan import cut, drop, each, entry, has, head, look, number, skip
from .time_phrases import read as read_dates
from .utterance import OTHERS, OWNER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .utterance import UtteranceContext

_LONGEST = 60  # characters of a plan


def read(context: "UtteranceContext", others: bool, asked: bool) -> bool:
    """Every plan of a clause; True where there was one, or a date that waits for its plan."""
    found = False
    day = None
    begin = 0
    while begin < len(context.low):
        marks = Marks()
        spans, end = read_dates(context.low[begin:], context.now, marks, context.w.WHEN)
        if context.marks is not None and not marks.dated() and not marks.repeat:
            marks = joined(context.marks, marks)
        if not marks.dated() and not marks.timed() and not marks.part:
            return found
        if day is not None and not marks.dated():
            marks.day = day
        places = [begin + place for place in spans]
        low = _joined(context.low, places)
        left = skip(context.w.NO_WORDS, low)
        if left + head(context.w.SELF, low, left) >= len(low) and not found:
            context.marks = marks
            return True
        comes = context.kin_at(left) and has(context.w.TO_US, low)  # grandma's coming
        plan = _plan(context, low, marks, others and not comes, asked)
        if plan and _add(
            context, context.spoken(_joined(context.text, places)[plan[0] : plan[1]]), marks
        ):
            found = True
            day = marks.day
        context.marks = None
        begin += end
    return found


def _joined(text: str, places: "list[int]") -> str:
    return "".join([text[places[at] : places[at + 1]] for at in range(0, len(places), 2)])


def _plan(
    context: "UtteranceContext", low: str, marks: Marks, others: bool, asked: bool
) -> "tuple | None":
    """(begin, end) of what is planned within the words left; None where they are no plan."""
    w = context.w
    begin = 0
    if not asked:
        begin = skip(w.NO_WORDS, low)
        if "x" in context.flags or _is_not_mine(w, low, begin, others):
            return None
        if _is_no_plan(context, low, marks, begin):
            return None
    signed = cut(w.SIGNED, low, 0) if w.SIGN in low else len(low)
    if signed < len(low) and not others:  # 报了三月的半马, signed up for a marathon in October
        at = skip(w.NO_WORDS, low, signed + head(w.SIGNED, low, signed))
        end = drop(w.PLAN_ENDS, low, len(low), at)
        return (at, end) if has(w.RACES, low[at:end]) else None
    if _they_do(w, low) and not _is_mine(context) and not context.kin_at(begin):
        return None  # the school is having a fair
    if marks.part == 0:
        _guess_part(context, low, marks)
    series = w.NEEDS_ARTICLE and marks.repeat and (marks.timed() or marks.repeat == MONTHLY)
    at = _intent(w, low, begin, asked or bool(series))
    at -= 4 * (low[at - 4 : at + 4] == "due date") + 2 * (low[at - 2 : at + 1] == "约了人")
    end = _without_is(w, low, at, drop(w.PLAN_ENDS, low, len(low), at))
    if end <= at:
        return _reminder(w, low) if asked else None
    if end - at == 1 and w.KEPT and low.rfind(w.KEPT, begin, at) >= 0:
        at = low.rfind(w.KEPT, begin, at)  # 有课, 有个会
    if _says_nothing(w, low[at:end]):
        return None
    bare = w.NEEDS_ARTICLE and look(w.WHEN, low, at)[0] >= end  # I'll be fifty
    goes = head("|be at |be in |see the |see a |see my |see our |", low, at)
    no_plan = head(w.NO_PLAN_HEADS, low, at) and not goes
    if bare or no_plan or "0" <= low[at : at + 1] <= "9":
        return None
    if not asked and (look(w.LEADS, low, at)[1] in ("+", "-") or " you " in low[at - 1 : end]):
        return None  # 我喜欢春节联欢晚会; call you
    return (at, end) if asked or _is_meant(context, low, marks, begin, at) else None


def _without_is(w: "Any", low: str, at: int, end: int) -> int:
    """Where "school concert's" of "my school concert's next Wednesday" ends."""
    end -= low[end - 1 : end] == "在" and drop(w.EVENTS, low, end - 1, at) < end - 1  # 年会在
    somewhere = not low[at:end].endswith("'s ") or has(w.AT_SOMEBODY, " " + low[:end])
    return end if somewhere else end - 3


def _says_nothing(w: "Any", said: str) -> bool:
    """True for see you, and where only the day is kept: 我们家在过年."""
    if not 2 <= len(said) <= _LONGEST or entry(w.SEE_YOU, said):
        return True
    if said.startswith("birthday ") and not has(w.EVENTS, said):
        return True  # my birthday is the third of May nineteen eighty
    turns = skip("|满|要|是|该|有|整|", said, said.find("就") + 1)
    aged = number(said, turns)[1]
    if aged > turns and said[aged:] in ("", "岁", "周岁", "周年"):
        return True  # 我爸下个月就六十了
    return said.endswith(("在", "在过", "家都")) and not said.endswith(("都在", "不在"))


def _they_do(w: "Any", low: str) -> bool:
    """True where somebody is busy with something of theirs: is having a fair, are moving out."""
    low = low.replace("'s being ", " ").replace("'s ", " is ")
    at = max(low.find(" is "), low.find(" are "))
    does = low[low.find(" ", at + 1) + 1 :] if at > 0 else ""
    does = does[: does.find(" ")]
    return does.endswith("ing") and not entry(w.TO_US, does)


def _is_no_plan(context: "UtteranceContext", low: str, marks: Marks, begin: int) -> bool:
    """True for habits, and for what a day is like."""
    w = context.w
    timed = has("| on in | on at | on by | on for |", context.low)  # heating on in half an hour
    mine = has(w.SELF, low.replace("给我", ""))
    if head(w.SWITCHES, low, begin) and (timed or has(w.SWITCHED, low)) and not mine:
        return True  # 二十分钟以后把热水器给我关了, put the heating on in half an hour
    if (marks.repeat == DAILY or marks.plural) and not marks.timed():
        return True  # every day, on weekends
    if not w.NEEDS_ARTICLE and not marks.dated() and has(w.AS_A_RULE, context.low):
        return True  # 晚上睡觉前都要泡脚
    if has("|一到|每到|", low) and not has(w.OF_ONE_DAY, context.low):
        return True  # 一到过年就想家, 中秋一到就想家
    ruled = marks.weekday is not None and not (marks.repeat and (marks.part or marks.timed()))
    if ruled and has(w.RULE_DAYS, low) and not has("|下|这|", context.low):
        return True  # 我礼拜天都会去教会
    if has("|以后不|之后不|后不|过了不|", low):
        return True  # 我八点以后不吃东西
    today = marks.day == context.now // DAY  # great match tonight
    if head(w.OF_A_DAY, low, begin) and (
        (today and head(w.PRAISES, low, begin)) or not has(w.EVENTS, " " + low)
    ):
        return True  # Halloween is my favorite holiday; long day tomorrow
    if low.startswith("there is ") and has("| on at | on tonight | on tomorrow |", context.low):
        return True  # there's a film on at nine
    return marks.loose and w.NEEDS_ARTICLE and not _is_mine(context)  # next week will be better


def _guess_part(context: "UtteranceContext", low: str, marks: Marks) -> None:
    """The part of the day that what is done belongs to."""
    w = context.w
    dated = marks.dated() and marks.day != context.now // DAY
    late = not marks.dated() and context.now % DAY >= 18 * 3600 and 3 < (marks.hour or 0) < 12
    if has(w.WAKES, low) and (dated or late):
        marks.part = MORNING
    elif 4 < (marks.hour or 0) < 12 and has(w.SUPPER, low):
        marks.part = EVENING


def _is_mine(context: "UtteranceContext") -> bool:
    """True where the owner is named in what was said, or spoken of."""
    words = each(context.w.SELF) + each(context.w.POSSESSIVES)
    return [True for word in words if " " + word in " " + context.low] != []


def _is_not_mine(w: "Any", low: str, at: int, others: bool) -> bool:
    """True for orders to the device, and for what others do."""
    if head(w.ORDERS, low, skip(w.PLEASE, low, at)) or head(w.NOT_MINE, low, at):
        return True
    met = has("|聚会|聚餐|婚礼|同学会|", low)  # 有同学聚会
    if head(w.ACQUAINTANCES, low.replace("'s ", " "), skip(w.OF_MINE, low, at)) and not met:
        return True
    if has(w.NEARBY, low) or (has(w.OPENING, low) and not has(w.OPENERS, " " + low)):
        return True
    some = low.find("有")
    if some >= 0 and not met and head(w.SOMEBODY, low, skip("|有|一|个|位|", low, some)):
        return True  # 地铁上有个阿姨给我让座
    if others and not has(w.SELF, low) and not has(w.POSSESSIVES, low):
        return True
    if low[at : at + 1] and low[at : at + 1] in w.NICKNAMES and low[at + 1 : at + 2] in w.SURNAMES:
        return not head(w.KIN, low, at)  # 小王下周要结婚了
    return head(w.NEED_EVENT, low, at) > 0 and not has(w.EVENTS, " " + low)


def _is_meant(context: "UtteranceContext", low: str, marks: Marks, begin: int, at: int) -> bool:
    """True where the owner will do what begins at `at`, and does not tell how things are."""
    w = context.w
    if low[at + 1 : at + 2] in w.PAST_OF or _is_done(w, low, at):
        return False
    if drop(w.OVER, low, len(low), at) < len(low) or ("已经" in low and low[-1:] == "了"):
        return False
    is_to = has("|过来|大寿|过寿|过满月|过周岁|", low)
    done = low.replace("过", "") if is_to else low
    if marks.day == context.now // DAY and not marks.timed():
        if 0 < head(w.BEING, low, begin) == at - begin or has(w.WISHES, low):
            return False  # I'm working from home today; 今天想吃火锅
        if _is_so_today(w, low, at, done):
            return False
    if _will(w, low):
        return True
    over = low[-1:] == "了" or drop("|起|起床|起来|睡|睡觉|醒|", low, len(low)) < len(low)
    if not marks.dated() and over and has("|就|才|准时|", low):
        return False  # 我早上五点就起来了
    if marks.far and not w.NEEDS_ARTICLE and not head(w.KIN, low, at + head(w.SELF, low, at)):
        return False
    if not marks.timed() and (not marks.dated() or has(w.DONE, done[:-1])):
        return False
    if has(w.ANNIVERSARY, low):
        return True
    kin = head(w.KIN, low, at + head(w.SELF, low, at))
    bare = drop(w.PLAN_ENDS, low, len(low), at)
    meets = drop("|聚会|聚餐|婚礼|同学会|", low, bare, at) < bare
    if not (marks.timed() or w.NEEDS_ARTICLE or kin or meets or _is_deed(w, low, at)):
        return False
    return not has(w.MOODS, " " + low[at:].replace("太极", ""))


def _is_so_today(w: "Any", low: str, at: int, done: str) -> bool:
    """True for what is or was so: 今天开会开到头都大了, 今天我爸给我打电话."""
    is_so = not w.NEEDS_ARTICLE and has("|没|还|又|是|给我|", low[at:])
    return (is_so or has(w.DONE, done)) and not _will(w, low.replace("有个", ""))


def _will(w: "Any", low: str) -> bool:
    """True where it is said that it will be: 要, 打算, 会 but not 开会."""
    for word in each(w.NO_WILL):
        low = low.replace(word, "") if word else low
    return has(w.WILL, low)


def _is_done(w: "Any", low: str, at: int) -> bool:
    """True for what somebody has done: I have accepted."""
    if not w.NEEDS_ARTICLE:
        return False
    kin = head(w.KIN, low, at)
    words = (low[at + kin :] + " ").split(" ")[:2]
    for word in () if words[0] == "being" else words:  # accepted; not: I'm being discharged
        if word.endswith("ed") and not word.endswith("eed") and not entry(w.TO_COME, word):
            return True
    done = w.WAS_DONE + "got|" if kin else w.WAS_DONE  # but: got yoga at six
    return entry(done, words[0]) or (kin > 0 and entry(done, words[-1]))


def _reminder(w: "Any", low: str) -> "tuple[int, int] | None":
    """The words that ask to be reminded, where they do not say of what: 叫我, alarm."""
    said = [word for word in each(w.ALARM) if word in low]
    return (low.find(said[0]), low.find(said[0]) + len(said[0])) if said else None


def _intent(w: "Any", low: str, at: int, asked: bool) -> int:
    """Where the plan begins, behind who plans it and the words of intention."""
    asking = low.rfind("提醒我", at + 1, len(low) - 2)  # 后天我妈生日提醒我买蛋糕
    at = asking if asking > at else at
    both = low.find(" and i ", at) if head(w.POSSESSIVES, low, at) else -1
    at = both + 5 if both >= 0 else at  # my partner Alex and I are
    if entry(w.WHOLE, low[at : at + 2]) and has(w.ANNIVERSARY, low):  # 我和老婆的纪念日
        return at
    having = at + head(w.BEING, low, at)
    if having > at and low[having:].startswith(("having my ", "having our ")):
        return having
    while True:
        at = _lead(w, low, at)
        being = at + head(w.BEING, low, at)
        if being > at and low[being : low.find(" ", being)].endswith("ing"):
            return being
        if being > at and head(w.GOING, low, being):
            return being
        me = at + head(w.SELF, low, at)
        all_of_us = skip(w.ALL_OF_US, low, me) if me > at else me
        if all_of_us > me and not _is_deed(w, low, me):
            me = all_of_us
        more = _lead(w, low, me)
        if me == at or head(w.KIN, low, me):
            return at
        if not (asked or more > me or me == at + 1 or _is_deed(w, low, more)):
            return at  # 我们组开会
        at = more


def _is_deed(w: "Any", low: str, at: int) -> bool:
    return (at < len(low) and low[at : at + 1] in w.DEEDS) or head(w.EVENTS, low, at) > 0


def _lead(w: "Any", low: str, at: int) -> int:
    """Past the words of intention; 会 only where it is not 会议."""
    while True:
        begin = at
        at = skip(w.PLAN_LEADS, low, at)
        modal = low[at : at + 1]
        if modal and modal in w.MODALS and low[at + 1 : at + 2] not in w.NO_MODALS:
            at += 1
        if begin == at:
            return at


def _add(context: "UtteranceContext", plan: str, marks: Marks) -> bool:
    """Keep a plan, on each of its days of the week."""
    w = context.w
    added, low = False, context.low
    if drop(w.WAS_ON_DAY, low, len(low)) < len(low) and not has(w.INTENDED, low):
        return context.keep(0, len(low), 85) > 0  # 我们五月二号结婚的 is over
    kin = head(w.SELF, plan) + head(w.KIN, plan, head(w.SELF, plan))
    if plan[kin : kin + 1] == "就" and kin > 1 and plan[kin + 1 : kin + 2] not in w.NO_MODALS:
        plan = plan[:kin] + plan[kin + 1 :]  # 我女儿就开学
    for _ in times(marks):
        found = resolve(marks, context.now)
        if found is None:
            continue
        added, (when, repeat) = True, found
        fields: "dict[str, object]" = {"when": when}
        if has_time(when) and repeat:
            fields["repeat"] = REPEATS[repeat]
        elif has_time(when) and marks.length:
            fields["duration"] = marks.length
        context.add("schedule" if has_time(when) else "event", plan, 85, **fields)
    return added


def birthday(context: "UtteranceContext") -> bool:
    """The owner's birthday, a relative's, or another day that comes every year."""
    w, low = context.w, context.low
    late, context.birth = context.birth, 0
    if "b" not in context.flags and not late and not (w.BORN and "年" in low and "月" in low):
        return False
    if "l" in context.flags:  # of the old calendar: a fact, its day cannot be told here
        return head(w.SELF, low) > 0 and "月" in low and context.keep(0, len(low), 85) > 0
    marks, roc, low = Marks(), "民国" in low, low.replace("民国", "")
    spans, end = read_dates(low, context.now, marks, w.WHEN)
    if not marks.seen and "b" in context.flags:
        named = low[: drop(w.BIRTH_WORDS, low, len(low))]
        mine = head(w.MY_BIRTH, low)  # 我的生日很好记，my birthday is easy to remember,
        told = mine > 0 and low[:mine].strip().endswith(("生日", "birthday", "birthday is"))
        told = told and low[mine : mine + 1] not in ("的", "礼")
        context.birth = 2 if entry(w.MY_BIRTH, named) else int(told)
        return False
    if end < len(low) or not marks.dated() or marks.timed() or marks.loose:
        context.birth = 2 * (marks.loose and head(w.SELF, low) > 0)  # 我是五月生的，五月九号
        return False
    rest = "".join([low[spans[at] : spans[at + 1]] for at in range(0, len(spans), 2)])
    rest = rest[: drop(w.BIRTH_WORDS, rest, len(rest))]
    rest = rest[skip(w.BIRTH_WORDS, rest) :]
    whole = marks.year is not None and marks.month is not None
    if late and not rest and (late > 1 or marks.weekday is None):
        rest = w.MY_BIRTHDAY  # 我生日啊，十月二十三号
    elif "b" not in context.flags and not (whole and rest in w.BORN):
        return False
    if not entry(w.MY_BIRTH, rest) or (context.subject == OTHERS and not has(w.SELF, low)):
        return _yearly(context, rest, marks)
    if roc and marks.year is not None:  # counted from 1911
        marks.year = (marks.year % 100 if marks.year > 1900 else marks.year) + 1911
    when = birthday_text(marks, context.now)
    if not when:
        return marks.moves and context.keep(0, len(low), 85) > 0  # as one of the old calendar
    context.add("birthday", when, 95)
    context.subject = OWNER
    return True


def _yearly(context: "UtteranceContext", rest: str, marks: Marks) -> bool:
    """妈妈的生日, our anniversary."""
    w, low = context.w, context.low
    begin = 0 if entry(w.WHOLE, rest[:2]) else skip(w.OF, rest, head(w.SELF, rest))
    at = low.find(rest[begin:].strip())
    apart = head(w.KIN, rest, begin) if at < 0 else 0  # 我儿子6月3号生日
    kin = begin + (context.kin_at(at) or context.person_at(at) if at >= 0 else apart)
    if apart and drop(w.BORN_ON, rest, len(rest), kin) == kin < len(rest):
        rest = rest[:kin] + w.BIRTHDAY  # 我儿子是五月二号生的
    day = drop(w.YEARLY, rest, len(rest), kin)
    far = day == len(rest) or day > skip(w.OF, rest, kin) + w.YEARLY_REACH
    if far or at < -apart or (kin == begin and not has(w.ANNIVERSARY, rest)):
        return False
    if marks.month is not None and marks.months is None:
        marks.repeat = YEARLY
    found = resolve(marks, context.now)
    if not found or found[1]:
        return False
    said = rest[begin:] if apart else context.text[at : at + len(rest) - begin]
    context.add("event", said, 85, when=found[0])
    return True
