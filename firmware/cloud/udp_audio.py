"""
UDP audio of a XiaoZhi session: its packets, encrypted and decrypted, and the socket for them.

Owns the 16-byte header, AES-128-CTR, the sequence rules and the counts. The content of a packet
(60 ms of Opus) is the codec's; who may speak when is decided by the session.

    type u8 = 1 | flags u8 | length u16 | ssrc u32 | timestamp u32 | sequence u32   (big-endian)

The header is not encrypted and is the first counter block of its packet. Stock firmware's
cryptolib has ECB and no CTR: the counter blocks are laid out here and encrypted in one call.
Buffers are made once: 60 ms would leave 3 KB of garbage otherwise.
"""

import asyncio
import errno
import socket
from binascii import unhexlify
from struct import pack_into

import micropython
from cryptolib import aes
from memory.viper import ptr8
from micropython import const
from net.xor import xor

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_ECB = const(1)
_AUDIO = const(1)
_HEADER = const(16)
_MAX_PAYLOAD = const(1400)  # bytes that fit one network frame; 60 ms of Opus is far less
_DATAGRAM = const(1500)
_WINDOW = const(16)  # packets by which one may come late and still be taken


class AudioPackets:
    """
    The packets of one session, in both directions. `key` and `nonce` are 16 bytes each, from the
    server's hello; each hello makes a new object, so that both sequences begin again.
    """

    def __init__(self, key: bytes, nonce: bytes):
        if len(key) != 16 or len(nonce) != _HEADER:
            raise ValueError("key and nonce have 16 bytes each")
        self._ecb = aes(key, _ECB)
        self._nonce = nonce
        self._out = memoryview(
            bytearray(_HEADER + _MAX_PAYLOAD)
        )  # made once, not with each packet
        self._in = memoryview(bytearray(_MAX_PAYLOAD))
        self._stream = memoryview(bytearray(_MAX_PAYLOAD + 15 & ~15))
        self._sent = 0  # sequence of the last packet sent
        self._received = 0  # and the highest one received
        self._seen = 0  # a bit for each of the last _WINDOW received, the highest one's is 1
        self.taken = 0  # packets decrypted
        self.lost = 0  # sequence numbers that never came, or came too late
        self.refused = 0  # datagrams that are not of this session, old, or received before

    def seal(self, payload: "bytes | memoryview", timestamp: int) -> memoryview:
        """
        The datagram of the next packet, valid until the next call; `timestamp` in ms. ValueError
        over 1400 bytes.
        """
        size = len(payload)
        if size > _MAX_PAYLOAD:
            raise ValueError("a packet of audio has at most %d bytes" % _MAX_PAYLOAD)
        self._sent = self._sent + 1 & 0xFFFFFFFF
        out = self._out
        out[:_HEADER] = self._nonce
        pack_into(">H", out, 2, size)
        pack_into(">II", out, 8, timestamp & 0xFFFFFFFF, self._sent)
        out[_HEADER : _HEADER + size] = payload
        self._cipher(out, out, _HEADER, size)
        return out[: _HEADER + size]

    def open(self, datagram: bytes) -> "tuple[memoryview, int, int] | None":
        """
        (payload, timestamp, sequence) of a packet; None, and counted, for what is dropped. The
        payload is valid until the next call.
        """
        size = len(datagram) - _HEADER
        if not 0 <= size <= _MAX_PAYLOAD or datagram[0] != _AUDIO:
            self.refused += 1
            return None
        sequence = _word(datagram, 12)
        if datagram[2] << 8 | datagram[3] != size or not self._is_new(sequence):
            self.refused += 1
            return None
        self.taken += 1
        payload = self._in[:size]
        payload[:] = memoryview(datagram)[_HEADER:]
        self._cipher(datagram, payload, 0, size)
        return payload, _word(datagram, 8), sequence

    def _is_new(self, sequence: int) -> bool:
        """Note a sequence; False for one that came before, or comes too late to tell."""
        ahead = sequence - self._received
        if ahead > 0:
            self.lost += ahead - 1
            self._received = sequence
            self._seen = (self._seen << min(ahead, _WINDOW) | 1) & (1 << _WINDOW) - 1
            return True
        bit = 1 << -ahead if -ahead < _WINDOW else 0
        if sequence == 0 or not bit or self._seen & bit:
            return False
        self._seen |= bit
        self.lost -= 1  # it was counted when a later one came
        return True

    def _cipher(
        self, header: "bytes | memoryview", data: memoryview, begin: int, size: int
    ) -> None:
        """`size` bytes of `data` XOR the key stream that starts at this header: either way."""
        blocks = self._stream[: size + 15 & ~15]
        count_up(blocks, header, len(blocks))
        self._ecb.encrypt(blocks, blocks)
        xor(data, begin, begin + size, blocks, 2047)


@micropython.viper
def count_up(blocks: object, first: object, size: int) -> object:
    """Fill `size` bytes with blocks of 16: the first is `first`, each one more, big-endian."""
    out = ptr8(blocks)
    before = ptr8(first)
    at = 0
    carry = 0
    while at < size:
        place = 15
        while place >= 0:
            number = int(before[place] if at == 0 else out[at + place - 16]) + carry
            out[at + place] = number & 255
            carry = number >> 8
            place -= 1
        carry = 1
        at += 16
    return None


def _word(data: bytes, at: int) -> int:
    return data[at] << 24 | data[at + 1] << 16 | data[at + 2] << 8 | data[at + 3]


class AudioChannel:
    """
    The UDP socket of a session. `def heard(payload, sequence)` gets what comes, and copies it.

    `family` and `address` are as getaddrinfo gives them. Raises OSError.
    """

    def __init__(self, family: int, address: tuple, packets: AudioPackets, heard: "Callable"):
        self.packets = packets
        self._heard = heard
        self.unsent = 0  # packets that the network did not take
        self._socket: "socket.socket | None" = socket.socket(family, socket.SOCK_DGRAM)
        try:
            self._socket.setblocking(False)
            self._socket.connect(address)  # only datagrams of this address come through
        except OSError:
            self.close()
            raise

    async def run(self) -> None:
        """
        Receive until cancelled, closed, or the network is gone. One task, started by the owner of
        the session.
        """
        reader = asyncio.StreamReader(self._socket)
        while self._socket is not None:
            # Reading 0 bytes waits until a datagram is there; recv takes one, where the stream's
            # read would join several.
            await reader.read(0)
            try:
                datagram = self._socket.recv(_DATAGRAM)
            except OSError as e:
                if e.errno in (errno.EAGAIN, errno.ECONNREFUSED):
                    continue  # none after all, or the peer's port is closed for now
                return
            packet = self.packets.open(datagram)
            if packet is not None:
                self._heard(packet[0], packet[2])

    def send(self, payload: "bytes | memoryview", timestamp: int) -> None:
        """Send one packet, or drop it: late audio is of no use. Never blocks."""
        if self._socket is None:
            return
        datagram = self.packets.seal(payload, timestamp)
        try:
            self._socket.send(datagram)
        except OSError:
            self.unsent += 1

    def close(self) -> None:
        """Close the socket. The task of `run` is cancelled by its owner."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def octets(value: object) -> "bytes | None":
    """16 bytes of 32 hex digits, None for anything else."""
    if not isinstance(value, str) or len(value) != 32:
        return None
    try:
        return unhexlify(value)
    except ValueError:
        return None
