"""
Makes the golden image of a format, once: .venv/bin/python tests_host/golden/make.py format2

A golden image is what a device of that format left behind, and what it knew: its NVS and memory
partitions (nvs.bin.gz, memory.bin.gz) and expected.json. It is made when a format number rises, by
the last commit before, and never again: later code must read it as it is.
"""

import gzip
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILL = HERE.parent / "on_device" / "_golden_fill.py"
sys.path.insert(0, str(HERE.parent))

import device  # noqa: E402  found beside the tests


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    folder = HERE / sys.argv[1]
    if folder.exists():
        print(f"{folder} is there already: golden images are not made twice")
        return 1
    with tempfile.TemporaryDirectory() as name:
        made = Path(name)
        command = [str(device.MICROPYTHON), "-X", "heapsize=8M", str(FILL), name]
        ran = device.run(command, 120)
        if ran.status != 0:
            print(ran)
            return 1
        folder.mkdir()
        for part in ("nvs", "memory"):
            raw = (made / f"{part}.bin").read_bytes()
            (folder / f"{part}.bin.gz").write_bytes(gzip.compress(raw, 9, mtime=0))
        (folder / "expected.json").write_bytes((made / "expected.json").read_bytes())
    print(ran.out, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
