"""memory.log.manifest: the one file that names the others, replaced whole or not at all."""

import json
from binascii import crc32

from _bench import MOUNT, Bench, PowerCut, archive_file, archive_names, put_file
from _raised import raised
from memory.errors import Broken, NewerFormat, StoreFull
from memory.log.manifest import Manifest

HEAP = "16M"

ROW = [1, 16412, 95, 4, "2026-01-02", "2026-03-09", 65, "9a3c01ff"]


def mounted():
    bench = Bench()
    bench.power_on()
    bench.mount()
    return bench


def filled():
    manifest = Manifest(MOUNT)
    manifest.epoch = "k3z"
    manifest.counter = 128
    manifest.open = 3
    manifest.sealed = [ROW, [2] + ROW[1:]]
    return manifest


def values(manifest):
    return (manifest.epoch, manifest.counter, manifest.open, manifest.sealed)


def loaded():
    manifest = Manifest(MOUNT)
    return manifest.load(), values(manifest)


def with_crc(raw):
    return raw + b"\n%08x\n" % crc32(raw)


def test_what_was_saved_is_loaded():
    mounted()
    filled().save()
    assert loaded() == (True, values(filled()))
    assert archive_names() == ["manifest"]


def test_the_file_is_that_of_the_format_page():
    mounted()
    filled().save()
    first, second, rest = archive_file("manifest").split(b"\n")
    assert second == b"%08x" % crc32(first)
    assert rest == b""
    assert json.loads(first) == {
        "format": 1,
        "epoch": "k3z",
        "counter": 128,
        "streams": {"life": {"open": 3, "sealed": [ROW, [2] + ROW[1:]]}},
    }


def test_a_manifest_has_the_lowest_format_that_knows_its_rows():
    mounted()
    for more, number in (([], 1), ([1], 2), ([1, 2, 0], 3), ([2, 2, 1], 3), ([2, 2, 1, 1], 4)):
        manifest = filled()
        manifest.sealed = [ROW, [2] + ROW[1:] + more]
        if more and more[0] == 1:
            manifest.sealed.pop(0)
        manifest.save()
        assert json.loads(archive_file("manifest").split(b"\n")[0])["format"] == number
        assert loaded() == (True, values(manifest))


def test_a_missing_manifest_is_no_error():
    mounted()
    assert loaded() == (False, (None, 0, 1, []))


def test_bytes_that_do_not_check_are_no_manifest():
    mounted()
    filled().save()
    good = archive_file("manifest")
    bad = [good[:end] for end in (0, 1, 20, len(good) - 3)]
    bad += [good[:at] + bytes((good[at] ^ 1,)) + good[at + 1 :] for at in (0, 40, len(good) - 2)]
    for text in (
        b"[]",
        b"5",
        b"{}",
        b'{"format":1}',
        b'{"format":"2"}',
        b'{"format":1,"streams":[]}',
    ):
        bad.append(with_crc(text))
    for data in bad:
        put_file("manifest", data)
        assert loaded() == (False, (None, 0, 1, [])), data


def test_a_manifest_of_wrong_types_is_none():
    mounted()
    sound = b'{"format":1,"epoch":"k3z","counter":5,"streams":{"life":{"open":3,"sealed":[%s]}}}'
    row = b'1,16412,95,4,"2026-01-02","2026-03-09",65,"9a3c01ff"'
    put_file("manifest", with_crc(sound % (b"[" + row + b"]")))
    assert loaded()[0]
    for old, new in (
        (b'"open":3', b'"open":null'),
        (b'"open":3', b'"open":"3"'),
        (b'"open":3', b'"open":true'),
        (b'"open":3', b'"open":1'),
        (b'"open":3', b'"open":-3'),
        (b'"k3z"', b"5"),
        (b'"k3z"', b'"long"'),
        (b'"counter":5', b'"counter":null'),
        (b'"counter":5', b'"counter":5.5'),
        (b'"counter":5', b'"counter":2147483648'),
        (b"[[" + row + b"]]", b"7"),
        (b"[[" + row + b"]]", b"[7]"),
        (b"[[" + row + b"]]", b"{}"),
        (b"[[" + row + b"]]", b"[[]]"),
        (b"[[" + row + b"]]", b"[[" + row + b",1,1]]"),
        (b"[[" + row + b"]]", b"[[" + row + b",1,1,2]]"),
        (b"[[" + row + b"]]", b"[[" + row + b",1,null,0]]"),
        (b"[[" + row + b"]]", b"[[" + row + b",2,1,0]]"),
        (b"[[" + row + b"]]", b"[[" + row + b"],[" + row + b"]]"),
        (b"[1,", b'["1",'),
        (b"[1,", b"[0,"),
        (b",95,", b",null,"),
        (b'"2026-01-02"', b"20260102"),
        (b'"9a3c01ff"', b"9"),
        (b'"life":', b'"live":'),
        (b'"streams":', b'"streams":[],"x":'),
    ):
        text = (sound % (b"[" + row + b"]")).replace(old, new)
        assert text != sound % (b"[" + row + b"]")
        put_file("manifest", with_crc(text))
        assert loaded() == (False, (None, 0, 1, [])), text


def test_a_newer_manifest_is_refused():
    mounted()
    put_file("manifest", with_crc(b'{"format":5,"streams":"something else"}'))
    raised(NewerFormat, Manifest(MOUNT).load)


def test_a_manifest_is_the_old_or_the_new_one_at_every_power_cut():
    base = mounted()
    filled().save()
    cut = 0
    finished = False
    while not finished:
        cut += 1
        bench = base.copy()
        bench.power_on(cut, cut)
        new = filled()
        new.open = 4
        try:
            bench.mount()
            new.save()
            finished = True
        except (PowerCut, Broken):  # of a dead flash
            pass
        bench.power_on()
        bench.mount()
        assert loaded() in ((True, values(filled())), (True, values(new))), cut
        names = archive_names()
        assert Manifest(MOUNT).interrupted() == ("manifest.new" in names), cut
    assert loaded() == (True, values(new))
    assert cut > 3


def test_a_full_file_system_keeps_the_old_manifest():
    mounted()
    filled().save()
    number = 0
    while True:
        try:
            put_file("filler%d" % number, b"x" * 4000)
            number += 1
        except OSError as e:
            if e.args[0] != 28:  # ENOSPC
                raise
            break
    new = filled()
    new.sealed = [ROW] * 300
    raised(StoreFull, new.save)
    assert loaded() == (True, values(filled()))
