"""
Sealing: size and speed of lib/memory/gzip/writer.py beside zlib at its best, on the corpus.

For blocks of 6, 8 and 16 KB and windows of 4 KB and as large as the block. zlib compresses the
same blocks at level 9 with the same window, each flushed on its own. A step is what runs between
two moments at which others may; kb_per_s and the times of steps are as they passed, so compare
them within one run on a quiet machine. The last line is the same code without machine code.
"""

import gzip
import shutil
import zlib
from pathlib import Path

import _host

_SIZES = ((6, 12), (8, 12), (16, 12), (8, 13), (16, 14))
_FRAME = 20  # bytes of a gzip file that belong to no block


def zlib_bytes(lines: "list[bytes]", block_bytes: int, window_bits: int) -> int:
    """Size of the file that zlib makes of the same blocks."""
    total = _FRAME
    block: list[bytes] = []
    for line in [*lines, None]:
        if line is None or sum(map(len, block)) + len(line) > block_bytes:
            # memLevel 9: the most memory, and the smallest result.
            made = zlib.compressobj(9, zlib.DEFLATED, -window_bits, 9)
            total += len(made.compress(b"".join(block)) + made.flush(zlib.Z_FULL_FLUSH))
            block = []
        if line is not None:
            block.append(line)
    return total


def plain(folder: Path) -> Path:
    """lib/memory as an interpreter without native code gets it (docs/decisions/viper.md)."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(_host.ROOT / "lib" / "memory", folder / "memory")
    for path in (folder / "memory").glob("*.py"):
        source = path.read_text(encoding="utf-8")
        source = source.replace("@micropython.viper\n", "@micropython.bytecode\n")
        path.write_text(source, encoding="utf-8")
    return folder


def main() -> None:
    interpreter = _host.options(__doc__).parse_args().micropython
    corpus = _host.corpus(interpreter)
    raw = corpus.read_bytes()
    lines = raw.splitlines(keepends=True)
    out = _host.BUILD / "deflate.gz"
    for code in ("viper", "plain"):
        first = [plain(_host.BUILD / "plain")] if code == "plain" else []
        for block_kb, window_bits in _SIZES if code == "viper" else [(8, 12)]:
            arguments = (corpus, out, block_kb * 1024, window_bits)
            # Source in place of .mpy takes more of the heap.
            heap = "1M" if first else "384K"
            (figures,) = _host.on_device(
                interpreter, "deflate", *arguments, heap=heap, first=first
            )
            if gzip.decompress(out.read_bytes()) != raw:
                raise SystemExit("bench: what was written does not inflate to what was given")
            zlib9 = zlib_bytes(lines, block_kb * 1024, window_bits)
            _host.emit(
                "deflate",
                code=code,
                block_kb=block_kb,
                window_bits=window_bits,
                ratio=round(figures["bytes"] / figures["raw_bytes"], 4),
                zlib9_bytes=zlib9,
                over_zlib9_percent=round(100 * figures["bytes"] / zlib9 - 100, 2),
                **{name: figures[name] for name in sorted(figures)},
            )


main()
