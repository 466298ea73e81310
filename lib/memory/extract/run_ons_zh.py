"""
Run-ons in Chinese: where a new clause or a comment begins without a pause.

For `utterance`, which reads what stands before a boundary alone and says what the letters of the
boundaries mean.
"""

from .scan import drop, entry, has, head, look, number, skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ONE_DOES = "叫上念读今在是五六七八九十刚"  # behind 大的, one of several
_PEOPLE_DO = "让说不都也叫建给跟讲老总们嫌劝管骂"
_STARTING = "出来过到干做教开离结退住"  # what lasts for years behind 是…的
_CLOSING = "了敏啊啦呀嘛哦喔哟咯"
_OF_A_DAY = "的生那是早上中下晚前后左和跟吧呢啊呀嘛哦哈啦了，"  # behind 八月十九号
_TENS = "二三四五六七八九十"
_SHORTEST, _LONGEST = 3, 60  # characters of a statement
# Behind what a statement may end with by itself these signs go on with it.
_GOES_ON = "的了过着吗呢吧啊呀嘛啦时之前后以族路地服期们傅长兼证资范父教和跟或、，与及家工里车究金"
_OF_AN_ILL = "病炎症史药性糖石体突不"
_NOT_SO_BAD = "使意吃说受办用看听找打"  # 不好使, 不好意思
_TO_A_DEGREE = (
    "|要死|要命|慌|不行|不得了|不要|厉害|吓人|我|跟|像|很|受不了|够呛|直|都|浑身|满|没|不|连|人|"
)
_NO_DEGREE = "觉值懂记获取舍使显懒免省晓认博赢非只还总必"
_NOT_REALLY = "以能乐口是爱可怜不"  # 可以, 可乐, 可爱
_OF_SCHOOL = "一二三四五六大中小初高"  # 上小学三年级, 上幼儿园大班
_OF_AN_EVENT = "报官通内证照纪典周中地材用完结资礼请登日那当"  # 体检报告, 结婚证
_NO_JOB = "|人|孩子|男|女|那|这|职业|家庭|城市|地方|时候|"
_ASKING = "plceotyzsk"  # letters that ask something of the words around the boundary


def breaks(w: "Any", low: str) -> "list[tuple[int, str]]":
    """Where statements may end in a Chinese clause, each with its letter."""
    places = _named_again(w, low) + _by_itself(w, low)
    for at in range(_SHORTEST, min(len(low) - 1, _LONGEST)):
        first, last = low[at : at + 1], low[at - 1 : at]
        if first == "一" and last in _TENS:
            continue  # 结婚十一年了
        letter = ""
        for firsts, table in w.BREAKS:
            if first in firsts and not letter:
                end, letter = look(table, low, at)
                if letter and letter in _ASKING:
                    held = _is_held(low, at, end, letter)
                    letter = (letter if letter == "s" else "b") if held else ""
        if last in "号日" and "生日" in low[: at - 1] and first not in _OF_A_DAY:
            letter = "b"
        if last in _CLOSING and letter != ".":
            letter = _closed(w, low, at, letter)
        if letter and letter != ".":
            places.append((at, letter))
    return sorted([one for one in places if not _is_open(w, low, one[0])])


def _closed(w: "Any", low: str, at: int, letter: str) -> str:
    """The letter of a boundary behind a particle, or behind 过敏."""
    last, after = low[at - 1 : at], low[at : at + 1]
    if last == "了":
        return "d" if letter in ("", "f", "s") and after not in w.BEHIND_LE else letter
    if last == "敏":
        ill = low[at - 2 : at] == "过敏" and after not in w.BEHIND_ILL
        return letter or ("b" if ill else "")
    return "B"


def _is_open(w: "Any", low: str, at: int) -> bool:
    """True where a statement cannot end: behind 都, within 退休在家."""
    if low[at - 1 : at] == "我" and not entry(w.TAKES, low[at - 2 : at - 1]):
        return True
    if head("|就是没|就是太|就是有点|就是不|", low, at):
        return False  # 我挺喜欢织毛衣的就是没人穿
    joined = head(w.JOINED_UP, low, at - 2) or head(w.JOINED_UP, low, at - 1)
    return joined > 0 or drop(w.UNENDED, low, at) < at


def _is_held(low: str, at: int, end: int, meaning: str) -> bool:
    """True where what a letter asks of the words behind the boundary holds."""
    rest = low[end : end + 6]
    if not rest:
        return False
    if meaning in ("s", "k"):
        return ("姓" if meaning == "s" else "叫") in low[:at]
    if meaning == "l":
        return not rest.startswith("会") and has("|就|会|睡不着|拉肚|过敏|头疼|就吐|", rest)
    if meaning == "c":
        return rest[:1] == "不" or has("|才|就|要|回|跑|能|得|下来|", rest[:4])
    if meaning == "e":
        return low[-1:] == "的" and len(low) - end < 6
    if meaning == "t":
        return "过敏" in low[end:]
    if meaning == "y":
        return "年" in rest and (low[at - 1 : at] == "的" or has("|在|是|", low[:at]))
    if meaning == "z":
        return rest[:1] in "还挺就很特都也真"
    return rest[:1] in (_PEOPLE_DO if meaning == "p" else _ONE_DOES)


def _named_again(w: "Any", low: str) -> "list[tuple[int, str]]":
    """
    Where a name is said again with its surname (佳颖吴佳颖), how it is written begins (黎明的黎),
    and what no table has: 叫豆包 | 三岁了, 累是累点, 一只叫大米一只叫小米, 软塌塌的, 拉货用的.
    """
    places = []
    old = low.find("岁")
    for at in range(max(old - 4, _SHORTEST), old):
        if number(low, at)[1] == old:
            other = low[at - 1 : at] in "第满岁个月小大差长" or low[old + 1 : old + 2] == "的"
            if number(low, at - 1)[0] < 0 and not other:
                places.append((at, "b"))
            break
    at = low.find("是", _SHORTEST) - 1
    if at > 0 and low[at : at + 1] == low[at + 2 : at + 3]:
        places.append((at, "b"))
    at = low.find("一", _SHORTEST)
    again = at > 0 and low.find(low[at : at + 2], at + 2) > 0
    if again and has("|叫|是|的|", low[at + 2 : at + 5] + "的" * has("|两|俩|三|四|", low[:at])):
        places.append((at, "b"))
    for at in range(4, len(low) - 3):  # 老家是盐城的 | 出来十几年了
        if low[at - 1 : at] == "的" and low[at : at + 1] in _STARTING:
            since = at + (head("|出来|过来|离婚|结婚|退休|", low, at) or 1)
            spoken = number(low, skip("|这边|这里|这儿|城里|了|都|快|", low, since))[1]
            if has("|年了|年啦|多年|几年|", low[since:]) and spoken > since:
                places.append((at, "b"))
    if low.endswith("用的"):
        places.append((len(low) - 4, "b"))
    for word in ("叫", "姓", "名字是", "我是"):
        begin = low.find(word) + len(word)
        if begin >= len(word):
            break
    else:
        begin = 0
    places += _twice(low)
    return places + (_same_name(w, low, begin) if begin or low[:1] in w.SURNAMES else [])


def one_more(w: "Any", found: "list", text: str) -> str:
    """我还有个妹妹, where somebody goes on behind 我有个哥哥 with 还有个妹妹, 一个妹妹叫."""
    one = head("|一个|", text) * ("叫" in text)
    more = one or skip("|个|位|只|条|", text, head("|还有个|还有一|还有两|还有俩|另外还有|", text))
    whose = head(w.KIN, text, more) or head(w.PETS, text, more)
    if not more or not whose or not found or found[-1].kind not in ("family", "fact"):
        return text
    has_one = found[-1].kind == "family" or has("|我有|我家有|我养|我们有|", found[-1].content)
    return "我" + "有" * (one > 0) + text if has_one else text


def _by_itself(w: "Any", low: str) -> "list[tuple[int, str]]":
    """
    Where a statement may end whatever follows, by its own last word (在银行上班, 是老师, 有胃病,
    膝盖不好, 我是开出租的) or by how the next one takes it up or judges it: 每天喝咖啡 | 不喝头疼,
    坐地铁上班 | 挤得要死, 我不吃香菜 | 那味儿, 叫旺财 | 可听话了, 看电视 | 老伴嫌吵
    """
    places = []
    for at in range(_SHORTEST, min(len(low) - 1, _LONGEST)):
        if _is_whole(w, low, at):
            places.append((at, "h" if drop(w.EVENTS_CLOSE, low, at) < at else "d"))
        elif _takes_up(w, low, at):
            places.append((at, "b"))
    return places


def _is_whole(w: "Any", low: str, at: int) -> bool:
    """True where what stands before `at` is complete by its last word."""
    after, last = low[at : at + 1], low[at - 1 : at]
    if last == "的":
        if low[at - 3 : at - 1] == "长大" and at > 6:  # 我打小在绍兴长大的 | 黄酒没少喝
            return not head(_NO_JOB, low, at)
        job = low[:2] == "我是" and low[2:3] in w.DOING + "当管带"
        job = (job or head("|我开|我跑|我教|", low) > 0) and len(low) - at > 4
        return job and not has(w.TRADES, low[at : at + 6]) and not head(_NO_JOB, low, at)
    if last == "好":
        body = low[at - 2 : at - 1] == "不" and drop(w.BODY, low, at - 2) < at - 2
        return body and after not in _NOT_SO_BAD + _GOES_ON
    if after in _GOES_ON and low[at : at + 2] != "过年":
        return False
    if drop(w.EVENTS_CLOSE, low, at) < at:
        goes_on = look(w.WHEN, low, at)[1] != "" or number(low, at)[0] >= 0
        goes_on = goes_on or after in _OF_AN_EVENT + low[at - 2 : at]
        return not goes_on and len(low) - at > 3
    if drop(w.CLOSERS, low, at) < at:
        graded = last in "学园中" and after in _OF_SCHOOL
        return not graded and number(low, at)[0] < 0 and after not in "几好快多"
    if _is_counted(w, low, at):
        return after not in "叫一大老小都名犬狗猫们"
    if "有" in low[:at] and after not in _OF_AN_ILL and low[at : at + 2] != "手术":
        for size in (2, 3, 4):
            if entry(w.ILLS, low[at - size : at]):
                return True
    trade = drop(w.TRADES, low, at)
    is_one = has("|是|当|做|", low[max(0, trade - 5) : trade]) and not head(w.TRADES, low, at)
    return trade < at and is_one and after != "会" and not (low[-1:] == "的" and len(low) - at < 5)


def _is_counted(w: "Any", low: str, at: int) -> bool:
    """True behind 有两个闺女, 养了一只鹦鹉."""
    kin = drop(w.KIN, low, at)
    if kin < at:
        return has("|两个|三个|四个|俩|", low[kin - 2 : kin])
    pet = drop(w.PETS, low, at)
    return pet < at and has("|只|条|", low[max(0, pet - 3) : pet]) and head(w.PETS, low, at) == 0


def _takes_up(w: "Any", low: str, at: int) -> bool:
    """True where what begins at `at` takes up or judges what stands before it."""
    first, then, last = low[at : at + 1], low[at + 1 : at + 2], low[at - 1 : at]
    if entry(w.TAKES, last):
        return False
    if first == "一":  # 叫大黄 | 一下班就扑上来
        return last not in "第一二三四五六七八九十" and "就" in low[at + 2 : at + 6]
    if first == "不" or then == "完":
        said = then if first == "不" else first
        return said in low[:at] and last != said
    if then == "得":
        degree = head(_TO_A_DEGREE, low, at + 2) > 0 and first not in _NO_DEGREE + low[:at]
        return degree and drop(w.BODY, low, at) == at
    if first == "那":
        return last not in "你我他她的" and has("|味|股|口感|玩意|", low[at : at + 4])
    if first == "比":  # 会做饭 | 比外面的还好吃
        return then != "亚" and "还" in low[at + 2 :]
    if last == "的" and then == "了":  # 开火车的 | 跑了三十年
        return low[number(low, at + 2)[1] :][:1] == "年"
    if first == "可":
        return low[-1:] in "了啦呢" and len(low) - at < 8 and then not in _NOT_REALLY
    if last in "我你他她家的和跟、个位有" or head(w.KIN, low, at - 1):
        return False
    kin = at + head(w.KIN, low, at)
    does = low[kin : kin + 1]
    return kin > at and does != "" and does != "叫" and does in _PEOPLE_DO


def _twice(low: str) -> "list[tuple[int, str]]":
    """Where 软塌塌的 begins."""
    places = []
    for at in range(_SHORTEST, len(low) - 3):
        one, two = low[at : at + 1], low[at + 1 : at + 2]
        if low[at + 2 : at + 4] == two + "的" and two != one != low[at - 1 : at]:
            places.append((at, "b"))
    return places


def _same_name(w: "Any", low: str, begin: int) -> "list[tuple[int, str]]":
    """The same for a name from `begin` on."""
    for at in range(begin + 1, min(begin + 6, len(low) - 2)):
        if low[begin - 1 : begin] == "姓" and low.startswith(low[begin:at], at):
            return [(at, "s")]
        if low[at : at + 1] in w.SURNAMES:
            if low[at + 1 : at + 3] in low[begin:at]:
                return [(at, "b")]
    of = low.find("的", begin + 4)
    letter = low[of + 1 : of + 2]
    for at in (of - 2, of - 4):
        if of > 0 and letter and letter in low[at : at + 2] and letter in low[begin:at]:
            return [(at, "w")]
    return []
