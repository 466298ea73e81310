"""
Demo: shows a newcomer what the companion does: ./tools/sim.sh --demo [zh|en].

Runs on CPython. An official MCP client (the Python SDK) tells a companion on a fresh chip a few
things, cuts its power in the middle of a write, and asks again. Everything printed is what really
went over the wire; only the narration is written here. `--no-pause` leaves out the moments for
reading.
"""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.types import PaginatedRequestParams, TextContent

ROOT = Path(__file__).resolve().parent.parent
NOW = "2026-02-04T09:30:00"
PAUSE_S = 0.9
# Of the clock, where something is waited for. Its limits of waiting for a client run as fast.
SPEED = 10

Words = dict[str, Any]

WORDS: dict[str, Words] = {
    "zh": {
        "start": "一块空白的芯片，伙伴第一次醒来",
        "ready": "{seconds:.2f} 秒后就绪：{mcp}",
        "tell": "主人说起自己，AI 调用 memory 工具记下来",
        "many": "再说二十几件小事：最早的自动移入档案，热记忆里留最新的",
        "cut": "正写着下一件……突然断电（kill -9）",
        "again": "重新上电，{seconds:.2f} 秒后就绪。还记得吗？",
        "count": "记得 {hot} 件在手边，{cold} 件在档案里，一件不少，没有重复",
        "recall": "问起很久以前的事",
        "done": "吃过药了",
        "moved": "住过北京，后来搬到上海：现在和从前都记得清楚",
        "homes": ["主人住在北京", "主人搬到上海了"],
        "homes_asked": ["我现在住哪", "我以前住哪"],
        "restored": "删错了一件，从回收站找回来",
        "todo": "一件待办，到点提醒",
        "todo_words": "给妈妈打电话",
        "end": "它就是这样的伙伴。芯片文件：{flash}\n"
        "想自己聊聊：./tools/sim.sh，再把上面的地址和令牌交给任何 MCP 客户端",
        "tells": [
            {"type": "name", "content": "王浩宇"},
            {"type": "family", "relation": "妈妈", "name": "李娟", "closeness": 5},
            {"type": "like", "content": "打篮球🏀"},
            {"type": "fact", "content": "对花生过敏", "importance": 5},
            {"type": "fact", "content": "去年秋天在北京吃了烤鸭"},
            {"type": "schedule", "content": "吃药",
             "datetime": "2026-02-04 20:00", "repeat": "daily"},
            {"type": "schedule", "content": "团队会议",
             "datetime": "2026-02-05 14:00", "priority": 4},
        ],
        "small": "散步时看见第 {n} 只猫",
        "keyword": "烤鸭",
        "medicine": "吃药",
    },
    "en": {
        "start": "A blank chip; the companion wakes up for the first time",
        "ready": "ready after {seconds:.2f} s: {mcp}",
        "tell": "The owner talks; the AI keeps it with the memory tool",
        "many": "Two dozen small things more: the oldest move to the archive by themselves",
        "cut": "In the middle of writing the next one ... the power fails (kill -9)",
        "again": "Power is back, ready after {seconds:.2f} s. Does it remember?",
        "count": "{hot} things at hand, {cold} in the archive: none missing, none twice",
        "recall": "Asked about something from long ago",
        "done": "The medicine is taken",
        "moved": "Lived in Beijing, then moved to Shanghai: it knows now from then",
        "homes": ["The owner lives in Beijing", "The owner moved to Shanghai"],
        "homes_asked": ["Where do I live now?", "Where did I live before?"],
        "restored": "Deleted by mistake, and taken back out of the trash",
        "todo": "A todo, told at its time",
        "todo_words": "call mother",
        "end": "That is the companion. Its chip: {flash}\n"
        "Your turn: ./tools/sim.sh, then give the address and the token to any MCP client",
        "tells": [
            {"type": "name", "content": "Howard"},
            {"type": "family", "relation": "mother", "name": "Joan", "closeness": 5},
            {"type": "like", "content": "basketball 🏀"},
            {"type": "fact", "content": "is allergic to peanuts", "importance": 5},
            {"type": "fact", "content": "ate roast duck in Beijing last autumn"},
            {"type": "schedule", "content": "medicine",
             "datetime": "2026-02-04 20:00", "repeat": "daily"},
            {"type": "schedule", "content": "team meeting",
             "datetime": "2026-02-05 14:00", "priority": 4},
        ],
        "small": "saw cat number {n} on a walk",
        "keyword": "DUCK",
        "medicine": "medicine",
    },
}  # fmt: skip
SMALL = 24


class Companion:
    """The process, from power-on to the cut."""

    def __init__(self, flash: Path, language: str, speed: int = 1):
        begun = time.monotonic()
        command = [ROOT / "tools" / "sim.sh", "--flash", flash, "--port", "0", "--now", NOW]
        command += ["--speed", str(speed)]
        self.process = subprocess.Popen(
            [str(word) for word in [*command, "--language", language]],
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        assert self.process.stderr is not None
        for line in self.process.stderr:
            event = json.loads(line)
            if event["event"] == "ready":
                self.url, self.token = event["mcp"], event["token"]
                break
        else:
            raise SystemExit("the companion did not start")
        self.seconds = time.monotonic() - begun

    def reminder(self, id: str) -> str:
        """What it says when the time of a todo has come."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            event = json.loads(line)
            if event["event"] == "reminder" and event["id"] == id:
                return str(event["message"])
        raise SystemExit("the companion has ended")

    def cut_power(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


class Talk:
    """A client session that shows what goes over the wire."""

    def __init__(self, session: ClientSession):
        self._session = session

    async def __call__(
        self, shown: bool = True, tool: str = "memory", **arguments: object
    ) -> dict:
        if shown:
            words = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
            called = f"  → {tool}({words})"
            print(f"\033[36m{called}\033[0m" if COLOUR else called)
        result = await self._session.call_tool(tool, arguments)
        (item,) = result.content
        assert isinstance(item, TextContent)
        answer = json.loads(item.text)
        if shown:
            print(f"  ← {answer['message']}")
            pause(0.3)
        return answer


Story = Callable[[Talk], Awaitable[None]]


def pause(share: float = 1.0) -> None:
    if PAUSING:
        time.sleep(PAUSE_S * share)


def say(text: str) -> None:
    pause()
    print(f"\n\033[1m{text}\033[0m" if COLOUR else f"\n{text}")


async def with_client(companion: Companion, story: Story) -> None:
    headers = {"Authorization": "Bearer " + companion.token}
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        streamable_http_client(companion.url, http_client=http) as (read, write),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        page = await session.list_tools()  # it checks answers by what was listed
        while page.next_cursor:
            page = await session.list_tools(params=PaginatedRequestParams(cursor=page.next_cursor))
        await story(Talk(session))


async def morning(words: Words, memory: Talk) -> None:
    say(words["tell"])
    for arguments in words["tells"]:
        await memory(action="write", **arguments)
    say(words["many"])
    for n in range(1, SMALL + 1):
        content = words["small"].format(n=n)
        shown = n in (1, SMALL)
        answer = await memory(shown, action="write", type="fact", content=content)
        if "archived" in answer and not shown:
            print(f"  ← {answer['message']}")


async def after_the_cut(words: Words, memory: Talk) -> None:
    whole = await memory(action="read")
    print("   ", json.dumps(whole["profile"], ensure_ascii=False), end=" ")
    print(json.dumps(whole["relationship"], ensure_ascii=False))
    every = await memory(False, action="recall", type="fact", limit=50)
    contents = [item["content"] for item in every["items"]]
    expected = {
        arguments["content"] for arguments in words["tells"] if arguments["type"] == "fact"
    }
    expected |= {words["small"].format(n=n) for n in range(1, SMALL + 1)}
    if not expected <= set(contents) or len(contents) != len(set(contents)):
        raise SystemExit(f"something is missing or there twice: {contents}")
    hot = whole["counts"]["facts"]
    print("  " + words["count"].format(hot=hot, cold=len(contents) - hot))
    say(words["recall"])
    found = await memory(action="recall", keyword=words["keyword"])
    for item in found["items"]:
        print(f"    {item['timestamp']}  {item['content']}")
    say(words["done"])
    await memory(action="complete_schedule", content=words["medicine"])
    await mind(words, memory)


async def mind(words: Words, memory: Talk) -> None:
    say(words["moved"])
    for content in words["homes"]:
        await memory(action="write", type="fact", content=content)
    for question in words["homes_asked"]:
        found = await memory(tool="search_memory", query=question, limit=2)
        for item in found["items"]:
            until = f"  (…{item['valid_to']})" if "valid_to" in item else ""
            print(f"    {item['content']}{until}")
    say(words["restored"])
    found = await memory(False, action="recall", keyword=words["keyword"])
    deleted = await memory(action="delete", id=found["items"][0]["id"])
    await memory(action="trash")
    await memory(action="restore", id=deleted["id"])


async def a_todo(companion: Companion, words: Words, memory: Talk) -> None:
    say(words["todo"])
    status = await memory(False, tool="self.get_device_status")
    now = datetime.strptime(status["clock"]["now"], "%Y-%m-%d %H:%M")
    due = (now + timedelta(minutes=2)).strftime("%Y-%m-%d %H:%M")
    content = words["todo_words"]
    answer = await memory(tool="todo", action="add", content=content, due=due, remind=due)
    print(f"  ! {companion.reminder(answer['id'])}")
    await memory(tool="todo", action="complete", id=answer["id"])


async def main(language: str) -> None:
    words = WORDS[language]
    flash = Path(tempfile.mkdtemp(prefix="xiaozhi-pet-")) / "demo.flash"
    print(words["start"])
    companion = Companion(flash, language)
    print("  " + words["ready"].format(seconds=companion.seconds, mcp=companion.url))
    try:
        await with_client(companion, lambda memory: morning(words, memory))
    except BaseException:
        companion.cut_power()
        raise
    say(words["cut"])
    cut_in_a_write(companion, words["small"].format(n=SMALL + 1))
    companion = Companion(flash, language, SPEED)
    say(words["again"].format(seconds=companion.seconds))
    try:
        await with_client(companion, lambda memory: after_the_cut(words, memory))
        await with_client(companion, lambda memory: a_todo(companion, words, memory))
    finally:
        companion.cut_power()
    say(words["end"].format(flash=flash))


def cut_in_a_write(companion: Companion, content: str) -> None:
    """Send a write and cut the power without waiting for the answer."""
    arguments = {"action": "write", "type": "fact", "content": content}
    params = {"name": "memory", "arguments": arguments}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    host, port = companion.url.split("/")[2].split(":")
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {companion.token}\r\n"
        f"Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall((head + body).encode())
        companion.cut_power()


if __name__ == "__main__":
    given = sys.argv[1:]
    PAUSING = "--no-pause" not in given
    COLOUR = sys.stdout.isatty()
    asked = [word for word in given if word in WORDS]
    english = os.environ.get("LC_ALL", os.environ.get("LANG", "")).startswith("en")
    asyncio.run(main(asked[0] if asked else "en" if english else "zh"))
