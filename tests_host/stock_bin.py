"""
What stands for a stock MicroPython image in tests: valid headers, checksums and descriptions
around bytes that no chip would run.
"""

import hashlib
import struct

from esp_idf_defs.app_description import AppDescription
from esp_idf_defs.image_metadata import ChipId
from esp_idf_defs.partitions import PartitionTable

_TABLE = "nvs,data,nvs,0x9000,0x6000,\nphy_init,data,phy,0xf000,0x1000,\n"
_TABLE += "factory,app,factory,0x10000,0x1F0000,\n"


def esp_image(data: bytes, chip: int = ChipId.ESP32S3) -> bytes:
    """One image of one segment, with checksum and SHA-256."""
    header = struct.pack("<BBBBI", 0xE9, 1, 2, 0x2F, 0x40374000)
    header += struct.pack("<BBBBHBHHIB", 0xEE, 0, 0, 0, chip, 0, 0, 0xFFFF, 0, 1)
    body = header + struct.pack("<II", 0x3C000020, len(data)) + data
    checksum = 0xEF
    for byte in data:
        checksum ^= byte
    body += bytes(15 - len(body) % 16) + bytes([checksum])
    return body + hashlib.sha256(body).digest()


def app(version: str = "v1.28.0", octal: bool = True, size: int = 20000) -> bytes:
    """What the app's segment holds."""
    told = AppDescription("micropython", version, "v5.5.1", 0, bytes(32)).to_bytes()
    name = b"Generic ESP32S3 module" + (b" with Octal-SPIRAM" if octal else b"")
    fill = bytes(at * 7 + (at >> 8) & 0xFF for at in range(size))
    return told + b"MicroPython " + name + b"\0" + fill


def whole(app_data: "bytes | None" = None, chip: int = ChipId.ESP32S3) -> bytes:
    """Bootloader, table, app, at their places."""
    content = bytearray(b"\xff" * 0x10000)
    bootloader = esp_image(b"bootloader" * 100, chip)
    content[: len(bootloader)] = bootloader
    table = PartitionTable.from_csv(_TABLE).to_binary()
    content[0x8000 : 0x8000 + len(table)] = table
    return bytes(content) + esp_image(app() if app_data is None else app_data, chip)
