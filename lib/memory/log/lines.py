"""Lines: the lines of a segment, from either end. RAM has no more than a chunk and a line."""

import micropython
from micropython import const

from memory.viper import ptr8

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

LINE_BYTES = 4096  # a longer line is none of ours; those are under 2 KB
TOO_LONG = b"a line too long"  # stands for one: no line parses like this
DROPPED = b"{}"  # stands for a line that nothing asks for any more
# How our own lines with no earlier line of the same record begin, after the id; in another
# spelling a line is only looked at more closely. `"` is escaped in text, so it cannot be found
# there.
ID_START = b'{"id":"'  # how our own lines begin; the id follows
REV = b'"rev":'  # of which state of it the line is
REV_1 = b'"rev":1,'
SHORT = b'"+":"'  # in our own lines where the short form says what is known beside the words
HEAD = const(40)  # longer than any id with its member name
_LONGEST = const(32768)  # of a line that packing still carries over


def id_member(id: str) -> bytes:
    """The JSON member that names this id, as our own lines spell it."""
    return b'"id":"%s"' % id.encode()


def lines_forward(chunks: "Any", most: int = _LONGEST) -> "Iterator[bytes]":
    """
    The lines (bytes, without newline) of a segment's chunks, oldest first; no empty ones. Of those
    with more than `most` bytes no more is held than a chunk; TOO_LONG stands for them.
    """
    carry = b""
    over = False  # True while what is read belongs to a line too long
    for chunk in chunks:
        parts = (carry + chunk).split(b"\n")
        carry = parts.pop()
        for part in parts:
            if over or len(part) > most:
                over = False
                yield TOO_LONG
            elif part:
                yield part
        if over or len(carry) > most:
            over = True
            carry = b""
    if over or carry:
        yield TOO_LONG if over else carry


def lines_backward(
    chunks: "Any",
    most: int = LINE_BYTES,
    sieve: "Any" = None,
    passed_over: "Callable[[bytes, int, int], bool] | None" = None,
) -> "Iterator[bytes]":
    """
    The same, newest first. Takes the chunks off the list as it goes. With a sieve most of the
    lines that it does not let pass are left out; of those that revise an earlier one the ones for
    which `passed_over(chunk, begin, end)` is True, which is told of each, uncut, in its turn.
    """
    carry = b""
    over = False
    while chunks:
        chunk = chunks.pop()
        end = chunk.rfind(b"\n")
        if end < 0:  # from the middle of a line
            carry = b"" if over else chunk + carry
        else:
            line = chunk[end + 1 :] + carry
            if over or len(line) > most:
                yield TOO_LONG
            elif line:
                yield line
            yield from _whole_lines(chunk, end, most, sieve, passed_over)
            carry = chunk[: chunk.find(b"\n")]
            over = False
        if len(carry) > most:
            over = True
            carry = b""
    if over or carry:
        yield TOO_LONG if over else carry


def _whole_lines(
    chunk: bytes,
    end: int,
    most: int,
    sieve: "Any",
    passed_over: "Callable[[bytes, int, int], bool] | None",
) -> "Iterator[bytes]":
    """The lines between two newlines of a chunk, from the one before `end` on; one at a time."""
    # Where the last line lies that the sieve lets pass: what comes after it is not even cut out.
    hit = end if sieve is None else sieve.last(chunk, end)
    while True:
        end = _passed_over(chunk, end, hit, most, REV_1, len(REV_1))
        at = chunk.rfind(b"\n", 0, end)
        if at < 0:
            return
        if end - at - 1 > most:
            yield TOO_LONG
        elif hit > at and end > at + 1:
            yield chunk[at + 1 : end]
            if sieve is not None:
                hit = sieve.last(chunk, at)
        elif chunk.find(REV_1, at + 1, min(end, at + 1 + HEAD)) < 0 and end > at + 1:
            if passed_over is None or not passed_over(chunk, at + 1, end):
                yield chunk[at + 1 : end]
        end = at


def lines_passing(tail: "Any", sieve: "Any") -> "Iterator[tuple[int, bytes]]":
    """
    (first byte, line) of the lines of a plain segment that the sieve lets pass, newest first;
    `tail` is its tail.Tail, whose every line ends and is no empty one.
    """
    carry = b""
    while tail:
        chunk = tail.pop()
        end = chunk.rfind(b"\n")
        if end < 0:  # from the middle of a line
            carry = chunk + carry
            continue
        if end + 1 < len(chunk) or carry:
            line = chunk[end + 1 :] + carry
            if sieve.passes(line):
                yield tail.begin + end + 1, line
        first = chunk.find(b"\n")
        hit = sieve.last(chunk, end)
        while hit > first:
            at = chunk.rfind(b"\n", 0, hit)
            line = chunk[at + 1 : chunk.find(b"\n", hit)]
            if sieve.passes(line):
                yield tail.begin + at + 1, line
            hit = sieve.last(chunk, at)
        carry = chunk[:first]
    if carry and sieve.passes(carry):
        yield 0, carry


@micropython.viper
def _passed_over(text: object, end: int, hit: int, most: int, mark: object, size: int) -> int:
    """
    The end of the last line before the newline at `end` that is no short line behind `hit` with
    the `size` bytes of `mark` in its first HEAD; of the first line where there is none. Finding no
    mark where there is one costs its caller a look, no more.
    """
    src = ptr8(text)
    want = ptr8(mark)
    while end > 0:
        at = end - 1
        while at >= 0 and src[at] != 0x0A:
            at -= 1
        if at < 0 or hit > at or end - at - 1 > most:
            return end
        look = at + 1
        stop = end
        if stop > look + HEAD:
            stop = look + HEAD
        same = 0
        while look < stop and same < size:
            same = same + 1 if src[look] == want[same] else 1 if src[look] == want[0] else 0
            look += 1
        if same < size and end > at + 1:
            return end
        end = at
    return end


def openings(text: bytes, most: int) -> int:
    """
    How many lists and objects begin in a line of JSON: each takes many times its bytes of RAM.
    Where there cannot be more than `most` they are not counted exactly.
    """
    count = text.count(b"[") + text.count(b"{")
    if count <= most:
        return count
    count = 0
    inside = escaped = False
    for byte in text:
        if escaped:
            escaped = False
        elif byte == 0x22:
            inside = not inside
        elif inside:
            escaped = byte == 0x5C
        elif byte in b"[{":
            count += 1
    return count
