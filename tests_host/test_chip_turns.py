"""./tools/chip.sh on chips with turns: what it lists, checks and cuts out; no word is shown."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from chip_images import chip

_TALK = """
import asyncio, os, sys, vfs
from esp32 import NVS, Partition
from memory.engine import Memory
from memory.turns.turn import Turn

class Clock:
    def now(self):
        return 823611600

    def is_set(self):
        return True

options = {"readsize": 64, "progsize": 64, "lookahead": 96}
for label in ("memory", "turns"):
    vfs.VfsLfs2.mkfs(Partition(label), **options)
    vfs.mount(vfs.VfsLfs2(Partition(label), **options), "/" + label)
memory = Memory(NVS("mem"), "/memory", Clock(), os.urandom)
if sys.argv[1] == "turns":
    memory.mount_turns = lambda: "/turns"
memory.open()
for session in range(4):
    texts = ["悄悄话 %d" % at for at in range(120)]
    turns = [Turn("s%d" % session, at, 823611600, "owner", text) for at, text in enumerate(texts)]
    asyncio.run(memory.turns.append(turns))
asyncio.run(memory.turns.mark("s1", 0, 100))
with open("/" + sys.argv[1] + ("" if sys.argv[1] == "turns" else "/turns") + "/manifest") as f:
    print(f.read())
"""


@pytest.mark.sample(1)
@pytest.mark.parametrize("place", ["turns", "memory"])
def test_turns_are_counted_checked_and_cut_out(
    run_mpy: Callable, flash: Path, tmp_path: Path, place: str
) -> None:
    run_mpy(_TALK, place, flash=flash)
    listed, _ = chip("list", flash, "--json")
    found = json.loads(listed)
    assert found["turns"]["turns"] == 480
    assert found["turns"]["segments"] == 2
    assert b"turns        480" in chip("list", flash)[0]
    assert "悄悄话".encode() not in listed
    assert chip("export", flash)[0] == b""
    assert b"no damages" in chip("verify", flash)[0]
    chip("parts", flash, tmp_path / "parts")
    image = flash.read_bytes()
    assert (tmp_path / "parts" / "turns.bin").read_bytes() == image[0x620000:0x720000]

    damaged = bytearray(image)
    at = damaged.index('"text":"悄悄话 7"'.encode())
    damaged[at] ^= 1
    path = tmp_path / "damaged.flash"
    path.write_bytes(damaged)
    said = chip("verify", path, status=1)[0].decode()
    assert "segment 1 does not check against the manifest" in said
    assert "1 lines of segment 1 do not parse" in said
