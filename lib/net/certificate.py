"""
Certificate: reads of an X.509 certificate in DER what a message about it wants (RFC 5280).

Owns where the fields lie. Checks nothing: mbedTLS has parsed the certificate before and
checks its signature, its names and its use.
"""

from hashlib import sha256

from micropython import const

_HASH = const(8)  # bytes of SHA-256 that stand for a name
_SEQUENCE = const(0x30)
_VERSION = const(0xA0)
_UTC_TIME = const(0x17)
_DNS_NAME = const(0x82)
_IP_ADDRESS = const(0x87)
_MAX_NAMES = const(3)  # of a server, in a message
_CENTURY = "50"  # UTCTime: years from here on are of the twentieth century
# Object identifiers with their tag and length, as they stand before a value.
_COMMON_NAME = b"\x06\x03\x55\x04\x03"
_ORGANISATION = b"\x06\x03\x55\x04\x0a"
# Parts of a root: version 3 and serial number 1, sha256WithRSAEncryption, the extension
# basicConstraints that says CA, a signature of one zero.
_VERSION_AND_SERIAL = b"\xa0\x03\x02\x01\x02\x02\x01\x01"
_ALGORITHM = b"\x30\x0d\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0b\x05\x00"
_IS_AUTHORITY = (
    b"\xa3\x13\x30\x11\x30\x0f\x06\x03\x55\x1d\x13\x01\x01\xff\x04\x05\x30\x03\x01\x01\xff"
)
_NO_SIGNATURE = b"\x03\x02\x00\x00"
_SUBJECT_ALT_NAME = b"\x06\x03\x55\x1d\x11"


class Certificate:
    """
    issuer, subject  short hashes of the names, by which roots are found
    issuer_name      the issuer's in words
    begins, ends     its validity in UTC as fourteen digits: year, month, day, hour, minute, second
    names            the names of the server, at most three

    Raises ValueError for bytes that are no certificate.
    """

    def __init__(self, der: bytes) -> None:
        try:
            self._read(der)
        except (IndexError, UnicodeError):
            raise ValueError("not a certificate")

    def _read(self, der: bytes) -> None:
        _, at, _ = _field(der, 0, _SEQUENCE)
        _, at, _ = _field(der, at, _SEQUENCE)  # the part that is signed
        tag, _, end = _field(der, at)
        if tag == _VERSION:
            at = end
        for _ in range(2):  # serial number, algorithm of the signature
            _, _, at = _field(der, at)
        _, start, end = _field(der, at, _SEQUENCE)
        self.issuer = name_hash(der[at:end])
        self.issuer_name = _name(der[start:end])
        _, start, after = _field(der, end, _SEQUENCE)
        tag, at, end = _field(der, start)
        self.begins = _time(tag, der[at:end])
        tag, at, end = _field(der, end)
        self.ends = _time(tag, der[at:end])
        _, start, end = _field(der, after, _SEQUENCE)
        self.subject = name_hash(der[after:end])
        self.names = _server_names(der) or [_name(der[start:end])]


def name_hash(name: bytes) -> bytes:
    """The hash of a subject or issuer, given as its DER."""
    return sha256(name).digest()[:_HASH]


def root(middle: bytes) -> bytes:
    """
    A root for mbedTLS, as DER, of its validity, subject and public key alone, which are what it is
    believed for. Serial number and signature are made up: nobody looks at those of a root.
    """
    _, _, at = _field(middle, 0, _SEQUENCE)
    _, _, end = _field(middle, at, _SEQUENCE)
    signed = _sequence(_VERSION_AND_SERIAL, _ALGORITHM, middle[at:end], middle, _IS_AUTHORITY)
    return _sequence(signed, _ALGORITHM, _NO_SIGNATURE)


def _sequence(*parts: bytes) -> bytes:
    content = b"".join(parts)
    return b"\x30\x82" + len(content).to_bytes(2, "big") + content


def _field(der: bytes, at: int, wanted: int = 0) -> "tuple[int, int, int]":
    """(tag, start and end of its contents) of the field at an offset."""
    tag, size = der[at], der[at + 1]
    at += 2
    if size & 0x80:
        digits = size & 0x7F
        size = int.from_bytes(der[at : at + digits], "big")
        at += digits
    if at + size > len(der) or (wanted and tag != wanted):
        raise ValueError("not a certificate")
    return tag, at, at + size


def _time(tag: int, text: bytes) -> str:
    digits = text.decode()[:-1]  # without the Z
    if tag != _UTC_TIME:
        return digits
    return ("20" if digits[:2] < _CENTURY else "19") + digits


def _name(name: bytes) -> str:
    """The common name in a name, else the organisation, else "?"."""
    for identifier in (_COMMON_NAME, _ORGANISATION):
        at = name.find(identifier)
        if at >= 0:
            _, start, end = _field(name, at + len(identifier))
            return _printable(name[start:end])
    return "?"


def _printable(text: bytes) -> str:
    """Bytes of a stranger for the log: ASCII, at most 64."""
    return "".join([chr(byte) if 0x20 <= byte < 0x7F else "?" for byte in text[:64]])


def _server_names(der: bytes) -> "list[str]":
    found: "list[str]" = []
    at = der.find(_SUBJECT_ALT_NAME)
    if at < 0:
        return found
    at += len(_SUBJECT_ALT_NAME)
    tag, start, end = _field(der, at)
    if tag == 1:  # "critical", a boolean
        _, start, end = _field(der, end)
    _, at, end = _field(der, start, _SEQUENCE)
    while at < end and len(found) < _MAX_NAMES:
        tag, start, at = _field(der, at)
        if tag == _DNS_NAME:
            found.append(_printable(der[start:at]))
        elif tag == _IP_ADDRESS and at - start == 4:
            found.append(".".join([str(byte) for byte in der[start:at]]))
    return found
