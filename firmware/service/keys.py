"""
Keys: who may use MCP over HTTP, each by a name, and with which scope.

Owns the keys `token`, `no_owner` and `k0` .. `k9` of the NVS namespace `cfg` (docs/FORMAT.md
section 1). For the owner, at the prompt:

    from firmware.service import keys
    keys.add("laptop", "read")      returns the secret, which is never shown again
    keys.show()                     [(name, scope), ...]
    keys.rotate("laptop")           returns the new secret; the old one is refused from now on
    keys.revoke("laptop")

The scopes are `guest`, `read`, `write` and `admin`; what each may do is in
firmware/tools/access_scopes.py.
Of a secret its SHA-256 is kept. The key "owner", made at the first start, is kept in clear, since
the event `ready` shows it; to have none on the chip, revoke it and add one of another name. No
secret is ever logged. A change holds from the next request on. After a power cut it has happened
completely or not at all: the new blob has a key of its own before the old one is erased.
"""

import json
import os
import sys
from binascii import crc32, hexlify

from mcp.core.access import digest
from mcp.core.call import SCOPES
from memory.hot.nvs_errors import INVALID_LENGTH, NOT_FOUND
from micropython import const

from firmware.system import events
from firmware.system.nvs import erase, namespace, put, put_number, read_number

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp.core.access import Row

OWNER = "owner"
_MAX_KEYS = const(8)
_SLOTS = const(10)  # one more than keys is needed; a damaged blob may take another
_HEAD = const(38)  # CRC-32 of what follows, big-endian; generation; flags; secret
_CLEAR = const(0x80)  # flag: the secret itself; the lowest two bits are the scope
_MAX_NAME = const(24)
# By their numbers in flash, which never change.
_SCOPES = ("read", "write", "admin", "guest")
_NAME = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"


class _Key:
    """A key as it is kept: in slot number `slot`, or in the blob `token` (None)."""

    def __init__(
        self, name: str, scope: str, secret: bytes, is_clear: bool, slot: "int | None", age: int
    ):
        self.name = name
        self.scope = scope
        self.secret = secret
        self.is_clear = is_clear
        self.slot = slot
        self.age = age  # generation, 0 to 255, then 0 again


class Keys:
    """
    The keys of this device. `rng` is def rng(n) -> n random bytes. Methods raise ValueError, in
    words for the owner, for what is not allowed; OSError where flash fails.
    """

    def __init__(self, rng: "Callable[[int], bytes]") -> None:
        self._kv = namespace("cfg")
        self._rng = rng
        self._keys: "list[_Key]" = []
        self._load()
        if not self._no_owner() and self._find(OWNER) is None:
            secret = self._new_secret()
            try:
                put(self._kv, "token", secret)
            except OSError as e:  # it is valid until the next start, which makes another
                events.log("error", "keys", "the owner's key cannot be kept: %r" % e)
            self._keys.append(_Key(OWNER, "admin", secret, True, None, 0))
        self._rows: "list[Row]" = []
        self._apply()

    def rows(self) -> "list[Row]":
        """The list that mcp.core.access compares with; it changes in place."""
        return self._rows

    def show(self) -> "list[tuple[str, str]]":
        """(name, scope) of each, sorted by name."""
        return sorted([(one.name, one.scope) for one in self._keys])

    def owner(self) -> "str | None":
        """The secret of the key "owner", if it is kept in clear."""
        found = self._find(OWNER)
        return found.secret.decode() if found is not None and found.is_clear else None

    def add(self, name: str, scope: str) -> str:
        """Make a key; return its secret."""
        if not 0 < len(name) <= _MAX_NAME or name.encode().strip(_NAME):
            raise ValueError("a name has 1 to %d of A-Z a-z 0-9 . _ -" % _MAX_NAME)
        if scope not in SCOPES:
            raise ValueError("a scope is one of " + ", ".join(SCOPES))
        if self._find(name) is not None:
            raise ValueError("there is a key %s; rotate it, or revoke it first" % name)
        if len(self._keys) >= _MAX_KEYS:
            raise ValueError("there are %d keys, the most; revoke one first" % _MAX_KEYS)
        if name == OWNER and self._no_owner():
            put_number(self._kv, "no_owner", 0)
        return self._make(name, scope, 0)

    def rotate(self, name: str) -> str:
        """Give a key another secret, and return that."""
        old = self._known(name)
        made = self._make(name, old.scope, (old.age + 1) & 0xFF)
        self._drop(old)
        return made

    def revoke(self, name: str) -> None:
        """Refuse the key from now on."""
        old = self._known(name)
        if name == OWNER:
            put_number(self._kv, "no_owner", 1)  # or the next start would make another
        self._drop(old)

    # -- within ----------------------------------------------------------------------------------

    def _find(self, name: str) -> "_Key | None":
        for one in self._keys:
            if one.name == name:
                return one
        return None

    def _known(self, name: str) -> _Key:
        found = self._find(name)
        if found is None:
            names = ", ".join([one[0] for one in self.show()]) or "none"
            raise ValueError("no key %s; there are: %s" % (name, names))
        return found

    def _new_secret(self) -> bytes:
        return hexlify(self._rng(16))

    def _apply(self) -> None:
        self._rows[:] = [
            (one.name, one.scope, digest(one.secret) if one.is_clear else one.secret)
            for one in self._keys
        ]

    def _make(self, name: str, scope: str, age: int) -> str:
        """Write a key into a free slot; it is valid from now on. Returns its secret."""
        taken = [one.slot for one in self._keys]
        slot = next(number for number in range(_SLOTS) if number not in taken)
        secret = self._new_secret()
        is_clear = name == OWNER
        kept = secret if is_clear else digest(secret)
        flags = _SCOPES.index(scope) | (_CLEAR if is_clear else 0)
        rest = bytes((age, flags)) + kept + name.encode()
        # This slot may hold a damaged blob or what a power cut has left.
        put(self._kv, "k%d" % slot, crc32(rest).to_bytes(4, "big") + rest)
        self._keys.append(_Key(name, scope, kept, is_clear, slot, age))
        self._apply()
        return secret.decode()

    def _drop(self, key: _Key) -> None:
        self._keys.remove(key)
        self._apply()
        erase(self._kv, "token" if key.slot is None else "k%d" % key.slot)
        self._kv.commit()

    def _load(self) -> None:
        """Read them, and finish a change that a power cut has interrupted."""
        found = [self._read(slot) for slot in range(_SLOTS)]
        buffer = bytearray(64)
        size = self._get("token", buffer)
        if size > 0:
            found.append(_Key(OWNER, "admin", bytes(buffer[:size]), True, None, 0))
        for key in found:
            if key is None:
                continue
            if key.name == OWNER and self._no_owner():
                erase(self._kv, "token" if key.slot is None else "k%d" % key.slot)
                continue
            self._keys.append(key)
            same_name = [one for one in self._keys if one.name == key.name]
            if len(same_name) == 2:
                # `token` is read last, and is older than any slot.
                newer = key.slot is not None and (same_name[0].age + 1) & 0xFF == key.age
                old = same_name[0] if newer else key
                self._keys.remove(old)
                erase(self._kv, "token" if old.slot is None else "k%d" % old.slot)
        self._kv.commit()

    def _read(self, slot: int) -> "_Key | None":
        buffer = bytearray(_HEAD + _MAX_NAME)
        size = self._get("k%d" % slot, buffer)
        rest = bytes(buffer[4:size])
        if size <= _HEAD or crc32(rest) != int.from_bytes(buffer[:4], "big"):
            return None
        scope = rest[1] & 3
        if rest[34:].strip(_NAME):
            return None
        is_clear = bool(rest[1] & _CLEAR)
        return _Key(rest[34:].decode(), _SCOPES[scope], rest[2:34], is_clear, slot, rest[0])

    def _get(self, key: str, buffer: bytearray) -> int:
        """Bytes of a blob; 0 where it is absent, unreadable, or longer than any key."""
        try:
            return self._kv.get_blob(key, buffer)
        except OSError as e:
            if e.args[0] not in (NOT_FOUND, INVALID_LENGTH):
                events.log("warning", "keys", "the key in %s is lost: %r" % (key, e))
            return 0

    def _no_owner(self) -> bool:
        try:
            return bool(read_number(self._kv, "no_owner"))
        except OSError as e:
            events.log("warning", "keys", "no_owner cannot be read: %r" % e)
            return False


_device_keys: "list[Keys]" = []


def device_keys() -> Keys:
    """The keys of this device, one object for the HTTP service and for the prompt."""
    if not _device_keys:
        _device_keys.append(Keys(os.urandom))
    return _device_keys[0]


def add(name: str, scope: str = "read") -> str:
    """As Keys.add, at the prompt."""
    return device_keys().add(name, scope)


def show() -> "list[tuple[str, str]]":
    """As Keys.show."""
    return device_keys().show()


def rotate(name: str) -> str:
    """As Keys.rotate."""
    return device_keys().rotate(name)


def revoke(name: str) -> None:
    """As Keys.revoke."""
    device_keys().revoke(name)


def run_command(command: str, *arguments: str) -> None:
    """For ./tools/keys.sh: do it, and print the outcome as one JSON object."""
    out: "dict[str, Any]" = {"done": command}
    try:
        if command == "list":
            out["keys"] = [{"name": name, "scope": scope} for name, scope in show()]
        elif command == "revoke":
            revoke(*arguments)
        else:
            out["secret"] = add(*arguments) if command == "add" else rotate(*arguments)
    except ValueError as e:
        out = {"error": str(e)}
    except OSError as e:
        out = {"error": "flash does not take it: %r" % e}
    sys.stdout.write(json.dumps(out) + "\n")
