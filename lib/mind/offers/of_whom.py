"""
Of whom: whether a memory is of whom a question is, as far as both say.

A relative is whom their name means too, and what is said of one by the way is not of them. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import has as has_word
from memory.extract.scan import head, is_chinese, known_as
from memory.text.phrase_tables import ending, entry, has, leading, meaning, padded, standing
from memory.text.script import fold
from micropython import const

from mind import predicates

from .answer_sorts import TIED
from .asked_parts import KIN_AFTER, KIN_ZH, MOTHERS, capitals, has_any
from .tables import asked_tables as w
from .tables import others
from .tables.asked_tables import HOUSE, PARTNERS
from .tables.change_tables import CHILDREN
from .tables.incident_tables import MOVED, TRIPS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.records.record import Record

    from .asked import Asked
    from .asked_parts import Part
    from .fitting import Text

_WIDE = const(3)  # bytes of a Chinese character
_OWNER = "用户"
_CALLED = ("叫", "是", "姓")
_OWNERS = "|用户|主人|我|".encode()
_NAME_MOST, _TELLS = 3, 2  # characters of a name in Chinese, and those of it that tell
CHILDREN_OF = {"孩子": ("儿子", "女儿", "双胞胎"), "kid": ("son", "daughter", "twin")}
# Who is beside the owner, so that what is asked of them is not answered with what is the owner's.
PEERS = (
    (predicates.PEERS_ZH + predicates.ROLES_ZH[1:] + predicates.PEERS_EN + predicates.ROLES_EN[1:])
    .replace("||", "|")
    .replace(" |", "|")
    .encode()
)
_BEHIND = "| |'|’|,|.|-|;|".encode()  # a name in English
_MINE = ("我", "我的", "my ")
_PUT = (" where did i put the ", " where did i leave the ", " where do i keep the ")
_ALWAYS_OWN = "like dislike preference habit goal trait rule skill lesson todo schedule".split()
_KIN_EN = words_en.KIN.encode()
_padded: "list[Any]" = [None, ""]  # the question that was asked last, and its core
# Behind 我, for 儿媳妇 has the word in it.
_KIN_AS = (words_zh.KIN_AS + "我媳妇:老婆|我太太:老婆|").replace(":", "=").encode()


def is_of_moved_thing(text: str) -> bool:
    """
    True where a text tells that a thing or an appointment is somewhere else or at another time:
    the couch got moved to the den, 会议搬到三楼.
    """
    low = " " + fold(text).replace("'s ", " ")
    for move in others.MOVES:
        head, found, _ = low.partition(move)
        if found and ending(MOVED, head.encode()) >= 0:
            return True
    head, found, _ = low.partition(" moved ")
    for word in others.WITHIN:
        head = head[: -len(word)] if head.endswith(word) else head
    return bool(found) and standing(MOVED, head[head.rfind(" ") :].encode() + b" ") >= 0


def is_no_move(text: str) -> bool:
    """
    True for what tells that a thing is somewhere else, or of a journey: whoever packs up for the
    weekend lives where they lived.
    """
    raw = padded(fold(text).encode(), b".,;:!?'\"()-")
    return is_of_moved_thing(text) or standing(TRIPS, raw) >= 0


def begins_with_some(low: str) -> bool:
    """True for a folded memory of somebody or something else than the owner's: 有个客人."""
    if is_chinese(low):
        return leading(others.SOME_ZH, low.encode()) >= 0
    return (
        leading(others.SOME_EN, low.encode()) >= 0
        and standing(others.OWNERS_EN, padded(low.encode(), b".,'")) < 0
    )


def for_good(names: "list[tuple]") -> "list[tuple]":
    """Of (relation, name) those of relatives; who a girlfriend is may be another soon."""
    return [one for one in names if not has(others.FRIENDS, one[0].encode())]


def is_of(asked: "Asked", text: "Text", family: "list[tuple]") -> bool:
    """True where the memory is of whom the question is, as far as both say."""
    if asked.kin:
        return _is_of_kin(asked, text, family)
    if not asked.is_own:
        return True
    for _, name in () if is_of_anybody(asked) else family:
        if name and name not in asked.core and text.low.startswith(name):
            return text.low[len(name) :].startswith(predicates.WITH_OWNER)
    if _is_of_peer(asked, text):
        return False
    record = text.record
    about = record.get("subject")
    if about is not None and about != _OWNER:
        asks_who = "w" in asked.types and has_any(TIED, text.low)
        return asks_who or fold(about) in asked.core
    if record.kind in ("family", "person"):
        return "w" in asked.types or "N" in asked.types or _named(text, asked, family)
    other = _begins_with_kin(text.low)
    if other and has_any(HOUSE, asked.core) and has_any(PARTNERS, other):
        return True  # what the wife brought home is in the house
    return not other or other in asked.core


def is_of_anybody(asked: "Asked") -> bool:
    """True for a thing that the owner put somewhere, whosever it is: where did I put the ring."""
    return asked.core.startswith(_PUT) and " my " not in asked.core


def _is_of_peer(asked: "Asked", text: "Text") -> bool:
    """True where a question is of a colleague or the like, and a memory is not: my neighbor's."""
    low = text.low
    is_owners = fold(text.record.content).startswith(others.BY_OWNER)
    for word, rest in _own_peers(asked.core):
        if rest and word not in low and (is_owners or low[:2] not in rest):
            return True
    return False


def asks_of_peer(asked: "Asked") -> bool:
    """True for a question of a colleague or the like of the owner's: my boss."""
    return bool(_own_peers(asked.core))


def _own_peers(core: str) -> "list[tuple]":
    """[(friend or the like, what follows)] of those of the owner's in a question."""
    core = core.replace("最好的", "").replace("my best ", "my ")
    found = []
    at = standing(PEERS, core.encode())
    while at >= 0:
        word = entry(PEERS, at).decode()
        found += [(word, core.partition(one + word)[2]) for one in _MINE if one + word in core]
        at = standing(PEERS, core.encode(), at)
    return found


def is_anothers(asked: "Asked", record: "Record", claims: "list[tuple]") -> bool:
    """
    True for what is of somebody else alone, asked for the owner's own (`claims`): Ned's locker,
    小林的房东, dad's new laptop. Who the question names is meant, asked whom one knows all are.
    """
    if _padded[0] is not asked:
        _padded[:] = (asked, " " + asked.core.replace("'s ", " ") + " ")
    core: str = _padded[1]
    content = record.content
    if is_of_anybody(asked):
        return False
    low = fold(content).replace("’", "'")
    if not asked.is_own and not asked.kin and predicates.somebody_else(asked.core):
        is_else = predicates.somebody_else(content) > 0
        return is_else and not predicates.names_whom(asked.core, content)
    is_own = asked.is_own and not asked.kin and record.kind not in _ALWAYS_OWN
    if not is_own or _names_whom(core, content):
        return False
    asks_who = has_any(others.ACQUAINTED, core)
    if not asks_who and (_claims_of_kin(asked, record, claims) or _is_kins_own(asked, low)):
        return True
    if predicates.is_for_another(content):
        is_got = [1 for one in others.GOT_ZH if one in core and one in low]
        return not has_any(others.GOT, core) and not is_got
    end = predicates.somebody_else(content)
    return end > 0 and _is_somebodys(core, low, end, asks_who)


def _is_somebodys(core: str, low: str, end: int, asks_who: bool) -> bool:
    """As `is_anothers`, of a folded memory that begins with somebody, who ends at `end`."""
    rest = low[end:]
    is_owned = rest.startswith(("'s ", "s' ")) or "的" in rest[:4]
    name = low[end - 2 : end] if low[:1] > "\x7f" else low[:end].split(" ")[-1]
    if name in core or (predicates.may_be_named(rest) and rest[:2] in core):
        return False
    is_own = "我" in rest or "用户" in rest
    is_own = is_own or standing(others.MY, padded(rest.encode(), b".,;'")) >= 0
    if is_own or (asks_who and not is_owned):
        return False
    if not has_any(others.ANIMALS, core) or predicates.peer(low):
        return True
    if is_chinese(rest):  # 小林的猫, but 元宝只吃猫粮
        rest = rest[:8] if head(others.HAS_ZH, rest) else ""
    return rest.startswith("养") or has_any(others.ANIMALS, " " + rest + " ")


def _names_whom(core: str, content: str) -> bool:
    """True for a question that names a friend or the like, or somebody whom a memory names."""
    is_met = has_word(predicates.PEERS_ZH, core) or has_word(predicates.PEERS_EN, core)
    return is_met or bool([1 for name in capitals(content) if " " + name + " " in core])


def _claims_of_kin(asked: "Asked", record: "Record", claims: "list[tuple]") -> bool:
    """True for what claims of relatives alone what is asked of the owner: 我妹对芒果过敏."""
    wanted = [name for of, name in claims if of == predicates.OWNER]
    said = predicates.claims_of(record) if wanted else []
    if predicates.OWNER in [of for of, _ in said]:
        return False
    return bool([True for of, name in said if name in wanted and of not in asked.core])


def _is_kins_own(asked: "Asked", low: str) -> bool:
    """True for what is of a relative and cannot be of the owner, too: 我弟考了600分, 我妹的猫."""
    kin = _begins_with_kin(low)
    rest = low.partition(kin)[2] if kin and is_chinese(low) else ""
    if not rest or "我" in rest or kin in asked.core:
        return False
    is_shared = has_any(PARTNERS, kin) or standing(CHILDREN, kin.encode()) >= 0
    return head(others.OF_KIN_ZH, rest) > 0 and not (is_shared and rest.startswith("的"))


def _is_of_kin(asked: "Asked", text: "Text", family: "list[tuple]") -> bool:
    low = text.low
    if low.startswith(("主人", "用户")):  # of others by the way: 主人的公司在济南，先问爸爸
        low = low.replace(",", "，").split("，")[0]
    if low.startswith("the user "):  # without whom it names by the way: with her sister
        low = low.split(" with ")[0]
        if asked.core.startswith(others.DOES_MY):  # gave it to her cousin
            low = low.split(" to ")[0].split(" for ")[0]
    if _is_of_another(asked, text.low, family):
        return False
    for kin in asked.kin:
        if kin == text.relation or calls(kin, low) or is_relation(asked, text.relation):
            continue
        if kin in CHILDREN_OF and standing(CHILDREN, low.encode()) >= 0:
            continue
        called = [name for relation, name in family if relation == kin and name]
        if not [name for name in called + asked.called if name in text.low]:
            return False
    return True


def is_relation(asked: "Asked", relation: str) -> bool:
    """True for a relation that the question is of; a daughter is one of the kids."""
    if relation in asked.kin:
        return True
    of_kids = [kin for kin in asked.kin if kin in CHILDREN_OF]
    return bool(of_kids) and standing(CHILDREN, relation.encode()) >= 0


def _is_of_another(asked: "Asked", low: str, family: "list[tuple]") -> bool:
    """True for a text that names another child, asked of one by name."""
    if [True for name in asked.called if name in low]:
        return False
    others = [name for relation, name in family if is_relation(asked, relation) and name in low]
    return bool(asked.called and [one for one in others if one not in "|".join(asked.called)])


def calls(kin: str, low: str) -> bool:
    """True where a folded text speaks of this relative, in whatever word: 老爸, mum's."""
    if kin in low and (
        kin > "\x7f" or leading(_BEHIND, (low.partition(kin)[2] + " ")[:2].encode()) >= 0
    ):
        return True  # brother, no Hanley Brothers
    raw = low.encode()
    wanted = kin.encode()
    at = standing(_KIN_AS, raw)
    while at >= 0:
        name = entry(_KIN_AS, at)
        if meaning(_KIN_AS, at) == wanted and (len(name) > _WIDE or _is_alone(name, raw)):
            return True
        at = standing(_KIN_AS, raw, at)
    for word in low.replace(",", " ").replace(".", " ").split(" "):
        if known_as(MOTHERS, word.replace("'s", "")) == kin:
            return True
    return False


def _is_alone(name: bytes, raw: bytes) -> bool:
    """True where a character is a relative by what stands around it: 爸的生日, 我爸."""
    at = raw.find(name)
    before = raw[:at].decode()[-1:]
    if at and not has_any(KIN_AFTER, before):
        return False
    return _ends_one(raw[at + _WIDE :].decode()[:1], before == "我")


def _begins_with_kin(low: str) -> str:
    opening = "".join([one for one in others.OPENINGS if low.startswith(one)][:1])
    low = low[len(opening) :]
    for age in ("younger ", "older ", "little ", "big ", "elder ", "twin ", "late "):
        low = low[len(age) :] if low.startswith(age) else low
    table = _KIN_EN if low[:1] < "\x7f" else KIN_ZH
    raw = low.replace("'s ", " ").encode()
    at = leading(table, raw)
    while at >= 0:
        name = entry(table, at)
        if len(name) > _WIDE or _ends_one(low[1:2], opening > ""):
            return name.strip().decode()
        at = leading(table, raw, at)
    return ""


def _ends_one(sign: str, is_opened: bool) -> bool:
    """True for what may follow a relative of one character: 爸的生日; behind 我 all but 我妹夫."""
    return has_any(others.AFTER_ONE, sign) or (is_opened and sign not in others.LONGER)


def _named(text: "Text", asked: "Asked", family: "list[tuple]") -> bool:
    """True where the question names who the memory is of."""
    known = [name for _, name in family if name and name in text.low and name in asked.core]
    return text.low[:2] in asked.core or bool(known)


def is_relative(part: "Part", text: "Text", family: "list[tuple]") -> bool:
    """True where the name is that of a relative whom the memory calls by the relation."""
    said = part.word or part.term
    for relation, name in family if said else ():
        if not is_only(relation, family):
            continue
        if name and said.decode() in name and calls(relation, text.low):
            return True
    return False


def is_only(relation: str, family: "list[tuple]") -> bool:
    """True where one name at most is known for a relation: of two daughters neither is she."""
    names = [name for of, name in family if of == relation and name]
    for one in names:  # 丽华 is 崔丽华
        if [True for other in names if not (other.endswith(one) or one.endswith(other))]:
            return False
    return True


def called_parts(asked: "Asked") -> int:
    """The bits of the parts of a question that are names of relatives."""
    bits = 0
    for number, part in enumerate(asked.parts):
        of = [of for of, name in asked.names if part.is_name and name == part.word.decode()]
        bits |= bool(of and is_only(of[0], asked.names)) << number
    return bits


def is_of_else(asked: "Asked", record: "Record", claims: "list[tuple]") -> bool:
    """True for how one gets to work, asked what it is; for what was meant, asked what was done."""
    is_told = record.kind in ("goal", "event", "moment", "rule")  # none says what one is
    if is_told and claims and not asked.has_aim and not asked.types:
        return True
    if has_any(w.SEVERAL, asked.core) and record.kind in ("like", "dislike"):
        return True  # a dish of rabbit is no pet
    is_amount = asked.types == "n" and not has_any(w.MEANT, asked.core)
    is_done = asked.is_done() and not asked.has_aim
    if record.kind == "goal" and (is_done or is_amount):
        return True
    if " school " in asked.core and " teach" in record.content:
        return True
    if not claims:
        return False
    low = fold(record.content) + " "
    if claims[0][0] == predicates.OWNER and predicates.peer(low):
        return True  # where the roommate works
    is_work = [True for _, name in claims if name in ("工作于", "职业")]
    if is_work and low.startswith(others.COMPANY):
        return True  # what the company does
    commute = is_work and has_any(w.COMMUTES, low) and not has_any(w.DRIVERS, low)
    return bool(commute) and not has_any(w.COMMUTES, asked.core)


def is_of_former(asked: "Asked", record: "Record") -> bool:
    """True for what is of a partner of before, asked for the one of now."""
    if not asked.is_of_partner() or asked.when() == predicates.PAST:
        return False
    if has_any(others.FORMER, " " + asked.low):
        return False
    if predicates.is_alone(predicates.claim(record.content, record.kind)):
        return not predicates.parts_from(record.content, "")  # long ago
    return has_any(others.FORMER, " " + fold(record.content))


def is_crossed_off(asked: "Asked", record: "Record") -> bool:
    """True for a todo that is done, unless it is asked whether it is."""
    is_done = record.kind == "todo" and bool(record.get("completed"))
    return is_done and not asked.is_done() and asked.when() != predicates.PAST


def names_in(text: str, low: str) -> "list[str]":
    """The names in a memory, folded: those with a capital, in Chinese what is called so."""
    if not is_chinese(low):
        return [one for one in capitals(text) if len(one) > 2]
    found = []
    for word in _CALLED:
        at = low.find(word)
        name = low[at + len(word) :][:_NAME_MOST] if at >= 0 else ""
        if len(name) > 1 and standing(_OWNERS, name.encode()) < 0:
            found.append(name[:_TELLS])
        if word == "姓" and name:
            found += [name[:1] + title for title in others.TITLES]
    return found
