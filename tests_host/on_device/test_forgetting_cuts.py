"""Forgetting for good, and the power failing everywhere in it (see _cutting.py)."""

import os

from _bench import contents, run, write
from _cutting import cut_everywhere
from _forget import RARE, SECRET, Pet, forget, hear, said, scrub, traces
from memory.archive.record_lines import entry_of
from memory.erase.scrub import Scrub
from memory.records.codec import to_line
from memory.records.record import Record

HEAP = "16M"
TIMEOUT_S = 240
ALONE = True
THOROUGH = (
    "test_a_scrub_that_is_cut_is_finished_by_a_later_start",
    "test_any_cut_while_a_pack_is_written_anew_loses_nothing_else",
)
LONG = os.getenv("LONG")


def lived(disk_kb=160):
    """A device whose open segment, hot memory, snapshot and chat know of the secret."""
    pet = Pet(disk_kb=disk_kb)
    memory = pet.start()
    for number in range(4):
        write(memory, "fact", "平常的事%d" % number, topic="平常")
    secret = write(memory, "fact", SECRET, topic=RARE)
    hear("我把%s藏起来了" % RARE, "好的，今天天气不错", "明天见")
    write(memory, "moment", "看见了" + RARE, topic=RARE)
    pet.first = secret.record.id
    run(memory.correct(pet.first, None, SECRET + "上面", {}))
    run(memory.save())
    return pet


def clean(bench):
    """Once it is said to be clean, no byte of it is left."""
    memory = bench.memory
    if memory.erasure_journal is None and not contents(memory, None, RARE):
        assert traces(bench.image) == []
        assert said() in ([], ["好的，今天天气不错", "明天见"]), said()


def clean_up(bench):
    scrub(bench.memory)


def test_any_cut_while_one_thing_is_forgotten_leaves_it_there_or_gone():
    pet = lived()

    def forget_it(bench):
        assert forget(bench.memory, id=pet.first).done

    cut_everywhere(pet, [forget_it], clean, least=8)


def test_a_scrub_that_is_cut_is_finished_by_a_later_start():
    pet = lived()
    memory = pet.start()
    assert forget(memory, id=pet.first).done
    again = Pet(pet.image, 160)
    again.rng.state = pet.rng.state

    # A scrub has many operations and most are alike: the normal run takes some of them.
    cut_everywhere(again, [clean_up], clean, stride=1 if LONG else 701, least=3)


def clean_log(bench):
    """The part of a scrub that files can show."""
    memory = bench.memory
    for _ in Scrub(memory, memory.hot_store, memory.log, "/memory")._clean_log():
        pass


def put(memory, count):
    """So many plain lines straight into the archive."""
    told = []
    for _ in range(count):
        words = {"content": "x" * 1000}
        told.append(Record(memory.new_id(), "fact", 823000000, words))
    memory.log.append([entry_of(to_line(one), one, one.id, 1) for one in told])


def archived(packs):
    """A device with one secret in a pack, or a plain segment, and one in the open segment."""
    pet = Pet(disk_kb=384 if packs else 256)
    memory = pet.start()
    pet.ids = []
    for number in range(9 if packs else 2):
        pet.ids.append(write(memory, "fact", SECRET + "%d" % number).record.id)
        memory.move_to_archive(memory.hot("fact"))
        put(memory, 15)
    if packs:
        background = memory.background()
        while background.begin(False):
            while background.step() is not None:
                pass
        memory.release_background()
    last = write(memory, "fact", SECRET + "last")
    memory.move_to_archive([last.record])
    assert forget(memory, id=pet.ids[0]).done
    assert forget(memory, id=last.record.id).done
    return pet


def test_any_cut_while_segments_are_written_anew_loses_nothing_else():
    pet = archived(False)

    def its_lines(bench):
        rows = [row[0] for row in bench.memory.log.manifest.sealed]
        assert rows[0] == 1
        assert bench.memory.log.verify() == []

    cut_everywhere(pet, [clean_log], its_lines, stride=1 if LONG else 13, least=8)


def test_any_cut_while_a_pack_is_written_anew_loses_nothing_else():
    pet = archived(True)
    cut_everywhere(pet, [clean_log], clean, stride=1 if LONG else 19, least=4)


def test_any_cut_while_a_topic_is_forgotten_leaves_all_of_it_or_nothing():
    pet = lived()

    def forget_topic(bench):
        assert forget(bench.memory, topic=RARE).count == 2

    cut_everywhere(pet, [forget_topic], clean, least=8)


def test_any_cut_while_everything_is_forgotten_leaves_all_of_it_or_nothing():
    pet = lived()

    def forget_all(bench):
        assert forget(bench.memory, everything=True).done

    def tell(bench):
        return write(bench.memory, "fact", "从头再来")

    cut_everywhere(pet, [forget_all, tell], clean, stride=1 if LONG else 5, least=30)
