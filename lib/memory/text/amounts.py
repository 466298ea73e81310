"""
Amounts: a number and what it counts, however they are written: `3万`, `三万`, `30,000`; `5km`,
`5 公里`.

Owns the reading of one amount and the spellings of it that people use; what a text says is for
others to search. Reads folded UTF-8 as bytes. Pure.
"""

from micropython import const

from .terms import runs_of

_WIDE = const(3)  # bytes of a character of Chinese
_FIGURES = "零一二三四五六七八九".encode()
_SCALES = (("千".encode(), 1000), ("百".encode(), 100), ("十".encode(), 10), (b"", 1))
_MYRIAD = "万".encode()
_TWO, _NIL, _YEAR = "两".encode(), "〇".encode(), "年".encode()
_PARTS = _FIGURES + "两〇十百千万亿第".encode()
_WORDS = b" one two three four five six seven eight nine ten eleven twelve ".split()
_MOST = const(100000000)
_TELLS = const(100)  # a number from here on says something without what it counts
_UNIT_MOST = const(12)  # bytes
# What counts the same, in a line.
_UNITS = """km 公里 千米 kilometers kilometres
kg 公斤 千克 kilos kilograms
g 克
m 米 meters metres
cm 厘米 公分 centimeters centimetres
ml 毫升
l 升 liters
元 块 ¥ ￥ yuan
dollars usd $
euros eur €
pounds gbp £
% percent
㎡ 平 平米 平方米
h 小时 hours
min 分钟 minutes
天 days
个月 months
周 星期 weeks
年 years
岁 years
日 号""".encode()
# What else is counted in characters: 三点, and not 三亚.
_COUNTED = "点秒个只条张本角斤两度楼层人次种套台辆杯瓶碗包盒份倍路线折页集期届级室栋月".encode()


def _figure(letter: bytes) -> int:
    """What a character is as a figure, or -1."""
    if letter == _TWO or letter == _NIL:
        return 2 if letter == _TWO else 0
    at = _FIGURES.find(letter) if len(letter) == _WIDE else -1
    return at // _WIDE if at >= 0 and at % _WIDE == 0 else -1


def is_numeral(letter: bytes) -> bool:
    """True for a character of Chinese that is part of a number."""
    return len(letter) == _WIDE and _PARTS.find(letter) % _WIDE == 0


def _figures(raw: bytes, at: int) -> "tuple[float, int]":
    """(number in figures, with separators or decimals, where it ends) at a place."""
    end = at
    while end < len(raw) and (48 <= raw[end] <= 57 or raw[end] in b",."):
        end += 1
    while raw[end - 1] in b",.":
        end -= 1
    whole, _, decimals = raw[at:end].partition(b".")
    groups = whole.split(b",")
    if [one for one in groups[1:] if len(one) != 3] or not whole or b"," in decimals:
        return -1, at
    if decimals and not decimals.isdigit():
        return -1, at
    value = int(whole.replace(b",", b"")[:9])
    return (value + int(decimals[:4]) / 10 ** len(decimals[:4])) if decimals else value, end


def number_at(raw: bytes) -> "tuple[float, int]":
    """(the number that a folded text begins with, where it ends); (-1, 0) for none."""
    total = part = at = 0
    one = -1.0  # the figure that waits for its scale
    scale = 1
    exact = False  # 一千零二, not 一千二
    while at < len(raw):
        if 48 <= raw[at] <= 57:
            if one >= 0:
                break
            one, end = _figures(raw, at)
            if end == at:
                return -1, 0
            at = end
            continue
        letter = raw[at : at + _WIDE]
        figure = _figure(letter)
        sizes = [size for name, size in _SCALES if name == letter]
        if figure >= 0:
            if one >= 0 and (letter == _TWO or raw[at - 1] < 0x80):
                break  # 3两
            exact = exact or (one < 0 and figure == 0)
            one = figure if one < 0 else 10 * one + figure
        elif letter == _MYRIAD and (one >= 0 or part):
            total = int((part + max(one, 0)) * 10000 + 0.5)
            part, one, scale, exact = 0, -1.0, 10000, False
        elif sizes and (one >= 0 or (sizes[0] == 10 and not part)):
            scale = sizes[0]
            part += int((1 if one < 0 else one) * scale + 0.5)
            one = -1.0
            exact = False
        else:
            break
        at += _WIDE
    if not at:
        return -1, 0
    if one >= 0 and scale > 10 and one < 10 and not exact:
        one *= scale // 10  # 三万五, 6千5
    return total + part + max(one, 0), at


def amount(raw: bytes) -> "tuple[list[bytes], list[bytes]] | None":
    """
    (ways to write its number, ways to write its unit, [] without one) of a folded text that is an
    amount and nothing else; None for any other, and for a small number alone.
    """
    word = raw.split(b" ")[0]
    if word in _WORDS:
        value, end = float(_WORDS.index(word) + 1), len(word)
    else:
        value, end = number_at(raw)
    unit = raw[end:].strip()
    if not 0 < value < _MOST or len(unit) > _UNIT_MOST:
        return None
    if unit not in (b"%", b"") and [run for _, run, _ in runs_of(unit)] != [unit]:
        return None
    if unit[:1].isdigit():
        return None
    if not unit:
        return (_spelled(value, b""), []) if value >= _TELLS else None
    units = _same(unit)
    if raw[0] > 0x7F and len(units) == 1 and _COUNTED.find(unit[:_WIDE]) % _WIDE:
        return None  # 三亚, 一起
    return _spelled(value, unit), units


def _same(unit: bytes) -> "list[bytes]":
    """What counts the same as this, which comes first."""
    for line in _UNITS.split(b"\n"):
        same = line.split(b" ")
        for one in (unit, unit + b"s"):
            if one in same:
                return [unit] + [other for other in same if other != unit]
    return [unit]


def _spelled(value: float, unit: bytes) -> "list[bytes]":
    whole = int(value)
    if whole != value:
        return [b"%d" % whole + (b"%.4f" % (value - whole))[1:].rstrip(b"0")]
    found = [b"%d" % whole]
    if unit == _YEAR and 999 < whole < 10000:
        read = b"".join([_name(int(one)) for one in "%d" % whole])
        return found + [read, read.replace(_FIGURES[:_WIDE], _NIL)]
    if whole > 999:
        grouped, rest = b"", whole
        while rest > 999:
            grouped, rest = b",%03d" % (rest % 1000) + grouped, rest // 1000
        found.append(b"%d" % rest + grouped)
    found += in_characters(whole, bool(unit))
    if whole % 1000 == 0 and whole > 9999:
        many = whole // 10000
        rest = whole // 1000 % 10
        found.append(b"%d" % many + (b".%d" % rest if rest else b"") + _MYRIAD)
        if rest:
            found.append(b"%d" % many + _MYRIAD + b"%d" % rest)
    elif whole % 100 == 0 and 999 < whole < 10000 and whole // 100 % 10:
        found.append(b"%d" % (whole // 1000) + _SCALES[0][0] + b"%d" % (whole // 100 % 10))
    if whole <= len(_WORDS) and unit[:1].isalpha():
        found.append(_WORDS[whole - 1])
    return found


def _name(figure: int) -> bytes:
    return _FIGURES[_WIDE * figure : _WIDE * figure + _WIDE]


def _below(value: int) -> bytes:
    """A number below 10,000 in characters."""
    out = b""
    gap = False
    for name, size in _SCALES:
        figure = value // size % 10
        if not figure:
            gap = out != b""
            continue
        if gap:
            out += _name(0)
        gap = False
        out += name if size == 10 and figure == 1 and not out else _name(figure) + name
    return out


def in_characters(value: int, counts: bool = False) -> "list[bytes]":
    """A whole number as it is written in characters; `counts`: before what it counts."""
    rest = value % 10000
    whole = _below(rest)
    if value > 9999:
        between = _name(0) if 0 < rest < 1000 else b""
        whole = _below(value // 10000) + _MYRIAD + between + whole
    found = [whole]
    names = [_MYRIAD] + [name for name, _ in _SCALES]
    end, before = whole[-_WIDE:], whole[-3 * _WIDE : -2 * _WIDE]
    if end in names[1:4] and before == names[names.index(end) - 1]:
        found.append(whole[:-_WIDE])  # 一千二
    two = _name(2)
    for one in list(found):
        other = one
        for name in names[:3]:
            other = other.replace(two + name, _TWO + name)
        if one == two and counts:
            other = _TWO
        if other != one:
            found.append(other)
    return found
