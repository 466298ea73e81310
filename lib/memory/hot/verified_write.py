"""
Written: a value in NVS that was read back.

NVS does not look at what worn flash, or a page on which a cut has left bits all over, makes of
what is written there: a value seems kept and is not there after the next start. Owns no keys;
hot memory has more keys than one to try and does this itself (`hot`).
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_TRIES = const(130)  # a page is passed over entry by entry
_NOT_FOUND = const(-0x1102)


def put(kv: "Any", key: str, data: "bytes | bytearray") -> None:
    """
    Keep a blob under a key that holds nothing of worth. Raises OSError where flash fails, has no
    room or keeps nothing.
    """
    buffer = bytearray(len(data) + 1)
    for _ in range(_TRIES):
        erase(kv, key)
        kv.set_blob(key, data)
        kv.commit()
        try:
            size = kv.get_blob(key, buffer)
        except OSError:
            continue  # it is not there, or in pieces
        if buffer[:size] == data:
            return
    raise _worn(key)


def put_number(kv: "Any", key: str, value: int) -> None:
    """Keep a number, whatever is there. Raises as `put`."""
    for _ in range(_TRIES):
        try:
            kv.set_i32(key, value)
            kv.commit()
            if kv.get_i32(key) == value:
                return
        except OSError as e:
            if e.args[0] != _NOT_FOUND:  # of the old value, or of the new
                raise
    raise _worn(key)


def erase(kv: "Any", key: str) -> None:
    """Erase a key, whether it is there or not. Raises OSError where flash fails."""
    try:
        kv.erase_key(key)
    except OSError as e:
        if e.args[0] != _NOT_FOUND:
            raise


def _worn(key: str) -> OSError:
    return OSError(5, "NVS does not keep what is written under " + key)
