"""What only the owner knows is in no log, event, export or answer, whatever happens on the way."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import device
from desk import Desk
from test_listening import settle
from test_setup import RIGHT, Phone, logged

SECRETS = {
    "wifi_key": "the-key-of-the-wifi",
    "cloud_token": "the-token-of-the-cloud",
    "licence_key": "c0ffee" * 10,
    "llm_url": "http://127.0.0.1:9/v1",
    "llm_key": "the-key-of-the-model",
    "llm_key_2": "the-key-of-the-other-model",
    "llm_key_3": "the-key-of-the-last-model",
    "hear_key": "the-key-of-the-ears",
    "say_key": "the-key-of-the-mouth",
    "cloud": "ws://the-user-of-the-cloud@127.0.0.1:9/xiaozhi/v1/?token=the-query-of-the-cloud",
}
# What must not be seen of them.
WORDS = [
    SECRETS["wifi_key"],
    SECRETS["cloud_token"],
    SECRETS["licence_key"],
    SECRETS["llm_key"],
    SECRETS["llm_key_2"],
    SECRETS["llm_key_3"],
    SECRETS["hear_key"],
    SECRETS["say_key"],
    "the-user-of-the-cloud",
    "the-query-of-the-cloud",
]
ASKED: "tuple[tuple[str, dict], ...]" = (
    ("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {}}),
    ("tools/list", {}),
    ("resources/list", {}),
    ("resources/read", {"uri": "memory://core"}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "about_owner"}),
)


def settled(micropython: Path, chip: Path, **more: object) -> None:
    """One by one: MicroPython takes no more than 255 bytes of an argument."""
    for name, value in {**SECRETS, **more}.items():
        settle(micropython, chip, **{name: value})


def tool(*command: object) -> str:
    """All that a script of the project says."""
    given = [str(part) for part in command]
    ran = subprocess.run(given, capture_output=True, encoding="utf-8", timeout=60, check=False)
    return ran.stdout + ran.stderr


def answers(desk: Desk) -> str:
    """What every method and every tool says, called without arguments too."""
    said = [json.dumps(desk.request(method, **params)) for method, params in ASKED]
    listed = desk.request("tools/list")["result"]["tools"]
    assert listed
    calls: "list[tuple[str, dict]]" = [(one["name"], {}) for one in listed]
    calls += [("memory", {"action": "read"}), ("memory", {"action": "recall", "keyword": "the"})]
    for name, arguments in calls:
        said.append(json.dumps(desk.request("tools/call", name=name, arguments=arguments)))
    return "\n".join(said)


def test_no_secret_is_in_what_the_device_or_its_tools_say(
    desk: Callable[..., Desk], micropython: Path, tmp_path: Path
) -> None:
    chip = tmp_path / "desk.flash"
    settled(micropython, chip, wifi="Home")
    key = tool(device.ROOT / "tools" / "keys.sh", "add", "laptop", "--flash", chip).split()[-1]
    one = desk("--setup")  # its networks have Home, with another password
    assert "password is wrong" in logged(one, "wifi")
    logged(one, "cloud")  # nobody is at that port
    said = answers(one)
    token = one.token
    heard = one.transcript().replace(json.dumps(one.ready, ensure_ascii=False), "")
    one.kill()
    assert token not in said + heard
    exports = ["export.jsonl", "export.csv"]
    memory, chips = device.ROOT / "tools" / "memory.sh", device.ROOT / "tools" / "chip.sh"
    said += tool(memory, "export", tmp_path / exports[0], "--flash", chip)
    said += tool(memory, "export", "--csv", tmp_path / exports[1], "--flash", chip)
    said += tool(memory, "stats", "--flash", chip)
    said += tool(device.ROOT / "tools" / "keys.sh", "list", "--flash", chip)
    for options in (("list",), ("list", "--json"), ("verify",)):
        shown = tool(chips, *options, chip)
        assert shown
        said += shown
    said += tool(chips, "export", chip, tmp_path / "dump.jsonl")
    for name in (*exports, "dump.jsonl"):
        said += (tmp_path / name).read_text("utf-8-sig")
    # The key is there, and was shown once, by the tool that made it.
    assert len(key) == 32
    for word in (*WORDS, key, token):
        assert word not in said, word
        assert word not in heard, word


def test_no_secret_is_in_what_the_set_up_says(
    desk: Callable[..., Desk], micropython: Path, tmp_path: Path
) -> None:
    settled(micropython, tmp_path / "desk.flash", wifi="Away", setup="on")
    one = desk("--setup")
    phone = Phone(one)
    shown = phone.page()
    typed = "what-the-owner-typed"
    shown += phone.send({**RIGHT, "key": typed})[2]
    shown += phone.outcome()
    shown += phone.send({**RIGHT, "key": typed, "zone": "nowhere"})[2]
    shown += phone.send({**RIGHT, "key": typed, "channel": "xiaozhi", "zone": "nowhere"})[2]
    heard = one.transcript()
    one.kill()
    for word in (*WORDS, typed, one.token):
        assert word not in shown, word
    for word in (*WORDS, typed):
        assert word not in heard, word
    assert heard.count(phone.event["password"]) == 1
    assert phone.event["password"] not in shown


def test_a_setting_that_cannot_be_is_named_without_its_value(
    micropython: Path, flash: Path
) -> None:
    code = "from firmware.system.settings import Settings\n"
    code += "try:\n Settings({}).set('wifi_key', 'a-key-that-is-far-too-long' * 9)\n"
    code += "except ValueError as e:\n print(e)\n"
    ran = device.run_code(micropython, code, flash=flash, heap="4M")
    assert ran.out == "wifi_key has more than 64 bytes\n"
