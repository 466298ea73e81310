"""
memory.upkeep.background_jobs: the archive is indexed and packed in the background, and nothing is
lost.
"""

import os

from _bench import MOUNT, Bench, archive_file, contents, everything, put_file, write
from _cutting import cut_everywhere
from memory.index.bm25 import Question
from memory.index.index import Index
from memory.log import log
from memory.log.manifest import LINES, NUMBER, is_pack
from memory.records.codec import from_line
from memory.upkeep import background_jobs

HEAP = "16M"
TIMEOUT_S = 240
THOROUGH = (
    "test_an_index_grows_with_the_log_and_through_packs",
    "test_a_cut_anywhere_in_tidying_changes_nothing_that_is_remembered",
)


def filled(moments, bench=None, start=0):
    """A device whose archive has this many moments in small segments."""
    log.SEGMENT_BYTES = 700
    bench = bench or Bench()
    memory = bench.start()
    for number in range(start, start + moments):
        topic = "旅行" if number % 5 == 0 else "家庭"
        write(memory, "moment", "那天第%d次去海边 and met Emma" % number, topic=topic)
        bench.clock.seconds += 600 if number % 10 else 86400
    return bench


def opened():
    index = Index(MOUNT)
    index.open()
    return index


def tidy(bench):
    index = opened()
    for _ in background_jobs.steps(bench.memory.log, index):
        pass
    return index


def rank(index, text, most):
    """[(score, document)], best first."""
    return Question(index, text).rank(most)


def found(bench, index, text, most=5):
    """Contents of what is ranked first, looked up line by line."""
    lines = []
    held = bench.memory.log
    for number in reversed(held.segments()[1:]):
        lines += b"".join(held.chunks(number)).split(b"\n")[:-1]
    return [from_line(lines[doc]).record.content for _, doc in rank(index, text, most)]


def test_what_was_archived_is_indexed_and_packed_and_found():
    bench = filled(70)
    before = everything(bench.memory)
    index = tidy(bench)
    assert index.docs > 40
    assert [row for row in bench.memory.log.manifest.sealed if len(row) > 8]
    assert found(bench, index, "第7次")[0].startswith("那天第7次")
    assert found(bench, index, "旅行", 1)[0].split("次")[0][-1] in "05"
    assert len(rank(index, "2026-02-06", 100)) > 3
    assert len(rank(index, "2031-01-01", 100)) == 0
    assert everything(bench.memory) == before
    assert list(background_jobs.steps(bench.memory.log, opened())) == []


def test_an_index_grows_with_the_log_and_through_packs():
    bench = filled(70)
    tidy(bench)
    docs = opened().docs
    filled(70, bench, 70)
    before = everything(bench.memory)
    index = tidy(bench)
    assert index.docs > docs
    assert index.covers(bench.memory.log.manifest.sealed)
    texts = ("第7次", "met emma", "旅行", "去海")
    answers = [rank(index, text, 30) for text in texts]
    index.drop()
    made = tidy(bench)
    for at, text in enumerate(texts):
        assert rank(made, text, 30) == answers[at] != [], text
    assert everything(bench.memory) == before


def test_an_index_of_another_log_is_made_anew():
    bench = filled(70)
    index = tidy(bench)
    index.docs -= 1
    for _ in index.commit([]):
        pass
    assert not opened().covers(bench.memory.log.manifest.sealed)
    index = tidy(bench)
    assert index.covers(bench.memory.log.manifest.sealed)
    assert found(bench, index, "第7次")[0].startswith("那天第7次")


def test_a_damaged_log_is_indexed_once_and_not_at_every_look():
    bench = filled(70)
    path = "life/2.jsonl"
    data = archive_file(path)
    end = data.find(b"\n")
    put_file(path, data[:end] + b" " + data[end + 1 :])
    os.remove(MOUNT + "/life/3.jsonl")
    index = Index(MOUNT)
    index.open()
    for _ in background_jobs.steps(bench.memory.log, index):
        pass
    assert index.covers(bench.memory.log.manifest.sealed)
    assert index.docs > 40
    assert list(background_jobs.steps(bench.memory.log, index)) == []
    assert found(bench, index, "第40次", 1)[0].startswith("那天第40次")


def test_a_cut_anywhere_in_tidying_changes_nothing_that_is_remembered():
    bench = filled(60)
    bench.memory.close()
    bench.memory = None

    def check(device):
        index = opened()
        assert index.docs == 0 or index.covers(device.memory.log.manifest.sealed)
        index.close()

    def step(device):
        tidy(device).close()

    cut_everywhere(bench, [step], check, stride=5, least=30)


def test_letting_go_of_work_fails_nobody_where_its_file_cannot_be_closed():
    bench = filled(80)
    background = bench.memory.background()
    opened = 0
    for _ in range(3000):
        if background.step() is None and not background.begin(False):
            break
        if background.name == "pack":
            opened += 1
            if opened == 60:
                break
    assert opened == 60
    bench.disk.errno = 28  # ENOSPC, of what the file still holds
    bench.memory.close_index()
    bench.disk.errno = 0
    assert len(everything(bench.start())) == 80


# -- segments that were damaged after they were indexed ----------------------------------------


def plain_segment(bench):
    """(name of the file, its lines) of a sealed segment that the index covers."""
    row = [row for row in bench.memory.log.manifest.sealed if not is_pack(row)][-1]
    assert row[NUMBER] <= opened().through
    name = "life/%d.jsonl" % row[NUMBER]
    lines = archive_file(name).split(b"\n")[:-1]
    assert len(lines) == row[LINES] > 3
    return name, lines


def damaged(bench, name, data, lost):
    """The records that are found: all but the `lost` ones, before the index follows and after."""
    put_file(name, data)
    before = everything(bench.memory)
    memory = bench.start()
    gone = [from_line(line).id for line in lost]
    assert sorted(everything(memory)) == sorted([id for id in before if id not in gone])
    for _ in range(2):
        tidy(bench)
        assert list(background_jobs.steps(bench.memory.log, opened())) == []
        memory = bench.start()
        found = everything(memory)
        for id in before:
            assert id in gone or found[id] == before[id], id
    assert opened().docs


def test_of_a_segment_that_lost_a_line_every_other_line_is_found():
    bench = filled(50)
    tidy(bench)
    name, lines = plain_segment(bench)
    text = archive_file(name)
    # Its newline and what is around it, as a block that reads as zeros leaves it.
    at = len(lines[0]) - 5
    damaged(bench, name, text[:at] + bytes(10) + text[at + 10 :], lines[:2])


def test_of_a_segment_with_a_line_torn_in_two_the_last_line_is_still_found():
    bench = filled(50)
    tidy(bench)
    name, lines = plain_segment(bench)
    text = bytearray(archive_file(name))
    text[len(lines[0]) // 2] = 0x0A
    damaged(bench, name, text, lines[:1])


def test_of_a_segment_that_has_become_shorter_every_other_line_is_found():
    bench = filled(50)
    tidy(bench)
    name, lines = plain_segment(bench)
    text = archive_file(name)
    damaged(bench, name, text[:10] + text[40:], lines[:1])


def test_a_damaged_pack_that_no_manifest_names_any_more_is_left_for_people():
    bench = filled(70)
    tidy(bench)
    (row,) = [row for row in bench.memory.log.manifest.sealed if is_pack(row)]
    name = "life/%d.jsonl.gz" % row[NUMBER]
    pack = bytearray(archive_file(name))
    pack[-20] ^= 1  # in its table; the lines are whole, and every gunzip reads them
    put_file(name, pack)
    raw = bytearray(archive_file("manifest"))
    raw[5] ^= 1
    put_file("manifest", raw)
    for _ in range(2):
        memory = bench.start()
        tidy(bench)
        assert archive_file(name) == pack
    write(memory, "moment", "今天第一次")
    assert contents(bench.start(), keyword="今天第一次") == ["今天第一次"]
