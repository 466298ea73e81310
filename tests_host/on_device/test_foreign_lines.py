"""
Lines that this firmware has not written: nested, too long, of no known kind, in another spelling,
or no JSON. The index and a scan agree on which records there are, and which of them match.
"""

import json

from _bench import MOUNT, Bench, Query, Random, face, run, write
from _cutting import cut_everywhere
from _figures import figure
from memory.errors import CorruptRecord, NoMatch
from memory.index import index_builder
from memory.log import log
from memory.log.lines import LINE_BYTES
from memory.records.codec import from_line
from memory.upkeep import background_jobs

HEAP = "64M"
TIMEOUT_S = 240
THOROUGH = (
    "test_index_and_scan_agree_on_archives_drawn_at_random",
    "test_a_long_line_and_a_small_buffer_leave_the_lines_around_it_as_they_are",
    "test_the_end_of_a_line_longer_than_a_block_is_no_record",
    "test_a_cut_anywhere_while_foreign_lines_are_indexed_and_packed_changes_no_answer",
)

_WORDS = ("海边", "爬山", "Emma", "Wang", "咖啡", "café", "2026-02-07", "妈妈", "walking")
_WORDS += ("\uff32\uff34\uff38",)  # RTX in full width
# Beginnings of words: what is inside of one is sought in the index only where nothing begins so.
_KEYWORDS = ("海边", "emma", "山", "wan", "caf", "walking", "rtx", "妈", "zebra", "2026")


def line(id, content="海边", rev=1, kind="moment", **more):
    found = {"id": id, "rev": rev, "kind": kind, "created": "2026-02-06T10:00:00"}
    found["content"] = content
    found.update(more)
    return found


def text_of(found):
    return json.dumps(found, separators=(",", ":")).encode()


def nested(depth):
    inner = []
    for _ in range(depth):
        inner = [inner]
    return inner


def foreign(rng, id, ids):
    """A line of the log that nobody here writes; `ids` are of records that there are."""
    words = " ".join([rng.choice(_WORDS) for _ in range(1 + rng.below(4))])
    of = rng.choice(ids) if ids and rng.below(2) else id
    rev = 2 + rng.below(3)
    text = text_of(line(of, words, rev))
    inner = b'{"content":"' + b"a" * (8192 * (1 + rng.below(3)) - 13) + text
    return rng.choice(
        (
            text_of(line(of, words, rev, other=nested(20 + rng.below(40)))),
            text_of(line(of, words + "长" * (1300 + rng.below(4000)), rev)),
            text_of(line(of, words, rev, kind=rng.choice(("dream", "", "facts")))),
            json.dumps(line(of, words, rev)).encode(),  # with blanks
            text[: 20 + rng.below(60)],
            bytes([1 + rng.below(9), 255, 128]) + words.encode(),
            text.replace(b"moment", b"mom\xffnt"),
            text_of(line(of, words, rev, when=rng.choice(("soon", "2026-02-07x", "2026-13-40")))),
            text_of(line(id, words, 1, keep=True)),
            text_of(line("abc%d" % (0x7FFFFF00 + rng.below(500)), words, rev)),
            text_of(line(of, words, rev, deleted_at=rng.choice(("2026-02-06T11:00:00", 5)))),
            text.replace("海".encode(), b"\\u6d77"),
            rng.choice((b"{}", b"[1, 2]")),
            inner,
        )
    )


def appended(bench, lines):
    """The device after a restart that found these lines at the end of its open segment."""
    number = bench.memory.log.manifest.open
    bench.memory.close()
    with open("%s/life/%d.jsonl" % (MOUNT, number), "ab") as f:
        for text in lines:
            f.write(text + b"\n")
    return bench.start()


def tidy(memory):
    for _ in background_jobs.steps(memory.log, memory.index):
        pass


def answers(memory, ids):
    """All that this archive is asked, as one list."""
    found = []
    days = (None, "2026-02-06", "2026-02-07")
    for keyword in (None,) + _KEYWORDS:
        for start in days:
            query = Query(None, keyword, start, start, limit=500, room=1 << 30)
            page, total = run(memory.recall(query))
            rows = sorted([(record.id, face(record)) for record in page])
            found.append(((keyword, start), len(rows), total, rows))
    for keyword in _KEYWORDS:
        matching = memory.archive.matching(Query(None, keyword))
        rows = sorted([(record.id, record.rev) for record in matching if record is not None])
        found.append((("matching", keyword), rows))
    for id in ids:
        try:
            record = run(memory.record(id))
        except NoMatch:
            record = None
        found.append(((id, "by id"), None if record is None else face(record[0])))
    return found


def agree(memory, ids, seed=0):
    """Index and scan give the same; how many questions that were."""
    assert memory.archive.usable_index is not None
    by_index = answers(memory, ids)
    assert memory.archive.usable_index is not None, "it was dropped"
    known = memory.archive.open_index
    memory.archive.open_index = lambda: None
    try:
        by_scan = answers(memory, ids)
    finally:
        memory.archive.open_index = known
    for one, other in zip(by_index, by_scan):
        assert one == other, (seed, one, other)
    figure("answers_compared", len(by_scan))
    return len(by_scan)


def grown(rng, turns):
    """(a device whose log has own and foreign lines, all of them indexed, the ids)."""
    log.SEGMENT_BYTES = 3000
    bench = Bench(disk_kb=512)
    bench.start()
    ids = []
    for turn in range(turns):
        memory = bench.memory
        for number in range(12):
            words = "%s 第%d次 %s" % (rng.choice(_WORDS), turn * 12 + number, rng.choice(_WORDS))
            ids.append(write(memory, "moment", words).record.id)
        for id in ids[-24:-14]:
            if rng.below(3) == 0 and run(memory.record(id)) is not None:
                run(memory.delete(id))
        new = ["abc%d" % (100 + turn * 10 + number) for number in range(4)]
        memory = appended(bench, [foreign(rng, id, ids[:-12]) for id in new])
        ids += new
    for number in range(20):
        write(bench.memory, "moment", "最后第%d次" % number)
    tidy(bench.memory)
    return bench, ids


def with_lines(lines, own=30):
    """A device with these lines in a sealed segment that is indexed."""
    log.SEGMENT_BYTES = 1500
    bench = Bench()
    memory = bench.start()
    for number in range(own):
        write(memory, "moment", "第%d次去海边" % number)
    appended(bench, lines)
    for number in range(40):
        write(bench.memory, "moment", "后来第%d次" % number)
    tidy(bench.memory)
    return bench


def test_index_and_scan_agree_on_archives_drawn_at_random():
    asked = 0
    for seed in range(1, 7):
        bench, ids = grown(Random(seed), 6 + 4 * (seed % 2))
        asked += agree(bench.memory, ids, seed)
        print("seed", seed, "questions", asked)


def test_a_nested_line_hides_no_record_and_is_none():
    bench = with_lines([text_of(line("abc1")), text_of(line("abc1", rev=2, other=nested(40)))])
    agree(bench.memory, ["abc1"])
    assert run(bench.memory.record("abc1"))[0].rev == 1


def test_a_line_over_4_kb_is_none_and_one_just_below_is_found_by_its_last_word():
    words = "".join([chr(0x4E00 + (n * 37) % 5000) for n in range(1240)]) + " Zanzibar"
    long = text_of(line("abc1", words))
    assert 3700 < len(long) <= LINE_BYTES
    over = text_of(line("abc2", words + "长" * 400 + " Kilimanjaro"))
    assert len(over) > LINE_BYTES
    bench = with_lines([long, over, text_of(line("abc3"))])
    agree(bench.memory, ["abc1", "abc2", "abc3"])
    for word, count in (("zanzibar", 1), ("kilimanjaro", 0)):
        assert len(run(bench.memory.recall(Query(None, word)))[0]) == count


def test_a_long_line_and_a_small_buffer_leave_the_lines_around_it_as_they_are():
    index_builder._ARENA = 512
    words = " ".join(["word%d" % n for n in range(300)])
    bench = with_lines([text_of(line("abc1", words)), text_of(line("abc2", "word7"))])
    agree(bench.memory, ["abc1", "abc2"])
    assert len(run(bench.memory.recall(Query(None, "word7")))[0]) == 2


def test_a_line_in_another_spelling_is_found_by_its_id_and_its_words():
    spaced = json.dumps(line("abc1", "一个人去海边", 2)).encode()
    escaped = text_of(line("abc2", "一个人去海边", 2)).replace("海".encode(), b"\\u6d77")
    bench = with_lines([spaced, escaped])
    agree(bench.memory, ["abc1", "abc2"])
    assert run(bench.memory.record("abc1")) is not None
    assert len(run(bench.memory.recall(Query(None, "一个人")))[0]) == 2


def test_the_end_of_a_line_longer_than_a_block_is_no_record():
    tail = text_of(line("abc1", "不是记录"))
    long = b'{"content":"' + b"a" * (2 * 8192 - 12) + tail
    bench = with_lines([long, text_of(line("abc2"))], 60)
    for number in range(60):
        write(bench.memory, "moment", "再后来第%d次" % number)
    tidy(bench.memory)
    assert [row for row in bench.memory.log.manifest.sealed if len(row) > 8]
    agree(bench.memory, ["abc1", "abc2"])
    assert run(bench.memory.record("abc1")) is None


def parses(text):
    """True for what only a nearer look shows to be foreign, as _cutting takes it."""
    try:
        return from_line(text) is not None and len(text) < 2 * LINE_BYTES
    except CorruptRecord:
        return False


def test_a_cut_anywhere_while_foreign_lines_are_indexed_and_packed_changes_no_answer():
    rng = Random(9)
    log.SEGMENT_BYTES = 1500
    bench = Bench()
    memory = bench.start()
    ids = [write(memory, "moment", "第%d次去海边" % number).record.id for number in range(20)]
    lines = [foreign(rng, "abc%d" % number, ids) for number in range(30)]
    appended(bench, [text for text in lines if parses(text)])
    for number in range(110):
        write(bench.memory, "moment", "后来第%d次" % number)
    bench.memory.close()
    bench.memory = None

    def step(device):
        tidy(device.memory)

    def check(device):
        if device.memory.archive.usable_index is not None:
            agree(device.memory, ids[:3])

    cut_everywhere(bench, [step], check, stride=20, least=20, expected=("line",))
