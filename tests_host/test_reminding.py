"""A reminder reaches somebody: an MCP client on stdio, later after a power cut too."""

NOW = ("--now", "2026-02-05T14:20:00")
LATER = ("--now", "2026-02-05T14:30:00")


def reminders(device):
    """What the client on stdio was told of reminders until now."""
    device.request("ping")
    device.request("ping")
    said = [
        one["params"] for one in device.notices if one.get("method") == "notifications/message"
    ]
    return [params["data"] for params in said if params["level"] == "notice"]


def wait_told(device):
    """Read on until the client is told of a reminder."""
    while True:
        message = device.receive()
        if message.get("method") == "notifications/message":
            device.notices.append(message)
            return message["params"]


def write_schedule(device, when):
    answer = device.tool(
        "memory", action="write", type="schedule", content="看牙", datetime=when, priority=5
    )
    assert answer["result"] == "ADDED", answer


def test_a_client_is_told_ahead_and_at_the_minute_and_after_a_power_cut_not_again(desk):
    device = desk("--stdio", *NOW)
    device.initialize()
    write_schedule(device, "2026-02-05 15:00")
    device.kill()
    for now, mark in (("14:40", "ahead"), ("15:00", "due")):
        for told in (1, 0):
            device = desk("--stdio", "--now", f"2026-02-05T{now}:00")
            device.initialize()
            if told:
                params = wait_told(device)
                assert (params["level"], params["data"]["mark"]) == ("notice", mark)
                assert "看牙" in params["data"]["message"]
                event = device.wait_event("reminder")
                assert dict(params["data"], late=False) == event
            assert len(reminders(device)) == told  # it is marked before this is answered
            device.kill()


def test_who_connects_after_a_reminder_that_reached_nobody_is_told_late(desk):
    device = desk("--port", "0", *NOW)  # over HTTP nobody can be told
    device.initialize()
    write_schedule(device, "2026-02-05 14:25")
    device.kill()
    device = desk("--port", "0", *LATER)
    device.wait_event("reminder")
    device.kill()
    device = desk("--stdio", *LATER)
    device.initialize()
    data = wait_told(device)["data"]
    assert (data["content"], data["late"]) == ("看牙", True)
    assert reminders(device) == [data]
    assert [event for event in device.events if event["event"] == "reminder"] == []
    answer = device.tool("memory", action="read")
    (upcoming,) = answer["upcoming"]
    assert upcoming["announced"] is True and upcoming["late"] is True
