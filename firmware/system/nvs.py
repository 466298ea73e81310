"""Namespace: a namespace of NVS, or what stands for it where NVS has none to give."""

import esp32

from .no_nvs import NoNVS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def namespace(name: str) -> "Any":
    """An esp32.NVS, or a no_nvs.NoNVS where NVS is full, broken or not there."""
    try:
        return esp32.NVS(name)
    except OSError as e:
        return NoNVS(name, e)
