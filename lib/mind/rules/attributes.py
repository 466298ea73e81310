"""
Attributes: what something of the owner is or is called, as memories say it and questions ask it.

My boss is Karen, Luna is my cat, 我侄女叫糖糖: a memory that is of this form answers who Karen is,
what the cat is called and who the boss is, whatever else it is about. So do those that begin with
somebody's child or partner whether there are any. A question is read only where all of its words
are understood. Owns the forms in both languages. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import drop, each, entry, has, head, is_chinese, known_as, skip
from memory.text.script import fold

from . import predicates_zh
from .claim_reader import read
from .claim_values import is_job
from .relatives import MOTHERS, is_kin, relatives

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memory.records.record import Record

_MINE = "|my |our |the user's |user's |the owner's |"
_MINE_ZH = "|我的|我们的|我家的|我|用户的|用户家的|用户|主人的|主人|"
_NOW = "|new |current |present |own |old |previous |former |"
_NOW_ZH = "|新的|新|现在的|现任|如今的|"
_IS = (
    " is now called ", " is called ", " is named ", "'s name is ", " name is ", " is now ", " is ",
)  # fmt: skip
_IS_MINE = (" is my new ", " is my ", " is our ", " is the user's new ", " is the user's ")
_IS_ZH = ("名字叫", "名叫", "的名字是", "叫做", "叫", "是", "姓")
_IS_MINE_ZH = ("是我的", "是我", "是用户的", "是用户")
_NO_NAMES = (
    "|i |he |she |it |they |we |you |that |this |who |what |there |here |one |mine |the |my |your "
    "|a |an |in |at |on |not |from |very |"
)
_NO_NAMES_ZH = "|我|他|她|它|你|这|那|谁|什么|哪|今天|明天|昨天|"
_GONE = "| died | passed away | ran away | put down |去世|过世|死了|走丢|跑丢|不在了|送人|"
# What somebody is like, or where, tells not who they are, nor what something is.
_STATES = (
    "|in |at |on |off |out |away |back |not |very |so |too |really |always |never |going |coming "
    "|getting |from |sick |ill |busy |late |个|一个|很|在|不|太|挺|特别|非常|真|"
)
_ENDS = ",.;!?("
_ENDS_ZH = "，。；！？,;!?（( "
_LONGEST = 5  # words of an attribute,
_LONGEST_ZH = 8  # and characters
_NAME = 4  # words or characters of a name
# (before, behind) the attribute that a question asks for
_ASKED = (
    ("what is the name of my", ""), ("what is my", "called"), ("what is my", "named"),
    ("what is my", "'s name"), ("what are my", "called"), ("what is my", ""), ("who is my", ""),
    ("what are my", ""), ("which is my", ""), ("who are my", ""), ("what was my", "called"),
    ("what was my", "'s name"), ("what was my", ""), ("who was my", ""),
)  # fmt: skip
_ASKED_ZH = (
    "叫什么名字", "的名字叫什么", "的名字是什么", "叫什么", "叫啥", "是什么", "是啥", "是谁",
    "姓什么", "是哪个", "是哪位", "是多少", "多少", "是几",
)  # fmt: skip
_KIDS = "|daughter |son |daughters |sons |kids |children |twins |baby |little one |girl |boy |"
_PETS = (
    "|cat |dog |hamster |rabbit |parrot |puppy |kitten |bunny |goldfish |tortoise |turtle "
    "|guinea pig |budgie |canary |cats |dogs |"
)
_SPOUSES = "|husband |wife |"
PARTNERS = (
    "|partner |boyfriend |girlfriend |husband |wife |fiance |fiancee |spouse |对象|男朋友|女朋友"
    "|男友|女友|老公|老婆|妻子|丈夫|先生|太太|爱人|媳妇|未婚夫|未婚妻|伴侣|"
)
_LONG_AGO = (
    "| years ago | first wife| first husband| in 19| in 200| in 201|年前|前妻|前夫|当年|那年|"
)
_SIBLINGS = "|brother |sister |brothers |sisters |"
_KIDS_ZH = "|女儿|儿子|孩子|闺女|双胞胎|女孩|男孩|"
_SPOUSES_ZH = "|老公|老婆|妻子|丈夫|先生|太太|爱人|媳妇|"
_PETS_ZH = "|猫|狗|仓鼠|兔子|鹦鹉|小猫|小狗|乌龟|金鱼|柯基|金毛|橘猫|"
_SIBLINGS_ZH = "|哥|姐|弟|妹|哥哥|姐姐|弟弟|妹妹|"
# Who is called by name behind what they are.
_ROLES = (
    words_en.KIN,
    _PETS,
    "|friend |boss |manager |colleague |coworker |neighbour |neighbor |roommate |flatmate "
    "|teacher |doctor |dentist |landlord |landlady |coach |trainer |nanny |cleaner |supervisor "
    "|classmate |apprentice |therapist |tutor |partner |",
)
_ROLES_ZH = (
    words_zh.KIN,
    _PETS_ZH,
    "|同事|同学|室友|舍友|闺蜜|发小|徒弟|师傅|战友|邻居|朋友|老板|领导|上司|组长|队长|班长|班主任|老师"
    "|教练|医生|保姆|阿姨|房东|搭档|客户|助理|秘书|导师|学生|棋友|牌友|球友|",
)
# What there may be, and what tells that there is.
_ALL_KIDS, _ALL_PETS = _KIDS + _KIDS_ZH[1:], _PETS + _PETS_ZH[1:]
_ALL_SIBLINGS = _SIBLINGS + _SIBLINGS_ZH[1:]
_ANY = {
    "kids": _ALL_KIDS, "children": _ALL_KIDS, "pets": _ALL_PETS, "pet": _ALL_PETS,
    "siblings": _ALL_SIBLINGS, "brothers or sisters": _ALL_SIBLINGS, "孩子": _ALL_KIDS,
    "小孩": _ALL_KIDS, "宠物": _ALL_PETS, "兄弟姐妹": _ALL_SIBLINGS,
}  # fmt: skip
_HAVE = ("do i have any ", "do i have a ", "do i have ", "have i got any ", "have i got ")
# What tells that there is one: I have two kids, and no cat allergy.
_HAS = (
    "|i have |we have |i've got |we've got |i have got |the user has |user has |i own |i adopted "
    "|we adopted |i got |we got |i gave birth to |i had |we had |i am raising |"
)
_COUNTS = "|a |an |one |two |three |four |five |six |several |some |baby |little |new |young |"
_BEHIND = "|and |called |named |who |that |at |in |with |now |aged |. |, |last |this |today |"
_HAS_ZH = (
    "|我有|我们有|用户有|我养了|我养着|我养|我们养了|我家有|我家养了|家里有|家里养了|我生了"
    "|我领养了|"
)
_COUNTS_ZH = "|一|两|三|四|五|六|几|个|只|条|对|位|了|小|"
_BEHIND_ZH = "| |，|。|,|、|叫|和|还|了|在|都|"
_MARRIED = ("am i married", "am i still married")

# The question that was read last, and what it asks for.
_read: "list[Any]" = ["", None]


def answers(core: str, content: str, relation: str = "") -> bool:
    """
    True where a memory says what a question (folded, without what opens it) asks for: the value of
    an attribute of the owner's, whose value somebody is, or whether they have such. `relation` is
    that of a member of the family, whose name is the content.
    """
    how, what = _asked_once(core) or ("", "")
    if not how:
        return False
    low = fold(content).replace("’", "'")
    family = [(fold(relation), low, True)] if relation else []
    if how == "any":
        return not has(_GONE, low + " ") and _is_one(low, what, family or told(content))
    if how == "who" and not family and _introduces(low, what):
        return True
    for attribute, value, is_name in family or told(content):
        if how == "who":
            if what == value:
                return True
        elif _one_name(what) == _one_name(attribute) and (is_name or how != "named"):
            return not head(_STATES, value + " ")
    if how != "named" or family:
        return False
    kin = _one_name(what)
    return is_kin(kin) and kin in [one[0] for one in relatives(content, read(content))]


def _is_one(low: str, table: str, told_so: "list[tuple]") -> bool:
    """True for what begins with one of these of the owner's, or says who is one."""
    begin = head(_MINE_ZH if is_chinese(low) else _MINE, low)
    if begin and head(table, low + " ", begin):
        return True
    low += " "
    for have, counts, behind in ((_HAS, _COUNTS, _BEHIND), (_HAS_ZH, _COUNTS_ZH, _BEHIND_ZH)):
        at = head(have, low)
        at = skip(counts, low, at) if at else 0
        size = head(table, low, at) if at else 0
        if size and (at + size >= len(low.rstrip()) or head(behind, low, at + size)):
            return True
    return bool([True for attribute, _, _ in told_so if head(table, attribute + " ")])


def wanted(core: str) -> "list[str]":
    """What a memory that may answer has to name, one of them: boss, karen, husband or wife."""
    how, what = _asked_once(core) or ("", "")
    return [one.strip() for one in each(what)] if how == "any" else [what] if what else []


def _introduces(low: str, name: str) -> bool:
    """True for a memory that says by the way who somebody named is: 室友大鹏, my cat Pickles."""
    at = low.find(name)
    before, behind = low[:at], low[at + len(name) : at + len(name) + 1]
    if at <= 0 or (behind.isalpha() and not is_chinese(low)):
        return False
    if is_chinese(low):
        for word in ("名叫", "叫", "是", "，"):
            before = before[: -len(word)] if before.endswith(word) else before
        before = before[head(_MINE_ZH, before) :]
        if len(before) > _LONGEST_ZH:
            return False
        return bool([True for one in _ROLES_ZH if drop(one, before, len(before)) < len(before)])
    mine = head(_MINE, before)
    words = before[mine:].strip().split(" ")
    if not mine or len(words) > _NAME:
        return False
    return bool([True for one in _ROLES if entry(one, words[-1] + " ")])


def _one_name(relation: str) -> str:
    """A relative by the name that claims have: 妈妈, of 老妈."""
    return known_as(words_zh.KIN_AS, relation) or known_as(MOTHERS, relation) or relation


def is_nameless(core: str, content: str) -> bool:
    """True for what tells of whom a question asks the name of something else: a carpenter."""
    how, what = _asked_once(core) or ("", "")
    if how != "named" or what not in [attribute for attribute, _, _ in told(content)]:
        return False
    return not answers(core, content)


def _asked_once(core: str) -> "tuple | None":
    if _read[0] != core:
        _read[:] = (core, _asked(core))
    asked: "tuple | None" = _read[1]
    return asked


def told(content: str) -> "list[tuple]":
    """
    [(attribute, its value, whether that is a name)] that a memory begins with, folded:
    [("boss", "karen", True)].
    """
    low = fold(content).replace("’", "'")
    return _told_chinese(low) if is_chinese(low) else _told_english(low)


def partner(content: str) -> str:
    """What the owner's partner is called, folded, by a memory that says who that is; "" else."""
    for attribute, name, is_name in told(content):
        is_of = entry(PARTNERS, attribute + " ") or entry(PARTNERS, attribute)
        if is_name and name and is_of:
            return name
    return ""


def parts_from(content: str, name: str) -> bool:
    """
    False for what says that the owner has parted from somebody of another name, or long ago; the
    partner may have none ("").
    """
    low = fold(content) + " "
    if has(_LONG_AGO, low):
        return False
    return name in low or not has("| with | from |和|跟|与|", low) or has(PARTNERS, low)


def has_parted(parting: "Record", record: "Record") -> bool:
    """True where who a memory says is the partner is one no more since they have parted."""
    return parting.told_after(record) and parts_from(parting.content, partner(record.content))


def _told_english(low: str) -> "list[tuple]":
    mine = head(_MINE, low)
    begin = skip(_NOW, low, mine)
    found = []
    for word in _IS if mine else ():
        at = low.find(word)
        if at > begin:
            attribute, value = low[begin:at], low[at + len(word) :]
            if len(attribute.split(" ")) <= _LONGEST and _until(attribute, _ENDS) == attribute:
                is_name = word != " is " or not head(_NO_NAMES, value + " ")
                found.append((attribute, _until(value, _ENDS), is_name))
                break
    is_so = not low.startswith(("i had ", "we had ")) and not has(_GONE, low + " ")
    begin = skip(_COUNTS, low, head(_HAS, low)) if is_so else 0
    for word in (" called ", " named ") if begin else ():
        at = low.find(word, begin)
        if at > 0 and len(low[begin:at].split(" ")) <= _LONGEST:  # I've got a black lab called Rex
            found.append(
                (low[begin:at].split(" ")[-1], _until(low[at + len(word) :], _ENDS), True)
            )
            break
    for word in _IS_MINE:
        at = low.find(word)
        name = low[:at]
        if at > 0 and len(name.split(" ")) <= _NAME and not head(_NO_NAMES, name + " "):
            attribute = _until(low[at + len(word) :], _ENDS)
            found.append((attribute, name, True))
            break
    return found


def _told_chinese(low: str) -> "list[tuple]":
    for word in _IS_MINE_ZH:
        at = low.find(word)
        name = low[:at]
        if 0 < at <= _LONGEST_ZH and not head(_NO_NAMES_ZH, name):
            rest = _until(low[at + len(word) :], _ENDS_ZH)
            return [(rest[head(_NOW_ZH, rest) :], name, True)]
    begin = head(_MINE_ZH, low)
    begin += head(_NOW_ZH, low, begin) if begin else 0
    for word in _IS_ZH if begin else ():
        at = low.find(word, begin)
        if begin < at <= begin + _LONGEST_ZH:
            value = _until(low[at + len(word) :], _ENDS_ZH)
            is_name = len(value) <= _NAME and not is_job(predicates_zh, value)
            return [(_plain(low[begin:at]), value, word != "是" or is_name)]
    return []


def _plain(attribute: str) -> str:
    """Without the 的 at its end, and 名字: 猫的名字."""
    for end in ("的名字", "的"):
        if attribute.endswith(end) and len(attribute) > len(end):
            attribute = attribute[: -len(end)]
    return attribute


def _until(text: str, marks: str) -> str:
    end = len(text)
    for mark in marks:
        at = text.find(mark)
        end = at if 0 <= at < end else end
    return text[:end].strip()


_USUAL = (
    ("what's ", "what is "),
    ("who's ", "who is "),
    ("which's ", "which is "),
    (" our ", " my "),
)


def _asked(core: str) -> "tuple | None":
    """("of" or "named", an attribute), ("who", a name), ("any", a table) or None."""
    low = core.strip()
    if is_chinese(low):
        return _asked_chinese(low)
    for short, usual in _USUAL:
        low = low.replace(short, usual)
    if low in _MARRIED:
        return "any", _SPOUSES
    for have in _HAVE:
        what = low[len(have) :] if low.startswith(have) else ""
        if what in _ANY:
            return "any", _ANY[what]
    for before, behind in _ASKED:
        is_begun = low.startswith(before) and low[len(before) : len(before) + 1] == " "
        if is_begun and low.endswith(behind):
            attribute = low[len(before) + 1 : len(low) - len(behind)].strip()
            is_plain = 0 < len(attribute.split(" ")) <= _LONGEST
            how = "named" if behind or before.endswith("name of my") else "of"
            return (how, attribute[skip(_NOW, attribute) :]) if is_plain else None
    for before in ("who is ", "who was "):
        name = low[len(before) :] if low.startswith(before) else ""
        if name and len(name.split(" ")) <= _NAME and not head(_NO_NAMES, name + " "):
            return "who", name
    return None


def _asked_chinese(low: str) -> "tuple | None":
    low = _until(low, "？?")
    if entry("|结婚了吗|结婚了没|结婚了没有|结婚没|已婚吗|", low[head(_MINE_ZH, low) :]):
        return "any", _SPOUSES_ZH
    for have in ("我有没有", "我有", "我养了", "我养"):
        what = low[len(have) :] if low.startswith(have) else ""
        what = what[:-1] if what.endswith(("吗", "么", "没")) else what
        if what in _ANY:
            return "any", _ANY[what]
    for word in _ASKED_ZH:
        if not low.endswith(word):
            continue
        what = low[: -len(word)]
        mine = head(_MINE_ZH, what)
        what = what[mine:]
        if mine and 0 < len(what) <= _LONGEST_ZH:
            how = "named" if "叫" in word or "名" in word or "姓" in word else "of"
            return how, _plain(what[head(_NOW_ZH, what) :])
        if word == "是谁" and 0 < len(what) <= _LONGEST_ZH and not entry(_NO_NAMES_ZH, what):
            return "who", what
        return None
    return None
