"""memory.erase.erasure, scrub and scouring: what goes, what stays, and what is said of it."""

import os

from _bench import (
    archive_names,
    contents,
    everything,
    hot_contents,
    put_file,
    run,
    write,
)  # fmt: skip
from _forget import RARE, SECRET, Pet, forget, hear, said, scrub, traces
from esp32 import NVS
from memory.archive.record_lines import entry_of
from memory.erase import erasure
from memory.erase.flash_scrub import erased_spans
from memory.errors import ArchiveUnavailable, NoMatch, Rejected
from memory.extract.extractor import extract
from memory.log import log
from memory.records.codec import to_line
from memory.records.record import Record

from firmware.companion.extraction_queue import ExtractionQueue

HEAP = "16M"
PLAIN = "平常的一件事"


def raised(kind, function, *arguments, **named):
    try:
        function(*arguments, **named)
    except kind as e:
        return e
    raise AssertionError("nothing raised")


def test_what_is_forgotten_is_gone_for_every_reader_before_the_scrub():
    pet = Pet()
    memory = pet.start()
    write(memory, "fact", PLAIN)
    one = write(memory, "fact", SECRET).record
    memory.move_to_archive([one])
    counted = []
    assert run(memory.statistics(counted).figures())["total"] == 2
    found = forget(memory, id=one.id)
    assert (found.done, found.count, found.also) == (True, 1, 0)
    assert contents(memory) == [PLAIN]
    assert run(memory.record(one.id)) is None
    assert run(memory.statistics(counted).figures())["total"] == 1
    lines = []
    run(memory.export(lines.append))
    assert b"".join([bytes(line) for line in lines]).find(one.id.encode()) < 0
    assert traces(pet.image) != []
    scrub(memory)
    assert traces(pet.image) == []
    told = pet.heard("scrubbed")
    assert [(each["ids"], each["count"], each["left"]) for each in told] == [([one.id], 1, [])]
    assert "wiping" not in archive_names()


def test_a_series_goes_with_its_closed_occurrences_and_words_with_those_before_them():
    pet = Pet()
    memory = pet.start()
    series = write(memory, "schedule", "吃" + RARE, when="2026-02-05 15:00", repeat="daily").record
    for _ in range(3):
        run(memory.complete(series.id))
    write(memory, "fact", "主人在%s上班" % RARE)
    later = write(memory, "fact", "主人在%s工作" % RARE)
    assert later.replaced is not None
    assert len(contents(memory)) == 6
    assert forget(memory, content="吃" + RARE).count == 1
    assert len(contents(memory)) == 2
    assert forget(memory, content="主人在%s上班" % RARE).count == 1, "by words of before"
    assert everything(memory) == {}
    scrub(memory)
    assert traces(pet.image) == []


def test_others_with_the_same_words_stay_and_are_named():
    pet = Pet()
    memory = pet.start()
    one = write(memory, "fact", "喜欢" + RARE).record
    other = write(memory, "moment", "又说喜欢%s了" % RARE).record
    found = forget(memory, id=one.id)
    assert found.also == 1
    assert [record.id for record in found.mentions] == [other.id]
    assert contents(memory) == [other.content]
    scrub(memory)
    assert pet.heard("scrubbed")[0]["left"] == []
    assert contents(memory) == [other.content]


def test_a_topic_is_the_whole_field_in_any_case_and_place():
    pet = Pet()
    memory = pet.start()
    for number in range(12):
        write(memory, "moment", "%d号的事情" % number, topic="Work" if number % 2 else "ｗｏｒｋ")
    write(memory, "fact", "work is hard", topic="workshop")
    assert len(hot_contents(memory, "moment")) < 12
    found = forget(memory, sure=False, topic=" WORK ")
    assert (found.done, found.count, len(found.records)) == (False, 12, 6)
    assert len(contents(memory)) == 13
    assert forget(memory, topic="work").done
    assert contents(memory) == ["work is hard"]
    assert forget(memory, topic="work").count == 0
    raised(Rejected, forget, memory, topic=" ")


def test_everything_goes_and_no_id_comes_back():
    pet = Pet()
    memory = pet.start()
    for number in range(30):
        write(memory, "fact", SECRET + "%d" % number)
    hear(SECRET)
    NVS("cfg").set_i32("volume", 7)
    ids = everything(memory)
    run(memory.save())
    assert not forget(memory, sure=False, everything=True).done
    assert everything(memory) == ids
    assert forget(memory, everything=True).done
    assert everything(memory) == {} and said() == []
    again = write(memory, "fact", PLAIN).record
    assert again.id[:3] != sorted(ids)[0][:3]
    scrub(memory)
    assert traces(pet.image) == []
    memory = pet.start()
    assert contents(memory) == [PLAIN]
    assert pet.heard("recovered") == []
    assert NVS("cfg").get_i32("volume") == 7


def test_what_is_told_while_a_wipe_is_not_clean_yet_stays():
    pet = Pet()
    memory = pet.start()
    write(memory, "fact", SECRET)
    forget(memory, everything=True)
    for number in range(26):
        write(memory, "fact", "新的事情%d" % number)
    known = everything(memory)
    memory = pet.start()
    assert everything(memory) == known
    scrub(memory)
    assert everything(memory) == known
    assert everything(pet.start()) == known


def test_a_restore_brings_nothing_back():
    for clean in (False, True):
        pet = Pet()
        memory = pet.start()
        write(memory, "fact", PLAIN)
        one = write(memory, "fact", SECRET).record
        run(memory.save())
        assert forget(memory, id=one.id).done
        if clean:
            scrub(memory)
        for at in range(0x9000, 0x15000):
            pet.image[at] = 0xFF
        memory = pet.start()
        assert contents(memory) == [PLAIN], clean
        scrub(memory)
        assert traces(pet.image) == []


def test_what_was_said_of_it_goes_and_the_rest_of_the_conversation_stays():
    pet = Pet()
    memory = pet.start()
    write(memory, "fact", "我喜欢爬山")
    one = write(memory, "fact", SECRET).record
    talk = ("我把%s藏好了" % RARE, "好的", "那" + RARE[:2] + "呢", "今天去爬山", "柜子真大")
    hear(*talk)
    assert forget(memory, id=one.id).done
    assert said() == ["好的", "今天去爬山"], said()
    memory = pet.start()
    assert said() == ["好的", "今天去爬山"]
    scrub(memory)
    assert traces(pet.image) == []


def test_what_waits_to_be_written_goes_too_also_after_a_cut():
    pet = Pet()
    memory = pet.start()
    one = write(memory, "fact", SECRET).record
    pending = ExtractionQueue(NVS("talk"), None, extract)
    pending.open()
    for number in range(4):
        pending.hear("我喜欢吃%s" % ("饺子", RARE, "面条", "西瓜")[number], memory.clock.now())
    assert len(pending) == 4
    assert forget(memory, id=one.id).done
    left = ExtractionQueue(NVS("talk"))
    left.open()
    assert len(left) == 3
    assert not [text for text in left.texts() if text.find(RARE) >= 0]


def test_what_was_deleted_before_is_forgotten_by_its_id():
    pet = Pet()
    memory = pet.start()
    one = write(memory, "fact", SECRET).record
    run(memory.delete(one.id))
    assert traces(pet.image) != []
    assert forget(memory, id=one.id).done
    scrub(memory)
    assert traces(pet.image) == []
    assert forget(memory, id="zzz77").count == 0
    raised(Rejected, forget, memory, id="nothing")
    raised(NoMatch, forget_two, memory)


def forget_two(memory):
    write(memory, "fact", PLAIN + "一")
    write(memory, "moment", "又是" + PLAIN)
    forget(memory, content=PLAIN)


def test_files_that_work_left_behind_are_cleaned_up():
    pet = Pet()
    memory = pet.start()
    one = write(memory, "fact", SECRET).record
    put_file("life/99.jsonl.gz", SECRET.encode())
    put_file("life/7.idx", SECRET.encode())
    put_file("snapshot.new", SECRET.encode())
    forget(memory, id=one.id)
    scrub(memory)
    assert traces(pet.image) == []
    assert archive_names("/life") == []


def test_without_an_archive_nothing_is_forgotten_for_good():
    pet = Pet()
    write(pet.start(), "fact", SECRET)
    memory = pet.start(archive=False)
    raised(ArchiveUnavailable, forget, memory, content=SECRET)
    assert contents(memory) == [SECRET]


def test_a_full_archive_is_cleaned_too():
    pet = Pet(disk_kb=160)
    memory = pet.start()
    one = write(memory, "fact", SECRET).record
    memory.move_to_archive([one])
    number = 0
    while memory.log.free() > 22:
        number += 1
        record = Record(memory.new_id(), "fact", 823000000, {"content": "x" * 900})
        memory.log.append([entry_of(to_line(record), record, record.id, 1)])
    assert forget(memory, id=one.id).done
    scrub(memory)
    assert traces(pet.image) == []
    assert len(everything(memory)) == number


def test_more_that_is_forgotten_meanwhile_shares_the_scrub():
    pet = Pet()
    memory = pet.start()
    first = write(memory, "fact", SECRET).record
    second = write(memory, "moment", "看见" + RARE).record
    forget(memory, id=first.id)
    background = memory.background()
    assert background.begin(False) and background.name == "scrub"
    for _ in range(40):
        assert background.step() is not None
    forget(memory, id=second.id)
    while background.step() is not None:
        pass
    assert memory.erasure_journal is not None and pet.heard("scrubbed") == []
    scrub(memory)
    assert [each["count"] for each in pet.heard("scrubbed")] == [2]
    assert traces(pet.image) == []


def test_a_step_takes_no_more_than_two_erases():
    pet = Pet()
    memory = pet.start()
    for number in range(30):
        write(memory, "fact", SECRET + "%d" % number, topic=RARE)
    forget(memory, topic=RARE)
    background = memory.background()
    background.begin(False)
    most = 0
    before = pet.flash.erases
    while background.step() is not None:
        most = max(most, pet.flash.erases - before)
        before = pet.flash.erases
    assert 0 < most <= 2, most


def test_erased_entries_and_pages_are_found_and_nothing_else():
    page = bytearray(b"\xff" * 4096)
    assert erased_spans(page) == []
    pet = Pet()
    memory = pet.start()
    for number in range(3):
        write(memory, "like", "x%d" % number)
    run(memory.delete(None, "like", "x1"))
    page[:] = pet.image[0x9000:0xA000]
    spans = erased_spans(page)
    assert spans
    for begin, end in spans:
        assert begin >= 64 and (end - begin) % 32 == 0
        for at in range((begin - 64) // 32, (end - 64) // 32):
            assert page[32 + (at >> 2)] >> (2 * (at & 3)) & 3 == 0
    torn = bytearray(page)
    torn[5] ^= 1
    assert erased_spans(torn) == [(0, 4096)]
    assert erased_spans(bytearray(4096)) == []


def test_ids_and_marks_are_found_in_any_line_and_only_those():
    listed = erasure.ErasureJournal("")
    listed.ids.add(b"k3z", 42)
    for text in (
        b'{"id":"k3z42","rev":1}',
        b'{"id":"k3z9","series":"k3z42","content":"x"}',
        b'{"id":"k3z9","superseded_by":"k3z42"}',
    ):
        assert listed.holds(text), text
    for text in (
        b'{"id":"k3z421","rev":1}',
        b'{"id":"k3z4","supersedes":"k3z42"}',
        b'{"id":"k3y42"}',
        b'{"id":"',
        b"{}",
        b'{"id":"k3z9","content":"\\"series\\":\\"k3z42\\""}',
    ):
        assert not listed.holds(text), text
    assert (listed.lowest(), listed.named()) == (42, ["k3z42"])


def test_blocks_that_were_freed_since_littlefs_looked_last_are_cleaned():
    first = Pet()
    memory = first.start()
    one = write(memory, "fact", PLAIN).record
    put_file("big", SECRET.encode() * 3000)
    for taken in (0, 8, 16, 24):
        pet = first.copy()
        memory = pet.start()  # it looks for free blocks at its first write
        put_file("other", b"x" * 4000 * taken)
        os.remove("/memory/big")
        os.remove("/memory/other")
        assert len(traces(pet.image)) > 1000
        assert forget(memory, id=one.id).done
        scrub(memory)
        assert traces(pet.image) == [], taken


def test_the_index_loses_the_terms_and_finds_the_others_as_before():
    log.SEGMENT_BYTES = 700
    pet = Pet()
    memory = pet.start()
    ids = []
    for number in range(40):
        words = SECRET if number == 7 else "那天第%d次去海边" % number
        ids.append(write(memory, "moment", words).record.id)
    tidy(memory)
    assert "index" in archive_names()
    known = contents(memory, None, "海边")
    assert forget(memory, id=ids[7]).done
    scrub(memory)
    assert traces(pet.image) == []
    assert contents(memory, None, "海边") == known
    tidy(memory)
    assert contents(memory, None, "海边") == known
    assert traces(pet.image) == []


def tidy(memory):
    background = memory.background()
    while background.begin(False):
        while background.step() is not None:
            pass
    memory.release_background()
