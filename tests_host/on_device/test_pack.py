"""memory.log.pack, packing: sealed segments as one gzip file, the same lines before and after."""

import os
from binascii import crc32
from io import BytesIO
from struct import pack as pack_struct

from _bench import MOUNT, Bench, archive_file, archive_names, everything, put_file, run, write
from _cutting import cut_everywhere
from deflate import GZIP, DeflateIO
from memory.archive import packing
from memory.archive.superseded import id_of
from memory.errors import Broken, StoreFull
from memory.log import log
from memory.log.manifest import (
    BYTES,
    CHECKED_UP_TO,
    COUNTER,
    COUNTERS,
    CRC,
    NUMBER,
    PACKED_CHECKS,
    is_pack,
)
from memory.log.pack import BLOCK_BYTES, DAMAGED, LINES_MOST, UNKNOWN, Pack, Packs
from memory.records.codec import from_line
from memory.records.ids import counter_of

HEAP = "48M"
TIMEOUT_S = 240
THOROUGH = (
    "test_a_small_pack_grows_and_a_large_one_does_not",
    "test_blocks_read_lately_stay_in_ram_until_their_pack_goes",
    "test_a_pack_of_format_2_is_read_with_the_bound_of_its_row",
    "test_a_cut_anywhere_in_packing_changes_nothing_that_is_remembered",
    "test_a_damaged_block_costs_its_own_lines_and_is_told",
)


def filled(moments, segment_bytes=700, bench=None, start=0, **given):
    """A device whose archive has this many moments in small segments."""
    log.SEGMENT_BYTES = segment_bytes
    bench = bench or Bench()
    memory = bench.start()
    for number in range(start, start + moments):
        text = "那天第%d次去海边 and met Emma %d" % (number, number * 7 % 13)
        write(memory, "moment", text, **given)
    return bench


def pack(memory):
    for _ in packing.pack(memory.log, COUNTERS):
        pass


def raw(bench):
    """Everything that the segments hold, oldest first, as bytes."""
    held = bench.memory.log
    return b"".join([b"".join(held.chunks(number)) for number in reversed(held.segments())])


def eight(bench):
    """What the first eight segments hold."""
    return b"".join([b"".join(bench.memory.log.chunks(number)) for number in range(1, 9)])


def packed(memory):
    return [row[NUMBER] for row in memory.log.manifest.sealed if is_pack(row)]


def names():
    return [name for name in archive_names("/life") if ".jsonl" in name]


def test_a_pack_holds_the_lines_of_its_segments_and_takes_their_place():
    bench = filled(60)
    before = (raw(bench), everything(bench.memory))
    assert packing.due(bench.memory.log)
    plain = len(bench.memory.log.segments())
    pack(bench.memory)
    assert packed(bench.memory) == [8]
    assert len(bench.memory.log.segments()) == plain - 7
    assert (raw(bench), everything(bench.memory)) == before
    assert bench.memory.log.verify() == []
    memory = bench.start()
    assert (raw(bench), everything(memory)) == before
    assert len(names()) == len(memory.log.segments())


def test_any_gunzip_reads_a_pack():
    bench = filled(60)
    lines = eight(bench)
    pack(bench.memory)
    with open(MOUNT + "/life/8.jsonl.gz", "rb") as f:
        assert DeflateIO(f, GZIP).read(len(lines) + 1) == lines
    assert archive_file("life/8.jsonl.gz")[-10:] == b"\x03\x00" + bytes(8)


def test_a_small_pack_grows_and_a_large_one_does_not():
    bench = filled(60)
    pack(bench.memory)
    bench = filled(60, bench=bench, start=60)
    before = everything(bench.memory)
    pack(bench.memory)
    assert packed(bench.memory) == [16]
    size = packing.PACK_BYTES
    packing.PACK_BYTES = 100
    bench = filled(60, bench=bench, start=120)
    before = everything(bench.memory)
    pack(bench.memory)
    packing.PACK_BYTES = size
    assert packed(bench.memory) == [16, 24]
    assert everything(bench.start()) == before


def test_a_block_holds_twice_as_many_lines_in_the_short_form():
    for given, most in (({}, LINES_MOST), ({"e": 70}, 2 * LINES_MOST)):
        bench = filled(100, 1000, **given)
        before = raw(bench)
        pack(bench.memory)
        assert raw(bench) == before
        held = bench.memory.log.packs.get(bench.memory.log.manifest.sealed[0][NUMBER])
        assert held.row(0)[2] == most


def test_every_line_is_found_by_its_number():
    bench = filled(60)
    lines = b"".join([b"".join(bench.memory.log.chunks(n)) for n in range(1, 9)]).split(b"\n")[:-1]
    pack(bench.memory)
    with open(MOUNT + "/life/8.jsonl.gz", "rb") as f:
        made = Pack(f, len(archive_file("life/8.jsonl.gz")))
        assert (made.first, made.last) == (1, 8)
        assert len(made) == (len(lines) + LINES_MOST - 1) // LINES_MOST
        for number, line in enumerate(lines):
            assert made.line(number) == line
        assert made.line(len(lines)) == b""


def test_the_table_knows_the_highest_counter_of_each_block():
    bench = filled(160, 2000)
    held = bench.memory.log
    pack(bench.memory)
    (number,) = packed(bench.memory)
    made = held.packs.get(number)
    assert len(made) > 3
    counters = []
    for at in range(len(made)):
        lines = made.read(at).split(b"\n")[:-1]
        counters.append(max([counter_of(from_line(line).id) for line in lines]))
        assert made.row(at)[4] == counters[-1]
    assert sorted(counters) == counters
    assert made.counter() == held.row(number)[COUNTER] == counters[-1]


def test_counters_are_read_out_of_lines_in_any_spelling():
    told = '"rev":1,"kind":"goal","created":"2026-02-05T14:00:00","content":"x"}'
    for line, counter in (
        ('{"id":"k3z42",' + told, 42),
        ('{ "id" : "k3z43",' + told, 43),
        ('{"id":"k3z7","id":"k3z44",' + told, 44),
        ('{"id":"k3z45",' + told[:-1] + ',"next":{"id":"k3z99",' + told + "}", 45),
        ('{"id":"k3z2147483647",' + told, 0),
        ("{}", 0),
        ("nothing", 0),
        ('{"id":"k3z', 0),
        ('{"id":"k3zx1",' + told, 0),
    ):
        found = id_of(line.encode())
        assert (0 if found is None else found[1]) == counter, line


def old_pack(held, number, counts=False):
    """
    Turn a pack into one of format 2, whose table has no counters, or with `counts` of format 3,
    whose blocks are checked by their lines.
    """
    row = held.row(number)
    data = archive_file("life/%d.jsonl.gz" % number)
    made = held.packs.get(number)
    blocks = len(made)
    rows = b""
    for at in range(blocks):
        offset, size, lines, _, counter = made.row(at)
        rows += pack_struct("<IHBI", offset, size, lines, crc32(made.read(at)))
        rows += pack_struct("<I", counter) if counts else b""
    table = pack_struct("<II", made.first, made.last) + rows
    table += pack_struct("<HI", len(table), crc32(table))
    field = (b"XQ" if counts else b"XP") + pack_struct("<H", len(table)) + table
    at = len(data) - 8 - 15 * blocks - 26  # after the head of the last member
    data = data[:at] + pack_struct("<H", len(field)) + field + data[-10:]
    held.packs.close(number)
    put_file("life/%d.jsonl.gz" % number, data)
    row[BYTES] = len(data)
    row[CRC] = "%08x" % crc32(data)
    del row[PACKED_CHECKS if counts else CHECKED_UP_TO :]
    held.manifest.save()


def test_blocks_read_lately_stay_in_ram_until_their_pack_goes():
    bench = filled(200, 2000)
    pack(bench.memory)
    held = bench.memory.log
    number = packed(bench.memory)[0]
    blocks = list(held.packs.blocks(number))
    assert len(blocks) > 2
    packs = Packs(held, len(blocks[0]) + len(blocks[1]) + len(blocks[2]) - 1)

    def reads(block):
        before = bench.flash.read_bytes
        assert packs.read(number, block) == blocks[block]
        return bench.flash.read_bytes - before

    assert reads(0) and reads(1)
    assert not reads(0) and not reads(1) and not reads(0)
    assert reads(2)  # one of them goes
    assert not reads(2)
    assert reads(0) + reads(1) > 0
    packs.close(number)
    assert reads(1)
    packs.close(number)
    assert len(packs.read(number, 0, 1)) < len(blocks[0])
    assert len(packs.read(number, 0, 1)) < len(blocks[0])  # that many are there
    assert reads(0) and not reads(0)
    packs.close(number)
    packs = Packs(held)  # without room
    assert reads(1) and reads(1)


def test_the_more_of_the_heap_is_free_the_more_blocks_stay_in_ram():
    kb = 1024
    assert [log.room_for_blocks(free * kb) // kb for free in (100, 1600, 3200, 7000)] == [
        64, 100, 200, 256,
    ]  # fmt: skip


def test_what_was_told_of_free_ram_holds_where_memory_is_opened_again():
    memory = Bench().start()
    memory.use_ram(7000 * 1024)
    memory.reopen()
    assert memory.log.packs.room == 256 * 1024


def test_a_pack_of_format_2_is_read_with_the_bound_of_its_row():
    bench = filled(60)
    pack(bench.memory)
    before = (raw(bench), everything(bench.memory))
    old_pack(bench.memory.log, 8)
    memory = bench.start()
    assert (raw(bench), everything(memory)) == before
    assert memory.log.verify() == []
    held = memory.log.packs.get(8)
    assert {held.row(at)[4] for at in range(len(held))} == {memory.log.row(8)[COUNTER]}
    os.remove(MOUNT + "/manifest")
    memory = bench.start()
    assert packed(memory) == [8]
    assert memory.log.packs.get(8).row(0)[4] == UNKNOWN
    filled(60, bench=bench, start=60)
    before = everything(bench.memory)
    pack(bench.memory)
    assert len(bench.memory.log.manifest.sealed[0]) == 12
    assert everything(bench.start()) == before


def test_a_pack_of_format_3_is_checked_by_its_lines_and_packed_anew_as_one_of_today():
    bench = filled(200, 2000)
    pack(bench.memory)
    before = (raw(bench), everything(bench.memory))
    old_pack(bench.memory.log, 8, counts=True)
    memory = bench.start()
    assert (raw(bench), everything(memory)) == before
    assert memory.log.verify() == []
    held = memory.log.packs.get(8)
    assert held.counts and not held.checks_packed
    assert held.read(1, 1) == held.read(1)  # less of it could not be checked
    os.remove(MOUNT + "/manifest")
    memory = bench.start()
    assert len(memory.log.row(8)) == PACKED_CHECKS
    held = memory.log.packs.get(8)
    data = bytearray(archive_file("life/8.jsonl.gz"))
    data[held.row(1)[0] + 40] ^= 255
    memory.log.packs.close(8)
    put_file("life/8.jsonl.gz", bytes(data))
    held = bench.start().log.packs.get(8)
    assert held.read(1, 1) == DAMAGED * held.row(1)[2]


def test_the_beginning_of_a_block_is_read_alone():
    bench = filled(200, 2000)
    pack(bench.memory)
    held = bench.memory.log.packs.get(packed(bench.memory)[0])
    for block in range(len(held)):
        whole = held.read(block)
        lines = held.row(block)[2]
        assert whole.count(b"\n") == lines
        for wanted in range(1, lines + 2):
            part = held.read(block, wanted)
            assert whole.startswith(part)
            assert part.count(b"\n") >= min(wanted, lines)
        assert len(held.read(block, 1)) < len(whole) // 2


def test_a_byte_changed_anywhere_in_a_block_is_told_before_any_of_it_is_read():
    bench = filled(60)
    pack(bench.memory)
    held = bench.memory.log.packs.get(8)
    data = archive_file("life/8.jsonl.gz")
    offset, _, lines, _, _ = held.row(0)
    end = held.row(1)[0]
    for at in range(offset, end, 7):
        changed = bytearray(data)
        changed[at] ^= 1
        made = Pack(BytesIO(bytes(changed)), len(changed))
        assert made.read(0, 1) == DAMAGED * lines
        assert made.read(1) == held.read(1)


def test_a_line_longer_than_a_block_is_kept_whole():
    bench = filled(60, 5000)
    long = b'{"x":"' + b"0123456789" * 2500 + b'"}'
    assert len(long) > 3 * BLOCK_BYTES
    held = bench.memory.log
    held.append([log.Entry(long.decode(), "", 1, False)])
    for number in range(9):
        held.append([log.Entry("%d" % number * 6000, "", 1, False)])
    before = b"".join(held.chunks(held.segments()[-1]))
    pack(bench.memory)
    held = bench.memory.log
    whole = b"".join(held.chunks(held.segments()[-1]))
    assert whole.startswith(before)
    lines = whole.split(b"\n")[:-1]
    assert long in lines
    made = held.packs.get(held.segments()[-1])
    for number, line in enumerate(lines):
        assert made.line(number) == line


def test_a_cut_anywhere_in_packing_changes_nothing_that_is_remembered():
    bench = filled(60)
    bench.memory.close()
    assert packing.due(bench.memory.log)
    bench.memory = None
    cut_everywhere(bench, [lambda bench: pack(bench.memory) if due(bench) else None], least=10)


def due(bench):
    return packing.due(bench.memory.log)


def test_packs_are_found_again_without_a_manifest():
    bench = filled(60)
    pack(bench.memory)
    before = everything(bench.memory)
    os.remove(MOUNT + "/manifest")
    memory = bench.start()
    assert everything(memory) == before
    assert packed(memory) == [8]


def test_a_half_made_pack_is_not_believed_without_a_manifest():
    bench = filled(60)
    before = everything(bench.memory)
    pack(bench.copy().start())
    whole = archive_file("life/8.jsonl.gz")
    bench.start()
    for size in (0, 10, len(whole) // 2, len(whole) - 1):
        put_file("life/8.jsonl.gz", whole[:size])
        os.remove(MOUNT + "/manifest")
        memory = bench.start()
        assert everything(memory) == before
        assert packed(memory) == []
    put_file("life/8.jsonl.gz", whole)
    os.remove(MOUNT + "/manifest")
    memory = bench.start()
    assert everything(memory) == before
    assert packed(memory) == [8]
    assert "8.jsonl" not in names()


def test_a_damaged_block_costs_its_own_lines_and_is_told():
    bench = filled(200, 2500)
    pack(bench.memory)
    before = everything(bench.memory)
    data = bytearray(archive_file("life/8.jsonl.gz"))
    held = bench.memory.log.packs.get(8)
    offset, _, lines, _, _ = held.row(0)
    assert len(held) > 1
    data[offset + 40] ^= 255
    put_file("life/8.jsonl.gz", bytes(data))
    memory = bench.start()
    after = everything(memory)
    assert 0 < len(before) - len(after) <= LINES_MOST
    assert memory.log.packs.get(8).read(0) == DAMAGED * lines
    assert memory.log.verify() == [8]
    assert [event for event in bench.heard("recovered") if event["what"] == "line"]


def test_a_full_disk_leaves_the_segments():
    bench = filled(60)
    before = everything(bench.memory)
    bench.disk.errno = 28
    failed = False
    try:
        pack(bench.memory)
    except (StoreFull, Broken):  # by what LittleFS happens to be doing
        failed = True
    assert failed
    memory = bench.start()
    assert everything(memory) == before
    pack(memory)
    assert everything(memory) == before
    assert run(memory.correct(next(iter(before)), None, None, {})).result == "NOOP"
