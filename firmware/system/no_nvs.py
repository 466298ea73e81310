"""
No NVS: stands in for a namespace that cannot be opened because NVS is full, broken or missing.

Every key is missing and nothing can be written, so that the device starts, talks, and says why it
remembers nothing. It logs that once.
"""

from memory.hot.nvs_errors import NOT_FOUND

from . import events

_logged: "list[bool]" = []  # one entry once it was logged


class NoNVS:
    """As esp32.NVS; `error` is what opening the namespace raised."""

    def __init__(self, name: str, error: OSError) -> None:
        self._args = error.args
        if not _logged:
            _logged.append(True)
            events.log(
                "error", "nvs", "NVS gives no namespace %s, nothing is kept: %r" % (name, error)
            )

    def get_i32(self, key: str) -> int:
        raise OSError(NOT_FOUND, "ESP_ERR_NVS_NOT_FOUND")

    def get_blob(self, key: str, buffer: "bytearray | memoryview") -> int:
        raise OSError(NOT_FOUND, "ESP_ERR_NVS_NOT_FOUND")

    def erase_key(self, key: str) -> None:
        raise OSError(NOT_FOUND, "ESP_ERR_NVS_NOT_FOUND")

    def set_i32(self, key: str, value: int) -> None:
        raise OSError(*self._args)

    def set_blob(self, key: str, value: bytes) -> None:
        raise OSError(*self._args)

    def commit(self) -> None:
        """Nothing to do."""
