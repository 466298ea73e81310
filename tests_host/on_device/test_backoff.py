"""Times between tries: doubled to ten minutes, spread by chance, begun anew after what lasted."""

from net.backoff import Backoff
from net.reconnecting import reason


def low(n):
    return b"\x00" * n


def high(n):
    return b"\xff" * n


def test_times_double_from_a_second_to_ten_minutes():
    least, most = Backoff(low), Backoff(high)
    base = 1
    for _ in range(14):
        first, last = least.wait_ms(), most.wait_ms()
        if base < 600:
            assert first == min(base * 1000, 450000)
            assert first < last <= min(base * 1250, 600000)
        else:
            assert (first, last // 1000) == (450000, 599)
        assert first >= 1000
        base = min(base * 2, 600)


def test_only_a_connection_that_lasted_begins_them_anew():
    backoff = Backoff(low)
    for _ in range(5):
        backoff.wait_ms()
    backoff.ended(59999)
    assert backoff.wait_ms() == 32000
    backoff.ended(60000)
    assert backoff.wait_ms() == 1000


def test_a_connection_that_ended_in_good_order_keeps_the_next_wait_short():
    backoff, most = Backoff(low), Backoff(high)
    for one in (backoff, most):
        one.closed_in_order()
        assert one.wait_ms() // 1000 == 1  # and makes it no longer
        for _ in range(8):
            one.wait_ms()
        one.closed_in_order()
    assert backoff.wait_ms() == 4000
    assert 4000 < most.wait_ms() <= 5000


def test_who_is_not_wanted_waits_longest():
    backoff = Backoff(low)
    backoff.refused()
    assert backoff.wait_ms() == 450000
    backoff.ended(60000)
    assert backoff.wait_ms() == 1000


def test_every_reason_has_words():
    assert reason(OSError(111)) == "nobody answers there"
    assert reason(OSError(-2)) == "the name is not found"
    assert reason(OSError(-202)) == "the name is not found"
    assert reason(OSError(-29312, "MBEDTLS_ERR_X")) == "TLS failed: MBEDTLS_ERR_X"
    assert reason(ValueError("a port is a number")) == "a port is a number"
    for error in (OSError(), OSError(5), ValueError()):
        assert reason(error)


def test_the_shortest_and_the_longest_pause_can_be_chosen():
    backoff = Backoff(low, 120, 3600)
    assert [backoff.wait_ms() // 1000 for _ in range(7)] == [120, 240, 480, 960, 1920, 2700, 2700]
    backoff.succeeded()
    assert backoff.wait_ms() == 120000
