"""
Recent: what was made of the keys that were asked for last, so that it need not be made again.

Owns so many values in RAM. Who gets a value changes nothing of it; of what may be otherwise later
the owner says so (`drop`).
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Recent:
    """
    Twice `most` values at most. In two halves: once the newer one is full, it takes the place of
    the older one, which is forgotten but for what was asked for since.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._new: "dict[str, Any]" = {}
        self._old: "dict[str, Any]" = {}

    def get(self, key: str) -> "Any":
        """The value; None where it has to be made."""
        found = self._new.get(key)
        if found is None:
            found = self._old.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: str, value: "Any") -> "Any":
        """Keep a value, which is not None; it is returned."""
        if key not in self._new and len(self._new) >= self._most:
            self._old = self._new
            self._new = {}
        self._new[key] = value
        return value

    def drop(self, key: str) -> None:
        """Forget a value that is no longer right."""
        self._new.pop(key, None)
        self._old.pop(key, None)
