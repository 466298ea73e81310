"""
memory.transfer.importer: what was exported comes in again, merges, and is refused with a reason.
"""

import json
from binascii import crc32

from _bench import Bench, Query, everything, hot_contents, run, write
from _raised import raised
from memory.errors import ArchiveUnavailable, StoreFull
from memory.log.manifest import is_pack
from memory.records.codec import encode, to_line
from memory.records.ids import counter_of, key_of
from memory.records.record import Record
from memory.transfer.import_checks import numbered
from memory.transfer.known_revisions import KnownRevisions
from memory.upkeep import background_jobs
from test_export import append, cold_record, exported, lived_in

HEAP = "16M"
THOROUGH = (
    "test_a_long_import_is_packed_as_it_comes_in",
    "test_an_index_that_is_there_still_fits_what_an_import_has_packed",
    "test_lines_are_numbered_whatever_the_pieces_they_come_in",
    "test_a_full_archive_stops_it_with_what_was_taken_whole",
)


def pieces(data, size=1000):
    for at in range(0, len(data), size):
        yield data[at : at + size]


def take(memory, data):
    """(counts of Import, [(line number, why)])."""
    if isinstance(data, str):
        data = data.encode()
    refused = []
    counts = run(
        memory.import_lines(pieces(data), lambda number, e: refused.append((number, str(e))))
    )
    return counts, refused


def told(counts):
    return (counts.added, counts.updated, counts.left, counts.refused)


def line(id="abc1", kind="fact", content="told", rev=1, hot=False, **fields):
    fields["content"] = content
    return to_line(Record(id, kind, 823000000, fields, rev), hot=hot) + "\n"


# -- round trip ------------------------------------------------------------------------------


def test_export_import_export_has_the_same_bytes():
    data = exported(lived_in(Bench()))[0]
    table = exported(lived_in(Bench()), "csv")[0]
    other = Bench(seed=7)
    memory = other.start()
    counts, refused = take(memory, data)
    count = data.count(b"\n")
    assert (told(counts), counts.archived, refused) == ((count, 0, 0, 0), 0, [])
    for _ in range(2):
        assert exported(memory)[0] == data
        assert exported(memory, "csv")[0] == table
        memory = other.start()
    assert other.heard("recovered") == []


def test_what_came_in_is_as_it_was_in_every_field():
    first = Bench()
    memory = lived_in(first)
    kinds = ("fact", "schedule", "like", "dislike", "moment", "name")
    before = everything(memory), [hot_contents(memory, kind) for kind in kinds]
    data = exported(memory)[0]
    memory = Bench(seed=7).start()
    take(memory, data)
    found = everything(memory)
    for id in found:
        (mark,) = [field for field in found[id][4] if field[0] == "source"] or [None]
        if before[0][id][0] != "affection":
            assert mark == ("source", "import")
            found[id][4].remove(mark)
    assert (found, [hot_contents(memory, kind) for kind in kinds]) == before


def test_a_newer_version_s_members_survive_the_way_out_and_in():
    first = Bench()
    memory = first.start()
    for id, hot in (("abc1", False), ("abc2", True)):
        record = Record(id, "fact", 823000000, {"content": "x"}, 3)
        record.approx = True
        record.unknown = [(137, b"\x01\x02"), (140, b"z")]
        record.other = {"z": [1, {"d": None, "c": True}], "a": "é", "é": "中"}
        if hot:
            memory.hot_store.put(key_of("fact", id), encode(record))
        else:
            append(memory, record)
    data = exported(memory)[0]
    memory = Bench().start()
    assert told(take(memory, data)[0]) == (2, 0, 0, 0)
    assert exported(memory)[0] == data


def test_the_same_import_again_changes_nothing():
    data = exported(lived_in(Bench()))[0]
    other = Bench(seed=7)
    memory = other.start()
    take(memory, data)
    for _ in range(2):
        operations = other.flash.operations
        counts, refused = take(memory, data)
        assert told(counts) == (0, 0, data.count(b"\n"), 0)
        assert refused == []
        assert other.flash.operations == operations
        memory = other.start()
    assert exported(memory)[0] == data


def test_a_long_import_is_packed_as_it_comes_in():
    bench = Bench(disk_kb=512)
    memory = bench.start()
    text = "".join([line("abc%d" % n, content="told %d " % n + "some" * 90) for n in range(1200)])
    assert len(text) > 512 * 1024
    counts, _ = take(memory, text)
    assert counts.stopped is None
    assert told(counts) == (1200, 0, 0, 0)
    assert is_pack(memory.log.manifest.sealed[0])
    memory = bench.start()
    summed = [0]

    def add(piece):
        summed[0] = crc32(piece, summed[0])

    run(memory.export(add))
    assert summed[0] == crc32(text.encode())


def test_an_index_that_is_there_still_fits_what_an_import_has_packed():
    bench = Bench(disk_kb=512)
    memory = bench.start()
    text = [line("abc%d" % n, content="told %d " % n + "some" * 40) for n in range(1200)]
    take(memory, "".join(text[:500]))
    for _ in background_jobs.steps(memory.log, memory.index):
        pass
    assert memory.index.docs > 300
    take(memory, "".join(text[500:]))
    assert memory.index.docs > 900
    assert memory.index.covers(memory.log.manifest.sealed)
    memory = bench.start()
    assert run(memory.recall(Query(keyword="told 777 ")))[1] == 1
    assert exported(memory)[1].archived == 1200


# -- merging ---------------------------------------------------------------------------------


def test_the_higher_rev_counts_wherever_the_record_is():
    memory = Bench().start()
    append(memory, cold_record(1), cold_record(2, rev=3))
    write(memory, "fact", "hot one")
    write(memory, "fact", "hot two")
    two, one = [record.id for record in memory.each("fact")]
    run(memory.correct(two, None, "hot two, corrected", {}))
    data = line("abc1", content="newer", rev=2) + line("abc2", content="older", rev=2)
    data += line(one, content="newer one", rev=5, hot=True)
    data += line(two, content="older two", rev=1, hot=True)
    counts, _ = take(memory, data)
    assert told(counts) == (0, 2, 2, 0)
    found = everything(memory)
    contents = {id: dict(found[id][4])["content"] for id in found}
    assert contents == {
        "abc1": "newer",
        "abc2": "told",
        one: "newer one",
        two: "hot two, corrected",
    }
    assert sorted(hot_contents(memory, "fact")) == ["hot two, corrected", "newer one"]


def test_a_record_stays_where_it_is_whatever_the_file_says():
    memory = Bench().start()
    append(memory, cold_record(1))
    write(memory, "fact", "hot")
    (hot,) = [record.id for record in memory.each("fact")]
    take(memory, line("abc1", rev=2, hot=True) + line(hot, content="changed", rev=2))
    assert hot_contents(memory, "fact") == ["changed"]
    assert sorted(everything(memory)) == sorted(["abc1", hot])


def test_what_was_deleted_here_does_not_come_back_by_an_older_file():
    bench = Bench()
    memory = lived_in(bench)
    data = exported(memory)[0]
    for id in sorted(everything(memory)):
        run(memory.delete(id))
    for _ in range(2):
        assert told(take(memory, data)[0]) == (0, 0, data.count(b"\n"), 0)
        assert everything(memory) == {}
        memory = bench.start()


def test_revs_beyond_half_a_byte_and_a_byte_are_told_apart():
    memory = Bench().start()
    append(memory, cold_record(1, "at 40", rev=40), cold_record(2, "at 15", rev=15))
    append(memory, cold_record(3, "at 700", rev=700))
    data = line("abc1", content="at 39", rev=39) + line("abc2", content="at 16", rev=16)
    data += line("abc2", content="at 300", rev=300) + line("abc2", content="at 299", rev=299)
    data += line("abc3", content="at 699", rev=699) + line("abc3", content="at 701", rev=701)
    counts, _ = take(memory, data)
    assert told(counts) == (0, 3, 3, 0)
    found = everything(memory)
    assert dict(found["abc1"][4])["content"] == "at 40"
    assert dict(found["abc2"][4])["content"] == "at 300"
    assert dict(found["abc3"][4])["content"] == "at 701"


def test_revs_keep_neighbours_apart():
    for modulus in (14, 20, 300):
        revs = KnownRevisions()
        for n in range(1100):
            revs.raise_to("abc%d" % n, n % modulus)
            revs.raise_to("abd%d" % n, 1)
        for n in range(1100):
            assert revs.get("abc%d" % n) == min(255, n % modulus or 1), n
            revs.raise_to("abc%d" % n, 1)
            assert revs.get("abc%d" % n) == min(255, n % modulus or 1), n
            assert revs.get("abd%d" % n) == 1
        assert revs.get("abc1100") == revs.get("abe5") == 0


def test_a_like_that_became_a_dislike_there_moves_over_here():
    first = Bench()
    memory = first.start()
    write(memory, "like", "tea")
    early = exported(memory)[0]
    write(memory, "dislike", "tea")
    late = exported(memory)[0]
    memory = Bench(seed=7).start()
    take(memory, early)
    assert told(take(memory, late)[0]) == (0, 1, 0, 0)
    assert (hot_contents(memory, "like"), hot_contents(memory, "dislike")) == ([], ["tea"])
    assert exported(memory)[0] == late


def test_ids_given_after_an_import_are_new():
    memory = Bench().start()
    epoch = memory.new_id()[:3]
    counts, _ = take(memory, line(epoch + "700") + line(epoch + "900", hot=True))
    assert told(counts) == (2, 0, 0, 0)
    write(memory, "fact", "after")
    newest = next(memory.each("fact"))
    assert counter_of(newest.id) > 900


def test_ids_given_after_a_restart_are_new_too():
    for text in (line("%s5000"), line("%s5000", hot=True)):
        bench = Bench()
        memory = bench.start()
        epoch = memory.new_id()[:3]
        take(memory, text % epoch)
        memory = bench.start()
        assert memory.new_id()[:3] == epoch
        assert counter_of(memory.new_id()) > 5000
        assert bench.heard("recovered") == []


# -- what is refused -------------------------------------------------------------------------


def test_a_damaged_or_foreign_line_is_named_by_its_number_and_the_others_come_in():
    good = line("abc1") + line("abc2", hot=True)
    bad = (
        "nonsense",
        '{"id":"abc3","rev":1,"kind":"fact","created":"2026-02',
        '{"id":"abc3","rev":1,"kind":"a poem","created":"2026-02-05T10:00:00","content":"x"}',
        '{"id":"abc3","rev":2,"kind":"fact","deleted_at":"2026-02-05T10:00:00"}',
        '{"id":"../etc","rev":1,"kind":"fact","created":"2026-02-05T10:00:00","content":"x"}',
        '{"id":"abc2147483000","rev":1,"kind":"fact","created":"2026-02-05T10:00:00"}',
        '{"id":"abc3","rev":-1,"kind":"fact","created":"2026-02-05T10:00:00","content":"x"}',
        '{"id":"abc3","rev":0,"kind":"fact","created":"2026-02-05T10:00:00","content":"x"}',
        '{"id":"abc3","rev":1,"kind":"fact","created":"2026-02-05T10:00:00","content":5}',
        "[" * 3000,
        "[1]",
        "5",
        "null",
        "{}",
        '{"id":"abc3","rev":1,"kind":"fact","content":"x"}',
        '{"id":"abc3","rev":1,"kind":"fact","created":5,"content":"x"}',
        '{"id":"abc3","rev":1,"kind":"fact","created":"nope","content":"x"}',
        '{"id":"abc3","rev":1,"kind":"fact","created":"2026-02-05T10:00:00","tags":5}',
        '"' + "x" * 9000 + '"',
        "\xff\xfe",
    )
    for text in bad:
        memory = Bench().start()
        counts, refused = take(
            memory, line("abc1") + "\n" + text + "\r\n" + line("abc2", hot=True)
        )
        assert [number for number, _ in refused] == [3], text
        why = refused[0][1]
        assert why and "Error" not in why and "object is" not in why, why
        assert "of the archive" not in why
        assert told(counts) == (2, 0, 0, 1)
        assert exported(memory)[0] == good.encode()


def test_a_byte_that_is_no_text_is_refused_as_well():
    memory = Bench().start()
    data = line("abc1").encode() + line("abc2").encode().replace(b"told", b"t\xffld")
    counts, refused = take(memory, data)
    assert told(counts) == (1, 0, 0, 1)
    assert [number for number, _ in refused] == [2]


def test_line_ends_and_marks_that_an_editor_leaves_do_no_harm():
    memory = Bench().start()
    data = b"\xef\xbb\xbf" + line("abc1").encode().replace(b"\n", b"\r\n") + b"\r\n  \n"
    data += line("abc2").encode()[:-1]
    counts, refused = take(memory, data)
    assert (told(counts), refused) == ((2, 0, 0, 0), [])


def test_lines_are_numbered_whatever_the_pieces_they_come_in():
    data = b"a\n\nbb\r\n" + b"c" * 5000 + b"\n \nd"
    for size in (1, 2, 7, 4096, 9999):
        found = [(number, text[:2]) for number, text in numbered(pieces(data, size))]
        assert found == [(1, b"a"), (3, b"bb"), (4, b"cc"), (6, b"d")], size


def test_what_finds_no_room_at_hand_is_archived_or_refused_by_its_kind():
    memory = Bench().start()
    for kind, count in (("fact", 20), ("moment", 10), ("like", 8), ("name", 1)):
        for number in range(count):
            write(memory, kind, "%s %d" % (kind, number))
    for number in range(16):
        write(memory, "schedule", "s%d" % number, when="2030-01-%02d 10:00" % (number + 1))
    data = line("abc1", "fact", "one more", hot=True) + line("abc2", "moment", "more", hot=True)
    data += line("abc3", "goal", "x" * 200, hot=True) + line("abc4", "name", "Other", hot=True)
    data += line("abc5", "schedule", "open", hot=True, when="2030-03-01 10:00")
    data += line("abc6", "schedule", "done", hot=True, when="2025-03-01 10:00", completed=8e8)
    data = data.replace("800000000.0", "800000000")
    data += line("abc7", "event", "past", hot=True, when="2025-03-01")
    data += line("abc8", "like", "more", hot=True)
    counts, refused = take(memory, data)
    assert told(counts) == (5, 0, 0, 3), refused
    assert counts.archived == 5
    assert [number for number, _ in refused] == [3, 4, 5]
    assert "there are 1 of name" in refused[1][1]
    found = everything(memory)
    assert found["abc6"][0] == "dated"
    assert not [id for id in ("abc3", "abc4", "abc5") if id in found]
    assert (memory.count("fact"), memory.count("moment"), memory.count("like")) == (20, 10, 8)
    again, _ = take(memory, data)
    assert told(again) == (0, 0, 5, 3)


def test_hot_records_that_no_rule_would_have_let_in_are_refused():
    for kind, fields in (
        ("schedule", {}),
        ("schedule", {"when": "2030-01-01"}),
        ("schedule", {"when": "2030-02-30 10:00"}),
        ("schedule", {"when": "2030-01-01 10:00", "repeat": 7}),
        ("schedule", {"when": "2030-01-01 10:00", "repeat": 3, "day": 40}),
        ("schedule", {"when": "2030-01-01 10:00", "duration": 99999}),
        ("age", {"content": "old"}),
        ("age", {"content": "30岁"}),
        ("birthday", {"content": "soon"}),
        ("like", {"content": "长" * 30}),
        ("family", {}),
        ("goal", {"priority": 9}),
    ):
        memory = Bench().start()
        content = fields.pop("content", "x")
        counts, refused = take(memory, line("abc1", kind, content, hot=True, **fields))
        assert told(counts) == (0, 0, 0, 1), (kind, fields)
        assert refused[0][1]
        assert exported(memory)[0] == b""


def test_a_family_member_without_relation_is_refused_in_the_archive_too():
    memory = Bench().start()
    counts, _ = take(memory, line("abc1", "family") + line("abc2", "family", relation="妈妈"))
    assert told(counts) == (1, 0, 0, 1)
    assert sorted(everything(memory)) == ["abc2"]


def test_a_full_archive_stops_it_with_what_was_taken_whole():
    bench = Bench(disk_kb=160)
    memory = bench.start()
    # Every line differs from all others: packing them gains little.
    text = "".join([line("abc%d" % n, content=noise(n)) for n in range(900)])
    counts, refused = take(memory, text)
    assert isinstance(counts.stopped, StoreFull)
    assert refused == []
    assert 100 < counts.added < 900, counts.added
    for _ in range(2):
        data = exported(memory)[0]
        assert data == text.encode()[: len(data)]
        assert data.count(b"\n") == counts.added
        again, _ = take(memory, text)
        assert isinstance(again.stopped, StoreFull)
        assert (again.added, again.left) == (0, counts.added)
        memory = bench.start()
    write(memory, "fact", "memory at hand goes on")


def noise(number):
    state = number + 1
    letters = []
    for _ in range(150):
        state = state * 1103515245 + 12345 & 0x7FFFFFFF
        letters.append("abcdefghijklmnopqrstuvwxyz0123456789"[(state >> 16) % 36])
    return "".join(letters)


def test_without_an_archive_nothing_comes_in():
    bench = Bench()
    bench.start()
    memory = bench.start(archive=False)
    raised(ArchiveUnavailable, take, memory, line())
    assert memory.readers == 0


def test_what_came_in_goes_on_living():
    data = exported(lived_in(Bench()))[0]
    other = Bench(seed=7)
    memory = other.start()
    take(memory, data)
    archived = [json.loads(text)["id"] for text in data.split(b"\n")[:-1] if b'"hot"' not in text]
    run(memory.correct(archived[0], None, "corrected after the move", {}))
    run(memory.delete(archived[1]))
    run(memory.complete(content="medicine"))
    for number in range(25):
        write(memory, "fact", "after %d" % number)
    before = everything(memory)
    assert archived[1] not in before
    memory = other.start()
    assert everything(memory) == before
    assert other.heard("recovered") == []
