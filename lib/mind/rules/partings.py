"""
Partings: what a clause says that somebody is rid of, and where the owner is back; and clauses that
tell of a change from the other side.

A firm that dismissed them (被字节裁了), a thing that they sold or gave away (把思域卖了, sold my
old Civic) and an illness that is gone; of whom and when is for `claim_reader`. 又回京东了, went
back to the Pixel: whether that is where they worked or what they had, only memory knows. Bosch
hired me is turned into I joined Bosch, my wife and I into I, 把妈接到成都 into 妈搬到成都, before
anybody asks who is meant. Owns the words for it. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import (
    drop,
    entry,
    has,
    head,
    is_chinese,
    known_as,
    look,
    number,
    skip,
)
from memory.text.folding import fold

from .claim_values import ANY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .claim_clauses import Clause

NO_FIRM = ("", "公司", "单位", "老板", "厂里", "厂", "店里", "单位里", "公司里")
_DISMISSED = ("裁员", "辞退", "开除", "优化", "解雇", "裁", "炒")
_GIVEN = (
    "|卖了:.|卖给:.|送给:.|卖掉了:.|卖掉:.|卖出去了:.|送人了:.|送人:.|送走了:.|送出去了:.|转手了:.|转卖了:."
    "|转让了:.|出手了:.|处理掉了:.|处理了:.|淘汰了:.|报废了:.|扔了:.|扔掉了:.|捐了:.|退租了:.|"
)
_WHOSE = (
    "|我的|我们的|我家的|家里的|自己的|那辆|那台|那把|那架|那只|那条|这辆|这台|旧的|旧|老|原来的|"
)
_MINE = "|my |our |the |his |her |their |that |this |old |"
_UNTIL = (
    " and ", " to ", " for ", " on ", " in ", " at ", " last ", " this ", " when ", " because ",
    " so ", "买", "换", "给", "赚", "拿",
)  # fmt: skip
_LONGEST = 24  # characters of a thing
_FIRM_MOST = 8
_WORDS = 3  # of an illness
_BACK_OF = ("住在", "工作于", "就读于", "手机")  # a home first
_CURED = (
    "|好了|全好了|痊愈了|康复了|治好了|已经好了|is gone |has gone |went away |is cured "
    "|has cleared up |cleared up |has healed |is in remission |"
)
_FRONT = (
    "|我们|我|用户|现在|最近|终于|已经|后来|刚|i |the user |user |just |have |has |finally |now "
    "|am |is |i'm |i've |"
)
_BACK = (
    "|又回到了|又回到|又回了|又回|重新回到|重新回|回到了|回到|回了|回|重回|重返|回归|跳回|跳槽回|转回|转学回|又转回"
    "|went back to |gone back to |returned to |came back to |back at |back on |back to "
    "|switched back to |moved back to |at |"
)
_BACK_TAILS = "|了|上班|工作|读书|上学|again |now |for good |"
_IT = "|being |working as |using |a |an |the |my |old |"
# What there is one of, by what stands before and behind each other in it.
_OLD = "|原来的|以前的|之前的|原|前|老|旧|my old |my former |my previous |"
_ONES = (
    "|公司:工作于|单位:工作于|东家:工作于|厂:工作于|firm :工作于|job :工作于|company :工作于"
    "|employer :工作于|workplace :工作于|手机:手机|phone :手机|"
)
_TRIPS = "|went back to |gone back to |back to |"  # to a town, no move
_FETCHED = "|接到了:.|接到:.|接来了:.|接来:.|接去了:.|接去:.|接回了:.|接回:.|"
_LIVING = "|一起住|来住|来一起|去住|住了|住在一起|住下|同住|来了|生活|来养老|养老|过日子|"
_GONE_TO = "|去了|来了|去啦|来啦|去住了|来住了|"
_OF_ME_ZH = "|女朋友|男朋友|女友|男友|对象|老婆|老公|"
_MAJOR_MOST = 8  # characters of what one studies
_NO_MAJOR = "|的|了|过|这|那|一|两|三|几|什么|"
_FATTER = "|胖|瘦|减肥|减重|lost |gained |put on |"
_WHO = "|我|用户|最近|又|变|终于|i |the user |my |have |has |"
_NOW = "|现在|目前|已经|都|now |"
_UNITS = "|公斤|斤|公斤了|斤了|kg|kilos|pounds|lbs|"
_HIRED = " hired me "
_PARTED = "|broke up with me |split up with me |dumped me |left me |divorced me |"
_NO_THINGS = (" idea", " ideas", " plan", " plans", "的想法", "的计划", "的念头")  # given away
_PARTNERS = "|boyfriend |girlfriend |partner |fiance |husband |wife |"
_NO_NAMES = "|maybe |if |he |she |they |nobody |someone |when |who |it |i |after |my |you |the |"


def dismissed(clause: "Clause", at: int) -> str:
    """The firm, or ANY, behind 被; "" where nobody was dismissed."""
    low = clause.low
    end = drop("|了|", low, len(low))
    for word in _DISMISSED:
        if low[at:end].endswith(word):
            where = clause.text[at : end - len(word)]
            return ANY if where in NO_FIRM else where
    return ""


def given_away(clause: "Clause", at: int) -> str:
    """The thing behind 把, or behind sold; "" where it was not given away."""
    low = clause.low
    end = len(low)
    if low[:at].endswith("gave "):
        end = max(at, low.find(" away", at))
    is_behind = clause.w.CHINESE and not low[:at].endswith("了")  # 把思域卖了, but 卖了思域
    while is_behind and at < end and not look(_GIVEN, low, end)[1]:
        end -= 1
    for word in () if is_behind else _UNTIL:
        found = low.find(word, at)
        end = found if at < found < end else end
    table = _WHOSE if clause.w.CHINESE else _MINE
    while at < end and head(table, low, at):
        at += head(table, low, at)
    thing = clause.text[at:end].strip(" .") if end - at <= _LONGEST else ""
    return "" if thing.endswith(_NO_THINGS) else thing


def cured(clause: "Clause", at: int) -> str:
    """The illness that somebody is said to have no more: 我的高血压好了, my asthma is gone."""
    low, w = clause.low, clause.w
    at += head("|的|", low, at)
    end = drop(w.TAILS, low, len(low), at) if not w.CHINESE else len(low)
    stop = drop(_CURED, low, end, at)
    ill = low[at:stop].strip()
    is_whole = (
        stop < end and ill and (entry(w.ILLS, ill) if w.CHINESE else ill.count(" ") < _WORDS)
    )
    return clause.text[at:stop].strip() if is_whole and has(w.ILLS, ill) else ""


def back_at(content: str) -> "tuple[str, tuple]":
    """
    (where or with what the owner says to be back, ANY for what they had before; the predicates
    that may be of). ("", ()) for nowhere.
    """
    text = content.strip(" .!").replace("’", "'")
    chinese = is_chinese(text)
    low = fold(text) + ("" if chinese else " ")
    front = skip(_FRONT, low)
    begin = front + head(_BACK, low, front)
    end = drop(_BACK_TAILS, low, len(low), begin)
    verb, what = low[front:begin], low[begin:end]
    if not verb or (chinese and end == len(low) and not head("|又|重|跳|", low, front)):
        return "", ()
    one = known_as(_ONES, what[head(_OLD, what) :]) if head(_OLD, what) else ""
    if one:
        return ANY, (one,)
    if chinese:
        return (what, _BACK_OF) if 1 < len(what) <= _FIRM_MOST else ("", ())
    if verb == "at " and not low.endswith("again "):
        return "", ()
    is_job = head("|being |working as |", what) > 0
    begin += skip(_IT, what)
    named = text[begin:][:1].isupper() and what.count(" ") < 5
    if is_job or not named:
        return (text[begin:end].strip(), ("职业",)) if is_job else ("", ())
    return text[begin:end].strip(), _BACK_OF[1 if entry(_TRIPS, verb) else 0 :]


# -- told from the other side, or in two clauses -----------------------------------------------


def turned(told: "list[str]", chinese: bool) -> "list[str]":
    """The clauses of a text, those that are told so as `claim_reader` has them."""
    found: "list[str]" = []
    for piece in told:
        before = found[-1] if found else ""
        piece = _weighed(before, piece) if before else piece
        found.append(_chinese(piece) if chinese else _english(before, piece))
    return found


def _weighed(before: str, piece: str) -> str:
    """现在75公斤, now 76 kg behind who got fatter or slimmer: what they weigh."""
    low, own = fold(before), fold(piece)
    at = skip(_WHO, low)
    kin = head(words_zh.KIN, low, at) or head(words_en.KIN, low, at)
    at = skip(_WHO, low, at + kin)
    begin = skip(_NOW, own)
    value, end = number(own, begin)
    if value <= 0 or not head(_FATTER, low, at) or not entry(_UNITS, own[end:].replace(" ", "")):
        return piece
    if low < "\x7f":
        is_of = has("| weight|kilo|kg|pounds|lbs|", low, at)
        return ("weigh " if at else "I weigh ") + piece[begin:] if is_of else piece
    return ("体重" if at else "我体重") + piece[begin:]


# -- Chinese ---------------------------------------------------------------------------------


def _chinese(piece: str) -> str:
    low = fold(piece)
    is_parted = low.endswith(("分了", "离了"))
    if is_parted and drop(_OF_ME_ZH, low, len(low) - 2) < len(low) - 2:
        return piece[:-1] + ("手了" if low[-2] == "分" else "婚了")  # 和女朋友分了
    at = head("|我是|我|用户|主人|", low)
    major = low[at + 1 : -2] if at and low.endswith("专业") else ""
    if low[at : at + 1] in "读学" and 1 < len(major) < _MAJOR_MOST:
        return piece if head(_NO_MAJOR, major) else piece[:at] + "专业是" + major
    at = low.find("搬") + 1
    city = head(words_zh.CITIES, low, at) if at else 0
    if city and entry(_GONE_TO, low[at + city :]):  # 我们家搬福州去了
        return piece[:at] + "到" + piece[at : at + city]
    return _fetched(piece)


def _fetched(piece: str) -> str:
    """A clause of a relative who is brought to where they live, as if they moved: 把妈接到成都."""
    low = fold(piece)
    at = low.find("把")
    of = skip("|我的|我|用户的|用户|", low, at + 1) if at >= 0 else 0
    kin = head(words_zh.KIN, low, of) if of else 0
    begin = of + kin
    end, _ = look(_FETCHED, low, begin)
    if not kin or end == begin or head("|家|我|身边|这|自己|学校|医院|", low, end):
        return piece
    place = end
    while place < len(low) and not head(_LIVING, low, place):
        place += 1
    return piece[of:begin] + "搬到" + piece[end:place] if place > end else piece


# -- English ---------------------------------------------------------------------------------


def _english(before: str, piece: str) -> str:
    low = fold(piece) + " "
    got = fold(before).rfind("a new ")
    if got > 0 and before.count(" ", got) == 2 and low.startswith(("a ", "an ")):
        return before[:got] + piece  # I got a new phone, a Galaxy S24
    mine = head("|my |", low)
    kin = head(words_en.KIN, low, mine) or head(_PARTNERS, low, mine)
    if mine and kin and low.startswith("and i ", mine + kin):
        return "I " + piece[mine + kin + len("and i ") :]
    at = mine + kin + head("|just |has |", low, mine + kin)
    if mine and entry(_PARTNERS, low[mine : mine + kin]) and entry(_PARTED, low[at:]):
        return "I separated" if has("|husband |wife |", low) else "I broke up"
    at = low.find(_HIRED)
    small = [True for word in piece[: max(at, 0)].split(" ") if not word[:1].isupper()]
    if not small and not head(_NO_NAMES, low) and low[at + len(_HIRED) :][:3] in ("", "as "):
        return "I joined " + piece[:at]
    return piece
