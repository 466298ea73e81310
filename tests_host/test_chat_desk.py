"""--chat: the owner talks with the companion at the terminal, without a model and with one."""

import json
import os
import pty
import subprocess
import threading

import pytest
from desk import SIM
from llm_server import USAGE, chunk, end, head, says, serving, stream, streamed

NOW = ("--now", "2026-02-05T14:00", "--language", "zh")
NOTHING = says("{}")  # what a model that reads the talk finds


def talk(flash, *lines, options=NOW, timeout=60):
    """What is written for these typed lines, and the exit status."""
    found = subprocess.run(
        [SIM, "--chat", "--flash", flash, *options],
        input="".join(line + "\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )
    answers = [line.removeprefix("> ") for line in found.stdout.split("\n")]
    return [line for line in answers if line.strip()], found


def test_a_typed_talk_is_answered_line_by_line_and_ends_with_stdin(flash):
    answers, found = talk(flash, "你好，我叫王浩", "我叫什么", "提醒我明天八点交报告", "谢谢")
    assert answers == [
        "你好，王浩！记住了：你叫王浩。",
        "你叫王浩。",
        "好的，记下了：交报告，2026-02-06 08:00 提醒你。",
        "不客气。",
    ]
    assert found.returncode == 0
    assert found.stdout.startswith("> ")


def test_traditional_script_is_heard_and_answered_as_it_was_written(flash):
    answers, _ = talk(
        flash, "我養了一隻貓叫麻糬", "我女兒叫妤安", "明天下午三點提醒我開會", "我的貓叫什麼？",
        "我女兒叫什麼名字？", "我搬到臺北了", "我住哪裡？",
    )  # fmt: skip
    assert answers[0] == "记住了：你養了一隻貓叫麻糬。"
    assert answers[2] == "好的，记下了：開會，2026-02-06 15:00 提醒你。"
    assert answers[3] == "你養了一隻貓叫麻糬。"
    assert "妤安" in answers[4]
    assert answers[6] == "你住在臺北。"


def test_what_was_said_is_known_the_next_time(flash):
    talk(flash, "my name is Anna", "I have a dog called Rex")
    answers, _ = talk(flash, "what's my name?", "What is my dog called?", "what is my cat called?")
    assert answers[:2] == ["Your name is Anna.", "You have a dog called Rex."]
    assert answers[2].startswith("I don't know")


def test_what_is_over_is_heard_where_memory_knows_of_it(flash):
    answers, _ = talk(
        flash, "我开一辆本田思域", "我把思域卖了，换了辆特斯拉", "我开什么车", "电影看完了"
    )
    assert answers[1:3] == [
        "记住了：你把思域卖了，换了辆特斯拉。",
        "你把思域卖了，换了辆特斯拉。",
    ]
    assert "没有我要记的事" in answers[3]


def test_lines_that_are_no_text_or_too_long_are_left_out(flash):
    answers, found = talk(flash, "", "   ", "好" * 2000, "你好")
    assert answers == ["你好！我是小智，有什么想说的都可以告诉我。"]
    assert "a line of more than 1024 bytes" in found.stderr


def test_it_opens_no_port_unless_one_is_asked_for(flash):
    _, found = talk(flash, "你好")
    assert '"mcp": null' in found.stderr
    _, found = talk(flash, "你好", options=(*NOW, "--port", "0"))
    assert '"mcp": "http://127.0.0.1:' in found.stderr


@pytest.mark.parametrize("other", ["--stdio", "--repl"])
def test_the_console_has_one_user(flash, other):
    _, found = talk(flash, options=(other,))
    assert found.returncode == 2
    assert "exclude each other" in found.stderr


def test_what_was_said_survives_a_cut_right_after_its_answer(desk, flash):
    companion = desk("--chat", "--flash", flash, *NOW, typed=True)
    companion.send("我叫王浩")
    companion.wait_event("extracted")
    companion.kill()
    answers, _ = talk(flash, "我叫什么")
    assert answers == ["你叫王浩。"]


def test_at_a_terminal_only_the_talk_is_shown(flash):
    """A reminder is told there too, when its time has come."""
    inner, outer = pty.openpty()
    with subprocess.Popen(
        [SIM, "--chat", "--flash", flash, "--now", "2026-02-05T14:00", "--speed", "120"],
        stdin=outer,
        stdout=outer,
        stderr=outer,
    ) as process:
        os.close(outer)
        os.write(inner, "我叫王浩\n提醒我14:20吃药\n".encode())
        shown = b""
        while b"! " not in shown:
            shown += os.read(inner, 4096)
        while "吃药".encode() not in shown.split(b"! ")[-1]:
            shown += os.read(inner, 4096)
        process.kill()
    os.close(inner)
    text = shown.decode(errors="replace")
    assert "extracted" not in text
    assert "ready" not in text


# -- with a model --------------------------------------------------------------------------------


def called(name, **arguments):
    """A stream that asks for a tool."""
    function = {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}
    call = {"index": 0, "id": "call_1", "type": "function", "function": function}
    return streamed(chunk(role="assistant", tool_calls=[call]), end("tool_calls"), USAGE)


def test_a_model_answers_with_the_devices_own_tools(flash):
    wish = called("memory", action="write", type="like", content="爬山")
    with serving(wish, says("记下", "啦！"), says("下次", "一起去"), aside=NOTHING) as server:
        options = (*NOW, "--llm", f"{server.url}#m")
        answers, found = talk(flash, "周末又爬了一座山", "真累", options=options)
    assert answers == ["记下啦！", "下次一起去"]
    assert found.returncode == 0
    first, second, third = (asked.json for asked in server.asked)
    assert first["model"] == "m"
    assert first["user"] == "xiaozhi-pet:chat"
    assert {"memory", "todo", "search_memory"} <= {t["function"]["name"] for t in first["tools"]}
    assert second["messages"][-1]["role"] == "tool"
    assert second["messages"][-1]["content"].startswith('<data kind="tool">\n{"status":"ok"')
    said = [(one["role"], one["content"]) for one in third["messages"][1:]]
    assert said == [("user", "周末又爬了一座山"), ("assistant", "记下啦！"), ("user", "真累")]
    answers, _ = talk(flash, "我喜欢什么")
    assert answers == ["你喜欢爬山。"]


def test_what_a_model_wants_deleted_waits_for_the_code_of_the_device(desk, flash):
    talk(flash, "我对花生过敏")
    with serving(called("forget", everything=True), says("好的"), aside=NOTHING) as server:
        companion = desk(
            "--chat", "--flash", flash, "--llm", server.url, *NOW, typed=True, ready=False
        )
        companion.send("全部忘掉")
        code = companion.wait_event("confirm")["code"]
        companion.send(code)
        companion.process.stdin.close()
        companion.wait()
        shown = list(companion._said.queue)
    assert len(server.asked) == 1
    assert "六位数字" in shown[0]
    assert "好，做好了" in shown[1]
    assert code not in "".join(str(asked.json) for asked in server.asked)
    answers, _ = talk(flash, "我对什么过敏？")
    assert answers[0].startswith("我不知道")


def test_killed_in_the_middle_of_an_answer_it_has_what_a_tool_acknowledged(desk, flash):
    wish = called("memory", action="write", type="like", content="爬山")
    reached = threading.Event()

    def half(asked):
        asked.send(head(), stream(chunk(content="记下"), done=False))
        reached.set()
        asked.closed()

    with serving(wish, half, aside=NOTHING) as server:
        companion = desk(
            "--chat", "--flash", flash, "--llm", server.url, *NOW, typed=True, ready=False
        )
        companion.send("周末又爬了一座山")
        assert reached.wait(60)
        companion.kill()
        companion.wait()
    answers, found = talk(flash, "我喜欢什么", "我喜欢什么")
    assert answers == ["你喜欢爬山。"] * 2
    assert found.returncode == 0


def test_where_nobody_answers_the_offline_brain_does_and_says_so_once(flash):
    options = (*NOW, "--llm", "http://127.0.0.1:9/v1")
    answers, found = talk(flash, "我叫王浩", "我叫什么", options=options)
    assert answers == [
        "（大模型现在连不上，先凭我自己记得的回答）",
        "记住了：你叫王浩。",
        "你叫王浩。",
    ]
    assert "unreachable" in found.stderr or "gives no answer" in found.stderr


def test_without_a_server_no_model_is_there_to_be_told_anything(flash):
    with serving(says("好"), aside=NOTHING) as server:
        answers, _ = talk(flash, "你好")
    assert answers == ["你好！我是小智，有什么想说的都可以告诉我。"]
    assert server.asked == []
