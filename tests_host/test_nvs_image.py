"""
The bytes of our NVS against others: images that Espressif's generator made are read right, and
what ours wrote holds before a parser that shares no code with it.
"""

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from nvs_parser import Image, ImageError

# Powers on a chip that is this partition alone. argv: the file, its pages.
_START = """
import json, sys
from sim import chip
from sim.nor import NorFlash, PowerCut
import esp32
pages = int(sys.argv[2])
flash = NorFlash(open(sys.argv[1], "r+b"), pages * 4096)
chip.power_on(flash, [("nvs", 1, 2, 0, pages * 4096)])
"""

# argv[3]: a file of JSON, [[namespace, key, size or null for a number], ...]
_READ = (
    _START
    + """
import binascii
found = []
assert not chip.nvs_was_erased() and flash.operations == 0
with open(sys.argv[3]) as file:
    wanted = json.load(file)
for namespace, key, size in wanted:
    nvs = esp32.NVS(namespace)
    if size is None:
        found.append(nvs.get_i32(key))
    else:
        buf = bytearray(size + 7)
        got = nvs.get_blob(key, buf)
        found.append(binascii.hexlify(buf[:got]).decode())
assert flash.operations == 0
print(json.dumps(found))
"""
)

# argv: seed, steps, cut. Prints what must be there: {namespace/key: number or blob in hex}.
_WORK = (
    _START
    + """
import binascii, random
seed, steps, cuts = int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5])
random.seed(seed)
model = {}
sizes = (0, 1, 32, 33, 250, 900, 5000)[: pages // 2 + 3]
tainted = set()  # a refused overwrite can cost the old blob and what is set after it
for round in range(cuts + 1):
    cut_at = 1 + random.getrandbits(9) if round < cuts else 0
    flash = NorFlash(open(sys.argv[1], "r+b"), pages * 4096, cut_at, seed * 50 + round)
    try:
        chip.power_on(flash, [("nvs", 1, 2, 0, pages * 4096)])
        for _ in range(steps):
            namespace = ("mem", "cfg", "sys")[random.getrandbits(8) % 3]
            key = "key%d" % (random.getrandbits(8) % 8)
            nvs = esp32.NVS(namespace)
            action = random.getrandbits(3)
            unsure = (namespace, key)
            try:
                if action < 2:
                    number = random.getrandbits(30) - (1 << 29)
                    nvs.set_i32(key, number)
                    model[unsure] = number
                elif action < 6:
                    size = sizes[random.getrandbits(8) % len(sizes)]
                    data = bytes([random.getrandbits(8) for _ in range(size)])
                    nvs.set_blob(key, data)
                    model[unsure] = binascii.hexlify(data).decode()
                else:
                    nvs.erase_key(key)
                    del model[unsure]
            except OSError as error:
                assert error.args[0] in (-0x1102, -0x1105), error
                if error.args[0] == -0x1105:
                    tainted.add(unsure)
    except PowerCut:
        model[unsure] = "?"  # what is there now is another test's concern
chip.power_on(NorFlash(open(sys.argv[1], "r+b"), pages * 4096), chip.table())
assert not chip.nvs_was_erased()
for name in tainted:
    model[name] = "?"
print(json.dumps([[name[0], name[1], model[name]] for name in model]))
"""
)

_NUMBERS = (0, 1, -1, 2**31 - 1, -(2**31))
_SIZES = (1, 31, 32, 33, 512, 1024, 3999, 4000, 4001, 9000)


@pytest.fixture
def generated(tmp_path: Path) -> Callable[..., Path]:
    """generated(rows, size) -> Path of an image by esp-idf-nvs-partition-gen."""

    def make(rows: list[tuple[str, ...]], size: int) -> Path:
        table = tmp_path / "values.csv"
        lines = ["key,type,encoding,value", *(",".join(row) for row in rows)]
        table.write_text("\n".join(lines) + "\n")
        out = tmp_path / "nvs.bin"
        tool = [sys.executable, "-m", "esp_idf_nvs_partition_gen", "generate"]
        subprocess.run([*tool, str(table), str(out), hex(size)], check=True, capture_output=True)
        return out

    return make


def _blob(size: int) -> bytes:
    return random.Random(size).randbytes(size)


def _rows(tmp_path: Path) -> tuple[list[tuple[str, ...]], list[list], list]:
    """CSV rows of two namespaces; what to ask for; what to get."""
    rows: list[tuple[str, ...]] = [("mem", "namespace", "", "")]
    wanted: list[list] = []
    values: list = []
    for size in _SIZES:
        path = tmp_path / f"blob{size}.bin"
        path.write_bytes(_blob(size))
        rows.append((f"blob{size}", "file", "binary", str(path)))
        wanted.append(["mem", f"blob{size}", size])
        values.append(_blob(size).hex())
    rows.append(("configuration_x", "namespace", "", ""))
    for index, number in enumerate(_NUMBERS):
        rows.append((f"number_of_15_c{index}", "data", "i32", str(number)))
        wanted.append(["configuration_x", f"number_of_15_c{index}", None])
        values.append(number)
    rows.append(("text", "data", "string", "not ours"))
    rows.append(("byte", "data", "u8", "7"))
    return rows, wanted, values


def test_images_of_the_generator_are_read_right(
    generated: Callable[..., Path], run_mpy: Callable, tmp_path: Path
) -> None:
    rows, wanted, values = _rows(tmp_path)
    image = generated(rows, 0xC000)
    asked = tmp_path / "wanted.json"
    asked.write_text(str(wanted).replace("None", "null").replace("'", '"'))
    before = image.read_bytes()
    assert run_mpy(_READ, image, 12, asked).json() == values
    assert image.read_bytes() == before


def test_the_parser_reads_the_generator_alike(
    generated: Callable[..., Path], tmp_path: Path
) -> None:
    rows, wanted, values = _rows(tmp_path)
    parsed = Image(generated(rows, 0xC000).read_bytes())
    for (namespace, key, size), value in zip(wanted, values, strict=True):
        found = parsed.values[namespace, key]
        assert found == (value if size is None else bytes.fromhex(value)), key
    assert parsed.values["configuration_x", "text"] == "not ours"


def test_an_image_of_the_generator_takes_our_writes(
    generated: Callable[..., Path], run_mpy: Callable, tmp_path: Path
) -> None:
    rows, _, _ = _rows(tmp_path)
    image = generated(rows, 0xC000)
    run_mpy(
        _START
        + """
nvs = esp32.NVS("mem")
for turn in range(60):
    nvs.set_blob("blob512", bytes([turn]) * 700)
    nvs.set_i32("turn", turn)
nvs.erase_key("blob9000")
esp32.NVS("new").set_blob("empty", b"")
""",
        image,
        12,
    )
    values = Image(image.read_bytes()).values
    assert values["mem", "blob512"] == bytes([59]) * 700
    assert values["mem", "turn"] == 59
    assert values["new", "empty"] == b""
    assert ("mem", "blob9000") not in values
    assert values["mem", "blob4001"] == _blob(4001)
    assert values["configuration_x", "byte"] == 7


@pytest.mark.parametrize("seed", range(1, 7))
def test_what_we_wrote_holds_before_the_parser(
    run_mpy: Callable, tmp_path: Path, seed: int
) -> None:
    pages = (4, 8, 12)[seed % 3]
    image = tmp_path / "nvs.bin"
    image.write_bytes(b"\xff" * pages * 4096)
    model = run_mpy(_WORK, image, pages, seed, 250, 0).json()
    _assert_agree(Image(image.read_bytes()), model)


@pytest.mark.parametrize("seed", range(1, 7))
def test_what_cuts_left_and_a_start_repaired_holds_before_the_parser(
    run_mpy: Callable, tmp_path: Path, seed: int
) -> None:
    pages = (4, 8, 12)[seed % 3]
    image = tmp_path / "nvs.bin"
    image.write_bytes(b"\xff" * pages * 4096)
    model = run_mpy(_WORK, image, pages, seed, 120, 12).json()
    _assert_agree(Image(image.read_bytes(), torn=True), model)


def _assert_agree(parsed: Image, model: list) -> None:
    """All that is certain is there, and nothing that was never written."""
    certain = {
        (name, key): value if isinstance(value, int) else bytes.fromhex(value)
        for name, key, value in model
        if value != "?"
    }
    assert len(certain) > 10
    assert {name: value for name, value in parsed.values.items() if name in certain} == certain
    assert set(parsed.values) <= {(name, key) for name, key, _ in model}


def test_the_parser_notices_every_kind_of_damage(
    generated: Callable[..., Path], tmp_path: Path
) -> None:
    rows, _, _ = _rows(tmp_path)
    image = generated(rows, 0xC000)
    good = image.read_bytes()
    rng = random.Random(5)
    used = [at for at in range(0x3000) if at % 4096 < 32 or good[at] != 0xFF]
    for at in rng.sample(used, 200):
        damaged = bytearray(good)
        damaged[at] ^= 1 << rng.randrange(8)
        with pytest.raises(ImageError):
            Image(bytes(damaged))
