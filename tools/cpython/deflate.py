"""What lib/memory reads packs with of MicroPython's `deflate`: inflating, for CPython."""

import zlib
from typing import BinaryIO

RAW = 1
_PIECE = 512


class DeflateIO:
    """Reads from a file that is set to the beginning of a raw stream, as on the device."""

    def __init__(self, stream: BinaryIO, form: int = RAW, wbits: int = 15):
        if form != RAW:
            raise ValueError("form")
        self._stream = stream
        self._inflate = zlib.decompressobj(-max(wbits, 9))

    def read(self, size: int) -> bytes:
        """At most so many bytes. Raises OSError where they do not inflate."""
        out = b""
        while len(out) < size and not self._inflate.eof:
            given = self._inflate.unconsumed_tail or self._stream.read(_PIECE)
            if not given:
                break
            try:
                out += self._inflate.decompress(given, size - len(out))
            except zlib.error as error:
                raise OSError(22) from error
        return out
