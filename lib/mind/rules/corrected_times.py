"""
Corrected times: what has a date, moved by the time that is right: the 6th, 后天, at ten.

What is right may be a day, a time of it or both; what it leaves open stays as it was: the hour,
the half of the day, the month of "the 6th". Also a thing or a person of a plan or of a name, put
right in its own place: 给房东打电话, 不对，是物业: 给物业打电话; 买牛奶, 是酸奶: 买酸奶. Where it
may stand for more than one part, or for none, there is no answer. Pure; `now` in local seconds.
"""

from memory.extract import words_en, words_zh
from memory.extract.date_phrases import AFTERNOON, MORNING, Marks, resolve
from memory.extract.scan import drop, entry, head, is_chinese
from memory.extract.time_phrases import read
from memory.text import dates
from memory.text.script import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEASONS = (
    "|春天|夏天|秋天|冬天|春季|夏季|秋季|冬季|spring|summer|autumn|fall|winter|the spring"
    "|the summer|the autumn|the fall|the winter|"
)
_LAST_MINUTE = 86340  # of a day, where a day alone is due
_YEARLY = 5  # characters of MM-DD
_BEFORE = ("", "on ", "at ", "in ")  # what is read alone or behind one of these
_BEFORE_ZH = ("", "下午", "早上")  # 2点 is a time behind a part of the day
# -- Chinese: 给 somebody, what is done, with what ------------------------------------------------
_WITH = "|给|跟|和|与|同|找|约|陪|替|"
_DOES = (
    "|打|回|发|送|寄|买|交|转|还|带|拿|写|开会|开|吃|见面|见|看|去|聊|过|订|说|做|取|谈|逛|爬|喝|唱"
    "|道歉|拜年|汇报|请假|"
)
_CALLS = (
    "|打电话|打个电话|回电话|回个电话|发消息|发个消息|发信息|发短信|发邮件|回消息|回邮件|开会|吃饭"
    "|见面|道歉|拜年|请假|"
)
_TAKES = "|买|取|寄|交|还|订|拿|退|领|充|续|喂|倒|浇|"
_VERBS = "|看|去|吃|写|读|办|做|送|带|接|洗|修|学|练|打|发|"
_NICK = "|小|老|阿|"
_ROLES = "|老师|医生|师傅|经理|总|姐|哥|叔|阿姨|叔叔|先生|女士|"
_PEOPLE = (
    "|房东|物业|客服|老师|老板|同事|朋友|邻居|室友|医生|经理|律师|中介|同学|领导|客户|快递员|"
)
# -- names --------------------------------------------------------------------------------------
_EITHER = "|一只|一条|养|两|"  # of 一只猫叫年糕 the cat may be what is wrong as well
_ANIMALS = "猫狗鼠鸟龟鱼兔犬虫蛇鹅鸭鸡马羊牛猪猴鹦鹉"
# -- English ------------------------------------------------------------------------------------
_ARTICLES = ("the", "a", "an", "my")


def when(text: str, now: int, clock: "int | None" = None) -> "Marks | None":
    """
    The marks of a text that is a time and nothing else; None for any other. A number alone is
    one where there is a `clock`, seconds of the day, that it can be instead of.
    """
    chinese = is_chinese(text)
    low = fold(text).strip()
    for before in _BEFORE_ZH if chinese else _BEFORE:
        if before == "at " and clock is None:
            continue
        said = before + low + ("" if chinese else " ")
        marks = Marks()
        places, end = read(said, now, marks, words_zh.WHEN if chinese else words_en.WHEN)
        left = [said[places[at] : places[at + 1]].strip() for at in range(0, len(places), 2)]
        if marks.seen and end == len(said) and not "".join(left):
            if chinese and before:
                marks.part = 0
            return marks
    return None


def stretch(text: str, now: int) -> "tuple[int, int] | None":
    """Where the one time of a text stands, without its preposition; None where none or two do."""
    chinese = is_chinese(text)
    low = fold(text) + ("" if chinese else " ")
    places, end = read(low, now, Marks(), words_zh.WHEN if chinese else words_en.WHEN)
    bounds = [0] + places + [min(end, len(text))]
    pairs = [(bounds[at], bounds[at + 1]) for at in range(0, len(bounds), 2)]
    found = [pair for pair in pairs if low[pair[0] : pair[1]].strip()]
    if len(found) != 1 or end < len(low):
        return None
    begin, end = found[0]
    if low[begin : begin + 3] in ("on ", "in ", "at "):
        begin += 3
    return begin, begin + len(text[begin:end].rstrip())


def delayed(kind: str, fields: dict, seconds: int, now: int) -> "dict | None":
    """The fields of a plan or todo so many seconds later; None where it has no such time."""
    name = "due" if kind == "todo" else "when"
    old = _text(fields.get(name))
    before = 0 if len(old) <= _YEARLY else dates.parse(old)
    is_day = not dates.has_time(old) or before % dates.DAY == _LAST_MINUTE
    if not before or before + seconds <= now or (is_day and seconds % dates.DAY):
        return None
    return _at(fields, name, dates.minute(before + seconds)[: len(old)], seconds)


def moved(kind: str, fields: dict, right: str, now: int) -> "dict | None":
    """The fields of a plan or todo at another time; None where `right` is none to come."""
    name = "due" if kind == "todo" else "when"
    old = _text(fields.get(name))
    if not old:
        return None
    before = 0 if len(old) == _YEARLY else dates.parse(old)
    clock = before % dates.DAY
    has_clock = dates.has_time(old) and clock != _LAST_MINUTE
    marks = when(right, now, clock if has_clock else None)
    if marks is None or (kind == "event" and not marks.dated()):
        return None
    if fields.get("repeat") in (1, dates.REPEATS[1]) and marks.dated():
        return None
    if marks.monthday is not None and marks.month is None and marks.months is None:
        marks.month = int(old[-5:-3]) if len(old) == _YEARLY else int(old[5:7])
    if len(old) == _YEARLY:
        if not marks.month or not marks.monthday:
            return None
        return _with(fields, name, "%02d-%02d" % (marks.month, marks.monthday))
    if not marks.dated():
        marks.day = before // dates.DAY
    if has_clock and marks.timed() and not marks.part and 0 < (marks.hour or 0) < 13:
        marks.part = AFTERNOON if clock >= 43200 else MORNING
    resolved = resolve(marks, now)
    if resolved is None or len(resolved[0]) < 10 or resolved[1]:
        return None
    new = resolved[0] if kind != "event" else resolved[0][:10]
    if kind != "event" and not dates.has_time(new):
        new += old[10:]
    return _at(fields, name, new, dates.parse(new) - before)


def _at(fields: dict, name: str, value: str, seconds: int) -> "dict[str, Any]":
    """The fields with another time, their `remind` as far from it as it was."""
    found = _with(fields, name, value)
    remind = _text(fields.get("remind"))
    if remind:
        found["remind"] = dates.minute(dates.parse(remind) + seconds)
    return found


def _with(fields: dict, name: str, value: str) -> "dict[str, Any]":
    found = dict(fields)
    found[name] = value
    return found


def _text(when: "int | str | None") -> str:
    return dates.minute(when) if isinstance(when, int) else when or ""


def in_plan(content: str, right: str) -> str:
    """The words of a plan with what is right in its place; "" where its place is not known."""
    if not is_chinese(content + right):
        return _in_plan_en(content, right)
    if is_deed(right):
        return ""
    at = head(_WITH, content)
    if not at:
        size = head(_TAKES, content)
        is_thing = size and len(content) > size and not _is_person(right)
        return content[:size] + right if is_thing else ""
    stop = at + 1
    while stop < len(content) and not head(_DOES, content, stop):
        stop += 1
    who = content[at:stop]
    is_person = _is_person(right)
    if stop == len(content):  # 约李医生
        return content[:at] + right if is_person and _is_person(who) else ""
    if entry(_CALLS, content[stop:]) or (is_person and _is_person(who)):
        return content[:at] + right + content[stop:]
    size = head(_TAKES + _DOES[1:], content, stop)
    is_thing = _is_person(who) and not is_person and stop + size < len(content)
    return content[: stop + size] + right if is_thing else ""


def is_deed(text: str) -> bool:
    """True for what begins with something to be done: 交水费, 给物业打电话."""
    return head(_WITH + _DOES[1:] + _TAKES[1:] + _VERBS[1:], text) > 0


def _is_person(text: str) -> bool:
    is_role = drop(_ROLES, text, len(text), 1) < len(text)
    if entry(words_zh.KIN, text) or entry(_PEOPLE, text) or is_role:
        return True
    return 1 < len(text) < 4 and (head(_NICK, text) > 0 or text[:1] in words_zh.SURNAMES)


def _in_plan_en(content: str, right: str) -> str:
    words, other = content.split(), right.split()
    is_one = 2 < len(words) < 5 and words[1].lower() in _ARTICLES
    is_other = 1 < len(other) < 4 and other[0].lower() in _ARTICLES
    is_plain = not [1 for word in words if word in ("to", "for", "with", "at", "about", "and")]
    return words[0] + " " + right if is_one and is_other and is_plain else ""


def renamed(text: str, right: str) -> str:
    """我家狗叫豆沙 of 我家狗叫豆包, where 豆沙 can be nothing but the name; "" for all else."""
    at = text.rfind("叫") + 1
    name = text[at:]
    if at < 2 or not name or not 1 < len(right) < 5 or abs(len(right) - len(name)) > 1:
        return ""
    is_other = entry(words_zh.PETS + words_zh.KIN[1:], fold(right)) or right[-1:] in _ANIMALS
    is_either = [True for word in _EITHER[1:-1].split("|") if word in text[:at]]
    return "" if is_other or is_either or is_deed(right) else text[:at] + right
