"""
The file system of a board's `vfs` partition: what starts, the app in slot A, and whose updates
are taken.

Runs on CPython. Owns which files a board gets; the form of a module (`stage.shipped`) suits any
board, and a desk device that starts from the same bytes; the layout of a slot is pack.py's.
"""

import ast

from littlefs import LittleFS

from sim import stage

from . import pack

_BLOCK = 4096
_FIXED = "firmware/bootstrap/"
# What no module of ours loads; lib/mcp/transport/http_routes.py has the rest of microdot.
_UNUSED = tuple(
    f"lib/microdot/{name}.py"
    for name in "asgi auth cors csrf jinja login multipart session sse test_client utemplate"
    " websocket wsgi".split()
)
_SLOT = "/app"  # where a slot is mounted (firmware/bootstrap/slots.py)


class TooLarge(Exception):
    """The files do not fit into the partition."""


def fixed(board: str) -> "list[tuple[str, bytes]]":
    """(path on the board, content) of what starts it. Raises stage.StageError."""
    found = dict(stage.board_sources(board))
    return [
        ("boot.py", found["boot.py"]),
        ("main.py", found[_FIXED + "main.py"]),
        ("board.py", found["board.py"]),
        stage.shipped("slots.py", found[_FIXED + "slots.py"]),
    ]


def app(sources: "list[tuple[str, bytes]]") -> "list[tuple[str, bytes]]":
    """(path in a slot, content) of each file of the app. Raises stage.StageError."""
    found = []
    few = stage.few_names(sources)
    for name, content in sources:
        if not name.endswith(".py") or name in ("boot.py", "board.py", *_UNUSED):
            continue  # not of the app, or what only people and package managers read
        if name.endswith("/__init__.py") and _says_nothing(content):
            continue  # a folder is a package without it
        if not name.startswith(("firmware/boards/", _FIXED)):
            is_module = "/" in name
            made = stage.shipped(name, content, _SLOT, few.get(name)) if is_module else None
            found.append(made or (name, content))
    return found


def _says_nothing(content: bytes) -> bool:
    """True for a module that has a docstring at most."""
    return all(isinstance(one, ast.Expr) for one in ast.parse(content).body)


def image(size: int, board: str, key: bytes = b"") -> bytes:
    """
    The partition's bytes, `size` of them; `key` is the public key of updates, hex digits of its
    modulus. Raises TooLarge, stage.StageError.
    """
    sources = stage.board_sources(board)
    files = pack.deflated(app(sources))
    found = [*fixed(board), ("a.app", pack.slot(files)), ("slot", b"a-")]
    if key:
        found.append(("update.key", key))
    filesystem = LittleFS(block_size=_BLOCK, block_count=size // _BLOCK)
    try:
        for name, content in found:
            with filesystem.open(name, "wb") as file:
                file.write(content)
    except OSError as error:
        raise TooLarge(f"the app's files need more than {size} bytes") from error
    return bytes(filesystem.context.buffer)
