"""
Terms: the words under which the index knows a text.

Text is folded and split into runs. A run of Chinese, Japanese or Korean gives its pairs of
neighbouring characters and its last character alone, so that every character begins a term and a
single character is found as a prefix. A run of letters and digits is one word: Latin letters lose
their accents, common English words (stop words) are excluded, other words are stemmed. Terms are
bytes of UTF-8, at most 15 long.
"""

import micropython
from micropython import const

from ..viper import ptr8
from .date_terms import date_terms
from .dates import day_text
from .folding import bare, fold
from .stemming import stem

_LONGEST = const(15)
_WIDE = const(3)  # bytes of most characters of Chinese
_NONE = const(0)  # classes of characters: neither letter nor digit,
_WORD = const(1)  # part of a word,
_CJK = const(2)  # a word by itself,
_INSIDE = const(3)  # an accent, which is ignored,
_LOOK = const(4)  # or more of it has to be looked at

# English stop words, also the pieces around an apostrophe. One text: a set would take 8 KB.
STOP = (
    b" a an the is are was were be been being am do does did done to of in on at for with and"
    b" or but if so as by from about into up out off over than then that this these those"
    b" there here it its i me my you your he him his she her they them their we us our what"
    b" when where who whom whose how why which would could will can should may might must"
    b" shall have has had not no s t m d ll re ve don didn doesn isn wasn aren weren haven"
    b" hasn couldn wouldn just also very too some any "
)


def _class(code: int) -> int:
    """What a folded character above ASCII is part of."""
    if code < 0x300:
        return _WORD if code >= 0xDF and code != 0xF7 else _NONE
    if code < 0x370:  # combining accents
        return _INSIDE
    if code < 0x2000:
        return _WORD
    if code < 0x3040:
        return _CJK if code == 0x3005 else _NONE  # the mark that repeats a character
    if code <= 0x9FFF:
        return _CJK if code != 0x30FB else _NONE
    if 0xAC00 <= code <= 0xD7A3 or 0xF900 <= code <= 0xFAFF or code >= 0x1F300:
        return _CJK  # Hangul, compatibility forms; emoji and rare characters
    return _WORD if code < 0xAC00 else _NONE


def _by_lead(lead: int) -> int:
    """The class of a folded character by its first byte in UTF-8, _LOOK where that tells none."""
    if lead < 0x80:
        return _WORD if 97 <= lead <= 122 or 48 <= lead <= 57 else _NONE
    return _CJK if 0xE4 <= lead <= 0xE9 else _LOOK


# By the first byte of a character: its class, and its bytes.
_KINDS = bytes([_by_lead(one) for one in range(256)])
_SIZES = bytes([1 + (one >= 0x80) + (one >= 0xE0) + (one >= 0xF0) for one in range(256)])


def _code(raw: bytes, at: int) -> int:
    """The character above ASCII that stands at `at` in UTF-8."""
    lead = raw[at]
    if lead < 0xE0:
        return (lead & 0x1F) << 6 | raw[at + 1] & 0x3F
    code = (raw[at + 1] & 0x3F) << 6 | raw[at + 2] & 0x3F
    if lead < 0xF0:
        return (lead & 0x0F) << 12 | code
    return (lead & 0x07) << 18 | code << 6 | raw[at + 3] & 0x3F


def _unmarked(raw: bytes) -> bytes:
    """A word without the accents that stand as characters of their own."""
    kept = []
    at = begin = 0
    while at < len(raw):
        size = _SIZES[raw[at]]
        if size == 2 and _class(_code(raw, at)) == _INSIDE:
            kept.append(raw[begin:at])
            begin = at + 2
        at += size
    kept.append(raw[begin:])
    return b"".join(kept)


def _add_word(found: list, raw: bytes) -> None:
    """Append the term of a word, if it has one."""
    if max(raw) > 127:
        raw = bare(raw)
    if b" %s " % raw in STOP:
        return
    if raw[0] > 57 and raw[-1] > 57 and max(raw) < 128:
        raw = stem(raw)
    found.append(raw if len(raw) <= _LONGEST else _cut(raw))


def _cut(raw: bytes) -> bytes:
    """The first characters of a long word."""
    end = _LONGEST
    while raw[end] & 0xC0 == 0x80:
        end -= 1
    return raw[:end]


def terms(text: str) -> list:
    """The terms of a text (bytes) in their order, repeated ones too, then those of its dates."""
    raw = fold(text).encode() + b" "  # which ends the last run
    found: "list[bytes]" = []
    runs: "list[bytes]" = []
    kind = _NONE  # of the run that began at `begin`
    at = begin = last = end = 0  # `last` to `end`: the character before in a run of CJK
    marked = False  # an accent stood in the run
    while at < len(raw):
        now, size = _KINDS[raw[at]], _SIZES[raw[at]]
        if now == _LOOK:
            now = _class(_code(raw, at))
        if now == _INSIDE:
            marked = True
            at += size
            continue
        if now != kind:
            if kind == _CJK:
                found.append(raw[last:end])
                runs.append(raw[begin:at])
            elif kind == _WORD:
                runs.append(_unmarked(raw[begin:at]) if marked else raw[begin:at])
                _add_word(found, runs[-1])
            kind = now
            begin = at
            marked = False
        elif now == _CJK:
            found.append(raw[last:end] + raw[at : at + size])
        last = at
        at += size
        end = at
        stop = _plain_end(raw, len(raw), at, kind)
        if stop > at:
            if kind == _CJK:
                if size != _WIDE:
                    continue
                pairs = range(last, stop - _WIDE, _WIDE)
                found += [raw[pair : pair + 2 * _WIDE] for pair in pairs]
                last = stop - _WIDE
            at = end = stop
    return found + date_terms(runs)


@micropython.viper
def _plain_end(raw: object, size: int, at: int, kind: int) -> int:
    """
    Where characters of this class end, from `at` on, as far as the first byte of each tells: those
    of ASCII and U+4000 to U+9FFF.
    """
    text = ptr8(raw)
    if kind == 2:
        while at + 2 < size and text[at] >= 0xE4 and text[at] <= 0xE9:
            at += 3
        return at
    while at < size:
        one = int(text[at])
        is_word = 0
        if one >= 97 and one <= 122:
            is_word = 1
        if one >= 48 and one <= 57:
            is_word = 1
        if one >= 0x80 or is_word != kind:
            return at
        at += 1
    return at


def is_cjk(term: bytes) -> bool:
    """True for a term of Chinese, Japanese or Korean, False for a word."""
    return term[0] > 0xE1 and _class(_code(term, 0)) == _CJK


def singles(term: bytes) -> list:
    """The characters of a CJK term, each as bytes: the prefixes that find it alone."""
    found = []
    at = 0
    while at < len(term):
        size = _SIZES[term[at]]
        found.append(term[at : at + size])
        at += size
    return found


def day_terms(seconds: int) -> list:
    """The terms of a day in local time, as `date_terms` has them: the day and its month."""
    day = day_text(seconds).encode()
    return [day, day[:7]]


def runs(text: str) -> list:
    """The runs of folded text as (is CJK, UTF-8 without accents, whether the text ends there)."""
    return runs_of(text.encode())


def runs_of(raw: bytes) -> list:
    """`runs` of UTF-8."""
    found: "list[tuple]" = []
    kind = _NONE
    at = begin = 0
    while at < len(raw):
        now = _KINDS[raw[at]]
        if now == _LOOK:
            now = _class(_code(raw, at))
        if now not in (kind, _INSIDE):
            if kind != _NONE:
                found.append((kind == _CJK, _unmarked(raw[begin:at]), False))
            kind = now
            begin = at
        at += _SIZES[raw[at]]
        at = _plain_end(raw, len(raw), at, kind)
    if kind != _NONE:
        found.append((kind == _CJK, _unmarked(raw[begin:]), True))
    return found


def without_accents(run: bytes) -> bytes:
    """A word of `runs` without accents, as its term has it before stemming and cutting."""
    return bare(run)


def begins_stop_word(word: bytes) -> bool:
    """True where a stop word begins with this."""
    return b" " + word in STOP


def whole_word(run: bytes) -> bytes:
    """The term of a word of `runs`, b"" for a stop word."""
    found: "list[bytes]" = []
    _add_word(found, run)
    return found[0] if found else b""
