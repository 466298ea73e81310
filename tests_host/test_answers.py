"""Answers have their size whatever is said, and what was done is acknowledged."""

import json

LONG = "开会" * 29


def asked(companion, **arguments):
    answer = companion.request("tools/call", name="memory", arguments=arguments)
    (item,) = answer["result"]["content"]
    assert len(item["text"].encode()) <= 6000
    return json.loads(item["text"])


def test_sixteen_schedules_at_one_time_are_all_acknowledged_within_the_size(desk):
    companion = desk("--stdio", "--now", "2026-02-05T14:00:00")
    companion.initialize()
    for n in range(16):
        more = {"datetime": f"2026-02-05 14:{n:02}", "topic": "题" * 20, "importance": 5}
        said = asked(companion, action="write", type="schedule", content=f"{n:02}{LONG}", **more)
        assert (said["status"], said["result"]) == ("ok", "ADDED")
        told = len(said.get("conflicts", [])) + said.get("more", {}).get("conflicts", 0)
        assert told == n
    whole = asked(companion, action="read")
    hidden = whole["more"].get("upcoming", 0)
    assert len(whole["upcoming"]) + hidden == 16
    several = asked(companion, action="delete", content="开会")
    assert (several["status"], len(several["candidates"])) == ("error", 6)


def test_the_callers_own_words_are_not_echoed_whole(desk):
    companion = desk("--stdio")
    companion.initialize()
    for arguments in (
        {"action": "delete", "id": "x" * 7000},
        {"action": "recall", "start_date": "y" * 7000},
        {"action": "write", "type": "schedule", "content": "x", "datetime": "z" * 7000},
        {"action": "complete_schedule", "content": "\u0001" * 1200},
    ):
        assert asked(companion, **arguments)["status"] == "error"


def test_a_new_date_opens_a_completed_schedule_again(desk):
    companion = desk("--stdio", "--now", "2026-02-05T14:00:00")
    companion.initialize()
    when = {"content": "会议", "datetime": "2026-02-05 15:00"}
    record = asked(companion, action="write", type="schedule", **when)["id"]
    asked(companion, action="complete_schedule", id=record)
    asked(companion, action="write", id=record, datetime="2026-02-06 15:00")
    (schedule,) = asked(companion, action="read")["schedules"]
    assert (schedule["completed"], schedule["datetime"]) == (False, "2026-02-06 15:00")


def test_delete_does_not_forget_a_record_of_another_type(desk):
    companion = desk("--stdio")
    companion.initialize()
    record = asked(companion, action="write", type="trait", content="爱笑")["id"]
    assert asked(companion, action="delete", id=record, type="fact")["status"] == "error"
    assert asked(companion, action="read")["counts"]["traits"] == 1


def test_likes_are_one_word_in_any_case(desk):
    companion = desk("--stdio")
    companion.initialize()
    first = asked(companion, action="write", type="dislike", content="Tea")
    moved = asked(companion, action="write", type="like", content="tea")
    again = asked(companion, action="write", type="like", content="TEA")
    assert first["id"] == moved["id"] == again["id"]
    counts = asked(companion, action="read")["counts"]
    assert (counts["likes"], counts["dislikes"]) == (1, 0)


def test_the_end_of_stdin_ends_the_device_also_beside_http(desk):
    companion = desk("--stdio", "--port", "0")
    companion.initialize()
    assert companion.stop() == 0
