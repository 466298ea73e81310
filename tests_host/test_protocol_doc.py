"""The limits and names in docs/PROTOCOL.md are those of the code."""

import re

import device
import pytest

DOC = (device.ROOT / "docs" / "PROTOCOL.md").read_text(encoding="utf-8")


def constant(module: str, name: str) -> int:
    """The value of `_NAME = const(n)` in lib/mcp."""
    text = (device.ROOT / "lib" / "mcp" / f"{module}.py").read_text(encoding="utf-8")
    found = re.search(rf"^{name} = const\((\d+)\)", text, re.MULTILINE)
    assert found, name
    return int(found[1])


@pytest.mark.parametrize(
    ("module", "name", "phrase"),
    [
        ("server", "_MAX_MESSAGE", "| message | {} bytes |"),
        ("server", "_PAGE_BYTES", "pages of at most {:,} bytes"),
        ("jsontext", "_MAX_DEPTH", "| nesting | {} levels |"),
        ("jsontext", "_MAX_VALUES", "| values and keys in a message | {} |"),
        ("jsontext", "_MAX_NUMBER", "| characters of a number | {},"),
        ("batch", "_MAX_BATCH", "| messages in a batch | {} |"),
        ("schema", "_MAX_PROBLEMS", "At most {} problems"),
        ("stdio", "_MAX_TASKS", "Up to {}\nmessages"),
        ("http", "_MAX_CONNECTIONS", "at once {} that have shown a key"),
        ("door", "_STRANGERS", "that have not shown a key: {},"),
        ("door", "_OF_A_PEER", "of a peer {}, and"),
        ("guard", "_BURST", "wrong keys: of a peer {},"),
        ("guard", "_ALL_BURST", "of all {}, then"),
        ("http", "_RATE", "requests with one key: {} a second"),
        ("http_io", "_MAX_LINES", "a line; {} headers;"),
        ("http_io", "_MAX_HEAD", "| head: {} bytes in all,"),
        ("http_io", "_MAX_LINE", " {} a line;"),
    ],
)
def test_a_limit_is_documented(module: str, name: str, phrase: str) -> None:
    assert phrase.format(constant(module, name)) in DOC


def test_times_are_documented() -> None:
    assert constant("http", "_RECEIVE_MS") == constant("http", "_SEND_MS") == 10_000
    assert constant("http", "_HEAD_MS") == 3_000
    assert "within 3 s, the whole request within 10 s" in DOC
    assert "An answer must be taken within 10 s" in DOC


def test_methods_and_versions_are_documented() -> None:
    text = (device.ROOT / "lib" / "mcp" / "legacy.py").read_text(encoding="utf-8")
    names = re.findall(r'^            "([a-zA-Z/]+)": _?[a-z]', text, re.MULTILINE)
    assert len(names) == 5
    for name in names + re.findall(r"20\d\d-\d\d-\d\d", text):
        assert name in DOC


def test_statuses_are_documented() -> None:
    text = (device.ROOT / "lib" / "mcp" / "http_io.py").read_text(encoding="utf-8")
    statuses = re.findall(r"(\d\d\d) [A-Z]", text)
    assert len(statuses) == 17
    for status in statuses:
        if status != "500":  # a fault of ours, and no rule
            assert status in DOC
