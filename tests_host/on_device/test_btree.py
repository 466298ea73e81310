"""
btree, the calls a caller may rely on: passes unchanged on the C module and on sim/port/btree.py.

How a tree lies in its stream is in test_btree_stream.py; what only the port module promises,
where the C module crashes, in test_btree_port.py.
"""

import array
import io
import random

import btree
from _raised import raised
from btree import DESC, INCL

# A record of half a page, heads included, damages the tree of the C module: test_btree_port.py.
_HALF_PAGE_RECORD = 232  # at pagesize 512
_SEEDS = (1, 2, 3, 4, 5, 6)
_STEPS = 400


def new(*pairs):
    db = btree.open(io.BytesIO())
    for key, value in pairs:
        db[key] = value
    return db


def letters(text="bdfh"):
    return new(*((letter.encode(), letter.upper().encode()) for letter in text))


def delete(db, key):
    del db[key]


def test_what_was_put_is_got_back():
    db = new((b"one", b"1"))
    assert db.put(b"two", b"2") == 0
    assert db[b"one"] == b"1"
    assert db.get(b"two") == b"2"
    assert b"one" in db
    assert b"three" not in db
    assert db.put(b"one", b"uno") == 0
    assert list(db.items()) == [(b"one", b"uno"), (b"two", b"2")]


def test_missing_key_is_none_default_or_key_error():
    db = letters()
    assert db.get(b"c") is None
    assert db.get(b"c", b"?") == b"?"
    raised(KeyError, lambda: db[b"c"])


def test_delete_removes_one_key_and_refuses_a_missing_one():
    db = letters()
    del db[b"d"]
    assert list(db.keys()) == [b"b", b"f", b"h"]
    raised(KeyError, delete, db, b"d")
    assert list(db.values()) == [b"B", b"F", b"H"]


def test_any_buffer_is_a_key_or_value_and_comes_back_as_bytes():
    db = new(
        ("猫", "喵"),
        (bytearray(b"a"), bytearray(b"1")),
        (memoryview(b"-b-")[1:2], memoryview(b"-2-")[1:2]),
        (array.array("B", b"c"), array.array("H", b"\x01\x02")),
    )
    assert list(db.items()) == [
        (b"a", b"1"),
        (b"b", b"2"),
        (b"c", b"\x01\x02"),
        ("猫".encode(), "喵".encode()),
    ]
    for key, value in db.items():
        assert type(key) is bytes
        assert type(value) is bytes
    assert type(db["猫"]) is bytes
    assert db.get(bytearray(b"a")) == b"1"
    assert "c" in db
    assert list(db.keys("b", bytearray(b"c"), INCL)) == [b"b", b"c"]
    del db["猫"]
    assert "猫".encode() not in db


def test_value_kept_is_a_copy_of_the_buffer_given():
    key, value = bytearray(b"k"), bytearray(b"v")
    db = new((key, value))
    key[0] = value[0] = 0
    assert list(db.items()) == [(b"k", b"v")]


def test_what_is_no_buffer_is_a_type_error_and_changes_nothing():
    db = letters()
    for wrong in (None, 1, 1.5, [98], (98,), {}):
        raised(TypeError, db.put, wrong, b"")
        raised(TypeError, db.put, b"b", wrong)
        raised(TypeError, db.get, wrong)
        raised(TypeError, lambda key: key in db, wrong)
    for wrong in (1, [98]):
        raised(TypeError, lambda start: list(db.keys(start)), wrong)
        raised(TypeError, lambda end: list(db.keys(None, end)), wrong)
    assert list(db.items()) == list(letters().items())


def test_arguments_are_positional_and_counted():
    db = letters()
    raised(TypeError, db.get, b"x", default=b"")
    raised(TypeError, db.get, key=b"x")
    raised(TypeError, db.put, b"x")
    raised(TypeError, db.keys, b"x", None, 0, 0)
    raised(TypeError, len, db)
    assert db.put(b"x", b"y", 0) == 0


def test_keys_are_in_the_order_of_unsigned_bytes():
    keys = [b"\x00", b"\x00\x00", b"A", b"a", b"a\x00", b"aa", b"b", b"\x7f", b"\x80", b"\xff"]
    db = new(*((key, b"") for key in reversed(keys)))
    assert list(db) == keys
    assert list(db.keys(None, None, DESC)) == list(reversed(keys))


def test_range_takes_in_its_start_and_leaves_out_its_end():
    db = letters()
    assert list(db.keys(b"d", b"h")) == [b"d", b"f"]
    assert list(db.keys(b"d", b"h", INCL)) == [b"d", b"f", b"h"]
    assert list(db.keys(b"c", b"g")) == [b"d", b"f"]
    assert list(db.keys(b"c", b"g", INCL)) == [b"d", b"f"]
    assert list(db.keys(b"d")) == [b"d", b"f", b"h"]
    assert list(db.keys(None, b"d")) == [b"b"]
    assert list(db.keys(None, b"d", INCL)) == [b"b", b"d"]
    assert list(db.keys(b"d", b"z", INCL)) == [b"d", b"f", b"h"]


def test_empty_ranges_give_nothing():
    db = letters()
    for flags in (0, INCL):
        assert list(db.keys(b"c", b"c", flags)) == []
        assert list(db.keys(b"h", b"b", flags)) == []
        assert list(db.keys(b"i", None, flags)) == []
        assert list(db.keys(None, b"a", flags)) == []
        assert list(db.keys(None, b"", flags)) == []
        assert list(db.keys(b"b", b"h", flags | DESC)) == []
    assert list(db.keys(b"d", b"d")) == []
    assert list(db.keys(b"d", b"d", INCL)) == [b"d"]
    assert list(db.keys(b"d", b"d", INCL | DESC)) == [b"d"]
    for flags in (0, INCL, DESC, INCL | DESC):
        assert list(new().items(None, None, flags)) == []
        assert list(new().items(b"a", b"b", flags)) == []


def test_descending_range_starts_at_its_higher_key():
    db = letters()
    assert list(db.keys(b"h", b"d", DESC)) == [b"h", b"f"]
    assert list(db.keys(b"h", b"d", DESC | INCL)) == [b"h", b"f", b"d"]
    assert list(db.keys(b"f", None, DESC)) == [b"f", b"d", b"b"]
    assert list(db.keys(None, b"d", DESC)) == [b"h", b"f"]
    assert list(db.keys(None, b"", DESC)) == [b"h", b"f", b"d", b"b"]


def test_missing_start_stands_for_the_next_higher_key_even_when_descending():
    db = letters()
    assert list(db.keys(b"c")) == [b"d", b"f", b"h"]
    assert list(db.keys(b"e", None, DESC)) == [b"f", b"d", b"b"]
    assert list(db.keys(b"e", b"b", DESC)) == [b"f", b"d"]
    assert list(db.keys(b"a", None, DESC)) == [b"b"]
    assert list(db.keys(b"z", None, DESC)) == []


def test_empty_start_key_is_einval():
    assert raised(OSError, lambda: list(letters().keys(b""))).errno == 22


def test_values_and_items_follow_the_range_of_keys():
    db = letters()
    assert list(db.values(b"d", b"h")) == [b"D", b"F"]
    assert list(db.items(b"f", b"b", DESC)) == [(b"f", b"F"), (b"d", b"D")]
    assert list(db) == list(db.keys()) == [b"b", b"d", b"f", b"h"]


def test_iterations_one_after_the_other_are_whole():
    db = letters()
    for _ in range(5):
        assert sorted(db.keys()) == [b"b", b"d", b"f", b"h"]
        assert list(db.items(b"d", b"f")) == [(b"d", b"D")]
        assert [key for key in db] == [b"b", b"d", b"f", b"h"]  # noqa: C416


def test_abandoned_iteration_does_not_disturb_the_next():
    db = letters()
    for _ in db.items(b"d", b"h", INCL):
        break
    assert list(db) == [b"b", b"d", b"f", b"h"]
    for _ in db.values(None, None, DESC):
        break
    assert list(db.keys(b"f")) == [b"f", b"h"]
    for _ in db:
        break
    db[b"j"] = b"J"
    del db[b"b"]
    assert list(db) == [b"d", b"f", b"h", b"j"]


def test_reading_and_flushing_while_iterating_changes_nothing():
    db = letters()
    seen = []
    for key in db.keys(b"d"):
        seen.append((key, db[key], db.get(b"b"), b"zz" in db))
        assert db.flush() == 0
    assert seen == [(key, key.upper(), b"B", False) for key in (b"d", b"f", b"h")]


def test_range_sees_a_write_made_before_its_first_step():
    db = letters()
    keys = db.keys(b"f")
    db[b"g"] = b"G"
    assert list(keys) == [b"f", b"g", b"h"]


def test_stepping_again_after_the_last_key_stops_again():
    walk = iter(letters().keys(b"h"))
    assert next(walk) == b"h"
    for _ in range(3):
        assert next(walk, None) is None


def test_two_trees_may_be_iterated_at_once():
    one, other = letters("ab"), letters("xyz")
    pairs = [key + mate for key in one for mate in other.keys(b"y")]
    assert pairs == [b"ay", b"az", b"by", b"bz"]


def test_empty_key_and_empty_value_are_kept():
    db = letters()
    db[b""] = b"nothing"
    db[b"e"] = b""
    assert db[b""] == b"nothing"
    assert db[b"e"] == b""
    assert list(db) == [b"", b"b", b"d", b"e", b"f", b"h"]
    assert list(db.values(b"e", b"f")) == [b""]


def test_closed_tree_raises_value_error_except_for_close():
    db = letters()
    walk = iter(db)
    next(walk)
    assert db.close() == 0
    assert db.close() == 0
    for call in (
        lambda: db.get(b"b"),
        lambda: db[b"b"],
        lambda: db.put(b"b", b""),
        lambda: delete(db, b"b"),
        lambda: b"b" in db,
        db.flush,
        lambda: list(db),
        lambda: list(db.items(b"b")),
        lambda: next(walk),
    ):
        assert raised(ValueError, call).args[0] == "database closed"


def test_constants_are_those_of_the_c_module():
    assert (INCL, DESC) == (1, 2)


def random_key():
    """A short, often repeated key; one in eight of up to 64 arbitrary bytes."""
    if random.randrange(8):
        return b"%03d" % random.randrange(120)
    return bytes([random.randrange(256) for _ in range(random.randrange(1, 65))])


def range_of(model, start, end, flags):
    """Return the keys that a range must give, found the slow way: by looking at every key."""
    keys = sorted(model)
    from_start = [key for key in keys if start is None or key >= start]
    if not flags & DESC:
        return [key for key in from_start if within(key, end, flags)]
    if start is not None:
        keys = [key for key in keys if key <= min(from_start)] if from_start else []
    return [key for key in reversed(keys) if within(key, end, flags)]


def within(key, end, flags):
    if end is None or key == end:
        return end is None or bool(flags & INCL)
    return key > end if flags & DESC else key < end


def check_range(db, model):
    start = random_key() if random.randrange(4) else None
    end = random_key() if random.randrange(4) else None
    flags = random.randrange(4)
    expected = range_of(model, start, end, flags)
    kind = random.randrange(4)
    if kind == 0:
        assert list(db.keys(start, end, flags)) == expected
    elif kind == 1:
        assert list(db.values(start, end, flags)) == [model[key] for key in expected]
    elif kind == 2:
        assert list(db.items(start, end, flags)) == [(key, model[key]) for key in expected]
    else:
        # Left half way: what comes after must not notice.
        left = random.randrange(3)
        for at, key in enumerate(db.keys(start, end, flags)):
            assert key == expected[at]
            if at == left:
                break


def check_step(db, model):
    key = random_key()
    action = random.randrange(10)
    if action < 4:
        value = bytes([random.randrange(256)]) * random.randrange(300)
        if len(key) + len(value) == _HALF_PAGE_RECORD:
            value += b"."
        assert db.put(key, value) == 0
        model[key] = value
    elif action < 6:
        if key in model:
            del db[key]
            del model[key]
        else:
            raised(KeyError, delete, db, key)
    elif action < 8:
        assert db.get(key) == model.get(key)
        assert (key in db) == (key in model)
    else:
        check_range(db, model)


def test_random_operations_agree_with_a_dict():
    for seed in _SEEDS:
        print("seed", seed)
        random.seed(seed)
        stream = io.BytesIO()
        model = {}
        db = btree.open(stream, pagesize=512)
        for step in range(_STEPS):
            if step % 50 == 49:
                assert (db.close() if random.randrange(2) else db.flush()) == 0
                stream.seek(0)
                db = btree.open(stream)
            check_step(db, model)
        assert list(db.items()) == [(key, model[key]) for key in sorted(model)]
