"""
What ./tools/chip.sh saves of damaged chips: every record of which no byte was touched, and what
it says of the rest. Never a traceback, whatever the file is.
"""

import io
import json
import random
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import device
import pytest
from chip_images import MEMORY_AT, MEMORY_BYTES, NVS_AT, NVS_BYTES, chip

from tools import chip as tool
from tools.rescue import image, salvage
from tools.rescue.carve import CHAIN, lines_of_blocks
from tools.rescue.chip import Chip
from tools.rescue.device import module
from tools.rescue.findings import DAMAGE
from tools.rescue.metadata import BLOCK, Disk, Entry

_SEEDS = 400 if device.LONG else device.tries(8)
_FOREIGN = 120 if device.LONG else device.tries(9)
State = tuple[int, str, bool]  # its rev, all that it says, whether it is at hand


class Saved(NamedTuple):
    """States by id, ids of those that nobody is sure of, lines that could not be read, damages."""

    records: dict[str, State]
    lost: set[str]
    unread: int
    damages: list[str]


def _said(record: Any) -> str:
    """Every field of a record, those of a newer version too."""
    fields = sorted(record.fields.items())  # the short form of a line has another order
    return repr((record.kind, record.created, fields, record.unknown, record.other))


def save(data: "bytes | bytearray", folder: Path, everywhere: bool = False) -> Saved:
    path = folder / "dump.bin"
    path.write_bytes(data)
    with Chip(image.load(path)) as opened:
        found = salvage.salvage(opened, everywhere)
        records = {r.id: (r.rev, _said(r), hot) for r, hot in found.records}
        lost = {state.id for state in found.lost}
        damages = [one.line() for one in opened.findings if one.level == DAMAGE]
    return Saved(records, lost, found.unread, damages)


class Layout:
    """Where on a sound chip the bytes are: `files`, and the `blocks` that each record needs."""

    def __init__(self, data: bytes, records: dict[str, State]) -> None:
        self.disk = Disk(data[MEMORY_AT : MEMORY_AT + MEMORY_BYTES])
        root = self.disk.newer((0, 1))
        assert root is not None
        (pair,) = [e.data for e in root.entries if e.name == "life"]
        self.life_pair = struct.unpack("<II", pair)
        life = self.disk.newer(self.life_pair)
        assert life is not None
        self.entries = {e.name: e for e in [*root.entries, *life.entries] if e.struct == 0x202}
        self.files = self.disk.files()
        self.blocks: dict[str, set[int]] = {}
        for path in self.files:
            if path.startswith("life/"):
                self._place(path.removeprefix("life/"), records)
        used = {at for name in self.entries for at in self.of(name)}
        self.used = sorted({0, 1, *self.life_pair} | used)

    def of(self, name: str) -> list[int]:
        """The blocks of a file, first to last."""
        return [number for number, _ in self._extents(self.entries[name])]

    def _extents(self, entry: Entry) -> list[tuple[int, int]]:
        """(block, bytes of the file in it)"""
        head, left = struct.unpack("<II", entry.data)
        lengths: list[int] = []
        while left > 0:
            skip = 4 * (len(lengths) & -len(lengths)).bit_length()
            lengths.append(min(left, BLOCK - skip))
            left -= BLOCK - skip
        found = []
        for at in range(len(lengths) - 1, -1, -1):
            found.append((head, lengths[at]))
            head = struct.unpack_from("<I", self.disk.raw(head))[0] if at else 0
        return found[::-1]

    def _within(self, name: str, begin: int, end: int) -> set[int]:
        """The blocks of a file that bytes from `begin` to `end` lie in."""
        at = 0
        found = set()
        for number, size in self._extents(self.entries[name]):
            if at < end and begin < at + size:
                found.add(number)
            at += size
        return found

    def _place(self, name: str, records: dict[str, State]) -> None:
        data = self.files[f"life/{name}"]
        if not name.endswith(".gz"):
            at = 0
            for line in data.split(b"\n"):
                if line:
                    self._note(line, self._within(name, at, at + len(line) + 1), records)
                at += len(line) + 1
            return
        pack = module("log.pack").Pack(io.BytesIO(data), len(data))
        ends = [pack.row(at)[0] for at in range(1, len(pack))] + [len(data)]
        for at in range(len(pack)):
            blocks = self._within(name, pack.row(at)[0], ends[at])
            for line in pack.read(at).split(b"\n"):
                if line.startswith(b'{"id"'):
                    self._note(line, blocks, records)

    def _note(self, line: bytes, blocks: set[int], records: dict[str, State]) -> None:
        found = json.loads(line.decode(), strict=False)
        known = records.get(found["id"])
        if known is not None and found["rev"] == known[0] and not known[2]:
            self.blocks[found["id"]] = blocks


@pytest.fixture(scope="module")
def sound(life: Path) -> bytes:
    return life.read_bytes()


@pytest.fixture(scope="module")
def truth(sound: bytes, tmp_path_factory: pytest.TempPathFactory) -> dict[str, State]:
    found = save(sound, tmp_path_factory.mktemp("truth"))
    assert found[1:] == (set(), 0, [])
    return found.records


@pytest.fixture(scope="module")
def layout(sound: bytes, truth: dict[str, State]) -> Layout:
    found = Layout(sound, truth)
    assert set(found.blocks) == {id for id, state in truth.items() if not state[2]}
    return found


def spoil(data: bytes, blocks: "list[int]", with_what: "bytes | None" = None) -> bytearray:
    """The chip with these blocks of the archive overwritten, at random or with one byte."""
    spoiled = bytearray(data)
    for number in blocks:
        rubbish = with_what * BLOCK if with_what else random.Random(number).randbytes(BLOCK)
        at = MEMORY_AT + number * BLOCK
        spoiled[at : at + BLOCK] = rubbish
    return spoiled


# -- one thing broken ----------------------------------------------------------------------------


def test_searching_a_sound_chip_everywhere_brings_nothing_back(
    sound: bytes, truth: dict[str, State], tmp_path: Path
) -> None:
    assert save(sound, tmp_path, everywhere=True) == (truth, set(), 0, [])


@pytest.mark.sample(1)
@pytest.mark.parametrize("which", [[0], [1], [0, 1]])
def test_a_chip_without_its_superblock_gives_every_record(
    sound: bytes, truth: dict[str, State], tmp_path: Path, which: list[int]
) -> None:
    """LittleFS falls back to an older state in silence, or does not mount."""
    found = save(spoil(sound, which), tmp_path)
    assert found.records == truth
    assert not found.lost
    assert "root directory" in " ".join(found.damages)


def test_an_erased_superblock_is_no_blank_archive(
    sound: bytes, truth: dict[str, State], tmp_path: Path
) -> None:
    found = save(spoil(sound, [0, 1], b"\xff"), tmp_path)
    assert found.records == truth
    assert "it mounts no more" in " ".join(found.damages)


def test_a_directory_that_lost_its_newest_state_is_told_and_made_up_for(
    sound: bytes, truth: dict[str, State], layout: Layout, tmp_path: Path
) -> None:
    for number in layout.life_pair:
        found = save(spoil(sound, [number]), tmp_path)
        assert set(found.records) == set(truth)
        assert "directory life: block" in " ".join(found.damages)


def test_blocks_give_every_record_where_no_metadata_is_left(
    sound: bytes, truth: dict[str, State], layout: Layout, tmp_path: Path
) -> None:
    found = save(spoil(sound, [0, 1, *layout.life_pair]), tmp_path)
    assert found.records == truth
    # Nobody knows of these whether they were deleted since.
    assert found.lost == {id for id, state in truth.items() if not state[2]}


def test_a_manifest_that_does_not_check_costs_nothing(
    sound: bytes, truth: dict[str, State], layout: Layout, tmp_path: Path
) -> None:
    spoiled = bytearray(sound)
    at = sound.rfind(layout.files["manifest"])
    assert at > MEMORY_AT
    spoiled[at + 5] ^= 1
    found = save(spoiled, tmp_path)
    assert found.records == truth
    assert found.damages


@pytest.mark.sample(1)
@pytest.mark.parametrize("at", [0, 1, -1])
def test_a_pack_with_a_lost_block_gives_the_others(
    sound: bytes, truth: dict[str, State], layout: Layout, tmp_path: Path, at: int
) -> None:
    (name,) = [name for name in layout.entries if name.endswith(".gz")]
    gone = layout.of(name)[at]
    # Without the old copies of the plain segments, which nothing has overwritten yet.
    free = [n for n in range(2, layout.disk.count) if n not in layout.used]
    found = save(spoil(bytes(spoil(sound, free, b"\xff")), [gone]), tmp_path)
    kept = {id for id, state in truth.items() if state[2] or gone not in layout.blocks[id]}
    assert kept <= set(found.records)
    assert all(found.records[id] == truth[id] for id in kept)
    assert len(kept) < len(truth)
    assert found.unread or gone == layout.of(name)[-1]
    assert name in " ".join(found.damages)


def test_lost_pages_of_nvs_are_made_up_for_by_the_snapshot(
    sound: bytes, truth: dict[str, State], tmp_path: Path
) -> None:
    spoiled = bytearray(sound)
    for page in (0, 1, NVS_BYTES // BLOCK - 1):
        at = NVS_AT + page * BLOCK
        spoiled[at : at + BLOCK] = random.Random(page).randbytes(BLOCK)
        found = save(bytes(spoiled), tmp_path)
        assert found.records == truth
        assert "nvs page" in " ".join(found.damages)


def test_slots_of_a_page_that_does_not_check_are_found_without_a_snapshot(
    sound: bytes, truth: dict[str, State], tmp_path: Path
) -> None:
    nvs = bytearray(sound[NVS_AT : NVS_AT + NVS_BYTES])
    for page in range(0, NVS_BYTES, BLOCK):
        if nvs[page] != 0xFF or nvs[page + 8] == 0xFE:
            nvs[page + 28] ^= 1  # the checksum of its header
    found = save(bytes(nvs), tmp_path)
    hot = {id: state for id, state in truth.items() if state[2]}
    assert {id: found.records.get(id) for id in hot} == hot
    assert set(hot) <= found.lost


def test_a_dump_that_was_cut_short_gives_what_it_has(
    sound: bytes, truth: dict[str, State], layout: Layout, tmp_path: Path
) -> None:
    for end in (MEMORY_AT + layout.used[-3] * BLOCK + 100, MEMORY_AT - 5000, NVS_AT + NVS_BYTES):
        found = save(sound[:end], tmp_path)
        last = (end - MEMORY_AT) // BLOCK
        kept = {id for id, blocks in layout.blocks.items() if max(blocks) < last}
        kept |= {id for id, state in truth.items() if state[2]}
        assert kept <= set(found.records)
        assert "KB before the partition does" in " ".join(found.damages)


def test_a_line_over_two_blocks_is_whole_where_the_earlier_blocks_of_its_file_were_cut_off() -> (
    None
):
    """A file goes round the end of its partition: what came before lies behind the cut."""
    line = b'{"id":"abc1","rev":1,"content":"' + b"x" * 900 + b'"}'
    fourth = struct.pack("<I", 766).ljust(BLOCK - 300, b" ") + line[:300]
    fifth = struct.pack("<III", 2, 766, 756) + line[300:] + b"\n"
    data = b"\xff" * (2 * BLOCK) + fourth + fifth.ljust(BLOCK, b"\xff")
    found = [one for one in lines_of_blocks(data, MEMORY_BYTES) if one.source == CHAIN]
    assert [one.text for one in found] == [line]


# What a device writes that forgets old650 for good, before anything is cleaned.
_FORGET = """
import boot
from memory.erase.erasure_journal import ErasureJournal
listed = ErasureJournal("/memory")
listed.ids.add(b"old", 650)
listed.count = 1
listed.save()
"""


def test_what_is_forgotten_for_good_is_not_brought_back(
    sound: bytes, truth: dict[str, State], layout: Layout, run_mpy: Callable, tmp_path: Path
) -> None:
    path = tmp_path / "chip.flash"
    path.write_bytes(sound)
    run_mpy(_FORGET, flash=path, heap="4M")
    data = path.read_bytes()
    wanted = {id: state for id, state in truth.items() if id != "old650"}
    assert save(data, tmp_path, everywhere=True).records == wanted
    at = (data.index(b'"said":[]') - MEMORY_AT) // BLOCK
    for blocks in ([0], [0, 1, *layout.life_pair]):
        left = [number for number in blocks if number != at]  # the list itself is left
        assert "old650" not in save(spoil(data, left), tmp_path).records
    assert "1 records are forgotten" in chip("verify", path)[0].decode()


# -- anything broken -----------------------------------------------------------------------------


def _damage(rng: random.Random, data: bytearray, layout: Layout) -> set[int]:
    """Spoil something of the archive; the blocks that were touched."""
    used = [number for number in layout.used if rng.random() < 0.95 or number > 1]
    kind = rng.choice(("bits", "bits", "blocks", "blocks", "erased", "zeros", "bytes", "end"))
    if kind == "end":
        cut = rng.randrange(4, layout.disk.count)
        del data[MEMORY_AT + cut * BLOCK + rng.randrange(BLOCK) :]
        return set(range(cut, layout.disk.count))
    touched = set(rng.choices(used, k=rng.choice((1, 2, 5))))
    for number in touched:
        at = MEMORY_AT + number * BLOCK
        if kind == "bits":
            for _ in range(rng.choice((1, 20))):
                data[at + rng.randrange(BLOCK)] ^= 1 << rng.randrange(8)
        elif kind == "bytes":
            begin = at + rng.randrange(BLOCK - 200)
            data[begin : begin + 200] = rng.randbytes(200)
        else:
            rubbish = {"erased": b"\xff" * BLOCK, "zeros": bytes(BLOCK)}
            data[at : at + BLOCK] = rubbish.get(kind) or rng.randbytes(BLOCK)
    return touched


@pytest.mark.parametrize("seed", range(_SEEDS))
def test_every_record_of_which_no_byte_was_touched_is_saved(
    sound: bytes,
    truth: dict[str, State],
    layout: Layout,
    tmp_path: Path,
    figure: Callable[[str, float], None],
    seed: int,
) -> None:
    rng = random.Random(seed)
    data = bytearray(sound)
    touched = _damage(rng, data, layout)
    found = save(bytes(data), tmp_path)
    kept = {id for id, blocks in layout.blocks.items() if not blocks & touched}
    kept |= {id for id, state in truth.items() if state[2]}
    wrong = {id: found.records.get(id) for id in kept if found.records.get(id) != truth[id]}
    assert wrong == {}, (seed, touched)
    told = found.damages or found.unread
    assert told or set(found.records) == set(truth)
    figure("chip_images", 1)
    figure("chip_records", len(kept))
    figure("chip_touched_saved", len(set(found.records) & set(truth) - kept))


@pytest.mark.parametrize("seed", range(max(1, _SEEDS // 4)))
def test_every_record_outlives_flipped_bits_in_nvs(
    sound: bytes,
    truth: dict[str, State],
    tmp_path: Path,
    figure: Callable[[str, float], None],
    seed: int,
) -> None:
    """What a flip costs in NVS, the snapshot has."""
    rng = random.Random(seed)
    data = bytearray(sound)
    for _ in range(rng.choice((1, 8, 64))):
        data[NVS_AT + rng.randrange(0x3000)] ^= 1 << rng.randrange(8)
    found = save(bytes(data), tmp_path)
    assert found.records == truth, seed
    figure("chip_images", 1)


def _foreign(rng: random.Random, sound: bytes) -> bytes:
    """A file that is no chip of ours, or hardly."""
    kind = rng.randrange(5)
    size = rng.choice((1, 31, 4096, 48 << 10, 100000, 1 << 20))
    if kind == 0:
        return rng.randbytes(size)
    if kind == 1:
        return bytes((rng.randrange(256),)) * size
    if kind == 2:
        at = rng.randrange(0, MEMORY_AT, BLOCK)
        return sound[at : at + size]
    if kind == 3:
        head = b"\xff" * 8 + b"littlefs" + rng.randbytes(40)
        return head.ljust(size, b"\xff")
    files = bytearray(sound[MEMORY_AT : MEMORY_AT + (1 << 20)])
    for at in range(16):
        files[at + rng.randrange(8000)] = rng.randrange(256)
    return bytes(files)


@pytest.mark.parametrize("seed", range(_FOREIGN))
def test_any_file_ends_with_a_status_and_a_sentence(
    sound: bytes,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    figure: Callable[[str, float], None],
    seed: int,
) -> None:
    rng = random.Random(seed)
    path = tmp_path / "file"
    path.write_bytes(_foreign(rng, sound))
    for command in ("list", "verify", "export"):
        options = ["--part", rng.choice(("nvs", "memory"))] if rng.random() < 0.3 else []
        status = tool.main([command, str(path), *options])
        out, err = capfd.readouterr()
        assert status in (0, 1)
        assert "Traceback" not in err
        assert out + err
        if command == "verify":
            assert out.splitlines()[-1].endswith(" notes")
    figure("chip_foreign", 1)


def test_a_damaged_chip_is_told_by_sentences_and_the_status(
    sound: bytes, layout: Layout, tmp_path: Path
) -> None:
    path = tmp_path / "dump.bin"
    path.write_bytes(spoil(sound, [0, 1, *layout.life_pair]))
    target, sure = tmp_path / "out.jsonl", tmp_path / "sure.jsonl"
    err = chip("export", path, target, status=1)[1]
    assert "no file system can be mounted" in err
    assert "were found only where nothing leads any more" in err
    assert "--sure leaves them out" in err
    err = chip("export", path, sure, "--sure", status=1)[1]
    assert all('"hot":true' in line for line in sure.read_text(encoding="utf-8").splitlines())
    assert set(sure.read_bytes().splitlines()) < set(target.read_bytes().splitlines())
    out, err = chip("verify", path, status=1)
    assert "damage: memory: no file system can be mounted" in out.decode()
    chip("list", path)
