"""What firmware/xiaozhi_udp.py imports of MicroPython's `cryptolib`: AES in ECB, for CPython."""

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes


class aes:
    """A key in mode 1 (ECB), as on the device."""

    def __init__(self, key: bytes, mode: int):
        if mode != 1:
            raise ValueError("mode")
        self._cipher = Cipher(algorithms.AES(key), modes.ECB())

    def encrypt(self, data: bytes, out: "bytearray | None" = None) -> "bytes | None":
        worker = self._cipher.encryptor()
        done = worker.update(bytes(data)) + worker.finalize()
        if out is None:
            return done
        out[:] = done
        return None
