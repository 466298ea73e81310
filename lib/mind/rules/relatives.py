"""
Relatives: who of the owner's family a memory calls by name, so that 小雨 is the daughter in what
is asked and told later; and who else may stand beside the owner, who is none of the family.

Rules: the name stands behind the relation (我女儿小雨, my brother Gene, 老伴叫秀兰) or before it
(许岩是我弟弟, Tyler is my grandson). In doubt nobody is named. Owns the words around a name, and
those for friends and the like. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import entry, has, head, is_chinese, known_as, skip
from memory.text.phrase_tables import standing
from memory.text.script import fold

from . import predicates_zh
from .claim_clauses import Clause, subject
from .claim_pieces import pieces
from .claim_reader import Claim
from .claim_values import WHOSE

_KIN_ZH = words_zh.KIN.encode()
_KIN_EN = words_en.KIN.encode()
MOTHERS = (
    "|mom:mother|mum:mother|dad:father|grandma:grandmother|granny:grandmother"
    "|grandpa:grandfather|auntie:aunt|child:kid|children:kid|kids:kid|"
)
_NAMES_MOST = 4  # of a memory
_LONGEST = 4  # characters of a name in Chinese
_MINE_ZH = ("我", "我的", "用户的", "用户", "主人的", "主人", "我们家", "咱家")
_MINE_EN = "|my |our |user's |the user's |the owner's |"
_MINE_AT = "|我|我的|用户的|我们家|"
# Who lives beside the owner as they do, and whom they have for something.
PEERS_ZH = "|同事|同学|同桌|室友|舍友|闺蜜|发小|徒弟|战友|邻居|朋友|好友|网友|"
ROLES_ZH = "|老板|领导|上司|主管|经理|客户|房东|老师|导师|班主任|教练|保姆|师傅|"
PEERS_EN = (
    "|friend |friends |colleague |coworker |co-worker |neighbour |neighbor |neighbours |neighbors "
    "|roommate |flatmate |housemate |classmate |"
)
ROLES_EN = "|boss |manager |landlord |landlady |teacher |coach |"
_BEFORE_PEER_ZH = "|用户|主人|我|我家|的|大学|高中|初中|小学|前|老|好|最好的|一个|有个|隔壁|家|"
_BEFORE_PEER_EN = (
    "|user's |the user's |the owner's |my |our |a |the |one of |best |old |good |close |former |"
)
# Behind a friend or the like: the owner, too.
WITH_OWNER = (" and i ", " and the user ", " and user ", "和我", "和用户", "跟我", "与我")
_OTHERS_ZH = "|别人|人家|隔壁|楼上|楼下|男朋友|女朋友|他们|她们|他|她|"
_GETS_EN = (
    " got ", " bought ", " gave ", " made ", " ordered ", " sent ", " set up ", " moved ",
    " helped ", " found ", " lent ", " picked ", " chose ", " booked ", " fixed ", " paid ",
)  # fmt: skip
_GIVEN = "| a | an | the | some | his | her | my | our |"  # behind whom it is given to by name
_HAS_EN = "|i have a |user has a |the user has a |we have a |"
_AGE_EN = "|older |younger |little |big |elder |eldest |youngest |oldest |twin |late |baby |"
_CALLED = "|called |named |"
# Who may begin a memory without whose they are: no mother nature, no uncle Sam.
_FIRST = "|son |daughter |grandson |granddaughter |wife |husband |nephew |niece |"
_NO_NAMES = (
    "|i |he |she |it |they |we |you |that |this |who |what |there |here |nobody |someone "
    "|somebody "
    "|everyone |monday |tuesday |wednesday |thursday |friday |saturday |sunday |january |february "
    "|march |april |june |july |august |september |october |november |december |mr |mrs |ms |dr "
    "|christmas |easter |english |spanish |chinese |french |german |italian |has |is |and |was "
    "|works |lives |the |a |my |"
)
_DAYS = "|today|tomorrow|tonight|yesterday|mother|father|valentine|let|new|last|next|"
# Behind 's where it is no sign of whose something is.
_IS_EN = (
    "|been |got |gone |a |an |the |not |no |in |at |on |still |now |back |just |my |our |her |his "
    "|so |very |really |allergic |afraid |present |gift |"
)
# What somebody named does, where it ends neither in s nor in ed.
_DOES = (
    "|had |will |can |and |who |got |went |took |came |met |left |bought |made |said |in |at "
    "|from |just |still |never |"
)
# Words that begin as names do.
_NO_NAMES_ZH = (
    "|小时|小学|小区|小心|小提|小班|小名|小组|小便|小腿|小吃|小说|小孩|小狗|小猫|小伙|小姐|小声|小睡|小病"
    "|小感|小朋|小手|小脚|小事|阿姨|阿尔|天天|慢慢|偷偷|乖乖|刚刚|渐渐|好好|常常|往往|时时|处处|年年|月月"
    "|日日|夜夜|人人|个个|家家|明明|默默|悄悄|早早|远远|多多|周一|周二|周三|周四|周五|周六|周日|周末|白内"
    "|白血|白天|白头|万圣|于去|于今|于是|高血|高中|高考|高烧|高铁|黄金|马上|马拉|金婚|元旦|元宵|方便|安全"
    "|常年|时候|花生|水果|路上|车祸|钱包|"
)
_BY_AGE = ("大宝", "二宝", "三宝", "小宝")  # what two children are called at home
_READS = "上读在去爱喜有是今会要考生转到和跟住做当买养结搬换得对不，"  # what may follow on 小雨


def somebody(low: str, at: int = 0) -> int:
    """The length of a friend, a boss, she or the like that stand there in Chinese; 0 for none."""
    return head(PEERS_ZH, low, at) or head(ROLES_ZH, low, at) or head(_OTHERS_ZH, low, at)


def has_anybody(low: str) -> bool:
    """True where any of these stands anywhere in a text in Chinese."""
    return has(PEERS_ZH, low) or has(ROLES_ZH, low) or has(_OTHERS_ZH, low)


def is_beside(word: str) -> bool:
    """True for a word in English for a friend, a boss or the like."""
    return entry(PEERS_EN, word + " ") or entry(ROLES_EN, word + " ")


def peer(low: str) -> int:
    """Where a friend or the like ends with whom a folded text begins, without the owner; or 0."""
    chinese = is_chinese(low)
    at = skip(_BEFORE_PEER_ZH if chinese else _BEFORE_PEER_EN, low)
    opened = low if chinese else low.replace("s' ", " ").replace("'s ", " ")
    size = head(PEERS_ZH, low, at) if chinese else head(PEERS_EN, opened + " ", at)
    end = at + size - (size > 0 and not chinese)
    return end if size and not low[end:].startswith(WITH_OWNER) else 0


def possessor(content: str) -> int:
    """Where the name ends with which a text in English begins, of whom something is: Ned's."""
    text = content.replace("’", "'")
    name = _capital(text, 0)
    rest = text[len(name) :]
    is_verb = head(_IS_EN, rest, 3) or rest[3:].split(" ")[0].endswith("ing")
    is_theirs = rest.startswith("'s ") and not is_verb
    is_theirs = is_theirs or (name[-1:] == "s" and rest.startswith("' "))
    is_none = entry(_DAYS, name) or entry(words_en.KIN, name + " ") or known_as(MOTHERS, name)
    return len(name) if name and is_theirs and not is_none else 0


def may_be_named(low: str) -> bool:
    """True where a folded text in Chinese begins as the names of people do: 小林, 王芳."""
    is_one = low[:1] in words_zh.SURNAMES or low[:1] in "小老阿"
    is_none = head(_NO_NAMES_ZH, low) or head(predicates_zh.NO_PERSON, low) or somebody(low)
    return is_one and not is_none and not head(words_zh.KIN, low)


def is_for_another(content: str) -> bool:
    """
    True for what the owner does or gets for somebody else: 帮妈妈换了手机号, got my mum a phone.
    """
    low = fold(content)
    if is_chinese(low):
        for word in ("帮", "给", "替"):
            at = low.find(word) + 1
            at += skip(_MINE_AT, low[at:]) if at else 0
            if at and (head(words_zh.KIN, low, at) or somebody(low, at)):
                return True
        return False
    low = " " + low + " "
    for word in [one for one in _GETS_EN if one in low]:
        begin = low.find(word) + len(word)
        for at in (begin, low.find(" for ", begin) + 5):
            if at < begin:
                continue
            at += skip(WHOSE, low[at:])
            if head(words_en.KIN, low, at) or head(PEERS_EN, low, at):
                return True
            name = _capital(content, at - 1) if len(low) == len(content) + 2 else ""
            if name and (at > begin or head(_GIVEN, low, at + len(name))):
                return True
    return False


def relatives(content: str, claims: "list[Claim]") -> "list[tuple]":
    """[(relation as claims have it, folded name)] of the owner's relatives that a memory names."""
    named = [one for one in claims if one.predicate == "名字" and _is_kin(one.subject)]
    found = [(one.subject, fold(one.object)) for one in named if _is_called(fold(one.object))]
    low = fold(content)
    if is_chinese(low):
        if standing(_KIN_ZH, low.encode()) >= 0:
            found += _chinese(content)
    elif standing(_KIN_EN, (low + " ").encode()) >= 0 and len(low) == len(content):
        found += _english(content.replace("’", "'"), low.replace("’", "'"))
    known: "list[tuple]" = []
    for one in found:
        if one not in known:
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
        two = clause.low[begin : begin + 2]
        if two[:1] and (two[:1] == two[1:] or two[:1] in "小阿" or two in _BY_AGE):
            name = two if clause.low[begin + 2 : begin + 3] in _READS else ""
        if clause.subject and entry(words_zh.KIN, clause.subject) and _is_name(name):
            found.append((clause.subject, name))
    return found


def _is_name(low: str) -> bool:
    """True for 顾磊, 小雨, 朵朵."""
    if low in _BY_AGE:
        return True
    if not 1 < len(low) <= _LONGEST or head(predicates_zh.NO_PERSON, low):
        return False
    if head(_NO_NAMES_ZH, low) or head(words_zh.KIN, low):
        return False
    return low[:1] in words_zh.SURNAMES or low[:1] in "小阿" or low[:1] == low[1:2]


def _is_called(low: str) -> bool:
    """True for what somebody may be called, of whom a claim says so: 秀兰, max."""
    if not is_chinese(low):
        return low.isalpha() and not entry(_NO_NAMES, low + " ")
    return 1 < len(low) < _LONGEST and not head(words_zh.KIN, low) and "着" not in low


def _relation(kin: str) -> str:
    return known_as(words_zh.KIN_AS, kin) or kin


def _english(text: str, low: str) -> "list[tuple]":
    found = []
    padded = low + " "
    has_one = head(_HAS_EN, padded)
    at = 0
    while at >= 0:
        mine = head(_MINE_EN, padded, at) or (0 if at else head("|her |his |", padded))
        begin = skip(_AGE_EN, padded, max(at + mine, has_one if at == 0 else 0))
        size = head(words_en.KIN, padded, begin)
        kin = padded[begin : begin + size]
        if size and (mine or (at == 0 and (has_one or entry(_FIRST, kin)))):
            relation = known_as(MOTHERS, kin.strip()) or kin.strip()
            named = head(_CALLED, padded, begin + size)
            name = _capital(text, begin + size + named)
            before = low[: at - 4] if low[:at].endswith(" is ") else ""  # Tyler is my grandson
            is_last = not padded[begin + size :].strip()
            if name and (named or (not has_one and _goes_on(padded, begin + size + len(name)))):
                found.append((relation, name))
            elif before and is_last and _capital(text, 0) == before:
                found.append((relation, before))
        at = low.find(" ", at) + 1 or -1
    return found


def _goes_on(low: str, at: int) -> bool:
    """True where somebody does or is something behind a name, or the text ends there."""
    rest = low[at:]
    if not rest.strip() or rest[:1] in ",.;'":
        return True
    verb = rest.strip().split(" ")[0]
    return entry(_DOES, verb + " ") or (verb.endswith(("s", "ed")) and not verb.endswith("ss"))


def _capital(text: str, at: int) -> str:
    """The name that stands there, folded: Gene, of Gene's boat; no HEADLINE."""
    end = at
    while text[end : end + 1] and text[end : end + 1] not in " ,.;:!?'-\"()":
        end += 1
    name = text[at:end]
    is_name = name[:1].isupper() or name[:1] > "\x7f"
    is_name = is_name and (len(name) > 2 or name[1:].islower()) and not name[1:2].isupper()
    low = fold(name)
    return low if is_name and end - at > 1 and not entry(_NO_NAMES, low + " ") else ""
