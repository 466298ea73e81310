"""
What the store costs in flash operations: costs.py FLASH MODE [DAYS].

Counts at the simulated chip, on the real partition table. Modes are the benchmarks of the same
names; each begins on an erased chip, except that `boot` powers the chip on again.
"""

import asyncio
import json
import os
import sys
import time

import corpus
from _clock import Clock
from _device import Device, umount
from memory.engine import Memory
from memory.text import dates
from memory.upkeep import background_jobs

CLOCK = Clock()
_TYPICAL = (
    # kind, how many, characters of Chinese
    ("family", 8, 3),
    ("like", 8, 5),
    ("dislike", 8, 5),
    ("event", 8, 15),
    ("schedule", 8, 12),
    ("fact", 20, 30),
    ("trait", 10, 10),
    ("habit", 10, 12),
    ("moment", 10, 40),
    ("goal", 5, 15),
)


def start(device):
    """Mount, and open memory."""
    return device.start(lambda kv, root: Memory(kv, root, CLOCK, os.urandom))


def counts(device):
    flash = device.flash
    return (flash.erases, flash.programs, flash.program_bytes)


def worst_sector(device):
    """(sector, erases) of the sector erased most."""
    erases = device.erases()
    most = max(erases)
    return next(n for n, count in enumerate(erases) if count == most), most


async def write(memory, kind, text, n):
    given = {}
    if kind == "family":
        given["relation"] = "亲戚%d" % n
    if kind in ("event", "schedule"):
        given["when"] = "2030-01-%02d 10:00" % (n + 1)
    return await memory.write(kind, text, given, True)


async def fill(memory):
    """Every kind at its cap, at lengths as people speak."""
    for kind, count, length in _TYPICAL:
        for n in range(count):
            await write(memory, kind, "%s%02d" % (kind[0], n) + "话" * (length - 1), n)


def per_operation(name, before, after, count, **more):
    erases, programs, size = [b - a for a, b in zip(before, after)]
    print(
        json.dumps(
            dict(
                more,
                bench=name,
                erases_per_op=round(erases / count, 4),
                programs_per_op=round(programs / count, 2),
                bytes_per_op=round(size / count, 1),
                operations=count,
            )
        )
    )


async def hot_commit(device):
    memory = start(device)
    await fill(memory)
    ids = [record.id for kind, _, _ in _TYPICAL for record in memory.each(kind)]
    before = counts(device)
    count = 2000
    for n in range(count):
        record_id = ids[(n * 7919) % len(ids)]
        await memory.correct(record_id, None, None, {"importance": n // len(ids) % 5 + 1})
    per_operation("hot_commit", before, counts(device), count, budget="erases_per_op <= 0.2")


async def append(device):
    memory = start(device)
    log = memory.log
    before, count, made = counts(device), 400, 0
    from memory.log.log import Entry
    from memory.records.codec import to_line
    from memory.records.record import Record

    for _ in range(count):
        entries = []
        for _ in range(5):
            made += 1
            fields = {"content": "第%d件事，" % made + "说过的话" * 6, "source": "http"}
            record = Record("aaa%d" % made, "fact", CLOCK.seconds + made, fields)
            entries.append(Entry(to_line(record), dates.day_text(record.created), made, False))
        log.append(entries)
    per_operation(
        "append",
        before,
        counts(device),
        count,
        batch=5,
        segments=len(log.manifest.sealed) + 1,
        budget="erases_per_op <= 1.5",
    )


async def boot(device):
    memory = start(device)
    await fill(memory)
    for n in range(400):
        await write(memory, "fact", "事%d" % n + "话" * 29, n)
    await memory.save()
    memory.close()
    umount()
    device.power_on()
    flash = device.flash
    started = time.ticks_us()
    nvs = flash.read_bytes
    memory = start(device)
    passed = time.ticks_diff(time.ticks_us(), started) / 1000
    total = flash.read_bytes - nvs
    hot = sum([len(memory.hot_store.get(key)) + 32 for key in memory.hot_store.keys()])
    print(
        json.dumps(
            {
                "bench": "boot",
                "ms": round(passed, 2),
                "flash_read_bytes": total,
                "hot_store_bytes": hot,
                "beyond_hot_bytes": total - hot,
                "nvs_start_read_bytes": nvs,
                "budget": "beyond_hot_bytes < 98304",
            }
        )
    )


async def wear(device, days):
    memory = start(device)
    await fill(memory)
    ids = [r.id for kind in ("trait", "habit", "goal", "like") for r in memory.each(kind)]
    made = 0
    told = corpus.records(50 * days)
    for day in range(days):
        for n in range(150):
            weight = (day * 150 + n) // len(ids) % 5 + 1
            await memory.correct(ids[n % len(ids)], None, None, {"importance": weight})
        for _ in range(50):  # each moves one more to the archive, five at a time
            made += 1
            await write(memory, "fact", next(told).content, made)
        await memory.save()
        for _ in background_jobs.steps(memory.log, memory.index):
            pass
        CLOCK.seconds += dates.DAY
    sector, erases = worst_sector(device)
    nvs = device.erases_of("nvs")
    archive = device.erases_of("memory")
    blocks, free, _ = memory.log.space()
    print(
        json.dumps(
            {
                "bench": "wear",
                "years": round(100000 / (erases / days * 365), 1),
                "days": days,
                "worst_sector": sector,
                "erases_of_worst_sector": erases,
                "nvs_erases_min": nvs[0],
                "nvs_erases_max": nvs[-1],
                "archive_erases_mean": round(sum(archive) / len(archive), 1),
                "archive_erases_max": archive[-1],
                "told": made,
                "used_percent": 100 - 100 * free // blocks,
                "budget": "years > 20",
            }
        )
    )


path, mode = sys.argv[1:3]
run = {"hot_commit": hot_commit, "append": append, "boot": boot}
if mode == "wear":
    asyncio.run(wear(Device(path, True), int(sys.argv[3])))
else:
    asyncio.run(run[mode](Device(path, True)))
