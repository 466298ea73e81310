"""The figures and names in docs/PROTOCOL.md are those of the code."""

import re
from pathlib import Path

import device

DOC = (device.ROOT / "docs" / "PROTOCOL.md").read_text(encoding="utf-8")

# Section, module, and the constants of it whose values stand in that section.
FIGURES = """
1.1 server   _PAGE_BYTES
1.1 batch    _MAX_BATCH
1.2 server   _MAX_MESSAGE
1.2 json_text _MAX_DEPTH _MAX_VALUES _MAX_NUMBER
1.2 batch    _MAX_BATCH
1.2 schema   _MAX_PROBLEMS
1.4 stdio    _MAX_TASKS
1.5 http     _MAX_CONNECTIONS _RATE _RECEIVE_MS _SEND_MS _HEAD_MS
1.5 connection_limiter     _MAX_UNAUTHENTICATED _MAX_OF_A_PEER _FAILURES _ALL_FAILURES
1.5 http_messages  _MAX_LINES _MAX_HEAD _MAX_LINE
6.1 session  _HELLO_MS _SILENCE_MS
6.2 mcp_envelope  _MAX_FRAME
6.3 backoff  _MOST_S _CLOSED_S
6.3 websocket_link     _PING_MS _DEAD_MS
6.3 websocket MAX_MESSAGE _SEND_MS
6.3 websocket_handshake _CONNECT_MS
6.5 mqtt_session _KEEPALIVE_S _RETRY_S _JITTER_S _ANSWER_MS
6.5 mqtt_channel _SETTLED_S
6.5 mqtt     MAX_PAYLOAD
6.6 ota_answer MAX_BODY
6.6 clock    _FIRST_YEAR _LAST_YEAR
6.6 http_client _TOTAL_S
6.6 ota_service _TRIES _FIRST_RETRY_S _PENDING_S _REFUSED_S
"""
WORDS = {10: "ten"}


def source(module: str) -> str:
    """The text of a module of the device, wherever it lies."""
    found = [*device.ROOT.glob(f"lib/**/{module}.py")] or [
        *device.ROOT.glob(f"firmware/**/{module}.py")
    ]
    (path,) = found
    return Path(path).read_text(encoding="utf-8")


def section(number: str) -> str:
    found = re.search(rf"^### {re.escape(number)} .*?(?=^##|\Z)", DOC, re.DOTALL | re.MULTILINE)
    assert found, number
    return found[0]


def test_limits_and_times_are_those_of_the_code() -> None:
    wrong = []
    for line in FIGURES.split("\n")[1:-1]:
        where, module, *names = line.split()
        for name in names:
            found = re.search(rf"^{name} = (?:const\()?(\d+)", source(module), re.MULTILINE)
            assert found, f"{module} has no {name}"
            value = int(found[1]) // (1000 if name.endswith("_MS") else 1)
            forms = rf"{value}|{value:,}|\b{WORDS.get(value, value)}\b"
            if not re.search(rf"(?<![\d,.])(?:{forms})(?!\d|,\d)", section(where), re.IGNORECASE):
                wrong.append(f"section {where}: {name} of {module} is {value}")
    assert wrong == []


def test_methods_versions_and_statuses_are_documented() -> None:
    legacy = source("handshake_revisions")
    methods = re.findall(r'^            "([a-zA-Z/]+)": _?[a-z]', legacy, re.MULTILINE)
    statuses = set(re.findall(r"(\d\d\d) [A-Z]", source("http_messages")))
    assert (len(methods), len(statuses)) == (5, 25)
    named = [*methods, *re.findall(r"20\d\d-\d\d-\d\d", legacy), *statuses - {"500"}]
    assert [name for name in named if name not in DOC] == []


def test_members_and_headers_of_the_ota_service_are_documented() -> None:
    answer, ota = source("ota_answer"), section("6.6")
    named = re.findall(r'report\["(\w+)"\]', source("ota_service"))
    named += re.findall(r'\("([A-Z][\w-]+)", ', source("ota_service"))
    for table in ("_MQTT", "_WEBSOCKET"):
        members = re.findall(
            r'\("(\w+)", \d', answer.partition(f"\n{table} = ")[2].split("\n)\n")[0]
        )
        assert members, table
        named += members
    ours = {"version", "Content-Type"}  # of every such message, and documented with WebSocket
    assert [name for name in named if name not in ota and name not in ours] == []
