"""When an address of the OTA service is doubtful: refused, or failing for five minutes."""

from firmware.cloud.endpoint_health import EndpointHealth


class Trial:
    def __init__(self):
        self.now = 0
        self.doubts = 0
        self.health = EndpointHealth(self.doubt, lambda: self.now)

    def doubt(self):
        self.doubts += 1

    def fail(self, *at_s):
        for second in at_s:
            self.now = second * 1000
            self.health.failed()


def test_a_refusal_is_doubtful_at_once_and_said_once():
    trial = Trial()
    trial.health.refused()
    trial.health.refused()
    assert trial.health.doubtful
    assert trial.doubts == 1


def test_failures_are_doubtful_after_five_minutes_and_three_tries():
    trial = Trial()
    trial.fail(0, 299)
    assert not trial.health.doubtful
    trial.fail(300)
    assert trial.health.doubtful
    assert trial.doubts == 1
    few = Trial()
    few.fail(0, 4000)
    assert not few.health.doubtful


def test_a_connection_ends_the_doubt_and_the_count_of_failures():
    trial = Trial()
    trial.fail(0, 100, 300)
    trial.health.connected()
    assert not trial.health.doubtful
    trial.fail(301, 400, 500, 600)
    assert not trial.health.doubtful
    trial.fail(601)
    assert trial.health.doubtful
    assert trial.doubts == 2
