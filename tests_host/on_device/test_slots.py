"""firmware/bootstrap/slots.py: which of two apps starts, and reading it."""

import os
import sys

import _slots
import machine
from _cuts import blank_chip, every_cut, restart
from _raised import raised

from firmware.bootstrap import slots

OLD = {
    "main.py": b"VERSION = 'old'\n",
    "lib/memory/engine.py": b"x = 1\n" * 300,
    "firmware/__init__.py": b"'''It.'''\nNAME = 'old'\n",
    "firmware/app.py": b"from . import NAME\nBIG = '" + b"o" * 3000 + b"'\n",
}
NEW = {path: OLD[path].replace(b"old", b"new") for path in OLD}


def board(state, a=OLD, b=NEW):
    """A chip with these slots, switched on."""
    image = blank_chip(_slots.TABLE)
    _slots.mount()
    for name, files in (("a.app", a), ("b.app", b)):
        if files is not None:
            _slots.put(name, _slots.slot_file("1.0.0", files))
    if state:
        _slots.put("slot", state)
    return image


def start():
    """Switch on; what runs, and whether there is something to tell."""
    _slots.mount()
    pending = slots.start(_slots.ROOT)
    with open("/app/main.py") as f:
        return f.read().split("'")[1], pending


def test_modules_are_loaded_out_of_a_slot_and_files_are_read_in_pieces():
    board(b"b-")
    assert start() == ("new", False)
    for name in list(sys.modules):
        if name.startswith("firmware") and name != "firmware.bootstrap.slots":
            del sys.modules[name]
    from firmware import app

    assert app.NAME == "new"
    assert app.BIG == "o" * 3000
    assert app.__file__ == "/app/firmware/app.py"
    with open("/app/lib/memory/engine.py", "rb") as f:
        piece = bytearray(1000)
        assert f.readinto(piece) == 1000
        assert piece == NEW["lib/memory/engine.py"][:1000]
        assert f.readinto(piece) == 800
        assert f.readinto(piece) == 0
    assert os.stat("/app/lib/memory")[0] == 0x4000
    assert os.stat("/app/lib/memory/engine.py")[0] == 0x8000
    for wrong in ("/app/lib/other", "/app/main", "/app/lib/memory/engine.mpy"):
        assert raised(OSError, os.stat, wrong).args[0] == 2
        assert raised(OSError, open, wrong).args[0] == 2


def test_a_slot_stays_and_nothing_is_written_for_that():
    image = board(b"a-")
    for _ in range(3):
        flash = restart(image, _slots.TABLE)
        assert start() == ("old", False)
        assert flash.operations == 0


def test_a_new_app_has_two_starts_and_then_the_old_one_is_back_and_says_why():
    board(b"b2")
    assert start() == ("new", True)
    assert slots.on_trial()
    assert start() == ("new", True)
    assert start() == ("old", True)
    assert not slots.on_trial()
    assert start() == ("old", True)  # not told yet
    slot, why = slots.reached_ready()
    assert (slot, "slot b did not reach ready" in why) == ("a", True)
    assert start() == ("old", False)


def test_soft_resets_are_no_starts():
    """mpremote makes one for each command, and main.py does not run after it."""
    board(b"b1")
    machine.start(machine.SOFT_RESET, b"123456")
    for _ in range(4):
        assert start() == ("new", True)
    machine.start(machine.HARD_RESET, b"123456")
    assert start() == ("new", True)
    assert start() == ("old", True)


def test_an_app_that_reaches_ready_stays():
    board(b"b2")
    start()
    assert start() == ("new", True)
    assert slots.reached_ready() == ("b", "")
    assert not slots.on_trial()
    assert start() == ("new", False)


def test_a_slot_that_is_not_whole_gives_way_to_the_other():
    whole = _slots.slot_file("1.0.0", NEW)
    for wrong in (b"", whole[:20], whole[:60], b"?" + whole[1:], whole[:30] + b"?" + whole[31:]):
        for state in (b"b2", b"b-", b"b<"):
            board(state)
            _slots.put("b.app", wrong)
            assert start() == ("old", True)
            slot, why = slots.reached_ready()
            assert (slot, "slot b cannot run" in why) == ("a", True)
    board(b"b-", b=None)
    assert start() == ("old", True)
    board(b"a-", a=None, b=None)
    raised(OSError, slots.start, _slots.ROOT)


def test_without_a_word_on_which_slot_the_first_runs_or_the_one_there_is():
    for state in (None, b"", b"c-", b"a", b"b?", b"b2 ", b"\xff\xff"):
        board(state)
        assert start() == ("old", False), state
    board(None, a=None)
    assert start()[0] == "new"


def test_every_cut_of_a_trial_leaves_one_app_that_starts_and_no_start_too_many():
    image = board(b"b2")
    outcomes = set()
    cuts = 0

    def life():
        _slots.mount()
        slots.start(_slots.ROOT)
        _slots.mount()
        slots.start(_slots.ROOT)
        slots.reached_ready()

    for cut in every_cut(image, _slots.TABLE, life):
        cuts += 1
        runs = [start()[0] for _ in range(3)]
        assert runs in (["new"] * 3, ["new", "new", "old"], ["new", "old", "old"], ["old"] * 3)
        outcomes.add(" ".join(runs))
        if cut.done:
            assert runs == ["new"] * 3
    assert len(outcomes) == 4, outcomes
    assert cuts > 8


def test_starts_that_cannot_be_counted_are_not_taken():
    """On a file system that takes no more a new app would be tried for ever."""
    image = board(b"b2")
    flash = restart(image, _slots.TABLE)
    _slots.mount()

    def fail(offset, data, strict=True):
        raise OSError(-0x6001, "ESP_ERR_FLASH_OP_FAIL")

    flash.program = fail
    assert slots.start(_slots.ROOT)
    with open("/app/main.py") as f:
        assert "old" in f.read()
    assert "cannot be counted" in slots.problem
    raised(OSError, slots.reached_ready)
