"""
Repairs: what somebody says next where the value they said was wrong.

"I'm fifty-two, no, hang on, fifty-three": behind words that take back (`REPAIRS`) a value alone
stands for the last one of its sort in the clause before, which is read again with it: a number, a
day, a time of day, else the name, place or thing that was found there. Where nothing fits, what
was found is dropped: nothing is better than the wrong value. The letters of `REPAIRS`:

    f takes back   l may be said of anything else, too: only a number or a name repairs
    a takes back where it stands alone: "no," but not "no sugar"   . no repair

Fillers between pauses, where somebody looks for a word, are left out before clauses are read: in
"I live in, um, Leeds" the pause goes, too, since nothing ends there. Of what is begun twice the
second start is read (`restarted`), and a clause goes without what follows on it without a pause
and would take it along (`alone`).
"""

from memory.text.folding import fold
from memory.text.phrase_tables import replaced

from .names import capital, name_end
from .scan import cut, drop, each, entry, flags, has, head, look, skip
from .tables.plan_words_en import TAKING_BACK
from .time_phrases import Tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .utterance import Found, UtteranceContext

_SORTS = "WJCHDVRoNU"  # what a value is, the first that both have
_REACH, _REACH_SIGNS = 34, 9  # characters of a value
_OBJECTS = "fhpKLdwBPyRtx"  # letters of LEADS whose object stands at the end
_PAUSES = " ,…—–"
_STOPS = ",.?!;…—–。"
_FILLER_REACH = 24  # characters
# What is said while one looks for a word: by itself, and what may be meant elsewhere.
_NOISES = "|um |umm |uh |uhm |er |erm |hmm |hm |mm |ah |呃|呃呃|嗯|嗯嗯|额|唔|"
_FILLERS = _NOISES + (
    "like |what |you know |i mean |let me see |let's see |let me think |how do i say "
    "|how shall i say |how shall i put it |what's it called |sort of |kind of |well |oh |say "
    "|那个|这个|怎么说|怎么说呢|怎么讲|怎么讲呢|该怎么说|就是|就是说|那什么|那啥|我想想|让我想想"
    "|我想一下|叫什么来着|什么来着|哎|诶|啊|"
)
# Behind these a filler is none of what is said, though no pause stands before it.
_AWAITING = "|in |at |from |near |to |on |am |i'm |对|住在|叫|今年|"
# What no clause ends with.
_OPEN = (
    "|i |we |i'm |am |is |are |'s |in |at |to |on |from |near |with |for |of |by |about |around "
    "|my |our |a |an |the |my name |my birthday |like |love |hate |enjoy |prefer |adore |have "
    "|i've |got |called |named |really |very |every |turned |turning |be |live |born |remind me "
    "|than |next |after |before |until |till |just |also |usually |drink |eat |play |study "
    "|teach |speak |need |want |not |i don't |i can't |never "
    "|我|我们|咱|俺|我的|在|是|叫|叫做|姓|对|有|有个|喜欢|喜欢吃|喜欢喝|喜欢看|喜欢听|爱吃|爱喝"
    "|爱看|最爱|很爱|讨厌|最怕|不能吃|今年|每天|每周|住|来自|搬到|考上|考上了|养了|买了|生了|要|想"
    "|想去|把|给|跟|和|从|在学|在教|是个|一个|一只|一条|两只|我会|得|我属|不|不太|不能|不会|没有|"
)
# Whom or what one calls upon: it's five o'clock, my dear.
_ADDRESSED = "|dear |friend |love |darling |god |goodness |lord |word |man |boy |girl |mate |"
# What begins a clause of its own, goes on a list, or gives up.
_BEGINNINGS = (
    "|i |i'm |i've |i'll |i'd |we |we're |he |he's |she |she's |they |you |it |it's |that's "
    "|my name |my name's |and |but |or |well |no |today |yesterday |this is |that is |never mind "
    "|nevermind |nothing |let's |let me |play |stop |thanks |anyway |wait |hang on |hold on "
    "|sorry |actually |what |how |who |can you |could you |please |so |oh |never |then |there "
    "|there's "
    "|我|你|他|她|它|咱|今天|昨天|真|太|算了|没事|没什么|等等|等一下|这|那|对|反正|其实|不说了|"
)

# What is begun and given up for another statement: I've um I'm a nurse.
_BEGUN = "|i am |i have |i |we are |we have |"
# What has another subject, where a gate of it would close the clause of the owner, too.
_SO = "| so he | so she | so they | so you | so the | so her | so his | so their | so nobody |"
_CONSEQUENCES = (
    "| so he | so she | so they | and can not | and does not | and do not | and no longer |"
)
_ASIDES = (
    "| which | it is whatever | it is not that | it is not so | it is not too | it is no "
    "| it is fine | it is ok | it is okay | it is fun | it is great | it is nothing | it is a bit "
    "| it is so | it is really | it is annoying | it is awful | it is a pain | it is a nightmare "
    "| it is hard | it is boring | it is what it is | like i have | like i am | like seriously "
    "| like really | like so | like literally | like honestly | like all the | like a lot |"
)
_TAKEN_BACK = (
    "| which one | which way | not true | not so | a lie| rubbish | nonsense | a joke | wrong |"
)
# Behind these "which" asks, or says of what: I know which, of which.
_WHICH_ONE = (
    "|me |you |remember |forget |forgot |decide |choose |pick |see |wonder |wondering |care "
    "|matter |mind |idea |ask |check |find |i |we |"
)


def restarted(w: "Any", low: str, size: int) -> int:
    """Where a statement begins again, behind a word for the owner of `size` characters."""
    at = 0
    while size:
        again = low.find(low[at : at + size], at + size)
        begun = 0 if w.NEEDS_ARTICLE and low[again - 1 : again] != " " else again - at
        if not (0 < begun <= _FILLER_REACH and low[again:].startswith(low[at:again])):
            begun = head(_BEGUN, low, at) if w.NEEDS_ARTICLE else 0
            if not begun or not head("|i |we |", low, at + begun):
                break
        at += begun
    return at


def _swallowing(w: "Any", low: str) -> int:
    """
    Where what follows begins that would take the statement before it along: "which is a pain",
    "so she's hardly ever home"; the end where nothing does.
    """
    end = cut(_SO, low, 0)
    if end < len(low) and not has("|i|m|q|p|s|", flags(w.GATES, low[end:])):
        end = len(low)
    aside = cut(_ASIDES, low, 0)
    before = low[low.rfind(" ", 0, aside - 1) + 1 : aside]
    if aside == len(low) or has(_TAKEN_BACK, low, aside):
        return end
    if entry(_WHICH_ONE, before) or entry(w.TAKES, before):
        return end
    if low[aside : aside + 6] != "which " and not head(w.SELF, low, skip(w.ADVERBS, low)):
        return end  # my favorite color it is blue
    return min(end, aside)


def alone(context: "UtteranceContext") -> str:
    """
    The clause, of "I had my tonsils out when I was six" what was done, of "my mum has arthritis so
    she can't knit anymore" what she has.
    """
    if not context.w.NEEDS_ARTICLE:
        return context.low
    end = _swallowing(context.w, context.low)
    context.text, context.low = context.text[:end], context.low[:end]
    end = context.low.find(" when i was ") + 1 if context.owner_at(0) else 0
    over = max(context.low.find(" anymore "), context.low.find(" no longer "))
    if over > 0 and not end:
        end = cut(_CONSEQUENCES, context.low, 0)
        end = end if 0 < end < over + 2 else 0
    if end:
        context.text, context.low = context.text[:end], context.low[:end]
    return context.low


def unpointed(w: "Any", text: str) -> str:
    """我孙女叫朵朵, where somebody says 我那孙女叫朵朵."""
    at = text.find("我")
    end = skip("|那|这|个|", text, at + 1) if at >= 0 else 0
    if end > at + 1 and text[at + 1 : at + 2] != "个":
        kin = skip("|两|两个|俩|三个|", text, end)
        kin = skip(w.OF, text, kin)
        if head(w.KIN, text, kin) or head(w.PETS, text, kin):
            return text[: at + 1] + text[end:]
    return text


def smoothed(text: str, begin: int, at: int) -> str:
    """
    An utterance whose clause from `begin` ends with the pause at `at`, without the filler that
    stands behind the pause or before it, and, where nothing ended there, without the pause.
    """
    after = rest = _behind_pauses(text, at)
    word = _word(text, rest)
    noise = len(word.rstrip(" ")) if entry(_NOISES, word) else 0
    while entry(_FILLERS, word):
        rest = _behind_pauses(text, rest + len(word.rstrip(" ")))
        word = _word(text, rest)
    told = fold(_spaced(text[begin:at]))
    end = len(told)
    if rest == after:
        first = fold(text[rest : rest + 6])
        rest = _behind_pauses(text, rest + (head(_NOISES, first) or head("|like |", first)))
    if rest == after:
        end = drop(_NOISES, told, end)
        other = drop("|那个|怎么说|like |", told, end)
        end = other if drop(_AWAITING, told, other) < other else end
        if end == len(told):
            return text
    ended = text[rest : rest + 1] in _STOPS or head(_BEGINNINGS, fold(text[rest:])) > 0
    if not ended and _is_open(told[:end]):
        said = text[begin:at][:end].rstrip(" ")
        return text[:begin] + (said + " " if said[-1:] < "\u0250" else said) + text[rest:]
    return text[:at] + text[after + noise :] if noise else text


def apart(text: str) -> str:
    """An utterance with pauses around what takes back: "I'm fifty no wait fifty-one"."""
    for cue in each(TAKING_BACK):
        at = (text + " ").find(" " + cue)
        if at > 0 and text[at - 1 : at] not in _PAUSES:
            end = at + len(cue)  # no, i'm
            said = cue[:-1] + "," if cue[-1:] == " " else "no, " + cue[3:]
            text = text[:at] + ", " + said + text[end + (cue[-1:] != " ") :]
    return text


def _word(text: str, at: int) -> str:
    """What stands from there to the next pause, as tables have it."""
    end = at
    while text[end : end + 1] not in _STOPS and end < at + _FILLER_REACH:  # "" is in it
        end += 1
    return fold(_spaced(text[at:end]))


def _behind_pauses(text: str, at: int) -> int:
    while text[at : at + 1] and text[at : at + 1] in _PAUSES:
        at += 1
    return at


def _spaced(words: str) -> str:
    """As tables have it: of Latin letters with a space at the end."""
    words = words.strip(" ")
    return words + " " if words[-1:] < "\u0250" else words


def _is_open(told: str) -> bool:
    """True where something must follow on this: I'm, I live in, 我今年."""
    return drop(_OPEN, told, len(told)) < len(told) and told != "不是"


def repaired(context: "UtteranceContext", text: str) -> "tuple[str, list[Found] | None]":
    """
    What is to be read of a clause, and what was taken back; None where nothing was. It is the
    clause before with another value, the clause itself, or "" where it only takes back.
    """
    w, low = context.w, fold(text)
    letters, at = _cue(w, low)
    letters += context.repair
    context.repair = ""
    denied = _denied(context, low[at:])  # Bristol, not Bristol,
    letters += "f" * denied
    if denied or (at and not low[at:].strip()):
        context.repair = letters
        return "", None
    if not letters or context.told is None:
        return text, None
    told, heard, count, tables = context.told
    taken = context.found[count:]
    if not taken:
        return text, None
    told = replaced(tables.TIDY, " " + told).lstrip()
    firm = "f" in letters or "a" in letters
    again = _again(context, tables, told, text[at:].strip(), taken[-1], firm)
    if again is None:  # a statement of its own
        return text, taken if "f" in letters else None
    context.found[count:] = []
    context.listing, context.waiting, context.unnamed = "", [], False
    context.w, context.heard = tables, heard + " " + context.heard
    return again, taken


def said_in_full(context: "UtteranceContext") -> bool:
    """吴佳颖 behind 我叫佳颖 or 我是佳颖, Alan Prentice behind "my name is Alan"."""
    if context.told is None:
        return False
    told, _, count, _ = context.told
    full, last = context.low.strip(), context.found[-1] if context.found else None
    name = full
    if last is not None and last.kind == "name" and count < len(context.found):
        name = fold(last.content)
    elif told[:2] == "我是" and full[1:] in told:
        last, name = None, full[1:]
    if name == full or not (full.startswith(name + " ") or full.endswith(name)):
        return False
    if name_end(context, 0, True) < len(context.low):
        return False
    if last is not None:
        context.found.pop()
    context.add("name", capital(context.text.strip()), 95)
    return True


def turned(context: "UtteranceContext", text: str) -> str:
    """My name is Priya, where somebody says "it's Priya, my name"."""
    if fold(text[:3]) != "my " or text.count(" ") > 3 or context.told is None:
        return text
    told, _, count, _ = context.told
    at = head("|it's |it is |", fold(told))
    if not at or head(_ADDRESSED, fold(text), 3):
        return text
    context.found[count:] = []
    return text + "is " + told[at:]


def _denied(context: "UtteranceContext", rest: str) -> bool:
    """True where somebody takes back no more than what they said: not Bristol, 不是周二."""
    w = context.w
    if context.told is None or len(context.found) == context.told[2]:
        return False
    at = skip(w.REPAIR_HEADS, rest)
    size = head("|not |不是|", rest, at)
    value = rest[at + size :].strip() + w.GAP
    value = w.GAP + value[: drop(w.PARTICLES, value, len(value))]
    return size > 0 and value.strip() != "" and value in w.GAP + fold(context.told[0]) + w.GAP


def _cue(w: "Any", low: str) -> "tuple[str, int]":
    """The letters of the words that take back, and where they end; 0 where there are none."""
    letters, at, size = "", 0, 1
    while size:
        end, letter = look(w.REPAIRS, low, at)
        if letter == ".":
            return "", 0
        letters += letter
        size = end - at or head(w.REPAIR_HEADS, low, at)
        at += size
    if letters[-1:] == "a" and low[at:].strip():
        if at == head(w.REPAIRS, low, 0, ":"):
            return "", 0
        letters = letters[:-1] + "l"  # 啊不，五十三, but not 哎不想去
    return letters, at if letters else 0


def _again(
    context: "UtteranceContext", w: "Any", told: str, rest: str, last: "Found", firm: bool
) -> "str | None":
    """The clause `told` with `rest` in its place, "" where it has none; None: no value alone."""
    rest = replaced(context.w.TIDY, replaced(context.w.OPENED, " " + rest + " ")).strip()
    gap = " " if w.NEEDS_ARTICLE else ""
    low = fold(rest) + gap
    again = low[: low.find(" ", low.find(" ") + 1) + 1] if firm else ""
    if again and fold(replaced(w.OPENED, " " + told)).startswith(" " + again):
        return rest + gap  # wake me up at seven, no, wake me up at eight
    if firm and low.endswith(" not ") and low.count(" ") < 4:  # no, I didn't
        return ""
    low = low[: drop(w.PARTICLES, low, len(low))]
    whole, low = low, low[skip(w.VALUE_HEADS, low) :]
    rest = rest + gap
    rest = rest[fold(rest).find(low) :][: len(low)]
    if not 0 < len(low) <= (_REACH if w.NEEDS_ARTICLE else _REACH_SIGNS):
        return None
    new = Tokens(low, w.WHEN)
    size = (new.codes + ".").find(".")
    if [True for sort in _SORTS if sort in new.codes[:size]]:
        return _with_value(w, told, rest, new, size)
    named = "A" <= rest[:1] <= "Z"
    end = look(w.LEADS, low, 0)[0]
    at = fold(told).find(low[:end]) if end and firm else -1
    if at >= 0:  # 喜欢蓝色 of 我喜欢红色
        return told[:at] + rest
    if head(w.OTHERS, whole) and not named:
        return None
    for table in (w.SELF, w.POSSESSIVES, w.ADVERBS, w.KIN):
        if head(table, low):
            return None
    other = end or low.count(" ") > 3 or low.strip() in fold(told) or has("|不|了|not |", low)
    loose = not firm and not (named and "A" <= str(last.content)[:1] <= "Z")
    return None if other or loose or flags(w.GATES, low) else _with_thing(w, told, rest, last)


def _with_value(w: "Any", told: str, rest: str, new: Tokens, size: int) -> str:
    """The clause with another number, day or time."""
    old = Tokens(fold(told), w.WHEN)
    codes = new.codes[:size]
    if "U" in codes:
        codes += "FgA"  # in half an hour, no, in forty minutes
    for sort in _SORTS:
        at = old.codes.rfind(sort) if sort in codes else -1
        if at >= 0:
            break
    else:
        return ""
    begin, end = at, at + 1
    other = codes.replace(sort, "") + "NFg" * (sort == "U")  # 半小时后, in half an hour
    while begin and old.codes[begin - 1] in other:
        begin -= 1
    while old.codes[end : end + 1] and old.codes[end] in codes + "FQmK" * (sort == "H"):
        end += 1
    after = told[old.begins[end] :]
    tail = rest[new.begins[size] :]
    if tail and not fold(after).startswith(fold(tail)):
        after = tail  # 不是，七点吃饭
    return told[: old.begins[begin]] + rest[: new.begins[size]] + after


def _with_thing(w: "Any", told: str, rest: str, last: "Found") -> str:
    """The clause with another name or thing than the one that was found in it."""
    low = fold(told)
    old = fold(str(last.content)).strip()
    if last.kind != "fact":
        at = low.rfind(old) if old else -1
        return told[:at] + rest.strip() + told[at + len(old) :] if at >= 0 else ""
    at, end = low.find("对"), low.rfind("过敏")
    if 0 <= at < end:  # 对虾过敏
        return told[: at + 1] + rest + told[end:]
    at = 0
    for word in ("to ", "in ", "at ", "of ", "for ", "a ", "an ", "the "):
        place = low.rfind(" " + word) + 1
        at = max(at, place + len(word) * (place > 0 and not rest.startswith(word)))
    if w.NEEDS_ARTICLE and at:
        return told[:at] + rest
    at = skip(w.ADVERBS, low, head(w.SELF, low, skip(w.BEFORE_SELF, low)))
    end, meaning = look(w.LEADS, low, at)
    return told[:end] + rest if meaning and meaning in _OBJECTS else ""
