"""
The file system of a board's `vfs` partition: boot.py, main.py, the firmware and its libraries.

Runs on CPython. Owns which files a board gets; the form of a module (`stage.shipped`) suits any
board, and a desk device that starts from the same bytes.
"""

from pathlib import PurePosixPath

from littlefs import LittleFS

from sim import stage

_BLOCK = 4096


class TooLarge(Exception):
    """The files do not fit into the partition."""


def files(board: str) -> "list[tuple[str, bytes]]":
    """(path on the board, content) of each file. Raises stage.StageError."""
    found = []
    for name, content in stage.board_sources(board):
        if not name.endswith(".py") or name.startswith("firmware/boards/"):
            continue  # what only people and package managers read
        found.append(stage.shipped(name, content) if "/" in name else (name, content))
    return found


def image(size: int, board: str) -> bytes:
    """The partition's bytes, `size` of them. Raises TooLarge, stage.StageError."""
    filesystem = LittleFS(block_size=_BLOCK, block_count=size // _BLOCK)
    made = {"."}
    try:
        for name, content in files(board):
            folder = str(PurePosixPath(name).parent)
            if folder not in made:
                filesystem.makedirs(folder, exist_ok=True)
                made.add(folder)
            with filesystem.open(name, "wb") as file:
                file.write(content)
    except OSError as error:
        raise TooLarge(f"the app's files need more than {size} bytes") from error
    return bytes(filesystem.context.buffer)
