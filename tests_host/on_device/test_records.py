"""memory.records.codec: both byte forms keep everything, and bytes that do not parse say so."""

import json
import random

from _raised import raised
from _vectors import VECTORS, parts, record
from memory.errors import CorruptRecord
from memory.records import codec, ids
from memory.records.record import Record

RUNS_ON = ("micropython", "cpython")
SEEDS = (1, 2, 3, 4)

ALL = [record(vector) for vector in VECTORS]
LINE = '{"id":"k3z42","rev":1,"kind":"fact","created":"2026-02-05T14:00:00","content":"x"%s}'


def corrupt(function, *arguments):
    raised(CorruptRecord, function, *arguments)


def with_crc_of_nothing(made):
    return ids.key_of(made.kind, made.id), codec.encode(made)


def test_a_record_is_the_same_after_its_hot_bytes():
    for made in ALL:
        assert parts(codec.decode(*with_crc_of_nothing(made))) == parts(made), made.id


def test_a_record_is_the_same_after_its_line():
    for made in ALL:
        line = codec.from_line(codec.to_line(made).encode())
        assert (line.id, line.kind, line.rev) == (made.id, made.kind, made.rev)
        assert (line.keep, line.next) == (False, None)
        assert parts(line.record) == parts(made), made.id


def test_the_hot_bytes_are_those_of_the_format_page():
    made = record(("fact", "k3z42", 258, True, 300, {"content": "é", "importance": 80}, (), {}))
    assert ids.key_of("fact", "k3z42") == b"f\0\0\0\x2ak3z"
    assert codec.encode(made) == b"\x01\x01\x02\x01\0\0\xac\x02\x01\x02\xc3\xa9\x04\x01\x50"


def test_the_line_is_that_of_the_format_page():
    fields = {"content": "...", "source": "http"}
    made = record(("fact", "k3z42", 823615200, False, 1, fields, ((137, b"\x0a\xff"),), {}))
    assert codec.to_line(made) == (
        '{"id":"k3z42","rev":1,"kind":"fact","created":"2026-02-05T14:00:00",'
        '"content":"...","source":"http","#137":"0aff"}'
    )
    assert codec.deletion_line("k3z42", "fact", 2, 823683600) == (
        '{"id":"k3z42","rev":2,"kind":"fact","deleted_at":"2026-02-06T09:00:00"}'
    )


def test_choices_and_times_are_words_in_a_line():
    made = ALL[4]
    found = json.loads(codec.to_line(made))
    assert found["repeat"] == "monthly"
    assert found["completed"] == "2026-02-14T14:04:01"
    assert json.loads(codec.to_line(ALL[2]))["emotion_type"] == "touched"


def test_choices_of_a_newer_version_are_kept_as_numbers():
    fields = {"content": "x", "emotion_type": 9, "repeat": 4}
    made = record(("schedule", "aaa1", 0, False, 1, fields, (), {}))
    found = json.loads(codec.to_line(made))
    assert (found["emotion_type"], found["repeat"]) == (9, 4)
    assert parts(codec.from_line(codec.to_line(made)).record) == parts(made)
    assert parts(codec.decode(*with_crc_of_nothing(made))) == parts(made)


def test_unknown_fields_survive_a_revision_in_both_forms():
    made = record(("event", "aaa1", 0, True, 1, {"content": "x"}, ((99, b"\0\1"),), {"new": [1]}))
    changed = made.revised(10, content="y")
    assert parts(made)[1] == [("content", "x")]
    for again in (
        codec.decode(*with_crc_of_nothing(changed)),
        codec.from_line(codec.to_line(changed)).record,
    ):
        assert again.unknown == [(99, b"\0\1")]
        assert again.other == {"new": [1]}
        assert again.approx
        assert (again.rev, again.content, again.get("updated")) == (2, "y", 10)


def test_unknown_members_pass_from_a_line_through_hot_bytes_into_a_line():
    text = LINE % ',"later":{"a":[1,"二"]},"#177":"00ff"'
    first = codec.from_line(text).record
    hot = codec.decode(*with_crc_of_nothing(first))
    last = json.loads(codec.to_line(hot))
    assert last["later"] == {"a": [1, "二"]}
    assert last["#177"] == "00ff"


def test_a_change_to_none_removes_the_field():
    made = record(("schedule", "aaa1", 0, False, 1, {"content": "x", "announced": 5}, (), {}))
    assert "announced" not in made.revised(1, announced=None, completed=None).fields
    assert made.get("announced") == 5


def test_the_marks_of_a_line_come_back():
    made, after = ALL[0], ALL[4]
    line = codec.from_line(codec.to_line(made, keep=True, next=after))
    assert line.keep
    assert parts(line.next) == parts(after)
    assert parts(line.record) == parts(made)
    gone = codec.from_line(codec.deletion_line("k3z42", "event", 7, 0))
    assert (gone.id, gone.kind, gone.rev, gone.record) == ("k3z42", "event", 7, None)


def test_keys_of_a_kind_sort_by_age():
    counters = [0, 1, 9, 10, 255, 256, 65535, 65536, 2**32 - 1]
    keys = [ids.key_of("fact", "k3z%d" % n) for n in counters]
    assert keys == sorted(keys)
    for key, n in zip(keys, counters):
        assert ids.split_key(key) == ("fact", "k3z%d" % n)


def test_an_id_has_one_spelling():
    for text in ("k3z42", "0000", "zzz4294967295"):
        assert ids.is_id(text), text
    for text in (
        "",
        "k3z",
        "42",
        "K3z42",
        "k3z042",
        "k3z00",
        "k3z-1",
        "k3z4.2",
        "k3z42 ",
        "k3z4294967296",
        "k3z9999999999",
        "k3z99999999999",
        "k中z4",
        "k3z４２",
    ):
        assert not ids.is_id(text), text


def test_a_keyword_is_looked_for_in_content_topic_and_relation():
    fields = {"content": "b", "topic": "t", "relation": "r", "source": "s", "when": "02-05"}
    words = record(("family", "aaa1", 0, False, 1, fields, (), {})).words()
    assert words.split("\n") == ["b", "t", "r"]


def test_the_folded_content_is_that_alone_whatever_else_the_record_says():
    for kind in ("fact", "family", "episode", "attachment"):
        for more in ({}, {"topic": "ＴＯＰＩＣ"}, {"relation": "妈妈"}, {"name": "NAME"}):
            made = Record("k3z1", kind, 0, dict(more, content="ＡＢＣ Straße ÄÖ"))
            assert made.folded_content() == "abc straße äö".encode(), (kind, more)
    assert Record("k3z1", "family", 0, {"relation": "妈妈"}).folded_content() == b""


def test_keys_of_another_shape_are_corrupt():
    for key in (
        b"",
        b"f",
        b"f\0\0\0\1k3",
        b"f\0\0\0\1k3zz",
        b"x\0\0\0\1k3z",
        b"\x01\0\0\0\1k3z",
        b"f\0\0\0\1k\xff\xfe",
    ):
        corrupt(ids.split_key, key)
        corrupt(codec.decode, key, codec.encode(ALL[0]))


def test_hot_bytes_cut_short_are_corrupt_or_end_between_two_fields():
    made = ALL[2]
    key, value = with_crc_of_nothing(made)
    whole = parts(made)[1]
    for end in range(len(value)):
        try:
            found = codec.decode(key, value[:end])
        except CorruptRecord:
            continue
        fields = parts(found)[1]
        assert [field for field in fields if field not in whole] == [], end
        assert len(fields) < len(whole)


def test_hot_bytes_that_lie_are_corrupt():
    key = ids.key_of("fact", "k3z42")
    head = b"\x01\0\0\0\0\0\x01"
    codec.decode(key, head)
    for value in (
        b"",
        b"\x02" + head[1:],  # another record format
        head + b"\x01",  # a field without a length
        head + b"\x01\x05abc",  # longer than there is
        head + b"\x01\xff\xff\xff\xff\xff\x01a",  # a length without end
        head[:6] + b"\xff\xff\xff\xff\xff\x01",  # a rev without end
        head + b"\x01\x02\xff\xfe",  # no UTF-8
        head + b"\xff\x01{",  # no JSON
        head + b"\xff\x02[]",  # JSON, but no object
        head + b"\xff\x0212",
        head + b"\xff\x00",
    ):
        corrupt(codec.decode, key, value)


def test_lines_that_are_no_record_are_corrupt():
    for text in (
        b"",
        b"x",
        b"{",
        b"[]",
        b"{}",
        b"5",
        b"null",
        b'"k3z42"',
        b"\xff\xfe\xfd",
        (LINE % "").encode()[:-1],
        (LINE % "").encode() + b"}",
    ):
        corrupt(codec.from_line, text)


def test_members_of_the_wrong_type_are_corrupt():
    good = json.loads(LINE % "")
    for name, values in (
        ("id", (None, 5, "", "k3z", "k3z-5", "k3zx", "K3Z42", "k3z99999999999", ["k3z42"])),
        ("rev", (None, "1", -1, 1.5, True, [], 2**40)),
        ("kind", (None, 5, "", "An animal", "?x", "k" * 25, [], {})),
        ("created", (None, 5, "", "2026-02-30T00:00:00", "yesterday", "1999-12-31T23:59:59")),
        ("content", (None, 5, [], {}, "\ud83d")),
        ("importance", (None, "5", -1, 1.5, [], True)),
        ("emotion_type", (None, "", -1, 2.5, [])),
        ("repeat", (None, "", -1, [])),
        ("completed", (None, 5, "soon", "1969-12-31T23:59:59")),
        ("when", (None, 5, [])),
        ("#136", (None, 5, "0", "zz", [])),
        ("#300", ("00",)),
        ("#-1", ("00",)),
        ("#", ("00",)),
        ("#x", ("00",)),
        ("#255", ("7b7d",)),
        ("next", (5, [], {}, "k3z42", {"id": "k3z43"})),
        ("deleted_at", (None, 5, "", "never")),
    ):
        for value in values:
            bad = dict(good)
            bad[name] = value
            text = json.dumps(bad)
            try:
                codec.from_line(text)
            except CorruptRecord:
                continue
            raise AssertionError("taken for a record: " + text)


def test_a_member_without_a_name_is_kept_like_any_other():
    assert codec.from_line(LINE % ',"":1').record.other == {"": 1}


def test_a_deletion_that_keeps_or_replaces_is_corrupt():
    text = codec.deletion_line("k3z42", "fact", 2, 0)
    corrupt(codec.from_line, text[:-1] + ',"keep":true}')


def test_a_next_that_is_no_record_is_corrupt():
    after = json.loads(codec.to_line(ALL[4]))
    for name, value in (("id", "k3z"), ("kind", "An animal"), ("rev", "2"), ("created", 5)):
        bad = dict(after)
        bad[name] = value
        corrupt(codec.from_line, LINE % (',"next":' + json.dumps(bad)))


def decode_and_write(key, value):
    """What was taken for a record can be written again, in both forms."""
    found = codec.decode(key, value)
    codec.encode(found)
    codec.to_line(found)


def parse_and_write(text):
    line = codec.from_line(text)
    for found in (line.record, line.next):
        if found is not None:
            codec.encode(found)
            ids.key_of(found.kind, found.id)


def record_or_corrupt(seed, data, function, *arguments):
    understood = False
    try:
        function(*arguments)
        understood = True
    except CorruptRecord:
        understood = True
    finally:
        if not understood:
            print("seed", seed, data)


def test_garbage_in_hot_bytes_raises_corrupt_record_and_nothing_else():
    for seed in SEEDS:
        draw = random.Random(seed) if hasattr(random, "Random") else random
        draw.seed(seed)
        for _ in range(400):
            made = ALL[draw.getrandbits(8) % len(ALL)]
            key, value = with_crc_of_nothing(made)
            value = bytearray(value)
            for _ in range(1 + draw.getrandbits(2)):
                value[draw.getrandbits(16) % len(value)] = draw.getrandbits(8)
            value = bytes(value[: draw.getrandbits(16) % (len(value) + 40)])
            record_or_corrupt(seed, value, decode_and_write, key, value)


def test_garbage_in_a_line_raises_corrupt_record_and_nothing_else():
    texts = [codec.to_line(made, next=ALL[4]).encode() for made in ALL]
    texts.append(codec.deletion_line("k3z42", "fact", 2, 0).encode())
    bits = b'{}[]",:\\#0129-.eEtfnu\xff\xe4\x00\n abz'
    for seed in SEEDS:
        draw = random.Random(seed) if hasattr(random, "Random") else random
        draw.seed(seed)
        for _ in range(400):
            text = bytearray(texts[draw.getrandbits(8) % len(texts)])
            for _ in range(1 + draw.getrandbits(2)):
                text[draw.getrandbits(16) % len(text)] = bits[draw.getrandbits(8) % len(bits)]
            record_or_corrupt(seed, bytes(text), parse_and_write, bytes(text))


def said(line):
    """What a line says, or "corrupt"; not of bytes: it is read as JSON, whatever it is."""
    try:
        found = codec.from_line(line)
    except CorruptRecord:
        return "corrupt"
    record = found.record
    members = None if record is None else (parts(record), record.content)
    return found.id, found.kind, found.rev, members, found.keep, found.hot, found.deleted_at


def test_a_line_says_the_same_whether_json_reads_it_or_not():
    bits = b'{}[]",:\\#0129-+tfnu\xff\xed\x00\n abz'
    texts = [codec.archive_line(made).encode() for made in ALL]
    texts += [codec.to_line(made, keep=True, hot=True).encode() for made in ALL]
    texts.append(codec.deletion_line("k3z42", "fact", 2, 0).encode())
    head = b'{"id":"k3z42","rev":3,"kind":"fact","created":"2026-02-05T14:00:00"'
    for more in (
        b'"content":"a","content":"b"', b'"+":"|||||4","importance":7', b'"+":"|||||-"',
        b'"importance":7,"+":"|||||4"', b'"created":"2026-02-06"', b'"keep":true,"id":"k3z43"',
        b'"approx":"true"', b'"rev":4', b'"importance":"7"', b'"content":7', b'"content":""',
        b'"repeat":"daily"', b'"repeat":"hourly"', b'"repeat":1', b'"updated":"2026-13-01"',
        b'"valid_to":"2026-02-05"', b'"tags":"a"', b'"calls":"a"', b'"flags":1', b'"suspect":true',
        b'"importance":007', b'"importance":9999999999', b'"importance":true', b'"hot":1',
        b'"content":"\xe4\xbd"', b'"content":"\xed\xa0\x80"', b'"a":"b"', b'"#30":"05"',
    ):  # fmt: skip
        texts.append(head + b"," + more + b"}")
    for wrong in (
        b'{"id":1234,"rev":3,"kind":"fact","created":"2026-02-05"}',
        b'{"id":"k3z42","rev":"3","kind":"fact","created":"2026-02-05"}',
        b'{"id":"k3z42","rev":3,"kind":"fact","created":2026}',
        b'{"id":"k3z42","rev":true,"kind":"fact","created":"2026-02-05"}',
        head + b"}", head + b"},", head, b"{}", b"{", b"",
    ):  # fmt: skip
        texts.append(wrong)
    for text in texts:
        assert said(text) == said(bytearray(text)), text
    for seed in SEEDS:
        draw = random.Random(seed) if hasattr(random, "Random") else random
        draw.seed(seed)
        for _ in range(1500):
            text = bytearray(texts[draw.getrandbits(8) % len(texts)] or b"{}")
            for _ in range(1 + draw.getrandbits(2)):
                text[draw.getrandbits(16) % len(text)] = bits[draw.getrandbits(8) % len(bits)]
            assert said(bytes(text)) == said(text), (seed, bytes(text))


def test_the_usual_line_is_read_without_json():
    usual = (LINE % ',"topic":"y","source":"http","importance":80,"+":"|||||4"').encode()
    reader = codec.json
    codec.json = None
    try:
        assert codec.from_line(usual).record.get("topic") == "y"
    finally:
        codec.json = reader


def test_a_field_that_an_older_version_carried_unread_is_read():
    """Written by a newer version, archived by one that did not know it, read by the newer."""
    text = '{"id":"k3z42","rev":3,"kind":"schedule","created":"2026-02-05T14:00:00","#19":"0201"}'
    record = codec.from_line(text).record
    assert (record.get("missed"), record.unknown) == (0x0102, [])
