"""
The official MCP client against the companion: both majors of the Python SDK, both ways in.

What is asked for is the tool's interface as docs/PROTOCOL.md gives it, every action, with Chinese,
English and emoji.
"""

import json
import subprocess

import device
import pytest

CLIENT = device.ROOT / "tests_host" / "clients" / "sdk.py"
SDK_1 = device.ROOT / ".venv" / "mcp1"

pytestmark = pytest.mark.sample(1)


@pytest.fixture(params=["current", "1.x"])
def sdk(request):
    """Plays a plan (see clients/sdk.py) with one of the two SDKs and returns what came of it."""
    env = {"PATH": "/usr/bin:/bin", "PYTHONSAFEPATH": "1"}
    if request.param == "1.x":
        env["PYTHONPATH"] = str(SDK_1)

    def play(plan):
        ran = subprocess.run(
            [device.ROOT / ".venv" / "bin" / "python", CLIENT],
            input=json.dumps(plan),
            capture_output=True,
            encoding="utf-8",
            env=env,
            timeout=60,
        )
        assert ran.returncode == 0, ran.stderr
        said = json.loads(ran.stdout)
        assert (said["sdk"].split(".")[0] == "1") == (request.param == "1.x")
        for result in said["results"]:
            result["object"] = json.loads(result["text"])
            assert result["structured"] == result["object"]
            assert len(result["text"].encode()) <= 6000
        return said

    return play


@pytest.fixture(params=["stdio", "http"])
def way(request, desk, tmp_path, micropython):
    """How the plan reaches a fresh companion: its command, or its URL and token."""
    if request.param == "http":
        running = desk("--now", "2026-02-04T10:00:00")
        return {"url": running.url, "token": running.token}
    command = [device.ROOT / "tools" / "sim.sh", "--stdio", "--flash", tmp_path / "desk.flash"]
    command += ["--micropython", micropython, "--now", "2026-02-04T10:00:00"]
    return {"command": [str(word) for word in command]}


def memory(**arguments):
    return ["memory", arguments]


@pytest.mark.thorough
def test_the_tool_is_listed_with_a_schema_that_names_every_action_and_type(sdk, way):
    said = sdk({**way, "calls": []})
    (tool,) = [tool for tool in said["tools"] if tool["name"] == "memory"]
    schema = tool["inputSchema"]
    assert tool["name"] == "memory"
    assert schema["required"] == ["action"]
    actions = "read write delete complete_schedule recall trash restore history"
    assert set(schema["properties"]["action"]["enum"]) == set(actions.split())
    kinds = "name age gender location birthday like dislike family fact trait habit moment goal"
    kinds += " event schedule preference person rule skill lesson todo"
    assert set(schema["properties"]["type"]["enum"]) == set(kinds.split())
    assert said["server"]["name"] == "xiaozhi-pet"
    assert "memory" in said["instructions"]
    assert said["protocol"] in ("2025-06-18", "2025-11-25")


def test_every_type_is_written_and_read_back_in_chinese(sdk, way):
    calls = [
        memory(action="write", type="name", content="王浩宇"),
        memory(action="write", type="age", content="25"),
        memory(action="write", type="gender", content="男"),
        memory(action="write", type="location", content="北京市海淀区"),
        memory(action="write", type="birthday", content="1999-03-15"),
        memory(action="write", type="family", relation="妈妈", name="李娟", closeness=5),
        memory(action="write", type="like", content="打篮球🏀"),
        memory(action="write", type="dislike", content="香菜"),
        memory(action="write", type="fact", content="对花生过敏", importance=5),
        memory(action="write", type="trait", content="慢性子"),
        memory(action="write", type="habit", content="睡前看书"),
        memory(
            action="write",
            type="moment",
            content="一起看了流星雨",
            topic="露营",
            emotion_type="happy",
            emotion_intensity=4,
        ),
        memory(action="write", type="goal", content="跑完一次马拉松"),
        memory(action="write", type="event", content="结婚纪念日", datetime="05-20"),
        memory(action="write", type="schedule", content="团队会议", datetime="2026-02-05 14:00"),
        memory(action="read"),
    ]
    results = sdk({**way, "calls": calls})["results"]
    for call, result in zip(calls[:-1], results, strict=False):
        assert (result["error"], result["object"]["result"]) == (False, "ADDED"), (call, result)
    read = results[-1]["object"]
    assert read["status"] == "ok"
    assert read["profile"] == {
        "name": "王浩宇",
        "age": 25,
        "gender": "男",
        "location": "北京市海淀区",
        "birthday": "1999-03-15",
    }
    assert [like["content"] for like in read["preferences"]["likes"]] == ["打篮球🏀"]
    assert [dislike["content"] for dislike in read["preferences"]["dislikes"]] == ["香菜"]
    (member,) = read["family"]
    assert (member["relation"], member["name"], member["closeness"]) == ("妈妈", "李娟", 5)
    (fact,) = read["facts"]
    assert (fact["content"], fact["importance"]) == ("对花生过敏", 5)
    (moment,) = read["moments"]
    assert (moment["topic"], moment["emotion_type"]) == ("露营", "happy")
    (schedule,) = read["schedules"]
    assert schedule["datetime"] == "2026-02-05 14:00"
    assert (schedule["priority"], schedule["duration_minutes"]) == (3, 60)
    assert (schedule["announced"], schedule["completed"]) == (False, False)
    assert read["events"][0]["datetime"] == "05-20"
    assert read["total_coins_spent"] == 0
    assert read["relationship"]["stage"] == "stranger"
    assert "more" not in read


def test_a_record_is_corrected_forgotten_completed_and_recalled(sdk, way):
    calls = [
        memory(action="write", type="fact", content="住在上海 and likes Jazz"),
        memory(action="write", type="schedule", content="吃药", datetime="2026-02-05 08:00",
               repeat="daily"),
        memory(action="complete_schedule", content="吃药"),
        memory(action="recall", keyword="JAZZ"),
        memory(action="recall", start_date="2026-02-04", end_date="2026-02-04", type="fact"),
        memory(action="recall", start_date="2026-02-06", type="fact"),
        memory(action="recall", limit=1),
        memory(action="read", type="schedule"),
        memory(action="delete", type="fact", content="上海"),
        memory(action="recall", keyword="上海"),
        memory(action="delete", type="fact", content="上海"),
    ]  # fmt: skip
    results = [result["object"] for result in sdk({**way, "calls": calls})["results"]]
    written, medicine, completed, jazz, today, later, newest, listed, gone, none, again = results
    assert completed["result"] == "UPDATED"
    assert completed["id"] == medicine["id"]
    assert completed["next"]["datetime"] == "2026-02-06 08:00"
    assert [item["id"] for item in jazz["items"]] == [written["id"]]
    assert jazz["items"][0]["match"] == "exact"
    assert [item["content"] for item in today["items"]] == ["住在上海 and likes Jazz"]
    assert (later["count"], later["items"]) == (0, [])
    assert newest["count"] == 1
    assert [item["datetime"] for item in listed["schedules"]] == ["2026-02-06 08:00"]
    assert (gone["result"], gone["id"]) == ("DELETED", written["id"])
    assert none["items"] == []
    assert again["result"] == "NOOP"


@pytest.mark.thorough
def test_wrong_arguments_say_what_is_allowed_and_change_nothing(sdk, way):
    wrong = [
        memory(action="forget"),
        memory(action="write", type="fact"),
        memory(action="write", type="wish", content="x"),
        memory(action="write", type="fact", content="字" * 81),
        memory(action="write", type="schedule", content="x", datetime="2026-02-30 10:00"),
        memory(action="write", type="schedule", content="x", datetime="2026-02-03 10:00"),
        memory(action="write", type="fact", content="x", importance=6),
        memory(action="write", type="fact", content="x", text="y"),
        memory(action="write", id="zzz9", content="x"),
        memory(action="complete_schedule", content="没有这个日程"),
        memory(action="recall", start_date="yesterday"),
        memory(),
    ]
    told = ["recall", "content", "schedule", "240", "YYYY-MM-DD", "2026-02-04", "5", "text"]
    results = sdk({**way, "calls": [*wrong, memory(action="read")]})["results"]
    for call, result in zip(wrong, results, strict=False):
        assert (result["error"], result["object"]["status"]) == (True, "error"), call
        assert result["object"]["message"]
    for word, result in zip(told, results, strict=False):
        assert word in result["object"]["message"], (word, result)
    assert not any(results[-1]["object"]["counts"].values())


@pytest.mark.thorough
def test_resources_and_the_prompt_are_read_by_official_clients(sdk, way):
    told = memory(action="write", type="fact", content="对花生过敏 🥜")
    said = sdk({**way, "calls": [told], "prompt": ["about_owner", {"budget": "1000"}]})
    assert list(said["read"]) == ["memory://core", "memory://month/2026-02"]
    core, month = [json.loads(text) for text in said["read"].values()]
    assert [fact["content"] for fact in core["facts"]] == ["对花生过敏 🥜"]
    assert [item["id"] for item in month["items"]] == [said["results"][0]["object"]["id"]]
    assert "memory://record/{id}" in [one["uriTemplate"] for one in said["templates"]]
    assert "对花生过敏 🥜" in said["prompt"]
