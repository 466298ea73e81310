"""
The device side of golden/make.py: lives a little of everything on a bench, writes down
what is left.

Runs on MicroPython: _golden_fill.py FOLDER.
"""

import json
import sys

sys.path.insert(0, "tests_host/on_device")

from _bench import Bench, Query, run, write
from memory.archive import packing
from memory.log import log
from memory.log.manifest import COUNTERS, is_pack
from memory.records.codec import members
from memory.records.kinds import BY_NAME
from memory.records.record import Record
from memory.search.trash_query import TrashQuery

NVS = (0x9000, 0xC000)
MEMORY = (0x15000, 0x40000)


def live(bench):
    """Every kind, every field, hot and archived, changed, completed and deleted."""
    log.SEGMENT_BYTES = 700
    memory = bench.start()
    for kind, text in (
        ("name", "王小明"),
        ("age", "30"),
        ("gender", "男"),
        ("location", "上海 Shanghai"),
        ("birthday", "1995-02-28"),
        ("trait", "耐心，爱笑"),
        ("habit", "每天早上跑步"),
        ("goal", "学会游泳 🏊"),
        ("like", "红茶"),
        ("dislike", "香菜"),
    ):
        write(memory, kind, text)
    write(memory, "dislike", "红茶")  # moves over
    write(memory, "family", None, relation="妈妈", closeness=5)
    write(memory, "family", "小刚", relation="弟弟")
    write(memory, "fact", "对花生过敏", importance=5, topic="健康")
    for number in range(27):
        write(memory, "fact", '第%d件事: "引号" \\ 和 emoji 🎂' % number, topic="日子")
    moods = ("neutral", "happy", "sad", "excited", "worried", "touched")
    for number in range(52):
        mood = moods[number % 6]
        write(memory, "moment", "时刻 %d" % number, emotion_type=mood, emotion_intensity=3)
    write(memory, "event", "结婚纪念日", when="05-20", priority=4)
    write(memory, "event", "搬家", when="2026-02-03")
    write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily", priority=5)
    write(memory, "schedule", "浇花", when="2026-01-31 08:00", repeat="monthly", duration=15)
    write(memory, "schedule", "开会", when="2026-02-09 09:30", repeat="weekly")
    write(memory, "schedule", "看牙", when="2026-02-06 09:00")
    bench.clock.to("2026-02-06 10:00")
    run(memory.complete(None, "看牙"))
    run(memory.complete(None, "吃药"))
    bench.clock.known = False
    write(memory, "fact", "夜里说的，不知几点")
    bench.clock.known = True
    change(bench, memory)


def change(bench, memory):
    """Corrections and deletions of what is hot and what is archived; a newer version's fields."""
    run(memory.save())
    for _ in packing.pack(memory.log, COUNTERS):
        pass
    for text, new in (("第0件", "改过的第零件事"), ("第25件", "改过的热记录")):
        id = run(memory.recall(Query(None, text)))[0][0].id
        run(memory.correct(id, None, new, {"importance": 3}, "http"))
    run(memory.delete(None, "fact", '第1件事: "引号" \\ 和 emoji 🎂'))
    for number in (3, 40, 51):
        run(memory.delete(None, "moment", "时刻 %d" % number))
    newer = Record("zz9900", "goal", bench.clock.now(), {"content": "由新版本写下"}, 3)
    newer.unknown = [(200, b"\x00\xff"), (254, b"")]
    newer.other = {"later": {"deep": ["值", 1, None]}}
    memory.replace(newer)
    memory.replace(Record("zz9901", "affection", bench.clock.now(), {"content": "", "coins": 57}))
    memory = bench.start(archive=False)
    run(memory.delete(None, "fact", '第20件事: "引号" \\ 和 emoji 🎂'))


def known(bench):
    """What this device knows, as JSON; lists sorted by id."""
    memory = bench.start(archive=False)
    hot = sorted([r.id for kind in BY_NAME for r in memory.each(kind)])
    before = bytes(bench.image)
    memory = bench.copy().start()  # a start tells the log of the last deletion: on a copy
    records = list(run(memory.recall(Query(limit=1000, room=1 << 30)))[0]) + memory.hot(
        "affection"
    )
    found = {record.id: members(record) for record in records}
    assert bytes(bench.image) == before
    manifest = memory.log.manifest
    return {
        "hot": hot,
        "trash": run(memory.recall(TrashQuery(memory.clock.now(), 1)))[1],
        "records": [found[id] for id in sorted(found)],
        "epoch": manifest.epoch,
        "segments": len(manifest.sealed) + 1,
        "packs": len([row for row in manifest.sealed if is_pack(row)]),
        "disk_kb": MEMORY[1] // 1024,
    }


def main(folder):
    bench = Bench(disk_kb=MEMORY[1] // 1024)
    live(bench)
    about = known(bench)
    for name, (at, size) in (("nvs", NVS), ("memory", MEMORY)):
        with open("%s/%s.bin" % (folder, name), "wb") as f:
            f.write(bench.image[at : at + size])
    with open(folder + "/expected.json", "wb") as f:
        f.write(json.dumps(about).encode() + b"\n")
    print("%d records, %d of them hot" % (len(about["records"]), len(about["hot"])))


main(sys.argv[1])
