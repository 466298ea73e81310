"""Flash regions: the raw partitions that erasure cleans, by their labels in the table."""

import esp32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory.interfaces import BlockDevice


def partitions() -> "list[BlockDevice]":
    """The block devices of NVS and of the archive. Raises IndexError where there is none."""
    kind = esp32.Partition.TYPE_DATA
    return [esp32.Partition.find(kind, label=label)[0] for label in ("nvs", "memory")]
