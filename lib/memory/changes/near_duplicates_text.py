"""Applies the changes of `near_duplicates_zh` and `near_duplicates_en` to a text. Pure."""

_DIGITS = "零一二三四五六七八九"
_NUMERALS = _DIGITS + "〇两十"
_KEPT = b"?+#%$&@*=<>^~"  # signs that carry meaning anywhere
_WITHIN = b".:/-"  # signs that carry meaning between digits
_SIGNS = (
    "。", "、", "“", "”", "‘", "’", "《", "》", "「", "」", "『", "』", "【", "】", "…", "—", "·",
    "〈", "〉", "–", "•",
)  # fmt: skip


def replaced(text: str, table: str) -> str:
    """The text with the changes of a table "|from>to|from>to|" applied one after the other."""
    said, changes = text.encode(), table.encode()  # a piece of a text is slow to cut
    at = 1
    while at < len(changes):
        to = changes.find(b">", at)
        end = changes.find(b"|", to)
        said = said.replace(changes[at:to], changes[to + 1 : end])
        at = end + 1
    return said.decode()


def any_of(table: str, text: str) -> bool:
    """True where the text contains any entry of the table "|one|two|"."""
    at = 1
    while at < len(table):
        end = table.find("|", at)
        if table[at:end] in text:
            return True
        at = end + 1
    return False


def clauses(text: str, spaced: bool) -> list:
    """
    The clauses of a folded text, split at its punctuation. Marks that carry meaning stay: question
    marks, the signs of numbers, C++. Blanks stay if `spaced`, else between Latin words.
    """
    for sign in _SIGNS:
        text = text.replace(sign, ",")
    raw = text.encode() + b","
    out = bytearray()
    before = 0x2C
    for at in range(len(raw) - 1):
        byte, after = raw[at], raw[at + 1]
        if byte in _WITHIN:
            number = 48 <= after <= 57 and (48 <= before <= 57 or byte == 0x2D)
            if not number:
                byte = 0x20 if byte == 0x2D else 0x2C
        if byte == 0x20:
            if not spaced and not (_is_latin(before) and _is_latin(after)):
                continue
        elif byte < 0x80 and not _is_latin(byte) and byte not in _KEPT and byte not in _WITHIN:
            byte = 0x2C
        out.append(byte)
        before = byte
    return [part.strip() for part in bytes(out).decode().split(",") if part.strip()]


def _is_latin(byte: int) -> bool:
    return 48 <= byte <= 57 or 97 <= byte <= 122 or byte == 0x27


def numbers(text: str) -> str:
    """Numbers in characters, up to 99 and years, as digits: 五月十二日 is 5月12日."""
    out = run = ""
    for at in range(len(text) + 1):
        letter = text[at : at + 1]
        if letter and letter in _NUMERALS:
            run += letter
        else:
            beside = "0" <= letter <= "9" or "0" <= out[-1:] <= "9"
            out += (run if beside else _value(run)) + letter
            run = ""
    return out


def _value(run: str) -> str:
    """A run of numerals as digits. An ambiguous one stays as it is: 三四 is three or four."""
    parts = run.split("十")
    if len(parts) == 1:
        certain = len(run) == 1 or len(run) > 3 or "零" in run or "〇" in run
        return _digits(run) if certain else run
    tens, units = _digits(parts[0]) or "1", _digits(parts[1]) or "0"
    unambiguous = len(parts) == 2 and len(tens) == 1 and len(units) == 1
    return run if not unambiguous or tens == "0" or parts[1] == "零" else tens + units


def _digits(run: str) -> str:
    out = ""
    for at in range(len(run)):
        value = (_DIGITS + "〇两").find(run[at : at + 1])
        out += "0" if value == 10 else "2" if value == 11 else str(value)
    return out
