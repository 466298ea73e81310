"""The JSON-RPC envelope: what is a request, a notification, a response, and what is none."""

from _raised import raised
from mcp.core import batch, jsonrpc
from mcp.core.errors import ProtocolError
from net.json_text import loads

RUNS_ON = ("micropython", "cpython")


def request(**members):
    found = {"jsonrpc": "2.0", "id": 1, "method": "m"}
    found.update(members)
    return found


def refused(value):
    error = raised(ProtocolError, jsonrpc.message, value)
    return error.code, error.id


def test_a_request_keeps_its_id_as_it_came():
    for id in (0, 1, -5, 2**63, "", "a", "猫", 1.5, 3.0):
        message = jsonrpc.message(request(id=id))
        assert message.kind == jsonrpc.REQUEST
        assert message.id == id
        assert isinstance(message.id, type(id))
        assert loads(jsonrpc.result(message.id, {}).joined())["id"] == id


def test_an_id_that_names_nothing_is_an_invalid_request():
    for id in (None, True, False, [], {}, [1]):
        assert refused(request(id=id)) == (-32600, None), id


def test_without_id_it_is_a_notification():
    message = jsonrpc.message({"jsonrpc": "2.0", "method": "m", "params": {"a": 1}})
    assert message.kind == jsonrpc.NOTIFICATION
    assert (message.method, message.params) == ("m", {"a": 1})


def test_a_result_or_error_without_method_is_a_response():
    for member in ("result", "error"):
        message = jsonrpc.message({"jsonrpc": "2.0", "id": 7, member: {}})
        assert (message.kind, message.id) == (jsonrpc.RESPONSE, 7)


def test_a_wrong_envelope_is_an_invalid_request_that_names_the_id():
    for value in (
        request(jsonrpc="1.0"),
        request(jsonrpc=2.0),
        {"id": 1, "method": "m"},
        request(method=5),
        request(method=None),
        {"jsonrpc": "2.0", "id": 1},
        request(result={}),
        {"jsonrpc": "2.0", "id": 1, "result": {}, "error": {}},
        request(params=1),
        request(params="a"),
        request(params=False),
    ):
        assert refused(value) == (-32600, 1), value
    for value in (1, "a", None, True, 1.5):
        assert refused(value) == (-32600, None), value


def test_params_are_an_object_or_absent():
    assert jsonrpc.message(request(params=None)).params == {}
    assert jsonrpc.message(request()).params == {}
    assert refused(request(params=[1])) == (-32602, 1)


def test_a_notification_with_a_list_of_params_gets_no_reply():
    message = jsonrpc.message({"jsonrpc": "2.0", "method": "m", "params": [1]})
    assert (message.kind, message.params) == (jsonrpc.NOTIFICATION, {})


def test_a_batch_answers_for_each_member():
    first, second, third = batch.members([request(), 1, request(id=None)])
    assert first.kind == jsonrpc.REQUEST
    assert (second.code, third.code) == (-32600, -32600)


def test_a_batch_is_neither_empty_nor_endless():
    for value in ([], [request()] * 33):
        assert raised(ProtocolError, batch.members, value).code == -32600
    assert len(batch.members([request()] * 32)) == 32


def test_text_and_bytes_are_the_same():
    text = '{"a":"猫"}'
    assert jsonrpc.parse(text, 11) == jsonrpc.parse(text.encode(), 11) == {"a": "猫"}
    for one in (text, text.encode()):
        assert raised(ProtocolError, jsonrpc.parse, one, 10).code == -32600
    assert raised(ProtocolError, jsonrpc.parse, "{", 99).code == -32700


def test_an_error_reply_has_code_message_and_data():
    problem = ProtocolError(-32602, 'no "such" thing\n', {"a": 1}, "x")
    assert loads(jsonrpc.error(problem)) == {
        "jsonrpc": "2.0",
        "id": "x",
        "error": {"code": -32602, "message": 'no "such" thing\n', "data": {"a": 1}},
    }
    assert loads(jsonrpc.error(ProtocolError(-32700, "m"))) == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {"code": -32700, "message": "m"},
    }


def test_an_id_comes_back_in_the_digits_it_was_sent_in():
    numbers = (
        b"0", b"7", b"-5", b"2147483648", b"12345678901234567890123", b"9" * 500, b"-0", b"1.0",
        b"1e3", b"1.5E+2", b"0.10", b"1e999", b"-1E-400",
    )  # fmt: skip
    for digits in numbers + (b'""', b'"1"', b'"' + b"x" * 500 + b'"'):
        text = b'{"id": %s ,"jsonrpc":"2.0","method":"x","params":{"id":1.5,"a":"\\ud83d\\ude00"}}'
        one = jsonrpc.message(jsonrpc.parse(text % digits, 8000))
        assert one.params == {"id": 1.5, "a": "😀"}
        assert (
            jsonrpc.result(one.id, {}).joined()
            == b'{"jsonrpc":"2.0","id":%s,"result":{}}' % digits
        )
        error = jsonrpc.error(ProtocolError(-1, "x", None, one.id))
        assert error.startswith(b'{"jsonrpc":"2.0","id":%s,"error":' % digits)
    for key in (b"\\u0069d", b"i\\u0064", b"\\u0069\\u0064"):
        text = b'{"jsonrpc":"2.0","%s":1e3,"method":"x"}' % key
        one = jsonrpc.message(jsonrpc.parse(text, 100))
        assert jsonrpc.result(one.id, {}).joined() == b'{"jsonrpc":"2.0","id":1e3,"result":{}}'
    for digits in (
        b"01",
        b"1.",
        b".5",
        b"1e",
        b"-",
        b"+1",
        b"--1",
        b"1a",
        b"0x1",
        b"9" * 50 + b"x",
    ):
        text = b'{"jsonrpc":"2.0","method":"x","id":%s}' % digits
        assert raised(ProtocolError, jsonrpc.parse, text, 8000).code == -32700, digits
    # Elsewhere a number has a limit, as before.
    long = b'{"jsonrpc":"2.0","method":"x","id":1,"params":{"id":%s}}' % (b"9" * 41)
    assert raised(ProtocolError, jsonrpc.parse, long, 8000).code == -32600


def test_of_two_ids_the_last_one_counts_as_of_all_keys():
    for first in (b"1.0", b"12345678901", b"1", b'"b"'):
        for key in (b"id", b"\\u0069d"):
            twice = b'{"id":%s,"jsonrpc":"2.0","method":"x","%s":%s}'
            for last, value in ((b'"a"', "a"), (b"7", 7), (b'""', "")):
                assert jsonrpc.message(jsonrpc.parse(twice % (first, key, last), 100)).id == value
            for last in (b"[]", b"{}", b"[8]", b"null", b"true"):
                wrong = jsonrpc.parse(twice % (first, key, last), 100)
                assert refused(wrong) == (-32600, None), wrong


def test_an_id_with_digits_of_its_own_is_the_number_that_it_is():
    one = jsonrpc.message(jsonrpc.parse(b'{"jsonrpc":"2.0","method":"x","id":1.50}', 100))
    assert one.id == 1.5
    assert one.id == jsonrpc.Number(b"1.50")
    assert one.id != jsonrpc.Number(b"1.5")
    assert one.id != "1.50"
    assert jsonrpc.is_id(one.id)
