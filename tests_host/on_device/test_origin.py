"""Who wrote a record: channel and client, on every record that words make, as long as it lives."""

from _bench import Bench, Random, run
from memory.archive import hot_overflow
from memory.errors import StoreFull
from memory.guard import screening
from memory.hot.slots import entries_of
from memory.records.codec import members
from memory.records.kinds import BY_NAME

HEAP = "16M"
LONG = "c" * 24


def origin(record):
    return record.get("source"), record.get("client")


def write(memory, kind, content, given=None, source="http", client="desk", force=False):
    return run(memory.write(kind, content, given or {}, force, source, client))


def test_a_record_has_the_channel_and_the_client_that_wrote_it():
    memory = Bench().start()
    for kind in BY_NAME:
        if kind == "affection":
            continue
        content = {"age": "30", "birthday": "02-05"}.get(kind, "something of " + kind)
        given = {"family": {"relation": "妈妈"}, "schedule": {"when": "2026-02-06 09:00"}}
        change = write(memory, kind, content, given.get(kind, {}))
        assert change.result == "ADDED" and origin(change.record) == ("http", "desk"), kind
        assert members(change.record)["client"] == "desk"
    change = write(memory, "fact", "没有名字的客户端说的", client=None)
    assert origin(change.record) == ("http", None)
    assert "client" not in change.record.fields
    assert origin(run(memory.write("fact", "谁也没有说", {})).record) == (None, None)


def test_who_changes_a_record_has_written_it_and_who_repeats_it_has_not():
    memory = Bench().start()
    id = write(memory, "trait", "很有耐心").record.id
    change = write(memory, "trait", "很有耐心", source="xiaozhi", client="other")
    assert change.result == "NOOP" and origin(change.record) == ("http", "desk")
    change = write(memory, "trait", "很有耐心", {"importance": 5}, "xiaozhi", "other")
    assert change.result == "UPDATED" and origin(change.record) == ("xiaozhi", "other")
    change = run(memory.correct(id, None, "没有耐心", {}, "stdio", "third"))
    assert origin(change.record) == ("stdio", "third")
    change = run(memory.correct(id, None, "很没有耐心", {}, "stdio", None))
    assert origin(change.record) == ("stdio", None), "the client of before did not say this"
    assert run(memory.correct(id, None, "很没有耐心", {}, "http", "x")).result == "NOOP"
    liked = write(memory, "like", "香菜").record
    moved = write(memory, "dislike", "香菜", source="hear", client=None)
    assert moved.record.id == liked.id and origin(moved.record) == ("hear", None)


def test_what_is_told_in_other_words_has_two_writers():
    memory = Bench().start()
    first = write(memory, "fact", "主人喜欢喝茶")
    change = write(memory, "fact", "主人爱喝茶", {}, "xiaozhi", "gateway")
    assert change.result == "UPDATED" and change.record.id == first.record.id
    assert origin(change.record) == ("xiaozhi", "gateway")
    assert origin(change.replaced) == ("http", "desk")


def test_an_occurrence_that_is_completed_and_the_next_keep_who_wrote_the_series():
    memory = Bench().start()
    given = {"when": "2026-02-05 20:00", "repeat": "daily", "topic": "健康"}
    write(memory, "schedule", "吃药", given)
    change = run(memory.complete(None, "吃药"))
    assert change.record.kind == "event"
    assert origin(change.record) == origin(change.next) == ("http", "desk")
    write(memory, "schedule", "交水费", {"when": "2026-02-06 20:00"})
    assert origin(run(memory.complete(None, "交水费")).record) == ("http", "desk")


def test_names_from_outside_are_cleaned_and_cut_at_a_character():
    for said, kept in (
        ("claude-ai", "claude-ai"),
        (" a\nb\x1b[31m\u202e ", "a b[31m"),
        ("猫" * 9, "猫" * 8),
        ("x" * 23 + "猫", "x" * 23),
        ("x" * 23 + " y", "x" * 23),
        ("\u200b\ufeff", None),
        ("\ud83d", None),
        ("", None),
        (None, None),
        (7, None),
        ({"name": "x"}, None),
    ):
        assert screening.origin("http", said) == {"source": "http", "client": kept}, said
    assert screening.origin(None, "x") == {}
    assert screening.origin("x" * 30, None)["source"] == "x" * 16


def full(memory, rng):
    """Every kind at its cap, all but a few of the least length; then each as long as may be."""
    ids = []
    for kind in sorted(BY_NAME):
        row = BY_NAME[kind]
        cap = {"affection": 0, "todo": 0, "schedule": 8, "event": 8}.get(kind, row.cap)
        for number in range(cap):
            content = {"age": "30", "birthday": "02-05"}.get(kind, "%s %d" % (kind, number))
            given = {"when": "2026-03-%02d 10:00" % (number + 1)} if row.name == "schedule" else {}
            if kind == "family":
                given = {"relation": "%d" % number}
            ids.append((write(memory, kind, content, given, client=LONG).record.id, kind, number))
    assert [1 for one in memory.every(tuple(BY_NAME)) if one.get("client") == LONG]
    for turn in range(len(ids)):
        id, kind, number = ids.pop(rng.below(len(ids)))
        if kind not in ("age", "birthday"):
            cap = row_cap = BY_NAME[kind].content_cap
            text = "%04d" % turn + "记" * ((cap - 4) // 3)
            more = {"importance": 5}
            for name in BY_NAME[kind].fields:
                if name in ("topic", "relation"):
                    more[name] = "题" * 20 if name == "topic" else "%d " % number + "亲" * 19
            change = run(memory.correct(id, None, text, more, "x" * 16, LONG))
            assert change.result == "UPDATED" and row_cap


def test_at_the_byte_caps_no_write_is_refused_for_the_name_of_a_client():
    bench = Bench()
    memory = bench.start()
    asked = []
    relieve = memory.hot_store.relieve

    def asks(entries, keys, only_asked):
        asked.append(entries)
        return relieve(entries, keys, only_asked)

    memory.hot_store.relieve = asks
    full(memory, Random(5))
    assert memory.hot_store.entries <= memory.hot_store.limit
    assert asked, "there was room for all, which this test wants full"
    for record in memory.every(tuple(BY_NAME)):
        assert record.get("source") in ("http", "x" * 16)
    memory = bench.start()
    assert memory.hot_store.entries <= memory.hot_store.limit


def test_relief_takes_the_oldest_names_first_and_none_in_vain():
    memory = Bench().start()
    ids = [write(memory, "fact", "第 %d 件事" % n, client=LONG).record.id for n in range(6)]
    hot = memory.hot_store
    before = hot.entries
    hot_overflow.relieve(hot, 100, [])
    assert hot.entries == before, "so many cannot be had"
    keys = hot.keys(b"f")
    hot_overflow.relieve(hot, 2, keys[:1])
    assert hot.entries <= before - 2
    left = [record.id for record in memory.each("fact") if record.get("client") == LONG]
    assert ids[0] in left and ids[-1] in left and ids[1] not in left
    for key in hot.keys(b"f"):
        assert entries_of(len(hot.get(key))) > 0
    revs = [record.rev for record in memory.each("fact")]
    assert revs == [1] * 6, "who wrote it is not what it says"


def test_a_check_for_room_changes_nothing_even_where_names_would_make_some():
    bench = Bench()
    memory = bench.start()
    for number in range(6):
        write(memory, "fact", "第 %d 件事" % number, client=LONG)
    hot = memory.hot_store
    hot.limit = hot.entries + 2  # a write fits once some names are gone
    before = [(key, hot.get(key)) for key in hot.keys()]
    puts = [(b"more0001", b"v" * 120)]
    operations = bench.flash.operations
    hot.check(puts, [])
    assert bench.flash.operations == operations
    assert [(key, hot.get(key)) for key in hot.keys()] == before
    hot.apply(puts, [])
    assert hot.entries <= hot.limit and hot.get(b"more0001") == b"v" * 120
    assert [1 for key, value in before if hot.get(key) != value], "it was made room for"


def test_a_check_for_room_that_names_cannot_make_says_so():
    memory = Bench().start()
    write(memory, "fact", "一件事", client=LONG)
    hot = memory.hot_store
    hot.limit = hot.entries
    refused = []
    for ask in (hot.check, hot.apply):
        try:
            ask([(b"more0001", b"v" * 600), (b"more0002", b"v" * 600)], [])
        except StoreFull:
            refused.append(ask)
    assert len(refused) == 2
