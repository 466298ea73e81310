"""memory.records.line_sketch: a sketch of a line is found by what finds the whole record."""

from _bench import Query, Random
from memory.records import codec
from memory.records.fields import REASONS
from memory.records.line_sketch import sketch
from memory.records.record import Record

_SEED = 20261126
_WORDS = ("猫", "Green Tea", "山顶", "ＧＲＥＥＮ", "café", "15:30", "", "a|b", "用户")
_KINDS = ("fact", "moment", "event", "like", "goal", "episode", "attachment", "chat")


def any_record(rng):
    fields = {"content": " ".join([rng.choice(_WORDS) for _ in range(1 + rng.below(4))])}
    if rng.below(2):
        fields["topic"] = rng.choice(_WORDS)
    if not rng.below(3):
        fields["relation"] = rng.choice(_WORDS)
    if not rng.below(3):
        fields["when"] = "2026-0%d-11" % (1 + rng.below(9))
    if not rng.below(3):
        fields["trashed_at"] = 823615200
        fields["reason"] = rng.below(len(REASONS))
    if rng.below(2):
        fields["importance"] = 5 * rng.below(20)  # its line has the short form
        fields["tags"] = ("雨天",) if rng.below(2) else ()
        fields["subject"] = "用户"
    return Record("k3z42", rng.choice(_KINDS), 820000000 + rng.below(9000000), fields, 2)


def test_whatever_finds_a_record_finds_its_sketch():
    print("seed", _SEED)
    rng = Random(_SEED)
    sketched = found = 0
    for _ in range(400):
        line = codec.archive_line(any_record(rng)).encode()
        whole = codec.from_line(line).record
        made = sketch(line)
        if made is None:
            continue
        sketched += 1
        assert made.folded_words() == whole.folded_words(), line
        for word in _WORDS:
            for asked in (
                {},
                {"kinds": ("fact", "event")},
                {"start": "2026-02-01", "end": "2026-04-10"},
            ):
                query = Query(keyword=word, **asked)
                assert query.matches(made) == query.matches(whole), (line, word, asked)
                found += query.matches(made)
    assert sketched > 200
    assert found > 500


def test_of_a_deletion_or_another_spelling_there_is_no_sketch():
    for line in (
        b'{"id":"k3z42","rev":2,"kind":"fact","deleted_at":"2026-02-05T14:00:00"}',
        b'{"id":"k3z42","rev":1,"kind":"fact","created":"2026-02-05T14:00:00","content":"\\u732b"}',
        b'{"id":"k3z42","rev":1,"kind":"from a newer version","created":"2026-02-05T14:00:00"}',
        b'{"id":"k3z42","rev":1,"kind":"fact","created":"2026-02-31T14:00:00","content":"x"}',
        b'{"kind":"fact","id":"k3z42","rev":1,"created":"2026-02-05T14:00:00","content":"x"}',
        b'{"id":"k3z42","rev":1,"kind":"fact","created":"2026-02-05T14:00:00","reason":"new one"}',
        b"{}",
        b"",
    ):
        assert sketch(line) is None, line
