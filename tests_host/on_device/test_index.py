"""
memory.index.index, indexing, part, postings, gather: what is indexed is found, whatever happens.
"""

import io
import os
from array import array
from binascii import hexlify

from _bench import MOUNT, Bench, Random, unmount
from _postings import first_gap, put_gap
from memory.errors import Broken, CorruptRecord, StoreFull
from memory.index import candidates, index_builder, lengths, postings
from memory.index.block_cache import USED, BlockCache
from memory.index.bm25 import Question
from memory.index.documents import ASKS, GROUP_END, GROUP_START
from memory.index.index import Index
from memory.index.index_file import IndexFile
from memory.index.index_writer import IndexFileWriter, Run
from memory.index.merging import DONE, MORE, Merging
from memory.index.term_buffer import TermBuffer

from sim.nor import PowerCut

HEAP = "16M"

_WORDS = [("w%d" % n).encode() for n in range(40)] + ["茶水".encode(), "水".encode()]


def rank(index, text, most):
    """[(percent, document)], best first."""
    question = Question(index, text)
    return [(question.percent(score), doc) for score, doc in question.rank(most)]


def lines(seed, count, group=0):
    """Random (terms, goes on) of a segment, the same for a seed."""
    rng = Random(seed)
    made = []
    for n in range(count):
        found = [rng.choice(_WORDS) for _ in range(rng.below(9))]
        made.append((found, bool(group) and n % group > 0))
    return made


def run(steps):
    for _ in steps:
        pass


def chip():
    bench = Bench(disk_kb=256)
    bench.mount()
    os.mkdir(MOUNT + "/life")
    return bench


def fresh():
    index = Index(MOUNT)
    index.open()
    return index


def holders(index, term):
    """Documents of a term by the parts, as a map to True where it stands there repeatedly."""
    found = {}
    for first, part in index.files_for(term):
        data = part.lookup(term, 65536)
        at = 0
        doc = first - 1
        data = bytes(data) if data is not None else b""
        while at < len(data):
            gap, size = first_gap(data[at : at + 3])
            at += size
            doc += gap
            found[doc] = at < len(data) and data[at] == 0
            at += 1 if found[doc] else 0
    return found


def expected(segments, term):
    found = {}
    doc = 0
    for segment in segments:
        for terms, _ in segment:
            if term in terms:
                found[doc] = terms.count(term) > 1
            doc += 1
    return found


def check(index, segments):
    assert index.docs == sum([len(segment) for segment in segments])
    for term in _WORDS + [b"w", b"x", b"\x04"]:
        assert holders(index, term) == expected(segments, term), term


def files():
    return sorted([entry[0] for entry in os.ilistdir(MOUNT + "/life")])


def named(index):
    return sorted(["%d.idx" % row[0] for row in index.main + index.deltas if row[0]])


def grow(index, segments):
    for number, segment in enumerate(segments):
        if index_builder.needs_merging(index):
            run(index_builder.merge(index))
        run(index_builder.add_segment(index, number + 1, iter(segment), 2048))


def small(setting):
    """Small deltas and files, so that few documents bring merges about."""
    index_builder.DELTA_DOCS, index_builder.RANGE_BYTES = setting


def test_every_term_is_found_in_its_documents_through_all_merges():
    chip()
    small((40, 300))
    segments = [lines(seed, 5 + seed % 30) for seed in range(1, 21)]
    index = fresh()
    for number, segment in enumerate(segments):
        if index_builder.needs_merging(index):
            run(index_builder.merge(index))
        run(index_builder.add_segment(index, number + 1, iter(segment), 1024))
        check(index, segments[: number + 1])
        assert files() == named(index)
    assert len(index.main) > 2
    assert len(index.deltas) <= 2
    again = fresh()
    check(again, segments)
    run(index_builder.merge(again))
    check(again, segments)
    assert again.deltas == []


def test_an_index_made_again_answers_the_same():
    chip()
    small((40, 300))
    segments = [lines(seed, 25, 6) for seed in range(1, 13)]
    index = fresh()
    grow(index, segments)
    small((1000, 65536))
    answers = [rank(index, text, 20) for text in ("w1 w2", "w30", "水", "w7 w8 w9 茶水")]
    index.drop()
    assert files() == []
    index = fresh()
    assert rank(index, "w1 w2", 20) == []
    grow(index, segments)
    assert len(index.main) == 0
    for at, text in enumerate(("w1 w2", "w30", "水", "w7 w8 w9 茶水")):
        assert rank(index, text, 20) == answers[at], text
        assert len(answers[at]) > 0


def test_a_cut_anywhere_leaves_the_index_as_it_was_or_as_it_becomes():
    bench = chip()
    small((20, 300))
    segments = [lines(seed, 15) for seed in range(1, 6)]
    index = fresh()
    grow(index, segments[:4])
    assert index_builder.needs_merging(index)
    index.close()
    unmount()
    before = bytearray(bench.image)
    seen = set()
    cut = 0
    while True:
        cut += 1
        bench = Bench(bytearray(before), 256)
        bench.power_on(cut_at=cut)
        bench.mount()
        whole = False
        try:
            index = fresh()
            run(index_builder.merge(index))
            run(index_builder.add_segment(index, 5, iter(segments[4]), 1024))
            whole = True
        except (PowerCut, Broken):  # of a dead flash
            pass
        bench.power_on()
        bench.mount()
        index = fresh()
        done = index.through
        seen.add(done)
        check(index, segments[:done])
        assert files() == named(index), (cut, files(), named(index))
        if done == 4:
            run(index_builder.merge(index))
            run(index_builder.add_segment(index, 5, iter(segments[4]), 1024))
        check(index, segments)
        if whole:
            break
    assert seen == {4, 5}
    assert cut > 20


def test_damage_is_noticed_and_never_believed():
    chip()
    index = fresh()
    run(index_builder.add_segment(index, 1, iter(lines(3, 60)), 8192))
    path = index.path(index.deltas[0][0])
    index.close()
    with open(path, "rb") as f:
        whole = f.read()
    rng = Random(7)
    noticed = 0
    for at in range(0, len(whole), 5):
        bad = bytearray(whole)
        bad[at] ^= 1 << rng.below(8)
        with open(path, "wb") as f:
            f.write(bad)
        index = fresh()
        try:
            for term in _WORDS:
                assert holders(index, term) == expected([lines(3, 60)], term)
        except CorruptRecord:
            noticed += 1
        index.close()
    assert noticed > len(whole) // 5 * 9 // 10
    for size in (0, 1, 19, 20, len(whole) - 1):
        with open(path, "wb") as f:
            f.write(whole[:size])
        index = fresh()
        try:
            holders(index, _WORDS[0])
        except CorruptRecord:
            index.close()
            continue
        raise AssertionError("a part of %d bytes was believed" % size)


def test_an_index_that_does_not_check_is_an_empty_one():
    chip()
    index = fresh()
    run(index_builder.add_segment(index, 1, iter(lines(3, 20)), 8192))
    index.close()
    with open(MOUNT + "/index", "rb") as f:
        raw = f.read()
    for bad in (raw[:-3], raw.replace(b'"docs": 20', b'"docs": 21'), b"", b"\n"):
        with open(MOUNT + "/index", "wb") as f:
            f.write(bad)
        index = Index(MOUNT)
        assert not index.open()
        assert index.docs == 0
        assert rank(index, "w1", 5) == []
    os.remove(MOUNT + "/index")
    assert not Index(MOUNT).open()


def fill_disk():
    """Leave no block free, in files x0, x1, ...; how many there are."""
    size = 16384
    count = 0
    while size >= 256:
        try:
            with open("%s/x%d" % (MOUNT, count), "wb") as f:
                f.write(b"x" * size)
        except OSError:
            size //= 4
        count += 1
    return count


def test_a_full_disk_leaves_the_index_as_it_was():
    chip()
    index = fresh()
    first = lines(3, 20)
    run(index_builder.add_segment(index, 1, iter(first), 4096))
    count = fill_disk()
    failed = False
    try:
        run(index_builder.add_segment(index, 2, iter(lines(4, 200)), 4096))
    except StoreFull:
        failed = True
    assert failed
    check(index, [first])
    for number in range(count):
        os.remove("%s/x%d" % (MOUNT, number))
    run(index_builder.add_segment(index, 2, iter(lines(4, 20)), 4096))
    check(index, [first, lines(4, 20)])
    assert files() == named(index)


def test_distances_of_every_size_are_read_back():
    for gap in (1, 2, 191, 192, 193, 447, 448, 16319, 16320, 16321, 40000, 65000):
        out = bytearray()
        put_gap(out, 7)
        put_gap(out, gap)
        size = len(out)
        assert first_gap(out[1:]) == (gap, size - 1), gap
        padded = bytes(out) + bytes(postings.SLACK)
        assert postings.count(padded, 0, size) == 2


def test_weights_are_added_window_by_window_as_at_once():
    rng = Random(11)
    out = bytearray()
    docs = {}
    doc = -1
    for _ in range(300):
        gap = 1 + rng.below(rng.choice((3, 300)))
        doc += gap
        put_gap(out, gap)
        docs[doc] = rng.below(3) == 0
        if docs[doc]:
            out.append(0)
    size = len(out)
    padded = bytes(out) + bytes(postings.SLACK)
    for window in (1, 50, 1000):
        cursors = array("H", (0, size, 0, 5, 2))
        for base in range(0, doc + 2, window):
            sums = array("H", bytes(2 * window))
            postings.add(padded, cursors, 1, base, base + window, sums)
            for at in range(window):
                one = base + at
                assert sums[at] == ((7 if docs[one] else 5) if one in docs else 0), (window, one)


def test_neighbours_lend_a_share_where_they_belong_together():
    sums = array("H", (0, 0, 320, 0, 64, 0, 320, 0, 0))
    links = bytes((0, 0, 0, 1, 0, 1, 1, 0, 0))
    out = array("H", bytes(18))
    shares = array("H", (32, 16, 16, 4, 8, 8, 2, 32))
    postings.spread(sums, links, 5, shares, out)
    assert list(out)[2:7] == [320, 160, 64 + 20, 32 + 80, 320 + 8]


def test_who_asks_gets_less_and_who_answers_more():
    sums = array("H", (0, 0, 320, 0, 0, 320, 0, 0))
    links = bytes((0, 0, 2, 1, 0, 0, 0, 0))
    out = array("H", bytes(16))
    shares = array("H", (24, 8, 16, 0, 0, 0, 0, 32))
    postings.spread(sums, links, 4, shares, out)
    assert list(out)[2:6] == [240, 160, 0, 320]


def test_who_begins_a_talk_gets_more_for_nobody_is_before_him():
    sums = array("H", (0, 0, 320, 320, 320, 0, 0))
    links = bytes((0, 0, 0, 1, 0, 0, 0))
    out = array("H", bytes(14))
    shares = array("H", (32, 0, 0, 0, 0, 0, 0, 40))
    postings.spread(sums, links, 3, shares, out)
    assert list(out)[2:5] == [400, 320, 320]


def test_gathered_terms_come_sorted_with_their_documents():
    gather = TermBuffer(4096)
    rng = Random(5)
    docs = []
    while True:
        terms = [rng.choice(_WORDS) for _ in range(rng.below(12))]
        if not gather.add(len(docs), terms):
            break
        docs.append((terms, False))
    assert len(docs) > 20
    run(gather.sort())
    found = {}
    last = b""
    for term, data in gather.entries():
        assert term > last
        last = term
        size = len(data)
        docs_of = []
        at = 0
        doc = -1
        while at < size:
            gap, step = first_gap(data[at : at + 3])
            at += step
            doc += gap
            docs_of.append(doc)
            at += 1 if at < size and data[at] == 0 else 0
        found[term] = docs_of
    for term in _WORDS:
        assert found.get(term, []) == sorted(expected([docs], term)), term


def test_a_part_is_the_bytes_that_the_format_says():
    out = bytearray()
    writer = IndexFileWriter(out.extend)
    writer.add(b"tea", b"\x01\x00\x05")
    writer.add(b"team", b"\xc0\x07")
    writer.finish()
    golden = (
        "7040a92c0374656103010005316d02c0077465610000000000000000"
        "4d49583101000000110000004ecaaa59948ea333"
    )
    assert hexlify(out).decode() == golden
    path = MOUNT + "/x"
    chip()
    with open(path, "wb") as f:
        f.write(out)
    with open(path, "rb") as f:
        part = IndexFile(f, len(out), bytearray(1024), [None, 0], BlockCache())
        assert bytes(part.lookup(b"tea", 100)) == b"\x01\x00\x05"
        assert bytes(part.lookup(b"team", 100)) == b"\xc0\x07"
        assert part.lookup(b"te", 100) is None
        assert part.lookup(b"teams", 100) is None
        assert part.lookup(b"a", 100) is None


def test_common_terms_may_be_left_unread_and_stay_mergeable():
    chip()
    small((10000, 65536))
    index = fresh()
    made = [([b"all", b"n%d" % n], False) for n in range(1500)]
    for at in range(0, 1500, 250):
        run(index_builder.add_segment(index, at, iter(made[at : at + 250]), 8192))
    ((_, part),) = index.files_for(b"all")
    assert part.lookup(b"all", 100) is None
    assert len(part.lookup(b"all", 2000)) == 1500
    assert holders(index, b"n777") == {777: False}
    assert rank(index, "n777", 3)[0][1] == 777


def test_a_long_segment_leaves_no_trail_of_files_while_it_is_indexed():
    chip()
    index = fresh()
    run(index_builder.add_segment(index, 1, lines(1, 40)))
    most = 0
    for _ in index_builder.add_segment(index, 2, lines(2, 700), arena=2048):
        names = [entry[0] for entry in os.ilistdir(MOUNT + "/life")]
        most = max(most, len(names))
    assert index.docs == 740
    assert most <= 3, most
    index = fresh()
    assert index.docs == 740
    assert len(list(os.ilistdir(MOUNT + "/life"))) == 1


def test_damage_in_a_term_that_stands_everywhere_is_told():
    """Its bytes are used before they are checked: whatever they are, nothing else goes wrong."""
    chip()
    index = fresh()
    run(index_builder.add_segment(index, 1, [([b"w0"], False)] * 3000))
    path = index.path(index.deltas[-1][0])
    for filling in (b"\xff", b"\x55", b"\x00", b"\xc0"):
        for at in (5, 7, 900, 1900):
            index.close()
            with open(path, "r+b") as f:
                whole = f.read()
                f.seek(at)
                f.write(filling * 1100)
            found = candidates._Set(index)
            try:
                found.term(b"w0")
                told = not postings.held(found.bits, 0, 3000)
            except CorruptRecord:
                told = True
            assert told, (filling, at)
            with open(path, "wb") as f:
                f.write(whole)
    index.close()
    found = candidates._Set(index)
    found.term(b"w0")
    assert postings.held(found.bits, 0, 3000) == 3000


def merged(merging, most=1 << 29):
    """The files that a merge writes, each of at most about so many bytes of entries."""
    files = []
    found = None
    while found != DONE:
        out = bytearray()
        writer = IndexFileWriter(out.extend)
        found = merging.step(writer, most)
        while found == MORE:
            found = merging.step(writer, most)
        writer.finish()
        files.append(bytes(out))
    return files


def written(entries, most=1 << 29):
    """The same of entries that are added one by one."""
    files = []
    writer = None
    for term, data in entries:
        if writer is None or writer.total >= most:
            files.append(bytearray())
            if writer is not None:
                writer.finish()
            writer = IndexFileWriter(files[-1].extend)
        writer.add(term, data)
    writer.finish()
    return [bytes(file) for file in files]


def part_of(data):
    return IndexFile(io.BytesIO(data), len(data), bytearray(1024), [None, 0], BlockCache())


def some_terms(rng, count):
    """Terms that share beginnings, ascending; a few have more postings than a block takes."""
    terms = set()
    while len(terms) < count:
        terms.add(bytes([97 + rng.below(3) for _ in range(1 + rng.below(15))]))
    return sorted(terms)


def test_a_merge_writes_the_bytes_that_adding_each_entry_writes():
    rng = Random(3)
    for most in (1 << 29, 3000, 700):
        before = {}
        for term in some_terms(rng, 300):
            size = rng.below(9) + 1 if rng.below(40) else 980 + rng.below(200)
            before[term] = b"\x01" * size
        after = dict.fromkeys(some_terms(rng, 120), b"\x02")
        (part,) = written(sorted(before.items()))
        expect = []
        for term in sorted(set(before) | set(after)):
            data = bytearray(before.get(term, b""))
            if term in after:
                put_gap(data, 1500 + 2 - len(data))  # one gap goes to each document
            expect.append((term, bytes(data)))
        run = Run(part_of(part).blocks())
        files = merged(Merging(0, run, [(1500, iter(sorted(after.items())))]), most)
        want = written(expect, most)
        assert files == want, most


def test_entries_that_break_the_format_stop_a_merge():
    rng = Random(9)
    (part,) = written([(term, b"\x01\x05\x00") for term in some_terms(rng, 60)])
    whole = next(part_of(part).blocks())
    stopped = 0
    for at in range(len(whole)):
        bad = bytearray(whole)
        bad[at] ^= 1 << rng.below(8)
        try:
            merged(Merging(0, Run(iter([bytes(bad)])), [(9, iter([(b"b", b"\x01")]))]))
        except CorruptRecord:
            stopped += 1
    assert stopped > len(whole) // 10


def test_postings_that_check_and_make_no_sense_are_not_merged():
    """None, half a distance, and a document that the file before has already passed."""

    def joined(*sources):
        others = [(at, iter([(b"w", data)])) for at, data in sources]
        return merged(Merging(0, None, others))

    good = (0, b"\x05")
    assert joined(good, (9, b"\x01")) == written([(b"w", b"\x05\x05")])
    for bad in (b"", b"\xc1", b"\xff\x01", b"\x00"):
        for sources in (((0, bad), good), (good, (2, bad))):
            try:
                joined(*sources)
            except CorruptRecord:
                continue
            raise AssertionError("%r was merged" % bad)


class _Marks:
    """An index of twenty documents that has nothing but the marks of talks and of who asks."""

    docs = 20

    def __init__(self, begins, ends, asks):
        self._postings = {GROUP_START: begins, GROUP_END: ends, ASKS: asks}

    def files_for(self, term):
        yield 0, self

    def lookup(self, term, most):
        return memoryview(self._postings[term])

    def visit(self, term, take):
        take(self._postings[term], 0, len(self._postings[term]))


def test_talks_keep_their_bounds_where_a_merge_has_moved_marks_together():
    # A talk whose lines are gone left both of its marks on those of its neighbour.
    marks = _Marks(bytes((2, 0, 8)), bytes((4, 0, 8)), bytes((2, 18)))
    found = lengths.talks(marks, 3)
    assert len(found) == 25
    assert [at for at in range(25) if found[at] & 1] == [3, 4, 11, 12]
    assert [at for at in range(25) if found[at] & 2] == [3, 21]


def test_a_range_of_terms_gives_those_that_are_wanted_wherever_their_postings_are():
    chip()
    index = fresh()
    made = [([b"all", b"n%03d" % n, b"x%d" % n], False) for n in range(1500)]
    for at in range(0, 1500, 500):
        run(index_builder.add_segment(index, at, iter(made[at : at + 500]), 65536))
    rows = (
        (b"a", b"b", b"", lambda term: True),
        (b"n123", b"n123\xff", b"n123", lambda term: True),
        (b"a", b"z", b"77", lambda term: term.endswith(b"77")),
        (b"n200", b"n300", b"", lambda term: term[-1:] == b"5"),
    )
    for row in rows:
        found = visited(index, *row)
        assert found == walked(index, *row)
        assert found


def visited(index, low, high, piece, wanted):
    found = []

    def take(buffer, at, end):
        found.append(bytes(buffer[at:end]))

    for _, file in index.files_spanning(low, high):
        file.visit_span(low, high, piece, wanted, take)
    return found


def walked(index, low, high, piece, wanted):
    return [
        bytes(entry[1])
        for _, file in index.files_spanning(low, high)
        for entry in file.entries(low)
        if entry is not None and low <= entry[0] <= high and wanted(entry[0])
    ]


def test_of_the_blocks_in_ram_one_that_was_not_used_gives_its_room():
    cache = BlockCache()
    one, other = {}, {}
    for at in range(192):
        cache.put(one, at, cache.room())
    one[0][USED] = True
    cache.put(other, 7, cache.room())
    assert 0 in one
    assert 1 not in one
    assert len(one) + len(other) == 192
