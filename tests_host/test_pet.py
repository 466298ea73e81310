"""The pet tool: status and what coins buy, as a client sees them, in both languages."""

import pytest


@pytest.mark.parametrize(("language", "word"), [("zh", "陌生期"), ("en", "stranger")])
def test_status_says_how_it_is_and_coins_move_the_relationship(desk, language, word):
    companion = desk("--stdio", "--language", language, "--now", "2026-02-05T14:00:00")
    companion.initialize()
    status = companion.tool("pet", action="status")
    assert (status["status"], status["total_coins_spent"]) == ("ok", 0)
    assert status["mood"]["name"] == "calm"
    assert word in status["message"]
    for action in ("gift", "play", "feed"):
        given = companion.tool("pet", action=action)
        assert given["status"] == "ok"
    assert (given["total_coins_spent"], given["spent_today"], given["daily_cap"]) == (15, 15, 20)
    assert given["coins_to_next_stage"] == 6
    refused = companion.tool("pet", action="gift")
    assert refused["status"] == "error"
    assert "20" in refused["message"]
    read = companion.tool("memory", action="read")
    assert read["total_coins_spent"] == 15
    assert read["relationship"]["stage"] == "stranger"


def test_the_stage_reached_shows_in_read_with_its_manner(desk, tmp_path):
    for day in (5, 6):
        companion = desk("--stdio", "--now", f"2026-02-0{day}T14:00:00")
        companion.initialize()
        for _ in range(2):
            companion.tool("pet", action="gift")
        read = companion.tool("memory", action="read")
        companion.kill()
    assert read["relationship"]["stage"] == "acquaintance"
    assert "撒娇" in read["relationship"]["manner"]


def test_an_unknown_action_is_an_error_that_names_the_known_ones(desk):
    companion = desk("--stdio")
    companion.initialize()
    answer = companion.request("tools/call", name="pet", arguments={"action": "sell"})
    assert answer["result"]["isError"] is True
    assert "gift" in answer["result"]["content"][0]["text"]
