"""What is frozen: what stock MicroPython has, and the companion."""

include("$(PORT_DIR)/boards/manifest.py")
include("../../manifest.py", board="n16r8")
