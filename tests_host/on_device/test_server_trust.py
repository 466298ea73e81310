"""
The roots on the chip: those of the app, and the owner's, which every power cut leaves whole; and
the wait for the clock.
"""

import asyncio
import time
from binascii import hexlify, unhexlify

import machine
import tls
from _cuts import blank_chip, every_cut, restart
from _figures import figure
from _raised import raised
from net import trust
from net.certificate import Certificate

from firmware.network import server_trust
from firmware.network.roots import ROOTS
from firmware.system import events
from firmware.system.clock import Clock
from firmware.system.settings import Settings

TABLE = [("nvs", 1, 2, 0, 6 * 4096)]


def _root(name):
    return server_trust.known_roots(unhexlify(name))[0]


DERS = [_root(name) for name in sorted(ROOTS)][:6]
LARGE = [der for der in [_root(name) for name in ROOTS] if len(der) > 1200][:3]


def test_every_root_of_the_app_is_found_by_its_name_and_can_be_loaded():
    context = tls.SSLContext(tls.PROTOCOL_TLS_CLIENT)
    for name in ROOTS:
        (der,) = server_trust.known_roots(unhexlify(name))
        one = Certificate(der)
        assert hexlify(one.subject).decode() == name
        assert one.issuer == one.subject
        assert one.begins < "20260101000000" < one.ends
        context.load_verify_locations(der)
    assert server_trust.known_roots(b"12345678") == []


def test_the_owners_roots_come_back_whole():
    image = blank_chip(TABLE)
    assert server_trust.own_roots() == ()
    for roots in (DERS[:1], DERS[1:3], DERS[3:4]):
        server_trust.keep_own(roots)
        restart(image, TABLE)
        assert server_trust.own_roots() == tuple(roots)


def test_what_is_no_root_is_not_kept():
    blank_chip(TABLE)
    server_trust.keep_own(DERS[:1])
    for wrong in ([], [b""], [b"no certificate"], [DERS[0][:-200]], DERS[:5], LARGE):
        raised(ValueError, server_trust.keep_own, wrong)
    assert server_trust.own_roots() == tuple(DERS[:1])


def test_a_power_cut_leaves_the_old_roots_or_the_new_ones():
    image = blank_chip(TABLE)
    server_trust.keep_own(DERS[:1])
    cuts = 0
    found = []
    for cut in every_cut(image, TABLE, lambda: server_trust.keep_own(DERS[1:2])):
        found.append(server_trust.own_roots())
        assert found[-1] in (tuple(DERS[:1]), tuple(DERS[1:2])), cut.n
        cuts += 1
    assert (found[0], found[-1]) == (tuple(DERS[:1]), tuple(DERS[1:2]))
    figure("cuts_depth_1", cuts)


async def test_a_connection_waits_for_the_clock_and_gets_utc():
    blank_chip(TABLE)
    machine.RTC().datetime((2000, 1, 1, 0, 0, 0, 0, 0))
    clock = Clock()
    server_trust.start(Settings({}), clock, 5000)
    asking = asyncio.create_task(trust.current().ready())
    await asyncio.sleep_ms(150)
    assert not asking.done()
    clock.set(1772359200500)  # 2026-03-01 10:00:00.5 UTC
    assert (await asking)[:12] == "202603011000"


async def test_a_clock_that_stays_unset_is_an_error_in_words():
    blank_chip(TABLE)
    machine.RTC().datetime((2000, 1, 1, 0, 0, 0, 0, 0))
    server_trust.start(Settings({}), Clock(), 200)
    began = time.ticks_ms()
    try:
        await trust.current().ready()
        raise AssertionError("checked without the time")
    except trust.Untrusted as e:
        assert "the clock is not set" in str(e)
    assert time.ticks_diff(time.ticks_ms(), began) < 5000


async def test_the_last_known_time_does_not_stand_for_the_time():
    """It is hours or years old: a certificate that has ended since would pass."""
    blank_chip(TABLE)
    clock = Clock()
    clock.set(1772359200500)
    machine.RTC().datetime((2000, 1, 1, 0, 0, 0, 0, 0))
    clock = Clock()
    assert clock.now() > 800000000
    server_trust.start(Settings({}), clock, 100)
    try:
        await trust.current().ready()
        raise AssertionError("checked without the time")
    except trust.Untrusted:
        pass


async def test_without_tls_verify_each_start_says_so_and_the_time_is_not_needed():
    blank_chip(TABLE)
    machine.RTC().datetime((2000, 1, 1, 0, 0, 0, 0, 0))
    Settings({}).set("tls_verify", False)
    told = []
    events.subscribe(lambda event, fields: told.append(fields["text"]), "log")
    for _ in range(2):
        server_trust.start(Settings({}), Clock(), 100)
        assert await trust.current().ready() is None
    assert len([text for text in told if "tls_verify is off" in text]) == 2
