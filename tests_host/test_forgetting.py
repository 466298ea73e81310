"""
What was forgotten for good is nowhere on the chip: looked for from outside, with other tools.

Searched are every byte of the chip, every file of the archive as littlefs-python reads it, and
whatever inflates from any byte on (raw deflate, 32 KB window). Searched for are the words and each
character of theirs in UTF-8; as JSON escapes; Latin ones folded, and their first five letters,
since an index keeps stems and shares beginnings.
"""

import re
import zlib
from collections.abc import Callable
from pathlib import Path

import device
import pytest
from littlefs import LittleFS

LIFE = device.ON_DEVICE / "_forget_life.py"
SECRETS = {
    "packed": "龘靐",
    "sealed": "齉龗",
    "open": "麤鱻",
    "hot": "爨饕",
    "corrected": "鬱麣",
    "superseded": "讟钃",
    "series": "鑿驫",
    "deleted": "厵灪",
    "said": "籲飍",
    "latin": "Quokkazyxian",
}
DISK_AT = 0x15000
_AHEAD = 65536


def pieces(words: str) -> "list[bytes]":
    """What stands for these words, in whatever form they are kept."""
    if words.isascii():
        low = words.lower()
        return [each.encode() for each in (words, low, words.upper(), low[:5], words[:5])]
    found = [words.encode()]
    for character in words:
        found.append(character.encode())
        escape = f"\\u{ord(character):04x}"
        found += [escape.encode(), escape.upper().replace("U", "u").encode()]
    return found


PIECES = {name: pieces(words) for name, words in SECRETS.items()}
_ANY = re.compile(b"|".join(re.escape(each) for found in PIECES.values() for each in found))


# The first byte says the kind of block: 6 and 7 are none. What is blank is passed over.
_BEGINS = re.compile(
    b"(?!\\xff{4}|\\0{4})[%s]"
    % re.escape(bytes([byte for byte in range(255) if byte & 7 not in (6, 7)]))
)


class Search:
    """The secrets found on a chip, by name, and how much was looked at."""

    def __init__(self, image: bytes):
        self.found: "dict[str, set[str]]" = {}
        self.streams = 0
        self._look(image, "bytes")
        self._inflate(image, "bytes, inflated")
        files = LittleFS(block_size=4096, block_count=(len(image) - DISK_AT) // 4096, mount=False)
        files.context.buffer = bytearray(image[DISK_AT:])
        files.mount()
        for folder, _, names in files.walk("/"):
            for name in names:
                with files.open(f"{folder.rstrip('/')}/{name}", "rb") as file:
                    data = file.read()
                self._look(data, name)
                self._inflate(data, f"{name}, inflated")

    def _look(self, data: bytes, where: str) -> None:
        if not _ANY.search(data):
            return
        for name, wanted in PIECES.items():
            if any(each in data for each in wanted):
                self.found.setdefault(name, set()).add(where)

    def _inflate(self, data: bytes, where: str) -> None:
        """From every byte on, as far as it goes."""
        for match in _BEGINS.finditer(data):
            out = inflated(data, match.start())
            if len(out) > 2:
                self.streams += 1
                self._look(out, where)


def inflated(data: bytes, begin: int) -> bytes:
    """What inflates from there on."""
    stream = zlib.decompressobj(-15)
    out = b""
    try:
        for at in range(begin, min(begin + _AHEAD, len(data)), 128):
            out += stream.decompress(data[at : at + 128])
            if stream.eof:
                break
    except zlib.error:
        pass  # what came before it counts
    return out


# What the device said; its chip before, after the scrub, with a new index.
Life = tuple[dict, list[Search]]


@pytest.fixture(scope="module")
def life(micropython: Path, tmp_path_factory: pytest.TempPathFactory) -> "Life":
    """A life with secrets, all of them forgotten."""
    folder = tmp_path_factory.mktemp("chips")
    paths = [folder / name for name in ("before", "after", "later")]
    command = [str(micropython), "-X", "heapsize=64M", str(LIFE), *map(str, paths)]
    ran = device.run(command, 240)
    assert ran.status == 0, device.with_source_lines(ran.out + ran.err)
    told = ran.json()
    assert isinstance(told, dict)
    return told, [Search(path.read_bytes()) for path in paths]


@pytest.mark.thorough  # what the others would find without it
def test_before_the_scrub_every_secret_is_found(life: Life) -> None:
    told, (before, _, _) = life
    assert set(before.found) == set(SECRETS)
    assert told["packs"] > 0
    assert told["plain"] > 0
    assert any("inflated" in where for where in before.found["packed"])
    assert any(".idx" in where for where in before.found["sealed"])


def test_after_the_scrub_no_byte_of_the_chip_knows_them(life: Life, figure: "Callable") -> None:
    told, (before, after, later) = life
    assert after.found == {}
    assert later.found == {}
    (event,) = told["told"]
    assert event["left"] == []
    assert event["count"] == len(SECRETS)
    figure("secrets_searched", len(SECRETS))
    figure("streams_inflated", before.streams + after.streams + later.streams)
    figure("scrub_erases", told["erases"])


def test_nothing_else_is_lost_and_several_share_one_scrub(life: Life) -> None:
    told, _ = life
    ids = told["ids"]
    named = {ids[name] for name in ids if name != "deleted"}
    assert named <= set(told["gone"])
    # Beside them the three closed occurrences of the series and the superseded words.
    assert len(told["gone"]) == len(named) + 3 + 1
    assert told["acknowledged"] <= 2 * len(ids)
