"""
Predicates: what a memory says of somebody, so that what is true now can replace what was.

`claim` reads a memory as tools and rules write it, in Chinese or English: 用户住在北京, "The user
lives in Berlin". Rules, no model: where they are in doubt a memory makes no claim, since a wrong
one hides another memory. Predicates have one Chinese name each, whatever the language; so has the
owner (OWNER). Relatives are subjects of their own. What is planned, guessed, dreamt or asked is no
claim. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.extractor import extract
from memory.extract.scan import entry, has, head, is_chinese, look
from memory.recent import Recent
from memory.text.phrase_tables import meaning
from memory.text.script import fold

from .rules import predicates_en, predicates_zh
from .rules.attributes import answers, has_parted, is_nameless, partner, parts_from, wanted
from .rules.claim_clauses import NOBODY, OWNER, Clause, is_one_of_several, subject
from .rules.claim_reader import ENDED, NOW, PAST, Claim, read
from .rules.claim_values import ANY, PREDICATES, comparable
from .rules.ended_things import is_of_their_couple, put_down
from .rules.relatives import (
    MOTHERS,
    PEERS_EN,
    PEERS_ZH,
    ROLES_EN,
    ROLES_ZH,
    WITH_OWNER,
    is_for_another,
    may_be_named,
    names_whom,
    peer,
    relatives,
    somebody_else,
)

__all__ = (
    "ENDED",
    "MOTHERS",
    "NOBODY",
    "NOW",
    "OWNER",
    "PAST",
    "PEERS_EN",
    "PEERS_ZH",
    "PREDICATES",
    "ROLES_EN",
    "ROLES_ZH",
    "SINGLE_VALUED",
    "WITH_OWNER",
    "Claim",
    "answers",
    "claim",
    "claims",
    "claims_by",
    "claims_of",
    "conflicts",
    "ended_by",
    "has_parted",
    "is_for_another",
    "is_nameless",
    "is_of_their_couple",
    "is_over",
    "may_be_named",
    "names_whom",
    "partner",
    "parts_from",
    "peer",
    "put_down",
    "relatives_of",
    "single_valued",
    "somebody_else",
    "tells_of_others",
    "wanted",
    "when_asked",
)

_ALONE = ("单身", "离异", "分居", "丧偶")  # what the status is of who has no partner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memory.records.record import Record

# A new one takes the place of the one before. All others stand beside each other: one may like,
# own, suffer from and speak many things.
SINGLE_VALUED = (
    "住在",  # a second home is rare, and told as one
    "工作于",  # who has a new employer has left the old one
    "职业",
    "就读于",  # one school at a time
    "专业",
    "年级",
    "年龄",
    "体重",
    "身高",  # of children
    "感情状态",
    "手机",  # the one in use; a car is owned beside another and is none of these
    "电话号码",
    "邮箱",
    "微信",
    "名字",
    "英文名",
    "昵称",  # what to call them is what was said last
    "生日",  # these four never change, so that another is a correction
    "血型",
    "来自",
    "性别",
)
_TASTES = ("喜欢", "不喜欢")
_NO_WORK = ("退休", "失业", "下岗", "待业", "retired", "unemployed")
_NO_NAMES = ("the", "my", "our", "her", "his", "i", "we", "user", "user's", "owner", "owner's")
_OF_KIND = {
    "name": "名字",
    "age": "年龄",
    "gender": "性别",
    "location": "住在",
    "birthday": "生日",
    "like": "喜欢",
    "dislike": "不喜欢",
}


# Other names that writers give to them.
_NAMES = (
    "|lives in=住在|home=住在|location=住在|address=住在|居住地=住在|现居=住在|住址=住在"
    "|works at=工作于|employer=工作于|company=工作于|公司=工作于|单位=工作于|job=职业"
    "|occupation=职业|profession=职业|工作=职业|职位=职业|studies at=就读于|school=就读于"
    "|学校=就读于|major=专业|grade=年级|school year=年级"
    "|age=年龄|岁数=年龄|weight=体重|height=身高"
    "|relationship status=感情状态|marital status=感情状态|婚姻状况=感情状态|感情状况=感情状态"
    "|婚姻=感情状态|phone model=手机|phone=手机|手机型号=手机|phone number=电话号码|电话=电话号码"
    "|手机号=电话号码|email=邮箱|wechat=微信|name=名字|姓名=名字|nickname=昵称|birthday=生日"
    "|blood type=血型|comes from=来自|from=来自|老家=来自|gender=性别|"
).encode()


def single_valued(name: str) -> "str | None":
    """The predicate of one value that a writer calls so, in either language; None for others."""
    name = fold(name).replace("_", " ").strip()
    if name in SINGLE_VALUED:
        return name
    at = _NAMES.find(b"|" + name.encode() + b"=")
    return None if at < 0 else meaning(_NAMES, at + 1).decode()


def predicate_of(kind: str) -> "str | None":
    """The predicate that a record of this kind claims by its kind alone."""
    return _OF_KIND.get(kind)


# What may tell a birthday or a gender, which the extractor reads as the profile has them.
_OF_PROFILE = (
    "|生日|出生|生于|是男|是女|是个男|是个女|是位男|是位女|是名男|是名女|性别|birthday|born on"
    "|a man|a woman|a girl|a boy|a guy|a lady|male|"
)
_OWN = (
    ("用户", "我"), ("the user's", "my"), ("the user is", "I am"), ("the user was", "I was"),
)  # fmt: skip
# (predicate, words of a new one, signs besides figures, the least, what it has)
_NEW = (
    (
        "电话号码",
        "|new phone number|new number|new mobile number|changed my number|changed my phone number"
        "|换手机号|换号码|换电话|换了手机号|换了号码|换了电话|新号码|新手机号|新电话|",
        b" -+",
        6,
        b"",
    ),
    (
        "邮箱",
        "|new email|new e-mail|changed my email|changed email|换邮箱|换了邮箱|新邮箱|",
        b"-+.@",
        6,
        b"@",
    ),
)
_OWNERS = "|i |i've |my |the user |the user's |我的|我|用户|主人|"
_LATE = 2000000000  # seconds: a year told is over

# The claims of texts, and the relatives they name: what is being written is asked about several
# times, and compared with the same core memories again and again.
_read = Recent(24)
_named = Recent(24)


def claims(content: str, kind: str = "") -> "list[Claim]":
    """All that a memory says, in its order; of a kind that is a claim (location, like) that."""
    if kind in _OF_KIND:
        return [Claim(OWNER, _OF_KIND[kind], content, NOW, None, NOBODY)]
    found: "list[Claim] | None" = _read.get(content)
    return _read.put(content, _of_profile(content, read(content))) if found is None else found


def _of_profile(content: str, found: "list[Claim]") -> "list[Claim]":
    """Claims with the birthday and the gender of the owner as the profile spells them."""
    low = fold(content)
    if not [one for one in found if one.predicate in ("电话号码", "邮箱")]:
        found += _of_number(low, content)
    if not has(_OF_PROFILE, low):
        return found
    for theirs, own in _OWN:
        at = low.find(theirs)
        if at >= 0 and len(low) == len(content):
            content = content[:at] + own + content[at + len(theirs) :]
            low = fold(content)
    for told in extract(content, _LATE):
        if told.kind in ("birthday", "gender"):
            name = _OF_KIND[told.kind]
            found = [one for one in found if (one.subject, one.predicate) != (OWNER, name)]
            found.append(Claim(OWNER, name, told.content, NOW, None, NOBODY))
    return found


def _of_number(low: str, content: str) -> "list[Claim]":
    """The owner's new telephone number or address of mail, wherever it stands."""
    begin = head(_OWNERS, low)
    words = [one for one in _NEW if begin and has(one[1], low)]
    if not words or tells_of_others(content) or head(words_zh.KIN, low, begin):
        return []
    if head(words_en.KIN, low, begin) or is_for_another(content):
        return []
    predicate, _, signs, least, must = words[0]
    raw = content.encode() + b"|"
    begin = 0
    for at, sign in enumerate(raw):  # bytes: each sign of a text would be a name of its own
        if (48 <= sign <= 57) or sign in signs or (must and 65 <= sign <= 122):
            continue
        value = raw[begin:at].strip(b" -.")
        if len(value) >= least and must in value:
            return [Claim(OWNER, predicate, value.decode(), NOW, None, NOBODY)]
        begin = at + 1
    return []


def claims_by(record: "Record") -> "list[Claim]":
    """As `claims`; of the taste of somebody else, whom its field `subject` names, theirs."""
    found, of = claims(record.content, record.kind), record.another
    return [Claim(of, *one[1:]) if of and one.subject == OWNER else one for one in found]


def claims_of(record: "Record") -> "list[tuple]":
    """(folded subject, predicate) of all that a memory claims, in its order."""
    return [(fold(one.subject), one.predicate) for one in claims_by(record)]


def relatives_of(record: "Record") -> "list[tuple]":
    """[(relation, folded name)] of the relatives whom a memory calls by name."""
    return relatives(record.content, claims(record.content, record.kind))


def relatives_in(content: str) -> "list[tuple]":
    """[(relation, folded name)] of the relatives whom a text names beside their relation."""
    found: "list[tuple] | None" = _named.get(content)
    return _named.put(content, relatives(content, [])) if found is None else found


def are_of_others(one: str, other: str) -> bool:
    """True where two texts name relatives of one relation, and not the same: brothers Max, Leo."""
    mine = relatives_in(one)
    theirs = relatives_in(other) if mine else []
    for relation, name in mine:
        names = [called for kin, called in theirs if kin == relation]
        if names and name not in names and is_one_of_several(relation):
            return True
    return False


def claim(content: str, kind: str = "") -> "Claim | None":
    """
    The one thing that a memory says; None where it says nothing, or several: to supersede it would
    hide the others. Of what was and what is, that which is; nothing said by the way of others.
    """
    found = claims(content, kind)
    found = [one for one in found if one.state == NOW] or found
    for other in found:
        if other[:2] != found[0][:2] and (other[0] == found[0][0] or " who " not in content):
            return None
    return found[0] if found else None


def names_nobody(low: str) -> bool:
    """True for a folded text that begins with a usual word which begins as a surname does."""
    return bool(head(predicates_zh.NO_PERSON, low))


def tells_of_others(content: str) -> bool:
    """True for what is of somebody else by its first words: 小谭开了家店. In doubt it is not."""
    low = fold(content)
    if not is_chinese(low):
        words = low.split(" ")[:2]
        acts = len(words) > 1 and words[1].endswith("s") and words[1] != "this"
        is_name = content[:1].isupper() and words[0] not in _NO_NAMES
        if is_name and words[0].endswith("'s") and entry(words_en.KIN, words[-1] + " "):
            return True  # Walt's wife
        is_named = content[len(words[0]) + 1 : len(words[0]) + 2].isupper()  # Mr. Blanc
        return is_name and (is_named or (acts and not words[0].endswith("s")))
    clause = Clause(predicates_zh, content, OWNER)
    subject(clause)
    if head(predicates_zh.PEOPLE, low) or clause.subject not in (OWNER, None):
        return not has("|租|每|费|钱|价|网|卡|房|", clause.subject or "")
    first = low[:1]
    if first == low[1:2] and first not in "天常时":  # 豆豆
        return True
    if head(predicates_zh.OWNER, low) or look(predicates_zh.ATTRIBUTES, low, 0)[1]:
        return False
    return head("|对|会|在|养|有|住|是|", low, 2) > 0


def is_alone(said: "Claim | None") -> bool:
    """True for a claim that somebody has no partner now."""
    return said is not None and said.state == NOW and said.object in _ALONE


def same(one: Claim, other: Claim) -> bool:
    """True for one object. Of two places in one text the larger holds the smaller: 北京朝阳区."""
    first, second = (comparable(each.predicate, each.object) for each in (one, other))
    if first == second or ANY in (first, second):
        return True
    if one.predicate in ("生日", "年级"):  # with a year or without; 小学一年级, 一年级
        return first.endswith(second) or second.endswith(first)
    if one.predicate not in ("住在", "工作于", "就读于", "来自"):
        return False
    shorter, longer = (first, second) if len(first) < len(second) else (second, first)
    return longer.startswith(shorter) or ("," in longer and shorter in longer)


def conflicts(one: Claim, other: Claim) -> bool:
    """
    True where both are said to be true now and cannot be: two values of a predicate that has one,
    of one subject, or one thing liked and disliked.
    """
    if one.state != NOW or other.state != NOW or not _is_of_one(one, other):
        return False
    if one.predicate != other.predicate:
        if one.predicate == "工作于" and other.predicate == "职业":
            return fold(other.object) in _NO_WORK
        both = one.predicate in _TASTES and other.predicate in _TASTES
        return both and comparable("", one.object) == comparable("", other.object)
    return one.predicate in SINGLE_VALUED and not same(one, other)


def _is_of_one(one: Claim, other: Claim) -> bool:
    """True where two claims are of the same: not of the brothers Max and Leo."""
    for mine, theirs in zip(one.called, other.called):
        if mine and theirs and mine != theirs:
            return False
    return fold(one.subject) == fold(other.subject)


def is_over(kind: str, content: str, later: str) -> bool:
    """True where what memory or a talk has of this kind cannot be so any more since `later` is."""
    one, other = claim(content, kind), claim(later, kind)
    return one is not None and other is not None and conflicts(one, other)


def ended_by(one: Claim, later: Claim) -> bool:
    """True where `later` says that `one`, said to be true now, is so no more: 不住在北京了."""
    if one.state != NOW or later.state == NOW or one.predicate != later.predicate:
        return False
    if not _is_of_one(one, later):
        return False
    return same(one, later) or (one.predicate == "拥有" and _is_part(later.object, one.object))


def _is_part(short: str, whole: str) -> bool:
    """True where what is owned is called by a part of its name: the Civic, of Honda Civic."""
    if is_chinese(whole):
        return fold(short) in fold(whole)
    return (" " + fold(short) + " ") in (" " + fold(whole) + " ")


def when_asked(question: str) -> "str | None":
    """NOW or PAST where a question says which it wants: 现在住哪, where did I live before."""
    chinese = is_chinese(question)
    w = predicates_zh if chinese else predicates_en
    low = fold(question)
    if not chinese:
        for mark in ("?", ".", "!", ","):
            low = low.replace(mark, " ")
        low = " " + low + " "
    past = has(w.ASKED_PAST, low) or _before(w, low)
    now = has(w.ASKED_NOW, low)
    if past == now:
        return None
    return PAST if past else NOW


def _before(w: "Any", low: str) -> bool:
    """True for 之前, before that stand alone: not 周五之前, before Friday."""
    word = w.ASKED_BEFORE
    at = low.find(word)
    if at < 0:
        return False
    if word != "之前":
        return not low[at + len(word) :].strip()
    return at == 0 or low[at - 1 : at] in "我你他她的，在 妈爸家人户主"
