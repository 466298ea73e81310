"""What the device says of itself: the tool self.get_device_status."""

import json

from desk import Desk

NOW = ("--now", "2026-02-05T14:00:00")


def status(companion: Desk) -> dict:
    return companion.tool("self.get_device_status")


def test_it_tells_of_heap_flash_clock_and_start(desk):
    companion = desk("--stdio", *NOW)
    companion.initialize()
    said = status(companion)
    assert said["status"] == "ok"
    firmware = said["firmware"]
    assert firmware["version"]
    assert (firmware["reset"], firmware["boots"], firmware["failed_starts"]) == ("power", 1, 0)
    assert 0 <= firmware["uptime_s"] < 120
    assert said["heap"]["free_bytes"] > 1 << 20
    assert said["heap"]["used_bytes"] > 0
    assert said["clock"]["now"][:13] == "2026-02-05 14"
    assert said["clock"]["set"] is True
    running = {line["name"]: line["state"] for line in said["tasks"]}
    assert {"mark_time", "stdio", "scheduler", "maintenance"} <= running.keys()
    assert set(running.values()) == {"running"}
    before = said["memory"]["at_hand"]["entries"]
    assert said["memory"]["archive"]["free_bytes"] > 2 << 20
    companion.tool("memory", action="write", type="fact", content="喜欢爬山")
    assert status(companion)["memory"]["at_hand"]["entries"] > before
    assert "network" not in said


def test_a_clock_that_nobody_set_is_said(desk):
    companion = desk("--stdio", "--now", "unset")
    companion.initialize()
    assert status(companion)["clock"]["set"] is False


def test_it_answers_in_the_owner_s_language_over_http_and_to_who_may_only_read(desk):
    companion = desk("--language", "en", *NOW)
    companion.initialize()
    assert status(companion)["message"].startswith("The device is well: ")
    text = json.dumps(status(companion), ensure_ascii=False)
    assert len(text.encode()) < 2000
    assert companion.token not in text
