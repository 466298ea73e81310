"""
The search index as a ranker for retrieval evaluations: JSON lines on stdin and stdout.

    {"op": "index", "docs": [{"id", "text", "t", "speaker"}]}  -> {"ok": true}
    {"op": "query", "q": "...", "k": 25}                       -> {"ids": [...], "percents": [...]}

The index is the one of lib/memory, in a LittleFS on a simulated chip, and questions are expanded
by the table of words as on a device that has it; see on_device/ranker.py.
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
    table = str(_host.ROOT / "tools" / "flashing" / "words.bin")
    command = [str(interpreter), "-X", f"heapsize={_HEAP}", script, table]
    os.execve(interpreter, command, {**os.environ, **environment})


main()
