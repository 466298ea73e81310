"""
How much heap the companion takes, with everything loaded, on the desk device with 8 MB.

    code_bytes    in use after importing every module of lib/ and firmware/, less before, no store
    loaded_bytes  in use with all that and a full store: hot memory at its caps, 500 archived
    peak_bytes    the highest use seen while calls come as fast as they are answered
    gc_ms_max     the longest collection seen at that heap

Modules are loaded from where a board has them, not by the place of this checkout: MicroPython
keeps the path of each. Words of 64 bits: code and objects take about half on the chip.
"""

import _host

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
_host.emit("heap", **figures)
