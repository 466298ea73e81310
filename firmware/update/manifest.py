"""
Manifest: what an update consists of, and whether it is for this device.

Owns the checks: the signature (RSA, PKCS #1 v1.5 with SHA-256) over the bytes of the manifest, and
each of its lines (docs/FORMAT.md section 12). Changes nothing; raises UpdateError for what is not
allowed.
"""

import json
from binascii import crc32, unhexlify

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_EXPONENT = const(65537)
_KEY_DIGITS = (512, 768, 1024)  # of a modulus of 2,048, 3,072 or 4,096 bits
# DER of an AlgorithmIdentifier for SHA-256 and the head of its digest (RFC 8017, section 9.2).
_SHA256 = b"\x30\x31\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01\x05\x00\x04\x20"
_MAX_PATH = const(100)
_MAX_FILE = const(262144)
_MAX_FILES = const(2000)
_IN_PATHS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."
_HEX = b"0123456789abcdef"


class UpdateError(Exception):
    """The update cannot be installed; `code` and `details` are for words/update.py."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__("%s %r" % (code, details))
        self.code = code
        self.details = details


def check_signature(key: bytes, signature: bytes, digest: bytes) -> None:
    """
    `key` is the modulus in hex digits, `digest` the SHA-256 of the signed bytes. The block that a
    valid signature gives is built as a whole and compared, so nothing in it is parsed.
    """
    key = key.strip()
    if len(key) not in _KEY_DIGITS or key.lower().strip(_HEX):
        raise UpdateError("key")
    modulus, size = int(key, 16), len(key) // 2
    number = int.from_bytes(signature, "big")
    if len(signature) != size or number >= modulus:
        raise UpdateError("signature")
    tail = b"\x00" + _SHA256 + digest
    block = b"\x00\x01" + b"\xff" * (size - 2 - len(tail)) + tail
    if pow(number, _EXPONENT, modulus).to_bytes(size, "big") != block:
        raise UpdateError("signature")


def version_of(text: object) -> "tuple[int, ...]":
    """Three numbers, to compare."""
    parts = text.split(".") if isinstance(text, str) else []
    if len(parts) != 3:
        raise UpdateError("manifest", what="version")
    for part in parts:
        if not 0 < len(part) < 6 or part.encode().strip(b"0123456789"):
            raise UpdateError("manifest", what="version")
    return tuple([int(part) for part in parts])


class Head:
    """The first line of a manifest: `version`, `oldest`, `boards`, `level`."""

    def __init__(self, line: bytes) -> None:
        if not line.endswith(b"[\n"):
            raise UpdateError("manifest", what="head")
        found = _json(line[:-1] + b"]}", "head")
        if not isinstance(found, dict) or found.get("format") != 1:
            raise UpdateError("manifest", what="format")
        self.version = str(found.get("version"))
        version_of(self.version)
        self.oldest = str(found.get("from", "0.0.0"))
        version_of(self.oldest)
        self.boards = found.get("boards", [])
        self.level = found.get("level", 0)
        if not isinstance(self.boards, list) or not isinstance(self.level, int):
            raise UpdateError("manifest", what="head")

    def check(self, running: str, board: str, level: int, older: bool) -> None:
        """Raises UpdateError unless it may replace `running` on `board` with slots of `level`."""
        new, now = version_of(self.version), version_of(running)
        if self.boards and board not in self.boards:
            raise UpdateError("board", board=board, boards=", ".join(map(str, self.boards)))
        if self.level > level:
            raise UpdateError("level", version=self.version)
        if now < version_of(self.oldest):
            raise UpdateError("oldest", version=self.version, oldest=self.oldest, running=running)
        if new == now and not older:
            raise UpdateError("same", running=running)
        if new < now and not older:
            raise UpdateError("older", version=self.version, running=running)


class Rows:
    """Iterates over the files of a manifest; `file` stands after its first line."""

    def __init__(self, file: "Any") -> None:
        self._file = file
        self._last = -1
        self._more = True
        self.count = 0

    def __iter__(self) -> "Rows":
        return self

    def __next__(self) -> "tuple[str, int, bytes]":
        """(path, size, SHA-256)."""
        if not self._more:
            if self._file.readline() != b"]}\n" or self._file.read(1):
                raise UpdateError("manifest", what="end")
            raise StopIteration
        line = self._file.readline()
        self._more = line.endswith(b",\n")
        if not line.endswith(b"\n") or len(line) > 300:
            raise UpdateError("manifest", what="line")
        row = _json(line[:-2] if self._more else line[:-1], "line")
        if not isinstance(row, list) or len(row) != 3:
            raise UpdateError("manifest", what="line")
        path, size, digest = row
        order = crc32(_checked(path).encode())
        if not isinstance(size, int) or isinstance(size, bool) or not 0 < size <= _MAX_FILE:
            raise UpdateError("manifest", what="size: %s" % path)
        if not isinstance(digest, str) or len(digest) != 64 or digest.encode().strip(_HEX):
            raise UpdateError("manifest", what="hash: %s" % path)
        self.count += 1
        if order <= self._last or self.count > _MAX_FILES:
            raise UpdateError("manifest", what="order: %s" % path)
        self._last = order
        return path, size, unhexlify(digest)


def _checked(path: object) -> str:
    """The path, if an update may contain it: `main.py`, or a module in lib/ or firmware/."""
    text = path if isinstance(path, str) else ""
    parts = text.split("/")
    allowed = text == "main.py" or (len(parts) > 1 and parts[0] in ("lib", "firmware"))
    if not allowed or len(text) > _MAX_PATH or not text.endswith((".py", ".mpy")):
        raise UpdateError("path", path=str(path)[:_MAX_PATH])
    for part in parts:
        if not part or part[0] == "." or part.encode().strip(_IN_PATHS):
            raise UpdateError("path", path=text)
    return text


def _json(line: bytes, what: str) -> object:
    try:
        return json.loads(line)
    except ValueError:  # MicroPython's UnicodeError is one
        raise UpdateError("manifest", what=what)
