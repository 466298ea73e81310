"""
memory.importing: the power fails at every operation of an import, and the same import again
takes the rest. How a scenario is played is in _cutting.py.
"""

from _bench import Bench, write
from _cutting import cut_everywhere, one_by_one
from memory.log import log
from memory.log.manifest import is_pack
from test_export import exported, lived_in
from test_importing import line, take

HEAP = "10M"
TIMEOUT_S = 240
THOROUGH = (
    "test_an_import_that_merges",
    "test_what_came_in_is_packed",
)


def taking(data):
    def take_in(bench):
        counts, refused = take(bench.memory, data)
        assert refused == [] or counts.stopped is not None, refused

    return take_in


def arrives(data):
    """Once all was taken, what is exported is what came in."""

    def check(bench):
        if bench.tape.done == 1:
            assert exported(bench.memory)[0] == data

    return check


def test_an_import_into_an_erased_device():
    data = exported(lived_in(Bench()))[0]
    bench = Bench(seed=7)
    bench.start()
    cut_everywhere(bench, [taking(data)], arrives(data), 7, 100, parts=one_by_one)


def test_an_import_that_merges():
    bench = Bench(seed=7)
    lived_in(bench)
    data = ""
    for n, text in enumerate(exported(bench.memory)[0].decode().split("\n")[:-1]):
        if n % 3 == 0 and '"kind":"fact"' in text:
            hot = '"hot":true' in text
            data += line(text.split('"')[3], content="newer %d" % n, rev=9, hot=hot)
        else:
            data += text + "\n"
    data += "".join([line("new%d" % n, content="new %d" % n, hot=n > 25) for n in range(30)])
    steps = [taking(data), lambda bench: write(bench.memory, "trait", "later")]
    cut_everywhere(bench, steps, stride=3, least=30, parts=one_by_one)


def test_what_came_in_is_packed():
    log.SEGMENT_BYTES = 2048
    bench = Bench(seed=7)
    memory = bench.start()
    data = "".join([line("abc%d" % n, content="told %d " % n + "some" * 20) for n in range(300)])
    take(memory, data)
    assert is_pack(memory.log.manifest.sealed[0])
    bench = Bench(seed=7)
    bench.start()
    cut_everywhere(bench, [taking(data)], stride=23, least=100, parts=one_by_one)
