"""
A board in its ROM loader, at a TCP port: loader_board.py CHIP_FILE [PSRAM_MB [CHIP]]. It says
where.

esp32-mock-bootloader with the flash of CHIP_FILE (which is what a desk device runs on), as large
as the file, where the package keeps 4 MB of its own, and PSRAM in its package, of which the real
ROM's fuses tell.
"""

import mmap
import sys
from pathlib import Path

sys.path.append(str(Path(sys.prefix) / "esptool"))  # the package takes its chips from esptool

from esp32_mock_bootloader import protocol, registers, server
from esptool.targets.esp32s3 import ESP32S3ROM

# It takes 50 ms without an answer for the end of it, and hangs up so soon after the last write:
# that is nothing on a busy machine.
server._CLIENT_RECV_TIMEOUT = 30
server._FLASH_END_IDLE_SEC = 30


_PSRAM = {0: 0, 8: 1, 2: 2, 16: 3, 4: 4}  # MB, and what the fuses say
_LOW = ESP32S3ROM.EFUSE_BLOCK1_ADDR + 16  # two bits of that from the fourth on
_HIGH = ESP32S3ROM.EFUSE_BLOCK1_ADDR + 20  # its third at bit 19


def main(path: str, psram_mb: str = "8", chip_name: str = "esp32s3") -> None:
    capacity = _PSRAM[int(psram_mb)]
    read = registers.read_reg_value

    def read_reg(chip: str, address: int) -> int:
        fused = {_LOW: (capacity & 3) << 3, _HIGH: capacity >> 2 << 19}
        return fused.get(address, 0) | read(chip, address)

    registers.read_reg_value = read_reg
    with open(path, "r+b") as file:
        chip = mmap.mmap(file.fileno(), 0)
        protocol.MOCK_FLASH_ID = len(chip).bit_length() - 1 << 16 | 0x4020
        server.get_flash_image().data = chip
        server.run_server(port=0, chip_mode=chip_name)


main(*sys.argv[1:])
