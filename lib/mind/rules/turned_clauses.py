"""
Turned clauses: what is told from the other side, or in two clauses, as `claim_reader` has it.

Bosch hired me is I joined Bosch, my wife and I are who I am, 把妈接到成都 is 妈搬到成都, and "a
Galaxy" behind "I got a new phone" is what was got. Owns these forms; who is meant and what they
claim is read afterwards. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import each, entry, has, head, look, number, skip
from memory.text.script import fold

_FETCHED = "|接到了:.|接到:.|接来了:.|接来:.|接去了:.|接去:.|接回了:.|接回:.|"
_LIVING = "|一起住|来住|来一起|去住|住了|住在一起|住下|同住|来了|生活|来养老|养老|过日子|"
_GONE_TO = "|去了|来了|去啦|来啦|去住了|来住了|"
_OF_ME_ZH = "|女朋友|男朋友|女友|男友|对象|老婆|老公|未婚妻|未婚夫|"
_MAJOR_MOST = 8  # characters of what one studies
_NO_MAJOR = "|的|了|过|这|那|一|两|三|几|什么|"
_SHORT_ZH = (("分了", "分手了"), ("离了", "离婚了"))
_HIRED_ZH = ("录用了", "聘用了", "挖走了", "挖过去了")
_FATTER_ZH = "|胖|瘦|减肥|减重|"
_FATTER = "|lost |gained |put on |"
_OF_WEIGHT = "| weight|kilo|kg |pounds|lbs|"
_WHO = (
    "|我|用户|主人|最近|又|变|长|终于|i |the user |user |my |have |has |just |finally |recently |"
)
_NOW = "|现在|目前|如今|已经|都|now |currently |i am |am |is |at |"
_UNITS = "|公斤|斤|千克|公斤了|斤了|kg|kilos|pounds|lbs|"
# What somebody did to the owner, and what the owner is since.
_TO_ME = (
    (" hired me", "I joined "), (" took me on", "I joined "), (" fired me", "I was fired from "),
    (" sacked me", "I was fired from "), (" laid me off", "I was fired from "),
)  # fmt: skip
_BEHIND = "| as |, | yesterday| last | today| this |"
_PARTED = "|broke up with me |split up with me |dumped me |left me |divorced me |"
_PARTNERS = "|boyfriend |girlfriend |partner |fiance |fiancee |husband |wife |"
_ADVERBS = "|just |has |have |finally |recently |"
_NO_NAMES = (
    "|maybe |if |he |she |they |we |nobody |someone |when |who |it |i |after |since |my |you "
    "|nearly |almost |the |"
)
_GOT = ("got a new ", "bought a new ", "have a new ", "has a new ")


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
    low = fold(before)
    at = skip(_WHO, low)
    at += head(words_zh.KIN, low, at) or head(words_en.KIN, low, at)
    behind = skip(_WHO, low, at)
    is_fatter = head(_FATTER, low, behind) and has(_OF_WEIGHT, low + " ", behind)
    if not is_fatter and not head(_FATTER_ZH, low, behind):
        return piece
    begin = skip(_NOW, fold(piece))
    value, end = number(fold(piece), begin)
    if value <= 0 or not entry(_UNITS, fold(piece)[end:].replace(" ", "")):
        return piece
    owner = ("I " if piece[:1] < "\x7f" else "我") if not behind else ""
    return owner + ("weigh " if piece[:1] < "\x7f" else "体重") + piece[begin:]


# -- Chinese ---------------------------------------------------------------------------------


def _chinese(piece: str) -> str:
    low = fold(piece)
    for short, whole in _SHORT_ZH:  # 和女朋友分了
        rest = low[: -len(short)] if low.endswith(short) else ""
        if rest and has("|和|跟|", rest) and [one for one in each(_OF_ME_ZH) if _ends(rest, one)]:
            return rest + whole
    if low.endswith("甩了") and has("|把我|我被|", low) and has(_OF_ME_ZH, low):
        return "我分手了"
    at = head("|我是|我|用户|主人|", low)
    major = low[at + 1 : -2]
    if at and low[at : at + 1] in "读学" and low.endswith("专业") and 1 < len(major) < _MAJOR_MOST:
        return piece if head(_NO_MAJOR, major) else piece[:at] + "专业是" + major
    at = low.find("搬") + 1
    city = head(words_zh.CITIES, low, at) if at else 0
    if city and entry(_GONE_TO, low[at + city :]):  # 我们家搬福州去了
        return piece[:at] + "到" + piece[at : at + city]
    at = low.find("被") + 1
    for word in _HIRED_ZH if at else ():
        if low.endswith(word):
            return piece[: at - 1] + "加入了" + piece[at : -len(word)]
    return _fetched(piece)


def _ends(low: str, word: str) -> bool:
    return bool(word) and low.endswith(word)


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
    if low.startswith(("a ", "an ")):
        for got in _GOT:  # I got a new phone, a Galaxy S24
            at = fold(before).find(got)
            if at >= 0 and before.count(" ", at + len(got)) == 0:
                return before[: at + len(got) - len("a new ")] + piece
    mine = head("|my |", low)
    kin = head(words_en.KIN, low, mine) or head(_PARTNERS, low, mine)
    if mine and kin and low.startswith("and i ", mine + kin):
        return "I " + piece[mine + kin + len("and i ") :]
    for words, own in _TO_ME:
        at = low.find(words)
        rest = low[at + len(words) :]
        name = piece[: max(at, 0)]
        for adverb in (" just", " finally", " has"):
            name = name[: -len(adverb)] if name.endswith(adverb) else name
        if at > 0 and _is_name(name) and (not rest.strip() or head(_BEHIND, rest)):
            return own + name
    at = mine + head(_PARTNERS, low, mine) if mine else low.find(" ") + 1
    named = at > mine and (mine > 0 or _is_name(piece[: at - 1]))
    at = skip(_ADVERBS, low, at)
    end = at + head(_PARTED, low, at)
    if named and end > at and not low[end:].strip():
        if low.startswith("divorced ", at):
            return "I got divorced"
        if mine or not low.startswith("left ", at):
            return "I separated" if has("|husband |wife |", low[:at]) else "I broke up"
    return piece


def _is_name(text: str) -> bool:
    """True for Bosch, General Electric."""
    words = text.split(" ")
    known = [word for word in words if word[:1].isupper() or word[:1].isdigit()]
    return 0 < len(known) == len(words) < 5 and not head(_NO_NAMES, fold(text) + " ")
