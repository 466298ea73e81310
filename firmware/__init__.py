"""Firmware: the companion itself; the only code that knows of boards, networks and tasks."""

VERSION = "0.1.0"
