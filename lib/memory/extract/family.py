"""
Family: relatives and their names, birthdays and other days of every year.

Of a relative's life only age, work and illness become facts, never likes. Functions take the
position where they begin and return where they stop, 0 if they found nothing.
"""

from memory.text import dates

from .date_phrases import YEARLY, Marks, resolve
from .facts import is_trade, works
from .names import add_name, capital, name_end
from .scan import cut, drop, each, entry, has, head, look, skip
from .shapes import ails
from .time_phrases import read as read_dates
from .utterance import OTHERS, OWNER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .utterance import UtteranceContext


def family(context: "UtteranceContext", at: int) -> int:
    """妈妈叫李娟, my wife's name is Susan, my brother Ben ..."""
    w, low = context.w, context.low
    kin = at + context.kin_at(at)
    after = skip(w.KIN_TAILS, low, kin)
    if kin == len(low):
        context.kin = low[at:kin]  # named in the next clause
        return 0
    end, meaning = look(w.LEADS, low, skip(w.OF, low, after))
    if meaning == "k":
        end += head(w.CALLED, low, end)
    if meaning and meaning in "kn":
        name = name_end(context, end)
    else:
        end = after + head(w.KIN_IS, low, after)
        bare = end == after and not w.NEEDS_ARTICLE  # my wife Ann, but not 妹妹高考
        bare = bare and not (low[end : end + 1] and low[end : end + 1] in w.NICKNAMES)
        if bare:
            name = beside(context, after)
        else:
            nation = look(w.BE, low, end)[1] if w.NEEDS_ARTICLE else ""
            name = 0 if nation else name_end(context, end, True)  # my dad is Irish
    if not name:
        called = low.find("叫", end)
        name = name_end(context, called + 1) if meaning == "x" and called > 0 else 0
        if name:  # 我太太姓林叫林淑芬
            _add(context, low[at:kin], context.text[called + 1 : name].strip())
            return name
        if meaning == "x" and not has("|妈|爸|父|母|", low[at:kin]):  # 我老公姓孙，叫孙立军
            _add(context, low[at:kin], "")
            return len(low)
        if meaning == "x":
            context.kin = low[at:kin]
        return _life(context, after)
    _add(context, low[at:kin], context.text[end:name].strip())
    return name


def beside(context: "UtteranceContext", at: int) -> int:
    """Where a name ends that stands beside its relative: 我老公王磊在银行上班."""
    w, low = context.w, context.low
    for size in (2, 3):
        end = at + size
        name = low[at:end]
        if len(name) < size or name[:1] not in w.SURNAMES or has(w.NO_NAME, name):
            continue
        if has(w.NOT_BESIDE, name) or name[-1:] == "人" or drop(w.TRADES, low, end, at) < end:
            continue
        if head(w.BESIDE, low, end) or (size == 3 and end == len(low)):
            return end
    return 0


def _add(context: "UtteranceContext", kin: str, name: str) -> None:
    _, short = look(context.w.KIN_AS, kin, 0)
    kin = short or kin.replace("'s", "").strip()
    context.add("family", capital(name), 90 if name else 75, relation=kin)
    context.unnamed = not name


def _life(context: "UtteranceContext", at: int) -> int:
    """今年五岁, 是老师, 在医院上班, is allergic to."""
    w, low = context.w, context.low
    stop = ails(context, skip(w.ADVERBS, low, at))
    if stop:
        context.add("fact", context.said(skip(w.BEFORE_SELF, low), stop), 75)
        return stop
    end, meaning = look(w.KIN_LEADS, low, skip(w.ADVERBS, low, at))
    value, old = context.number(end)
    stop = old + head(w.YEARS_OLD, low, old)
    this_year = w.THIS_YEAR and context.low[:end].endswith(w.THIS_YEAR)
    aged = value > 0 and (stop > old or w.NEEDS_ARTICLE or this_year) and context.ends(stop)
    if not aged or (meaning and meaning != "="):
        stop = cut(w.FACT_ENDS, low, end)
        if not _is_kept(context, meaning, end, stop):
            return 0
    stop = drop(w.PARTICLES, low, stop)
    context.add("fact", context.said(skip(w.BEFORE_SELF, low), stop), 75)
    return stop


def _is_kept(context: "UtteranceContext", meaning: str, at: int, end: int) -> bool:
    """True where what a relative is said to be, do or have is worth it."""
    w, low = context.w, context.low
    if meaning == "=":
        noun = skip(w.ARTICLES, low, at)
        bare = drop(w.PARTICLES, low, cut(w.NOUN_ENDS, low, at), at)
        trade = (noun > at or not w.NEEDS_ARTICLE) and is_trade(context, noun, bare)
        return trade or entry(w.STATES, low[at:bare])
    if meaning == "w":
        return works(context, low[at:end])
    if meaning == "t":
        return "过敏" in low[at:end]
    if meaning in ("s", "z"):
        return meaning == "z" or context.ends(at)
    if meaning == "h":
        return has(w.ILLS, low[at:end])
    return bool(meaning) and end > at


def add_relative(context: "UtteranceContext", at: int) -> int:
    """Keep a relative that the owner has: 一个弟弟叫小杰, a daughter named Lily, a brother."""
    w, low = context.w, context.low
    one = skip(w.ONE, low, at)
    kin = one + context.kin_at(one)
    if kin == one or (one == at and w.NEEDS_ARTICLE):
        return 0
    end, meaning = look(w.KIN_NAMED, low, kin)
    name = name_end(context, end) if meaning else 0
    if head(w.NOT_ONE, low, one) and not name:
        return 0  # 我有老公
    if not name and (meaning or not context.ends(kin)):
        return 0
    _add(context, low[one:kin], context.text[end:name].strip() if name else "")
    return name or kin


def named_later(context: "UtteranceContext") -> bool:
    """叫小杰, her name is Lily, after 我有个弟弟, I have a daughter."""
    end, meaning = look(context.w.NAMED_LATER, context.low, 0)
    name = name_end(context, end) if meaning else 0
    if not name:
        return False
    last = context.found.pop()
    if last.kind == "family":
        _add(context, str(last.fields["relation"]), context.text[end:name].strip())
    else:
        context.add(last.kind, last.content + context.w.COMMA + context.text[:name].strip(), 85)
    return True


def named_so(context: "UtteranceContext") -> bool:
    """爸妈给我取名叫思远, 给女儿起名叫安安, we named our son Felix, Frank is my dad."""
    w, low = context.w, context.low
    for words in each(w.NAMING) if w.GIVEN in low else ():
        at = low.find(words) if words else -1
        if at < 0:
            continue
        kin = at + len(words)
        size = context.kin_at(kin)
        end = kin + size
        end += head(w.NAMED_AS, low, end)
        if "我" in words and not size:
            return add_name(context, end, 80) > 0
        if end == kin + size and not w.NEEDS_ARTICLE:
            continue
        name = name_end(context, end) if size and (at == 0 or context.owner_at(0)) else 0
        if name:
            _add(context, low[kin : kin + size], context.text[end:name].strip())
            return True
    if not w.NEEDS_ARTICLE:
        _with(context)
    return _is_kin(context)


def _with(context: "UtteranceContext") -> None:
    """我跟我老公赵鹏结婚十年: the relative that somebody does something with."""
    low = context.low
    at = head(context.w.SELF, low)
    if not at or low[at : at + 1] not in context.w.JOINED:
        return
    begin = at + 1 + context.owner_at(at + 1)
    kin = begin + context.kin_at(begin)
    end = beside(context, kin) if kin > begin else 0
    if end:
        _add(context, low[begin:kin], context.text[kin:end])


def _is_kin(context: "UtteranceContext") -> bool:
    """王磊是我老公, Frank is my dad."""
    w, low = context.w, context.low
    for words in w.IS_MY:
        at = low.find(words, 1)
        kin = skip(w.OF, low, at + len(words))
        size = context.kin_at(kin) if at > 0 else 0
        if (
            not size
            or skip(w.PARTICLES, low, kin + size) < len(low)
            or look(w.WHEN, low, 0)[0] > 1
        ):
            continue
        end = name_end(context, 0, True)
        if end and low[end:].startswith(words.strip()):
            _add(context, low[kin : kin + size], context.text[:end].strip())
            return True
    return False


def apart(context: "UtteranceContext") -> bool:
    """李强 after 我爸, Sam after "my little brother": a name between two pauses."""
    kin, context.kin = context.kin, ""
    end = 0
    if kin:
        begin = look(context.w.NAMED_LATER, context.low, 0)[0]
        end = name_end(context, begin, begin == 0)
    if not end or end < len(context.low) or look(context.w.WHEN, context.low, 0)[1]:
        return False
    _add(context, kin, context.text[begin:end].strip())
    context.of_family = True
    return True


# -- days of every year ------------------------------------------------------------------------


def birthday(context: "UtteranceContext") -> bool:
    """The owner's birthday, a relative's, or another day that comes every year."""
    w, low = context.w, context.low
    if "b" not in context.flags and not (w.BORN and "年" in low and "月" in low):
        return False
    if "l" in context.flags:  # of the old calendar: a fact, its day cannot be told here
        return head(w.SELF, low) > 0 and "月" in low and context.keep(0, len(low), 85) > 0
    marks = Marks()
    spans, end = read_dates(low, context.now, marks, w.WHEN)
    if end < len(low) or not marks.dated() or marks.timed() or marks.loose:
        return False
    rest = "".join([low[spans[at] : spans[at + 1]] for at in range(0, len(spans), 2)])
    rest = rest[: drop(w.BIRTH_WORDS, rest, len(rest))]
    rest = rest[skip(w.BIRTH_WORDS, rest) :]
    whole = marks.year is not None and marks.month is not None
    if "b" not in context.flags and not (whole and rest in w.BORN):
        return False
    if not entry(w.MY_BIRTH, rest) or (context.subject == OTHERS and not has(w.SELF, low)):
        return _yearly(context, rest, marks)
    when = _birthday_text(marks, context.now)
    if when:
        context.add("birthday", when, 95)
        context.subject = OWNER
    return bool(when)


def _yearly(context: "UtteranceContext", rest: str, marks: Marks) -> bool:
    """妈妈的生日, our anniversary."""
    w, low = context.w, context.low
    begin = 0 if entry(w.WHOLE, rest[:2]) else skip(w.OF, rest, head(w.SELF, rest))
    at = low.find(rest[begin:].strip())
    kin = begin + (context.kin_at(at) if at >= 0 else 0)
    day = drop(w.YEARLY, rest, len(rest), kin)
    if day == len(rest) or day > skip(w.OF, rest, kin) + w.YEARLY_REACH:
        return False
    if at < 0 or (kin == begin and not has(w.ANNIVERSARY, rest)):
        return False
    if marks.month is not None and marks.months is None:
        marks.repeat = YEARLY
    found = resolve(marks, context.now)
    if not found or found[1]:
        return False
    context.add("event", context.text[at : at + len(rest) - begin], 85, when=found[0])
    return True


def _birthday_text(marks: Marks, now: int) -> str:
    """`YYYY-MM-DD` of a day in the past, else `MM-DD`; "" where it is no day."""
    if marks.month is None:
        found = resolve(marks, now)
        return found[0][5:10] if found and not found[1] and len(found[0]) > 5 else ""
    text = "%02d-%02d" % (marks.month, marks.monthday or 0)
    try:
        dates.normal_when(text)
        if marks.year is None:
            return text
        day = dates.parse_day("%04d-%s" % (marks.year, text))
    except ValueError:
        return ""
    return "%04d-%s" % (marks.year, text) if day < now // dates.DAY else text
