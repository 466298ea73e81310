"""Assets: what tools/flashing writes into their partition, and what the firmware reads there."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tools.flashing import assets

_AT, _SIZE = 0xD20000, 0x200000
_FILES = (("font", bytes(range(256)) * 40), ("empty", b""), ("zones", b"Asia/Shanghai"))
_READ = """
from firmware.system.assets import Assets, partition
found = Assets(partition())
print(found.names(), [found.size(name) for name in found.names()])
for name in found.names():
    found.check(name)
buffer = bytearray(6000)
print(found.readinto("font", 2300, buffer), bytes(buffer[:3]), found.readinto("zones", 5, buffer))
print(bytes(buffer[:8]), found.readinto("zones", 99, buffer))
"""
_NAMES = """
from firmware.system.assets import AssetError, Assets, partition
try:
    found = Assets(partition())
    for name in found.names():
        found.check(name)
    print(found.names())
except AssetError as e:
    print(e)
"""


def _written(flash: Path, image: bytes) -> None:
    with flash.open("r+b") as chip:
        chip.seek(_AT)
        chip.write(image)


def test_what_flashing_writes_is_read_by_seeking_and_checked(
    run_mpy: Callable, flash: Path
) -> None:
    _written(flash, assets.image(_FILES, _SIZE))
    said = run_mpy(_READ, flash=flash).out.splitlines()
    assert said == [
        "['empty', 'font', 'zones'] [0, 10240, 13]",
        r"6000 b'\xfc\xfd\xfe' 8",
        "b'Shanghai' 0",
    ]


@pytest.mark.parametrize(
    ("image", "names"),
    [
        (b"", "[]"),
        (assets.image((), _SIZE), "[]"),
        (assets.image(assets.ASSETS, _SIZE), "['answers', 'words']"),
    ],
    ids=["erased", "none", "now"],
)
def test_those_that_are_written_are_there(
    run_mpy: Callable, flash: Path, image: bytes, names: str
) -> None:
    _written(flash, image)
    assert run_mpy(_NAMES, flash=flash).out == names + "\n"


@pytest.mark.parametrize(
    ("at", "says"),
    [
        (0, "the partition has no assets of this version"),
        (9, "the partition has no assets of this version"),
        (20, "the list of the assets does not check"),
        (4096 + 77, "the asset font does not check"),
    ],
)
def test_what_is_damaged_is_named(run_mpy: Callable, flash: Path, at: int, says: str) -> None:
    image = bytearray(assets.image(_FILES, _SIZE))
    image[at] ^= 0x40
    _written(flash, bytes(image))
    assert run_mpy(_NAMES, flash=flash).out == says + "\n"


def test_what_does_not_fit_or_has_no_sound_name_is_not_written() -> None:
    with pytest.raises(assets.TooLarge, match="their partition 4096"):
        assets.image(_FILES, 4096)
    for name in ("", "a" * 25, "ü"):
        with pytest.raises(ValueError, match=r"name has 1 to 24|codec"):
            assets.image(((name, b""),), _SIZE)
    with pytest.raises(ValueError, match="same name"):
        assets.image((("a", b""), ("a", b"1")), _SIZE)
