"""Replies, vectors and answers in JSON: how they are put together, and what is refused."""

import binascii
import json
from array import array

from _llm import parts_of
from _raised import raised
from llm import answers, retry_after
from llm.errors import NotJson, Truncated
from llm.json_stream import JSONStream
from llm.replies import ReplyReader
from llm.vectors import VectorReader


def read(reader, *values, size=7):
    stream = JSONStream(reader.shape, reader)
    for value in values:
        text = value if isinstance(value, str) else json.dumps(value)
        for part in parts_of(text.encode(), size):
            stream.feed(*part)
        stream.finish()
        stream.reset()
    return reader


def calls(*deltas):
    chunks = [{"choices": [{"index": 0, "delta": {"tool_calls": delta}}]} for delta in deltas]
    made = read(ReplyReader(100), *chunks).reply()
    return [(call.id, call.name, call.arguments) for call in made.tool_calls]


def part(arguments=None, index=None, id_=None, name=None):
    function = {}
    if name is not None:
        function["name"] = name
    if arguments is not None:
        function["arguments"] = arguments
    made = {"function": function}
    if index is not None:
        made["index"] = index
    if id_ is not None:
        made["id"] = id_
    return made


def test_calls_come_in_parts_that_take_turns():
    assert calls(
        [part("", 0, "a", "f"), part("", 1, "b", "g")],
        [part('{"x', 0), part('{"y', 1)],
        [part('":1}', 1)],
        [part('":2}', 0)],
    ) == [("a", "f", '{"x":2}'), ("b", "g", '{"y":1}')]


def test_servers_that_repeat_id_and_name_in_every_part_make_one_call():
    assert calls([part("{", 0, "a", "f")], [part("}", 0, "a", "f")]) == [("a", "f", "{}")]
    assert calls([part("{", 0, "a", "f")], [part("}", 0, "", "")]) == [("a", "f", "{}")]


def test_servers_without_an_index_or_with_one_for_all_send_calls_whole():
    whole = [part("{}", None, "a", "f"), part('{"x":1}', None, "b", "f")]
    assert calls(whole) == [("a", "f", "{}"), ("b", "f", '{"x":1}')]
    assert calls([part("{}", 0, "a", "f")], [part('{"x":1}', 0, "b", "f")]) == [
        ("a", "f", "{}"),
        ("b", "f", '{"x":1}'),
    ]
    assert calls([part("{", None, "a", "f")], [part("}")]) == [("a", "f", "{}")]


def test_what_a_server_leaves_out_of_a_call_is_filled_in():
    assert calls([part(None, 0, None, "f"), part("", 1, None, "g")]) == [
        ("call_1", "f", "{}"),
        ("call_2", "g", "{}"),
    ]


def test_calls_are_bounded():
    many = [part("{}", number, "x%d" % number, "f") for number in range(17)]
    assert isinstance(raised(Truncated, calls, many), Truncated)
    long = [[part("x" * 1000, 0, "a", "f")]] * 5
    assert isinstance(raised(Truncated, calls, *long), Truncated)


def test_text_may_be_null_or_in_parts_of_its_own():
    heard = []
    reader = ReplyReader(5, heard.append)
    parts = [{"type": "text", "text": "ab"}, {"type": "text", "text": "cdef"}]
    read(
        reader,
        {"choices": [{"index": 0, "delta": {"role": "assistant", "content": None}}]},
        {"choices": [{"index": 0, "delta": {"reasoning_content": "hm", "content": ""}}]},
        {"choices": [{"index": 0, "message": {"content": parts}, "finish_reason": "length"}]},
        {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 4, "more": {"a": 1}}},
    )
    assert "".join(heard) == "abcdef"
    assert reader.cut
    made = reader.reply()
    assert (made.text, made.finish) == ("abcde", "length")
    assert (made.prompt_tokens, made.completion_tokens) == (3, 4)


def test_no_more_characters_are_kept_than_asked_in_whatever_pieces_they_come():
    for size in (1, 3, 700):
        reader = ReplyReader(3000)
        text = "猫和狗的故事。" * 1000
        at = 0
        while at < len(text):
            piece = text[at : at + size]
            read(reader, {"choices": [{"delta": {"content": piece}}]}, size=4000)
            at += size if size > 3 else 701
        made = reader.reply().text
        assert len(made) <= 3000
        if size == 700:
            assert made == text[:3000]


# -- vectors ----------------------------------------------------------------------------


def embedding(*vectors, **more):
    data = [{"index": number, "embedding": one} for number, one in enumerate(vectors)]
    made = {"object": "list", "data": data}
    made.update(more)
    return made


def base64(*numbers):
    return binascii.b2a_base64(bytes(array("f", numbers))).decode().strip()


def vectors(count, *values, size=7):
    return [list(one) for one in read(VectorReader(count), *values, size=size).vectors()]


def test_vectors_come_as_numbers_or_in_base64_in_parts_of_any_size():
    numbers = [0.5, -0.25, 3.0, 0.0, -1e-3]
    for size in (1, 5, 16, 17, 1000):
        for form in (numbers, base64(*numbers)):
            (found,) = vectors(1, embedding(form), size=size)
            assert [round(one, 6) for one in found] == numbers


def test_vectors_are_in_the_order_of_their_texts():
    answer = embedding([1], [2], [3])
    answer["data"].reverse()
    assert vectors(3, answer) == [[1.0], [2.0], [3.0]]
    for row in answer["data"]:
        row.pop("index")
    assert vectors(3, answer) == [[3.0], [2.0], [1.0]]


def test_vectors_that_are_none_are_refused():
    for count, answer in (
        (1, embedding([1, None])),
        (1, embedding([1, "2"])),
        (1, embedding([])),
        (1, embedding("AAAA")),
        (1, embedding("%%%%")),
        (1, embedding([1], [2])),
        (2, embedding([1], [1, 2])),
        (1, embedding(base64(float("nan")))),
        (1, embedding(base64(float("inf"), 1.0))),
    ):
        assert isinstance(raised(NotJson, vectors, count, answer), NotJson), answer
    assert isinstance(raised(Truncated, vectors, 1, embedding([0] * 4097)), Truncated)
    assert not read(VectorReader(2), embedding([1])).complete()


# -- answers ----------------------------------------------------------------------------


def test_the_object_is_found_whatever_a_model_puts_around_it():
    for text in (
        '{"memories": []}',
        ' \n{"memories": []}\n',
        '```json\n{"memories": []}\n```',
        '```\n{"memories": []}\n```\n',
        'Here it is:\n```json\n{"memories": []}\n```\nAnything else?',
        '<think>{"no": 1} is what</think>{"memories": []}',
        'So {"no": 1} is what\n</think>\n\n{"memories": []}',
    ):
        assert answers.json_object(text) == {"memories": []}, text
    none = answers.json_object('{"memories": [{"content": "I want none of it, nothing"}]}')
    assert none["memories"][0]["content"] == "I want none of it, nothing"


def test_what_is_no_object_has_a_name():
    for text in (
        "",
        "Nothing to remember.",
        '<think>{"no": 1}',
        "[1, 2]",
        '[{"a": 1}]',
        "{'a': 1}",
        '{"a": 1,}',
    ):
        assert isinstance(raised(NotJson, answers.json_object, text), NotJson), text
    for text in ('{"a": [{"b": 1}, {"c"', '{"a": "b', '```json\n{"a": {"b": 1}', '{"a":'):
        assert isinstance(raised(Truncated, answers.json_object, text), Truncated), text


# -- Retry-After ----------------------------------------------------------------------------


def test_a_wait_is_seconds_or_a_date():
    date = "Sun, 06 Nov 1994 08:49:37 GMT"

    def seconds(now=None, **headers):
        return retry_after.seconds(
            {name.replace("_", "-"): value for name, value in headers.items()}, now
        )

    assert seconds() is None
    assert seconds(retry_after="0") == 0
    assert seconds(retry_after="120") == 120
    assert seconds(retry_after="1.2") == 2
    assert seconds(retry_after="9" * 30) == 86400
    assert seconds(retry_after_ms="1500", retry_after="9") == 2
    assert seconds(retry_after=date, date="Sun, 06 Nov 1994 08:49:30 GMT") == 7
    assert seconds(retry_after=date, date="Mon, 07 Nov 1994 08:49:30 GMT") == 0
    assert seconds(retry_after=date) is None
    assert seconds(lambda: 784111777 - 30, retry_after=date) == 30
    assert seconds(lambda: None, retry_after=date) is None
    leap = seconds(lambda: 1709164799, retry_after="Thu, 29 Feb 2024 00:00:00 GMT")
    assert leap == 1
    for text in (
        "soon",
        "-1",
        date[:-3] + "CET",
        "Sun, 06 Nov 1994",
        "Sun, 06 Nox 1994 0:0:0 GMT",
    ):
        assert seconds(retry_after=text, date=date) is None, text
