"""
Amounts: numbers as texts have them, in figures and in characters of Chinese (`3万`, 三万,
`30,000`), and what they count.

Owns the reading of a number and which units are the same. Reads folded UTF-8. Pure.
"""

from micropython import const

from .terms import runs_of

_WIDE = const(3)  # bytes of a character of Chinese
_LETTERS = "零一二三四五六七八九〇两十百千万".encode()
_VALUES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 2, 10, 100, 1000, 10000)
_TWO = const(11)  # 两
_MYRIAD = const(10000)
_POINT = "点".encode()
_MOST = const(100000000)
_TELLS = const(100)  # a number from here on says something without what it counts
_UNIT_MOST = const(12)  # bytes
SIGNS = "$ € £ ¥ ￥".encode().split()  # units that stand before a number
# What counts the same, in a line.
_UNITS = """km 公里 千米 kilometers kilometres
kg 公斤 千克 kilos
m 米 meters metres
cm 厘米 公分
ml 毫升
元 块 ¥ ￥ yuan
dollars $
euros €
pounds £
% percent
㎡ 平 平米 平方米
h 小时 hours
min 分钟 minutes
天 days
年 years
日 号""".encode()
# What else is counted in characters: 三点, and not 三亚.
_COUNTED = "点秒个只条张本角斤两度楼层人次套台辆杯瓶碗盒份倍路折页届级栋月岁周".encode()


def _value(letter: bytes) -> int:
    """What a character of Chinese is in a number, -1 for none; 10 and more is a scale."""
    at = _LETTERS.find(letter) if len(letter) == _WIDE else -1
    return _VALUES[at // _WIDE] if at >= 0 and at % _WIDE == 0 else -1


def _figures(raw: bytes, at: int) -> "tuple[float, int]":
    """(number in figures, with separators or decimals, where it ends) at a place."""
    end = at
    while raw[end : end + 1].isdigit():
        end += 1
    digits = raw[at:end]
    while raw[end : end + 1] == b"," and raw[end + 1 : end + 4].isdigit():
        if raw[end + 4 : end + 5].isdigit() or len(raw) < end + 4:
            break
        digits += raw[end + 1 : end + 4]
        end += 4
    if raw[end : end + 1] == b"." and raw[end + 1 : end + 2].isdigit():
        begin = end
        end += 1
        while raw[end : end + 1].isdigit():
            end += 1
        digits += raw[begin:end]
        return float(digits[-9:]), end
    return int(digits[:9]), end


def number_at(raw: bytes, at: int) -> "tuple[float, int]":
    """(the number at a place, where it ends); it ends there for none."""
    begin = at
    total = part = 0
    one = -1.0  # the figure that waits for its scale
    scale = 1
    exact = False  # 一千零二, not 一千二
    while at < len(raw):
        if 48 <= raw[at] <= 57:
            if one >= 0:
                break
            one, at = _figures(raw, at)
            continue
        value = _value(raw[at : at + _WIDE])
        if value < 0 or (value < 10 and one >= 0 and (scale > 1 or raw[at - 1] < 0x80)):
            if not (exact and value > 0):
                break
        if value < 10:
            exact = exact or (one < 0 and value == 0)
            one = value if one < 0 else 10 * one + value
        elif one < 0 and (value > 10 or part) and not (value == _MYRIAD and part):
            break
        else:
            scale = value
            if value == _MYRIAD:
                total = int((part + max(one, 0)) * value + 0.5)
                part = 0
            else:
                part += int(abs(one) * value + 0.5)
            one = -1.0
            exact = False
        at += _WIDE
    if one > 0 and scale > 10 and one < 10 and not exact:
        one *= scale // 10  # 三万五, 6千5
    return (total + part + max(one, 0), at) if at > begin else (-1, at)


def numbers(raw: bytes) -> "list[tuple]":
    """(number, where it begins, where it ends) of all that a folded text has, as they stand."""
    found = []
    at = end = 0
    while at < len(raw):
        if not (48 <= raw[at] <= 57 or 0xE3 <= raw[at] <= 0xE9):
            at += 1
            continue
        value, after = number_at(raw, at)
        if after == at:
            at += 1 if raw[at] < 0x80 else _WIDE
            continue
        # Not a part of a name, or the decimals of 十三点五.
        is_name = at and (raw[at - 1 : at].isalpha() or 0xC3 <= raw[max(0, at - 2)] < 0xE0)
        if not is_name and (not end or raw[end:at] != _POINT):
            found.append((value, at, after))
        at = end = after
    return found


def is_letter(raw: bytes, at: int) -> bool:
    """True where a letter of a word stands at a place."""
    return raw[at : at + 1].isalpha() or (at < len(raw) and 0xC3 <= raw[at] < 0xE0)


def amount(raw: bytes) -> "tuple[float, list[bytes]] | None":
    """
    (number, what counts the same as its unit, [] without one) of a folded text that is an amount
    and nothing else; None for any other, and for a small number alone.
    """
    for sign in SIGNS:
        rest = raw[len(sign) :].lstrip()
        if raw.startswith(sign) and rest[:1].isdigit():
            return amount(rest + sign)
    value, end = number_at(raw, 0)
    unit = raw[end:].strip()
    if not 0 < value < _MOST or len(unit) > _UNIT_MOST:
        return None
    if not unit:
        return (value, []) if value >= _TELLS else None
    units = [unit]
    for line in _UNITS.split(b"\n"):
        same = line.split(b" ")
        if unit in same or unit + b"s" in same:
            units += [one for one in same if one != unit]
    if len(units) == 1:
        if unit[:1].isdigit() or [run for _, run, _ in runs_of(unit)] != [unit]:
            return None
        if raw[0] > 0x7F and _COUNTED.find(unit[:_WIDE]) % _WIDE:
            return None  # 三亚, 一起
    return value, units


def leading(value: int) -> "list[bytes]":
    """What a number begins with in characters, a pair from 10 to 99,999; 十 for 10 to 19."""
    digits = "%d" % value
    firsts = [_letter(int(digits[:1]))]
    if digits[:1] == "2":
        firsts.append(_letter(_TWO))
    if 1 < len(digits) < 6:
        found = [one + scale_of(value) for one in firsts]
        # 二零一二, too
        return [_letter(12)] if value < 20 else found + [firsts[0] + _letter(int(digits[1:2]))]
    return firsts + [_letter(12)] if value > 9 else firsts


def scale_of(value: int) -> bytes:
    """The scale that stands in it behind its first character, or first."""
    size = len("%d" % value)
    return _letter(size + 10 if size < 6 else size + 6)


def _letter(at: int) -> bytes:
    return _LETTERS[_WIDE * at : _WIDE * at + _WIDE]
