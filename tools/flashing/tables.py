"""
The partition tables that a board of ours may have: the one of its size, and earlier ones.

Runs on CPython. `nvs` and `memory` lie at the same places in all tables of one size, so a board
keeps what it remembers when it gets another table.
"""

from pathlib import Path

from esp_idf_defs.partitions import PartitionTable

ROOT = Path(__file__).resolve().parent.parent.parent
_HERE = Path(__file__).resolve().parent
_TABLES = {16: ROOT / "partitions.csv", 8: ROOT / "partitions-8m.csv"}
EARLIER = {  # by MB of flash
    16: [_HERE / f"partitions-{version}.csv" for version in (1, 2, 3)],
    8: [_HERE / "partitions-8m-1.csv"],
}
SIZES = sorted(_TABLES)


def current(size_mb: int) -> PartitionTable:
    """The table that a board with so much flash gets."""
    return _read(_TABLES[size_mb])


def of_board(size_mb: int, binary: bytes) -> "PartitionTable | None":
    """The table of ours that these bytes are, the current one or an earlier one; else None."""
    for path in [_TABLES[size_mb], *EARLIER.get(size_mb, ())]:
        table = _read(path)
        if table.to_binary() == binary:
            return table
    return None


def has(table: PartitionTable, label: str) -> bool:
    """Whether the table has a partition of this name."""
    return label in {row.name for row in table}


def _read(path: Path) -> PartitionTable:
    table = PartitionTable.from_csv(path.read_text(encoding="utf-8"))
    table.verify()
    return table
