"""
Secrets: finds what looks like a password, a key or a card number.

A secret is found by its form (prefixes of keys, check digits of cards) or by the name before it
(`密码是`, `my password is`). The caller refuses the text or has it masked; nothing here stores or
logs it. Text is searched as bytes of UTF-8.
"""

import micropython
from micropython import const

from memory.text.folding import HIDDEN, fold
from memory.text.phrase_tables import entry, has, standing
from memory.viper import ptr8

# Prefixes of the keys that services issue, and the least number of letters after each.
_KEYS = (
    (b"sk-", 16), (b"ghp_", 20), (b"gho_", 20), (b"ghu_", 20), (b"ghs_", 20), (b"github_pat_", 20),
    (b"glpat-", 16), (b"AKIA", 16), (b"ASIA", 16), (b"AIza", 30), (b"xoxb-", 10), (b"xoxp-", 10),
    (b"xoxa-", 10), (b"xoxr-", 10), (b"xapp-", 10), (b"hf_", 20), (b"npm_", 30), (b"LTAI", 12),
    (b"AKID", 13), (b"sk_live_", 16), (b"rk_live_", 16), (b"SG.", 30), (b"Bearer ", 16),
    (b"bearer ", 16), (b"eyJ", 40),
)  # fmt: skip

_KEY_LETTERS = const(10)  # the fewest that follow a prefix

# Names of secrets, and the words that may be between a name and its secret.
_PASSWORDS = (
    "|密码|密碼|口令|密钥|通行码|开门码|解锁码|暗码|password|passcode|passwd|pwd"
    "|passphrase|pass phrase|pin code|pin number|pin|api key|apikey|secret key|access key"
    "|access token|auth token|api token|token|private key|recovery key|"
).encode()
_CODES = (
    "|验证码|校验码|驗證碼|动态码|动态口令|短信码|verification code|security code"
    "|one-time code|one time code|otp|login code|2fa code|安全码|cvv|cvc|"
).encode()
_PHRASES = "|助记词|恢复短语|seed phrase|mnemonic|recovery phrase|seed words|".encode()
_BETWEEN = tuple(
    (
        "是|为|改成|改为|设成|设为|设置成|设置为|换成|叫|就是|：|:|=|is|to|was|are|，|“|”|\"|'|「|（|(|我"
        "|的|now|changed|set|号|了|应该|现在|还"
    )
    .encode()
    .split(b"|")
)
# Words after `password is` that describe a password and are none.
_NO_PASSWORDS = (
    b"|too|so|not|very|really|the|a|an|in|on|lost|weak|strong|wrong|long|short|safe|secret"
    b"|forgotten|expired|written|stored|saved|changed|hard|easy|important|required|needed"
    b"|his|her|my|our|your|their|always|never|kept|known|unknown|private|stolen|old|new"
    b"|good|bad|full|out|back|gone|fine|ok|correct|valid|invalid|manager|managers|managed"
    b"|protected|reset|missing|empty|blank|what|where|because|that|this|to|for|with|it|one"
    b"|something|nothing|be|been|being|and|or|"
)
_PASSWORD_BYTES = const(4)  # at least
_CODE_DIGITS = (3, 8)
_CARD_DIGITS = const(14)  # at least, and fewer than an identity card has
_DIGITS = (b"0", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9")


def detect(text: str) -> str:
    """The first secret: `password`, `key`, `card`, `identity`, `code`, `phrase`; "" for none."""
    for _, _, what in spans(text):
        return what
    return ""


def masked(text: str) -> str:
    """The text with HIDDEN in place of each secret."""
    raw = text.encode()
    out = b""
    done = 0
    for begin, end, _ in sorted(spans(text)):
        if end > done:
            out += raw[done : max(begin, done)]
            if begin >= done:
                out += HIDDEN.encode()
            done = end
    return (out + raw[done:]).decode() if done else text


def spans(text: str) -> list:
    """[(begin, end, what)] of the secrets in a text, in bytes of UTF-8."""
    raw = text.encode()
    places: "list[tuple]" = []
    at = raw.find(b"-----BEGIN")
    if at >= 0 and raw.find(b"PRIVATE KEY", at) >= 0:
        return [(at, len(raw), "key")]
    if _has_run(raw, len(raw), _KEY_LETTERS):
        for prefix, least in _KEYS:
            _add_keys(places, raw, prefix, least)
    _add_numbers(places, raw)
    folded = fold(text).encode()
    if len(folded) != len(raw):  # other widths: their places are not those of the text
        folded = raw.lower()
        if fold(text).encode() != folded and not places:
            places = [(0, len(raw), what) for _, _, what in spans(fold(text))[:1]]
    _add_named(places, raw, folded, _PASSWORDS, "password")
    _add_named(places, raw, folded, _CODES, "code")
    _add_named(places, raw, folded, _PHRASES, "phrase")
    return places


def _is_word(byte: int) -> bool:
    """True for letters and digits of ASCII, and for the signs that keys contain."""
    return 48 <= byte <= 57 or 65 <= byte <= 90 or 97 <= byte <= 122 or byte in b"-_./+="


@micropython.viper
def _has_run(text: object, size: int, least: int) -> bool:
    """True where so many bytes follow each other of which each is one of `_is_word`."""
    raw = ptr8(text)
    run = 0
    at = 0
    while at < size:
        byte = int(raw[at])
        at += 1
        run += 1
        if byte < 0x2D or byte > 0x39:  # not one of -./0 to 9
            if byte < 0x41 or byte > 0x7A or (byte > 0x5A and byte < 0x61):  # no letter
                if byte != 0x2B and byte != 0x3D and byte != 0x5F:
                    run = 0
        if run == least:
            return True
    return False


def _is_letter(byte: int) -> bool:
    return 97 <= byte | 0x20 <= 122


def _is_digit(byte: int) -> bool:
    return 48 <= byte <= 57


def _add_keys(places: list, raw: bytes, prefix: bytes, least: int) -> None:
    at = raw.find(prefix)
    while at >= 0:
        end = at + len(prefix)
        while end < len(raw) and _is_word(raw[end]):
            end += 1
        length = end - at - len(prefix)
        digits = [byte for byte in raw[at:end] if _is_digit(byte) or byte == 46]
        begins = not at or not _is_word(raw[at - 1])
        if length >= least and digits and begins:
            places.append((at, end, "key"))
        at = raw.find(prefix, end)


def _add_numbers(places: list, raw: bytes) -> None:
    """Numbers of cards and identity cards: digits, perhaps in groups, with a valid check digit."""
    if sum([raw.count(digit) for digit in _DIGITS]) < _CARD_DIGITS:
        return
    at = 0
    size = len(raw)
    while at < size:
        if not _is_digit(raw[at]):
            at += 1
            continue
        end = at
        digits = bytearray()
        while end < size and (
            _is_digit(raw[end])
            or (raw[end] in b" -" and end + 1 < size and _is_digit(raw[end + 1]))
        ):
            if _is_digit(raw[end]):
                digits.append(raw[end] - 48)
            end += 1
        what = ""
        last = raw[end : end + 1] in (b"X", b"x")
        if len(digits) + last == 18 and _is_identity(digits, last):
            what = "identity"
            end += last
        elif _is_card(digits) and not _is_of_goods(raw[:at]):
            what = "card"
        before = raw[at - 1] if at else 32
        if what and not _is_word(before) and (end >= size or not _is_letter(raw[end])):
            places.append((at, end, what))
        at = end


def _is_card(digits: bytearray) -> bool:
    """True for the length, the beginning and the check digit (Luhn) of a payment card."""
    size = len(digits)
    if not _CARD_DIGITS <= size <= 19:
        return False
    two = digits[0] * 10 + digits[1]
    kinds = (
        two in (34, 37) and size == 15,
        two in (30, 36, 38) and size == 14,
        digits[0] == 4 and size in (16, 19),
        (51 <= two <= 55 or 22 <= two <= 27 or two in (35, 60, 65)) and size == 16,
        two == 62 and size >= 16,
    )
    if True not in kinds:
        return False
    total = 0
    for place in range(size):
        digit = digits[size - 1 - place]
        if place % 2:
            digit = digit * 2 - (9 if digit > 4 else 0)
        total += digit
    return total % 10 == 0 and max(digits) != min(digits)


def _is_of_goods(before: bytes) -> bool:
    """True where the text before a number says that it is of an order, a parcel or a device."""
    near = before[-40:].lower()
    for word in ("单号", "订单", "运单", "快递", "包裹", "序列号", "编号", "流水", "工号", "群号"):
        if near.find(word.encode()) >= 0:
            return True
    for name in (
        b"order",
        b"parcel",
        b"tracking",
        b"serial",
        b"imei",
        b"isbn",
        b"invoice",
        b"ref",
    ):
        if near.find(name) >= 0:
            return True
    return False


def _is_identity(digits: bytearray, ends_in_x: bool) -> bool:
    """True for a number of a Chinese identity card: with a date of birth and a check digit."""
    if not ends_in_x and len(digits) != 18:
        return False
    year = digits[6] * 1000 + digits[7] * 100 + digits[8] * 10 + digits[9]
    month, day = digits[10] * 10 + digits[11], digits[12] * 10 + digits[13]
    if not (1900 <= year <= 2100 and 1 <= month <= 12 and 1 <= day <= 31 and digits[0]):
        return False
    total = 0
    weight = 1
    for place in range(17):  # weights are powers of two modulo 11, from the right
        weight = weight * 2 % 11
        total += digits[16 - place] * weight
    check = (12 - total % 11) % 11
    return check == (10 if ends_in_x else digits[17])


def _add_named(places: list, raw: bytes, folded: bytes, names: bytes, what: str) -> None:
    """What follows one of these names, and for a code also what precedes it."""
    row = standing(names, folded)
    while row >= 0:
        word = entry(names, row)
        at = folded.find(word)
        while at >= 0:
            after = at + len(word)
            if _is_whole_word(folded, at, after):
                begin, joined = _value(folded, after)
                end = _value_end(raw, begin)
                if _is_secret(folded, begin, end, joined, what):
                    places.append(
                        (begin, _phrase_end(raw, begin) if what == "phrase" else end, what)
                    )
                elif what == "code":
                    _add_before(places, folded, at)
            at = folded.find(word, after)
        row = standing(names, folded, row)


def _is_whole_word(raw: bytes, at: int, after: int) -> bool:
    """True where a Latin name is a whole word: not `password` in `passwords`."""
    if raw[at] >= 0x80:
        return True
    before = raw[at - 1] if at else 32
    behind = raw[after] if after < len(raw) else 32
    return not _is_letter(before) and not _is_letter(behind)


def _value(raw: bytes, at: int) -> "tuple[int, bool]":
    """(where the value after a name begins, whether a word such as `is` introduces it)."""
    joined = False
    size = len(raw)
    while at < size:
        if raw[at] == 32:
            at += 1
            continue
        for word in _BETWEEN:
            if raw[at : at + len(word)] == word:
                if not _is_letter(word[0]) or _is_whole_word(raw, at, at + len(word)):
                    at += len(word)
                    joined = joined or word not in (b"'", b'"', b"(")
                    break
        else:
            break
    return at, joined


def _value_end(raw: bytes, begin: int) -> int:
    """The end of a run of visible ASCII, without punctuation at its end."""
    end = begin
    while end < len(raw) and 32 < raw[end] < 127 and raw[end] not in b"\"'()":
        end += 1
    while end > begin and raw[end - 1] in b".,;:?!":
        end -= 1
    return end


def _is_secret(raw: bytes, begin: int, end: int, joined: bool, what: str) -> bool:
    value = raw[begin:end]
    digits = len([byte for byte in value if _is_digit(byte)])
    if what == "code":
        low, high = _CODE_DIGITS
        return digits == len(value) and low <= digits <= high and not _counts(raw, end)
    if what == "phrase":
        return raw[begin:].count(b" ") >= 7
    if len(value) < _PASSWORD_BYTES or not joined:
        return digits >= 4 and digits == len(value) and not _counts(raw, end)
    if digits or [byte for byte in value if not _is_letter(byte) and byte not in b"-'"]:
        return not _counts(raw, end)
    if has(_NO_PASSWORDS, value):
        return False
    # An ordinary word is a password only at the end of a sentence.
    tail = raw[end:].strip()
    return not tail or not (_is_letter(tail[0]) or _is_digit(tail[0]))


def _counts(raw: bytes, end: int) -> bool:
    """True where a number counts something: 6 位, 8 characters."""
    tail = raw[end:].lstrip()
    for word in (
        "位",
        "个",
        "年",
        "次",
        "天",
        "月",
        "分",
        "种",
        "digit",
        "char",
        "letter",
        "time",
        "year",
    ):
        if tail.startswith(word.encode()):
            return True
    return False


def _phrase_end(raw: bytes, begin: int) -> int:
    end = begin
    while end < len(raw) and (_is_letter(raw[end]) or raw[end] in b" ,"):
        end += 1
    return end


def _add_before(places: list, raw: bytes, at: int) -> None:
    """A code in front of its name: `123456 是你的验证码`, `123456 is your code`."""
    end = at
    for word in ("your ", "你的", "您的", "本次", "is ", "是", "为", "the "):
        data = word.encode()
        if raw[:end].endswith(data):
            end -= len(data)
            for again in (b"is ", "是".encode(), "为".encode()):
                if raw[:end].endswith(again):
                    end -= len(again)
            break
    while end and raw[end - 1] == 32:
        end -= 1
    begin = end
    while begin and _is_digit(raw[begin - 1]):
        begin -= 1
    if 4 <= end - begin <= 8 and at != end:
        places.append((begin, end, "code"))
