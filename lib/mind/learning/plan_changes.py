"""
Plan changes: what the owner says of a plan by its name, that it is off or at another time.

取消明天和老张的会, 蛋糕不用买了, 交电费的提醒改到周四, "push the dentist back a week".
`asked` reads a sentence (pure), `change` puts the one open plan that it names to the trash or
moves it. Every word has to be about that plan: somebody else's, or one of two are left alone, as
are questions and what may be. Of a plan that comes again the next time alone is left out, or
moved as a plan of its own, where its day is named; no later one can be.
"""

from memory.errors import NoMatch, Rejected
from memory.extract import words_en, words_zh
from memory.extract.date_phrases import Marks, resolve
from memory.extract.scan import drop, each, entry, has, head, is_chinese, skip
from memory.extract.time_phrases import read
from memory.records import marks, schedules
from memory.text import dates
from memory.text.folding import plain
from memory.text.script import fold
from micropython import const

from mind import done_matching

from ..rules.corrected_times import delayed, moved, when
from ..rules.correction_words import shift
from ..rules.forget_clauses import OPEN_EN, OPEN_ZH
from ..rules.reminder_times import opened

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.engine import Memory
    from memory.records.record import Record

CANCELLED, MOVED = "cancelled", "moved"
SKIPPED = "skipped"  # what was cancelled of a plan that comes again
_KINDS = ("todo", "schedule", "event")
_LONGEST = const(60)  # characters of a sentence
_MONTHLY = const(3)  # in dates.REPEATS
# -- Chinese ---------------------------------------------------------------------------------
_NO_ZH = (
    "|没|吗|呢|什么|谁|怎么|如果|要是|想|打算|听说|是不是|可能|好像|万一|假如|希望|以为|差点|他|她|说"
    "|会不会|要不要|能不能|别人|也许|大概|应该|除非|的话|上次|昨天|那次|去年|之前|为什么|后悔|忘了|"
)
_TAILS_ZH = "|吧|啊|哦|呀|啦|哈|好吗|谢谢|，| |了|掉|一下|"
_HEADS_ZH = "|我们|我|的|那个|这个|要|把|"
_JUST_ZH = "|刚才|刚刚|刚说的|刚才说的|"
_CANCEL_ZH = "|取消|取消掉|取消了|"
_OFF_ZH = (
    "|取消|取消了|取消掉了|被取消了|临时取消了|不开了|不办了|不搞了|不上了|不去了|去不了了|开不成了|去不成了"
    "|黄了|泡汤了|"
)
_NEEDLESS_ZH = "|不用|不需要|不必|用不着|不用再|不需要再|不必再|别|别再|不要|不要再|"
_DUTY_ZH = "|不用|不需要|不必|用不着|"
_REMIND_ZH = "|提醒我|提醒|叫我|"
_FROM_NOW_ZH = "|以后|今后|从今天起|再也|再|每|所有|"
_NAMES_ZH = (
    "|那个|那件事|那事|那次|的提醒|提醒|的待办|待办|的日程|日程|的安排|安排|的预约|预约|的时间"
    "|的事|这件事|的|"
)
_MOVES_ZH = (
    "|改到|改成|改为|改在|推迟到|延期到|延迟到|延到|延后到|提前到|挪到|调到|调整到|换到|改期到"
    "|推到|"
)
_LATER_ZH = "|推迟|往后推|往后延|往后挪|往后移|推后|延后|延迟|延期|顺延|后延|后推|"
_EARLIER_ZH = "|提前|提早|往前挪|往前推|往前提|往前移|"
# -- English ---------------------------------------------------------------------------------
_NO_EN = (
    "| if | might | may | would | could | should | said | says | think | thought | maybe | wish "
    "| hope | almost | when | unless | until | want | why | what | never | did | last | yet "
    "| heard | because | probably | nearly |"
)
_TAILS_EN = "|please |thanks |thank you |now |anymore |any more |after all |any longer |then |"
_HEADS_EN = "|the |my |our |a |an |to |about |for |of |reminder |"
_CANCEL_EN = "|cancel |call off |scrap |"
_OFF_EN = (
    "|is cancelled |is canceled |was cancelled |was canceled |has been cancelled "
    "|has been canceled |got cancelled |got canceled |is called off |was called off "
    "|has been called off |got called off |is not happening |"
)
_REMIND_EN = (
    "|stop reminding me |do not remind me |do not need to remind me |do not have to remind me "
    "|no need to remind me |"
)
_DUTY_EN = (
    "|i do not need to |i do not have to |we do not need to |we do not have to |no need to "
    "|i no longer need to |i no longer have to |we no longer need to |there is no need to |"
)
_NAMES_EN = "|reminder |appointment |todo |"
_MOVES_EN = "|move |reschedule |postpone |push |shift |change |put off |bring forward |delay |"
_MOVED_EN = (
    "|has been moved |got moved |was moved |is moved |has been postponed |got postponed "
    "|was postponed |is postponed |has been rescheduled |got rescheduled |was rescheduled "
    "|is rescheduled |has been pushed |got pushed |was pushed |has been delayed |got delayed "
    "|was delayed |has been changed |got changed |was changed |has been brought forward "
    "|was brought forward |has been put off |was put off |"
)
_TO_EN = (" to ", " until ", " till ", " for ")
_IT_EN = "|it|that|this|them|everything|"
_AWAY_EN = "|back |forward |out |"
_BY_EN = (
    " back by ",
    " back ",
    " forward by ",
    " forward ",
    " out by ",
    " up by ",
    " by ",
    " for ",
)
_LATER_EN = (
    "|push |push back |push out |postpone |delay |put off |move back |shift back |put back |"
)
_EARLIER_EN = "|bring forward |move forward |move up |bring up |shift forward |pull forward |"
_DELAYED_EN = (
    "|has been postponed |got postponed |was postponed |is postponed |has been pushed |got pushed "
    "|was pushed |is pushed |has been delayed |got delayed |was delayed |is delayed "
    "|has been put off |was put off |got put off |has been pushed back |got pushed back "
    "|was pushed back |"
)


class Asked:
    """
    `what` is to be done with the plan of these `words`; `to`, the time that it moves to, or `by`
    how many seconds.
    """

    def __init__(self, what: str, words: str, to: str = "", by: int = 0) -> None:
        self.what = what
        self.words = words
        self.to = to
        self.by = by
        self.day: "int | None" = None  # on which it is, where that was said
        self.is_for_good = False  # all that comes again
        self.is_duty = False  # it need not be done
        self.language = "zh"  # of the sentence


def asked(text: str, now: int) -> "Asked | None":
    """What a sentence wants of a plan that it names; None where it wants nothing so."""
    said = plain(text).strip()
    if len(said) > _LONGEST or said.endswith(("?", "？")):
        return None
    found = _chinese(said) if is_chinese(said) else _english(said)
    if found is None:
        return None
    found.language = "zh" if is_chinese(said) else "en"
    marks_of, words = _without_times(found.words.replace("day's ", "day "), now)
    resolved = resolve(marks_of, now) if marks_of.seen and not marks_of.repeat else None
    if resolved is not None and len(resolved[0]) >= 10:
        found.day = dates.parse(resolved[0][:10]) // dates.DAY
    elif marks_of.seen and not marks_of.repeat:
        return None  # a time that is no day to come
    names, heads = (_NAMES_ZH, _HEADS_ZH) if is_chinese(words) else (_NAMES_EN, _HEADS_EN)
    words = words if is_chinese(words) else words.strip() + " "
    at = skip(heads, fold(words))
    found.words = words[at : drop(names, fold(words), len(words), at)].strip()
    found.is_for_good = found.is_for_good or marks_of.repeat > 0
    return found if len(found.words) > 1 and not entry(_IT_EN, found.words) else None


def _without_times(text: str, now: int) -> "tuple[Marks, str]":
    chinese = is_chinese(text)
    text = text if chinese else text.strip() + " "
    found = Marks()
    places, end = read(fold(text), now, found, words_zh.WHEN if chinese else words_en.WHEN)
    if end < len(text):
        places = places + [end, len(text)]
    pieces = [text[places[at] : places[at + 1]] for at in range(0, len(places), 2)]
    return found, "".join(pieces) if chinese else " ".join(" ".join(pieces).split())


def _chinese(text: str) -> "Asked | None":
    low = fold(text).replace(",", "，")
    while low[-1:] in "。！!~～" and low:
        low = low[:-1]
    at = skip(_JUST_ZH, low, skip(OPEN_ZH, low))
    if has(_NO_ZH, low) or "，" in low[at:]:
        return None
    end = drop("|吧|啊|哦|呀|啦|哈|谢谢|", low, len(low), at)
    found = _moved_zh(low, at, end)
    if found is not None:
        return found
    size = head(_CANCEL_ZH, low, at)
    if size:
        return Asked(CANCELLED, low[at + size : drop(_TAILS_ZH, low, end, at + size)])
    if low[at : at + 1] == "把":
        cut = drop(_CANCEL_ZH, low, drop("|了|", low, end, at), at)
        return Asked(CANCELLED, low[at + 1 : cut]) if cut < drop("|了|", low, end, at) else None
    cut = drop(_OFF_ZH, low, end, at)
    if cut < end:
        return Asked(CANCELLED, low[at:cut])
    return _needless_zh(low, at, end)


def _moved_zh(low: str, at: int, end: int) -> "Asked | None":
    for word in each(_MOVES_ZH):
        place = low.find(word, at + 1)
        if place > at:
            to = low[place + len(word) : drop("|了|去|", low, end, place)]
            return Asked(MOVED, low[at:place], to) if when(to, 0, 0) is not None else None
    for table, how in ((_LATER_ZH, "推迟"), (_EARLIER_ZH, "提前")):
        for word in each(table):
            place = low.find(word, at + 1)
            length = low[skip("|了|", low, place + len(word)) : drop("|了|", low, end, place)]
            seconds = shift(how + length, 0) if place > at else 0
            if seconds:
                return Asked(MOVED, low[at:place], "", seconds)
    return None


def _needless_zh(low: str, at: int, end: int) -> "Asked | None":
    """以后不用每周一提醒我倒垃圾了, 蛋糕不用买了, 不用买蛋糕了."""
    stop = drop(_TAILS_ZH, low, end, at)
    begin = skip("|以后|今后|从今天起|我|", low, at)
    is_for_good = has(_FROM_NOW_ZH, low[at:stop])
    size = head(_NEEDLESS_ZH, low, begin)
    for word in each(_REMIND_ZH):
        place = low.find(word, begin + size) if size else -1
        if 0 <= place and when(low[begin + size : place] or "每天", 0) is not None:
            found = Asked(CANCELLED, low[begin + size : place] + low[place + len(word) : stop])
            found.is_for_good = True
            return found
    if low[end - 1 : end] != "了" or has("|提醒|叫我|", low):
        return None
    for word in each(_DUTY_ZH):
        place = low.find(word, at)
        if place >= 0:
            found = Asked(CANCELLED, low[begin:place] + low[place + len(word) : stop])
            found.is_for_good = is_for_good
            found.is_duty = True
            return found
    return None


def _english(text: str) -> "Asked | None":
    low = fold(opened(text.replace("!", " ").replace(".", " ")))
    at = skip(OPEN_EN, low)
    if has(_NO_EN, " " + low[at:]):
        return None
    end = drop(_TAILS_EN, low, len(low), at)
    for table, before in ((_CANCEL_EN, "|"), (_REMIND_EN, "|you |there is |"), (_DUTY_EN, "|")):
        begin = at + head(before, low, at)
        size = head(table, low, begin)
        if size:
            found = Asked(CANCELLED, low[begin + size : end])
            found.is_for_good = table == _REMIND_EN
            found.is_duty = table == _DUTY_EN
            return found
    cut = drop(_OFF_EN, low, end, at)
    if cut < end:
        return Asked(CANCELLED, low[at:cut])
    shifted = _shifted_en(low, at, end)
    if shifted is not None:
        return shifted
    size = head(_MOVES_EN, low, at)
    for sign in _TO_EN:
        place = low.rfind(sign)
        if place <= at or when(low[place + len(sign) : end], 0, 0) is None:
            continue
        stop = drop(_AWAY_EN, low, place + 1, at)
        cut = drop(_MOVED_EN, low, stop, at)
        if size or cut < stop:
            words = low[at + size : stop] if size else low[at:cut]
            return Asked(MOVED, words, low[place + len(sign) : end].strip())
    return None


def _shifted_en(low: str, at: int, end: int) -> "Asked | None":
    """Push the dentist back a week, postpone it by a week, the dentist got pushed back a week."""
    for sign in _BY_EN:
        place = low.rfind(sign, at, end)
        seconds = shift(low[place + len(sign) : end].strip() + " later", 0) if place > at else 0
        if not seconds:
            continue
        cut = drop(_DELAYED_EN, low, place + 1, at)
        if cut < place + 1:
            return Asked(MOVED, low[at:cut], "", seconds)
        verb = low[at : low.find(" ", at) + 1]
        way = sign.split(" ")[1] + " "
        way = way * (way not in ("by ", "for "))
        for table, by in ((_LATER_EN, seconds), (_EARLIER_EN, -seconds)):
            size = len(verb) * entry(table, verb + way) if way else head(table, low, at)
            if size:
                return Asked(MOVED, low[at + size : place + 1], "", by)
        return None
    return None


async def change(memory: "Memory", wanted: Asked, now: int) -> "Record | None":
    """
    The one open plan that is named, once it is in the trash or moved; None where none is named,
    or where it cannot be so. Raises StoreFull, Broken.
    """
    found = [one for one in memory.hot(*_KINDS) if _is_named(one, wanted, now)]
    if len(found) != 1:
        return None
    record = found[0]
    if record.get("repeat") and wanted.day is not None:
        try:
            return await _change_once(memory, record, wanted, now)
        except (NoMatch, Rejected):
            return None
    if wanted.what == CANCELLED:
        await memory.delete(record.id, reason="model_delete", by="owner")
        return record
    fields = _moved_fields(record, wanted, now)
    if fields is None:
        return None
    try:
        return (await memory.correct(record.id, record.kind, None, fields)).record
    except (NoMatch, Rejected):
        return None


def _is_named(record: "Record", wanted: Asked, now: int) -> bool:
    if record.suspect or not schedules.is_open(record) or record.get("trashed_at") is not None:
        return False
    at = marks.time(record)
    if at is None and record.kind == "event" and wanted.what == CANCELLED:
        return False  # a birthday is not called off
    if record.get("repeat") and not (wanted.is_for_good and wanted.day is None):
        at = _next_on(record, wanted, now)
        if at is None:
            return False
    if at is not None and record.kind == "event" and at < now // dates.DAY * dates.DAY:
        return False
    if wanted.day is not None and (at is None or at // dates.DAY != wanted.day):
        return False
    if has("|取消|cancel |call off |", fold(record.content)):
        return False  # done, not off
    words = wanted.words
    is_short = len(words) < 3 if is_chinese(words) else " " not in words
    if wanted.is_duty and is_short and not done_matching.is_part(record.content, words):
        return False  # I don't have to work, of work on the report
    return done_matching.is_part(words, record.content)


def _next_on(record: "Record", wanted: Asked, now: int) -> "int | None":
    """When a series comes next, where that is on the day that was named; else None."""
    if wanted.day is None or wanted.is_duty or record.kind != "schedule":
        return None
    repeat, day = record.get("repeat"), record.get("day", 1)
    at = dates.first_after(schedules.begins(record), repeat, day, now)
    return at if at // dates.DAY == wanted.day else None


async def _change_once(
    memory: "Memory", series: "Record", wanted: Asked, now: int
) -> "Record | None":
    """
    The next time of a series, once it is left out, or is a plan of its own at another time; None
    where it cannot be so. That plan is there first: a power cut leaves both rather than none.
    """
    repeat, day = series.get("repeat"), series.get("day", 1)
    at = _next_on(series, wanted, now) or 0
    after = dates.following(at, repeat, day)
    if repeat == _MONTHLY and dates.civil(after // dates.DAY)[2] != day:
        return None  # it would forget that it is on the 31st
    once = series.revised(now, when=dates.minute(at), repeat=None)
    if wanted.what == MOVED:
        fields = _moved_fields(once, wanted, now)
        if fields is None:
            return None
        for name in ("duration", "priority", "topic", "importance"):
            if series.get(name) is not None:
                fields["importance_100" if name == "importance" else name] = series.get(name)
        once = (await memory.write(series.kind, series.content, fields)).record
    await memory.correct(series.id, series.kind, None, {"when": dates.minute(after)})
    wanted.what = SKIPPED if wanted.what == CANCELLED else MOVED
    return once


def _moved_fields(record: "Record", wanted: Asked, now: int) -> "dict[str, Any] | None":
    """The fields of a plan that has moved; one without a time gets this one."""
    name = "due" if record.kind == "todo" else "when"
    if wanted.by:
        later = delayed(record.kind, {name: record.get(name)}, wanted.by, now)
        return None if later is None else {name: later[name]}
    if record.get(name) is None:
        found = when(wanted.to, now)
        resolved = None if found is None else resolve(found, now)
        return None if resolved is None or resolved[1] else {name: resolved[0]}
    fields = moved(record.kind, {name: record.get(name)}, wanted.to, now)
    return None if fields is None else {name: fields[name]}
