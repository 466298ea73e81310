"""The XiaoZhi session as docs/PROTOCOL.md tells it."""

import re

import device

DOC = (device.ROOT / "docs" / "PROTOCOL.md").read_text(encoding="utf-8")
SOURCE = (device.ROOT / "lib" / "xiaozhi" / "state_table.py").read_text(encoding="utf-8")


def table_of_the_code():
    found = re.search(r'^TABLE = """\n(.*?)^"""', SOURCE, re.DOTALL | re.MULTILINE)
    assert found is not None
    return [tuple(line.split()) for line in found[1].splitlines()]


def tables_of_the_document(head):
    """The rows of the tables in section 6.1 that begin with this line."""
    section = DOC.partition("### 6.1")[2].partition("### 6.2")[0]
    tables = [part.splitlines() for part in re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)]
    return [
        tuple(cell.strip() for cell in line.strip("|").split("|"))
        for lines in tables
        if lines[0] == head
        for line in lines[2:]
    ]


def test_the_document_shows_the_table_that_the_session_runs_on():
    rows = table_of_the_code()
    assert len(rows) > 35
    assert tables_of_the_document("| state | event | action | next |") == rows


def test_every_state_event_and_action_is_explained():
    for column, head in enumerate(
        ("| state | |", "| event | what it is |", "| action | what is done |")
    ):
        names = " ".join(row[0] for row in tables_of_the_document(head))
        used = {row[column] for row in table_of_the_code()} - {"*"}
        assert used == set(re.findall(r"`(\w+)`", names))
