"""Flash regions: the raw partitions that erasure cleans, by their labels in the table."""

import esp32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory.interfaces import BlockDevice


def partitions() -> "list[BlockDevice]":
    """
    The block devices of NVS, of the archive, and of the turns where they have a partition. Raises
    IndexError where one of the first two is missing.
    """
    kind = esp32.Partition.TYPE_DATA
    found = [esp32.Partition.find(kind, label=label)[0] for label in ("nvs", "memory")]
    return found + esp32.Partition.find(kind, label="turns")
