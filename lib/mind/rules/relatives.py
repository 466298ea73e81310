"""
Relatives: who of the owner's family a memory calls by name, so that 小雨 is the daughter in what
is asked and told later; and who else may stand beside the owner, who is none of the family.

Rules: the name stands behind the relation (我女儿小雨, my brother Gene, 老伴叫秀兰) or before it
(许岩是我弟弟, Tyler is my grandson). In doubt nobody is named. Owns the words around a name, and
those for friends and the like. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import cut, entry, has, head, is_chinese, known_as, skip
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
    "|mom:mother|mum:mother|mam:mother|mummy:mother|mommy:mother|amma:mother|dad:father"
    "|daddy:father|appa:father|grandma:grandmother|granny:grandmother|grandpa:grandfather"
    "|auntie:aunt|child:kid|children:kid|kids:kid|grandkids:grandchild|grandchildren:grandchild|"
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
_BEFORE_PEER_ZH = (
    "|用户|主人|我|我家|的|大学|高中|初中|小学|前|老|好|最好的|一个|有个|隔壁|家|楼上|楼下|对门|公司|单位"
    "|新来的|新|班里|"
)
_BEFORE_PEER_EN = (
    "|user's |the user's |the owner's |my |our |a |the |one of |best |old |good |close |former |"
)
# Behind a friend or the like: the owner, too.
WITH_OWNER = (" and i ", " and the user ", " and user ", "和我", "和用户", "跟我", "与我")
# Whom else one knows or meets; of a role only what they are themselves is theirs (_OF_ONESELF_ZH).
_OTHER_PEERS_ZH = (
    "|同行|师姐|师兄|师弟|师妹|学姐|学长|学弟|学妹|搭档|合伙人|实习生|助理|秘书|组长|班长|队长|室长"
    "|楼长|大爷|大妈|大叔|大婶|房客|租客|球友|牌友|病友|车友|校友|工友|队友|同乡|老乡|熟人|哥们|姐们"
    "|兄弟|姐妹|邻座|学生|学徒|店员|保安|前台|"
)
_OTHER_PEERS_EN = (
    "|mate |mates |buddy |pal |bloke |guy |girl |woman |man |lad |tenant |lodger |trainee "
    "|intern |apprentice |teammate |pen pal |penpal |workmate |schoolmate |"
)
_OF_ONESELF_ZH = (
    "|对|养|喜欢|爱|怕|住|结婚|离婚|怀孕|生了|戒|考|退休|的猫|的狗|的车|的孩子|的房子|"
)
_OF_ONESELF_EN = (
    "|drives |owns |retired |gave up |quit |is allergic |'s allergic |loves |hates |lives |'s got "
    "|is getting married |has a dog |has a cat |smokes |"
)
_TITLES_ZH = (
    "|老师|医生|师傅|阿姨|叔叔|大爷|大妈|大叔|大姐|大哥|主任|经理|总监|院长|校长|教练|教授|律师|同学|小姐"
    "|女士|先生|奶奶|爷爷|姐|哥|总|叔|姨|婶|嫂|爷|奶|工|"
)
_NICKNAMED_ZH = (
    "王李张刘陈杨赵吴周徐孙朱马胡郭林何罗郑谢宋唐韩曹许邓冯曾彭潘袁杜蒋魏吕丁沈姚卢姜谭范汪贾"
)
# Behind a name of Chinese, of whom something is said.
_SAID_OF_ZH = (
    "|的|在|会|对|养|转|送|拿|跑|有|住|是|开|把|考|要|想|喜欢|很|最|爱|说|去|来|买|怕|吃|喝|每|一个月|今年|去年"
    "|明年|最近|从|换|得了|被|给|跟|和|上个|上周|下个|下周|明天|昨天|结婚|退休|戒|怀|生|搬|离|辞|升|申请"
    "|报|学|练|做|当|用|家|房租|工资|月薪|年薪|体重|身高|生日|手机|微信|电话|也|又|已经|刚|正|打|玩|教|租"
    "|卖|带|属|姓|叫|一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月|"
)
_PLACE_ENDS = "馆店院校厂司行社所班室"
_NO_SURNAMES = "车左路房边管单包全"  # oftener a word
_TITLED_EN = "|mr |mrs |ms |miss |dr |auntie |aunt |uncle |old |"
# With a capital at the beginning, and nobody's name.
_NOBODY_EN = (
    "|user |owner |doctor |doc |bank |landlord |landlady |boss |manager |teacher |coach |vet "
    "|dentist |choir |school |work |best |physio |management |almost |energy |"
)
# Behind a name with which a text in English begins, and where nobody is named seldom.
_SAID_OF_EN = (
    "|pays |drives |owns |gave up |retired |quit |works |lives |likes |loves |hates |eats |drinks "
    "|smokes |wears |plays |speaks |studies |teaches |earns |collects |bought |sold |married "
    "|divorced |moved |thinks |says |said |told |wants |doesn't |can't |is allergic "
    "|is getting married |is moving |is retiring |is vegan |is vegetarian |is pregnant "
    "|is expecting |is smoking |is seeing |is dating |is afraid |is scared |is learning "
    "|is training |got married |got divorced |got a |got an |gets a |gets an |has got |has a "
    "|'s got |'s allergic |'s getting |'s moving |'s pregnant |'s learning |'s retired |"
)
_OTHERS_ZH = "|别人|人家|隔壁|楼上|楼下|男朋友|女朋友|他们|她们|他|她|"
_GETS_EN = (
    " got ", " bought ", " gave ", " made ", " ordered ", " sent ", " set up ", " moved ",
    " helped ", " found ", " lent ", " picked ", " chose ", " booked ", " fixed ", " paid ",
)  # fmt: skip
_GIVEN = "| a | an | the | some | his | her | my | our |"  # behind whom it is given to by name
_HAS_EN = "|i have a |user has a |the user has a |we have a |"
_AGE_EN = "|older |younger |little |big |elder |eldest |youngest |oldest |twin |late |baby |"
_CALLED = "|called |named |"
_FIRST = "|son |daughter |grandson |granddaughter |wife |husband |nephew |niece |"  # no uncle Sam
_NO_NAMES = (
    "|i |he |she |it |they |we |you |that |this |who |what |there |here |nobody |someone "
    "|somebody |everyone |monday |tuesday |wednesday |thursday |friday |saturday |sunday |january "
    "|february |march |april |june |july |august |september |october |november |december |mr |mrs "
    "|ms |dr |christmas |easter |english |spanish |chinese |french |german |italian |has |is |and "
    "|was |works |lives |the |a |my |"
)
_NAME_ENDS = "|,|.|;|:|!|?|'|-|\"|(|)|"
_DAYS = "|today|tomorrow|tonight|yesterday|mother|father|valentine|let|new|last|next|"
# Behind 's where it is no sign of whose something is.
_IS_EN = (
    "|been |got |gone |a |an |the |not |no |in |at |on |still |now |back |just |my |our |her |his "
    "|so |very |really |allergic |afraid |present |gift |off |never |too |always |only |about "
    "|almost |already |also |down |up |out |over |slow |closed |open |due |broken |dead |sick "
    "|ill |fine |ok |okay |home |here |there |done |better |worse |wrong |right |full |empty "
    "|retired |pregnant |changed |given |left |let |"
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
    is_none = entry(_DAYS, name) or _is_nobody(name + " ")
    return len(name) if name and is_theirs and not is_none else 0


def somebody_else(content: str) -> int:
    """
    Where who is no relative of the owner ends, with whom a text begins: 小林, 我同行老马, my mate
    Priya, Lou's; 0 for what is the owner's, or nobody's.
    """
    text = content.replace("’", "'")
    low = fold(text)
    if not is_chinese(low):
        return _somebody_english(text, low + " ") if len(low) == len(text) else 0
    at = skip(_BEFORE_PEER_ZH, low)
    size = head(PEERS_ZH, low, at) or head(_OTHER_PEERS_ZH, low, at)
    role = head(ROLES_ZH, low, at)
    if not size and role and head(_OF_ONESELF_ZH, low, at + role):
        size = role
    before = low[at - 1 : at] if at and not size else ""
    if before == "老":  # 隔壁老李
        at, before = at - 1, low[at - 2 : at - 1] if at > 1 else ""
    end = at + size
    end += _name_size(low, end) if before in "壁上下门" else 0  # or nothing; 我左耳 is nobody
    return 0 if end == at or low[end:].startswith(WITH_OWNER) else end


def names_whom(question: str, content: str) -> bool:
    """True where a folded question names who is no relative and begins a text: 王姐工资多少."""
    end = somebody_else(content)
    low = fold(content)[:end]
    return end > 0 and (low[-2:] if is_chinese(low) else low.split(" ")[-1]) in question


def _name_size(low: str, at: int) -> int:
    """The characters of a name or nickname that stands there: 小林, 王姐, 李娜; 0 for none."""
    first = low[at : at + 1] or "|"
    is_surname = first in words_zh.SURNAMES
    nobody = (_NO_NAMES_ZH, predicates_zh.NO_PERSON, words_zh.KIN)
    if not (is_surname or first in "小老大阿") or [1 for one in nobody if head(one, low, at)]:
        return 0
    titled = head(_TITLES_ZH, low, at + 1) if is_surname else 0
    if titled or (first in "小老大" and (low[at + 1 : at + 2] or "|") in _NICKNAMED_ZH):
        return 1 + (titled or 1)
    if (is_surname and first not in _NO_SURNAMES) or first in "小阿":
        for size in (2, 3):
            is_place = low[at + size - 1 : at + size] in _PLACE_ENDS
            if len(low) > at + size and not is_place and head(_SAID_OF_ZH, low, at + size):
                return size
    return 0


def _somebody_english(text: str, low: str) -> int:
    """`somebody_else` of a text in English; `low` has a blank behind it."""
    end = possessor(text)
    if end:
        return end
    at = skip(_BEFORE_PEER_EN, low)
    opened = low.replace("s' ", " ").replace("'s ", " ")
    size = head(PEERS_EN, opened, at) or head(_OTHER_PEERS_EN, opened, at)
    role = head(ROLES_EN, opened, at)
    is_their_own = low[at + role - 1 :].startswith("'s ") or head(_OF_ONESELF_EN, low, at + role)
    if not size and role and is_their_own:
        size = role
    at = at + size if size else head(_TITLED_EN, low)
    name = len(_capital(text, at))
    if size:
        end = at + name if name else at - 1
    elif name and (at or not _is_nobody(low[:name] + " ")):
        said = at + name + (low[at + name : at + name + 1] == " ")
        end = at + name if head(_SAID_OF_EN, low, said) or at else 0
    return 0 if low[end:].startswith(WITH_OWNER) else end


def _is_nobody(word: str) -> bool:
    """True for a word in English at the beginning that is no name: Doctor, Mum."""
    return (
        entry(_NOBODY_EN, word) or entry(words_en.KIN, word) or bool(known_as(MOTHERS, word[:-1]))
    )


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
    named = [one for one in claims if one.predicate == "名字" and is_kin(one.subject)]
    found = [(one.subject, fold(one.object)) for one in named if _is_called(fold(one.object))]
    low = fold(content)
    if is_chinese(low):
        if standing(_KIN_ZH, low.encode()) >= 0:
            found += _chinese(content)
    elif standing(_KIN_EN, (low + " ").encode()) >= 0 and len(low) == len(content):
        found += _english(content.replace("’", "'"), low.replace("’", "'"))
    known = [one for at, one in enumerate(found) if one not in found[:at]]
    return known[:_NAMES_MOST]


def is_kin(word: str) -> bool:
    """True for what a relative is, as claims have it: 妈妈, brother."""
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
        if two[:1] and (two[:1] in "小阿" or two[:1] == two[1:] or two in _BY_AGE):
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
    first = text[at : at + 1] if at >= 0 else ""
    if not first.isupper() and first <= "\x7f":
        return ""
    end = min(cut(_NAME_ENDS, text, at), text.find(" ", at) & 0xFFFF)  # -1 is far behind
    is_short = end - at < 2 or (end - at == 2 and not text[at + 1 : end].islower())
    if is_short or text[at + 1 : at + 2].isupper():
        return ""
    low = fold(text[at:end])
    return "" if entry(_NO_NAMES, low + " ") else low
