"""
The search index as a ranker for retrieval evaluations: JSON lines on stdin and stdout.

    {"op": "index", "docs": [{"id", "text", "t", "speaker"}]}     -> {"ok": true}
    {"op": "query", "q": "...", "k": 25}                          -> {"ids": [...]}

The index is the one of lib/memory, in a LittleFS on a simulated chip; see on_device/ranker.py.
"""

import os

import _host

from sim import stage

_HEAP = "16M"  # the conversations come as one line of JSON each


def main() -> None:
    parser = _host.options(__doc__)
    interpreter = parser.parse_args().micropython
    path = [*stage.folders(stage.stage(interpreter)), ".frozen"]
    environment = {"MICROPYPATH": ":".join(map(str, path)), "MICROPYINSPECT": ""}
    script = str(_host.ROOT / "bench" / "on_device" / "ranker.py")
    command = [str(interpreter), "-X", f"heapsize={_HEAP}", script]
    os.execve(interpreter, command, {**os.environ, **environment})


main()
