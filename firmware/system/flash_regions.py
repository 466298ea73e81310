"""
Flash regions: what erasure must reach beside the files and keys that memory itself uses.

Owns the name of the NVS namespace of conversations, and the labels of the raw partitions.
"""

import esp32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def reach(what: str) -> "Any":
    """
    For "talk" the NVS namespace of conversations (docs/FORMAT.md section 8), for "partitions" the
    raw block devices of NVS and of the archive.
    """
    if what == "talk":
        return esp32.NVS("talk")
    kind = esp32.Partition.TYPE_DATA
    return [esp32.Partition.find(kind, label=label)[0] for label in ("nvs", "memory")]
