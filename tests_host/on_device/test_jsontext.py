"""JSON text, strictly: what MicroPython's own json would let pass is refused, both ways."""

from collections import OrderedDict

from _raised import raised
from net import json_text
from net.json_scan import is_plain
from net.json_text import DecodeError, EncodeError, JSONError, LimitError, check_utf8, dumps, loads

RUNS_ON = ("micropython", "cpython")


def refusal(data):
    return type(raised(JSONError, loads, data))


def test_values_of_every_type_are_read():
    text = b' {"a" : [1, -2.5e1, true, false, null, "x\\n\\u00e9"], "b":{}, "c":[ ]}\r\n\t'
    expected = {"a": [1, -25.0, True, False, None, "x\n\u00e9"], "b": {}, "c": []}
    assert loads(text) == expected
    for text, value in ((b"0", 0), (b"-0", 0), (b'"a"', "a"), (b"null", None), (b"1E+2", 100.0)):
        assert loads(text) == value, text


def test_what_is_not_json_is_a_parse_error():
    for text in (
        b"", b" ", b"nul", b"nulll", b"True", b"NaN", b"Infinity", b"-Infinity", b"01", b"-",
        b"1.", b".5", b"+1", b"1e", b"1e+", b"0x1", b"1 2", b"[1 2]", b"[1,]", b"[,1]", b"[1}",
        b"{1:2}",
        b'{"a"}', b'{"a":}', b'{"a":1,}', b'{"a" 1}', b'{"a":1 "b":2}', b"[", b"[1", b"]", b"}",
        b'"a', b'"\\', b'"\\"', b'"\\x"', b'"\\u12"', b'"\\u12g4"', b'"\\u+123"', b'"a\nb"',
        b'"a\x00b"', b"1\x00", b"\xef\xbb\xbf1", b"'a'", b"[1]]", b"{}{}", b"//\n1", b",",
    ):  # fmt: skip
        assert refusal(text) is DecodeError, text


def plain(text):
    return is_plain(text, len(text), bytearray(32), 32, 1024)


PLAIN = (
    b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","arguments":{"a":[]}}}',
    b' [ {} , [ ] , "", "\\"\\\\\\/\\b\\f\\n\\r\\t", 0, -1, 123456789, true , false,null ]\r\n\t',
    '{"内容":"主人住在，北京","b":{"c":[[1,2],{"d":true}]}}'.encode(),
    b"[" * 32 + b"]" * 32,
    b"0",
)


def test_of_what_is_plain_the_slow_look_says_the_same():
    for text in PLAIN:
        assert plain(text), text
    for text in (b'"\\u0041"', b"1.5", b"1e1", b"-0", b"1234567890", b"[" * 33 + b"]" * 33):
        assert not plain(text), text
    signs = b'{}[]",:\\/ntuf0159-.eE \n\x00\x1f\x7f\xe4'
    state = found = 0
    for _ in range(6000):
        state = (state * 1103515245 + 12345) & 0x3FFFFFFF
        text = bytearray(PLAIN[(state >> 8) % len(PLAIN)])
        at = (state >> 11) % len(text)
        sign = signs[(state >> 17) % len(signs) :][:1]
        text[at : at + (state >> 23) % 3] = sign if state >> 25 & 3 else b""
        text = bytes(text)
        if plain(text):
            found += 1
            pairs, ids = [], []
            json_text._scan(text, pairs, ids)
            assert pairs == []
            assert [
                one for one in ids if not json_text._is_short_integer(text[one[0] : one[1]])
            ] == []
    assert found > 500


def test_what_is_not_utf8_is_a_parse_error():
    for data in (
        b"\xff", b"\x80", b"\xc3", b"\xe4\xbd", b"\xc0\x80", b"\xc1\xbf", b"\xe0\x80\x80",
        b"\xe0\x9f\xbf", b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xf0\x80\x80\x80",
        b"\xf0\x8f\xbf\xbf", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xf8\x88\x80\x80\x80",
    ):  # fmt: skip
        assert refusal(b'"' + data + b'"') is DecodeError, data
    for text in ("\u0800", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff", "é猫한😀"):
        check_utf8(text.encode())
        assert loads(b'"' + text.encode() + b'"') == text


def test_an_escaped_pair_of_surrogates_becomes_its_character():
    assert loads(b'"\\ud83d\\ude00"') == "\U0001f600"
    assert loads(
        b'["\\uD83D\\uDE00a","\\\\ud83d\\ude00" ]'.replace(b"\\\\ud83d\\ude00", b"x")
    ) == [
        "\U0001f600a",
        "x",
    ]
    # An escaped backslash before "ud83d" is no surrogate.
    assert loads(b'"\\\\ud83d\\u0041"') == "\\ud83dA"
    assert loads(b'{"\\ud83d\\ude00":"\\udbff\\udfff"}') == {"\U0001f600": "\U0010ffff"}


def test_half_a_pair_of_surrogates_is_a_parse_error():
    for text in (b"\\ud83d", b"\\ude00", b"\\ud83d\\ud83d", b"\\ude00\\ud83d", b"\\ud83dx\\ude00"):
        assert refusal(b'"' + text + b'"') is DecodeError, text


def test_escapes_of_every_kind_are_read():
    assert loads(b'"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\u00E9"') == '"\\/\b\f\n\r\t\0\u00e9'


def test_the_last_of_two_equal_keys_counts():
    assert loads(b'{"a":1,"b":2,"a":3}') == {"a": 3, "b": 2}


def test_nesting_has_a_limit_that_costs_nothing_to_exceed():
    assert loads(b"[" * 32 + b"]" * 32)
    assert refusal(b"[" * 33 + b"]" * 33) is LimitError
    assert refusal(b"[" * 100000) is LimitError
    assert refusal(b'{"a":' * 100000) is LimitError


def test_the_number_of_values_has_a_limit():
    assert len(loads(b"[" + b",".join([b"1"] * 1023) + b"]")) == 1023
    assert refusal(b"[" + b",".join([b"1"] * 1024) + b"]") is LimitError
    assert refusal(b"[" + b",".join([b"[]"] * 5000) + b"]") is LimitError


def test_numbers_have_a_longest_and_a_largest():
    assert loads(b"9" * 40) == int("9" * 40)
    for text in (b"9" * 41, b"1" * 5000, b"0." + b"1" * 60, b"1e" + b"0" * 50 + b"1", b"1e999"):
        assert refusal(text) is LimitError, text
    assert refusal(b"-1e400") is LimitError


def test_output_is_one_line_of_utf8_without_spaces():
    value = OrderedDict([("z", 1), ("a", ["x\ny", True, None, 1.5]), ("m", OrderedDict())])
    assert dumps(value) == b'{"z":1,"a":["x\\ny",true,null,1.5],"m":{}}'
    assert loads(dumps("é猫😀\u2028\x7f\x00")) == "é猫😀\u2028\x7f\x00"


def test_what_is_not_json_is_never_written():
    big = float("1e308") * 10
    for value in (big, -big, big - big, {1: 2}, {"a": {None: 1}}, b"a", {"s": {1, 2}}, object()):
        raised(EncodeError, dumps, value)
    cycle = []
    cycle.append(cycle)
    raised(EncodeError, dumps, cycle)
    deep = 1
    for _ in range(40):
        deep = [deep]
    raised(EncodeError, dumps, deep)
