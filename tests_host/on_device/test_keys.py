"""Keys: made, shown once, rotated, revoked; through every power cut one secret is good."""

import deflate
from _cuts import blank_chip, every_cut, restart
from _figures import figure
from _raised import raised
from mcp.core import access

from firmware.service.keys import Keys
from sim import chip
from sim.nor import NorFlash

HEAP = "4M"
TABLE = [("nvs", 1, 2, 0, 4 * 4096)]
TOKEN = "000102030405060708090a0b0c0d0e0f"  # in the image of a device that knew one token


class Dice:
    """Random bytes, another number with each call."""

    def __init__(self, start=0):
        self.next = start

    def __call__(self, count):
        self.next += 1
        return self.next.to_bytes(2, "big") * (count // 2)


def keys(start=0):
    return Keys(Dice(start))


def lets_in(ring, secret):
    """(name, scope) for a secret, or None."""
    return access.shown("Bearer " + secret, ring.rows())


def test_the_first_start_makes_the_owners_key():
    image = blank_chip(TABLE)
    secret = keys().owner()
    assert len(secret) == 32
    restart(image, TABLE)
    before = bytes(image)
    ring = keys(100)
    assert ring.owner() == secret
    assert lets_in(ring, secret) == ("owner", "admin")
    assert bytes(image) == before


def test_the_token_of_an_older_device_is_the_owners_key():
    with open("tests_host/golden/token/nvs.bin.gz", "rb") as f:
        image = bytearray(deflate.DeflateIO(f, deflate.GZIP).read())
    table = [("nvs", 1, 2, 0, len(image))]
    before = bytes(image)
    restart(image, table)
    ring = keys()
    assert ring.owner() == TOKEN
    assert lets_in(ring, TOKEN) == ("owner", "admin")
    assert bytes(image) == before  # and that older device could still read it
    new = ring.rotate("owner")
    restart(image, table)
    ring = keys()
    assert (ring.owner(), lets_in(ring, TOKEN)) == (new, None)


def test_keys_come_back_with_their_scopes_and_nothing_else_lets_in():
    image = blank_chip(TABLE)
    ring = keys()
    secrets = {name: ring.add(name, scope) for name, scope in (("a", "read"), ("b", "write"))}
    secrets["c.d-e_F9" * 3] = ring.add("c.d-e_F9" * 3, "admin")
    secrets["visitor"] = ring.add("visitor", "guest")
    restart(image, TABLE)
    ring = keys(50)
    assert ring.show() == [
        ("a", "read"), ("b", "write"), ("c.d-e_F9" * 3, "admin"), ("owner", "admin"),
        ("visitor", "guest"),
    ]  # fmt: skip
    for name, secret in secrets.items():
        assert lets_in(ring, secret)[0] == name
        assert lets_in(ring, secret[:-1]) is None
    assert lets_in(ring, "") is None


def test_the_chip_has_no_secret_but_the_owners():
    image = blank_chip(TABLE)
    ring = keys()
    made = [ring.add("a", "read"), ring.rotate("a"), ring.add("b", "admin"), ring.rotate("b")]
    for secret in made:
        assert secret.encode() not in bytes(image)
        assert bytes([int(secret[at : at + 2], 16) for at in range(0, 32, 2)]) not in bytes(image)
    assert ring.owner().encode() in bytes(image)


def test_a_rotated_key_has_one_secret_and_a_revoked_one_none():
    image = blank_chip(TABLE)
    ring = keys()
    rows = ring.rows  # what a server holds on to
    old = ring.add("a", "write")
    for _ in range(300):  # generations go round
        new = ring.rotate("a")
        assert access.shown("Bearer " + old, rows()) is None
        assert access.shown("Bearer " + new, rows()) == ("a", "write")
        old = new
    restart(image, TABLE)
    ring = keys(77)
    assert lets_in(ring, old) == ("a", "write")
    ring.revoke("a")
    assert lets_in(ring, old) is None
    restart(image, TABLE)
    assert keys().show() == [("owner", "admin")]


def test_an_owner_who_wants_no_key_on_the_chip_gets_none():
    image = blank_chip(TABLE)
    ring = keys()
    token = ring.owner()
    mine = ring.add("mine", "admin")
    ring.revoke("owner")
    for _ in range(2):
        restart(image, TABLE)
        ring = keys(9)
        assert (ring.owner(), lets_in(ring, token)) == (None, None)
        assert lets_in(ring, mine) == ("mine", "admin")
    again = ring.add("owner", "admin")
    restart(image, TABLE)
    assert keys(9).owner() == again


def test_what_cannot_be_is_said_in_words_and_changes_nothing():
    image = blank_chip(TABLE)
    ring = keys()
    for n in range(7):
        ring.add("key%d" % n, "read")
    before = bytes(image)
    for name, scope, word in (
        ("key8", "read", "most"), ("key1", "read", "rotate"), ("", "read", "name"),
        ("a b", "read", "name"), ("钥匙", "read", "name"), ("a" * 25, "read", "name"),
        ("x", "root", "scope"), ("x", "", "scope"),
    ):  # fmt: skip
        assert word in str(raised(ValueError, ring.add, name, scope)), name
    for change in (ring.rotate, ring.revoke):
        assert "key6" in str(raised(ValueError, change, "nobody"))
    assert bytes(image) == before
    ring.revoke("key3")
    ring.add("key8", "read")


def test_a_key_that_does_not_check_lets_nobody_in_and_makes_room():
    image = blank_chip(TABLE)
    ring = keys()
    secret = ring.add("damaged", "admin")
    at = bytes(image).find(b"damaged")
    image[at] &= 0x60
    chip.power_on(NorFlash(image, len(image)), TABLE)
    ring = keys(3)
    assert lets_in(ring, secret) is None
    for n in range(7):
        ring.add("key%d" % n, "read")
    restart(image, TABLE)
    assert len(keys().show()) == 8


def scenario(image, change, before, after, cuts):
    """
    Cut the power everywhere in `change(ring)`: afterwards the names and secrets in force are those
    of before or after, each whole; then the change can still be made.
    """
    for cut in every_cut(image, TABLE, lambda: change(keys(40))):
        ring = keys(200)
        found = {name: secret for name, _, secret in ring.rows()}
        assert found in (before, after), (cut.n, sorted(found))
        if cut.done:
            assert found == after
        # What a cut has left was tidied up: the next start finds the same.
        assert {name: secret for name, _, secret in keys(210).rows()} == found
        if found == before:
            change(keys(40))
            assert {name: secret for name, _, secret in keys(220).rows()} == after
        cuts.append(cut.n)


def after_change(image, change):
    copy = bytearray(image)
    restart(copy, TABLE)
    change(keys(40))
    found = {name: secret for name, _, secret in keys().rows()}
    restart(image, TABLE)
    return found


def test_a_power_cut_leaves_the_old_key_or_the_new_one_never_none_and_never_both():
    cuts = []
    for prepare, change in (
        ([], lambda ring: ring.add("a", "read")),
        ([("a", "read")], lambda ring: ring.rotate("a")),
        ([("a", "read"), ("b", "write")], lambda ring: ring.revoke("a")),
        ([("a", "read")], lambda ring: ring.rotate("owner")),
        ([("a", "admin")], lambda ring: ring.revoke("owner")),
    ):
        image = blank_chip(TABLE)
        ring = keys()
        for name, scope in prepare:
            ring.add(name, scope)
        before = {name: secret for name, _, secret in ring.rows()}
        after = after_change(image, change)
        assert after != before
        scenario(image, change, before, after, cuts)
    figure("cuts_depth_1", len(cuts))


def test_rotating_the_owners_key_again_and_again_is_as_safe():
    image = blank_chip(TABLE)
    ring = keys()
    cuts = []
    for _ in range(3):
        before = {name: secret for name, _, secret in keys(1).rows()}
        after = after_change(image, lambda ring: ring.rotate("owner"))
        scenario(image, lambda ring: ring.rotate("owner"), before, after, cuts)
        restart(image, TABLE)
        ring = keys(1)
        ring._rng = Dice(60 + len(cuts))
        ring.rotate("owner")
    figure("cuts_depth_1", len(cuts))
