"""
Interfaces: what memory expects of the objects that it is given. For type checkers; no object
inherits from these.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Protocol

    class KeyValue(Protocol):
        """
        A namespace of NVS, as esp32.NVS: every method raises OSError, with a code of
        hot/nvs_errors.py where NVS itself refuses.
        """

        def get_i32(self, key: str) -> int: ...
        def set_i32(self, key: str, value: int) -> None: ...
        def get_blob(self, key: str, buffer: bytearray) -> int: ...
        def set_blob(self, key: str, value: "bytes | bytearray") -> None: ...
        def erase_key(self, key: str) -> None: ...
        def commit(self) -> None: ...
