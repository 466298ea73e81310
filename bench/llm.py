"""
What a talk of 40 turns costs: calls, characters and tokens of prompts, by purpose.

The desk device talks through a server on the loopback that answers each request with a sentence
(and, where JSON is asked for, with an object of nothing), so the figures are of what leaves the
device, whatever a model makes of it. The owner's 40 sentences tell, ask and chat, half of them in
Chinese. A line for each purpose, in the order in which they were asked first, and one for all
beside `chat`: of that at most 6 calls and 6,000 tokens are allowed. `tokens` are the characters of
the messages by 2.5; `tools_chars` are of the tools' definitions, `most_chars` of the messages of
the largest request.
"""

import json
import subprocess
import tempfile
import threading
import time
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import _host

_TOKEN = 2.5  # characters
_SPEED = 60  # times as fast as life
_PAUSE_S = 10  # after each sentence: long enough for a model to read what was said
_SILENCE_S = 100  # at the end: the talk is over, and is read
_ANSWER_S = 0.3  # of real time
_NAMES = ("calls", "chars", "tokens", "tools_chars", "most_chars")

_SAID = (
    "你好",
    "我叫王浩，今年25岁",
    "我住在上海，在一家书店上班",
    "我养了一只猫叫麻薯",
    "它今天把花瓶打碎了",
    "你说我该怎么办",
    "我对花生过敏",
    "昨天差点吃错东西",
    "我妈妈叫李娟，下周来看我",
    "你记得我的猫叫什么吗",
    "提醒我明天早上八点交报告",
    "报告还差两页，有点着急",
    "你觉得我写得完吗",
    "我喜欢爬山，上周爬了黄山",
    "山顶的日出真的很美",
    "不过膝盖有点疼",
    "我以前住哪你知道吗",
    "我明天有什么安排",
    "晚上想吃点清淡的",
    "谢谢你陪我聊天",
    "Let us speak English for a while",
    "My sister lives in Berlin",
    "She has two kids, Tom and Lily",
    "I am learning German because of them",
    "What am I learning?",
    "It is harder than I thought",
    "Remind me to call my sister tomorrow at 6 pm",
    "I want to visit her in the summer",
    "Do you think July is a good month?",
    "I like quiet places more than big cities",
    "What do I like?",
    "I read a book about whales last week",
    "Whales sing, did you know?",
    "I used to play the violin",
    "I stopped when I was sixteen",
    "What is my cat called?",
    "She is sleeping on my keyboard now",
    "I should go to bed soon",
    "What do I have tomorrow?",
    "Good night",
)


class _Counted:
    """What has come, by purpose."""

    def __init__(self) -> None:
        self.rows: "OrderedDict[str, dict[str, float]]" = OrderedDict()

    def add(self, asked: "dict[str, Any]") -> None:
        purpose = str(asked.get("user", "")).partition(":")[2] or "none"
        row = self.rows.setdefault(purpose, dict.fromkeys(_NAMES, 0))
        chars = sum(len(one.get("content") or "") for one in asked["messages"])
        row["calls"] += 1
        row["chars"] += chars
        row["tokens"] = round(row["chars"] / _TOKEN)
        tools = asked.get("tools")
        row["tools_chars"] += len(json.dumps(tools, ensure_ascii=False)) if tools else 0
        row["most_chars"] = max(row["most_chars"], chars)


def _server(counted: _Counted) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            counted.add(asked)
            text = "{}" if asked.get("response_format") else "嗯，我在听，你接着说。"
            delta = {"index": 0, "delta": {"content": text}, "finish_reason": None}
            end = {"index": 0, "delta": {}, "finish_reason": "stop"}
            whole = {"index": 0, "message": {"content": text}, "finish_reason": "stop"}
            body = json.dumps({"choices": [whole]})
            kind = "application/json"
            if asked.get("stream"):
                kind = "text/event-stream"
                parts = [json.dumps({"choices": [one]}) for one in (delta, end)]
                body = "".join(f"data: {part}\n\n" for part in [*parts, "[DONE]"])
            data = body.encode()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *given: object) -> None:
            pass

    return ThreadingHTTPServer(("127.0.0.1", 0), Handler)


def _talk(command: "list[str]") -> "tuple[int, str]":
    """Say everything with pauses between, then nothing until the talk counts as over."""
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as said,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=said, stderr=said, encoding="utf-8"
        ) as process,
    ):
        assert process.stdin is not None
        for line in _SAID:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            time.sleep(_PAUSE_S / _SPEED + _ANSWER_S)
        time.sleep(_SILENCE_S / _SPEED + _ANSWER_S)
        process.stdin.close()
        status = process.wait()
        said.seek(0)
        return status, said.read()


def main() -> None:
    given = _host.options("what a talk of 40 turns costs").parse_args()
    counted = _Counted()
    server = _server(counted)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        command = [_host.ROOT / "tools" / "sim.sh", "--chat", "--now", "2026-02-05T14:00"]
        command += ["--flash", Path(folder) / "bench.flash", "--micropython", given.micropython]
        command += ["--llm", f"http://127.0.0.1:{server.server_port}/v1#bench"]
        command += ["--speed", _SPEED]
        status, said = _talk([str(part) for part in command])
    server.shutdown()
    if status:
        raise SystemExit(f"bench: the talk ended with status {status}\n{said}")
    for purpose, row in counted.rows.items():
        _host.emit("llm", purpose=purpose, turns=len(_SAID), **row)
    others = [row for purpose, row in counted.rows.items() if purpose != "chat"]
    whole = {name: sum(row[name] for row in others) for name in _NAMES[:3]}
    _host.emit("llm", purpose="all beside chat", turns=len(_SAID), **whole)


if __name__ == "__main__":
    main()
