"""EndpointCache: kept across power-offs, not written twice; cuts: test_cuts_of_keys.py."""

from _cuts import blank_chip, restart

from firmware.cloud.endpoint_cache import EndpointCache
from sim import chip
from sim.nor import NorFlash

TABLE = [("nvs", 1, 2, 0, 4 * 4096)]
ONE = {"websocket": {"url": "wss://a.example/ws", "token": "t" * 300}}
OTHER = {"mqtt": {"endpoint": "b.example:8883", "password": "p", "keepalive": 240}}


def test_nothing_is_kept_at_first():
    blank_chip(TABLE)
    assert EndpointCache().load() == {}


def test_what_was_kept_last_comes_back():
    image = blank_chip(TABLE)
    for places in (ONE, OTHER, ONE, {}, OTHER):
        EndpointCache().keep(places)
        restart(image, TABLE)
        assert EndpointCache().load() == places


def test_the_same_again_writes_nothing():
    image = blank_chip(TABLE)
    EndpointCache().keep(ONE)
    before = bytes(image)
    EndpointCache().keep(dict(ONE))
    assert bytes(image) == before


def test_generations_run_over():
    blank_chip(TABLE)
    for number in range(260):
        EndpointCache().keep({"websocket": {"url": "ws://h/%d" % number}})
        assert EndpointCache().load()["websocket"]["url"] == "ws://h/%d" % number


def test_what_does_not_check_is_not_there():
    image = blank_chip(TABLE)
    EndpointCache().keep(ONE)
    at = bytes(image).find(b"a.example")
    image[at] ^= 2
    chip.power_on(NorFlash(image, len(image)), TABLE)
    assert EndpointCache().load() == {}
    EndpointCache().keep(OTHER)
    assert EndpointCache().load() == OTHER
