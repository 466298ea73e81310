"""
Answers that somebody has damaged, cut and mixed: each is a reply or an error of lib/llm, and
nothing of a damaged one is believed that its limits do not allow.
"""

from _llm import HEAD, Line, Lines, event, said, status
from _quick import quick
from llm import errors
from llm.client import Client
from llm.servers import Server

TIMEOUT_S = 240
ROUNDS = quick(60, 600)
ASK = [{"role": "user", "content": "x"}]

CALL = {"index": 0, "id": "a", "function": {"name": "f", "arguments": '{"x":1}'}}
SEEDS = (
    said("猫😀", 'quote " and \\ and \n', "x" * 300),
    HEAD + event({"choices": [{"delta": {"tool_calls": [CALL]}}]}) + b"data: [DONE]\n\n",
    HEAD.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n")
    + b'1e\r\ndata: {"choices":[{"delta":{}}]\r\n9\r\n}\n\n: ..\n\n\r\n0\r\n\r\n',
    status(
        200,
        b'{"choices":[{"message":{"content":"\\u732b\\ud83d\\ude00"},"finish_reason":"stop"}]}',
    ),
    status(429, b'{"error":{"message":"m","code":429,"type":"t"}}', "Retry-After: 7"),
    status(200, b'{"data":[{"index":0,"embedding":[1.5,-2e3]}],"usage":{"prompt_tokens":1}}'),
    status(200, b'{"data":[{"index":0,"embedding":"AACAPwAAAMA="}]}'),
)
BITS = (
    b'"', b"\\", b"{", b"}", b"[", b"]", b"\n\n", b"\r", b"data:", b"\\ud83d", b"\xff", b"\x00",
    b"99999999999", b"null", b"1e999", b"true", b"[DONE]", b'{"error":"x"}', b":", b",", b"-",
    b'"finish_reason":"stop"', b'"index":-5', b'"index":9999', b"<html>", b" ", b"HTTP/1.1 200 x",
)  # fmt: skip


class Random:
    """The same numbers in every run."""

    def __init__(self, seed):
        self._state = seed

    def below(self, most):
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % most


def damaged(data, random):
    data = bytearray(data)
    for _ in range(1 + random.below(4)):
        at = random.below(len(data) + 1)
        what = random.below(4)
        if what == 0:
            data = data[:at] + BITS[random.below(len(BITS))] + data[at:]
        elif what == 1:
            data = data[:at] + data[at + 1 + random.below(9) :]
        elif what == 2 and at < len(data):
            data[at] = random.below(256)
        elif what == 3:
            data = data[:at] + data[random.below(at + 1) :]
    return bytes(data)


async def one(data, random, embeds):
    line = Line([data], 1 + random.below(60))
    server = Server("http://one.example", "sk-geheim", "m", embed_model="e")
    client = Client([server], connect=Lines(line, line), sleep_ms=no_sleep)
    heard = []
    try:
        if embeds:
            for vector in await client.embed(["x"]):
                assert 0 < len(vector) <= 4096
        else:
            reply = await client.chat(ASK, "chat", on_text=heard.append, keep=100)
            assert reply.text == "".join(heard)[:100]
            assert len(reply.tool_calls) <= 16
            for call in reply.tool_calls:
                assert len(call.arguments) <= 4096
    except errors.LlmError as e:
        assert "geheim" not in str(e)
        assert len(str(e)) < 400
    assert line.closed


async def no_sleep(milliseconds):
    """No pause."""


async def test_whatever_comes_is_a_reply_or_an_error_with_a_name():
    random = Random(20261123)
    for number in range(ROUNDS):
        seed = SEEDS[number % len(SEEDS)]
        data = damaged(seed, random)
        try:
            await one(data, random, b"embedding" in seed)
        except Exception:
            print(number, data)
            raise
