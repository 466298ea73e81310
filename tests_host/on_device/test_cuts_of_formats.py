"""
The power fails everywhere while records pass by that have every field there is, fields and kinds
of a newer version, or states of other stores. How a scenario is played is in _cutting.py.
"""

from _bench import Bench, run, write
from _cutting import cut_everywhere, one_by_one
from memory.log import log
from memory.log.manifest import is_pack
from memory.records import fields
from memory.records.codec import to_line
from memory.records.record import Record
from memory.upkeep import background_jobs, retention
from test_fields import of
from test_order import for_stores, take

HEAP = "24M"
TIMEOUT_S = 240
ALONE = True

LATER = '{"id":"new%d","rev":2,"kind":"recipe","created":"2026-01-01T08:00:00","content":"汤",'
LATER += '"#137":"00ff","future":{"a":[1,{"b":"c"}]},"tags":["x"]%s}\n'


def lines(memory):
    """(id, line) of all that memory holds, kinds and fields of a newer version too."""
    texts = for_stores(memory).decode().split("\n")[:-1]
    return [(text.split('"')[3], text) for text in texts]


def whole(id, kind, hot):
    """The line of a record with every field, known or not."""
    given = {row.name: of(row)[0] for row in fields.TABLE}
    for name in ("store", "seen"):  # states of other stores have a scenario of their own
        del given[name]
    given["repeat"] = 1
    given["reason"] = 2  # one that was not deleted
    made = Record(id, kind, 821000000, given, 1)
    return to_line(made, hot=hot)[:-1] + ',"#137":"00ff","future":[{"a":1}]}\n'


def test_records_with_every_field_and_those_of_a_newer_version():
    log.SEGMENT_BYTES = 700
    bench = Bench()
    memory = bench.start()
    for number in range(62):
        write(memory, "moment", "第%d次去海边" % number)
    data = "".join([whole("abc%d" % n, "fact", n < 3) for n in range(1, 6)])
    data += "".join([LATER % (n, ',"hot":true' if n < 2 else "") for n in range(4)])
    for_stores(memory)  # so that the id of the store is drawn
    run(memory.save())

    def night(device):
        device.clock.to("2026-03-20 03:00")
        run(retention.nightly(device.memory))
        run(device.memory.save())

    def tidy(device):
        for _ in background_jobs.steps(device.memory.log, device.memory.index):
            pass
        sealed = device.memory.log.manifest.sealed
        assert [row for row in sealed if is_pack(row)], sealed

    steps = [
        lambda device: taken(device, data),
        lambda device: run(device.memory.correct("abc1", None, "另一句", {})),
        night,
        tidy,
        lambda device: run(device.memory.correct("abc4", None, "又一句", {})),
    ]

    def check(device):
        if device.tape.done == len(steps):
            for id, text in lines(device.memory):
                if id.startswith(("abc", "new")):
                    assert '"#137":"00ff"' in text and '"future":' in text, id
                if id.startswith("abc"):
                    names = [row.name for row in fields.TABLE if row.name not in ("seen", "flags")]
                    assert [name for name in names if '"%s":' % name not in text] == [], id

    shape = lambda device: lines(device.memory)  # noqa: E731
    cut_everywhere(bench, steps, check, 15, 40, parts=one_by_one, shape=shape)


def taken(device, data):
    """Take a file in, nothing refused, unless the flash is dead."""
    refused = []
    done = run(device.memory.import_lines([data.encode()], lambda *why: refused.append(why)))
    assert refused == [] or done.stopped is not None, refused


def test_states_of_another_store():
    first, second = Bench(seed=3), Bench(seed=4)
    memory = first.start()
    ids = [write(memory, "trait", text).record.id for text in ("patient", "calm", "shy", "loud")]
    ids += [write(memory, "moment", "第%d次去海边" % n).record.id for n in range(14)]
    data = for_stores(memory)
    other = second.start()
    take(other, data)
    second.clock.to("2026-02-06 09:00")
    run(other.correct(ids[0], None, "very patient", {}))  # here nothing changes
    run(other.correct(ids[1], None, "restless", {}))  # here, too, and earlier
    run(other.delete(ids[2]))
    run(other.correct(ids[5], None, "那次没去成", {}))
    run(other.delete(ids[4]))
    write(other, "trait", "of the other")
    theirs = for_stores(other)
    memory = first.start()
    run(memory.correct(ids[1], None, "very calm", {}))
    run(memory.correct(ids[5], None, "那次下雨了", {}))
    run(memory.correct(ids[2], None, "bold", {}))
    first.memory.close()
    first.memory = None

    def once(device):
        taken(device, theirs.decode())

    def again(device):
        before = lines(device.memory)
        once(device)
        assert lines(device.memory) == before

    shape = lambda device: lines(device.memory)  # noqa: E731
    cut_everywhere(first, [once, again], None, 3, 12, parts=one_by_one, shape=shape)
