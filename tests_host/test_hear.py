"""--hear: a conversation from a file goes the way of speech, and is in memory when it is over."""

import json

import pytest

TALK = [
    ("user", "你好呀，我叫王浩宇，今年二十五岁"),
    ("assistant", "你好浩宇，我喜欢听你说话"),
    ("owner", "我喜欢打篮球"),
    ("companion", "真好"),
    ("owner", "你喜欢我吗"),
    ("owner", "明天下午2点有个会议"),
    ("owner", "I'm allergic to peanuts"),
]
FOUND = [
    ("name", "王浩宇"),
    ("age", "25"),
    ("like", "打篮球"),
    ("schedule", "会议"),
    ("fact", "I'm allergic to peanuts"),
]
NOW = ("--now", "2026-02-05T14:00")


@pytest.fixture
def conversation(tmp_path):
    """Write a file for --hear: conversation(*lines), pairs or raw text; its path."""

    def write(*lines):
        path = tmp_path / "talk.jsonl"
        texts = [
            line if isinstance(line, str) else json.dumps(dict(zip(("role", "text"), line)))
            for line in lines
        ]
        path.write_text("\n".join(texts) + "\n", encoding="utf-8")
        return path

    return write


def extracted(companion):
    events = [event for event in companion.events if event["event"] == "extracted"]
    return [(event["kind"], event["content"]) for event in events]


@pytest.mark.sample(1)
@pytest.mark.parametrize("ways", [["--stdio"], [], ["--stdio", "--port", "0"]])
def test_what_was_heard_is_in_memory_for_whoever_comes_first(desk, conversation, ways):
    companion = desk("--hear", conversation(*TALK), *NOW, *ways)
    assert extracted(companion) == FOUND
    companion.initialize()
    whole = companion.tool("memory", action="read")
    assert (whole["profile"]["name"], whole["profile"]["age"]) == ("王浩宇", 25)
    assert [one["content"] for one in whole["preferences"]["likes"]] == ["打篮球"]
    (meeting,) = whole["schedules"]
    assert (meeting["content"], meeting["datetime"]) == ("会议", "2026-02-06 14:00")
    ids = {event["id"] for event in companion.events if event["event"] == "extracted"}
    assert meeting["id"] in ids
    companion.kill()
    companion = desk(*NOW, *ways)
    assert extracted(companion) == []
    companion.initialize()
    assert companion.tool("memory", action="read")["profile"]["name"] == "王浩宇"


def test_with_stdin_closed_it_is_heard_to_the_end_and_the_device_ends(desk, conversation):
    companion = desk("--hear", conversation(*TALK), *NOW, "--stdio", ready=False)
    assert companion.stop() == 0
    assert extracted(companion) == FOUND


def test_without_stdio_the_device_goes_on(desk, conversation):
    companion = desk("--hear", conversation(*TALK), *NOW)
    assert companion.request("ping")["result"] == {}
    assert companion.process.poll() is None


def test_a_line_that_is_none_is_told_with_its_number_and_the_others_are_heard(desk, conversation):
    path = conversation(
        "\ufeff" + json.dumps({"role": "owner", "text": "我叫王浩宇"}),
        "not json",
        "",
        '["owner", "x"]',
        '{"role": "nobody", "text": "x"}',
        '{"role": "owner"}',
        '{"role": "owner", "text": 5}',
        '{"role": "owner", "text": "\\ud83d"}',
        json.dumps({"role": "owner", "text": "我喜欢香菜" * 1000}),
        '{"role": ["owner"], "text": "x"}',
        ("owner", "我喜欢打篮球"),
    )
    path.write_bytes(path.read_bytes() + b"\xff\xfe\n" + b'{"role":"user","text":"I like tea"}')
    companion = desk("--hear", path, *NOW)
    assert extracted(companion) == [("name", "王浩宇"), ("like", "打篮球"), ("like", "tea")]
    told = [event["text"] for event in companion.events if event.get("module") == "sim"]
    assert [text.split(":")[1] for text in told] == [
        f" line {number}" for number in (2, 4, 5, 6, 7, 8, 9, 10, 12)
    ], told


def test_what_it_has_done_is_said_in_the_language_of_the_setting(desk, conversation):
    path = conversation(("owner", "I like sushi"), ("owner", "what did you learn today?"))
    for language, said in (("en", "Today I learned 1: you like sushi"), ("zh", "你喜欢sushi")):
        companion = desk("--hear", path, "--language", language, *NOW)
        (event,) = [one for one in companion.events if one["event"] == "acted"]
        assert said in event["message"]
        companion.kill()


@pytest.mark.thorough
def test_a_long_conversation_is_kept_whole(desk, conversation):
    talk = [("owner", f"对了，你记一下，我的工号是{number}") for number in range(120)]
    companion = desk("--hear", conversation(*talk), *NOW)
    assert extracted(companion) == [("fact", f"我的工号是{number}") for number in range(120)]
    found = companion.tool("memory", action="recall", keyword="工号", limit=50)
    assert found["count"] + found["more"] == 120


def test_without_a_clock_only_what_needs_none_is_kept(desk, conversation):
    companion = desk("--hear", conversation(*TALK), "--now", "unset")
    assert extracted(companion) == [found for found in FOUND if found[0] != "schedule"]


@pytest.mark.thorough
def test_power_cuts_on_the_way_lose_nothing_that_was_told(desk, conversation, tmp_path):
    path = conversation(*TALK)
    cuts = 0
    for number in range(20, 200, 17):
        flash = tmp_path / f"{number}.flash"
        companion = desk(
            "--flash", flash, "--hear", path, *NOW, "--cut", number, "--stdio", ready=False
        )
        status = companion.stop()
        told = extracted(companion)
        assert status in (0, 75)
        cuts += status == 75
        companion = desk("--flash", flash, *NOW, "--stdio")
        told += extracted(companion)
        companion.initialize()
        whole = companion.tool("memory", action="recall", limit=50)
        found = [(item["type"], item["content"]) for item in whole["items"]]
        assert sorted(found) == sorted(set(found)), number
        assert set(told) <= set(found), number
        companion.close()
    assert cuts > 5


def test_what_the_owner_asks_to_be_reminded_of_is_on_the_list(desk, conversation):
    said = (
        ("owner", "提醒我明天下午三点交报告"),
        ("owner", "别忘了买牛奶"),
        ("owner", "牛奶买好了"),
    )
    companion = desk("--hear", conversation(*said), *NOW, "--stdio")
    companion.initialize()
    items = companion.tool("todo", action="list")["items"]
    assert [(one["content"], one.get("due"), one["completed"]) for one in items] == [
        ("交报告", "2026-02-06 15:00", False),
        ("买牛奶", None, True),
    ]
    assert companion.tool("memory", action="read")["counts"]["schedules"] == 0
