"""
The client for language models against servers on the loopback, good ones and bad ones.

What they answer is written here: it proves the protocol, never the quality of a model.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llm_server
import pytest
from certificate import Authority
from llm_server import (
    chunk,
    cut,
    end,
    error,
    event,
    head,
    says,
    serving,
    silent,
    status,
    streamed,
    vectors,
)

KEY = "sk-geheim-0123456789"

CHAT = """
import asyncio
import json
import sys

from llm.client import Client
from llm.errors import LlmError
from llm.limits import Limits
from llm.servers import Server

plan = json.load(open(sys.argv[1]))
servers = [Server(url, plan["key"], "model-%d" % n) for n, url in enumerate(plan["urls"])]
limits = Limits(*plan["limits"])
if plan["root"]:
    from net import trust

    async def now():
        return "20260401120000"

    trust.use(trust.Trust(lambda issuer: [], now, (bytes(plan["root"]),)))
said = []
logged = []
client = Client(servers, limits=limits, log=lambda level, text: logged.append(text))


async def main():
    result = {}
    for _ in range(plan["times"]):
        try:
            reply = await client.chat(
                plan["messages"], "chat", on_text=said.append if plan["aloud"] else None,
                **plan["more"]
            )
            calls = [[call.id, call.name, call.arguments] for call in reply.tool_calls]
            result = {
                "text": reply.text, "finish": reply.finish, "server": reply.server,
                "calls": calls, "tokens": [reply.prompt_tokens, reply.completion_tokens],
                "characters": reply.prompt_chars,
            }
        except LlmError as e:
            result = {
                "error": type(e).__name__, "code": e.code, "message": str(e),
                "retry_after": e.retry_after, "retriable": e.retriable,
            }
    result.update(
        {"said": said, "usage": client.usage, "available": client.available(), "logged": logged}
    )
    print(json.dumps(result))

asyncio.run(main())
"""


EMBED = """
import asyncio
import json
import sys

from llm.client import Client
from llm.errors import LlmError
from llm.limits import Limits
from llm.servers import Server

url, key = sys.argv[1], sys.argv[2]
client = Client([Server(url, key, "m", embed_model="embedder")], limits=Limits(5000, 5000, 20000))


async def main():
    try:
        result = {"vectors": [list(one) for one in await client.embed(["猫", "猫粮"])]}
    except LlmError as e:
        result = {"error": type(e).__name__}
    print(json.dumps(result))

asyncio.run(main())
"""


@pytest.fixture
def ask(run_mpy: Callable, tmp_path: Path) -> Callable[..., Any]:
    """ask(*servers): ask the first of them that answers; what came of it, as a dict."""

    def chat(
        *servers: "llm_server.Server | str",
        messages: "list[dict] | None" = None,
        limits: tuple = (5000, 5000, 20000),
        aloud: bool = False,
        times: int = 1,
        root: bytes = b"",
        **more: object,
    ) -> Any:
        plan = {
            "root": list(root),
            "urls": [one if isinstance(one, str) else one.url for one in servers],
            "key": KEY,
            "messages": messages or [{"role": "user", "content": "你好"}],
            "limits": limits,
            "aloud": aloud,
            "times": times,
            "more": more,
        }
        path = tmp_path / "plan.json"
        path.write_text(json.dumps(plan, ensure_ascii=False))
        ran = run_mpy(CHAT, path)
        assert KEY not in ran.out + ran.err
        return ran.json()

    return chat


def test_a_streamed_answer_is_told_piece_by_piece_and_its_tokens_counted(ask: Callable) -> None:
    with serving(says("你好", "，", "主人😀")) as server:
        got = ask(server, aloud=True)
    assert (got["text"], got["said"]) == ("你好，主人😀", ["你好", "，", "主人😀"])
    assert (got["finish"], got["tokens"], got["characters"]) == ("stop", [11, 7], 2)
    assert got["usage"] == {"chat": [1, 11, 7, 2, 0]}
    (asked,) = server.asked
    assert asked.target == "/v1/chat/completions"
    assert asked.headers["authorization"] == "Bearer " + KEY
    assert asked.json == {
        "model": "model-0",
        "messages": [{"role": "user", "content": "你好"}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "user": "xiaozhi-pet:chat",
    }


def test_tools_and_earlier_calls_are_sent_as_openai_has_them(ask: Callable) -> None:
    call = {"id": "a", "name": "pet", "arguments": '{"do": "feed"}'}
    messages = [
        {"role": "system", "content": 'Say "hi"\n\\ 猫'},
        {"role": "assistant", "content": None, "tool_calls": [call, {**call, "id": "b"}]},
        {"role": "tool", "content": "x" * 1000, "tool_call_id": "a"},
    ]
    tools = [{"name": "pet", "description": "d", "parameters": {"type": "object"}}]
    with serving(says("ok")) as server:
        ask(server, messages=messages, tools=tools, json_answer=True, max_tokens=50)
    sent = server.asked[0].json
    as_sent = {"id": "a", "type": "function",
               "function": {"name": "pet", "arguments": '{"do": "feed"}'}}  # fmt: skip
    assert sent["messages"][0] == messages[0]
    assert sent["messages"][1]["tool_calls"] == [as_sent, {**as_sent, "id": "b"}]
    assert sent["messages"][2] == messages[2]
    assert sent["tools"] == [{"type": "function", "function": tools[0]}]
    assert sent["response_format"] == {"type": "json_object"}
    assert sent["max_tokens"] == 50


def test_tool_calls_are_put_together_by_index(ask: Callable) -> None:
    def part(index: int, arguments: str, **more: str) -> dict:
        name = {"name": more.pop("name")} if "name" in more else {}
        call = {"index": index, "function": {**name, "arguments": arguments}, **more}
        return chunk(tool_calls=[call])

    answer = streamed(
        part(0, "", id="a", name="pet"),
        part(0, '{"do":'),
        part(1, '{"q"', id="b", name="search"),
        part(0, '"feed"}'),
        part(1, ':"猫"}'),
        end("tool_calls"),
    )
    with serving(answer) as server:
        got = ask(server)
    assert got["finish"] == "tool_calls"
    assert got["calls"] == [["a", "pet", '{"do":"feed"}'], ["b", "search", '{"q":"猫"}']]


def test_a_server_that_answers_with_one_json_text_is_understood(ask: Callable) -> None:
    call = {"id": "a", "type": "function", "function": {"name": "pet", "arguments": "{}"}}
    with serving(llm_server.whole({"content": "喵", "tool_calls": [call, call]})) as server:
        got = ask(server, aloud=True)
    assert (got["text"], got["said"], got["tokens"]) == ("喵", ["喵"], [11, 7])
    assert [name for _, name, _ in got["calls"]] == ["pet", "pet"]


def test_what_a_server_does_not_know_is_left_out_and_stays_so(ask: Callable) -> None:
    answers = (
        error(400, "Unrecognized request argument supplied: stream_options"),
        error(422, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
        says("ok"),
    )
    with serving(*answers) as server:
        got = ask(server, max_tokens=9, times=2)
    assert got["text"] == "ok"
    sent = [set(asked.json) - {"messages", "model", "stream", "user"} for asked in server.asked]
    assert sent[:2] == [{"stream_options", "max_tokens"}, {"max_tokens"}]
    assert sent[2:] == [{"max_completion_tokens"}] * 2


def test_a_request_that_is_refused_for_itself_is_tried_once_without_options(
    ask: Callable,
) -> None:
    with serving(error(400, "this is too long")) as server:
        got = ask(server, times=2)
        assert got["error"] == "Refused"
        assert got["available"]
    sent = ["stream_options" in asked.json for asked in server.asked]
    assert sent == [True, False, True, False]


FAILURES = {
    "a refused key": ([error(401, f"no key {KEY}")], "KeyRefused", 1),
    "a key without rights": ([error(403, "no")], "KeyRefused", 1),
    "no such model": ([error(404, "no model m")], "NotFound", 1),
    "a redirect": ([status(301, "", "Location: https://else.where/")], "NotFound", 1),
    "too many requests": ([error(429, "slow down", "Retry-After: 30")], "RateLimited", 1),
    "no credit": ([error(429, "pay", type="insufficient_quota")], "RateLimited", 1),
    "a server error": ([error(500, "oh")], "ServerError", 2),
    "a proxy's page": ([status(502, "<html>Bad Gateway</html>")], "ServerError", 2),
    "a web page": ([status(200, "<!DOCTYPE html><html>hi</html>")], "NotJson", 1),
    "words": ([status(200, "hello")], "CutOff", 2),
    "nothing": ([status(200)], "CutOff", 2),
    "a stream that is cut": ([cut(event(chunk(content="ab")))], "CutOff", 2),
    "a stream that ends early": ([streamed(chunk(content="ab"), done=False)], "CutOff", 2),
    "JSON that is cut": ([status(200, '{"choices":[{"message":{"con')], "CutOff", 2),
    "an event that is none": ([streamed("{nothing}")], "NotJson", 1),
    "an error amid": (
        [streamed(chunk(content="ab"), {"error": {"code": 502, "message": "up"}})],
        "ServerError",
        2,
    ),
    "an error by its name": (
        [status(200, {"error": {"type": "rate_limit_error", "message": "m"}})],
        "RateLimited",
        2,
    ),
    "no HTTP": ([lambda asked: asked.send("SSH-2.0-OpenSSH\r\n\r\n")], "Unreachable", 2),
    "a closed connection": ([lambda asked: None], "CutOff", 2),
    "no first token": ([silent(head(), ": still there\n\n")], "TooSlow", 1),
    "silence": ([silent(head(), event(chunk(content="ab")))], "TooSlow", 1),
}


@pytest.mark.parametrize("what", FAILURES)
def test_what_fails_has_a_name_and_is_tried_again_where_that_helps(
    ask: Callable, what: str
) -> None:
    answers, name, tries = FAILURES[what]
    # A short limit only where it is what must be met: a busy machine may take longer than that.
    limits = (1500, 1500, 20000) if name == "TooSlow" else (5000, 5000, 20000)
    with serving(*answers) as server:
        got = ask(server, limits=limits)
    assert (got["error"], len(server.asked)) == (name, tries), got
    assert got["usage"]["chat"][4] == tries
    assert not got["available"]


def test_a_stream_that_drips_ends_at_the_limit_of_the_whole(ask: Callable) -> None:
    drips = [event(chunk(content="x"))] * 40
    with serving(llm_server.slow(0.05, head(), *drips, event("[DONE]"))) as server:
        got = ask(server, limits=(5000, 5000, 700))
    assert (got["error"], "no whole answer" in got["message"]) == ("TooSlow", True)


def test_a_server_that_nobody_listens_at_is_unreachable(ask: Callable) -> None:
    with serving(says("x")) as server:
        gone = server.url
    got = ask(gone)
    assert got["error"] == "Unreachable"
    assert "nobody answers there" in got["message"]


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        (["Retry-After: 7"], 7),
        (["Retry-After: 6.5"], 7),
        (["Retry-After-Ms: 6500"], 7),
        (
            ["Date: Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After: Sun, 06 Nov 1994 08:51:37 GMT"],
            120,
        ),
    ],
)
def test_a_server_says_when_it_wants_to_be_asked_again(
    ask: Callable, headers: list, seconds: int
) -> None:
    with serving(error(429, "slow down", *headers)) as server:
        got = ask(server, times=2)
    assert got["error"] == "RateLimited"
    assert seconds - 1 <= got["retry_after"] <= seconds
    assert len(server.asked) == 1  # the second time it is left alone


def test_a_short_pause_that_a_server_wants_is_waited_for(ask: Callable) -> None:
    with serving(error(429, "slow down", "Retry-After: 0"), says("now")) as server:
        assert ask(server)["text"] == "now"


def test_the_next_server_is_asked_where_the_first_fails_and_later_alone(ask: Callable) -> None:
    with serving(error(401, "no")) as first, serving(says("here")) as second:
        got = ask(first, second, times=2)
    assert (got["text"], got["server"]) == ("here", second.name)
    assert len(first.asked) == 1
    assert [asked.json["model"] for asked in second.asked] == ["model-1", "model-1"]
    assert got["logged"] == [
        f"{first.name} answers 401: it does not take the key; another server is asked"
    ]


def test_nothing_is_said_twice(ask: Callable) -> None:
    """Once the owner has heard a piece, no other try is made, here or elsewhere."""
    with serving(cut(event(chunk(content="half")))) as first, serving(says("all")) as second:
        got = ask(first, second, aloud=True)
    assert (got["error"], got["said"]) == ("CutOff", ["half"])
    assert (len(first.asked), len(second.asked)) == (1, 0)


def test_over_tls_all_of_it_is_the_same(ask: Callable, tmp_path: Path) -> None:
    """Also where a read is given up amid the connection: the next one is not disturbed."""
    authority = Authority("Test Root")
    pair = authority.served(tmp_path)
    answers = (
        silent(head(), event(chunk(content="ab"))),
        cut(event(chunk(content="ab"))),
        says("你好", "，主人😀"),
    )
    with serving(*answers, pair=pair) as server:
        got = ask(server, server, server, limits=(5000, 1500, 20000), root=authority.der)
    assert (got["text"], got["tokens"]) == ("你好，主人😀", [11, 7])
    assert got["usage"]["chat"] == [3, 11, 7, 6, 2]
    assert [" nothing more " in got["logged"][0], len(server.asked)] == [True, 3]


def test_a_server_that_cannot_be_trusted_is_told_nothing(ask: Callable, tmp_path: Path) -> None:
    pair = Authority("Another Root").served(tmp_path)
    with serving(says("x"), pair=pair) as server:
        got = ask(server, root=Authority("Test Root").der)
    assert (got["error"], got["retriable"], server.asked) == ("Unreachable", False, [])
    assert "authority unknown here" in got["message"]


def test_vectors_are_given_to_their_texts_whatever_their_order(run_mpy: Callable) -> None:
    with serving(vectors([0.5, -0.25], [1.0, 0.0])) as server:
        got = run_mpy(EMBED, server.url, KEY).json()
        (asked,) = server.asked
    assert got == {"vectors": [[0.5, -0.25], [1.0, 0.0]]}
    assert asked.target == "/v1/embeddings"
    assert asked.headers["authorization"] == "Bearer " + KEY
    assert (asked.json["model"], asked.json["input"]) == ("embedder", ["猫", "猫粮"])


@pytest.mark.parametrize(
    "answer",
    [
        vectors([0.5, -0.25]),
        status(200, {"data": "none"}),
        status(200, "<html>hello</html>"),
        cut(head(200, "application/json"), '{"data":[{"index":0,"emb'),
        error(401, "no"),
    ],
    ids=["too few", "no list", "html", "cut", "refused"],
)
def test_vectors_that_do_not_come_are_a_named_error(run_mpy: Callable, answer: Any) -> None:
    with serving(answer) as server:
        got = run_mpy(EMBED, server.url, KEY).json()
    assert list(got) == ["error"], got
    assert got["error"] != "LlmError"
