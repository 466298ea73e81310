"""
The client for language models against servers that others have made for tests: aimock (npm) and
mock-ai-api (PyPI).

They answer what they are told, over the protocol as their makers read it: that proves the
protocol, never the quality of what a model answers.
"""

import base64
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import device
import pytest

KEY = "sk-geheim-0123456789"
AIMOCK = device.NPM / "@copilotkit" / "aimock" / "dist" / "cli.js"
MOCK_AI = Path(sys.prefix) / "llm"

CHINESE = "你好，主人😀！今天也要开心哦🎉🎉"
ARGUMENTS = '{"action":"feed","说":"好吃😀"}'
LONG = "很长的话。" * 4000

ASK = """
import asyncio
import json
import sys

from llm.client import Client
from llm.errors import LlmError
from llm.limits import Limits
from llm.servers import Server

plan = json.load(open(sys.argv[1]))
server = Server(plan["url"], plan["key"], plan["model"], embed_model="embedder")
client = Client([server], limits=Limits(20000, 20000, 60000))
told = {"pieces": 0, "characters": 0}


def hear(piece):
    told["pieces"] += 1
    told["characters"] += len(piece)


async def main():
    try:
        if plan["texts"]:
            told["vectors"] = [list(vector) for vector in await client.embed(plan["texts"])]
        else:
            messages = [{"role": "user", "content": plan["says"]}]
            reply = await client.chat(messages, "chat", on_text=hear, **plan["more"])
            told["text"] = reply.text
            told["finish"] = reply.finish
            told["calls"] = [[call.name, call.arguments] for call in reply.tool_calls]
            told["tokens"] = [reply.prompt_tokens, reply.completion_tokens]
    except LlmError as e:
        told["error"] = type(e).__name__
        told["message"] = str(e)
        told["retry_after"] = e.retry_after
    told["calls_made"] = sum([counts[0] for counts in client.usage.values()])
    print(json.dumps(told))

asyncio.run(main())
"""


@pytest.fixture
def ask(run_mpy: Callable, tmp_path: Path) -> Callable[..., Any]:
    """ask(url, says): what came of it, as a dict."""

    def chat(
        url: str,
        says: str = "",
        model: str = "m",
        texts: "list[str] | None" = None,
        **more: object,
    ) -> Any:
        plan = {"url": url, "key": KEY, "model": model, "says": says, "texts": texts, "more": more}
        path = tmp_path / "plan.json"
        path.write_text(json.dumps(plan, ensure_ascii=False))
        ran = run_mpy(ASK, path)
        assert KEY not in ran.out + ran.err
        return ran.json()

    return chat


@contextmanager
def _running(command: "list[object]", environment: "dict[str, str]", log: Path) -> Iterator[str]:
    """The address that a server says it listens at."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={"PATH": "/usr/bin:/bin", **environment},
        )
    try:
        yield _address(process, log)
    finally:
        process.kill()
        process.wait()


def _address(process: "subprocess.Popen[bytes]", log: Path) -> str:
    while True:
        found = re.search(r"(http://127\.0\.0\.1:\d+)", log.read_text("utf-8"))
        if found:
            return found[1]
        try:
            process.wait(0.05)
        except subprocess.TimeoutExpired:
            continue
        pytest.fail(log.read_text("utf-8"), False)


FIXTURES = [
    {"match": {"userMessage": "你好"}, "response": {"content": CHINESE}},
    {
        "match": {"userMessage": "喂我"},
        "response": {
            "toolCalls": [
                {"name": "pet", "arguments": ARGUMENTS},
                {"name": "search_memory", "arguments": '{"query":"猫"}'},
            ]
        },
    },
    {"match": {"userMessage": "说很多"}, "response": {"content": LONG}},
    {"match": {"userMessage": "json"}, "response": {"content": '```json\n{"memories":[]}\n```'}},
    {
        "match": {"userMessage": "断线"},
        "response": {"content": "一二三四五六七八九十"},
        "truncateAfterChunks": 3,
    },
    {
        "match": {"userMessage": "太多"},
        "response": {"error": {"message": "Slow down", "type": "rate_limit_error"}, "status": 429},
    },
    {"match": {"inputText": "猫"}, "response": {"embedding": [0.5, -0.25, 3]}},
]


@pytest.fixture
def aimock(tmp_path: Path) -> Callable[..., Any]:
    """aimock(*options): a context with the address of that server."""
    path = tmp_path / "fixtures.json"

    @contextmanager
    def run(*options: str, keys: str = KEY, more: "tuple[object, ...]" = ()) -> Iterator[str]:
        path.write_text(json.dumps({"fixtures": [*FIXTURES, *more]}, ensure_ascii=False))
        # Three units of UTF-16 a chunk: characters of two are cut between their halves.
        command = [device.NODE, AIMOCK, "-p", "0", "-f", path, "-c", "3", *options]
        with _running(command, {"AIMOCK_API_KEYS": keys}, tmp_path / "aimock.log") as url:
            yield url + "/v1"

    return run


@pytest.mark.needs("npm")
def test_aimock_streams_chinese_and_characters_cut_in_two(ask: Callable, aimock: Any) -> None:
    with aimock() as url:
        got = ask(url, "你好")
    assert (got["text"], got["finish"]) == (CHINESE, "stop")
    assert got["pieces"] > 5
    assert got["tokens"][1] > 0


@pytest.mark.needs("npm")
def test_aimock_calls_tools_with_arguments_in_parts(ask: Callable, aimock: Any) -> None:
    tools = [{"name": "pet", "description": "", "parameters": {"type": "object"}}]
    with aimock() as url:
        got = ask(url, "喂我", tools=tools)
    assert got["finish"] == "tool_calls"
    assert got["calls"] == [["pet", ARGUMENTS], ["search_memory", '{"query":"猫"}']]


@pytest.mark.needs("npm")
def test_of_a_long_answer_of_aimock_only_so_much_is_kept(ask: Callable, aimock: Any) -> None:
    with aimock() as url:
        got = ask(url, "说很多", keep=1000)
    assert got["text"] == LONG[:1000]
    assert got["characters"] == len(LONG)


@pytest.mark.needs("npm")
def test_an_answer_of_aimock_that_is_cut_is_told_as_cut(ask: Callable, aimock: Any) -> None:
    with aimock() as url:
        assert ask(url, "断线")["error"] == "CutOff"


@pytest.mark.needs("npm")
def test_aimock_refuses_by_status(ask: Callable, aimock: Any) -> None:
    with aimock() as url:
        assert ask(url, "nothing of this")["error"] == "NotFound"
        assert ask(url, "太多")["error"] == "RateLimited"
    with aimock(keys="another") as url:
        got = ask(url, "你好")
    assert (got["error"], got["calls_made"]) == ("KeyRefused", 1)


@pytest.mark.needs("npm")
@pytest.mark.parametrize(
    ("chaos", "error", "calls"),
    [
        ("--chaos-drop", "ServerError", 2),
        ("--chaos-malformed", "NotJson", 1),
        ("--chaos-disconnect", "CutOff", 2),
        ("--chaos-ratelimit", "RateLimited", 2),
    ],
)
def test_the_chaos_of_aimock_has_names(
    ask: Callable, aimock: Any, chaos: str, error: str, calls: int
) -> None:
    with aimock(chaos, "1") as url:
        got = ask(url, "你好")
    assert (got["error"], got["calls_made"]) == (error, calls), got


@pytest.mark.needs("npm")
def test_aimock_gives_vectors(ask: Callable, aimock: Any) -> None:
    with aimock() as url:
        got = ask(url, texts=["猫", "猫粮"])
    assert got["vectors"] == [[0.5, -0.25, 3.0]] * 2


OGG = """
import sys
from llm import ogg

packets = [bytes([n]) * (n + 1) for n in range(100)]
with open(sys.argv[1], "wb") as file:
    file.write(b"".join(ogg.pages(packets, 60, 16000)))
"""
SPEAK = """
import asyncio
import json
import sys

from llm import ogg, speech
from llm.client import Client
from llm.servers import Server

url, key, path = sys.argv[1:]
client = Client([Server(url, key, "m")])
packets = []
asyncio.run(speech.say(client, "你好", lambda some: packets.append(bytes(some))))
with open(path, "rb") as file:
    told = {"whole": b"".join(ogg.pages(packets, 60, 16000)) == file.read()}
told["words"] = asyncio.run(speech.transcribe(client, packets, 60, 16000, "zh"))
print(json.dumps(told))
"""


@pytest.mark.needs("npm")
def test_aimock_says_and_hears(run_mpy: Callable, aimock: Any, tmp_path: Path) -> None:
    path = tmp_path / "said.ogg"
    run_mpy(OGG, path)
    sound = {"audio": base64.b64encode(path.read_bytes()).decode(), "format": "opus"}
    say = {"match": {"endpoint": "speech", "userMessage": "你好"}, "response": sound}
    words = {"transcription": {"text": "今天天气真好"}}
    hear = {"match": {"endpoint": "transcription"}, "response": words}
    with aimock(more=(say, hear)) as url:
        ran = run_mpy(SPEAK, url, KEY, path)
    assert ran.json() == {"whole": True, "words": "今天天气真好"}


@pytest.fixture
def mock_ai(tmp_path: Path) -> Iterator[str]:
    """The address of a mock-ai-api."""
    command: "list[object]" = [
        sys.executable,
        "-m",
        "uvicorn",
        "app.openai_app:app",
        "--port",
        "0",
    ]
    environment = {"PYTHONPATH": str(MOCK_AI), "PYTHONPYCACHEPREFIX": os.devnull}
    with _running(command, environment, tmp_path / "mock.log") as url:
        yield url + "/v1"


def test_a_second_opinion_agrees(ask: Callable, mock_ai: str) -> None:
    """mock-ai-api has an answer for each name of a model."""
    got = ask(mock_ai, "hi", model="gpt-4.1:mock-text")
    assert got["text"] == "Hello. It's nice to meet you."
    assert (got["finish"], got["tokens"]) == ("stop", [2, 12])
    tools = [{"name": "Write", "description": "", "parameters": {"type": "object"}}]
    got = ask(mock_ai, "hi", model="gpt-4.1:mock-tool-stream", tools=tools)
    ((name, arguments),) = got["calls"]
    assert (name, json.loads(arguments)["path"]) == ("Write", "tmp/mock-file.txt")
    for status, error in (
        (400, "Refused"),
        (401, "KeyRefused"),
        (429, "RateLimited"),
        (500, "ServerError"),
        (503, "ServerError"),
    ):
        assert ask(mock_ai, "hi", model=f"gpt-4.1:mock-{status}")["error"] == error
    (vector,) = ask(mock_ai, texts=["猫"])["vectors"]
    assert len(vector) > 8
