"""
Run-ons in Chinese: where a new clause or a comment begins without a pause.

For `utterance`, which reads what stands before a boundary alone and says what the letters of the
boundaries mean.
"""

from .scan import drop, entry, has, head, look, number

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
_ASKING = "plceotyzsk"  # letters that ask something of the words around the boundary


def breaks(w: "Any", low: str) -> "list[tuple[int, str]]":
    """Where statements may end in a Chinese clause, each with its letter."""
    places = _named_again(w, low)
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
        return has("|才|就|要|回|跑|能|得|下来|", rest[:4])
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
            other = low[at - 1 : at] in "第满岁个月" or low[old + 1 : old + 2] == "的"
            if number(low, at - 1)[0] < 0 and not other:
                places.append((at, "b"))
            break
    at = low.find("是", _SHORTEST) - 1
    if at > 0 and low[at : at + 1] == low[at + 2 : at + 3]:
        places.append((at, "b"))
    at = low.find("一", _SHORTEST)
    again = at > 0 and low.find(low[at : at + 2], at + 2) > 0
    if again and has("|叫|是|的|", low[at + 2 : at + 5]):
        places.append((at, "b"))
    for at in range(4, len(low) - 3):  # 老家是盐城的 | 出来十几年了
        if low[at - 1 : at] == "的" and low[at : at + 1] in _STARTING:
            since = at + head("|出来|过来|离婚|结婚|退休|", low, at) or at + 1
            spoken = number(low, since + head("|了|都|快|", low, since))[1]
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
