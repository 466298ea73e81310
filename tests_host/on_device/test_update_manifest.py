"""firmware/update/manifest.py: forged signatures, paths that lead elsewhere, broken lines."""

import hashlib
import io

import _slots
from _signing import _MODULUS, KEY, block, raw

from firmware.update.manifest import Head, Rows, UpdateError, check_signature, version_of

THOROUGH = ("test_a_block_that_is_nearly_right_is_wrong",)

DATA = b"what is signed"
DIGEST = hashlib.sha256(DATA).digest()


def code(function, *arguments):
    try:
        function(*arguments)
    except UpdateError as e:
        return e.code
    return None


def accepted(signature, key=KEY):
    return code(check_signature, key.encode(), signature, DIGEST) is None


def test_a_signature_is_right_or_it_is_not():
    right = raw(block(DATA))
    assert accepted(right)
    for at in (0, 1, 128, 255):
        wrong = bytearray(right)
        wrong[at] ^= 0x10
        assert not accepted(bytes(wrong))
    assert not accepted(raw(block(b"something else")))
    assert not accepted(b"")
    assert not accepted(b"\x00" * 256)
    assert not accepted(b"\x00" * 255 + b"\x01")
    assert not accepted(b"\x00" + right)
    assert not accepted(right + b"\x00")
    assert not accepted(right[:-1])
    # The same number once more around is another way to write it, and not taken.
    above = int.from_bytes(right, "big") + _MODULUS
    assert not accepted(above.to_bytes(257, "big"))
    if above < 1 << 2048:
        assert not accepted(above.to_bytes(256, "big"))


def test_a_block_that_is_nearly_right_is_wrong():
    """What a check that looks for the digest alone, or skips the padding, would let through."""
    good = block(DATA)
    head = good[-52:-32]  # 0, and the name of SHA-256
    short = b"\x00\x01" + b"\xff" * 8 + head + DIGEST
    forged = (
        short + b"\x00" * (256 - len(short)),  # little padding, and free bytes at the end
        b"\x00\x02" + good[2:],
        b"\x00\x00" + good[2:],
        good[:100] + b"\xfe" + good[101:],
        good[:203] + b"\x00" + good[204:],
        good[:-52] + b"\xff" + good[-51:],
        good[:-32] + hashlib.sha256(b"other").digest(),
        good[:-46] + b"\x02" + good[-45:],  # another algorithm
        b"\x00\x01" + b"\xff" * 221 + b"\x00" + DIGEST,  # none at all
        # Without the NULL of the parameters, as some write it.
        b"\x00\x01"
        + b"\xff" * 204
        + b"\x00\x30\x2f\x30\x0b"
        + good[-47:-36]
        + b"\x04\x20"
        + DIGEST,
    )
    for wrong in forged:
        assert len(wrong) == 256, len(wrong)
        assert wrong != good
        assert not accepted(raw(wrong)), wrong
    assert accepted(raw(good))


def test_keys_that_are_none_are_said_to_be_damaged():
    right = raw(block(DATA))
    assert accepted(right, KEY.upper())
    for key in (b"", b"00", KEY[:-2].encode(), KEY.encode() + b"00", b"x" * 512, b"\xff" * 512):
        assert code(check_signature, key, right, DIGEST) == "key"


def rows(*lines):
    """Read the files of a manifest that has these lines."""
    text = b",\n".join(lines) + b"\n]}\n"
    return list(Rows(io.BytesIO(text)))


def row(path, size=5, digest="00" * 32):
    return ('["%s", %s, "%s"]' % (path, size, digest)).encode()


def test_paths_lead_nowhere_but_into_the_app():
    for path in ("main.py", "lib/a.py", "lib/mcp/http.mpy", "firmware/__init__.mpy"):
        assert rows(row(path))[0][0] == path
    for path in (
        "boot.py",
        "board.py",
        "slots.mpy",
        "slot",
        "update.key",
        "a.app",
        "main.mpy",
        "/main.py",
        "/lib/a.py",
        "lib",
        "lib/",
        "lib//a.py",
        "lib/../boot.py",
        "lib/./a.py",
        "./lib/a.py",
        "../lib/a.py",
        "lib/..",
        "lib/a.py/..",
        "lib/.hidden.py",
        "lib/a b.py",
        "lib/a\\\\b.py",
        "lib/a\\u0000.py",
        "lib/\\u732b.py",
        "lib/a.txt",
        "memory/manifest.py",
        "memory/life/1.py",
        "Lib/a.py",
        "library/a.py",
        "firmware.py",
        "",
        "lib/" + "a" * 100 + ".py",
    ):
        assert code(rows, row(path)) == "path", path
    for path in ("5", "null", '["lib/a.py"]', "{}"):
        assert code(rows, ("[%s, 5, %r]" % (path, "00" * 32)).replace("'", '"').encode()) == "path"


def test_lines_that_are_no_files_are_refused():
    fine = row("lib/a.py")
    assert len(rows(fine)) == 1
    for size in ("0", "-1", "1.5", "true", '"5"', "null", "262145", "1e400"):
        assert code(rows, row("lib/a.py", size)) == "manifest", size
    for digest in ("", "00" * 31, "0" * 63, "00" * 33, "AA" * 32, "zz" * 32):
        assert code(rows, row("lib/a.py", 5, digest)) == "manifest", digest
    wrong = (
        b"",
        b"[]",
        b"{}",
        b"null",
        b'["lib/a.py", 5]',
        fine[:-1] + b", 1]",
        fine[:-1],
        fine + b" x",
        b"\xff\xfe",
        b'["lib/a.py", 5, "' + b"0" * 400 + b'"]',
    )
    for line in wrong:
        assert code(rows, line) == "manifest", line
    # In the order of a slot, and each once.
    two = _slots.in_order(["lib/a.py", "lib/b.py"])
    assert len(rows(row(two[0]), row(two[1]))) == 2
    assert code(rows, row(two[1]), row(two[0])) == "manifest"
    assert code(rows, row(two[0]), row(two[0])) == "manifest"
    for text in (
        fine + b"\n",
        fine + b"\n]}",
        fine + b"\n]}\n\n",
        fine + b",\n]}\n",
        fine + b"\n]}\nmore",
        fine,
        b"",
    ):
        assert code(lambda text=text: list(Rows(io.BytesIO(text)))) == "manifest", text


def test_heads_that_are_none_are_refused():
    fine = b'{"format": 1, "version": "1.2.3", "from": "1.0.0", "boards": [], "level": 1, '
    fine += b'"files": [\n'
    head = Head(fine)
    assert (head.version, head.oldest, head.boards, head.level) == ("1.2.3", "1.0.0", [], 1)
    for old, new in (
        (b'"format": 1', b'"format": 2'),
        (b'"format": 1', b'"form": 1'),
        (b'"1.2.3"', b'"1.2"'),
        (b'"1.2.3"', b'"1.2.3.4"'),
        (b'"1.2.3"', b'"1.2.-3"'),
        (b'"1.2.3"', b'"1.2.x"'),
        (b'"1.2.3"', b'"1..3"'),
        (b'"1.2.3"', b'"1.2.123456"'),
        (b'"1.2.3"', b"null"),
        (b'"1.2.3"', b"[1, 2, 3]"),
        (b'"1.0.0"', b"7"),
        (b'"boards": []', b'"boards": "esp32"'),
        (b'"level": 1', b'"level": "1"'),
        (b"[\n", b"["),
        (b"[\n", b"]}\n"),
        (b"{", b"["),
    ):
        assert code(Head, fine.replace(old, new)) == "manifest", new
    for line in (b"", b"\n", b"[\n", b"{}\n", b"\xff[\n"):
        assert code(Head, line) == "manifest", line


def test_versions_are_compared_as_numbers():
    assert version_of("1.10.0") > version_of("1.9.99") > version_of("0.99999.0")
    assert version_of("01.2.3") == version_of("1.2.3")
