"""
Endings: whether a later memory says that an earlier one is so no more, in words that are no claim.

Owns the tables of what ends (朗逸卖掉了, gave up coffee, both goldfish died) and of what begins
again, and the test of two texts: the later one names, beside words that end something, what the
earlier one is about. A rule in doubt says no: then the earlier memory stays. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import is_chinese
from memory.text.phrase_tables import entry, standing
from memory.text.script import fold
from memory.text.terms import STOP, terms, whole_word
from micropython import const

from mind import predicates

from ..notebook.word_hashes import alone
from ..opposing import whose
from ..questions.no_more import what_is_no_more
from .asked_parts import capitals, has_any, pairs, plain_memory, put_down, without
from .fitting import is_incident
from .tables import asked_tables as w
from .tables.change_tables import COMMON_WORDS, COMMON_WORDS_EN

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from .asked import Asked

_WORDS = const(2)  # that two memories share which are about the same
_DEED = const(4)  # letters of the stem of what somebody does, at least
_NAME_WITHIN = const(4)  # words of a text in which its relative is named
_WIDE = const(3)  # bytes of a Chinese character
_BEFORE_ZH = const(7)  # characters beside the words that end something, where it is named
_AFTER_ZH = const(9)
_BEFORE_EN = const(2)  # words
_AFTER_EN = const(4)
# What is gone is named before these,
_GONE = (
    "|去世|过世|死了|走丢|走了|没了|病逝|离世|分手|散伙|吹了|倒闭|关门|卖了|卖掉|送人|送给|送走"
    "|扔了|扔掉"
    "|放弃|停了|停掉|取消|退了|退掉|搬走|结束|治好|痊愈|康复|辞掉|辞了|换掉|还清|付清|还完|卸载"
    "|戒了|戒掉|被偷|转让|报废|淘汰"
    "| died | passed away | ran away | broke up | split up | went to | moved out | closed "
    "| sold | gone | left | broke | broken | anymore | any more | cured | retired | over "
    "| fell out | divorced | off | removed | stolen | paid off | rehomed | separated | ended "
    "| cancelled | canceled | dead |绝交|闹翻|断交|跑丢|丢了|离职|调走|退休|关张|断供|做完|拆掉"
    "|拔掉|取掉|"
).encode()
# and after these.
_ENDED = (
    "|戒|卖了|卖掉|不再|放弃|取消|停了|停掉|退了|退出|卸载|辞|停用|告别|分手|离婚|没再|注销|换掉"
    "|不用再|不必再"
    "| quit | left | stopped | gave up | given up | giving up | dropped | dropped out of | sold "
    "| got rid of | gave away | no longer | no more | switched from | broke up with | cancelled "
    "| canceled | traded in | replaced | rehomed | done with | finished | returned | ended "
    "| scrapped | ditched | backed out of | pulled out of | bailed on | turned down "
    "| swapped | cut out | off the | lost the | away from | over my | am over | i'm over "
    "| tired of | sick of | bored of | fed up with "
    "| fell out with | put down |"
).encode()
# Nothing of whom it is said of is so any more.
_PARTING = (
    "|去世|过世|死了|走丢|走了|没了|病逝|离世|分手|散伙|吹了|送人|送给|送走|跑丢|丢了|绝交|离职"
    "|调走"
    "|退休| died | passed away | ran away | broke up | split up | gone | left | sold | rehomed "
    "| separated | divorced | dead | retired | moved out | stolen | put down |"
).encode()
_AGAIN = (
    "|又|重新|开始|恢复| again | back to | back on | started | resumed | took up | picked up |"
).encode()
HAPPENED = ("event", "moment")
_IS_THERE = (
    b"| is | are | lives | live | hangs | sits | stays | goes | went | in | on | at | from |"
)
_BEHIND_THING = "拿带挪搬在放收塞藏挂搁锁夹寄存压贴都就也还我被，是给交移换了"
_ANOTHER = "|另|那份|一把|第二| another | other | spare | second |".encode()
_TIMES_OF_DAY = ("早", "中午", "晚", "周末", "morning", "evening", "night", "weekend")
_CONTRASTS = (
    ("左", "右"),
    ("早上", "晚上"),
    ("早上", "中午"),
    ("去程", "回程"),
    ("开", "停"),
    ("morning", "evening"),
    ("left", "right"),
    (" out ", " back "),
    ("starts", "finishes"),
    ("opens", "closes"),
)
_SEVERAL = "|、|和|两只|两个|两条|两台|两辆|三只|三个| and | two | three |".encode()
_WITH_ZH = ("用户和", "主人和")  # the owner and somebody
_ALL = "|都|全|两|和| both | all | and |the two|".encode()
_NOT_ALONE = "住租搬吃喝学读教玩养戴骑考姓叫开店熬起片年水写穿跑送买".encode()
_PEOPLE = "|用户的|用户|主人的|主人|我的|我们|我|自己|".encode()
_JOINING = "的了是在有不一个这那就也都和跟把被着过得又".encode()
_NAMED = "|叫|是|姓| named | called |".encode()
_KIN_EN = words_en.KIN.replace(" |", "|").encode()
_KIN_ZH = words_zh.KIN.encode()


def ends(before: "Record", later: "Record", claimed: "list[predicates.Claim]") -> bool:
    """
    True where what an earlier memory says, and claims, is over, or is otherwise, since the later
    one.
    """
    if claimed and _otherwise(before, later, claimed):
        return True
    is_once = before.kind not in HAPPENED and is_incident(later.content, before.content)
    return not is_once and _names_as_over(before.words(), later.words())


def tells_more(before: "Record", later: "Record", asked: "Asked") -> bool:
    """
    True where a later memory of the same person speaks of what is asked for, in a word of the
    question or by the name that the earlier one gives it: hamster, or Peanut. Asked for what there
    is one of, where it tells of a change besides: Caleb moved to Ohio, for who the best friend is.
    """
    low, after = fold(before.words()), fold(later.words())
    chinese = is_chinese(low)
    is_same = chinese == is_chinese(after) and _is_same_person(low, after, chinese)
    if not is_same or is_incident(later.content):
        return False
    named = capitals(before.content)
    at = standing(_NAMED, low.encode())
    if at >= 0:
        word = entry(_NAMED, at).decode()
        named.append(low[low.find(word) + len(word) :])
    sought = [one for name in named for one in _about(name, chinese)]
    if asked.is_still():
        sought += [term for term, _, number in asked.terms() if not _is_half(asked, term, number)]
    elif standing(w.CHANGES, (" " + after + " ").encode()) < 0:
        return False
    said = about(later.words())
    return bool([one for one in _about(low, chinese) if one in sought and one in said])


def _is_half(asked: "Asked", term: bytes, number: int) -> bool:
    """True for one of the characters of what is asked for: 鱼, of 钓鱼."""
    return len(term) == _WIDE and term[0] > 0x7F and len(asked.parts[number].letters) > 1


def about(text: str) -> "list[bytes]":
    """The terms of a text by which what ends it is sought."""
    low = fold(text)
    return _about(low, is_chinese(low))


def is_one_of_several(low: str, later: str) -> bool:
    """True where a memory is of several and a later one not of all: one of them may be gone."""
    if low.startswith(_WITH_ZH) and later[:2] in low:
        low = low[3:]  # 用户和老板开了书店 is of one shop
    return standing(_SEVERAL, low.encode()) >= 0 and standing(_ALL, later.encode()) < 0


def is_of_the_same(record: "Record", later: "Record", asked: "Asked") -> bool:
    """
    True where both are in English about the same things, more than the question names: the newer
    tells what came of them.
    """
    if is_chinese(record.content):
        return False
    known = about(later.words())
    shared = {one for one in about(record.words()) if one in known}
    named = [part.term for part in asked.parts] + asked.light
    return len(shared) >= _WORDS and bool([one for one in shared if one not in named])


def is_newer_value(record: "Record", later: "Record", asked: "Asked") -> bool:
    """
    True where it is asked how much of it, or where a thing is that both memories begin with: the
    newer amount and the newer place are what is so.
    """
    if asked.has_aim or not asked.parts or _of(record) != _of(later):
        return False
    low, after = fold(record.content), fold(later.content)
    if _says_less(asked, low, after) or has_any(_ANOTHER, after):
        return False
    is_clock = asked.types == "d" and has_any(w.CLOCK, asked.core)
    if asked.types in ("n", "#", "c") or is_clock:
        return True
    shown = [part.shown for part in asked.parts if part.shown]
    if [True for one in shown if b"pill" in one] and len(asked.parts) > 1:
        return True  # what one takes for migraines
    if [True for one in shown if b"nanny" in one]:
        return True  # who looks after somebody
    if not asked.is_where() or record.kind != later.kind or record.kind in HAPPENED:
        return False
    thing = _thing(low, asked)
    return bool(thing) and thing == _thing(after, asked)


def _says_less(asked: "Asked", low: str, after: str) -> bool:
    """True where a later text lacks a word of the question, or is of the other of a pair."""
    raw, later = low.encode(), after.encode()
    for part in asked.parts:
        said = part.said + pairs(part.letters) + ([part.term] if part.term else [])
        said = said or part.letters
        if [one for one in said if one in raw and one not in later]:
            return True
    for one in _TIMES_OF_DAY:  # in the morning, of two pills
        if one in asked.core and one in low and one not in after:
            return True
        if one not in asked.core and one not in low and one in after:
            return True
    for one, other in _CONTRASTS:
        if one in low and other in after and not (other in low or one in after):
            return True
        if other in low and one in after and not (one in low or other in after):
            return True
    return False


def _thing(low: str, asked: "Asked") -> str:
    """The thing that is asked for where a text says where it is itself, and no part of it."""
    for part in asked.parts:
        if part.term:
            found = low.replace("'s", " is").split(" ")
            for at, word in enumerate(found[:-1]):
                next_one = " " + found[at + 1] + " "
                if whole_word(word.encode()) == part.term and has_any(_IS_THERE, next_one):
                    return word
        elif part.letters:
            whole = b"".join(part.letters).decode()
            for begin in range(len(whole) - 1):  # 家里备用钥匙
                thing = whole[begin:]
                at = low.find(thing)
                if at >= 0:
                    behind = low[at + len(thing) :][:1]
                    return thing if not behind or behind in _BEHIND_THING else ""
    return ""


def _of(record: "Record") -> str:
    low = fold(record.content)
    if low.startswith("the ") and not low.startswith("the user"):
        low = low[4:]  # the drill is nobody
    return whose(low, is_chinese(low))


def _otherwise(before: "Record", later: "Record", claimed: "list[predicates.Claim]") -> bool:
    """By what both claim. A relative may be called by the name that the earlier memory has."""
    low = fold(before.content)
    for claim in predicates.claims_by(later):
        known = fold(claim.subject)
        for one in claimed:
            other = claim
            if other.subject != predicates.OWNER and known != one.subject and known in low:
                other = predicates.Claim(one.subject, *other[1:])
            if predicates.conflicts(one, other) or predicates.ended_by(one, other):
                return True
    return False


def _names_as_over(before: str, later: str) -> bool:
    low, after = plain_memory(fold(before)), put_down(fold(later))
    chinese = is_chinese(low)
    if chinese != is_chinese(after):
        return False
    after = after.replace(" and i ", " ")  # broke up
    for whose_is in ("his", "her", "my"):  # a leg
        after = after.replace(" broke " + whose_is, " hurt " + whose_is)
    is_else = predicates.tells_of_others(before)
    about: "list[bytes] | None" = None  # most clauses end nothing, and it is not needed
    marks = "，。；！,;!、" if chinese else ",.;!"
    for at in range(len(marks)):
        after = after.replace(marks[at : at + 1], "\n")
    for clause in after.split("\n"):
        pieces = _beside(clause, chinese)
        if not pieces and standing(_AGAIN, (" " + clause + " ").encode()) >= 0:
            pieces = [clause] if _resumes(low, clause, chinese) else []
        is_same = _is_same_person(low, clause, chinese) or _is_called(low, clause, chinese)
        if not pieces or not is_same or predicates.is_of_their_couple(low, clause):
            continue
        if is_one_of_several(low, clause):
            continue
        if about is None:
            about = _about(_of_possessor(low), chinese)
        for piece in pieces:
            shared = [one for one in _about(piece, chinese) if _is_among(one, about)]
            if shared and not (is_else and shared == about[:1] and not _parts(clause)):
                return True
    return False


def _is_among(one: bytes, terms: "list[bytes]") -> bool:
    """True for one of these terms, or what they are who do it: plumb, of a plumber."""
    if one in terms or len(one) < _DEED or one[0] > 0x7F:
        return one in terms
    return bool([True for term in terms if term in (one + b"er", one + b"r", one + b"or")])


def _of_possessor(low: str) -> str:
    """Without whose it is: Walt's daughter is not about Walt."""
    first, _, rest = low.partition(" ")
    return rest if first.endswith("'s") else low


def behind_owner(low: str) -> str:
    """The text without the owner whose somebody it begins with: 用户妈妈, the user's mother."""
    for head in ("用户", "我", "the user's ", "user's "):
        if low.startswith(head):
            return low[len(head) :]
    return low


def _parts(clause: str) -> bool:
    """True for what ends whoever it is said of; who closed on a house is as they were."""
    return standing(_PARTING, (" " + clause + " ").encode()) >= 0


def _resumes(low: str, clause: str, chinese: bool) -> bool:
    """True where a clause is of most of what is over: no shop teacher of a bike shop."""
    said = _about(clause, chinese)
    over = [_about(piece, chinese) for piece in _beside(low, chinese)]
    for ended in [some for some in over if some]:
        if 2 * len([one for one in ended if one in said]) > len(ended):
            return True
    return over == [[]]


def _beside(clause: str, chinese: bool) -> "list[str]":
    """What stands beside the words of a clause that end something."""
    raw = clause.encode() if chinese else (" " + clause + " ").replace("  ", " ").encode()
    found = []
    for table, is_before in ((_GONE, True), (_ENDED, False)):
        at = standing(table, raw)
        while at >= 0:
            word = entry(table, at)
            place = raw.find(word)
            beside = raw[:place] if is_before else raw[place + len(word) :]
            found.append(_next(beside.decode(), is_before, chinese))
            at = standing(table, raw, at)
    no_more = what_is_no_more(clause, _BEFORE_ZH) if chinese else ""
    return found + [no_more] if no_more else found


def _next(text: str, is_before: bool, chinese: bool) -> str:
    """The end or the beginning of a text, which is next to a word."""
    if chinese:
        return text[-_BEFORE_ZH:] if is_before else text[:_AFTER_ZH]
    words = text.split()
    return " ".join(words[-_BEFORE_EN:] if is_before else words[:_AFTER_EN])


def _about(low: str, chinese: bool) -> "list[bytes]":
    """The terms of a text that say what it is about."""
    if not chinese:
        found = [one for one in terms(low) if len(one) > 2 and b" " + one + b" " not in STOP]
        found = [one for one in found if b"|" + one + b"|" not in COMMON_WORDS_EN]
        return [one for one in found if b"|" + one + b"|" not in _KIN_EN]
    low = without(low, _PEOPLE, " ")
    found = [one for one in terms(low) if one[0] < 0x80 or (len(one) > _WIDE and _is_whole(one))]
    found += _alone_in(low)
    found = [one for one in found if b"|" + one + b"|" not in COMMON_WORDS]
    return [one for one in found if b"|" + one + b"|" not in _KIN_ZH]


def _is_whole(pair: bytes) -> bool:
    """False for a pair of characters of which one only joins words: 的社."""
    return pair[:_WIDE] not in _JOINING and pair[_WIDE:] not in _JOINING


def _alone_in(low: str) -> "list[bytes]":
    raw = low.encode()
    found = []
    at = 0
    while at < len(raw):
        size = 1 if raw[at] < 0x80 else 2 if raw[at] < 0xE0 else 3 if raw[at] < 0xF0 else 4
        one = raw[at : at + size]
        if alone(one) and one not in _NOT_ALONE:
            found.append(one)
        at += size
    return found


def _is_called(low: str, clause: str, chinese: bool) -> bool:
    """True where a clause begins with the name of a relative: Callum, of my brother Callum."""
    first = clause.strip().split(" ")[0]
    if chinese or not first[1:] or first not in low.split(" ")[2:_NAME_WITHIN]:
        return False
    return bool(whose(low, chinese))


def _is_same_person(low: str, clause: str, chinese: bool) -> bool:
    """False where one is of a relative and the other of somebody else."""
    before, after = whose(low, chinese), whose(clause, chinese)
    if clause.startswith(("the ", "both ")):  # the Vespa was stolen
        after = ""
    return before == after or (not after and before == "?")
