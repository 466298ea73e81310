"""
What the companion promises, which tests show it, and which figures say how hard they tried.

The table behind docs/RELIABILITY.md, which `./tools/reliability.sh` writes: the sentences are
here, the numbers come from running these tests. A test tells its numbers with `figure`; a name
that is told by several tests, or several times, is put together as the table says.
"""

from typing import NamedTuple


class Figure(NamedTuple):
    """`words` go after the number; `how` is sum, max, min, or last for what has one source."""

    words: str
    how: str = "sum"


class Promise(NamedTuple):
    """
    `tests` are files, or file::function, below tests_host/; `figures` are names of FIGURES.
    `bench` names a benchmark whose JSON line with "verdict" has members of the same names: it
    runs with the long target alone.
    """

    says: str
    tests: "tuple[str, ...]"
    figures: "tuple[str, ...]" = ()
    bench: str = ""


class Part(NamedTuple):
    """A heading of the page and what stands below it."""

    heading: str
    promises: "tuple[Promise, ...]"


FIGURES: "dict[str, Figure]" = {
    "killed": Figure("kills of the running process"),
    "heap_spare_kb": Figure("KB to spare of 384", "min"),
    "one_tool_spare_kb": Figure("KB to spare of 64", "min"),
    "fuzz_messages": Figure("messages of any bytes"),
}

PARTS: "tuple[Part, ...]" = (
    Part(
        "Power",
        (
            Promise(
                "Whenever the process is killed, what was acknowledged is there, whole, once.",
                ("test_power.py",),
                ("killed",),
            ),
        ),
    ),
    Part(
        "Load",
        (
            Promise(
                "Everything at its cap and as long as it may be is written, read and searched "
                "over stdio and HTTP in a heap of 384 KB.",
                ("test_heap.py",),
                ("heap_spare_kb",),
            ),
            Promise(
                "A server with one tool answers in a heap of 64 KB.",
                ("test_mcp_package.py",),
                ("one_tool_spare_kb",),
            ),
        ),
    ),
    Part(
        "People and networks",
        (
            Promise(
                "Whatever bytes come as an MCP message: every request gets one valid reply, a "
                "notification none, and the session and the heap are as they were.",
                ("test_fuzz_jsonrpc.py",),
                ("fuzz_messages",),
            ),
        ),
    ),
)
