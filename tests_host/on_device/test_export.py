"""
memory.transfer.exporter: every live record once, in its latest state, as JSON lines and as a
table.
"""

import json

from _bench import Bench, archive_file, everything, put_file, run, write
from _raised import raised
from memory.archive.record_lines import entry_of
from memory.errors import ArchiveUnavailable
from memory.index.index import Index
from memory.log.lines import DROPPED
from memory.log.log import Entry
from memory.log.manifest import is_pack
from memory.records.codec import encode, from_line, to_line
from memory.records.ids import key_of
from memory.records.record import Record
from memory.transfer.exporter import row
from memory.upkeep import background_jobs

HEAP = "16M"
THOROUGH = ("test_packs_and_segments_give_what_the_open_segment_gave",)


def exported(memory, form="jsonl"):
    """(bytes, what export says of them)."""
    pieces = []
    done = run(memory.export(lambda piece: pieces.append(bytes(piece)), form))
    return b"".join(pieces), done


def lines(memory):
    return exported(memory)[0].split(b"\n")[:-1]


def faces(memory):
    """
    {id: (its JSON object, is hot)} as the export has them, without the trash; fails where one is
    there twice.
    """
    found = {}
    for text in lines(memory):
        members = json.loads(text)
        if "trashed_at" in members:
            continue
        hot = members.pop("hot", False)
        assert members["id"] not in found, members["id"]
        found[members["id"]] = (members, hot)
    return found


def append(memory, *records):
    """Into the archive as they are."""
    memory.log.append([entry_of(to_line(r), r, r.id, r.rev) for r in records])


def cold_record(number, content="told", kind="fact", rev=1):
    return Record("abc%d" % number, kind, 823000000 + number, {"content": content}, rev)


def lived_in(bench):
    """A device with hot and archived records, corrected, deleted, completed, moved."""
    memory = bench.start()
    for number in range(30):
        write(memory, "fact", "fact %d" % number)
    for number in range(12):
        write(memory, "moment", "moment %d" % number, topic="topic %d" % number)
    ids = sorted(everything(memory))
    for number, id in enumerate(ids):
        if number % 5 == 0:
            run(memory.correct(id, None, "corrected %d" % number, {}))
        if number % 7 == 0:
            run(memory.delete(id))
    write(memory, "schedule", "medicine", when="2026-02-05 20:00", repeat="daily")
    write(memory, "schedule", "dentist", when="2026-02-05 18:00")
    write(memory, "name", "小明")
    write(memory, "like", "tea")
    write(memory, "dislike", "tea")
    run(memory.complete(content="medicine"))
    run(memory.complete(content="dentist"))
    write(memory, "habit", "每天早晨跑步")
    retold = write(memory, "habit", "每天早上跑步")
    assert retold.replaced is not None  # its old words are archived, marked with their successor
    return memory


def test_an_empty_store_gives_no_line_and_a_table_of_one():
    memory = Bench().start()
    assert exported(memory)[0] == b""
    table, done = exported(memory, "csv")
    assert table.startswith(b"\xef\xbb\xbfid,rev,kind,hot,created,")
    assert table.count(b"\r\n") == 1
    assert (done.archived, done.hot, done.unread) == (0, 0, 0)


def test_every_live_record_is_there_once_as_recall_knows_it():
    bench = Bench()
    memory = lived_in(bench)
    there = everything(memory)
    found = faces(memory)
    assert sorted(found) == sorted(there)
    hot = [record.id for kind in ("fact", "moment", "schedule") for record in memory.each(kind)]
    for id in found:
        members, is_hot = found[id]
        assert members["rev"] == there[id][1], id
        assert members["content"] == dict(there[id][4])["content"]
        if members["kind"] in ("fact", "moment", "schedule"):
            assert is_hot == (id in hot), id
    done = exported(memory)[1]
    assert done.hot == len([1 for id in found if found[id][1]])
    assert done.archived == len(lines(memory)) - done.hot
    assert done.unread == 0


def test_affection_goes_out_with_the_rest():
    memory = Bench().start()
    memory.replace(Record(memory.new_id(), "affection", 823000000, {"coins": 12, "mood": 70}))
    (text,) = lines(memory)
    found = json.loads(text)
    assert (found["kind"], found["coins"], found["mood"], found["hot"]) == (
        "affection",
        12,
        70,
        True,
    )


def test_archive_comes_in_the_order_of_its_log_and_hot_memory_by_kind_and_age():
    bench = Bench()
    memory = bench.start()
    append(memory, *[cold_record(n) for n in (3, 1, 2)])
    append(memory, cold_record(3, "changed", rev=2))
    write(memory, "fact", "b")
    write(memory, "fact", "a")
    write(memory, "goal", "c")
    found = [json.loads(text) for text in lines(memory)]
    assert [f["id"] for f in found[:3]] == ["abc1", "abc2", "abc3"]
    assert [f["content"] for f in found[2:]] == ["changed", "b", "a", "c"]


def test_a_second_export_has_the_same_bytes_after_a_restart_too():
    bench = Bench()
    memory = lived_in(bench)
    before = [exported(memory, form)[0] for form in ("jsonl", "csv")]
    assert before == [exported(memory, form)[0] for form in ("jsonl", "csv")]
    operations = bench.flash.operations
    memory = bench.start()
    assert before == [exported(memory, form)[0] for form in ("jsonl", "csv")]
    assert bench.flash.operations == 0 < operations


def test_packs_and_segments_give_what_the_open_segment_gave():
    bench = Bench(disk_kb=512)
    memory = bench.start()
    for number in range(0, 900, 5):
        text = "told %d " % number + "some" * 20
        append(memory, *[cold_record(number + n, text) for n in range(5)])
        if number % 100 == 0:
            changed = cold_record(number // 2 or 1, "changed at %d" % number, rev=2 + number)
            append(memory, changed)
    before = exported(memory)[0]
    assert len(memory.log.manifest.sealed) > 8
    index = Index("/memory")
    index.open()
    for _ in background_jobs.steps(memory.log, index):
        pass
    assert is_pack(memory.log.manifest.sealed[0])
    assert exported(memory)[0] == before


def test_fields_and_members_of_a_newer_version_go_out_and_keep_their_order():
    bench = Bench()
    memory = bench.start()
    newer = Record("abc1", "fact", 823000000, {"content": "x"})
    newer.unknown = [(137, b"\x01\x02"), (140, b"z")]
    newer.other = {"zeta": 1, "alpha": {"y": [1, {"b": 2, "a": 1}], "x": None}, "mid": "e"}
    append(memory, newer)
    hot = Record("abc2", "fact", 823000000, {"content": "x"})
    hot.unknown, hot.other = newer.unknown, newer.other
    memory.hot_store.put(key_of("fact", "abc2"), encode(hot))
    tail = (
        b'"content":"x","#137":"0102","#140":"7a","alpha":{"x":null,"y":[1,{"a":1,"b":2}]},'
        b'"mid":"e","zeta":1'
    )
    first, second = lines(memory)
    assert first.endswith(tail + b"}")
    assert second.endswith(tail + b',"hot":true}')
    table = exported(memory, "csv")[0].split(b"\r\n")
    assert table[1].endswith(b'""zeta"":1}"')


def test_lines_that_do_not_parse_are_counted_and_dropped_ones_passed_over():
    bench = Bench()
    memory = bench.start()
    append(memory, cold_record(1), cold_record(2))
    append(memory, cold_record(1, "changed", rev=2))
    memory.log.append([Entry(DROPPED.decode(), "", 0, False)])
    memory.log.append([Entry('{"id":"abc3","rev":1,"kind":"fact","created":"2026', "", 0, False)])
    memory.log.append([Entry("nonsense", "", 0, True)])
    memory.log.append([Entry("x" * 6000, "", 0, True)])
    append(memory, cold_record(4))
    memory.hot_store.put(key_of("goal", "abc9"), b"\x07 of a newer version")
    for _ in range(2):
        text, done = exported(memory)
        found = [json.loads(one) for one in text.split(b"\n")[:-1]]
        assert [f["id"] for f in found] == ["abc2", "abc1", "abc4"]
        assert (done.archived, done.hot, done.unread) == (3, 0, 4)
        memory = bench.start()


def test_an_archived_line_of_a_hot_or_deleted_record_is_hidden():
    bench = Bench()
    memory = bench.start()
    write(memory, "schedule", "dentist", when="2026-02-05 18:00")
    run(memory.complete(content="dentist"))  # its line is there, with "keep"
    append(memory, cold_record(5))
    run(memory.delete("abc5"))
    text, gone = sorted(lines(memory), key=lambda text: b"trashed_at" in text)
    line = from_line(text)
    assert from_line(gone).record.deleted
    assert line.hot
    assert line.record.content == "dentist"
    assert b"keep" not in text


def test_a_table_has_a_column_for_each_field_and_quotes_what_must_be():
    bench = Bench()
    memory = bench.start()
    write(memory, "moment", 'he said "hi", then\nleft', topic="a,b", emotion_type="happy")
    write(memory, "family", "小红", relation="妈妈")
    table = exported(memory, "csv")[0].decode()
    head, family, moment, end = table[1:].split("\r\n")
    assert end == ""
    names = head.split(",")
    assert names[:6] == ["id", "rev", "kind", "hot", "created", "approx"]
    assert names[-1] == "other"
    assert len(names) == len(set(names))
    assert '"he said ""hi"", then\nleft"' in moment
    assert ',"a,b",happy,' in moment
    assert family.split(",")[names.index("relation")] == "妈妈"
    assert family.split(",")[names.index("closeness")] == "3"


def test_a_cell_that_a_spreadsheet_would_compute_is_disarmed():
    for text in ("=1+1", "+86 10", "-5", "@sum", "\tx", "=HYPERLINK(1)", "＝1", "＋1"):
        assert row([text]).decode().lstrip('"').startswith("'" + text[0]), text
    assert row(["=a,b"]) == b'"\'=a,b"\r\n'
    assert row(["a=b", 5, None, True, False]) == b"a=b,5,,true,\r\n"


def test_without_an_archive_nothing_goes_out():
    bench = Bench()
    memory = bench.start()
    write(memory, "fact", "x")
    memory = bench.start(archive=False)
    raised(ArchiveUnavailable, run, memory.export(lambda piece: None))


def test_others_run_in_between_and_background_work_is_told_to_wait():
    import asyncio

    bench = Bench()
    memory = bench.start()
    append(memory, *[cold_record(n) for n in range(60)])
    seen = []

    async def beside():
        while True:
            seen.append((memory.readers, memory.lock.locked()))
            await asyncio.sleep(0)

    async def both():
        other = asyncio.create_task(beside())
        await memory.export(lambda piece: None)
        other.cancel()

    run(both())
    assert seen.count((1, True)) > 5
    assert memory.readers == 0
    assert not memory.lock.locked()


def test_a_writer_that_fails_leaves_the_store_usable():
    bench = Bench()
    memory = bench.start()
    write(memory, "fact", "x")

    def full(piece):
        raise OSError(28)

    raised(OSError, run, memory.export(full))
    assert memory.readers == 0
    assert len(lines(memory)) == 1


def test_a_long_line_in_a_foreign_archive_does_not_shift_what_counts():
    bench = Bench()
    memory = bench.start()
    append(memory, cold_record(1), cold_record(2))
    memory.log.append([Entry("y" * 9000, "", 0, True)])
    append(memory, cold_record(2, "changed", rev=2))
    data = archive_file("life/1.jsonl")
    bench.start()
    put_file("life/1.jsonl", b"\n\n" + data + b"\n" + b"z" * 5000)
    memory = bench.start()
    found = [json.loads(text)["content"] for text in lines(memory)]
    assert found == ["told", "changed"]
