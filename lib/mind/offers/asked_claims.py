"""
Asked claims: which claim a question is about, and of whom, so that what answers it is found though
it shares no word with it: 现在住哪 asks for what was told as 搬到上海.

Rules by phrases, in both languages: of the owner, of a relative (我妈住哪) or of somebody by name
(where does Tom live). Owns which rows of the notebook claim it; reads no record but the profile.
"""

from memory.extract.scan import is_chinese, known_as
from memory.text.phrase_tables import entry, has, leading, standing
from memory.text.script import fold
from micropython import const

from mind import predicates, successors

from ..notebook.members import OVER, SUSPECT
from ..notebook.notebook import claim_number
from ..notebook.word_hashes import claim_term, hash_of
from ..questions import called
from . import fitting
from .asked import Asked
from .asked_parts import MOTHERS, has_any, without
from .asked_times import at_birthday
from .fitting import relation_of, sought
from .of_whom import PEERS, for_good, is_only, is_relation
from .tables import sort_tables as sorts
from .tables.claim_phrases import ASKED

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.records.record import Record

    from ..mind import Mind
    from ..notebook.members import Members

_PROFILE_OF = {
    "住在": "location",
    "名字": "name",
    "年龄": "age",
    "生日": "birthday",
    "性别": "gender",
}
_WORK = {"职业": "工作于", "工作于": "职业"}
_FULL_NAME = const(3)  # characters of a surname and a name of two
READ_MOST = const(6)  # records that are read for one offer
# What may stand before and around a name in a question.
_AROUND = (
    "|现在|目前|如今|以前|之前|曾经|从前|过去|原来|原先|当年|最近|一直|到底|究竟|都|还|是|的|在"
    "|那个|呢"
    "|哪天|几号|几月|什么时候|过|读|今年|去年|有| |"
).encode()
_ALONE = ("我", "我们", "我自己")
# Asked of the name, a question ends so, or with one of these behind it: no 我是谁介绍来的.
_WHOLE = "|我叫什么|我是谁|who am i|".encode()
_ENDS_WITH = "|名|名字|吗|呢|来着|呀|啊|again|really|then|exactly|anyway|".encode()
_LEAVE = (
    "|能|可以|行吗|行不|可不可|没事吧| can | could | may | safe | avoid | ok | okay | allowed "
    "| alright | fine | give | all right | should |"
).encode()
# Asked for all of them.
_LISTED = (" what ", " what's ", " which ", " any ", " anything ", " are there any ")
_MOSTLY = 0.75  # of all that is asked for
_AGES = ("older", "younger", "big", "little", "elder", "eldest", "oldest", "youngest")
_USUAL = (
    (" what's ", " what is "),
    (" where's ", " where is "),
    (" who's ", " who is "),
    (" when's ", " when is "),
    (" how's ", " how is "),
)
_OF = ("的", "'s ", "’s ")  # behind a name
_IS = ("does ", "did ", "is ", "has ", "was ", "'s ", "can ", "will ", "should ")
# Parents as they are called to their faces, and whose parents are none of the owner's.
_PARENTS = b"|dad|daddy|mum|mummy|mom|mommy|mam|amma|appa|"
_OF_ELSE = b"|his|her|their|your|a|the|an|any|every|"
_NOBODY_EN = b"|i|my|we|our|me|you|your|"
_BEFORE_EN = b"|still |currently |now |actually |the |"


# The question that was read last, and its claims: each is looked at several times.
_read: "list[Any]" = [None, []]


def claims_asked(asked: Asked) -> "list[tuple]":
    """[(subject, predicate)] that a question asks for, most often none or one."""
    if _read[0] is not asked:
        _read[:] = (asked, _claims_asked(asked))
    found: "list[tuple]" = _read[1]
    return found


def _claims_asked(asked: Asked) -> "list[tuple]":
    if asked.has_aim or (asked.fits_nothing and not asked.asks):
        return []  # where one wants to live is not where one lives
    low = asked.core
    if not asked.is_chinese:
        for short, usual in _USUAL:
            low = low.replace(short, usual)
        low = low.strip() + " "
    found = []
    raw = low.encode()
    for predicate, phrases in ASKED:
        at = standing(phrases, raw)
        while at >= 0:
            phrase = phrases[at : phrases.find(b"|", at)].decode()
            read = _of_chinese if asked.is_chinese else _of
            of = read(asked, low, phrase, predicate)
            if of:
                found.append((of, predicate))
                break
            at = standing(phrases, raw, at)
    for of, predicate in list(found):
        found += [(relation, predicate) for relation, name in asked.names if name == of]
        if of in asked.kin and len(asked.called) == 1:
            found.append((asked.called[0], predicate))
    return found


def _of_chinese(asked: Asked, low: str, phrase: str, predicate: str) -> str:
    """Of whom a question with this phrase is, "" where it has none or nobody knows."""
    at = low.find(phrase)
    if at < 0 or (phrase == "家在哪" and low[:at].endswith("老")) or _goes_on(low, at, phrase):
        return ""
    if predicate == "感情状态" and asked.is_of_partner():
        return predicates.OWNER if asked.is_own else ""
    if asked.kin:
        return asked.kin[0] if "的" + asked.kin[0] not in low or "我的" in low else ""
    name = low[: at + (1 if phrase.startswith("我") else 0)]
    name = without(name, _AROUND, "")
    if has_any(PEERS, name) or (predicate == "年龄" and name not in _ALONE and "我" in name):
        return ""  # 我的脚多大
    if "我" in name or "咱" in name or not name:
        return predicates.OWNER if asked.is_own or not name else ""
    return name if len(name) <= 8 else ""


def _of(asked: Asked, low: str, phrase: str, predicate: str) -> str:
    head, mark, tail = phrase.partition("=")
    at = low.find(head)
    if at and low[at - 1 : at] != " ":
        return ""
    if not mark:
        is_of_owner = asked.is_own and not asked.kin and not _goes_on(low, at, phrase)
        return predicates.OWNER if is_of_owner else ""
    at += len(head)
    end = low.find(tail, at) if tail.strip() else len(low) - 1
    if end < 0:
        return ""
    if predicate == "感情状态" and asked.is_of_partner():
        return predicates.OWNER if asked.is_own else ""
    if asked.kin:
        who = low[at:end].strip()
        who = who[:-2] if who.endswith("'s") else who
        is_mine = who.startswith("my ") or bool(known_as(MOTHERS, who))
        return asked.kin[0] if is_mine else ""  # where does Mum work, what's Mum's job
    name = low[at:end].strip()
    at = leading(_BEFORE_EN, name.encode())
    while at >= 0:
        name = name[len(entry(_BEFORE_EN, at)) :]
        at = leading(_BEFORE_EN, name.encode(), at)
    if has(_NOBODY_EN, name.encode()) or name.startswith("i "):
        return predicates.OWNER if asked.is_own else ""
    if name in ("my old", "my current", "my previous"):
        return predicates.OWNER
    name = name[:-2] if name.endswith("'s") else name
    return name if 0 < len(name) <= 24 and " " not in name else ""


def _goes_on(low: str, at: int, phrase: str) -> bool:
    """True where more than the name is asked with a phrase at `at`: who am I marrying."""
    rest = low[at + len(phrase) :].strip().encode()
    return has(_WHOLE, phrase.encode()) and bool(rest) and not has(_ENDS_WITH, rest)


def _profile(mind: "Mind", claims: "list[tuple]") -> "list[str]":
    """The ids of the fields of the profile that a question asks for."""
    found = []
    for subject, name in claims:
        if subject == predicates.OWNER and name in _PROFILE_OF:
            found += [record.id for record in mind.memory.each(_PROFILE_OF[name])]
    return found


def claiming(mind: "Mind", asked: Asked, claims: "list[tuple]", when: "str | None") -> "list[int]":
    """
    The rows of what the question asks for by a claim; what is over first, of what is so now the
    newest where there can be only one.
    """
    members = mind.notebook.members
    over: "list[int]" = []
    true: "list[int]" = []
    for subject, name in claims:
        rows = []
        having = members.claiming(claim_number(subject, name))
        if name in _WORK:  # the firm tells of the work, and a trade often of the firm
            having = having or members.claiming(claim_number(subject, _WORK[name]))
        for row in having:
            member = members.get(row)
            if member.flags & SUSPECT:
                continue
            if member.flags & OVER:
                over.append(row)
            else:
                rows.append((member.created, row))
        rows.sort(reverse=True)
        rows = _of_named(members, asked, subject, rows)
        if name in predicates.SINGLE_VALUED:
            rows = rows[:1]
        true += [row for _, row in rows]
    profile = [members.find(id) for id in _profile(mind, claims)]
    profile = [row for row in profile if row >= 0]
    true = profile or true
    if when == predicates.PAST:
        return (over + true)[:READ_MOST]
    return true[:READ_MOST]


def _of_named(
    members: "Members", asked: Asked, subject: str, rows: "list[tuple]"
) -> "list[tuple]":
    """Of several brothers those that have the name of the one who is asked for, or older."""
    which = [word for word in _AGES if word in asked.core.split()]
    for word in which if len(rows) > 1 else ():
        rows = [row for row in rows if _has_word(members, row[1], word)] or rows
    if is_only(subject, asked.names):
        return rows
    for relation, name in asked.names:
        if relation == subject and name and name in asked.core:
            rows = [row for row in rows if _has_word(members, row[1], name)]
    return rows


def _has_word(members: "Members", row: int, word: str) -> bool:
    return members.has_word(row, [hash_of(one[0]) for one in sought(word, 1.0, 0)])


def names_another(asked: Asked, content: str) -> bool:
    """True where a memory names a relative who is not the one that a question names."""
    for relation, name in asked.names:
        if name and name in asked.core:
            named = [called for kin, called in predicates.relatives_in(content) if kin == relation]
            if named and name not in named and predicates.is_one_of_several(relation):
                return True
    return False


def claims_among(
    mind: "Mind", record: "Record", claims: "list[tuple]", when: "str | None"
) -> bool:
    """
    True for a member that claims several things, and what is asked for among them: as what is so,
    or was, where that is not asked for (`when`).
    """
    is_one = record.get("predicate") is not None and " who " not in record.content
    if not claims or is_one or predicates.predicate_of(record.kind):
        return False
    sought = [hash_of(claim_term(*one)) for one in claims]
    sought += [hash_of(claim_term(of, _WORK[name])) for of, name in claims if name in _WORK]
    members = mind.notebook.members
    row = members.find(record.id)
    if row < 0 or not members.has_word(row, sought):
        return False
    for one in predicates.claims(record.content, record.kind):
        said = (fold(one.subject), one.predicate)
        is_so = one.state == predicates.NOW or (
            one.state == predicates.PAST and when != predicates.NOW
        )
        if is_so and (said in claims or _other(said) in claims):
            return True
    return False


def _other(claim: "tuple") -> "tuple":
    return (claim[0], _WORK.get(claim[1]))


async def heads(mind: "Mind", claims: "list[tuple]") -> "list[Record]":
    """What is so since a memory was over that claimed what is asked for, in words that do not."""
    found: "list[Record]" = []
    members = mind.notebook.members
    for subject, name in claims:
        rows = members.claiming(claim_number(subject, name))
        if name in _WORK:
            rows = rows + members.claiming(claim_number(subject, _WORK[name]))
        over = [members.get(row) for row in rows if members.get(row).flags & OVER]
        if over and name in predicates.SINGLE_VALUED:
            record = await mind.read(max(over, key=lambda one: one.created).id)
            head = None if record is None else await successors.head(mind, record)
            if head is not None:
                found.append(head)
    return found


def claims_it(record: "Record", claims: "list[tuple]") -> bool:
    """True for a record that claims what is asked for."""
    subject, name = fold(record.get("subject", "")), record.get("predicate")
    if name is None:  # a field of the profile
        subject, name = predicates.OWNER, predicates.predicate_of(record.kind)
    return (subject, name) in claims or (subject, _WORK.get(name)) in claims


def is_answer(asked: Asked, record: "Record") -> bool:
    """True for what says who somebody is, what is called so, or that there is such."""
    if record.kind == "family" and asked.called and fold(record.content) not in asked.called:
        return False  # of two daughters the other one
    told = record.content
    if "N" in asked.types and record.kind != "family":
        known = [name for relation, name in asked.family if relation in asked.kin]
        if [True for name in known if name in fold(told)]:
            return False  # the entry of the family says what they are called
    is_named = predicates.answers(asked.core, told, record.get("relation", ""))
    is_named = is_named or called.answers(asked.core, told, asked.called)
    return is_named or forbids(asked, record) or _is_forbidden(asked, record)


def _is_forbidden(asked: Asked, record: "Record") -> bool:
    """True for what somebody must not have, asked for all of it: any medicines I mustn't take?"""
    is_asked = asked.core.startswith(_LISTED) and has_any(sorts.ALLERGIC, asked.core)
    if not is_asked or not has_any(sorts.REACTING, fold(record.content).replace("’", "'")):
        return False
    return fitting.relevance(asked, record, asked.family) >= _MOSTLY


def forbids(asked: Asked, record: "Record") -> bool:
    """True for an allergy to what a question wants to give or take: can I have penicillin."""
    if record.get("predicate") != "过敏" or not has_any(_LEAVE, " " + asked.core + " "):
        return False
    said = predicates.claim(record.content, record.kind)
    if said is None or said.state != predicates.NOW:
        return False
    of = asked.kin or [predicates.OWNER]
    return fold(said.subject) in of and fold(said.object) in asked.low


def family(mind: "Mind") -> "list[tuple]":
    """[(relation, folded name)] of the relatives at hand; of 崔丽华 丽华, too."""
    found = []
    for record in mind.memory.each("family"):
        relation = relation_of(record)
        name = fold(record.content)
        found.append((relation, name))
        if is_chinese(name) and len(name) == _FULL_NAME:
            found.append((relation, name[1:]))
    return found


def read(mind: "Mind", question: str) -> Asked:
    """
    A question, with a relative who is called by name as what they are (where is my son), and with
    its date for the owner's birthday as a time.
    """
    question = at_birthday(mind, question)
    asked = Asked(question)
    low = fold(question)
    known = family(mind)
    names = known + [one for one in mind.notebook.names or () if one not in known]
    by_name = ""
    if not asked.kin and not asked.fits_nothing and len(low) == len(question):
        rows = [row + (row[1],) for row in known]
        rows += called.doubled(names, low) if called.has_double(low) else []
        for relation, name, said in rows:
            at = low.find(said) if said and relation else -1
            end = at + len(said)
            at -= 4 if at > 4 and low[at - 5 : at] == " our " else 0  # where is our Peter
            is_of = at == 0 or (at > 0 and (low[end:].startswith(_OF) or low[:at].endswith(_IS)))
            if is_of and not _is_for_news(asked):
                mine = "我" if is_chinese(relation) else "my "
                asked = Asked(question[:at] + mine + relation + question[end:])
                by_name = name
                break
    asked.family = known
    asked.is_own = asked.is_own or _is_of_ours(asked.core)
    asked.names = names = for_good(names) if asked.kin and not by_name else names
    named = [one.word.decode() for one in asked.parts if one.is_name and not asked.kin]
    ours = [name for of, name in names if is_relation(asked, of) or name in named]
    # One of two sons is not the other; 丽华 is 崔丽华.
    asked.called = [one for one in ours if not by_name or by_name in one or one in by_name]
    return asked


def _is_for_news(asked: Asked) -> bool:
    """True where it names nobody and nothing but one name: what's Becky up to these days."""
    is_alone = len(asked.parts) == 1 and asked.parts[0].is_name
    return is_alone and not asked.types and not asked.is_own and not asked.is_where()


def _is_of_ours(core: str) -> bool:
    """True where it calls a parent by what the owner calls them: when did Dad die."""
    words = core.replace("'s ", " 's ").split()
    for at, word in enumerate(words):
        if has(_PARENTS, word.encode()):
            before = words[at - 1] if at else ""
            return before != "'s" and not has(_OF_ELSE, before.encode())
    return False
