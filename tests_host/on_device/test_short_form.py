"""memory.records.short_form: what a mind knows of an archived memory, in few bytes of its line."""

import json

from _bench import Bench, write
from _vectors import parts, record
from memory.gzip.writer import Gzip
from memory.records import codec, fields, ids
from memory.records.record import Record

CREATED = 823615200
DAY = 86400
FILLED = {
    "content": "下雨天也想去跑步",
    "source": "hear",
    "importance": 80,
    "topic": "运动",
    "emotion_type": 1,
    "emotion_intensity": 3,
    "e": 85,
    "i": 60,
    "p": 50,
    "j": 80,
    "retention": 1,
    "expires": CREATED + 7 * DAY,
    "decay": 10,
    "subject": "用户",
    "predicate": "喜欢",
    "confidence": 80,
    "valid_from": 46056,
    "valid_to": 46300,
    "evidence": ("k3z-12/7", "k3z-12/9"),
    "episode": "k3z48",
    "tags": ("运动", "雨天"),
}
LINE = '{"id":"k3z42","rev":1,"kind":"fact","created":"2026-02-05T14:00:00","content":"x"%s}'
OPEN = ',"+":"%s"'
# Of a filled line in a block of 64; spelled out, they do not even fit into it.
MOST_BYTES = 70
LINE_BYTES = 168


def made(**changes):
    told = dict(FILLED)
    told.update(changes)
    return record(("fact", "k3z42", CREATED, False, 1, told, (), {}))


def same(one):
    """The line of a record, which reads as that record; an export of it is as before."""
    line = codec.archive_line(one)
    back = codec.from_line(line.encode()).record
    assert parts(back) == parts(one), line
    assert codec.to_line(back) == codec.to_line(one)
    return line


def test_a_line_of_a_filled_record_is_short_and_says_the_same():
    line = same(made())
    assert json.loads(line) == {
        "id": "k3z42",
        "rev": 1,
        "kind": "fact",
        "created": "2026-02-05T14:00:00",
        "content": "下雨天也想去跑步",
        "+": "k3z48|k3z-12|||运动|运动|雨天|QNIGM17Qa081340gt874",
    }
    assert len(line.encode()) <= LINE_BYTES


def test_every_value_that_a_field_may_have_is_kept():
    for name in ("importance", "e", "i", "p", "j", "confidence"):
        for score in range(101):
            same(made(**{name: score}))
    for decay in (0, 15, 16, 271, 272, 1000):
        same(made(decay=decay))
    for expires in (0, CREATED - 1, CREATED, CREATED + 7200, CREATED + 400 * DAY, 0xFFFFFFFF):
        same(made(expires=expires))
    for day in (0, 1, 46040, 46058, 99999, 0xFFFFFFFF):
        same(made(valid_from=day, valid_to=day))
    for value in (0, 5, 200, 4000, 0xFFFFFFFF):  # flash may hold what nobody may write
        same(made(e=value, retention=value, importance=value))
    for source in ("http", "stdio", "endpoint", "xiaozhi", "hear", "import", "elsewhere"):
        same(made(source=source))


def test_texts_that_the_row_of_texts_cannot_hold_keep_their_names():
    for changes in (
        {"subject": "a|b"},
        {"topic": ""},
        {"tags": ("a|b", "c")},
        {"tags": ()},
        {"tags": ("",)},
        {"episode": "|"},
        {"evidence": ("k3z-1/2", "k3z-2/3")},
        {"evidence": ("k3z-1/02",)},
        {"evidence": ("no turn",)},
        {"evidence": ("a|b/1",)},
        {"evidence": ()},
    ):
        line = same(made(**changes))
        assert next(iter(changes)) in json.loads(line), line
    for evidence in (("s/9", "s/2"), ("s/0",), ("a/b/1", "a/b/2"), ("/1",)):
        same(made(evidence=evidence))
    same(made(subject='"quoted" \\ and\n new', predicate="爱吃", tags=("#1", "-")))


def test_each_field_alone_is_kept():
    for name in FILLED:
        same(
            record(
                ("fact", "k3z42", CREATED, False, 1, {"content": "x", name: FILLED[name]}, (), {})
            )
        )


def test_a_record_without_the_fields_and_a_line_with_a_mark_are_spelled_out():
    for one in (made(), record(("fact", "k3z42", CREATED, True, 3, {"content": "x"}, (), {}))):
        assert codec.archive_line(one, keep=True) == codec.to_line(one, keep=True)
        assert codec.archive_line(one, next=made()) == codec.to_line(one, next=made())
    plain = {name: FILLED[name] for name in FILLED if fields.NUMBERS[name] < 30}
    one = record(("moment", "k3z42", CREATED, False, 1, plain, (), {}))
    assert codec.archive_line(one) == codec.to_line(one)


def test_a_member_under_its_own_name_counts():
    text = json.loads(codec.archive_line(made()))["+"]
    for tail in (',"e":7' + OPEN % text, OPEN % text + ',"e":7'):
        assert codec.from_line(LINE % tail).record.get("e") == 7


def test_a_short_form_that_does_not_read_is_kept_as_it_is():
    for text in (
        "",
        "|",
        "||||",
        "||||||w",
        "|||||M\x7f",
        "|||||z",
        "|||||_",
        "|||||-------------------",
        "|||||------g",
        "|||||---------\x7f",
        "|||||---------!",
        "|s||||",
        "|||||------------------",
        "||||||||M",
        "|||||" + "v" * 40 + "0",
        "|||||-----" + "v" * 40 + "0",
    ):
        given = LINE % (',"+":%s' % json.dumps(text))
        one = codec.from_line(given).record
        hot = codec.decode(ids.key_of("fact", "k3z42"), codec.encode(one))
        for kept in (one, hot):
            assert kept.other == {"+": text}, text
            assert kept.fields == {"content": "x"}
            kept.fields["e"] = 5
            assert json.loads(codec.archive_line(kept))["+"] == text
    for value in ("5", '["a"]', "null", '{"a":1}'):
        one = codec.from_line(LINE % (',"+":%s' % value)).record
        assert one.other == {"+": json.loads(value)}


def test_what_an_older_version_kept_of_it_is_read():
    text = json.loads(codec.archive_line(made()))["+"]
    older = Record("k3z42", "fact", CREATED, {"content": "new words", "importance": 20})
    older.other = {"+": text}
    one = codec.decode(ids.key_of("fact", "k3z42"), codec.encode(older))
    assert one.other == {} and one.content == "new words"
    assert one.get("importance") == 20
    for name in ("e", "i", "p", "j", "expires", "tags", "evidence", "episode", "source"):
        assert one.get(name) == FILLED[name], name


def test_a_record_on_its_way_to_the_archive_gets_the_short_form():
    bench = Bench()
    memory = bench.start()
    for number in range(21):
        write(memory, "fact", "fact %d 号" % (number * 7919), e=70, tags=["猫"])
    assert len([text for text in _lines(memory) if b'"+":"' in text]) == 5
    memory = bench.start()
    moved = [codec.from_line(text).record.get("tags") for text in _lines(memory)]
    assert moved == [("猫",)] * 5


def _lines(memory):
    texts = [b"".join(memory.log.chunks(number)) for number in memory.log.segments()]
    return b"".join(texts).split(b"\n")[:-1]


def test_a_filled_record_takes_few_bytes_of_a_pack():
    out = []
    gzip = Gzip(lambda data: out.append(len(data)), 12, 16384)
    count = 64
    for number in range(count):
        seed = number * 7919
        mixed = seed // 13
        words = "".join([chr(0x4E00 + (seed + 37 * at) * 101 % 5000) for at in range(16)])
        session = number // 6
        told = {
            "content": words,
            "importance": 20 + seed % 5 * 20,
            "e": seed % 11 * 10,
            "i": seed % 7 * 10,
            "p": seed % 6 * 15,
            "j": seed % 9 * 10,
            "expires": CREATED + seed * 100 + (1, 7, 30)[mixed % 3] * DAY,
            "retention": mixed % 3,
            "valid_from": 46057,
            "valid_to": 46057 + mixed % 400,
            "evidence": ("k3z-%d/%d" % (session, mixed % 60),),
            "episode": "k3z%d" % (7 * session + 6),
            "tags": (("猫", "运动", "家庭")[seed % 3], ("旅行", "音乐")[seed % 2]),
        }
        for name in FILLED:
            told.setdefault(name, FILLED[name])
        one = Record("k3z%d" % number, "fact", CREATED + seed * 100, told)
        gzip.add(codec.archive_line(one).encode() + b"\n")
    gzip.end_block()
    gzip.finish()
    assert sum(out) <= MOST_BYTES * count, sum(out) / count
