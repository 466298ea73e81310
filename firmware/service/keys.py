"""
Keys: who may come in over HTTP, each by a name, and what they may do.

Owns the keys `token`, `no_owner` and `k0` .. `k9` of the NVS namespace `cfg` (docs/FORMAT.md
section 1). For the owner, at the prompt:

    from firmware.service import keys
    keys.add("laptop", "read")      gives the secret, which is shown here and never again
    keys.show()                     [(name, scope), ...]
    keys.rotate("laptop")           gives the new secret; the old one is good no more
    keys.revoke("laptop")

What is kept of a secret is its SHA-256. The key "owner", made at the first start, is kept as it
is, since `ready` says it; who wants none on the chip revokes it and adds one of another name. No
secret is ever logged. A change holds from the next request on, and through a power cut it has
happened or not: the new one is under a key of its own before the old one is erased.
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
_MOST = const(8)
_SLOTS = const(10)  # one more than keys is enough; what does not check may take another
_HEAD = const(38)  # CRC-32 of the rest, big-endian; generation; flags; secret
_PLAIN = const(0x80)  # flag: the secret itself; the lowest two bits are the scope
_MAX_NAME = const(24)
_NAME = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"


class _Key:
    """A key as it is kept: in slot `slot`, or in none (None: the blob `token`)."""

    def __init__(
        self, name: str, scope: str, secret: bytes, plain: bool, slot: "int | None", age: int
    ):
        self.name = name
        self.scope = scope
        self.secret = secret
        self.plain = plain
        self.slot = slot
        self.age = age  # generation, 0 to 255 and round again


class Keys:
    """
    The keys of this device. `rng` is def rng(n) -> bytes. Raises ValueError, in words for the
    owner, for what cannot be; OSError where flash fails.
    """

    def __init__(self, rng: "Callable[[int], bytes]") -> None:
        self._kv = namespace("cfg")
        self._rng = rng
        self._keys: "list[_Key]" = []
        self._load()
        if not self._no_owner() and self._find(OWNER) is None:
            made = self._secret()
            try:
                put(self._kv, "token", made)
            except OSError as e:  # it holds until the next start, which makes another
                events.log("error", "keys", "the owner's key cannot be kept: %r" % e)
            self._keys.append(_Key(OWNER, "admin", made, True, None, 0))
        self._rows: "list[Row]" = []
        self._put_in_force()

    def rows(self) -> "list[Row]":
        """As mcp.core.access wants them."""
        return self._rows

    def show(self) -> "list[tuple[str, str]]":
        """(name, scope) of each, in the order of the names."""
        return sorted([(one.name, one.scope) for one in self._keys])

    def owner(self) -> "str | None":
        """The owner's own secret, if it is kept as it is."""
        found = self._find(OWNER)
        return found.secret.decode() if found is not None and found.plain else None

    def add(self, name: str, scope: str) -> str:
        """Make a key; its secret."""
        if not 0 < len(name) <= _MAX_NAME or name.encode().strip(_NAME):
            raise ValueError("a name has 1 to %d of A-Z a-z 0-9 . _ -" % _MAX_NAME)
        if scope not in SCOPES:
            raise ValueError("a scope is one of " + ", ".join(SCOPES))
        if self._find(name) is not None:
            raise ValueError("there is a key %s; rotate it, or revoke it first" % name)
        if len(self._keys) >= _MOST:
            raise ValueError("there are %d keys, the most; revoke one first" % _MOST)
        if name == OWNER and self._no_owner():
            put_number(self._kv, "no_owner", 0)
        return self._make(name, scope, 0)

    def rotate(self, name: str) -> str:
        """Give a key another secret."""
        old = self._known(name)
        made = self._make(name, old.scope, (old.age + 1) & 0xFF)
        self._drop(old)
        return made

    def revoke(self, name: str) -> None:
        """Let nobody in with it any more."""
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

    def _secret(self) -> bytes:
        return hexlify(self._rng(16))

    def _put_in_force(self) -> None:
        self._rows[:] = [
            (one.name, one.scope, digest(one.secret) if one.plain else one.secret)
            for one in self._keys
        ]

    def _make(self, name: str, scope: str, age: int) -> str:
        """Write a key into a slot that is free; from then on it counts."""
        taken = [one.slot for one in self._keys]
        slot = next(number for number in range(_SLOTS) if number not in taken)
        secret = self._secret()
        plain = name == OWNER
        kept = secret if plain else digest(secret)
        flags = SCOPES.index(scope) | (_PLAIN if plain else 0)
        rest = bytes((age, flags)) + kept + name.encode()
        # Over what does not check, or a cut has left.
        put(self._kv, "k%d" % slot, crc32(rest).to_bytes(4, "big") + rest)
        self._keys.append(_Key(name, scope, kept, plain, slot, age))
        self._put_in_force()
        return secret.decode()

    def _drop(self, key: _Key) -> None:
        self._keys.remove(key)
        self._put_in_force()
        erase(self._kv, "token" if key.slot is None else "k%d" % key.slot)
        self._kv.commit()

    def _load(self) -> None:
        """Read them, and finish what a cut has left undone."""
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
            twin = [one for one in self._keys if one.name == key.name]
            if len(twin) == 2:
                # `token` comes last, and whatever is in a slot came after it.
                newer = key.slot is not None and (twin[0].age + 1) & 0xFF == key.age
                old = twin[0] if newer else key
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
        if scope >= len(SCOPES):
            return None
        if rest[34:].strip(_NAME):
            return None
        plain = bool(rest[1] & _PLAIN)
        return _Key(rest[34:].decode(), SCOPES[scope], rest[2:34], plain, slot, rest[0])

    def _get(self, key: str, buffer: bytearray) -> int:
        """Bytes of a blob; 0 where there is none, none to be read, or one too long to be ours."""
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


_ring: "list[Keys]" = []


def ring() -> Keys:
    """The keys of this device, one object for the HTTP server and for the prompt."""
    if not _ring:
        _ring.append(Keys(os.urandom))
    return _ring[0]


def add(name: str, scope: str = "read") -> str:
    """As Keys.add, at the prompt."""
    return ring().add(name, scope)


def show() -> "list[tuple[str, str]]":
    """As Keys.show."""
    return ring().show()


def rotate(name: str) -> str:
    """As Keys.rotate."""
    return ring().rotate(name)


def revoke(name: str) -> None:
    """As Keys.revoke."""
    ring().revoke(name)


def told(command: str, *arguments: str) -> None:
    """For ./tools/keys.sh: do it, and say on stdout, in one JSON object, what came of it."""
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
