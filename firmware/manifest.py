"""
What a build of MicroPython freezes: the companion, whole, for the board `options.board`.

Read by MicroPython's own tools (docs/BUILD.md), which give it `module`, `package` and the rest.
The names are those that the modules have on a board that was flashed, so the same code runs.
"""

import os

metadata(description="A companion that remembers")
options.defaults(board="n16r8")

# What MicroPython starts; a frozen boot.py or main.py goes before a file of that name.
module("boot.py", base_path="..")
module("main.py", base_path="..")
module("board.py", base_path="boards/XIAOZHI_PET")
module("slots.py", base_path="boards/XIAOZHI_PET")

for _library in ("llm", "mcp", "memory", "mind", "net", "xiaozhi"):
    package(_library, base_path="../lib")

# Rooms and their modules; of the boards the one that is built for.
_files = ["boards/__init__.py", "boards/%s.py" % options.board]
for _room, _, _names in os.walk("."):
    if not _room.startswith(("./boards", "./bootstrap")):
        _files += ["%s/%s" % (_room[2:], name) if _room[2:] else name for name in _names]
_files = sorted(name for name in _files if name.endswith(".py") and name != "manifest.py")
package("firmware", files=_files, base_path="..")

# Of another maker, for the page of the first set-up: what ./tools/sim.sh has put there.
package("microdot", files=["__init__.py", "microdot.py"], base_path="../.venv/device")
