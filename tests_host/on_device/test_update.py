"""
firmware/update/installer.py: another version into the other slot, or nothing, whatever happens.
"""

import asyncio
import os
import sys

import _slots
from _cuts import blank_chip, every_cut
from _figures import figure
from _signing import KEY, Site

from firmware.bootstrap import slots

sys.modules["slots"] = slots  # as it lies beside boot.py on a board

from firmware.update import installer  # noqa: E402
from firmware.update.manifest import UpdateError  # noqa: E402

THOROUGH = (
    "test_a_source_that_fails_is_asked_again_and_then_given_up",
    "test_a_file_system_that_is_full_in_the_middle_leaves_the_old_version",
)

_SAME = b"x = 1\n" * 300
OLD = {
    "main.py": b"VERSION = 'old'\n",
    "lib/memory/engine.py": _SAME,
    "firmware/app.py": b"NAME = 'old'\nBIG = '" + b"o" * 5000 + b"'\n",
    "firmware/gone.py": b"GONE = True\n",
}
NEW = {
    "main.py": b"VERSION = 'new'\n",
    "lib/memory/engine.py": _SAME,
    "firmware/app.py": b"NAME = 'new'\nBIG = '" + b"n" * 5000 + b"'\n",
    "firmware/deep/er/come.py": b"COME = True\n",
}


def board():
    """A chip that runs OLD in slot A, and takes updates signed with KEY."""
    image = blank_chip(_slots.TABLE)
    _slots.mount()
    _slots.put("a.app", _slots.slot_file("1.0.0", OLD))
    _slots.put("slot", b"a-")
    _slots.put("update.key", KEY.encode())
    _slots.mount()
    slots.start(_slots.ROOT)
    return image


def make(site, running="1.0.0", older=False, tell=None):
    return installer.Update(site, _slots.ROOT, running, "desk", older, tell)


def refused(site, *given, **named):
    """The error of an update, which has changed nothing."""
    before = {name: _slots.content(name) for name in _slots.there()}
    try:
        asyncio.run(make(site, *given, **named).install())
    except UpdateError as e:
        after = {name: _slots.content(name) for name in _slots.there()}
        before.pop("b.app", None)
        assert after == before, (sorted(after), sorted(before))
        return e
    raise AssertionError("it was taken")


def start():
    """What runs after a restart, all its files compared."""
    _slots.mount()
    slots.start(_slots.ROOT)
    with open("/app/main.py") as f:
        name = f.read().split("'")[1]
    files = OLD if name == "old" else NEW
    for path in files:
        with open("/app/" + path, "rb") as f:
            assert f.read() == files[path], path
    for path in ("firmware/gone.py", "firmware/deep/er/come.py"):
        try:
            os.stat("/app/" + path)
            assert path in files
        except OSError:
            assert path not in files
    return name


def test_a_new_version_is_fetched_read_back_and_starts_and_what_is_there_is_copied():
    board()
    site = Site("1.1.0", NEW)
    told = []

    async def tell(done, total):
        told.append((done, total))

    head = asyncio.run(make(site, tell=tell).install())
    assert head.version == "1.1.0"
    assert len(site.asked) == 2 + len(NEW) - 1  # lib/memory/engine.py is the same
    assert told[-1][0] == told[-1][1] == sum([len(_slots.stored(NEW[p])) for p in NEW])
    assert _slots.there() == ["a.app", "b.app", "slot", "update.key"]
    assert site.files["manifest.json"] not in _slots.content("b.app")
    assert start() == "new"
    assert slots.on_trial()
    slots.reached_ready()
    assert start() == "new"
    # And back, since the owner says so; into the slot that is free now.
    asyncio.run(make(Site("1.0.0", OLD), "1.1.0", older=True).install())
    assert start() == "old"
    assert slots.state(_slots.ROOT)[0] == "a"


def test_what_a_slot_holds_is_what_the_host_makes_of_the_same_files():
    board()
    asyncio.run(make(Site("1.1.0", NEW)).install())
    assert _slots.content("b.app") == _slots.slot_file("1.1.0", NEW, keeps_manifest=False)


def test_looking_what_there_is_changes_nothing():
    image = board()
    before = bytes(image)
    head = asyncio.run(make(Site("1.1.0", NEW)).check())
    assert head.version == "1.1.0"
    assert _slots.there() == ["a.app", "slot", "update.key"]
    assert _slots.content("a.app") in before or start() == "old"


def test_every_cut_of_an_update_leaves_one_version_whole_and_another_try_arrives():
    image = board()
    _slots.put("b.app", _slots.slot_file("0.9.0", dict(OLD, **{"main.py": b"V = 'older'\n"})))
    site = Site("1.1.0", NEW)
    outcomes = {"old": 0, "new": 0}

    def install():
        _slots.mount()
        slots.start(_slots.ROOT)
        asyncio.run(make(site).install())

    for cut in every_cut(image, _slots.TABLE, install):
        name = start()
        outcomes[name] += 1
        if cut.done:
            assert name == "new"
            continue
        if name == "old":
            assert slots.state(_slots.ROOT) == ("a", "-")
            if cut.n % 8 == 0:
                asyncio.run(make(site).install())
                assert start() == "new"
        else:
            assert slots.on_trial()
    cuts = sum(outcomes.values()) - 1
    print("cuts", cuts, outcomes)
    assert outcomes["old"] > 50
    assert outcomes["new"] == 1  # nothing is written once the other slot is chosen
    figure("update_cuts", cuts)


def test_files_and_manifests_that_were_tampered_with_are_refused():
    board()
    site = Site("1.1.0", NEW)
    whole = dict(site.files)
    for name in sorted(whole):
        for wrong in (
            whole[name][:-1],
            whole[name] + b" ",
            bytes([whole[name][0] ^ 1]) + whole[name][1:],
            b"",
        ):
            site.files = dict(whole)
            site.files[name] = wrong
            if name == "files/" + _slots.digest(_slots.stored(_SAME)):
                continue  # nobody asks for it
            e = refused(site)
            wanted = ("file", "source") if "files/" in name else ("signature", "source")
            assert e.code in wanted, (name, e)
            assert start() == "old"
    site.files = whole
    asyncio.run(make(site).install())
    assert start() == "new"


def test_a_file_that_is_larger_than_it_says_is_not_kept_on_flash():
    """A server that sends for ever fills nothing."""
    board()
    site = Site("1.1.0", NEW)

    async def get(name, take, most):
        if "files/" not in name:
            return await Site.get(site, name, take, most)
        for _ in range(3000):
            take(memoryview(b"?" * 512))

    site.get = get
    e = refused(site)
    assert (e.code, "more than" in e.details["why"]) == ("source", True)


def test_a_source_that_fails_is_asked_again_and_then_given_up():
    board()
    installer._PAUSE_S = 0
    site = Site("1.1.0", NEW)
    failures = [2]

    async def get(name, take, most):
        if name.startswith("files/") and failures[0]:
            failures[0] -= 1
            take(memoryview(b"half of something else"))
            raise OSError("connection: the connection was reset")
        await Site.get(site, name, take, most)

    site.get = get
    asyncio.run(make(site).install())
    assert start() == "new"
    board()
    failures[0] = 1000
    e = refused(site)
    assert (e.code, e.details["why"]) == ("source", "connection: the connection was reset")
    assert failures[0] == 997
    board()
    del site.files["manifest.sig"]
    failures[0] = 0
    assert refused(site).details["name"] == "manifest.sig"


def test_versions_boards_and_levels_that_do_not_fit_are_refused():
    board()
    newer = Site("1.1.0", NEW)
    assert refused(newer, "1.1.0").code == "same"
    e = refused(newer, "1.10.0")
    assert (e.code, e.details) == ("older", {"version": "1.1.0", "running": "1.10.0"})
    assert refused(newer, "2.0.0").code == "older"
    assert refused(Site("1.1.0", NEW, boards=["other"])).code == "board"
    assert refused(Site("1.1.0", NEW, level=slots.LEVEL + 1)).code == "level"
    far = Site("3.0.0", NEW, **{"from": "2.0.0"})
    assert refused(far).code == "oldest"
    assert refused(far, older=True).code == "oldest"
    asyncio.run(make(Site("1.1.0", NEW, boards=["other", "desk"])).install())
    assert start() == "new"


def test_an_update_that_fails_leaves_the_room_that_was_there_and_another_may_follow():
    """LittleFS counts a file twice that was open twice; the slot that runs is always open."""
    for blocks in (_slots.BLOCKS, 2 * _slots.BLOCKS):
        blank_chip([_slots.TABLE[0][:4] + (blocks * 4096,)])
        _slots.mount()
        big = dict(OLD, **{"lib/memory/big.py": bytes(range(256)) * (blocks // 3 * 16)})
        _slots.put("a.app", _slots.slot_file("1.0.0", big))
        _slots.put("slot", b"a-")
        _slots.put("update.key", KEY.encode())
        slots.start(_slots.ROOT)
        before = os.statvfs(_slots.ROOT)
        assert before[2] == blocks
        whole = Site("1.1.0", dict(NEW, **{"lib/memory/big.py": big["lib/memory/big.py"]}))
        for path in ("main.py", "firmware/deep/er/come.py"):
            name = "files/" + _slots.digest(_slots.stored(NEW[path]))
            broken = Site("1.1.0", NEW)
            broken.files = dict(whole.files, **{name: b""})
            try:
                asyncio.run(make(broken).install())
                raise AssertionError("it was taken")
            except UpdateError as e:
                assert e.code == "file"
            assert os.statvfs(_slots.ROOT) == before, (path, os.statvfs(_slots.ROOT))
        asyncio.run(make(whole).install())
        assert start() == "new"


def test_without_room_nothing_is_begun():
    board()
    _slots.put("big", b"?" * (_slots.BLOCKS * 4096 - 60000))
    e = refused(Site("1.1.0", dict(NEW, **{"firmware/b.py": b"\n" * 40000})))
    assert e.code == "room"
    assert e.details["needed"] > e.details["free"]
    assert start() == "old"


def test_a_file_system_that_is_full_in_the_middle_leaves_the_old_version():
    board()
    site = Site("1.1.0", NEW)

    async def get(name, take, most):
        if name.startswith("files/") and "filler" not in _slots.there():
            free = os.statvfs(_slots.ROOT)
            _slots.put("filler", b"?" * (free[0] * (free[3] - 1)))
        await Site.get(site, name, take, most)

    site.get = get
    try:
        asyncio.run(make(site).install())
        raise AssertionError("it was taken")
    except (OSError, UpdateError):
        pass
    assert start() == "old"
    assert "b.app" not in _slots.there()


def test_while_an_update_waits_for_its_start_no_other_is_begun():
    board()
    asyncio.run(make(Site("1.1.0", NEW)).install())
    before = _slots.content("b.app")
    for site in (Site("1.2.0", NEW), Site("1.1.0", NEW)):
        try:
            asyncio.run(make(site).install())
            raise AssertionError("it was taken")
        except UpdateError as e:
            assert e.code == "busy"
    assert _slots.content("b.app") == before
    # Nor where the slot that runs is not the one that it should be.
    board()
    _slots.put("b.app", _slots.slot_file("1.0.0", OLD))
    _slots.put("slot", b"b-")
    assert refused_as_busy(Site("1.1.0", NEW))


def refused_as_busy(site):
    before = _slots.content("b.app")
    try:
        asyncio.run(make(site).install())
    except UpdateError as e:
        return e.code == "busy" and _slots.content("b.app") == before
    return False


def test_a_device_without_a_key_or_with_a_damaged_one_takes_nothing():
    board()
    site = Site("1.1.0", NEW)
    for key, code in (
        (b"", "key"),
        (KEY[:-1].encode(), "key"),
        (b"g" + KEY[1:].encode(), "key"),
        ((KEY[:-1] + ("1" if KEY[-1] != "1" else "3")).encode(), "signature"),
    ):
        _slots.put("update.key", key)
        assert refused(site).code == code
    os.remove(_slots.ROOT + "update.key")
    assert refused(site).code == "no_key"
    _slots.put("update.key", KEY.encode() + b"\n")
    asyncio.run(make(site).install())


def test_bytes_that_flash_keeps_otherwise_are_found_before_the_new_version_counts():
    """LittleFS checks what it writes, and not what becomes of it."""
    for what in (b"n" * 400, b'["firmware/app.py", ', b"pet\x01"):
        board()
        whole = slots.Slot

        def rotten(path):
            if path.endswith("b.app"):
                data = bytearray(_slots.content("b.app"))
                at = data.find(what)  # noqa: B023  used up at once
                data[at + len(what) // 2] ^= 1  # noqa: B023
                _slots.put("b.app", data)
            return whole(path)  # noqa: B023

        slots.Slot = rotten
        try:
            e = refused(Site("1.1.0", NEW))
        finally:
            slots.Slot = whole
        assert e.code == "flash", (what, e)
        assert start() == "old"
        assert "b.app" not in _slots.there()


async def test_before_the_restart_what_there_is_gets_saved():
    from firmware.tools import update_tool

    done = []

    class Companion:
        async def save(self):
            done.append("kept")

    update_tool._RESTART_S = 0
    try:
        await update_tool._restart(Companion())
    except SystemExit:  # machine.reset()
        done.append("reset")
    assert done == ["kept", "reset"]
