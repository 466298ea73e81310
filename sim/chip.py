"""
Chip: the simulated chip's flash, partition table, and what a start does to them.

Owns what a reset makes anew (the NVS store); sim/port/esp32.py reaches the flash through this
module alone. desk.py opens the file, nor.py cuts the power.
"""

from _esp_err import NVS_NEW_VERSION_FOUND, NVS_NO_FREE_PAGES
from _nvs_store import Store
from micropython import const

from sim.nor import NorFlash

_TYPE_DATA = const(1)
_SUBTYPE_NVS = const(2)
_SECTOR = const(4096)


class _State:
    flash: NorFlash  # there once the chip is powered on
    table: list = []
    nvs: "Store | None" = None  # Store, or None if there is no partition for it or it failed
    nvs_erased = False


def power_on(flash: NorFlash, table: list) -> None:
    """
    (Re)start the chip: recover NVS as nvs_flash_init does, erase it whole if that cannot be done.

    table: rows of sim.partitions.parse_table. NVS objects made before are invalid.
    """
    if _State.nvs is not None:
        _State.nvs.open = False
    _State.flash = flash
    _State.table = table
    _State.nvs = None
    _State.nvs_erased = False
    for label, kind, subkind, offset, size in table:
        if kind == _TYPE_DATA and subkind == _SUBTYPE_NVS and label == "nvs":
            _State.nvs = _start_nvs(offset, size)


def blank(table: list, ram_size: "int | None" = None) -> bytearray:
    """An erased chip in RAM, as long as the table or `ram_size` bytes."""
    if ram_size is None:
        ram_size = max([offset + size for _, _, _, offset, size in table])
    data = bytearray(ram_size)
    erased = b"\xff" * 1024
    for at in range(0, ram_size, 1024):
        data[at : at + 1024] = erased[: ram_size - at]
    return data


def flash() -> NorFlash:
    """The flash that is powered on."""
    return _State.flash


def table() -> list:
    """The partition table of the chip that is powered on."""
    return _State.table


def nvs() -> "Store | None":
    """The NVS store since the last start; None without a readable nvs partition."""
    return _State.nvs


def nvs_was_erased() -> bool:
    """Whether the last start found NVS beyond repair and erased it, as the port does."""
    return _State.nvs_erased


def _start_nvs(offset: int, size: int) -> "Store | None":
    """The store, or None if it cannot be read: then NVS() says that it is not initialised."""
    count = size // _SECTOR
    try:
        return Store(_State.flash, offset, count)
    except OSError as error:
        if error.args[0] not in (-NVS_NO_FREE_PAGES, -NVS_NEW_VERSION_FOUND):
            return None
    _State.nvs_erased = True
    try:
        for page in range(count):
            _State.flash.erase(offset + page * _SECTOR)
        return Store(_State.flash, offset, count)
    except OSError:
        return None
