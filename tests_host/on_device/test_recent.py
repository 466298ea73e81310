"""memory.recent: what was made last of a key is not made again."""

from memory.recent import Recent


def test_what_was_made_last_is_known_and_what_nobody_asked_for_is_forgotten():
    recent = Recent(3)
    for number in range(9):
        assert recent.put("text %d" % number, [number]) == [number]
        assert recent.get("text 0") == [0]  # asked for again and again
    known = [number for number in range(9) if recent.get("text %d" % number) is not None]
    assert known[0] == 0 and known[-1] == 8
    assert len(known) <= 6
    assert recent.get("text 1") is None


def test_what_is_dropped_has_to_be_made_again():
    recent = Recent(2)
    for key in ("a", "b", "c"):
        recent.put(key, key)
    recent.drop("a")
    recent.drop("c")
    recent.drop("never there")
    assert [recent.get(key) for key in ("a", "b", "c")] == [None, "b", None]


def test_what_is_made_again_of_a_known_key_sends_nobody_away():
    recent = Recent(2)
    for key in ("a", "b", "c", "d", "d", "d"):
        recent.put(key, key)
    assert recent.get("a") == "a"
