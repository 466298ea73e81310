"""
Endpoint cache: where the OTA service last said to connect, for when it cannot be asked.

Owns the keys `p0` and `p1` of the NVS namespace `cloud` (docs/FORMAT.md section 1). They hold
passwords, so nothing here is logged. A change is written under the key that is free, then the
other one is erased: a blob is never overwritten in place.
"""

import json
from binascii import crc32

from micropython import const

from firmware.system.nvs import erase, namespace, put

from . import ota_answer

_KEYS = ("p0", "p1")
_HEADER = const(5)  # CRC-32 of the rest, big-endian; generation
_MAX = const(2048)  # 66 NVS entries, twice that while they change


class EndpointCache:
    """Keeps `ota_answer.Answer.endpoints` across power-offs."""

    def __init__(self) -> None:
        self._kv = namespace("cloud")

    def load(self) -> "dict[str, dict]":
        """What was kept last; empty where there is nothing, or nothing undamaged."""
        return self._newest()[0]

    def keep(self, endpoints: "dict[str, dict]") -> None:
        """Keep these instead, unless they are the same. Raises OSError, ValueError."""
        kept, slot, generation = self._newest()
        if endpoints == kept:
            return
        rest = bytes(((generation + 1) & 0xFF,)) + json.dumps(endpoints).encode()
        if len(rest) > _MAX - 4:
            raise ValueError("more than %d bytes" % _MAX)
        free = 1 - slot
        # This key may hold what a power cut between the next two steps has left.
        put(self._kv, _KEYS[free], crc32(rest).to_bytes(4, "big") + rest)
        erase(self._kv, _KEYS[slot])
        self._kv.commit()

    def _newest(self) -> "tuple[dict[str, dict], int, int]":
        """(endpoints, their slot, their generation)"""
        one, other = self._read(0), self._read(1)
        if one is None and other is None:
            return {}, 1, 0
        if one is None or (other is not None and other[1] == (one[1] + 1) & 0xFF):
            return other[0], 1, other[1]  # type: ignore[index]
        return one[0], 0, one[1]

    def _read(self, slot: int) -> "tuple[dict[str, dict], int] | None":
        buffer = bytearray(_MAX)
        try:
            size = self._kv.get_blob(_KEYS[slot], buffer)
        except OSError:  # absent, damaged, or too long: the service is asked anew
            return None
        rest = buffer[4:size]
        if size <= _HEADER or crc32(rest) != int.from_bytes(buffer[:4], "big"):
            return None
        try:
            value = json.loads(bytes(rest[1:]))
        except ValueError:
            return None
        found = {}
        for name, members in ota_answer.ENDPOINTS:
            endpoint = ota_answer.section(value.get(name), members)
            if endpoint is not None:
                found[name] = endpoint
        return found, rest[0]
