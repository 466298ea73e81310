"""
What people say, on the heap: its characters are not kept. MicroPython interns each character that
is indexed, iterated or made by chr(): 18 bytes of heap and more for each, for ever.
"""

import gc

from _bench import Bench, contents, run, write
from memory.records import validation
from memory.records.ids import is_id
from memory.search.query import Query
from memory.text import dates
from memory.text.asking import weighted
from memory.text.folding import fold, has_half
from memory.text.terms import is_cjk, singles, terms
from net.json_text import loads

HEAP = "4M"
THOROUGH = ("test_characters_told_found_corrected_and_forgotten_are_not_kept",)
MOST = 3000  # bytes; two thousand characters would be 36,000


def used():
    gc.collect()
    gc.collect()
    return gc.mem_alloc()


def signs(first, count):
    """A text of so many characters of the basic plane from U+0800 on."""
    out = bytearray()
    for code in range(first, first + count):
        out += bytes([0xE0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63])
    return out.decode()


def letters(first, count):
    """A text of so many characters from U+0080 to U+07FF."""
    out = bytearray()
    for code in range(first, first + count):
        out += bytes([0xC0 | code >> 6, 0x80 | code & 63])
    return out.decode()


def refused(function, *arguments):
    try:
        function(*arguments)
    except (ValueError, validation.Rejected):
        return
    raise AssertionError(arguments)


def read_all(text):
    assert not has_half(text)
    for term in terms(text + "ＡÀ　2023年5月8日" + text[:1] + "\u0301"):
        if is_cjk(term):
            singles(term)
    fold(text + "Ａ，")
    Query(keyword=text).line_filter()
    for sentence, _ in weighted(text[:8] + "。请问，" + text[8:] + "，我是说" + text[4:12] + "？"):
        assert sentence
    assert not is_id(text)
    for at in range(0, len(text), 4):
        four = text[at : at + 4]
        for shape in ("%s-05-08", "2023-%s-08", "%s", "2023-05-08%s14:00:00"):
            refused(dates.normal_when, shape % four)
        refused(dates.parse, "2023-05-08%s14:00:00" % text[:1])
        refused(validation.clean_content, "age", four)


def test_characters_that_are_read_are_not_kept():
    read_all(signs(0x4E00, 16))
    read_all(letters(0x180, 16))
    before = used()
    for first in range(0x5000, 0x5800, 16):
        read_all(signs(first, 16))
    assert used() - before < MOST, used() - before
    for first in range(0x190, 0x7F0, 16):
        read_all(letters(first, 16))
    for first in range(0x3040, 0x3400, 16):
        read_all(signs(first, 16))
    assert used() - before < MOST, used() - before


def test_characters_told_found_corrected_and_forgotten_are_not_kept():
    bench = Bench(disk_kb=512)
    memory = bench.start()

    def tell(first, shown):
        kind = ("fact", "moment", "like")[first // 16 % 3]
        text = signs(shown, 16) + "，É"
        change = write(memory, kind, text, topic=text[:4])
        assert contents(memory, kind, text[4:8])[0] == text
        assert contents(memory, None, text[2:3] + "ａ") == []
        run(memory.correct(change.record.id, kind, text[8:], {}))
        write(memory, "schedule", text, when="2026-03-01 10:00")
        run(memory.complete(None, text))
        run(memory.delete(None, "schedule", text))
        if kind == "like":
            run(memory.delete(None, "like", text[8:12]))
        bench.events.clear()

    def settled():
        memory.log.close_files()  # with the pieces of segments that stay in RAM: more or fewer
        return used()

    def grown(first, shown):
        before = settled()
        for at in range(0, 0x300, 16):
            tell(first + at, shown + at)
        return settled() - before

    for at in range(0, 0x300, 16):
        tell(at, 0x5000 + at)
    # The archive grows, and with it by steps what is known of it; 768 characters would be 14,000.
    same = grown(0, 0x5000)
    new = grown(0, 0x6000)
    assert new - same < 2 * MOST, (same, new)


def test_characters_that_come_as_escapes_are_not_kept():
    text = b'"\\ud8%02x\\udc%02x"'
    loads(text % (1, 1))
    before = used()
    for at in range(256):
        for low in range(0, 256, 64):
            assert len(loads(text % (at & 63, low + (at >> 2)))) == 1
    assert used() - before < MOST, used() - before
