"""
Endpoint cache: where the OTA service last said to connect, for when it cannot be asked.

Owns the keys `p0` and `p1` of the NVS namespace `cloud` (docs/FORMAT.md section 1). They hold
passwords, so nothing here is logged.
"""

import json

from micropython import const

from firmware.system.nvs import BlobPair, namespace

from . import ota_answer

_MAX = const(2048)  # 66 NVS entries, twice that while they change


class EndpointCache:
    """Keeps `ota_answer.Answer.endpoints` across power-offs."""

    def __init__(self) -> None:
        self._pair = BlobPair(namespace("cloud"), ("p0", "p1"), _MAX)

    def load(self) -> "dict[str, dict]":
        """What was kept last; empty where there is nothing, or nothing undamaged."""
        try:
            value = json.loads(self._pair.read())
        except ValueError:
            return {}
        found = {}
        for name, members in ota_answer.ENDPOINTS:
            endpoint = ota_answer.section(value.get(name), members)
            if endpoint is not None:
                found[name] = endpoint
        return found

    def keep(self, endpoints: "dict[str, dict]") -> None:
        """Keep these instead, unless they are the same. Raises OSError, ValueError."""
        if endpoints != self.load():
            value = json.dumps(endpoints).encode()
            if len(value) > _MAX - 5:
                raise ValueError("more than %d bytes" % _MAX)
            self._pair.write(value)
