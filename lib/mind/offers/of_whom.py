"""
Of whom: whether a memory is of whom a question is, as far as both say.

A relative is whom their name means too, and what is said of one by the way is not of them. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import has as has_word
from memory.extract.scan import is_chinese, known_as, skip
from memory.text.phrase_tables import ending, entry, has, leading, meaning, padded, standing
from memory.text.script import fold
from micropython import const

from mind import predicates

from .answer_sorts import TIED
from .asked_parts import KIN_AFTER, KIN_ZH, MOTHERS, capitals, has_any
from .tables import asked_tables as w
from .tables.asked_tables import HOUSE, PARTNERS
from .tables.change_tables import CHILDREN
from .tables.incident_tables import MOVED, TRIPS
from .tables.others import ACQUAINTED, ANIMALS, GOT, GOT_ZH, NEXT_DOOR, SOME_EN, SOME_ZH

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from .asked import Asked
    from .asked_parts import Part
    from .fitting import Text

_WIDE = const(3)  # bytes of a Chinese character
_OWNER = "用户"
_CALLED = ("叫", "是", "姓")
_OWNERS = "|用户|主人|我|".encode()
_TITLES = ("老师", "总", "医生", "主任", "经理", "教练", "阿姨", "姐", "哥", "师傅")
_NAME_MOST = 3  # characters of a name in Chinese
_TELLS = 2  # characters of it that tell
CHILDREN_OF = {"孩子": ("儿子", "女儿", "双胞胎"), "kid": ("son", "daughter", "twin")}
# Behind 爸 where it is the father, and no part of a word.
_AFTER_ONE = (
    "|的|在|是|要|叫|住|做|喜|爱|每|今|过|对|不|开|有|去|来|会|养|买|跑|退|身|得|跟|和|把|给|"
).encode()
# Who is beside the owner, so that what is asked of them is not answered with what is the owner's.
PEERS = (
    (predicates.PEERS_ZH + predicates.ROLES_ZH[1:] + predicates.PEERS_EN + predicates.ROLES_EN[1:])
    .replace("||", "|")
    .replace(" |", "|")
    .encode()
)
_COMPANY = ("公司", "单位", "老板", "the user's office", "the office", "the company")
_BEHIND = "| |'|’|,|.|-|;|".encode()  # a name in English
_DOES_MY = (" is my ", " does my ", " has my ", " can my ", " did my ", " was my ", " will my ")
_MINE = ("我", "我的", "my ")
_BY_OWNER = ("我", "用户", "主人", "i ", "the user ")
_ALWAYS_OWN = "like dislike preference habit goal trait rule skill lesson todo schedule".split()
_MY = b"| i | me | my | mine | we | us | our | user | owner |"
_FORMER = "| ex-| my ex | former wife| former husband|前妻|前夫|前女友|前男友|前任|".encode()
_MOVES = ("挪到", "搬到", "移到", "调到", "搬去", "挪去", "改到", "搬走", "搬进", "搬出")
_WITHIN = (" got", " has been", " have been", " had been", " been", " was", " is", " has", " just")
_I = (
    b"| called | named | household | i | i'm | i've | i'd | me | my | mine | we | we've | us "
    b"| our | user | owner | new |"
)
_FRIENDS = "|女朋友|男朋友|对象|girlfriend|boyfriend|partner|".encode()
_KIN_EN = words_en.KIN.encode()
_KIN_AS = words_zh.KIN_AS.replace(":", "=").encode()


def is_of_moved_thing(text: str) -> bool:
    """
    True where a text tells that a thing or an appointment is somewhere else or at another time:
    the couch got moved to the den, 会议搬到三楼.
    """
    low = " " + fold(text).replace("'s ", " ")
    for move in _MOVES:
        head, found, _ = low.partition(move)
        if found and ending(MOVED, head.encode()) >= 0:
            return True
    head, found, _ = low.partition(" moved ")
    for word in _WITHIN:
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
        return leading(SOME_ZH, low.encode()) >= 0
    return leading(SOME_EN, low.encode()) >= 0 and standing(_I, padded(low.encode(), b".,'")) < 0


def for_good(names: "list[tuple]") -> "list[tuple]":
    """Of (relation, name) those of relatives; who a girlfriend is may be another soon."""
    return [one for one in names if not has(_FRIENDS, one[0].encode())]


def is_of(asked: "Asked", text: "Text", family: "list[tuple]") -> bool:
    """True where the memory is of whom the question is, as far as both say."""
    if asked.kin:
        return _is_of_kin(asked, text, family)
    if not asked.is_own:
        return True
    for _, name in family:
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


def _is_of_peer(asked: "Asked", text: "Text") -> bool:
    """True where a question is of a colleague or the like, and a memory is not: my neighbor's."""
    core, low = _of_any(asked.core), text.low
    is_owners = fold(text.record.content).startswith(_BY_OWNER)
    at = standing(PEERS, core.encode())
    while at >= 0:
        word = entry(PEERS, at).decode()
        for mine in _MINE:
            _, _, rest = core.partition(mine + word)
            if rest and word not in low and (is_owners or low[:2] not in rest):
                return True
        at = standing(PEERS, core.encode(), at)
    return False


def asks_of_peer(asked: "Asked") -> bool:
    """True for a question of a colleague or the like of the owner's: my boss."""
    core = _of_any(asked.core)
    at = standing(PEERS, core.encode())
    while at >= 0:
        if [True for mine in _MINE if mine + entry(PEERS, at).decode() in core]:
            return True
        at = standing(PEERS, core.encode(), at)
    return False


def _of_any(core: str) -> str:
    """A question of the best friend as one of a friend."""
    return core.replace("最好的", "").replace("my best ", "my ")


def is_anothers(asked: "Asked", record: "Record") -> bool:
    """
    True for what is of somebody else alone, asked for the owner's own: Ned's locker, 小林的房东,
    dad's new laptop. Who the question names is meant, and asked whom one knows, all are.
    """
    core = " " + asked.core.replace("'s ", " ") + " "
    content = record.content
    low = fold(content).replace("’", "'")
    is_meant = has_word(predicates.PEERS_ZH, core) or has_word(predicates.PEERS_EN, core)
    is_meant = is_meant or bool([1 for name in capitals(content) if " " + name + " " in core])
    if asked.kin or not asked.is_own or record.kind in _ALWAYS_OWN or is_meant:
        return False
    if predicates.is_for_another(content):
        return not has_any(GOT, core) and not [1 for one in GOT_ZH if one in core and one in low]
    end, is_theirs = _other(content, low)
    name = low[:end].split(" ")[-1] if low[:1] < "\x7f" else low[end - 2 : end]
    low = low[end:]
    if not end or name in core or (predicates.may_be_named(low) and low[:2] in core):
        return False
    if "我" in low or "用户" in low or standing(_MY, padded(low.encode(), b".,;'")) >= 0:
        return False
    if not is_theirs and has_any(ACQUAINTED, core):
        return False
    is_pets = has_any(ANIMALS, core) and not has_any(ANIMALS, " " + low + " ")
    return not is_pets or predicates.peer(fold(content)) > 0


def _other(content: str, low: str) -> "tuple[int, bool]":
    """(where who else a memory begins with ends, or 0; whether it is of what is theirs)."""
    end = predicates.peer(low)
    if not is_chinese(low):
        end = end or predicates.possessor(content)
        return end, low[end:].startswith(("'s ", "s' "))
    at = skip(NEXT_DOOR, low)
    if not end and predicates.may_be_named(low[at:]) and predicates.tells_of_others(content[at:]):
        end = at + 2
    return end, "的" in low[end : end + 4]


def _of_user(low: str, core: str) -> str:
    """A memory of the owner without whom it names by the way: rents a flat with her sister."""
    low = low.split(" with ")[0]
    if core.startswith(_DOES_MY):  # gave it to her cousin
        low = low.split(" to ")[0].split(" for ")[0]
    return low


def _is_of_kin(asked: "Asked", text: "Text", family: "list[tuple]") -> bool:
    low = text.low
    if low.startswith(("主人", "用户")):  # of others by the way: 主人的公司在济南，先问爸爸
        low = low.replace(",", "，").split("，")[0]
    if low.startswith("the user "):
        low = _of_user(low, asked.core)
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
    for word in low.split(" "):
        if known_as(MOTHERS, word.replace("'s", "")) == kin:
            return True
    return False


def _is_alone(name: bytes, raw: bytes) -> bool:
    """True where a character is a relative by what stands around it: 爸的生日, 我爸."""
    at = raw.find(name)
    if at and not has_any(KIN_AFTER, raw[:at].decode()[-1:]):
        return False
    return has_any(_AFTER_ONE, raw[at + _WIDE :].decode()[:1])


def _begins_with_kin(low: str) -> str:
    for head in ("the user's ", "her ", "his ", "my ", "用户的", "用户", "我的", "我"):
        if low.startswith(head):
            low = low[len(head) :]
            break
    for head in ("younger ", "older ", "little ", "big ", "elder ", "twin ", "late "):
        low = low[len(head) :] if low.startswith(head) else low
    table = _KIN_EN if low[:1] < "\x7f" else KIN_ZH
    raw = low.replace("'s ", " ").encode()
    at = leading(table, raw)
    while at >= 0:
        name = entry(table, at)
        if len(name) > _WIDE or has_any(_AFTER_ONE, low[1:2]):  # 爸的生日
            return name.strip().decode()
        at = leading(table, raw, at)
    return ""


def _named(text: "Text", asked: "Asked", family: "list[tuple]") -> bool:
    """True where the question names who the memory is of."""
    head = text.low[:2]
    if head in asked.core:
        return True
    return bool([name for _, name in family if name and name in text.low and name in asked.core])


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
    low = fold(record.content) + " "
    if claims and claims[0][0] == predicates.OWNER and predicates.peer(low):
        return True  # where the roommate works
    is_work = [True for _, name in claims if name in ("工作于", "职业")]
    if is_work and low.startswith(_COMPANY):
        return True  # what the company does
    commute = is_work and has_any(w.COMMUTES, low) and not has_any(w.DRIVERS, low)
    return bool(commute) and not has_any(w.COMMUTES, asked.core)


def has_parted(parting: "Record", record: "Record") -> bool:
    """True where who a memory says is the partner is one no more since they have parted."""
    name = predicates.partner(record.content)
    return parting.told_after(record) and predicates.parts_from(parting.content, name)


def is_of_former(asked: "Asked", record: "Record") -> bool:
    """True for what is of a partner of before, asked for the one of now."""
    low = " " + asked.low
    if not asked.is_of_partner() or asked.when() == predicates.PAST or has_any(_FORMER, low):
        return False
    if predicates.is_alone(predicates.claim(record.content, record.kind)):
        return not predicates.parts_from(record.content, "")  # long ago
    return has_any(_FORMER, " " + fold(record.content))


def is_crossed_off(asked: "Asked", record: "Record") -> bool:
    """True for a todo that is done, unless it is asked whether it is."""
    is_done = record.kind == "todo" and bool(record.get("completed"))
    return is_done and not asked.is_done() and asked.when() != predicates.PAST


def has_double(low: str) -> bool:
    """True where two of the same characters of Chinese may stand beside each other."""
    raw = low.encode()
    return bool([1 for at in range(len(raw) - 5) if raw[at : at + 3] == raw[at + 3 : at + 6]])


def doubled(names: "list[tuple]") -> "list[tuple]":
    """(relation, name, how they are called at home): 悦悦, of 邓悦."""
    return [
        (relation, name, 2 * name[-1:])
        for relation, name in names
        if name[1:] and is_chinese(name) and name[-1:] != name[-2:-1]
    ]


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
            found += [name[0] + title for title in _TITLES]
    return found
