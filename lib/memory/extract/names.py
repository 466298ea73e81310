"""
Names: where the name of a person begins and ends, and the name of a pet.

The tables `w` of a language have what ends a name and what only looks like one. Functions take the
position where they begin and return where the name ends, 0 where there is none.
"""

from memory.text.folding import fold

from .scan import cut, drop, each, entry, has, head, is_cjk, look, skip
from .tables.people_en import FIRST_NAMES
from .utterance import OTHERS, OWNER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .utterance import Found, UtteranceContext


# Behind these a name does not stand: my kids school is.
_MANY_KIN = "|kids |children |twins |twin |baby |parents |grandparents |in-laws |"
_WORD_NAMES = "|will|mark|grace|rose|june|"  # words of the language, but in a list names
_LONGEST_ROLE = 24  # characters


def capital(name: str) -> str:
    """A name with capitals where speech recognition, which knows none, wrote it."""
    if name != name.lower() or name[:1] > "\x7f":
        return name
    return " ".join([word[:1].upper() + word[1:] for word in name.split()])


def add_name(context: "UtteranceContext", at: int, sure: int, strict: bool = False) -> int:
    """Keep the owner's name that begins at `at`; where it ends."""
    end = name_end(context, at, strict)
    if end:
        context.add("name", capital(_said_again(context.text[at:end].strip())), sure)
        context.surname = fold(context.text[at:end])  # Alan, Alan Prentice
    return end


def add_surname(context: "UtteranceContext", at: int) -> int:
    """Keep in mind the owner's surname that begins at `at`, and their name where it follows."""
    long = entry(context.w.LONG_SURNAMES, context.low[at : at + 2])
    context.surname = context.low[at : at + 1 + long]
    return _add_given(context, context.surname, at + 1 + long) or at + 1 + long


def named_in_full(context: "UtteranceContext") -> bool:
    """宋雨桐, 单名一个雯字 behind 我姓宋."""
    surname, context.surname = context.surname, ""
    low = context.low
    if not surname.strip():
        return False
    again = low.startswith(surname) or low.endswith(surname)
    if again and name_end(context, 0, True) == len(low):
        return add_name(context, 0, 95, True) > 0
    return _add_given(context, surname, 0) > 0


def _add_given(context: "UtteranceContext", surname: str, at: int) -> int:
    """Keep the owner's name of a surname and what is said behind it: 单名一个磊字, 名存壮."""
    w, low = context.w, context.low
    begin = skip("|，|我|单名|单字|名字|名|叫|是|一个|个|", low, at)
    end = drop(w.PARTICLES, low, cut("|字|，|", low, begin), begin)
    named = has("|单|名|", low[at:begin]) and 0 < end - begin < 3
    if not named or not is_cjk(low[begin : begin + 1]) or low[begin : begin + 1] in w.NEVER_NAMED:
        return 0
    context.add("name", surname + context.text[begin:end], 90)
    return end + head("|字|", low, end)


def _said_again(name: str) -> str:
    """Alan Prentice of "Alan Alan Prentice", James Bond of "Bond James Bond"."""
    first, _, rest = name.partition(" ")
    words = fold(rest).split(" ")
    return rest if fold(first) in (words[0], words[-1]) else name


def name_end(context: "UtteranceContext", at: int, strict: bool = False) -> int:
    """Where the name at `at` ends. `strict`: only one with a surname or a capital letter."""
    if not is_cjk(context.text[at : at + 1]):
        return _latin_end(context, at, strict)
    w, low = context.w, context.low
    end = cut(w.NAME_ENDS, low, at + 1)
    name = low[at:end]
    size = end - at
    if not 2 <= size <= 4 or (low[end : end + 1] == "的" and end + 1 < len(low)):
        return 0
    if strict and low[end : end + 1] == "的":
        return 0  # 我是路过的
    known = name[:1] in w.SURNAMES or entry(w.LONG_SURNAMES, name[:2])
    if known and not strict:
        last = size == 3 and name[2:] == "来" and end == len(low)  # 林福来
        return 0 if has(w.NOT_SAID, name[:2] if last else name) else end
    if strict and not (known and size < 4) and not (name[:1] in "小阿" and size == 2):
        return 0
    if drop(w.TRADES, low, end, at) < end or has(w.NO_NAME, name):
        return 0
    for place in range(size):
        letter = name[place : place + 1]
        if not is_cjk(letter) or (letter in w.NEVER_NAMED and not strict):
            return end if name in ("点点", "多多") else 0
    return end


def _latin_end(context: "UtteranceContext", at: int, strict: bool) -> int:
    w, text, low = context.w, context.text, context.low
    cased = "A" <= text[at : at + 1] <= "Z"
    known = cased or (w.NEEDS_ARTICLE and head(FIRST_NAMES, low, at))
    after = low.find(" ", at) + 1  # hi, I'm elena, nice to meet you
    heard = fold(context.heard) + " "
    said = heard.find(low[at:after]) + after - at
    if strict and not cased and head(w.INTRODUCED, heard, said):
        common = context.is_common(low[at:after]) or low[after - 3 : after] == "ed "
        return 0 if common and not known else after
    if head(w.NO_LATIN, low, at) or (strict and not known):
        return 0
    end = at
    for _ in range(3):
        stop = _word_end(low, end)
        if stop == end or low[end : end + 1] < "A" or head(w.NAME_ENDS, low, end):
            break
        if cased and text[end : end + 1] > "Z":
            break
        end = stop + 1 if low[stop : stop + 1] == " " else stop
    name = text[at:end].strip()
    if name[-2:] == "'s":  # my son Graham's over in Perth
        name, end = name[:-2], at + len(name) - 2
    if not 1 < len(name) < 30 or (low[end : end + 1] == "的" and end + 1 < len(low)):
        return 0
    if not cased and " " in name and end < len(low) and not head(w.NAME_ENDS, low, end):
        return 0
    return end


def beside(context: "UtteranceContext", at: int) -> int:
    """Where a name ends that stands beside its relative: 我老公王磊在银行上班."""
    w, low = context.w, context.low
    for size in (2, 3):
        end = at + size
        name = low[at:end]
        if len(name) < size or name[:1] not in w.SURNAMES or has(w.NO_NAME, name):
            continue
        none = has(w.NOT_BESIDE, name) or has(w.ILLS, name) or name[-1:] == "人"
        if none or drop(w.TRADES, low, end, at) < end:
            continue
        if head(w.BESIDE, low, end) or (size == 3 and end == len(low)):
            return end
    return 0


def _word_end(low: str, at: int) -> int:
    while at < len(low) and (
        "'" <= low[at : at + 1] <= "z"
        or (low[at : at + 1] > "\x7f" and not is_cjk(low[at : at + 1]))
    ):
        at += 1
    return at


def bare_end(context: "UtteranceContext", at: int) -> int:
    """
    Where a name without a capital ends that stands between a relative and what is said of them:
    isla of "my daughter isla's eleven"; 0 for none, as for the food of "my dog food is".
    """
    w, low = context.w, context.low
    end = low.find(" ", at)
    end = end - 2 if low[at:end].endswith("'s") else end
    told = skip(w.ADVERBS, low, end + 1)
    rest = low[told:].strip()
    if head(FIRST_NAMES, low, at) == told - at and (" " in rest or rest[-1:] == "s"):
        return told  # my son tyler plays hockey
    led = head("|was |has |had |will |used to |loves |hates |likes |lives |works |", low, told) > 0
    led = led or low.startswith("'s ", end) or look(w.KIN_LEADS, low, told)[1] != ""
    if not w.NEEDS_ARTICLE or end < at + 3 or not led or context.heard != fold(context.heard):
        return 0
    if low[at - 3 : at] == "'s " or head(_MANY_KIN, low, low.rfind(" ", 0, at - 1) + 1):
        return 0
    common = context.is_common(low[at:end] + " ") or head("|run |own |live |are |", low, told)
    return 0 if common or low[at:end].endswith("ing") else end + (low[end : end + 1] == " ")


def are_names(context: "UtteranceContext", names: str, bare: bool) -> bool:
    """True for names alone: Ben|Lily; `bare`: any word that is none of the language is one."""
    w = context.w
    heard = context.text, context.low
    for name in each("|" + names + "|"):
        context.text, context.low = name, fold(name)
        end = name_end(context, 0, w.NEEDS_ARTICLE)
        if bare and (entry(_WORD_NAMES, name) or not context.is_common(name + " ")):
            end = len(name)
        context.text, context.low = heard
        dated = look(w.WHEN, fold(name), 0)[1][:1] not in ("", "o")  # June may be one
        if end < max(len(name), 2) or dated or len(name) > 12:
            return False
    return True


def called(context: "UtteranceContext") -> bool:
    """叫我小王吧, 大家都叫我阿强, you can call me Danny."""
    w, low = context.w, context.low
    at = skip(w.CALLERS, low)
    if at and low.startswith("at the ", at):  # the lads at the depot
        at = skip(w.CALLERS, low, low.find(" ", at + 7) + 1)
    known = head(w.KNOWN_ME, low)
    told = head(FIRST_NAMES, low, known) or low.endswith((" speaking ", " here "))
    told = told and not head(w.PLACES, low, known) and not look(w.WHEN, low, known)[1]
    if known and w.NEEDS_ARTICLE and told:  # it's Nina by the way
        end = name_end(context, known, True)
        if end and skip(w.CALL_ENDS, low, end) == len(low):
            return add_name(context, known, 75) > 0
    if low.endswith(" here ") and head(FIRST_NAMES, low) == len(low) - 5:
        return add_name(context, 0, 75) > 0
    first = head(w.NAMED_ME, low)
    if first and name_end(context, first, True):
        return add_name(context, first, 80) > 0
    size = head(w.CALL_ME, low, at)
    end = name_end(context, at + size) if size else 0
    if not end or skip(w.CALL_ENDS, low, end) < len(low):
        return False
    return add_name(context, at + size, 70) > 0


def own_pet(context: "UtteranceContext") -> None:
    """Who goes on being spoken of, where the last fact is of a pet: 我家猫叫可可, I have a dog."""
    w, last = context.w, context.found[-1]
    low = " " + fold(last.content) + " "
    at = cut(w.PETS, low, 0)
    kids = cut(w.KIDS, low, 0)
    if last.kind != "fact" or min(at, kids) == len(low):
        return
    context.several = True
    context.kids = ""
    if kids < len(low):
        context.sentences = 0
        context.kids = low[kids : kids + head(w.KIDS, low, kids)].strip()
    if kids < len(low) or has(w.MANY, low):
        return
    at += low[at : at + 1] == " "
    said = w.MINE_PET % low[at : at + head(w.PETS, low, at)].strip()
    named = ""
    for words in each(w.PET_NAMED):
        named = named or last.content.partition(words)[2].strip()
    named = capital(named.split()[0] if named else "")
    context.person = said + (w.GAP + named if named else "")
    if not w.NEEDS_ARTICLE:
        context.subject = OTHERS


def pets_named(
    context: "UtteranceContext", last: "Found | None", name: int, meaning: str
) -> "tuple[int, str]":
    """Where the names end, and that they are some: Biscuit and Gravy behind "two rabbits"."""
    w, low = context.w, context.low
    if not name or last is None or last.kind != "fact" or context.subject != OWNER:
        return name, meaning
    if cut(w.PETS, fold(last.content) + " ", 0) > len(last.content):
        return name, meaning
    both = name + head("|and |", low, name)
    if not meaning and not person_end(context, 0, name, True):
        return name, meaning
    return (person_end(context, both, len(low), True) if both > name else 0) or name, "n"


def known_by_name(context: "UtteranceContext") -> bool:
    """
    My boss is Karen, Luna is my cat, 我的房东姓孙, my wifi is called Moonbase: who somebody of the
    owner's is by name, and what something of theirs is called. What others are like is nothing.
    """
    w, low = context.w, context.low
    begin = skip(w.BEFORE_SELF, low)
    mine = begin + head(w.POSSESSIVES if w.NEEDS_ARTICLE else w.SELF, low, begin)
    end = 0
    if "p" in context.flags:
        return False
    if mine > begin:
        end = _is_called(context, skip("|的|家的|家|楼下|隔壁|", low, mine))
    else:
        end = _is_mine(context, begin)
    if end:
        context.subject = OTHERS
        context.add("fact", context.said(begin, end), 85)
    return end > 0


def _is_called(context: "UtteranceContext", at: int) -> int:
    """Where "boss is Karen" ends, behind "my"; 0 for none."""
    w, low = context.w, context.low
    for word in each(w.ROLE_IS):
        end = low.find(word, at + 1)
        name = end + len(word)
        role = low[at:end] + w.GAP
        if end <= at or len(role) > _LONGEST_ROLE:
            continue
        if entry(w.THINGS_CALLED, role) and word.strip() not in ("is", "是", "姓"):
            stop = drop(w.PARTICLES, low, len(low), name)
            fits = 1 < stop - name < 20 and not head(w.NO_CALLED, low, name)
            return stop if fits and not has(w.NOT_IN_THING, " " + low[name:stop]) else 0
        if not _is_role(w, role, w.ROLES):
            continue
        if word == "姓":
            stop = name + (2 if entry(w.LONG_SURNAMES, low[name : name + 2]) else 1)
            known = stop > name + 1 or low[name:stop] in w.SURNAMES
            return stop if known and skip(w.PARTICLES, low, stop) == len(low) else 0
        return person_end(context, name, len(low), word.strip() in ("is", "是"))
    return 0


def _is_mine(context: "UtteranceContext", at: int) -> int:
    """Where "Luna is my cat", 豆包是我的猫 end; 0 for none."""
    w, low = context.w, context.low
    for word in each(w.IS_MINE):
        end = low.find(word, at + 1)
        begin = skip(w.NEW, low, end + len(word))
        stop = drop(w.PARTICLES, low, len(low), begin)
        role = low[begin:stop]
        if end <= at or len(role) > _LONGEST_ROLE:
            continue
        pet = _is_role(w, role, w.PETS)
        if not pet and not _is_role(w, role, w.ROLES):
            return 0
        if head(w.OTHERS, low, at):
            return 0
        both = low.find(" and ", at, end)
        first = both if both > 0 else end
        named = person_end(context, at, first, not pet)
        if named and both > 0:
            named = person_end(context, both + 5, end, not pet)
        return stop if named else 0
    return 0


def _is_role(w: "Any", role: str, table: str) -> bool:
    """True for best friend, swimming coach, 钢琴老师; not for what is somebody else's."""
    at = drop(table, role, len(role))
    if at == len(role) or "'s " in role or has("| and | of | or |", role):
        return False
    return "的" not in role[:at] and not has(w.KIN, role[:at])


def person_end(context: "UtteranceContext", at: int, end: int, strict: bool) -> int:
    """
    Where the name of a person ends that stands from `at` to `end`: Dr Lindqvist, 老周, 林医生; 0
    for none. `strict`: only where it has the form of one.
    """
    low = context.low
    if is_cjk(low[at : at + 1]):
        return _chinese_end(context, at, drop(context.w.PARTICLES, low, end, at), strict)
    w = context.w
    name = skip(w.TITLES, low, at)
    stop = _latin_end(context, name, name == at or end < len(low))
    said = low[at:stop]
    if not stop or "'s" in said or said.endswith(("ing ", "ed ")):
        return 0
    state = look(w.BE, low, at)[1] or look(w.WHEN, low, at)[1][:1] not in ("", "o")
    none = state or head(w.PLACES, low, at) or has(w.TRADES, said) or has(w.NO_PERSON, said)
    rest = low[stop:end].strip()
    ended = not rest or (end == len(low) and context.ends(stop))
    return stop if ended and not (name == at and none) else 0


def _chinese_end(context: "UtteranceContext", at: int, end: int, strict: bool) -> int:
    w = context.w
    name = context.low[at:end]
    first, size = name[:1], len(name)
    plain = drop(w.TITLES, name, size, 1)
    long = entry(w.LONG_SURNAMES, name[:2])
    surname = long or first in w.SURNAMES
    if plain < size:  # 林医生
        return end if plain < 4 and (surname or first in "老小阿大") else 0
    if not 2 <= size <= 3 + long:
        return 0
    if has(w.NO_NAME, name) or has(w.NO_PERSON, name) or head(w.PETS, name):
        return 0
    if size == 2 and first in "老小阿大":
        return end if first != "老" or name[1:] in w.SURNAMES else 0
    if surname and drop(w.NO_PERSON_ENDS, name, size) == size:
        return end
    for place in range(size):
        if not is_cjk(name[place : place + 1]) or name[place : place + 1] in w.NEVER_NAMED:
            return 0
    none = strict or drop(w.TRADES, name, size) < size or skip(w.ADVERBS, name)
    return 0 if none else end
