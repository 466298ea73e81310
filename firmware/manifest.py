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

package("mcp", base_path="../lib")
package("memory", base_path="../lib")
_modules = sorted(name for name in os.listdir(".") if name.endswith(".py"))
_modules.remove("manifest.py")
_boards = ["boards/__init__.py", "boards/%s.py" % options.board]
package("firmware", files=_modules + _boards, base_path="..")

# Of another maker, for the page of the first set-up: what ./tools/sim.sh has put there.
package("microdot", files=["__init__.py", "microdot.py"], base_path="../.venv/device")
