"""
Lives a life with secrets in all the places where words can be, and forgets them: _forget_life.py
BEFORE AFTER LATER, paths of files for the chip's bytes before, after the scrub, and once the index
is there again. Prints a JSON object; tests_host/test_forgetting.py looks at the bytes.
"""

import json
import sys

from _bench import everything, run, write
from _forget import Pet, forget, hear, scrub
from memory.archive.record_lines import entry_of
from memory.log.manifest import is_pack
from memory.records.codec import to_line
from memory.records.record import Record

# Two characters each that nothing else has, and a word in Latin letters.
SECRETS = {
    "packed": "龘靐",
    "sealed": "齉龗",
    "open": "麤鱻",
    "hot": "爨饕",
    "corrected": "鬱麣",
    "superseded": "讟钃",
    "series": "鑿驫",
    "deleted": "厵灪",
    "said": "籲飍",
    "latin": "Quokkazyxian",
}


def text(name):
    return "主人说过" + SECRETS[name] + "这件事"


def fill(memory, count):
    """So many plain things straight into the archive: 40 are a segment."""
    for first in range(0, count, 10):
        told = []
        for number in range(first, min(first + 10, count)):
            words = {"content": "平常的第%d件事" % number + "x" * 260}
            told.append(Record(memory.new_id(), "fact", memory.clock.now(), words))
        memory.log.append([entry_of(to_line(one), one, one.id, one.rev) for one in told])


def archive(memory, *ids):
    """Move them there."""
    memory.move_to_archive([one for one in memory.hot("fact", "moment") if one.id in ids])


def tidy(memory):
    background = memory.background()
    while background.begin(False):
        while background.step() is not None:
            pass
    memory.release_background()


def live(pet):
    """Ids to be forgotten, and a word of the last conversation."""
    memory = pet.start()
    ids = {name: write(memory, "fact", text(name)).record.id for name in ("packed", "deleted")}
    pet.clock.to("2026-02-06 08:00")
    when = {"when": "2026-02-06 09:00", "repeat": "daily"}
    ids["series"] = run(memory.write("schedule", text("series"), when)).record.id
    for day in range(6, 9):
        pet.clock.to("2026-02-%02d 09:05" % day)
        run(memory.complete(ids["series"]))
    archive(memory, ids["packed"], ids["deleted"])
    run(memory.delete(ids["deleted"]))
    ids["corrected"] = write(memory, "moment", text("corrected")).record.id
    for number in range(4):
        run(memory.correct(ids["corrected"], None, text("corrected") + "%d" % number, {}))
    archive(memory, ids["corrected"])
    fill(memory, 360)
    run(memory.correct(ids["packed"], None, text("packed") + "了", {}))
    tidy(memory)
    ids["sealed"] = write(memory, "fact", text("sealed"), topic=SECRETS["sealed"]).record.id
    ids["latin"] = write(memory, "fact", "hid the " + SECRETS["latin"] + " at home").record.id
    archive(memory, ids["sealed"], ids["latin"])
    fill(memory, 80)
    tidy(memory)
    ids["open"] = write(memory, "fact", text("open")).record.id
    archive(memory, ids["open"])
    fill(memory, 5)
    ids["superseded"] = write(memory, "fact", "主人在%s上班" % SECRETS["superseded"]).record.id
    again = run(memory.write("fact", "主人在%s工作" % SECRETS["superseded"], {}))
    assert again.replaced is not None
    ids["hot"] = write(memory, "fact", text("hot")).record.id
    ids["said"] = write(memory, "fact", text("said")).record.id
    hear("我说过%s的" % SECRETS["said"], "天气真好", "那%s怎么样了" % SECRETS["said"])
    run(memory.save())
    return memory, ids


def keep(path, image):
    with open(path, "wb") as f:
        f.write(image)


def main(before, after, later):
    pet = Pet(disk_kb=512)
    memory, ids = live(pet)
    rows = memory.log.manifest.sealed
    known = everything(memory)
    keep(before, pet.image)
    erases, programs = pet.flash.erases, pet.flash.programs
    for name in sorted(ids):
        assert forget(memory, id=ids[name]).count == 1, name
    acknowledged = pet.flash.erases - erases
    scrub(memory)
    found = {"ids": ids, "erases": pet.flash.erases - erases, "acknowledged": acknowledged}
    found["programs"] = pet.flash.programs - programs
    found["packs"] = len([row for row in rows if is_pack(row)])
    found["plain"] = len(rows) - found["packs"]
    found["told"] = pet.heard("scrubbed")
    keep(after, pet.image)
    left = everything(memory)
    assert all(left[id] == known[id] for id in left)
    found["gone"] = sorted([id for id in known if id not in left])
    tidy(memory)
    assert everything(memory) == left
    keep(later, pet.image)
    pet.start()
    assert everything(pet.memory) == left
    assert pet.heard("recovered") == [] and pet.memory.log.verify() == []
    print(json.dumps(found))


main(*sys.argv[1:])
