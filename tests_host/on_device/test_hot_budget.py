"""
What hot memory costs with every kind at its cap: NVS entries used, and erases for each commit.

Counted on the chip itself, with the chat ring and a queue of what is to be written beside the
records; the figures are printed.
"""

from _bench import Bench, Random, run
from esp32 import NVS
from memory.hot.hot_store import CONVERSATION, ENTRIES, RESERVED
from memory.records.fields import INT, TEXT, row_of
from memory.records.kinds import BY_NAME

from firmware.companion.chat_history import COMPANION, MESSAGES, OWNER, ChatHistory
from firmware.companion.extraction_queue import ExtractionQueue, Item

HEAP = "16M"
THOROUGH = ("test_at_typical_lengths_60_percent_of_the_entries_and_02_erases_a_commit_suffice",)

_NVS_AT = 0x9000
_PAGES = 12
# Characters of a typical Chinese sentence of each kind.
_TYPICAL = {
    "name": 3,
    "gender": 1,
    "location": 5,
    "family": 3,
    "like": 4,
    "dislike": 4,
    "event": 14,
    "schedule": 12,
    "fact": 30,
    "trait": 8,
    "habit": 14,
    "moment": 40,
    "goal": 14,
}
_OTHERS = RESERVED - CONVERSATION  # radio data, settings and so on, which are not on this chip
# Channel and client.
BY = (("xiaozhi", "mcp-client"), ("x" * row_of("source").bounds, "c" * row_of("client").bounds))
_SCHEDULES = 6  # of the 16 that events and schedules share


def entries_on_chip(bench):
    """Written entries of all pages: state bits 10 in the bitmap after each page's header."""
    count = 0
    for page in range(_PAGES):
        at = _NVS_AT + page * 4096
        if bench.image[at : at + 4] == b"\xff\xff\xff\xff":
            continue
        for byte in bench.image[at + 32 : at + 64]:
            for shift in (0, 2, 4, 6):
                count += byte >> shift & 3 == 2
    return count


def words_of_chars(count, seed):
    return ("%d记得主人说过的每一句话和每一件事情都放在心里不会忘掉因为这就是陪伴" % seed * 2)[
        :count
    ]


def given_for(kind, number, full):
    """Fields of a record: the usual ones, or all there are, each as long as it may be."""
    given = {}
    row = BY_NAME[kind]
    if kind in ("schedule", "event"):
        given["when"] = "2026-03-%02d %02d:30" % (number % 28 + 1, number % 24)
    if kind == "schedule":
        given["repeat"] = "monthly" if full else ("daily", "none")[number % 2]
    if kind == "family":
        given["relation"] = "r%d " % number + "亲" * 19 if full else "奶奶%d" % number
    if kind == "moment" and not full:
        given["topic"] = "旅行"
        given["emotion_type"] = "happy"
    if full:
        given["importance"] = 5
        for name in row.fields:
            row = row_of(name)
            if row.sort == TEXT and name not in ("relation", "when", "emotion_name"):
                given[name] = "题" * (row.bounds // 3)
            elif row.sort == INT:
                given[name] = row.bounds[1]
            elif name == "emotion_type":
                given[name] = 5
    return given


def content_for(kind, number, full):
    if kind == "age":
        return "30"
    if kind == "birthday":
        return "1990-05-01"
    if full:
        cap = BY_NAME[kind].content_cap
        text = "%04d" % number + "记" * ((cap - 4) // 3)
        return text + "x" * (cap - len(text.encode()))
    return words_of_chars(_TYPICAL[kind], number)


# Coins, and what finds room by moving others (`eviction.overflow`).
_ASIDE = ("affection", "todo")


def counts():
    found = {row.name: row.cap for row in BY_NAME.values() if row.name not in _ASIDE}
    found["schedule"] = _SCHEDULES
    found["event"] -= _SCHEDULES
    return found


def fill(memory, full):
    """All kinds at their cap; [(id, kind, number)]."""
    made = []
    for kind in sorted(counts()):
        for number in range(counts()[kind]):
            # What likes and dislikes share would move over.
            text = content_for(kind, number + (100 if kind == "dislike" else 0), full)
            change = run(memory.write(kind, text, given_for(kind, number, full), False, *BY[full]))
            assert change.result == "ADDED", (kind, number)
            assert not change.archived
            made.append((change.record.id, kind, number))
    return made


def change(memory, item, number, full):
    """Correct a record, at about its length; 1 if that was a commit."""
    id, kind, _ = item
    if kind in ("age", "birthday"):
        return 0
    done = run(memory.correct(id, None, content_for(kind, number, full), {}, *BY[full]))
    return int(done.result == "UPDATED")


def talk(memory, full):
    """A chat ring and a queue, at usual lengths or as large as they may be; what waits."""
    chat = ChatHistory(NVS("talk"))
    for number in range(MESSAGES):
        role, size = (COMPANION, 26) if number % 2 else (OWNER, 14)
        text = "长" * 100 if full else words_of_chars(size, number)
        chat.hear(role, text, number)
    chat.save(memory.spare)
    print("of the chat %d messages are kept" % len(list(chat.messages())))
    pending = ExtractionQueue(NVS("talk"))
    number = 0
    while pending.add(Item("like", "%02d" % number + ("喜" * 11 if full else "打球"), {})):
        number += 1
    pending._persist()
    NVS("talk").set_i32("done", 1)
    assert pending.full
    return number


def measure(full):
    """(entries used by records, entries on the chip, erases for each commit) with all at cap."""
    bench = Bench()
    memory = bench.start()
    made = fill(memory, full)
    before = entries_on_chip(bench)
    number = talk(memory, full)
    taken = entries_on_chip(bench) - before
    print("talk uses %d entries, %d items wait" % (taken, number))
    assert taken <= CONVERSATION + memory.spare
    for item in made:  # so that each holds when it was changed
        change(memory, item, 500, full)
    used, on_chip = memory.hot_store.entries, entries_on_chip(bench)
    before = bench.flash.erases
    rng = Random(11)
    commits = 0
    for step in range(700):
        commits += change(memory, rng.choice(made), 1000 + step, full)
    erases = bench.flash.erases - before
    assert commits > 500
    memory = bench.start()
    assert sum([memory.count(kind) for kind in counts()]) == sum(counts().values())
    return used, on_chip, erases / commits


def report(name, used, on_chip, erases):
    shares = (100 * on_chip / ENTRIES, 100 * (on_chip + _OTHERS) / ENTRIES)
    print(name, "records use %d entries, the chip has %d in use" % (used, on_chip))
    print(name, "%.1f%% of all, %.1f%% with what is reserved for others" % shares)
    print(name, "%.3f erases a commit" % erases)


def test_at_typical_lengths_60_percent_of_the_entries_and_02_erases_a_commit_suffice():
    used, on_chip, erases = measure(False)
    report("typical:", used, on_chip, erases)
    # 66: as much as the ring takes where there is room
    assert used < on_chip < used + 20 + CONVERSATION + 66
    assert on_chip * 100 <= ENTRIES * 60
    assert erases <= 0.2


def test_where_nvs_is_full_the_lightest_records_move_to_the_archive_for_todos():
    memory = Bench().start()
    fill(memory, True)
    moved = 0
    for number in range(16):
        change = run(memory.write("todo", content_for("todo", number, True), {"importance": 5}))
        assert change.result == "ADDED"
        moved += len(change.archived)
    assert memory.count("todo") == 16
    assert moved
    assert memory.hot_store.entries <= memory.hot_store.limit


def test_at_the_byte_caps_85_percent_of_the_entries_suffice():
    used, on_chip, erases = measure(True)
    report("byte caps:", used, on_chip, erases)
    assert (on_chip + _OTHERS) * 100 <= ENTRIES * 85
    assert used <= ENTRIES * 85 // 100 - RESERVED
