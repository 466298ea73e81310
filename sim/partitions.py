"""
ESP-IDF partition tables in their CSV form (partitions.csv), and in the binary form of a chip.

Pure data to tuples, on MicroPython and CPython alike. Does not read files and does not lay out:
every row must say its offset and size, as the tables of this project do.
"""

import hashlib
import struct

TABLE_AT = 0x8000  # where a chip has its own table
TABLE_BYTES = 0xC00

_TYPES = {"app": 0x00, "data": 0x01}
_SUBTYPES = {
    0x00: {"factory": 0x00, "test": 0x20},
    0x01: {
        "ota": 0x00,
        "phy": 0x01,
        "nvs": 0x02,
        "coredump": 0x03,
        "nvs_keys": 0x04,
        "efuse": 0x05,
        "undefined": 0x06,
        "esphttpd": 0x80,
        "fat": 0x81,
        "spiffs": 0x82,
        "littlefs": 0x83,
        "romfs": 0x8F,
    },
}
_ROW = "<2sBBII16sI"
_ROW_BYTES = 32
_ROW_MARK = b"\xaa\x50"
_MD5_MARK = b"\xeb\xeb" + b"\xff" * 14
_UNITS = {"K": 1024, "M": 1024 * 1024}
_LABEL_MAX = 16


def parse_table(csv_text: str) -> "list[tuple[str, int, int, int, int]]":
    """
    Rows (label, type, subtype, offset, size) in the order of the table, numbers as on the chip.

    Raises ValueError naming the line that cannot be read, overlaps another or is not aligned.
    """
    rows: list = []
    number = 0
    for line in csv_text.split("\n"):
        number += 1
        line = line.strip()
        if line and not line.startswith("#"):
            row = _parse_row(line, number)
            for other in rows:
                if row[3] < other[3] + other[4] and other[3] < row[3] + row[4]:
                    raise ValueError("line %d: %s overlaps %s" % (number, row[0], other[0]))
                if row[0] == other[0]:
                    raise ValueError("line %d: label %s is there twice" % (number, row[0]))
            rows.append(row)
    return rows


def has_table(chip: bytes) -> bool:
    """Whether a binary table begins at its place in these bytes of a chip."""
    return chip[TABLE_AT : TABLE_AT + len(_ROW_MARK)] == _ROW_MARK


def parse_binary(table: bytes) -> "list[tuple[str, int, int, int, int]]":
    """
    The rows of the binary form, as `parse_table` gives them; none where there is no table.

    Raises ValueError where its checksum is wrong.
    """
    rows: list = []
    for at in range(0, len(table) - _ROW_BYTES + 1, _ROW_BYTES):
        row = bytes(table[at : at + _ROW_BYTES])
        if row[:16] == _MD5_MARK:
            if hashlib.md5(table[:at]).digest() != row[16:]:
                raise ValueError("the checksum of the partition table is wrong")
            break
        if row[:2] != _ROW_MARK:
            break
        _, kind, subkind, offset, size, label, _ = struct.unpack(_ROW, row)
        rows.append((label.rstrip(b"\0").decode("ascii"), kind, subkind, offset, size))
    return rows


def _parse_row(line: str, number: int) -> "tuple[str, int, int, int, int]":
    fields = [field.strip() for field in line.split(",")]
    if len(fields) not in (5, 6) or (len(fields) == 6 and fields[5]):
        raise ValueError("line %d: want name, type, subtype, offset, size, no flags" % number)
    label = fields[0]
    if not 0 < len(label) <= _LABEL_MAX:
        raise ValueError("line %d: a label has 1 to 16 characters" % number)
    try:
        kind = _TYPES[fields[1]] if fields[1] in _TYPES else _amount(fields[1])
        subkind = _subtype(kind, fields[2])
        offset, size = _amount(fields[3]), _amount(fields[4])
    except (KeyError, ValueError):
        raise ValueError("line %d: cannot read %s" % (number, line))
    if offset % (0x10000 if kind == 0 else 0x1000) or size % 0x1000 or size == 0:
        raise ValueError("line %d: %s is not aligned" % (number, label))
    return (label, kind, subkind, offset, size)


def _subtype(kind: int, name: str) -> int:
    if kind == 0 and name.startswith("ota_"):
        slot = int(name[4:])
        if not 0 <= slot < 16:
            raise ValueError
        return 0x10 + slot
    names = _SUBTYPES.get(kind, {})
    return names[name] if name in names else _amount(name)


def _amount(text: str) -> int:
    """A number as the table writes it: 4096, 0x1000, 4K or 1M."""
    unit = _UNITS.get(text[-1:].upper(), 1)
    if unit > 1:
        text = text[:-1]
    return int(text, 16) * unit if text[:2].lower() == "0x" else int(text) * unit
