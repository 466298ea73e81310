"""
memory.index.numbering: documents of lines that packing drops are lost, and their numbers are free
again after a merge. Index and scan agree at every step of it, wherever the power fails.
"""

import json
from binascii import crc32

from _bench import MOUNT, Bench, Query, Random, archive_file, archive_names, face, put_file, run
from _cutting import cut_everywhere
from _figures import figure
from _postings import first_gap, put_gap
from _raised import raised
from memory.archive import compaction, packing
from memory.archive.record_lines import entry_of
from memory.errors import CorruptRecord
from memory.index import index_builder, lost_documents
from memory.index.index import FORMAT, MERGED, Index
from memory.index.numbering import Numbering
from memory.index.postings import gaps
from memory.log import log
from memory.log.lines import lines_forward
from memory.log.manifest import LINES, is_pack
from memory.records.codec import deletion_line, to_line
from memory.records.record import Record
from memory.upkeep import background_jobs

HEAP = "64M"
TIMEOUT_S = 240
THOROUGH = (
    "test_lines_ever_appended_have_no_limit",
    "test_a_pack_of_which_nothing_is_left_is_one_all_the_same",
    "test_index_and_scan_agree_at_every_step_of_dropping_and_renumbering",
    "test_a_cut_anywhere_while_numbers_are_reclaimed_changes_no_answer",
)

_WORDS = ("海边", "爬山", "emma", "咖啡", "walking", "雨天", "piano", "妈妈")


def small(documents=400):
    """Few documents, so that few lines bring packs, merges and new numbers about."""
    log.SEGMENT_BYTES = 900
    packing.PACK_BYTES = 3000
    compaction.LEAST = 4
    index_builder.DELTA_DOCS = 24
    index_builder.RANGE_BYTES = 1500
    index_builder.DOCUMENTS_MOST = documents


class Life:
    """A device whose archive gets records, corrections and deletions; `living` is {id: text}."""

    def __init__(self, seed, most=60):
        self.rng = Random(seed)
        self.most = most
        self.living = {}
        self.revs = {}
        self.lines = 0
        self.next = 0
        self.bench = Bench(disk_kb=512)
        self.bench.start()

    def line(self):
        """One more line: something new, or the end or another state of what is there."""
        rng = self.rng
        ids = sorted(self.living)
        self.lines += 1
        id = None
        if ids and (len(ids) >= self.most or rng.below(2)):
            id = rng.choice(ids)
        if id is not None and rng.below(25) == 0:
            self.revs[id] += 1
            del self.living[id]
            line = deletion_line(id, "fact", self.revs[id], 824000000 + self.lines)
            self.log.append([entry_of(line, None, id, self.revs[id])], spare=True)
            return
        if id is None:
            self.next += 1
            id = "abc%d" % self.next
            self.revs[id] = 0
        self.revs[id] += 1
        text = "%s 第%d次 %s" % (rng.choice(_WORDS), self.lines, rng.choice(_WORDS))
        self.living[id] = text
        record = Record(id, "fact", 823000000 + 900 * self.next, {"content": text}, self.revs[id])
        self.log.append([entry_of(to_line(record), record, id, record.rev)])

    def lives(self, lines):
        for _ in range(lines):
            sealed = self.bench.memory.sealed
            self.line()
            if self.bench.memory.sealed != sealed:
                tidy(self.bench.memory)

    @property
    def log(self):
        return self.bench.memory.log


def tidy(memory):
    for _ in background_jobs.steps(memory.log, memory.index):
        pass


def answers(memory):
    found = []
    for keyword in (None,) + _WORDS:
        page, total = run(memory.recall(Query(None, keyword, limit=500, room=1 << 30)))
        rows = sorted([(record.id, face(record)) for record in page])
        found.append((keyword, total, len(rows), rows))
    return found


def by_scan(memory):
    known = memory.archive.open_index
    memory.archive.open_index = lambda: None
    try:
        return answers(memory)
    finally:
        memory.archive.open_index = known


def agree(memory):
    """Index and scan give the same; the answers."""
    found = answers(memory)
    for one, other in zip(found, by_scan(memory)):
        assert one == other
    figure("answers_compared", len(found))
    return found


def check(life):
    memory = life.bench.memory
    assert memory.archive.usable_index is not None
    rows = agree(memory)[0][3]
    assert [(id, dict(row[4])["content"]) for id, row in rows] == sorted(life.living.items())


# -- the loops -----------------------------------------------------------------------------------


def docs_of(data):
    """The documents of postings; True for those that stand there repeatedly."""
    found = []
    at = 0
    doc = -1
    while at < len(data):
        gap, size = first_gap(bytes(data[at : at + 3]) + b"\0\0")
        at += size
        doc += gap
        if gap:
            found.append([doc, False])
        else:
            found[-1][1] = True
    return found


def drawn(rng, docs, share, repeats=True):
    out = bytearray()
    last = -1
    for doc in range(docs):
        if rng.below(share) == 0:
            put_gap(out, doc - last)
            last = doc
            if repeats and rng.below(5) == 0:
                out.append(0)
    return bytes(out)


def test_postings_are_numbered_anew_and_back_as_a_list_says():
    rng = Random(5)
    for docs in (1, 7, 8, 9, 300, 17000):
        for share in (2, 9, 400) if docs < 1000 else (900,):
            lost = drawn(rng, docs, 1 + rng.below(6) if docs < 1000 else 300, False)
            numbering = Numbering(lost, docs)
            gone = [doc for doc, _ in docs_of(lost)]
            assert numbering.count == len(gone) == gaps(lost, 0, len(lost))
            left = [doc for doc in range(docs) if not numbering.bits[doc >> 3] >> (doc & 7) & 1]
            assert len(left) == docs - len(gone)
            number = {doc: at for at, doc in enumerate(left)}
            data = drawn(rng, docs, share)
            wanted = [[number[doc], twice] for doc, twice in docs_of(data) if doc in number]
            new = numbering.without(data)
            assert docs_of(new) == wanted
            back = [[doc, twice] for doc, twice in docs_of(data) if doc in number]
            assert docs_of(numbering.spread_out(new)) == back
            out = bytearray(3 * len(gone) + 1)
            size = lost_documents.of_bits(numbering.bits, docs, out)
            assert bytes(out[:size]) == lost
            begin = rng.below(docs)
            following = [doc + 1 for doc in left if doc >= begin][: 1 + rng.below(20)]
            if following:
                end = lost_documents.after(numbering.bits, begin, len(following), docs)
                assert end == following[-1]


def test_marks_of_groups_move_to_the_next_document_that_is_left():
    lost = bytearray()
    for gap in (3, 1, 4):  # documents 2, 3, 7 of 8
        put_gap(lost, gap)
    numbering = Numbering(bytes(lost), 8)
    data = bytearray()
    for gap in (3, 1, 1, 3):  # 2, 3, 4, 7: the last one has none after it
        put_gap(data, gap)
    assert list(numbering.without(data, True)) == [3, 0, 0]
    assert gaps(numbering.without(data, True), 0, 3) == 3
    assert list(numbering.without(data)) == [3]


def test_documents_that_there_are_not_are_damage():
    raised(CorruptRecord, Numbering, bytes([200, 200, 200]), 8)
    numbering = Numbering(bytes([2]), 8)
    raised(CorruptRecord, numbering.without, bytes([9]))
    raised(CorruptRecord, numbering.spread_out, bytes([8]))


# -- lives ---------------------------------------------------------------------------------------


def test_lines_ever_appended_have_no_limit():
    small(600)
    life = Life(1)
    most = 0
    for _ in range(12):
        life.lives(250)
        check(life)
        index = life.bench.memory.index
        assert index.through == life.log.manifest.sealed[-1][0], "it does not keep up"
        most = max(most, index.docs)
        life.bench.start()
    assert life.lines == 3000 and most <= 600
    figure("lines_appended", life.lines)
    print(life.lines, "lines,", most, "documents at most,", len(life.living), "records")


def test_numbers_are_free_again_after_a_merge_and_the_log_has_no_empty_places():
    small()
    life = Life(2)
    life.lives(400)
    check(life)
    memory = life.bench.memory
    sealed = memory.log.manifest.sealed
    assert memory.index.docs < 300 < life.lines
    packed = [row for row in sealed if is_pack(row)]
    assert packed and memory.log.verify() == []
    for row in packed:
        lines = list(lines_forward(memory.log.chunks(row[0])))
        assert len(lines) == row[LINES] and b"{}" not in lines
    docs = memory.index.docs
    memory.index.drop()
    tidy(memory)
    assert memory.index.docs <= docs and not memory.index.lost
    check(life)


def test_an_index_of_the_format_before_is_dropped_with_its_files():
    small(65000)
    life = Life(3)
    life.lives(150)
    memory = life.bench.memory
    memory.close_index()
    found = json.loads(archive_file("index").split(b"\n")[0])
    assert found["format"] == FORMAT
    found["format"] = FORMAT - 1
    for name in ("lost", "left", "pending"):
        del found[name]
    raw = json.dumps(found).encode()
    put_file("index", raw + b"\n%08x\n" % crc32(raw))
    assert [name for name in archive_names("/life") if name.endswith(".idx")]
    memory = life.bench.start()
    assert memory.archive.usable_index is None
    assert [name for name in archive_names("/life") if name.endswith(".idx")] == []
    tidy(memory)
    check(life)


def test_a_pack_of_which_nothing_is_left_is_one_all_the_same():
    small(65000)
    life = Life(4)
    life.lives(120)
    memory = life.bench.memory
    for id in sorted(life.living):
        life.revs[id] += 1
        life.living[id] = "改过 " + id
        record = Record(id, "fact", 823000000, {"content": life.living[id]}, life.revs[id])
        memory.log.append([entry_of(to_line(record), record, id, record.rev)])
    for _ in range(80):
        life.line()
    tidy(memory)
    for _ in range(60):
        life.line()
    tidy(memory)
    check(life)
    life.bench.start()
    check(life)
    assert life.log.verify() == []


def test_index_and_scan_agree_at_every_step_of_dropping_and_renumbering():
    small()
    life = Life(6)
    life.lives(160)
    memory = life.bench.memory
    seen = set()
    for turn in range(260):
        sealed = memory.sealed
        life.line()
        if memory.sealed == sealed:
            continue
        number = 0
        for _ in background_jobs.steps(memory.log, memory.index):
            number += 1
            index = memory.index
            state = (index.pending is not None, bool(index.lost_now))
            state += (any(len(row) > MERGED for row in index.main),)
            if state in seen and (number + turn) % 97:
                continue
            seen.add(state)
            agree(memory)
        check(life)
    print(sorted(seen))
    assert (True, True, False) in seen and [1 for state in seen if state[2]]


def test_a_cut_anywhere_while_numbers_are_reclaimed_changes_no_answer():
    small(260)
    life = Life(7)
    life.lives(200)
    memory = life.bench.memory
    for _ in range(40):
        life.line()
    assert background_jobs.due(memory.log, memory.index)
    bench = life.bench
    bench.memory.close()
    bench.memory = None

    def step(device):
        tidy(device.memory)

    def look(device):
        index = Index(MOUNT)
        index.open()
        assert index.docs == 0 or index.covers(device.memory.log.manifest.sealed)
        index.close()
        agree(device.memory)

    cut_everywhere(bench, [step], look, stride=8, least=20)
