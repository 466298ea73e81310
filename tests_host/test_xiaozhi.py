"""The XiaoZhi session as docs/PROTOCOL.md tells it."""

import re

import device

DOC = (device.ROOT / "docs" / "PROTOCOL.md").read_text(encoding="utf-8")
SOURCE = (device.ROOT / "lib" / "mcp" / "xiaozhi.py").read_text(encoding="utf-8")


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


def test_limits_of_the_session_are_documented():
    found = re.findall(r"^(_\w+) = const\((\d+)\)", SOURCE, re.MULTILINE)
    limit = {name: int(value) for name, value in found}
    assert f"`hello` for {limit['_HELLO_MS'] // 1000} s" in DOC
    assert f"no sign of life for {limit['_SILENCE_MS'] // 1000} s" in DOC
    assert f"at most {limit['_ROOM']:,} bytes" in DOC
    page = limit["_ROOM"] - limit["_ENVELOPE"] - 200
    assert f"A page of tools has at most {page:,} bytes" in DOC


def test_times_and_sizes_of_the_channels_are_documented():
    found: dict[str, str] = {}
    for module in ("backoff", "caller", "link", "endpoint", "websocket"):
        text = (device.ROOT / "lib" / "mcp" / f"{module}.py").read_text(encoding="utf-8")
        found.update(re.findall(r"^(_\w+) = const\((\d+)\)", text, re.MULTILINE))
    limit = {name: int(value) for name, value in found.items()}
    assert f"1, 2, 4 .. {limit['_MOST_S']} s and up to a quarter more" in DOC
    assert (limit["_FIRST_S"], limit["_LASTED_MS"], limit["_DEAF_MS"]) == (1, 60_000, 300_000)
    assert f"closed with 1000 or 1001 at most {found['_PARTED_S']} s" in DOC
    assert f"ours go out every {limit['_PING_MS'] // 1000} s" in DOC
    assert f"{limit['_DEAD_MS'] // 1000} s without any frame" in DOC
    assert f"at most {limit['_MAX_MESSAGE']:,} bytes" in DOC
    assert limit["_CONNECT_MS"] == limit["_SEND_MS"] == 10_000
