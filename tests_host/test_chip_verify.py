"""./tools/chip.sh verify, build and parts: every rule is looked at, and a new chip is whole."""

import gzip
import json
import random
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import device
import pytest
from chip_images import MEMORY_AT, MEMORY_BYTES, NVS_AT, NVS_BYTES, chip
from desk import Desk

from tools.rescue import image, nvs, verify
from tools.rescue.checking_cold import Cold
from tools.rescue.checking_hot import Hot
from tools.rescue.chip import Chip
from tools.rescue.findings import DAMAGE

_GOLDEN = sorted((device.ROOT / "tests_host" / "golden").glob("format*"))
_FLIPS = 200 if device.LONG else device.tries(12)
Files = dict[str, bytes]


@pytest.fixture(scope="module")
def files(life: Path, tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The files of a sound archive, with an index that its background work has made."""
    with Chip(image.load(life)) as opened:
        assert opened.memory is not None
        store = opened.memory.store
        work = store.background()
        while work.begin(False):
            while work.step() is not None:
                continue
        store.release_background()
        folder = Path(opened._folder.name)
        found = {}
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                found[str(path.relative_to(folder))] = path.read_bytes()
    assert "index" in found
    assert any(path.endswith(".gz") for path in found)
    return found


def cold(files: Files, folder: Path) -> list[str]:
    """Findings, as lines, on the files of an archive."""
    return [one.line() for one in Cold(files, folder).findings]


def resealed(files: Files, change: Callable[[dict], None]) -> Files:
    """The files with a manifest that checks although it says something else."""
    found = json.loads(files["manifest"].split(b"\n")[0])
    change(found)
    text = json.dumps(found, separators=(",", ":")).encode()
    return {**files, "manifest": text + b"\n%08x\n" % zlib.crc32(text)}


# -- sound chips ---------------------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("folder", _GOLDEN, ids=lambda folder: folder.name)
def test_a_golden_chip_keeps_every_rule(folder: Path, tmp_path: Path) -> None:
    for part in ("nvs", "memory"):
        path = tmp_path / f"{part}.bin"
        path.write_bytes(gzip.decompress((folder / f"{part}.bin.gz").read_bytes()))
        out = chip("verify", path, "--part", part)[0].decode()
        assert "no damages" in out
        assert all("is not in the file" in line for line in out.splitlines()[:-1]), out


@pytest.mark.thorough
def test_a_life_on_the_desk_keeps_every_rule(life: Path, files: Files, tmp_path: Path) -> None:
    assert chip("verify", life)[0].decode().endswith(" memories, no damages, 0 notes\n")
    assert json.loads(chip("verify", life, "--json")[0]) == []
    assert cold(files, tmp_path) == []


# Writes and erases blobs and numbers, cut in each operation in turn; writes the image as the cut
# left it to argv[1] + its number, then prints what the chip has after its next start.
_CUTS = """
import binascii, json, sys
from sim import chip
from sim.nor import NorFlash, PowerCut
import esp32
TABLE = [("nvs", 1, 2, 0, 4 * 4096)]

def work():
    kv = esp32.NVS("mem")
    for turn in range(2):
        for number in range(3):
            if turn:
                kv.erase_key("s%03d" % number)
            kv.set_blob("s%03d" % (number + 3 * turn), bytes([65 + number]) * 150)
            kv.set_i32("committed", number)
        kv.commit()

def values():
    kv = esp32.NVS("mem")
    found = {}
    buffer = bytearray(700)
    for key in ["s%03d" % number for number in range(6)]:
        try:
            found[key] = binascii.hexlify(buffer[: kv.get_blob(key, buffer)]).decode()
        except OSError as e:
            found[key] = None
    try:
        found["committed"] = kv.get_i32("committed")
    except OSError:
        found["committed"] = None
    return found

cut = 0
rows = []
while True:
    cut += 1
    image = bytearray(b"\\xff" * (4 * 4096))
    try:
        chip.power_on(NorFlash(image, len(image), cut, cut), TABLE)
        work()
        break
    except PowerCut:
        with open(sys.argv[1] + str(cut), "wb") as f:
            f.write(image)
    chip.power_on(NorFlash(image, len(image)), TABLE)
    rows.append(values())
print(json.dumps(rows))
"""


def test_nvs_that_a_cut_left_is_read_as_the_chip_will_and_is_no_damage(
    run_mpy: Callable, tmp_path: Path
) -> None:
    rows = run_mpy(_CUTS, tmp_path / "cut", heap="8M").json()
    assert len(rows) > 50
    for number, wanted in enumerate(rows, 1):
        store = nvs.Store((tmp_path / f"cut{number}").read_bytes())
        damages = [one.line() for one in store.findings if one.level == DAMAGE]
        assert damages == [], number
        found = {
            key: value.hex() if isinstance(value, bytes) else value
            for (_, key), value in store.values.items()
        }
        assert found == {key: value for key, value in wanted.items() if value is not None}, number


# -- broken rules --------------------------------------------------------------------------------


def test_any_flipped_bit_in_a_sealed_file_is_found(
    files: Files, tmp_path: Path, figure: Callable[[str, float], None]
) -> None:
    named = json.loads(files["manifest"].split(b"\n")[0])["streams"]["life"]
    open_segment = f"life/{named['open']}.jsonl"  # the one file without a checksum
    paths = [path for path in files if path != open_segment]
    for seed in range(_FLIPS):
        rng = random.Random(seed)
        path = rng.choice(paths)
        data = bytearray(files[path])
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        found = cold({**files, path: bytes(data)}, tmp_path)
        assert any(line.startswith("damage: /memory/") for line in found), (seed, path, found)
    figure("chip_flips_found", _FLIPS)


def test_a_notebook_or_a_page_that_does_not_check_is_told(files: Files, tmp_path: Path) -> None:
    assert not [line for line in cold(files, tmp_path) if "notebook" in line or "pad" in line]
    notebook, page = files["notebook"], files["scratchpad"]
    assert int.from_bytes(notebook[6:8], "little") > 700  # members
    learned = cold({**files, "learned": page}, tmp_path)
    assert learned == cold(files, tmp_path)
    for path, spoilt in (
        ("notebook", notebook[:-1]),
        ("notebook", b"Y" + notebook[1:]),
        ("notebook", notebook[:99] + b"!!!" + notebook[102:]),
        ("notebook", notebook[:-9] + b"!" + notebook[-8:]),
        ("notebook", notebook + b"!!!!"),
        ("notebook", b""),
        ("scratchpad", page[:-3]),
        ("scratchpad", b"!" + page[1:]),
        ("learned", page.replace(b'"', b"'", 1)),
    ):
        told = cold({**files, path: spoilt}, tmp_path)
        assert [line for line in told if line.startswith(f"damage: /memory/{path}: ")], spoilt[:9]


def test_a_missing_file_and_one_that_nothing_names_are_told(files: Files, tmp_path: Path) -> None:
    for path in files:
        left = {name: data for name, data in files.items() if name != path}
        told = " ".join(cold(left, tmp_path))
        made_anew = ("snapshot", "index", "notebook", "scratchpad")
        if path not in made_anew and f"life/{path}" != path:
            assert f"/memory/{path}" in told or "manifest" in told or ".jsonl" in path
    extra = {**files, "life/77.jsonl": b"", "life/777.idx": b"", "notes.txt": b"hello"}
    told = "\n".join(cold(extra, tmp_path))
    assert "damage: /memory/life/77.jsonl: the manifest does not name it" in told
    assert "note: /memory/life/777.idx: the index does not name it" in told
    assert "note: /memory/notes.txt" in told


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        (1, 5, "bytes, the manifest says 5"),
        (2, 5, "lines, the manifest says 5"),
        (6, 1, "the manifest says 1"),
        (7, "00000000", "do not check against the manifest"),
        (5, "2001-01-01", "the manifest says"),
    ],
)
def test_every_figure_of_the_manifest_is_counted_again(
    files: Files, tmp_path: Path, column: int, value: object, words: str
) -> None:
    def change(found: dict) -> None:
        for row in found["streams"]["life"]["sealed"]:
            row[column] = value

    assert words in "\n".join(cold(resealed(files, change), tmp_path))


def test_what_lies_in_the_manifest_itself_is_told(files: Files, tmp_path: Path) -> None:
    newer = resealed(files, lambda found: found.update(format=99))
    assert "has format 99" in "\n".join(cold(newer, tmp_path))
    bad = {**files, "manifest": files["manifest"].replace(b'"open"', b'"Open"')}
    assert "manifest: does not check" in "\n".join(cold(bad, tmp_path))


def _slot(seq: int, mark: int, key: bytes, value: bytes) -> bytes:
    body = struct.pack("<IIB", seq, mark, len(key)) + key + value
    return struct.pack("<I", zlib.crc32(body)) + body


_KEY = b"f" + struct.pack(">I", 7) + b"abc"
_VALUE = bytes((1, 0, 0, 0, 0, 0, 1, 1, 1)) + b"a"
_MEM = {"format": 1, "epoch": 13368, "ids": 64, "committed": 3}  # 13368 is abc


@pytest.mark.parametrize(
    ("values", "level", "words"),
    [
        ({"s000": b"x" * 50}, "damage", "its checksum is wrong"),
        ({"s000": _slot(1, 0, _KEY, b"\x09")}, "damage", "is not known"),
        ({"s000": _slot(1, 4, _KEY, _VALUE)}, "note", "never committed"),
        (
            {"s000": _slot(1, 0, _KEY, _VALUE), "s001": _slot(2, 0, _KEY, _VALUE)},
            "note",
            "an older state of what s001 has",
        ),
        (
            {"s000": _slot(1, 0, _KEY, _VALUE), "s001": _slot(1, 0, b"t" + _KEY[1:], _VALUE)},
            "damage",
            "has the id of s000, as another kind",
        ),
        (
            {"s000": _slot(1, 0, _KEY, _VALUE), "s001": _slot(1, 0, b"t" + _KEY[1:], _VALUE)},
            "damage",
            "has the sequence number 1 of s000",
        ),
        ({"s000": _slot(1, 0, _KEY, _VALUE), "ids": 7}, "damage", "not below the ceiling"),
        ({"journal": b"\0" * 12}, "damage", "its batch is dropped"),
        ({"format": 9}, "damage", "format 9"),
    ],
)
def test_every_rule_of_hot_memory_is_looked_at(
    values: dict[str, int | bytes], level: str, words: str
) -> None:
    mem: dict[str, int | bytes | str] = {**_MEM, **values}
    found = Hot({("mem", key): value for key, value in mem.items()}, 20).findings
    assert any(one.level == level and words in one.what for one in found), found
    sound: dict[str, int | bytes | str] = {**_MEM, "s000": _slot(1, 3, _KEY, _VALUE)}
    assert Hot({("mem", key): value for key, value in sound.items()}, 20).findings == []


def test_a_record_that_is_hot_and_archived_is_told(life: Path, tmp_path: Path) -> None:
    """The line of a record that is hot, put into the archive behind the companion's back."""
    with Chip(image.load(life)) as opened:
        assert opened.files is not None
        sealed = min(p for p in opened.files.files if p.endswith(".jsonl"))
        ((record, _),) = [row for row in opened.records() if row[1]][:1]
        line = f'{{"id":"{record.id}","rev":99,"kind":"{record.kind}","deleted_at":'
        line += '"2026-02-05T10:00:00"}\n'
        opened.files.files[sealed] += line.encode()
        found = [one for one in verify.verify(opened, tmp_path) if one.level == DAMAGE]
    assert any(f"{record.id} is hot with rev" in one.what for one in found)
    assert any("ended with rev 99" in one.what for one in found)


# -- a fresh image -------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_fresh_image_has_every_memory_and_the_same_settings(
    life: Path, desk: Callable[..., Desk], tmp_path: Path
) -> None:
    export, made = tmp_path / "out.jsonl", tmp_path / "new.flash"
    chip("export", life, export)
    err = chip("build", export, made, "--from", life)[1]
    assert "0 refused" in err
    assert chip("export", made)[0] == export.read_bytes()
    old = tmp_path / "old.flash"
    shutil.copy(life, old)
    before, after = (desk("--flash", path, "--now", "2026-02-05T11:00") for path in (old, made))
    assert after.token == before.token
    assert after.tool("memory", action="read") == before.tool("memory", action="read")
    new = after.tool("memory", action="write", type="fact", content="在新的芯片上")
    assert new["result"] == "ADDED"
    assert f'"{new["id"]}"'.encode() not in export.read_bytes()


@pytest.mark.thorough
def test_a_chip_of_8_mb_and_its_partitions_go_onto_a_board(tmp_path: Path) -> None:
    export, made = tmp_path / "out.jsonl", tmp_path / "new.flash"
    record = (
        '"rev":1,"kind":"goal","created":"2026-02-05T10:00:00","content":"学会游泳","hot":true'
    )
    export.write_text(f'{{"id":"abc2",{record}}}\n', encoding="utf-8")
    chip("build", export, made, "--size", "8")
    assert made.stat().st_size == 8 << 20
    said = chip("parts", made, tmp_path / "parts")[0].decode().split()
    assert said[:4] == ["esptool", "--port", "PORT", "write-flash"]
    board = bytearray(b"\xe9" * (8 << 20))  # what else is flashed there
    for at, path in zip(said[4::2], said[5::2], strict=True):
        part = Path(path).read_bytes()
        board[int(at, 16) : int(at, 16) + len(part)] = part
    assert len(said) == 8
    dump = tmp_path / "dump.bin"
    dump.write_bytes(board)
    assert chip("export", dump)[0] == export.read_bytes()
    assert json.loads(chip("list", dump, "--json")[0])["settings"] == {}


@pytest.mark.thorough
def test_what_cannot_be_built_is_said_and_nothing_is_left(life: Path, tmp_path: Path) -> None:
    export = tmp_path / "out.jsonl"
    export.write_text("what?\n")
    made = tmp_path / "new.flash"
    err = chip("build", export, made, status=1)[1]
    assert "line 1: not taken" in err
    assert "0 memories" in err
    before = made.read_bytes()
    assert "is there already" in chip("build", export, made, status=1)[1]
    assert made.read_bytes() == before
    assert "no such file" in chip("build", tmp_path / "none", tmp_path / "n", status=1)[1]
    assert "no such folder" in chip("build", export, tmp_path / "n" / "n", status=1)[1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.flash", "out.jsonl"]


@pytest.mark.thorough
def test_a_damaged_chip_becomes_a_whole_one_in_three_commands(life: Path, tmp_path: Path) -> None:
    data = bytearray(life.read_bytes())
    data[MEMORY_AT : MEMORY_AT + 8192] = bytes(8192)
    data[NVS_AT + NVS_BYTES - 4096 : NVS_AT + NVS_BYTES] = bytes(4096)
    dump, export, made = (tmp_path / name for name in ("dump.bin", "out.jsonl", "new.flash"))
    dump.write_bytes(data)
    assert MEMORY_AT + MEMORY_BYTES < len(data)
    chip("export", dump, export, status=1)
    chip("build", export, made, "--from", dump)
    assert chip("verify", made)[0].decode().endswith("no damages, 0 notes\n")
    assert sorted(chip("export", made)[0].splitlines()) == sorted(
        chip("export", life)[0].splitlines()
    )
