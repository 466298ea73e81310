"""firmware.tools.owner_code: what only the device shows, and how long and how often it is good."""

from firmware.tools import owner_code
from firmware.tools.owner_code import EXPIRED, RIGHT, SECONDS, WRONG, OwnerCode

TOPIC = ("topic", "秘密")


class Now:
    """Ticks and seconds that a test moves."""

    def __init__(self):
        self.seconds = 1000

    def pass_by(self, seconds):
        self.seconds += seconds

    def ticks(self):
        return self.seconds * 1000 & 0x3FFFFFFF


class Asked:
    """A OwnerCode, and the codes that it has shown."""

    def __init__(self):
        self.now = Now()
        self.shown = []
        owner_code.events = self
        self.it = OwnerCode(self.now.ticks, lambda: self.now.seconds)

    def emit(self, event, **fields):
        assert (event, fields["seconds"]) == ("confirm", SECONDS)
        self.shown.append(fields["code"])

    def wrong(self):
        return "%06d" % ((int(self.shown[-1]) + 1) % 1000000)


def test_the_code_that_is_shown_confirms_what_it_was_asked_for_and_only_once():
    asked = Asked()
    assert asked.it.show(TOPIC, "words") == 0
    code = asked.shown[0]
    assert len(code) == 6 and code.isdigit()
    assert asked.it.check(("topic", "别的"), code) == EXPIRED
    assert asked.it.check(("everything", ""), code) == EXPIRED
    assert asked.it.check(TOPIC, code[:3] + " " + code[3:]) == RIGHT
    assert asked.it.check(TOPIC, code) == EXPIRED


def test_a_code_is_good_for_three_tries_and_then_for_none():
    asked = Asked()
    asked.it.show(TOPIC, "words")
    assert [asked.it.check(TOPIC, asked.wrong()) for _ in range(2)] == [WRONG, WRONG]
    assert asked.it.tries_left == 1
    assert asked.it.check(TOPIC, asked.wrong()) == EXPIRED
    assert asked.it.check(TOPIC, asked.shown[0]) == EXPIRED


def test_a_code_is_good_for_five_minutes_also_when_ticks_have_come_round():
    for passed, verdict in ((SECONDS - 1, RIGHT), (SECONDS, EXPIRED), (1073741, EXPIRED)):
        asked = Asked()
        asked.it.show(TOPIC, "words")
        asked.now.pass_by(passed)
        assert asked.it.check(TOPIC, asked.shown[0]) == verdict, passed


def test_a_new_code_makes_the_one_before_void():
    asked = Asked()
    asked.it.show(TOPIC, "words")
    asked.it.show(("everything", ""), "words")
    assert asked.it.check(TOPIC, asked.shown[0]) == EXPIRED
    assert asked.it.check(("everything", ""), asked.shown[1]) == RIGHT


def test_three_codes_are_given_in_five_minutes():
    asked = Asked()
    assert [asked.it.show(TOPIC, "words") for _ in range(3)] == [0, 0, 0]
    asked.now.pass_by(100)
    assert asked.it.show(TOPIC, "words") == SECONDS - 100
    asked.now.pass_by(200)
    assert asked.it.show(TOPIC, "words") == 0
    assert len(asked.shown) == 4


def test_who_guesses_waits_longer_each_time_up_to_a_day():
    asked = Asked()
    waits = []
    for _ in range(14):
        wait = asked.it.show(TOPIC, "words")
        if wait:
            waits.append(wait)
            asked.now.pass_by(wait)
            assert asked.it.show(TOPIC, "words") == 0
        for _ in range(3):
            asked.it.check(TOPIC, asked.wrong())
    assert waits[:4] == [300, 600, 1200, 2400]
    assert waits[-1] == 86400


def test_eight_records_in_a_day_go_without_a_code_whatever_the_clock_says():
    asked = Asked()
    assert [asked.it.allows_without_code() for _ in range(10)] == [True] * 8 + [False] * 2
    asked.it = OwnerCode(asked.now.ticks, lambda: asked.now.seconds * 86400)
    assert [asked.it.allows_without_code() for _ in range(8)] == [True] * 8
    asked.now.pass_by(3600)  # a clock that runs away
    assert not asked.it.allows_without_code()
    asked.now.pass_by(86400 - 3600)
    assert asked.it.allows_without_code()
    assert asked.shown == []
