"""The state that goes through the client: it comes back as it was, or not at all."""

from _raised import raised
from mcp.core.errors import ProtocolError
from mcp.core.input_required import new_key, opened, seal

KEY = bytes(range(32))


def test_a_state_comes_back_to_the_key_and_the_subject_that_sealed_it():
    for state in ("", "a", "round 2 猫", "x" * 1000):
        assert opened(KEY, "tools/call t", seal(KEY, "tools/call t", state)) == state
    sealed = seal(KEY, "tools/call t", "state")
    for key, subject in ((new_key(), "tools/call t"), (KEY, "tools/call u"), (KEY, "")):
        error = raised(ProtocolError, opened, key, subject, sealed)
        assert error.code == -32602


def test_a_state_that_was_touched_is_refused():
    for state in ("s", "st", "sta", "stat"):  # with and without padding
        sealed = seal(KEY, "t", state)
        touched = [
            sealed + "-TAMPERED",
            sealed + "=",
            sealed + "AAAA",
            sealed + "\n",
            " " + sealed,
        ]
        touched += [sealed[:-1], sealed[1:], "", sealed.replace("=", "")[:-1] + "!", "猫"]
        touched += [sealed[:at] + ("A" if sealed[at] != "A" else "B") + sealed[at + 1 :]
                    for at in range(len(sealed.replace("=", "")) - 1)]  # fmt: skip
        for wrong in touched:
            assert wrong != sealed
            assert raised(ProtocolError, opened, KEY, "t", wrong).code == -32602
    for wrong in (None, 5, [], {}):
        raised(ProtocolError, opened, KEY, "t", wrong)
