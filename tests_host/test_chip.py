"""./tools/chip.sh: dumps and images are listed and exported as the companion itself would."""

import gzip
import hashlib
import json
import struct
from collections.abc import Callable
from pathlib import Path

import device
import pytest
from chip_images import MEMORY_AT, NVS_AT, NVS_BYTES, chip, every_field, memory
from desk import Desk

from sim.partitions import parse_table
from tools.rescue import nvs

_GOLDEN = sorted((device.ROOT / "tests_host" / "golden").glob("format*"))

# What the companion's own export says of a golden chip. argv: its folder.
_EXPORT = """
import sys
sys.path.insert(0, "tests_host/on_device")
from test_golden import device
from _bench import run
bench, _ = device(sys.argv[1])
run(bench.start().export(sys.stdout.buffer.write))
"""


def golden(folder: Path, part: str) -> bytes:
    return gzip.decompress((folder / f"{part}.bin.gz").read_bytes())


def binary_table(rows: list[tuple[str, int, int, int, int]]) -> bytes:
    """A partition table as ESP-IDF flashes it."""
    table = b""
    for label, kind, subkind, offset, size in rows:
        name = label.encode().ljust(16, b"\0")
        table += struct.pack("<2sBBII16sI", b"\xaa\x50", kind, subkind, offset, size, name, 0)
    table += b"\xeb\xeb" + b"\xff" * 14 + hashlib.md5(table).digest()
    return table.ljust(0xC00, b"\xff")


@pytest.mark.sample(1)
@pytest.mark.parametrize("folder", _GOLDEN, ids=lambda folder: folder.name)
def test_a_chip_of_every_format_is_exported_as_the_companion_does(
    folder: Path, run_mpy: Callable, tmp_path: Path
) -> None:
    hot, files = golden(folder, "nvs"), golden(folder, "memory")
    at = NVS_AT + NVS_BYTES
    table = tmp_path / "table.csv"
    table.write_text(
        f"nvs,data,nvs,{NVS_AT},{NVS_BYTES},\nmemory,data,littlefs,{at},{len(files)},\n"
    )
    image = tmp_path / "dump.bin"
    image.write_bytes(b"\xff" * NVS_AT + hot + files)
    before = image.read_bytes()
    wanted = run_mpy(_EXPORT, folder.name, heap="16M").out
    out, err = chip("export", image, "--partitions", table)
    assert out.decode() == wanted
    expected = json.loads((folder / "expected.json").read_text())
    assert len(wanted.splitlines()) == len(expected["records"]) + expected.get("trash", 0)
    assert err.splitlines() == [
        f"{len(wanted.splitlines())} memories: 47 at hand, "
        f"{len(wanted.splitlines()) - 47} archived"
    ]
    assert image.read_bytes() == before


def test_every_field_and_what_a_newer_version_wrote_is_exported_as_the_companion_does(
    micropython: Path, tmp_path: Path
) -> None:
    records = every_field(micropython, 4)
    assert records.count('"purge_at":') == 4
    assert records.count('"kind":"recipe"') == 4
    source, image = tmp_path / "records.jsonl", tmp_path / "desk.flash"
    source.write_text(records, "utf-8")
    memory("import", "--flash", image, source)
    out, _ = chip("export", image)
    assert out == memory("export", "--flash", image)
    wanted, found = (
        {one["id"]: one for one in map(json.loads, text.splitlines())}
        for text in (records, out.decode())
    )
    for id, record in wanted.items():
        different = {name for name in record if found[id].get(name) != record[name]}
        assert different == set(), (id, different)


@pytest.mark.thorough
def test_a_life_on_the_desk_is_exported_as_the_companion_does(life: Path, tmp_path: Path) -> None:
    for form in ((), ("--csv",)):
        before = life.read_bytes()
        out, err = chip("export", life, *form)
        assert life.read_bytes() == before
        assert "damage" not in err
        assert out == memory("export", "--flash", life, *form)
    target = tmp_path / "out.jsonl"
    assert chip("export", life, target)[0] == b""
    assert target.read_bytes() == memory("export", "--flash", life)
    assert b'"superseded_by"' in target.read_bytes()
    lines = map(json.loads, target.read_bytes().splitlines())
    (deleted,) = (line for line in lines if line["id"] == "old500")
    assert deleted["reason"] == "model_delete"  # it is in the trash


def test_listing_counts_what_is_there_and_shows_no_secret(life: Path) -> None:
    found = json.loads(chip("list", life, "--json")[0])
    exported = [json.loads(line) for line in chip("export", life)[0].splitlines()]
    assert found["records"]["hot"] == sum(one.get("hot", False) for one in exported)
    assert found["records"]["archived"] == sum("hot" not in one for one in exported)
    for kind, counts in found["records"]["kinds"].items():
        assert sum(counts.values()) == sum(one["kind"] == kind for one in exported)
    assert found["archive"]["packs"] >= 1
    assert found["archive"]["snapshot"]["records"] == found["records"]["hot"]
    assert found["settings"]["token"] == "set"
    assert found["device"]["boots"] >= 2
    text = chip("list", life)[0].decode()
    assert "token        set" in text
    values = nvs.Store(life.read_bytes()[NVS_AT : NVS_AT + NVS_BYTES]).values
    secret = values["cfg", "token"]
    assert isinstance(secret, bytes)
    assert secret.decode() not in text + json.dumps(found)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "csv",
    [
        "partitions.csv",
        "partitions-8m.csv",
        "tools/flashing/partitions-1.csv",
        "tools/flashing/partitions-2.csv",
        "tools/flashing/partitions-3.csv",
    ],
)
def test_a_dump_of_a_board_is_read_by_its_own_table(csv: str, life: Path, tmp_path: Path) -> None:
    image = life.read_bytes()
    size = 8 << 20 if csv == "partitions-8m.csv" else 16 << 20
    rows = parse_table((device.ROOT / csv).read_text(encoding="utf-8"))
    # Moved by a megabyte where there is room, so that no table of ours would find it.
    moved = [row if row[0] != "memory" else (*row[:3], size - row[4], row[4]) for row in rows]
    dump = bytearray(b"\xe9" * size)
    dump[0x8000:0x8C00] = binary_table(moved)
    dump[NVS_AT : NVS_AT + NVS_BYTES] = image[NVS_AT : NVS_AT + NVS_BYTES]
    dump[size - (3 << 20) :] = image[MEMORY_AT : MEMORY_AT + (3 << 20)]
    path = tmp_path / "dump.bin"
    path.write_bytes(dump)
    assert chip("export", path)[0] == chip("export", life)[0]
    found = json.loads(chip("list", path, "--json")[0])
    assert found["image"]["table"] == "the image's own table"
    assert found["image"]["memory"]["offset"] == size - (3 << 20)


@pytest.mark.thorough
def test_one_partition_alone_gives_what_it_has(life: Path, tmp_path: Path) -> None:
    image = life.read_bytes()
    whole = chip("export", life)[0].splitlines(keepends=True)
    hot = [line for line in whole if b'"hot":true' in line]
    keys, files = tmp_path / "nvs.bin", tmp_path / "memory.bin"
    keys.write_bytes(image[NVS_AT : NVS_AT + NVS_BYTES])
    files.write_bytes(image[MEMORY_AT : MEMORY_AT + (3 << 20)])
    out, err = chip("export", keys)
    assert out == b"".join(hot)
    assert "memory: is not in the file" in err
    out, err = chip("export", files)
    assert out == b"".join(whole)  # the rest is in the snapshot
    assert "nvs: is not in the file: hot memory is taken from the snapshot" in err


def test_a_chip_in_use_is_read_as_it_is(desk: Callable[..., Desk], tmp_path: Path) -> None:
    companion = desk("--flash", tmp_path / "one.flash")
    companion.tool("memory", action="write", type="fact", content="还在说话")
    out, err = chip("export", tmp_path / "one.flash")
    assert "还在说话" in out.decode()
    assert "in use by a companion" in err
    assert companion.tool("memory", action="read")["counts"]["facts"] == 1


def test_what_is_no_image_is_said_in_one_line(tmp_path: Path) -> None:
    assert "No such file" in chip("list", tmp_path / "none", status=66)[1]
    empty = tmp_path / "empty"
    empty.touch()
    assert "is empty" in chip("export", empty, status=1)[1]
    table = tmp_path / "table.csv"
    table.write_text("nvs,data\n")
    other = tmp_path / "other"
    other.write_bytes(b"hello" * 5000)
    assert "no partition table" in chip("list", other, "--partitions", table, status=2)[1]
    assert "COMMAND" in chip(status=2)[1]
    gone = tmp_path / "gone" / "out"
    assert len(chip("export", other, gone, status=1)[1].splitlines()) <= 4


def test_an_export_that_fails_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("yesterday's")
    chip("export", tmp_path / "none.flash", target, status=66)
    assert target.read_text() == "yesterday's"
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]
