"""
JSON scan: whether a text is plain JSON, as nearly all messages are.

In machine code (docs/decisions/viper.md): one look at each byte. What is not plain may be JSON all
the same, or not; `json_text` finds that out, and says what is wrong and where. Pure.
"""

import micropython

from .xor import ptr8


@micropython.viper
def is_plain(  # noqa: C901, PLR0915  one loop
    text: object, size: int, closers: object, most: int, values: int
) -> bool:
    """
    True for one JSON value in which no string escapes a character by its number, all numbers are
    integers of at most nine digits and none is -0, at most `most` containers are within each other
    (`closers` has so many bytes), and which has at most so many `values` and keys. That its
    strings are UTF-8 is not looked at.
    """
    src = ptr8(text)
    close = ptr8(closers)
    # 0 a value, 1 a value or `]`, 2 a key or `}`, 3 a key, 4 a colon, 5 a comma or the end
    state = 0
    depth = 0
    count = 0
    at = 0
    while at < size:
        c = int(src[at])
        at += 1
        if c == 0x20 or c == 0x0A or c == 0x0D or c == 0x09:
            pass
        elif c == 0x22 and state <= 3:
            inside = True
            while inside and at < size:
                c = int(src[at])
                at += 1
                if c == 0x22:
                    inside = False
                elif c < 0x20:
                    return False
                elif c == 0x5C:
                    if at == size:
                        return False
                    c = int(src[at])
                    at += 1
                    # One of "/\bfnrt
                    if c != 0x22 and c != 0x2F and c != 0x5C and c != 0x62 and c != 0x66:
                        if c != 0x6E and c != 0x72 and c != 0x74:
                            return False
            if inside:
                return False
            count += 1
            state = 5 if state <= 1 else 4
        elif state <= 1 and (c == 0x7B or c == 0x5B):
            if depth == most:
                return False
            close[depth] = c + 2  # `}` is `{` + 2, `]` is `[` + 2
            depth += 1
            count += 1
            state = 2 if c == 0x7B else 1
        elif state <= 1 and (c == 0x2D or (c >= 0x30 and c <= 0x39)):
            first = c
            if c == 0x2D:
                first = int(src[at]) if at < size else 0
                at += 1
                if first < 0x31 or first > 0x39:
                    return False
            begin = at
            while at < size and src[at] >= 0x30 and src[at] <= 0x39:
                at += 1
            if at - begin > 8 or (first == 0x30 and at > begin):
                return False
            count += 1
            state = 5
        elif state <= 1 and at + 2 < size and c == 0x74:
            if src[at] != 0x72 or src[at + 1] != 0x75 or src[at + 2] != 0x65:
                return False
            at += 3
            count += 1
            state = 5
        elif state <= 1 and at + 2 < size and c == 0x6E:
            if src[at] != 0x75 or src[at + 1] != 0x6C or src[at + 2] != 0x6C:
                return False
            at += 3
            count += 1
            state = 5
        elif state <= 1 and at + 3 < size and c == 0x66:
            if src[at] != 0x61 or src[at + 1] != 0x6C:
                return False
            if src[at + 2] != 0x73 or src[at + 3] != 0x65:
                return False
            at += 4
            count += 1
            state = 5
        elif c == 0x3A and state == 4:
            state = 0
        elif c == 0x2C and state == 5 and depth > 0:
            state = 3 if close[depth - 1] == 0x7D else 0
        elif depth > 0 and c == close[depth - 1] and (state == 5 or state == 2 or state == 1):
            depth -= 1
            state = 5
        else:
            return False
    return depth == 0 and state == 5 and count <= values
