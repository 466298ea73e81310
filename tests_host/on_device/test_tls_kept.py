"""The certificate and its key on the chip: through every power cut the old pair or the new one."""

from _cuts import blank_chip, every_cut, restart
from _figures import figure
from _raised import raised

from firmware.service import tls

TABLE = [("nvs", 1, 2, 0, 6 * 4096)]
ONE = (b"certificate one" * 20, b"key one" * 15)
OTHER = (b"certificate two" * 60, b"key two" * 30)


def fake():
    """As if every pair could be served with; what is kept comes back as it is."""
    tls._context = lambda certificate, key: (certificate, key)


def test_a_pair_comes_back_whole():
    fake()
    image = blank_chip(TABLE)
    raised(ValueError, tls.context)
    for pair in (ONE, OTHER, ONE, ONE):
        tls.keep(*pair)
        restart(image, TABLE)
        assert tls.context() == pair
    raised(ValueError, tls.keep, b"x" * 3000, b"y" * 600)
    assert tls.context() == ONE


def test_generations_run_over():
    fake()
    blank_chip(TABLE)
    for number in range(260):
        tls.keep(b"certificate %d" % number, b"key")
        assert tls.context()[0] == b"certificate %d" % number


def test_a_power_cut_leaves_the_old_pair_or_the_new_one():
    fake()
    image = blank_chip(TABLE)
    tls.keep(*ONE)
    cuts = 0
    found = []
    for cut in every_cut(image, TABLE, lambda: tls.keep(*OTHER)):
        found.append(tls.context())
        assert found[-1] in (ONE, OTHER), cut.n
        tls.keep(*OTHER)
        assert tls.context() == OTHER
        cuts += 1
    assert (found[0], found[-1]) == (ONE, OTHER)
    figure("cuts_depth_1", cuts)
