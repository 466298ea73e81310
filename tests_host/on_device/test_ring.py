"""The ring of the log: bounded, with the time, without what somebody said."""

import gc
import sys

import machine
from mcp.core.errors import ProtocolError

from firmware.system import event_lines, events, log_ring
from firmware.system.clock import Clock


class Quiet:
    """In the place of sys and of stderr, where the events go otherwise."""

    print_exception = sys.print_exception

    @staticmethod
    def write(line):
        return len(line)


event_lines.sys = events.sys = Quiet
Quiet.stderr = Quiet


def lines(one):
    """Without the time."""
    return [line.split(b" ", 2)[2] for line in one.read().split(b"\n")[:-1]]


def started(kilobytes=1):
    machine.RTC().datetime((2026, 2, 5, 3, 6, 0, 0, 0))  # of UTC
    return log_ring.start(kilobytes, Clock())


def test_it_has_the_time_or_the_seconds_since_the_start():
    one = started()
    machine.RTC().datetime((2000, 1, 1, 5, 0, 0, 0, 0))
    events.log("info", "wifi", "connected")
    machine.RTC().datetime((2026, 2, 5, 3, 6, 30, 5, 0))
    events.log("info", "wifi", "lost")
    first, second = one.read().split(b"\n")[:2]
    assert first.startswith(b"+") and first.endswith(b" info wifi: connected"), first
    assert second == b"02-05 14:30:05 info wifi: lost", second


def test_of_other_events_it_has_name_and_figures_and_nothing_that_was_said():
    one = started()
    events.emit("ready", mcp="http://x", token="secret", repl=None)
    events.emit("reminder", id="k1", content="吃药", message="该吃药了", late=True, priority=5)
    events.emit("extracted", id="k2", kind="fact", content="对花生过敏")
    events.emit("recovered", what="archive away", lost_since=None)
    events.emit("confirm", code="123456", what="对花生过敏", seconds=300)
    assert lines(one) == [
        b"ready",
        b"reminder late=True priority=5",
        b"extracted kind=fact",
        b"recovered what=archive away",
        b"confirm",
    ]


def test_the_oldest_lines_make_room_and_none_is_shown_in_part():
    one = started()
    sizes = set()
    for number in range(500):
        one.add("%d %s" % (number, "字" * (number % 37)))
        found = one.read()
        assert len(found) <= 1024
        sizes.add(len(found))
        last = found.split(b"\n")[:-1]
        assert last[-1].split(b" ")[2] == b"%d" % number
        numbers = [int(line.split(b" ")[2]) for line in last]
        assert numbers == list(range(numbers[0], number + 1))
    assert max(sizes) > 900


def test_a_long_line_is_cut_and_a_trace_keeps_its_lines():
    one = started()
    one.add("x" * 5000)
    assert len(one.read()) < 300
    try:
        raise ValueError("wrong")
    except ValueError as e:
        events.trace(e)
    assert lines(one)[1] == b"Traceback (most recent call last):"
    assert lines(one)[-1] == b"ValueError: wrong"


def test_a_character_that_a_cut_has_halved_is_not_shown():
    one = started()
    one.add("字" * 200)
    assert log_ring._text(one.read()).endswith("字\n")


def test_the_last_lines_are_what_fits():
    one = started()
    for number in range(50):
        one.add("line %d" % number)
    found = one.read(100)
    assert len(found) <= 100
    assert found.endswith(b"line 49\n")
    assert found.startswith(b"02-05 ")


def test_keeping_takes_its_bytes_at_the_start_and_no_more():
    one = started(8)
    for _ in range(1000):
        events.log("info", "test", "line")
    gc.collect()
    before = gc.mem_free()
    for _ in range(1000):
        events.log("info", "test", "line")
    gc.collect()
    assert before - gc.mem_free() < 256
    assert len(one._bytes) == 8192


def test_at_the_prompt_it_is_printed():
    started().add("here")
    log_ring.sys = Quiet
    said = []
    Quiet.stdout = Quiet
    Quiet.write = staticmethod(said.append)
    log_ring.show()
    assert said[0].endswith(" here\n")


class Call:
    max_reply = 0

    def __init__(self, scope):
        self.scope = scope

    def need(self, scope, what):
        if self.scope != scope:
            raise ProtocolError(-32600, "%s needs %s" % (what, scope))


async def test_over_mcp_it_takes_a_key_of_scope_admin():
    started().add("here")
    assert (await log_ring._read(log_ring.URI, {}, Call("admin"))).endswith(" here\n")
    for scope in ("read", "write"):
        try:
            await log_ring._read(log_ring.URI, {}, Call(scope))
            raise AssertionError(scope)
        except ProtocolError as e:
            assert "admin" in str(e)
