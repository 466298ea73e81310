"""
What a request holds on the heap does not grow with what is sent or comes.

Counted after a collection, so it is what is needed, of 64-bit words: a board takes about half.
"""

import gc

from _llm import HEAD, Line, Lines, event
from llm.client import Client
from llm.errors import NotFound
from llm.servers import Server
from net.json_text import dumps

HEAP = "2M"
WORDS = "很长的话，说不完。"  # 27 bytes
TIMES = 4000  # 108 KB
MOST = 24000  # bytes beside what is kept of the text, on any of these ways


class Counting(Line):
    """A line that makes what it says when it is read, and looks at the heap meanwhile."""

    def __init__(self, parts):
        super().__init__(())
        self._parts = parts
        self.most = 0
        self.taken = 0
        gc.collect()
        self._before = gc.mem_alloc()

    def look(self):
        gc.collect()
        self.most = max(self.most, gc.mem_alloc() - self._before)

    async def send(self, pieces):
        for number, piece in enumerate(pieces):
            assert len(piece) < 2048
            self.taken += len(piece)
            if not number % 50:
                self.look()

    async def read_some(self, buffer):
        if not self._rest:
            self._rest = next(self._parts, b"")
            self.look()
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count


async def ask(line, keep=1000, messages=None):
    heard = [0]

    def hear(piece):
        assert len(piece) <= 600
        heard[0] += len(piece)

    client = Client([Server("http://one.example", "sk", "m")], connect=Lines(line))
    asked = messages or [{"role": "user", "content": "x"}]
    reply = await client.chat(asked, "chat", on_text=hear, keep=keep)
    return reply, heard[0]


def stream():
    yield HEAD
    for _ in range(TIMES):
        yield event({"choices": [{"index": 0, "delta": {"content": WORDS}}]})
    yield event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})


def one_event():
    yield HEAD + b'data: {"choices":[{"index":0,"delta":{"content":"'
    for _ in range(TIMES):
        yield WORDS.encode()
    yield b'"},"finish_reason":"stop"}]}\n\n'


def one_text():
    yield b'HTTP/1.1 200 OK\r\n\r\n{"choices":[{"message":{"content":"'
    for _ in range(TIMES):
        yield WORDS.encode()
    yield b'"},"finish_reason":"stop"}]}'


def thoughts():
    yield HEAD + b'data: {"choices":[{"index":0,"delta":{"reasoning_content":"'
    for _ in range(TIMES):
        yield WORDS.encode()
    yield b'","content":"x"},"finish_reason":"stop"}]}\n\n'


async def test_an_answer_of_a_hundred_kilobytes_takes_what_a_short_one_takes():
    for way in (stream, one_event, one_text):
        line = Counting(way())
        reply, heard = await ask(line)
        assert heard == TIMES * len(WORDS)
        assert reply.text == (WORDS * 112)[:1000]
        assert line.most < MOST, (way, line.most)


async def test_thoughts_of_a_model_are_passed_over():
    line = Counting(thoughts())
    reply, heard = await ask(line)
    assert (reply.text, heard) == ("x", 1)
    assert line.most < MOST, line.most


async def test_what_is_kept_of_it_is_bounded_in_bytes():
    line = Counting(stream())
    reply, _ = await ask(line, keep=16384)
    assert len(reply.text) == 16384
    assert line.most < MOST + 3 * 16384 + 4096, line.most


async def test_messages_of_a_hundred_kilobytes_are_not_joined():
    def messages():
        for number in range(400):
            yield {"role": "user", "content": WORDS * 10 + str(number)}

    line = Counting(iter((HEAD + b"data: [DONE]\n\n",)))
    reply, _ = await ask(line, messages=messages)
    assert line.taken > 100000
    assert reply.prompt_chars > 36000
    assert line.most < MOST, line.most


async def test_an_error_of_any_length_is_read_in_the_same_space():
    def page():
        yield b"HTTP/1.1 404 x\r\n\r\n<html>"
        for _ in range(TIMES):
            yield WORDS.encode()

    line = Counting(page())
    try:
        await ask(line)
    except NotFound as e:
        assert str(e) == "one.example answers 404"
    else:
        raise AssertionError("answered")
    assert line.most < MOST, line.most


async def test_a_vector_takes_four_bytes_a_number():
    count = 1536

    def answer():
        yield b'HTTP/1.1 200 OK\r\n\r\n{"data":[{"index":0,"embedding":['
        for number in range(count):
            yield dumps(number / 7) + (b"," if number < count - 1 else b"")
        yield b"]}]}"

    line = Counting(answer())
    client = Client([Server("http://one.example", embed_model="e")], connect=Lines(line))
    (vector,) = await client.embed(["x"])
    assert len(vector) == count
    assert line.most < MOST + 3 * 4 * count, line.most
