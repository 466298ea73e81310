"""
The device's end of tests_host/fuzzing.py: _fuzz.py MODULE IN OUT [arguments].

Takes inputs from one pipe, gives each to `one(data)` of the target module and answers on the
other; the module's `start(*arguments)` has made what they are given to. What `one` raises is the
answer too: the other end judges. stdout and stderr are nobody's protocol here.

    in    operation (1 byte), length (4 bytes, big-endian), the input
    out   kind (1 byte), length, the answer: B bytes, J JSON, X a traceback, H bytes of heap in use
"""

import gc
import io
import json
import sys


def main(name, inputs, answers, *arguments):
    sys.path.insert(0, sys.argv[0].rpartition("/")[0])
    target = __import__(name)
    target.start(*arguments)
    answers = open("/proc/self/fd/" + answers, "wb")
    with open("/proc/self/fd/" + inputs, "rb") as read:
        while True:
            head = read.read(5)
            if len(head) < 5:
                return
            data = read.read(int.from_bytes(head[1:], "big"))
            kind, answer = _heap() if head[:1] == b"h" else _tried(target.one, data)
            data = head = None
            answers.write(kind + len(answer).to_bytes(4, "big") + answer)


def _heap():
    gc.collect()
    gc.collect()  # what a finaliser let go of
    return b"H", str(gc.mem_alloc()).encode()


def _tried(one, data):
    try:
        answer = one(data)
    except Exception as e:
        said = io.StringIO()
        sys.print_exception(e, said)
        return b"X", said.getvalue().encode()
    if isinstance(answer, (bytes, bytearray)):
        return b"B", answer
    return b"J", json.dumps(answer).encode()


main(*sys.argv[1:])
