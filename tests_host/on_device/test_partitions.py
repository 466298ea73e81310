"""sim.partitions: partitions.csv to rows."""

from _raised import raised

from sim.partitions import parse_table

RUNS_ON = ("micropython", "cpython")

_TABLE = """\
# Name, Type, SubType, Offset, Size, Flags
nvs,     data, nvs,      0x9000,   0xC000,

factory, app,  factory,  0x20000,  1M
ota_0,   app,  ota_0,    0x120000, 0x100000,
ota_9,   app,  ota_9,    0x220000, 64K,
raw,     0x40, 0x07,     0x230000, 8192,
memory,  data, littlefs, 0x300000, 3m,
"""


def test_rows_have_the_numbers_of_the_chip():
    assert parse_table(_TABLE) == [
        ("nvs", 1, 2, 0x9000, 0xC000),
        ("factory", 0, 0, 0x20000, 0x100000),
        ("ota_0", 0, 0x10, 0x120000, 0x100000),
        ("ota_9", 0, 0x19, 0x220000, 0x10000),
        ("raw", 0x40, 0x07, 0x230000, 0x2000),
        ("memory", 1, 0x83, 0x300000, 0x300000),
    ]


def test_a_row_that_cannot_be_used_is_named_by_its_line():
    good = "a, data, nvs, 0x9000, 0x1000,\n"
    for bad in (
        "b, data, nvs, 0x9000, 0x1000,",  # overlaps a
        "a, data, nvs, 0xA000, 0x1000,",  # label is there
        "b, data, nvs, 0xA000,,",
        "b, data, nvs, , 0x1000,",
        "b, data, what, 0xA000, 0x1000,",
        "b, disk, nvs, 0xA000, 0x1000,",
        "b, app, ota_16, 0x10000, 0x1000,",
        "b, app, ota_1, 0xA000, 0x1000,",  # apps start at 64 KB
        "b, data, nvs, 0xA000, 0x800,",
        "b, data, nvs, 0xA000, 0,",
        "b, data, nvs, 0xA000, 0x1000, encrypted",
        "b, data, nvs, 0xA000",
        "a label that is too long, data, nvs, 0xA000, 0x1000,",
    ):
        error = raised(ValueError, parse_table, good + "# a comment\n" + bad)
        assert str(error).startswith("line 3:"), (bad, error)
