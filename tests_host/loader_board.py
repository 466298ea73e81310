"""
A board in its ROM loader, at a TCP port: loader_board.py CHIP_FILE. It says where.

esp32-mock-bootloader with the flash of CHIP_FILE (which is what a desk device runs on), as large
as the file, where the package keeps 4 MB of its own.
"""

import mmap
import sys
from pathlib import Path

sys.path.append(str(Path(sys.prefix) / "esptool"))  # the package takes its chips from esptool

from esp32_mock_bootloader import protocol, server

# It takes 50 ms without an answer for the end of it, which is nothing on a busy machine.
server._CLIENT_RECV_TIMEOUT = 30


def main(path: str) -> None:
    with open(path, "r+b") as file:
        chip = mmap.mmap(file.fileno(), 0)
        protocol.MOCK_FLASH_ID = len(chip).bit_length() - 1 << 16 | 0x4020
        server.get_flash_image().data = chip
        server.run_server(port=0, chip_mode="esp32s3")


main(sys.argv[1])
