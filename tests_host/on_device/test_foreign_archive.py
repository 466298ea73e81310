"""A memory partition that others wrote, or that is damaged: the device starts all the same."""

import gc
import os
from binascii import crc32

import vfs
from _bench import (
    _OPTIONS,
    MOUNT,
    Bench,
    Disk,
    archive_names,
    contents,
    hot_contents,
    put_file,
    run,
    unmount,
    write,
)
from memory.log.lines import LINE_BYTES
from memory.records.codec import from_line

# As little above the flash images (1.1 MB) as the device has above its code.
HEAP = "3M"
THOROUGH = (
    "test_an_open_segment_of_400_kb_of_lines",
    "test_a_line_of_nested_lists",
    "test_a_manifest_of_wrong_types",
    "test_a_snapshot_of_wrong_types_is_as_good_as_none",
)


_IMAGES = []  # the one flash image there is room for


def device(facts=24):
    """A bench with some facts, five of them in the archive."""
    unmount()
    if _IMAGES:
        image = _IMAGES[0]
        for at in range(0, len(image), 4096):
            image[at : at + 4096] = b"\xff" * 4096
    bench = Bench(disk_kb=1024, image=_IMAGES[0] if _IMAGES else None)
    if _IMAGES:
        bench.power_on()
        vfs.VfsLfs2.mkfs(Disk(bench.flash, 1024 * 1024), **_OPTIONS)
    else:
        _IMAGES.append(bench.image)
    memory = bench.start()
    for number in range(facts):
        write(memory, "fact", "fact %d" % number)
    return bench


def appended(piece, times=1, name="life/1.jsonl"):
    with open(MOUNT + "/" + name, "ab") as f:
        for _ in range(times):
            f.write(piece)


def restarted(bench):
    """The memory after a restart, which must work, hot memory whole."""
    gc.collect()
    memory = bench.start()
    assert len(hot_contents(memory, "fact")) == 19
    write(memory, "trait", "curious")
    assert hot_contents(memory, "trait") == ["curious"]
    return memory


def works(bench, lines_damaged=True):
    """After a restart the archive is there, what was in it is found, and more goes in."""
    for _ in range(2):
        memory = restarted(bench)
        assert not memory.archive_unavailable, bench.events
        assert contents(memory, "fact") == ["fact %d" % n for n in range(23, -1, -1)]
        told = [event["what"] for event in bench.heard("recovered")]
        assert told.count("line") <= 1, told
        if lines_damaged:
            assert "line" in told
        run(memory.delete(None, None, "curious"))
    for number in range(9):
        write(memory, "fact", "more %d" % number)
    assert len(contents(memory, "fact")) == 33
    assert memory.log.verify() == []
    assert len(contents(bench.start(), "fact")) == 33


def away(bench):
    """After a restart there is no archive, and the owner hears why."""
    memory = restarted(bench)
    assert memory.archive_unavailable
    assert [event["what"] for event in bench.heard("recovered")] == ["archive"]


def with_crc(raw):
    return raw + b"\n%08x\n" % crc32(raw)


def test_a_file_in_the_place_of_the_segments():
    for manifest in (True, False):
        bench = device()
        for name in archive_names("/life"):
            os.remove(MOUNT + "/life/" + name)
        os.rmdir(MOUNT + "/life")
        put_file("life", b"x")
        if not manifest:
            os.remove(MOUNT + "/manifest")
        away(bench)


def test_an_open_segment_of_400_kb_of_lines():
    bench = device()
    appended(b"garbage " * 99 + b"\n", 500)
    works(bench)


def test_an_open_segment_of_400_kb_is_sealed_at_once():
    bench = device()
    appended(b"garbage " * 99 + b"\n", 500)
    memory = restarted(bench)
    assert memory.log.manifest.open == 2
    assert memory.log.verify() == []


def test_a_last_line_of_200_kb():
    bench = device()
    appended(b"x" * 1000, 200)
    works(bench)


def test_a_line_of_200_kb_among_others():
    bench = device()
    appended(b"x" * 1000, 200)
    appended(b"\nshort\n")
    works(bench)


def test_a_line_of_nested_lists():
    for line in (
        b"[" * 9000,
        b"[" * (LINE_BYTES - 1),
        b'{"a":' * 800,
        b"[" + b"[]," * 1300 + b"[]]",
    ):
        bench = device()
        appended(line + b"\n")
        works(bench)


def test_brackets_in_the_words_of_the_owner_are_no_nesting():
    bench = Bench()
    memory = bench.start()
    text = "[{" * 40 + '"\\' + "[" * 40
    write(memory, "fact", text)
    for number in range(24):
        write(memory, "fact", "fact %d" % number)
    assert text not in hot_contents(memory, "fact")
    for _ in range(2):
        assert contents(memory, "fact", "[{")[0] == text
        memory = bench.start()
    assert not bench.heard("recovered")


def test_a_manifest_of_nested_lists():
    for raw in (b"[" * 4000, b'{"format":1,"streams":' + b"[" * 8000):
        bench = device()
        put_file("manifest", with_crc(raw))
        works(bench, False)


def test_a_manifest_of_400_kb():
    bench = device()
    appended(b"[" * 1000, 400, "manifest")
    works(bench, False)


def test_a_manifest_of_wrong_types():
    life = b'{"format":1,"epoch":"abc","counter":3,"streams":{"life":%s}}'
    for raw in (
        b'{"format":1,"epoch":5,"counter":"a","streams":{"life":{"open":null,"sealed":7}}}',
        life % b'{"open":"1","sealed":[]}',
        life % b'{"open":1,"sealed":[5]}',
        life % b'{"open":9,"sealed":[[1,2,3]]}',
        life % b'{"open":9,"sealed":[[1,2,3,4,5,6,7,8]]}',
        life.replace(b"3", b"null") % b'{"open":1,"sealed":[]}',
    ):
        bench = device()
        put_file("manifest", with_crc(raw))
        works(bench, False)


def test_an_archive_that_ram_does_not_hold_is_left_alone():
    bench = device()
    real = from_line

    def fail(text):
        raise MemoryError("injected")

    from memory.archive import record_lines

    record_lines.from_line = fail
    away(bench)
    record_lines.from_line = real
    assert contents(bench.start(), "fact")[-1] == "fact 0"


def test_an_id_that_no_counter_reaches_is_a_damaged_line():
    bench = device()
    os.remove(MOUNT + "/manifest")
    appended(
        b'{"id":"abc4294967295","rev":1,"kind":"fact","created":"2026-02-05T14:00:00",'
        b'"content":"x"}\n'
    )
    works(bench)


def test_a_snapshot_of_wrong_types_is_as_good_as_none():
    for head in (b'{"format":1}', b'{"format":1,"taken":5,"seq":1,"segment":null}', b"[[[[[["):
        bench = device()
        put_file("snapshot", head + b'\n{"count":0,"crc":"%08x"}\n' % crc32(head + b"\n"))
        bench.memory.kv.erase_key("epoch")
        works(bench, False)
