"""
Family: relatives and pets, their names, and what is remembered of their lives.

Of the life of a relative or a pet age, home, work, illness and tastes become facts with their
subject: named, by role, or who was introduced in the clause before. Functions take the position
where they begin and return where they stop, 0 if they found nothing.
"""

from memory.text.folding import fold

from . import plans as plans
from .measures import aged
from .names import (
    add_name,
    are_names,
    bare_end,
    beside,
    capital,
    name_end,
    named_in_full,
    own_pet,
    person_end,
    pets_named,
)
from .scan import cut, drop, each, entry, has, head, is_cjk, known_as, look, skip
from .shapes import ails, upsets
from .utterance import OTHERS, OWNER
from .worth import behind_past, is_ill, is_touched, lasts, led

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .utterance import UtteranceContext


def family(context: "UtteranceContext", at: int) -> int:
    """妈妈叫李娟, my wife's name is Susan, my brother Ben ..."""
    w, low = context.w, context.low
    named = context.person_at(at)
    kin = at + (named or context.kin_at(at))
    both = skip(w.AND_MY, low, kin)
    if both > kin and context.kin_at(both):  # my mum and dad live in Spain
        kin = both + context.kin_at(both)
    after = skip(w.KIN_TAILS, low, kin)
    context.person = context.said(skip(w.BEFORE_SELF, low), kin).replace("'s", "").strip()
    if named:
        return _life(context, after)
    if kin == len(low):
        context.kin = low[at:kin]  # named in the next clause
        return 0
    end, meaning = look(w.LEADS, low, skip(w.OF, low, after))
    if meaning == "k":
        end += head(w.CALLED + "was |", low, end)
    if meaning and meaning in "kn":
        name = name_end(context, end)
    else:
        end = after + head(w.KIN_IS, low, after)
        is_called = (low[end : end + 1] or "\n") in w.NICKNAMES
        if end == after and not w.NEEDS_ARTICLE and not is_called:  # my wife Ann, not 妹妹高考
            name = beside(context, after) or _given(context, after)
        else:
            nation = look(w.BE, low, end)[1] if w.NEEDS_ARTICLE else ""
            name = bare_end(context, end) if end == after else 0
            name = 0 if nation else name or name_end(context, end, True)  # my dad is Irish
            if low[end : end + 1] in ("大", "老") and not name:
                name = person_end(context, end, len(low), True)  # 我哥是大明
    if not name:
        called = low.find("叫", end)
        name = name_end(context, called + 1) if meaning == "x" and called > 0 else 0
        if name:  # 我太太姓林叫林淑芬
            _add(context, low[at:kin], context.text[called + 1 : name].strip())
            return name
        end = low.find("姓", after) + 2
        if meaning == "x" and low[end - 1 : end] in w.SURNAMES:  # 我老公姓孙，叫孙立军
            context.kin = low[at:kin]
            end += entry(w.LONG_SURNAMES, low[end - 1 : end + 1])
            context.add("fact", context.said(skip(w.BEFORE_SELF, low), end), 75)
            return end
        return _life(context, after)
    said = context.person
    _add(context, low[at:kin], context.text[end:name].strip())
    if w.NEEDS_ARTICLE and low[:at].endswith(("little ", "late ")) and context.person:
        context.person = said + " " + str(context.found[-1].content)
    goes_on = low[name:] and not low.startswith("'s ", name)
    return name + (_of(context, context.person, name) if goes_on else 0)


def _given(context: "UtteranceContext", at: int) -> int:
    """Where a name without a surname ends: 我弟弟子轩有哮喘."""
    w, low = context.w, context.low
    name = low[at : at + 2]
    if not is_cjk(name[:1]) or name[:1] in w.NEVER_NAMED or name[1:] in w.NEVER_NAMED:
        return 0
    is_word = has(w.NOT_BESIDE, name) or has(w.NO_NAME, name) or skip(w.ADVERBS, low, at) > at
    if is_word or head(w.BODY, low, at) or context.kin_at(at) or look(w.LEADS, low, at)[1]:
        return 0
    told = head("|有|是|在|今年|患|得了|对|刚|满|已经|快|", low, at + 2)
    if not told or not _life(context, at + 2):
        return 0
    context.found.pop()
    return at + 2


def _add(context: "UtteranceContext", kin: str, name: str) -> None:
    last = context.found[-1].content if context.found else ""
    if name and kin in last and "姓" in last[-3:]:
        context.found.pop()  # 我老公姓孙，叫孙立军
    short = known_as(context.w.KIN_AS, kin)  # 弟媳 is no 弟
    kin = kin.replace("'s", "").strip()
    name = capital(name)
    context.add("family", name, 90 if name else 75, relation=short or kin)
    context.unnamed = not name
    context.person = context.w.MINE % kin + (context.w.GAP + name if name else "")
    context.several = True  # an age without an owner is not theirs
    if not context.w.NEEDS_ARTICLE:
        context.subject = OTHERS  # in English the verb tells: live, lives
    context.know(name)


def _of(context: "UtteranceContext", person: str, at: int) -> int:
    """Read what the clause says of a person from `at` on; how much was read of it."""
    w, text, low = context.w, context.text, context.low
    size = len(person)
    bare = w.NEEDS_ARTICLE and not led(context, at)[1]  # Ben, seven, allergic to nuts
    context.text = person + (" is " if bare else w.GAP) + text[at:]
    context.low = fold(context.text)
    end = _life(context, skip(w.KIN_TAILS, context.low, size + len(w.GAP)))
    context.text, context.low = text, low
    return max(0, end - size)


def of_person(context: "UtteranceContext") -> bool:
    """
    今年五岁 after 女儿叫朵朵, "he is seven": a clause without a subject, and he or she, speaks of
    who was introduced before. So does one of a pet: my dog Rex died.
    """
    w, low = context.w, context.low
    person, context.person = context.person, ""
    if "p" in context.flags:
        return False
    at = skip(w.BEFORE_SELF, low)
    size = head(w.THEY, low, at)
    own = context.owner_at(at)
    if own:
        context.several = False
        kin = skip(w.OF, low, at + own)
        kin = skip(w.PET_HEADS, low, kin)  # 我家那条大黄狗
        pet = kin + head(w.PETS, low, kin)
        if pet > kin and _pet(context, pet):
            context.person = context.person or context.said(at, pet).strip()
            context.subject = OTHERS
            return True
        if has(w.THEM, low):
            context.person = person  # 我很爱她
        return False
    if context.kin_at(at) or context.person_at(at):
        return False
    others = head(w.OTHERS, low, at)
    theirs = size or context.subject == OTHERS or (w.NEEDS_ARTICLE and context.subject == OWNER)
    if not person or not theirs or (others and not size):
        return False
    if not context.kin_at(at + size):
        context.person = person
    if is_touched(context, fold(person)):
        context.subject = OWNER
        return False
    end, meaning = look(w.NAMED_LATER, low, at)
    name = name_end(context, end) if meaning else 0
    relative = fold(person)[len(w.MINE) - 2 :]
    born = context.found and has("|生了|had a |had twins|", context.found[-1].content)
    born = born or skip(w.PARTICLES, low, name) < len(low)  # 叫奶奶叫得可甜了
    if name and entry(w.KIN, relative + w.GAP) and not born:  # 我孙子满月了，叫航航
        _add(context, relative, context.text[end:name].strip())
        return True
    context.heard = context.heard.replace("he's ", "he is ")
    if not _of(context, person, at + size if size else head("|还|也|", low)):
        if w.NEEDS_ARTICLE or not has("|高考|中考|考试|毕业|开学|结婚|手术|出院|", low):
            return False
        context.text = person + context.text.replace("就要", "").replace("要", "")
        context.low = fold(context.text)  # 我儿子今年高三，下个月七号就要高考了
        return plans.read(context, False, False)
    context.subject = OTHERS
    return True


def _pet(context: "UtteranceContext", at: int) -> int:
    """died, Rex is diabetic, 豆豆去世了, behind a pet of the owner's."""
    w, low = context.w, context.low
    end = _life(context, at)
    if end or not low[at:]:
        return end
    if w.NEEDS_ARTICLE:
        name = bare_end(context, at) or name_end(context, at, True)
        return _life(context, name) if name else 0
    for name in range(at + 1, min(at + 4, len(low))):
        if low[name - 1 : name] in w.NEVER_NAMED or not is_cjk(low[name - 1 : name]):
            return 0
        end = _life(context, name)
        if end:
            return end
    return 0


def _life(context: "UtteranceContext", at: int) -> int:
    """今年五岁, 是老师, 在医院上班, is allergic to."""
    w, low = context.w, context.low
    at = behind_past(w, low, at)
    stop = ails(context, skip(w.ADVERBS, low, at))
    if not stop and not w.NEEDS_ARTICLE:
        first = skip(w.ADVERBS, low, at)
        stop = upsets(context, first) or is_ill(w, low, first)  # 我女儿一喝牛奶就拉肚子
    if stop:
        context.add("fact", context.said(skip(w.BEFORE_SELF, low), stop), 75)
        return stop
    end, meaning = led(context, at)
    if not w.NEEDS_ARTICLE:
        other, state = look(w.LEADS, low, skip(w.ADVERBS, low, at))
        if state == "!":
            other, state = look(w.LEADS, low, other)
            state = state if state in ("+", "-") else ""  # 还不结婚
        if other > end and state and state in "sefR+-":
            end, meaning = other, state
    if not meaning and low[:at].endswith("'s "):  # my daughter's allergic to eggs
        meaning = "="
    stop = aged(context, end)
    if not stop or (meaning and meaning != "="):
        stop = cut(w.FACT_ENDS, low, end)
        if not lasts(context, meaning, end, stop):
            return 0
    stop = drop(w.PARTICLES, low, stop)
    stop += low[stop - 1 : stop + 1] == "走了"
    context.add("fact", context.said(skip(w.BEFORE_SELF, low), stop), 75)
    return stop


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


def named_later(context: "UtteranceContext", unnamed: bool) -> bool:
    """
    叫小杰, her name is Lily, after 我有个弟弟, I have a daughter; a name between two pauses: 李强
    after 我爸, Max after "a son"; Ben and Lily after "two kids".
    """
    w, low = context.w, context.low
    kin, context.kin = context.kin, ""
    if named_in_full(context):
        return True
    one = head(w.ONES, low) if context.kids else 0
    if one and _one_named(context, one):
        return True
    if not one and cut(w.PETS, low, 0) < len(low):
        context.kids = ""  # 楼上养了两只猫，大的叫咪咪
    last = context.found[-1] if unnamed else None
    if last is None and not kin:
        return False
    if last is not None and context.several:
        said = fold(last.content) + " "
        at = cut(w.KIDS, said, 0)
        kids = said[at : at + head(w.KIDS, said, at)].strip()
        if last.kind == "family" and last.content:
            kids = str(last.fields["relation"])
        if kids:
            return _several(context, kids)
    end, meaning = look(w.NAMED_LATER, low, 0)
    name = name_end(context, end, not meaning)
    name, meaning = pets_named(context, last, name, meaning)
    alone = name == len(low) and not look(w.WHEN, low, 0)[1]
    if not name or not (alone or (meaning and (kin or last is not None))):
        return False
    if last is None or last.kind == "family":
        if last is not None:
            kin = str(context.found.pop().fields["relation"])
        _add(context, kin, context.text[end:name].strip())
        context.of_family = True
    elif meaning:
        context.found.pop()
        context.add(last.kind, last.content + w.COMMA + context.said(0, name).strip(), 85)
        own_pet(context)
    return last is None or last.kind == "family" or meaning != ""


def _one_named(context: "UtteranceContext", one: int) -> bool:
    """大的叫思思, the eldest is Poppy."""
    w, low = context.w, context.low
    end, meaning = look(w.LEADS, low, one)
    bare = w.NEEDS_ARTICLE and not meaning and low.startswith("is ", one)
    end = one + 3 if bare else end
    name = name_end(context, end, bare) if bare or meaning == "n" else 0
    if name:
        _add(context, context.kids, context.text[end:name].strip())
        context.sentences = 0
        more = head(w.ONES, low, name)
        return more == 0 or _one_named(context, name + more)  # 一个叫大米一个叫小米
    return False


def _several(context: "UtteranceContext", kin: str) -> bool:
    """Ben and Lily after "two kids": names alone."""
    w, low = context.w, context.low
    text = context.text[skip(w.MORE, low, skip(w.NAMED_ALL, low)) :]
    names = text[: drop(w.PARTICLES, low, len(low)) - len(low) or len(text)]
    for word in each(w.AND):
        names = names.replace(word, "|")
    bare = w.NEEDS_ARTICLE and "|" in names and context.heard == fold(context.heard)
    names = names.strip().replace(" ", "|") if bare else names
    if not are_names(context, names, bare):
        return False
    for name in each("|" + names + "|"):
        _add(context, kin, name.strip())
    context.person = ""
    context.unnamed = context.several = True
    return True


def named_so(context: "UtteranceContext") -> bool:
    """爸妈给我取名叫思远, 给女儿起名叫安安, we named our son Felix, Frank is my dad."""
    w, low = context.w, context.low
    for words in each(w.NAMING) if w.GIVEN in low else ():
        at = low.find(words) if words else -1
        if at < 0 or "想" in low[:at]:
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
    return _all_named(context) or _is_kin(context)


def _all_named(context: "UtteranceContext") -> bool:
    """my kids are called Ella and Finn, 我两个儿子叫大宝和小宝."""
    w, text, low = context.w, context.text, context.low
    own = skip(w.OF, low, context.owner_at(0))
    kids = skip(w.ARTICLES, low, context.number(own)[1])
    size = head(w.KIDS, low, kids)
    end = kids + size
    are = head("|are |", low, end) if w.NEEDS_ARTICLE else head(w.NAMED_ALL, low, end)
    if not own or not size or not are or (kids == own and not w.NEEDS_ARTICLE):
        return False
    context.drop_front(end + are)
    if _several(context, low[kids:end].strip()):
        return True
    context.text, context.low = text, low
    return False


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
        context.person = ""
        context.subject = OWNER


def _is_kin(context: "UtteranceContext") -> bool:
    """王磊是我老公, Frank is my dad."""
    w, low = context.w, context.low
    for words in w.IS_MY:
        at = low.find(words, 1)
        kin = skip(w.OF, low, at + len(words))
        size = context.kin_at(kin) if at > 0 else 0
        dated = look(w.WHEN, low, 0)[0] > 1
        if not size or dated or skip(w.PARTICLES, low, kin + size) < len(low):
            continue
        end = name_end(context, 0, True)
        if low[:1] == low[1:2] and at == 2 and not w.NEEDS_ARTICLE:
            end = person_end(context, 0, at, False)  # 糖糖是我侄女
        if end and low[end:].startswith(words.strip()):
            _add(context, low[kin : kin + size], context.text[:end].strip())
            return True
    return False
