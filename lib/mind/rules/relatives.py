"""
Relatives: who of the owner's family a memory calls by name, so that 小雨 is the daughter in what
is asked and told later.

Rules: the name stands behind the relation (我女儿小雨, my brother Gene, 老伴叫秀兰) or before it
(许岩是我弟弟, Tyler is my grandson). In doubt nobody is named. Owns no table but the words
around a name. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import entry, head, is_chinese, known_as, skip
from memory.text.folding import fold
from memory.text.phrase_tables import standing

from . import predicates_zh
from .claim_clauses import Clause, pieces, subject
from .claim_reader import Claim

_KIN_ZH = words_zh.KIN.encode()
_KIN_EN = words_en.KIN.encode()
_MOTHERS = (
    "|mom:mother|mum:mother|dad:father|grandma:grandmother|granny:grandmother"
    "|grandpa:grandfather|auntie:aunt|child:kid|children:kid|kids:kid|"
)
_NAMES_MOST = 4  # of a memory
_LONGEST = 4  # characters of a name in Chinese
_MINE_ZH = ("我", "我的", "用户的", "用户", "主人的", "主人", "我们家", "咱家")
_MINE_EN = "|my |our |his |her |user's |the user's |the owner's |and |with |"
_PARTNERS = "|女朋友|男朋友|对象|girlfriend|boyfriend|partner|"  # who may be another soon
_CALLED = "|called |named |"
_AGE_EN = "|older |younger |little |big |elder |eldest |youngest |oldest |twin |late |baby |"
_NO_NAMES = (
    "|i |monday |tuesday |wednesday |thursday |friday |saturday |sunday |january |february |march "
    "|april |june |july |august |september |october |november |december |mr |mrs |ms |dr |"
)


def relatives(content: str, claims: "list[Claim]") -> "list[tuple]":
    """[(relation as claims have it, folded name)] of the owner's relatives that a memory names."""
    named = [one for one in claims if one.predicate == "名字" and _is_kin(one.subject)]
    found = [(one.subject, fold(one.object)) for one in named]
    low = fold(content)
    if is_chinese(low):
        if standing(_KIN_ZH, low.encode()) >= 0:
            found += _chinese(content)
    elif standing(_KIN_EN, (low + " ").encode()) >= 0 and len(low) == len(content):
        found += _english(content.replace("’", "'"), low.replace("’", "'"))
    known: "list[tuple]" = []
    for one in found:
        if one not in known and not entry(_PARTNERS, one[0]):
            known.append(one)
    return known[:_NAMES_MOST]


def _is_kin(word: str) -> bool:
    return entry(words_zh.KIN, word) or entry(words_en.KIN, word + " ")


def _chinese(content: str) -> "list[tuple]":
    found = []
    for piece in pieces(predicates_zh, content):
        low = fold(piece)
        at = low.find("是")
        if 1 < at <= _LONGEST and _is_name(low[:at]):  # 许岩是我弟弟
            rest = low[at + 1 :]
            for mine in _MINE_ZH:
                kin = rest[len(mine) :] if rest.startswith(mine) else ""
                if entry(words_zh.KIN, kin):
                    found.append((_relation(kin), low[:at]))
        clause = Clause(predicates_zh, piece, None)
        end = subject(clause)
        begin = skip("|用户|主人|我|们|的|家|", clause.low)
        begin += head(words_zh.KIN, clause.low, begin)
        name = clause.low[begin:end]
        first = clause.low[begin : begin + 1]
        if first and (first == clause.low[begin + 1 : begin + 2] or first in "小阿"):
            name = clause.low[begin : begin + 2]  # 朵朵, 小雨
        if clause.subject and entry(words_zh.KIN, clause.subject) and _is_name(name):
            found.append((clause.subject, name))
    return found


def _is_name(low: str) -> bool:
    """True for 顾磊, 小雨, 朵朵."""
    if not 1 < len(low) <= _LONGEST or head(predicates_zh.NO_PERSON, low):
        return False
    return low[:1] in words_zh.SURNAMES or low[:1] in "小阿" or low[:1] == low[1:2]


def _relation(kin: str) -> str:
    return known_as(words_zh.KIN_AS, kin) or kin


def _english(text: str, low: str) -> "list[tuple]":
    found = []
    padded = low + " "
    at = 0
    while at >= 0:
        mine = head(_MINE_EN, padded, at) or head("|a |", padded, at)
        begin = skip(_AGE_EN, padded, at + mine)
        size = head(words_en.KIN, padded, begin)
        if size and (mine or at == 0):
            relation = known_as(_MOTHERS, padded[begin : begin + size].strip())
            relation = relation or padded[begin : begin + size].strip()
            named = head(_CALLED, padded, begin + size)
            name = _capital(text, begin + size + named)
            if padded.startswith("a ", at) and not named:
                name = ""  # a sister Gene knows
            before = low[: at - 4] if low[:at].endswith(" is ") else ""  # Tyler is my grandson
            if name:
                found.append((relation, name))
            elif before and " " not in before and _capital(text, 0) == before:
                found.append((relation, before))
        at = low.find(" ", at) + 1 or -1
    return found


def _capital(text: str, at: int) -> str:
    """The name that stands there, folded: Gene, of Gene's boat."""
    end = at
    while text[end : end + 1].isalpha():
        end += 1
    name = fold(text[at:end])
    if end - at < 2 or not text[at : at + 1].isupper() or entry(_NO_NAMES, name + " "):
        return ""
    return name
