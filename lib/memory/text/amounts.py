"""
Amounts: numbers as texts have them, in figures, in characters of Chinese and in English words
(`3万`, 三万, `30,000`, eighty-six), and what they count.

Owns the reading of a number and which units are the same. Reads folded UTF-8. Pure.
"""

from micropython import const

from .phrase_tables import entry, meaning
from .phrase_tables import leading as beginning
from .terms import runs_of

_WIDE = const(3)  # bytes of a character of Chinese
_LETTERS = "零一二三四五六七八九〇两十百千万".encode()
_VALUES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 2, 10, 100, 1000, 10000)
_TWO = const(11)  # 两
_MYRIAD = const(10000)
_POINT = "点".encode()
_MOST = const(100000000)
_TELLS = const(20)  # a number from here on says something without what it counts
_UNIT_MOST = const(12)  # bytes
# Units that stand before a number.
SIGNS = "$ € £ ¥ ￥ 百分之".encode().split()
# Units within a number, whose part follows: 三十八度五, 一米八二, 三岁半.
_WITHIN = "度米块元斤岁".encode()
_HALF = "半".encode()
# Of two words that begin alike the longer one comes first.
_SPOKEN = (
    b"|one=1|two=2|three=3|fourteen=14|forty=40|four=4|fifteen=15|fifty=50|five=5|sixteen=16"
    b"|sixty=60|six=6|seventeen=17|seventy=70|seven=7|eighteen=18|eighty=80|eight=8|nineteen=19"
    b"|ninety=90|nine=9|ten=10|eleven=11|twelve=12|thirteen=13|thirty=30|twenty=20|"
)
_SPOKEN_MOST = const(9)  # letters of one
# What counts the same, in a line.
_UNITS = """km 公里 千米 kilometers kilometres
kg 公斤 千克 kilos
m 米 meters metres
l 升 liters litres
cm 厘米 公分
ml 毫升
元 块 ¥ ￥ yuan
dollars $ usd bucks 美元 美金 刀
euros € eur 欧元
pounds £ quid gbp 英镑
% percent 百分之
° 度 degrees celsius °c
㎡ 平 平米 平方米
h 小时 个小时 hours hrs
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


def _spoken_at(raw: bytes, at: int) -> "tuple[int, int]":
    """As `number_at`, of English words: eighty-six."""
    total = 0
    end = at
    while True:
        row = beginning(_SPOKEN, raw[at : at + _SPOKEN_MOST])
        word = entry(_SPOKEN, row) if row >= 0 else b""
        value = int(meaning(_SPOKEN, row)) if word else 0
        is_over = total and (total < 20 or total % 10 or value > 9)
        if not word or is_over or is_letter(raw, at + len(word)):
            return total, end
        total += value
        end = at + len(word)
        at = end + 1 if raw[end : end + 1] in (b" ", b"-") else len(raw)


def spoken(value: int) -> "list[bytes]":
    """The English word that every number begins with that is this, if it is below 100."""
    at = _SPOKEN.find(b"=%d|" % (value if value < 20 else value // 10 * 10))
    return [_SPOKEN[_SPOKEN.rfind(b"|", 0, at) + 1 : at]] if at > 0 else []


def number_at(raw: bytes, at: int) -> "tuple[float, int]":
    """(the number at a place, where it ends); it ends there for none."""
    if is_letter(raw, at):
        return _spoken_at(raw, at)
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


def _with_part(raw: bytes, end: int, value: float) -> "tuple[float, int]":
    """(a number with the part behind its unit, which begins at `end`, where that ends)."""
    at = end + _WIDE
    if value != int(value) or at >= len(raw) or _WITHIN.find(raw[end:at]) % _WIDE:
        return value, end
    if raw.startswith(_HALF, at):
        return value + 0.5, at + _WIDE
    part, stop = number_at(raw, at)
    size = (stop - at) // (1 if raw[at] < 0x80 else _WIDE)
    if 0 < size < 3 and 0 <= part < 10**size:
        return value + part / 10**size, stop
    return value, end


def numbers(raw: bytes) -> "list[tuple]":
    """(number, where it begins, where it ends) of all of a folded text; 三岁半 is 3 and 3.5."""
    found = []
    at = end = 0
    while at < len(raw):
        one = raw[at]
        value, after = 0.0, at
        if 48 <= one <= 57 or 0xE3 <= one <= 0xE9 or one in b"otfsenhm":
            value, after = number_at(raw, at)
        if after == at:
            at += _WIDE if 0xE3 <= one <= 0xE9 else 1
            continue
        # Not a part of a name, or the decimals of 十三点五.
        is_name = at and (raw[at - 1 : at].isalpha() or 0xC3 <= raw[max(0, at - 2)] < 0xE0)
        if not is_name and (not end or raw[end:at] != _POINT):
            found.append((value, at, after))
            more, stop = _with_part(raw, after, value)
            if stop > after:
                found.append((more, at, after))
        at = end = after
    return found


def is_letter(raw: bytes, at: int) -> bool:
    """True where a letter of a word stands at a place."""
    return 0 <= at < len(raw) and (raw[at : at + 1].isalpha() or 0xC3 <= raw[at] < 0xE0)


def amount(raw: bytes) -> "tuple[float, list[bytes]] | None":
    """
    (number, what counts the same as its unit, [] without one) of a folded text that is an amount
    and nothing else; None for any other, and for a small number alone.
    """
    unit = b""
    for sign in SIGNS:
        if raw.startswith(sign):
            raw = raw[len(sign) :].lstrip()
            unit = sign
    value, end = number_at(raw, 0)
    more, stop = _with_part(raw, end, value)
    if stop == len(raw) > end:
        value = more
        raw = raw[: end + _WIDE]
    if unit and len(raw) > end:
        return None
    unit = unit or raw[end:].strip()
    if not 0 < value < _MOST or len(unit) > _UNIT_MOST:
        return None
    if not unit:
        return (value, []) if value >= _TELLS else None
    units = _same(unit)
    if len(units) == 1:
        if unit[:1].isdigit() or [run for _, run, _ in runs_of(unit)] != [unit]:
            return None
        if raw[0] > 0x7F and _COUNTED.find(unit[:_WIDE]) % _WIDE:
            return None  # 三亚, 一起
    return value, units


def _same(unit: bytes) -> "list[bytes]":
    """A unit and what counts the same."""
    units = [unit]
    for line in _UNITS.split(b"\n"):
        same = line.split(b" ")
        if unit in same or unit + b"s" in same:
            units += [one for one in same if one != unit]
    return units


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
