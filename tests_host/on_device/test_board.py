"""What the boards tell the firmware: by which names they are called, whether a button is held."""

import sys

import machine
import network

sys.path.insert(0, "firmware/boards")
import devkit
import n16r8

BOARDS = (devkit, n16r8)


class Pin:
    """A pin that nothing holds down, but one that is in `low`."""

    IN, PULL_UP = 1, 2
    low = set()

    def __init__(self, number, mode, pull):
        assert (mode, pull) == (Pin.IN, Pin.PULL_UP)
        self._number = number

    def value(self):
        return 0 if self._number in Pin.low else 1


def test_the_button_is_boot_and_held_while_its_pin_is_low():
    machine.Pin = Pin
    assert [board.button() for board in BOARDS] == [False, False]
    Pin.low.add(0)
    assert [board.button() for board in BOARDS] == [True, True]


def test_a_board_is_called_by_its_address_and_its_name_once_it_is_in_a_network():
    assert [board.addresses() for board in BOARDS] == [[], []]
    radio = network.WLAN(network.STA_IF)
    radio.active(True)
    network.AIR["home"] = "secret"
    network.JOINING_MS = 3600000  # it is still joining, however slow this is
    radio.connect("home", "secret")
    assert [board.addresses() for board in BOARDS] == [[], []]
    network.JOINING_MS = 0  # it has joined
    network.hostname("Xiaozhi-Pet")
    for board in BOARDS:
        assert board.addresses() == [radio.ifconfig()[0], "xiaozhi-pet.local"]
        assert board.addresses()[0].count(".") == 3


def test_boards_offer_the_same_and_each_has_its_own_name():
    for name in ("speech", "extend", "button", "addresses"):
        assert [callable(getattr(board, name)) for board in BOARDS] == [True, True]
    assert [board.speech() for board in BOARDS] == [None, None]
    offers = []
    for board in BOARDS:
        board.extend(None, offers)
    assert offers == []
    assert len({board.NAME for board in BOARDS}) == len(BOARDS)
