"""JSON from parts: what is asked for comes, in pieces, and what is none is refused."""

import json

from _llm import parts_of
from _raised import raised
from llm.json_stream import JSONStream, Shape
from net.json_text import DecodeError, LimitError

SHAPE = Shape(
    members={
        "text": Shape(1),
        "number": Shape(2),
        "list": Shape(items=Shape(3, members={"in": Shape(4)}, opened=9)),
        "deep": Shape(members={"er": Shape(members={"text": Shape(5)})}),
        "名": Shape(6),
    }
)


class Sink:
    def __init__(self):
        self.found = []
        self._words = ""

    def opened(self, code):
        self.found.append(("{", code))

    def closed(self, code):
        self.found.append(("}", code))

    def text(self, code, piece, last):
        self._words += piece
        if last:
            self.found.append((code, self._words))
            self._words = ""

    def value(self, code, value):
        self.found.append((code, value))


def read(text, size=None):
    data = text if isinstance(text, bytes) else text.encode()
    sink = Sink()
    stream = JSONStream(SHAPE, sink)
    for part in parts_of(data, size or len(data)):
        stream.feed(*part)
    stream.finish()
    assert stream.complete
    return sink.found


def same_in_all_parts(text):
    whole = read(text)
    for size in range(1, 20):
        assert read(text, size) == whole, size
    return whole


def test_values_that_are_asked_for_are_given_and_others_passed_over():
    text = """ {"id": "x", "other": {"text": "no", "list": [[], {}, "a\\"b]}"]}, "text": "yes",
        "number": -1.5e1, "deep": {"text": "no", "er": {"text": "in"}}, "text": null} """
    assert same_in_all_parts(text) == [(1, "yes"), (2, -15.0), (5, "in"), (1, None)]


def test_objects_in_lists_are_told_with_their_begin_and_end():
    text = '{"list":[{"in":"a"},7,{"in":true,"x":{"in":1}},"b",[{"in":"no"}]]}'
    assert same_in_all_parts(text) == [
        ("{", 9), (4, "a"), ("}", 9), (3, 7), ("{", 9), (4, True), ("}", 9), (3, "b"),
    ]  # fmt: skip


def test_escapes_become_what_they_stand_for():
    text = '{"text":"\\u732b\\n\\t\\"\\\\\\/\\ud83d\\ude00é\\u00e9猫","\\u540d":"\\u0041"}'
    assert same_in_all_parts(text) == [(1, '猫\n\t"\\/😀éé猫'), (6, "A")]


def test_keys_are_known_however_they_are_written():
    assert same_in_all_parts('{"\\u0074ex\\u0074": "a", "名": "b"}') == [(1, "a"), (6, "b")]
    long = "x" * 300
    assert same_in_all_parts('{"%s": 1, "text%s": 2, "text": "a"}' % (long, long)) == [(1, "a")]


def test_bytes_that_are_no_characters_are_replaced():
    for broken, shown in (
        (b"a\xffb", "a\ufffdb"),
        (b"\xe7\x8c", "\ufffd\ufffd"),
        (b"\xe7\x8c\xab\xc0\x80", "猫\ufffd\ufffd"),
        (b"\\ud83dx", "\ufffdx"),
        (b"\\ude00", "\ufffd"),
        (b"\\ud83d\\u0041", "\ufffdA"),
        (b"\xed\xa0\x80", "\ufffd\ufffd\ufffd"),
    ):
        for size in (1, 2, 3, 100):
            found = read(b'{"text":"' + broken + b'"}', size)
            assert found == [(1, shown)], (broken, size, found)


def test_a_character_cut_between_two_texts_is_joined():
    sink = Sink()
    stream = JSONStream(SHAPE, sink)
    texts = [
        '{"text":"a\\ud83d"}',
        '{"number":1,"text":""}',
        '{"text":"\\ude00b"}',
        '{"text":"c"}',
    ]
    for text in texts:
        for part in parts_of(text.encode(), 4):
            stream.feed(*part)
        stream.finish()
        stream.reset()
    assert "".join([words for code, words in sink.found if code == 1]) == "a😀bc"


def test_what_is_no_json_is_refused():
    for text in (
        "{", "[1", "}", "{}}", "{} {}", '{"a"}', '{"a":}', '{"a":1,}', "[1,]", "[1 2]", "{1:2}",
        '{"a":1]', "[1}", '"', '{"text":"a', '{"text":"\\x"}', '{"text":"\\u12g4"}',
        "nul", "truth", '{"number":--1}',
        '{"number":1.2.3}', "<html>", '{"a" 1}', "'a'",
        '{"number":nan}', "",
    ):  # fmt: skip
        for size in (1, 5, 100):
            error = raised((DecodeError, LimitError), read, text, size)
            assert error is not None, text


def test_there_are_limits():
    deep = "[" * 33 + "]" * 33
    assert isinstance(raised(LimitError, read, deep), LimitError)
    assert isinstance(raised(LimitError, read, '{"number":%s}' % ("1" * 41)), LimitError)
    assert isinstance(raised(LimitError, read, '{"number":1e999}'), LimitError)


def test_a_long_string_comes_in_pieces():
    pieces = []

    class Pieces(Sink):
        def text(self, code, piece, last):
            pieces.append(piece)

    words = "很长的话，\\n" * 2000
    stream = JSONStream(SHAPE, Pieces())
    for part in parts_of(('{"text":"%s"}' % words).encode(), 512):
        stream.feed(*part)
    stream.finish()
    assert "".join(pieces) == words.replace("\\n", "\n")
    assert max([len(piece) for piece in pieces]) <= 600


def test_it_agrees_with_the_parser_of_the_interpreter():
    for value in ({"text": 'a"\\\x01ü', "number": 12345678}, {"list": [1, {"in": "x"}, None]}):
        found = read(json.dumps(value))
        for code, name in ((1, "text"), (2, "number")):
            if name in value:
                assert (code, value[name]) in found
