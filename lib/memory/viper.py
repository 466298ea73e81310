"""
The words of viper, for where its functions run as plain Python.

A function under `@micropython.viper` is compiled to machine code, and `ptr8(x)` and `ptr16(x)` in
it are then casts to the memory of x, no calls. CPython, and MicroPython without a native emitter,
run the same source as it stands: there an index into the buffer itself does the same, if the
buffer holds unsigned bytes (ptr8) or is an array of "H" (ptr16). docs/decisions/viper.md.

Rules for those functions:
- numbers stay between -2^30 and 2^30, where machine words and Python's numbers are the same;
- every index is within its buffer whatever the data, by lengths checked before the call, or in a
  string by the zero that ends it: machine code checks none;
- no ptr32: what it loads is signed on the chip and unsigned on a 64-bit desk;
- no // and no %: shifts and masks;
- annotations are names that viper knows, so what returns nothing says `object` and returns None.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any


def ptr8(buffer: object) -> "Any":
    """The buffer, as bytes by index; a string as UTF-8 with the zero that is behind it in RAM."""
    return buffer.encode() + b"\0" if isinstance(buffer, str) else buffer


def ptr16(buffer: object) -> "Any":
    """The buffer, as 16-bit numbers by index."""
    return buffer
