"""A board's own words for itself: by which names it may be called over HTTP."""

import sys
import time

import network

sys.path.insert(0, "firmware/boards")
import devkit


def test_a_board_is_called_by_its_address_and_its_name_once_it_is_in_a_network():
    assert devkit.addresses() == []
    radio = network.WLAN(network.STA_IF)
    radio.active(True)
    network.AIR["home"] = "secret"
    radio.connect("home", "secret")
    assert devkit.addresses() == []
    network.WLAN._since = time.ticks_add(network.WLAN._since, -network.JOINING_MS)
    network.hostname("Xiaozhi-Pet")
    assert devkit.addresses() == [radio.ifconfig()[0], "xiaozhi-pet.local"]
    assert devkit.addresses()[0].count(".") == 3
