"""
Exclusive or, in place: the mask of WebSocket's frames, the key stream of encrypted audio.

In machine code (docs/decisions/viper.md). As large numbers, the other fast way, 180 bytes leave
900 of garbage, with each packet of the voice.
"""

import micropython

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def ptr8(buffer: object) -> "Any":
    """The buffer by index, where the loop runs as plain Python; lib/memory/viper.py says more."""
    return buffer


@micropython.viper
def xor(data: object, begin: int, end: int, key: object, mask: int) -> object:
    """
    Bytes `begin` to `end` of `data`, each with one of `key`: the first with its first, and so on;
    the index in the key is cut to the bits of `mask`. No index is checked.
    """
    out = ptr8(data)
    stream = ptr8(key)
    at = begin
    while at < end:
        out[at] = out[at] ^ stream[(at - begin) & mask]
        at += 1
    return None
