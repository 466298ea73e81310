"""
No task of the firmware runs outside of the supervisor, and docs/DESIGN.md section 6 has all of
them. Read from the sources; what a restart does is in on_device/test_killed_tasks.py.
"""

import ast
import re
from pathlib import Path

from device import ON_DEVICE, ROOT

# Tasks of one connection, one session or one step, which who makes them ends: module, how many.
_OWNED = {
    "firmware/agent/chat.py": 2,  # what is written, and the answer to a line
    "firmware/agent/own_tools.py": 1,  # a call, which is finished before a new word is heard
    "firmware/agent/spoken_line.py": 3,
    "firmware/agent/talk.py": 1,  # an answer
    "firmware/app.py": 1,  # a part of a stop, for a limited time
    "firmware/cloud/microphone_line.py": 1,  # what the microphone sends while a session listens
    "firmware/cloud/mqtt_session.py": 3,  # reader, keepalive, audio
    "firmware/cloud/ota_channel.py": 1,  # the channel that is used meanwhile
    "firmware/cloud/websocket_channel.py": 1,  # a connection
    "firmware/companion/delivery.py": 1,  # offers of one sink
    "firmware/system/supervisor.py": 1,
    "firmware/voice/chime.py": 1,  # the time until a reminder that was put off rings again
}
_POLICIES = {"NEVER": "never", "ON_FAILURE": "on failure", "ALWAYS": "always"}
# Its end is a reset of the chip, whatever happens to it.
_NOT_KILLED = {"restart after an update"}


def _calls() -> "list[tuple[Path, ast.Call, str]]":
    found = []
    for path in sorted((ROOT / "firmware").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = str(getattr(node.func, "attr", "") or getattr(node.func, "id", ""))
                found.append((path, node, name))
    return found


def _supervised() -> "dict[str, tuple[str, str]]":
    """Name -> owner and policy of what is started, of transports as startup.py lists them."""
    found = {}
    rows = [call.args for _, call, name in _calls() if name == "start" and len(call.args) == 4]
    rows += [
        call.args[0].elts
        for _, call, name in _calls()
        if name == "append" and isinstance(call.args[0], ast.Tuple) and len(call.args[0].elts) == 4
    ]
    for name, owner, policy, _ in rows:
        if not isinstance(policy, ast.Name) or policy.id not in _POLICIES:
            continue
        said = "cloud N" if isinstance(name, ast.BinOp) else ast.unparse(name).strip("'")
        if said == "name":
            said = "restart after an update"
        found[said] = (ast.literal_eval(owner), _POLICIES[policy.id])
    return found


def test_every_task_is_supervised_or_ended_by_who_makes_it():
    made: dict[str, int] = {}
    for path, _, name in _calls():
        if name in ("create_task", "ensure_future"):
            where = str(path.relative_to(ROOT))
            made[where] = made.get(where, 0) + 1
    # A line that makes a task for each of two coroutines counts as one call.
    made["firmware/cloud/mqtt_session.py"] += 1
    assert made == _OWNED


def test_the_design_has_every_task_with_its_owner_and_policy():
    text = (ROOT / "docs" / "DESIGN.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w ]+)` \| `(\w+)` \| (never|on failure|always) \|", text, re.M)
    assert {name: (owner, policy) for name, owner, policy in rows} == _supervised()


def test_each_of_them_is_killed_in_a_test():
    text = (ON_DEVICE / "test_killed_tasks.py").read_text(encoding="utf-8")
    names = {name.replace("cloud N", "cloud 1") for name in _supervised()} - _NOT_KILLED
    assert names >= {"http", "stdio", "cloud 1", "scheduler", "aiorepl"}
    assert {name for name in names if f'"{name}"' not in text} == set()
