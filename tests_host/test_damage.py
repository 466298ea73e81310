"""
Whatever lies on the flash, the companion starts, says what is wrong, and answers only for what is
there after the next start.
"""

import random

import device
import pytest

MEMORY = 0x720000
MEMORY_SIZE = 0x300000
NVS = 0x9000
NVS_SIZE = 0xC000
PAGE = 4096

FULL_OF_OTHERS = """
import sys
from sim import desk
desk.power_on(sys.argv[1], sys.argv[2])
import esp32
kv = esp32.NVS("foreign")
count = 0
for size in (2000, 500, 60, 1):
    while True:
        try:
            kv.set_blob("k%d" % count, bytes(size))
        except OSError:
            break
        count += 1
while True:
    try:
        kv.set_i32("i%d" % count, count)
    except OSError:
        break
    count += 1
"""


def tell(companion, words):
    """Write a fact; True where it was acknowledged, else the call must say why not."""
    said = companion.tool("memory", action="write", type="fact", content=words)
    if said["status"] == "ok":
        assert said["result"] == "ADDED", said
        return True
    assert len(said["message"]) > 4, said
    return False


def facts(companion):
    said = companion.tool("memory", action="read", type="fact")
    return [item["content"] for item in said["facts"]] if said["status"] == "ok" else None


@pytest.fixture
def lived(desk, flash):
    """A chip with hot memory, an archive and a snapshot; what was told."""
    companion = desk("--flash", flash, "--stdio")
    companion.initialize()
    told = [f"第 {n} 件事，说过的" for n in range(26)]
    for words in told:
        assert tell(companion, words)
    assert companion.stop() == 0
    return flash, told


def damaged(image, kind, rng):
    """The same chip with damage of a kind, drawn."""
    image = bytearray(image)
    if kind == "noise in nvs":
        image[NVS : NVS + NVS_SIZE] = rng.randbytes(NVS_SIZE)
    elif kind == "nvs pages in another order":
        pages = [image[NVS + n * PAGE :][:PAGE] for n in range(NVS_SIZE // PAGE)]
        rng.shuffle(pages)
        image[NVS : NVS + NVS_SIZE] = b"".join(pages)
    elif kind == "noise everywhere":
        image[0x9000:] = rng.randbytes(len(image) - 0x9000)
    elif kind == "noise in the head of each block":
        for at in range(MEMORY, MEMORY + MEMORY_SIZE, PAGE):
            image[at : at + 64] = rng.randbytes(64)
    elif kind == "flipped bits":
        for start, size in ((NVS, NVS_SIZE), (MEMORY, MEMORY_SIZE)):
            used = [at for at in range(start, start + size) if image[at] != 0xFF]
            for at in rng.sample(used, 12):
                image[at] ^= 1 << rng.randrange(8)
    else:  # blocks of files overwritten by zeros
        used = [at for at in range(MEMORY, MEMORY + MEMORY_SIZE, PAGE) if image[at] != 0xFF]
        for at in rng.sample(used, 4):
            image[at : at + PAGE] = bytes(PAGE)
    return bytes(image)


KINDS = (
    "noise in nvs",
    "nvs pages in another order",
    "noise everywhere",
    "noise in the head of each block",
    "flipped bits",
    "zeros",
)


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", KINDS)
def test_any_damage_leaves_a_companion_that_starts_and_keeps_its_word(desk, lived, kind, figure):
    flash, told = lived
    whole = flash.read_bytes()
    figure("damaged_chips", 2)
    for seed in range(2):
        flash.write_bytes(damaged(whole, kind, random.Random(f"{kind} {seed}")))
        companion = desk("--flash", flash, "--stdio")
        companion.initialize()
        kept = facts(companion) or []
        assert set(kept) <= set(told), (kind, seed)
        found = companion.tool("memory", action="recall", keyword="件事", limit=50)
        assert found["status"] in ("ok", "error")
        added = tell(companion, f"坏了以后说的 {seed}")
        companion.kill()
        companion = desk("--flash", flash, "--stdio")
        companion.initialize()
        again = facts(companion)
        assert added == (f"坏了以后说的 {seed}" in (again or [])), (kind, seed)
        assert not [event for event in companion.events if event.get("module") == "task"]
        assert companion.stop() == 0


def test_an_nvs_full_of_others_things_is_said_and_the_companion_starts(desk, flash, run_mpy):
    run_mpy(FULL_OF_OTHERS, flash, device.PARTITIONS)
    for way in ((), ("--stdio",)):
        companion = desk("--flash", flash, *way)
        companion.initialize()
        assert any(event.get("module") == "nvs" for event in companion.events)
        assert not tell(companion, "放不下")
        assert companion.tool("memory", action="read")["status"] == "error"
        assert companion.stop() in (0, 130)


@pytest.mark.thorough
def test_an_nvs_that_others_fill_later_costs_nothing_that_was_told(desk, lived, run_mpy):
    flash, told = lived
    run_mpy(FULL_OF_OTHERS, flash, device.PARTITIONS)
    companion = desk("--flash", flash, "--stdio")
    companion.initialize()
    before = facts(companion)
    assert len(before) >= 15
    assert not tell(companion, "放不下")
    assert companion.tool("memory", action="delete", content=before[0])["result"] == "DELETED"
    companion.kill()
    companion = desk("--flash", flash, "--stdio")
    companion.initialize()
    assert facts(companion) == before[1:]
    found = companion.tool("memory", action="recall", keyword="件事", limit=50)
    assert found["count"] == len(told) - 1
