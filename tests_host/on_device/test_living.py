"""What looks after a device that is never switched off: which of it runs, and beside what."""

import sys

from firmware.system import device_services, events, watchdog

ALONE = True


class Settings:
    def __init__(self, kept):
        self.kept = kept

    def get(self, name):
        return self.kept.get(name, 0)


class Companion:
    """As much of it as is looked at; what it was told to run."""

    def __init__(self, **settings):
        self.settings = Settings(settings)
        self.supervisor = self
        self.started = []

    def start(self, name, owner, policy, run):
        self.started.append((name, run))


class Aiorepl:
    """In the place of the module of micropython-lib."""

    ran = 0

    @staticmethod
    async def task():
        Aiorepl.ran += 1


class Food:
    def __init__(self, timeout):
        Food.timeout = timeout


def lived(**settings):
    """A start with these settings, until it is ready."""
    companion = Companion(**settings)
    device_services.DeviceServices(companion).ready()
    return companion.started


async def test_aiorepl_is_started_where_the_setting_says_so():
    sys.modules["aiorepl"] = Aiorepl
    ((_, prompt),) = lived(aiorepl=True)
    await prompt()
    assert Aiorepl.ran == 1


async def test_where_aiorepl_is_not_installed_the_task_ends_by_an_import_error():
    """The supervisor logs what a task ends by, and goes on."""
    ((_, prompt),) = lived(aiorepl=True)
    try:
        await prompt()
        raise AssertionError("it is not installed here")
    except ImportError as e:
        assert "aiorepl" in str(e)


def test_nobody_else_reads_stdin_where_it_speaks_mcp_or_is_the_owner_s():
    said = []
    events.log = lambda level, module, text: said.append((module, text))
    assert lived(aiorepl=True, stdio=True) == []
    assert lived(aiorepl=True, typed=True) == []
    assert said == [("aiorepl", "stdin is taken: no prompt beside the companion")] * 2


def test_the_watchdog_has_five_minutes_until_ready_and_does_not_run_beside_aiorepl():
    watchdog.machine.WDT = Food
    companion = Companion(watchdog_s=60)
    looking = device_services.DeviceServices(companion)
    assert (Food.timeout, companion.started) == (300000, [])
    looking.ready()
    assert len(companion.started) == 1
    Food.timeout = None
    sys.modules["aiorepl"] = Aiorepl
    assert len(lived(watchdog_s=60, aiorepl=True)) == 1
    assert Food.timeout is None
