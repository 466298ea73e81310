"""The event bus: who subscribes is told, and neither a subscriber nor an emitter stops another."""

import io

from firmware.system import event_lines, events, log_ring

ALONE = True


class Ear:
    """A subscriber that keeps what it hears."""

    def __init__(self, *names):
        self.heard = []
        events.subscribe(self.hear, *names)

    def hear(self, event, fields):
        self.heard.append((event, fields))


class Unset:
    """A clock that nobody has set."""

    @staticmethod
    def is_set():
        return False


def test_each_subscriber_hears_every_event_with_its_fields():
    one, other = Ear(), Ear()
    events.emit("storage", used=3, free=1)
    events.log("info", "wifi", "connected")
    assert one.heard == other.heard
    assert one.heard == [
        ("storage", {"used": 3, "free": 1}),
        ("log", {"level": "info", "module": "wifi", "text": "connected"}),
    ]


def test_who_names_events_hears_these_alone():
    ear = Ear("reminder", "state")
    for event in ("ready", "reminder", "log", "state"):
        events.emit(event, text="x")
    assert [event for event, _ in ear.heard] == ["reminder", "state"]


def test_who_subscribes_again_is_told_once():
    ear = Ear()
    events.subscribe(ear.hear)
    events.emit("ready")
    assert len(ear.heard) == 1


def test_a_subscriber_that_raises_is_logged_and_stops_neither_the_others_nor_the_emitter():
    def broken(event, fields):
        raise ValueError("no ear")

    def out_of_memory(event, fields):
        raise MemoryError

    first = Ear()
    events.subscribe(broken)
    events.subscribe(out_of_memory)
    last = Ear()
    events.emit("ready", mcp=None)
    for ear in (first, last):
        names = [event for event, _ in ear.heard]
        assert names.count("ready") == 1, names
        faults = [fields["text"] for event, fields in ear.heard if event == "log"]
        assert "ready is not told: ValueError: no ear" in faults, faults
        assert "ready is not told: MemoryError: " in faults, faults


def test_a_subscriber_may_subscribe_another_while_it_is_told():
    found = []

    def curious(event, fields):
        events.subscribe(lambda event, fields: found.append(event))

    events.subscribe(curious, "ready")
    events.emit("ready")
    assert found == []
    events.emit("storage")
    assert found == ["storage"]


def test_what_was_said_is_for_the_parts_and_goes_neither_to_stderr_nor_into_the_log():
    class Sys:
        stderr = io.StringIO()

    event_lines.sys = Sys
    event_lines.start("json")
    ring = log_ring.start(1, Unset())
    ear = Ear("said")
    events.emit("said", role="owner", text="对花生过敏")
    events.emit("state", what="session", now="speaking")
    events.emit("storage", used=3, free=1)
    assert len(ear.heard) == 1
    assert Sys.stderr.getvalue() == '{"event": "storage", "free": 1, "used": 3}\n'
    (line,) = ring.read().splitlines()
    assert line.endswith(b" storage free=1 used=3"), line
