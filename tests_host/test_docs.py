"""
What README and docs/GUIDE.md say to type works, what they show is what comes, and both languages
say the same.
"""

import json
import os
import re
import subprocess
from xml.etree import ElementTree

import device
import pytest
from desk import Desk

DOCS = device.ROOT / "docs"
PAGES = {
    "en": (device.ROOT / "README.md", DOCS / "GUIDE.md"),
    "zh": (device.ROOT / "README.zh-CN.md", DOCS / "GUIDE.zh-CN.md"),
}
TEXTS = {
    language: "".join(path.read_text(encoding="utf-8") for path in paths)
    for language, paths in PAGES.items()
}
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


MEMORY = (
    '{"id":"k3z42","rev":1,"kind":"fact","created":"2026-02-05T14:00:00","content":"likes tea"}\n'
)


def blocks(text, kind):
    return [body for name, body in FENCE.findall(text) if name == kind]


def commands(text):
    lines = "".join(blocks(text, "console")).splitlines()
    assert all(line.startswith("$ ") for line in lines)
    return [line[2:] for line in lines]


def run(command, cwd=device.ROOT, **environment):
    script, *options = command.split()
    return subprocess.run(
        [device.ROOT / script, *options],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize(
    ("language", "command"),
    [
        pytest.param(*pair, id=" ".join(pair), marks=[pytest.mark.thorough] if at else ())
        for at, language in enumerate(TEXTS)
        for pair in [(language, command) for command in commands(TEXTS[language])]
    ],
)
def test_every_command_of_the_readme_works(desk, tmp_path, language, command):
    if "--demo" in command:
        ran = run(command + " --no-pause", TMPDIR=str(tmp_path))  # it leaves its chip
        assert ran.returncode == 0, ran.stderr
        said = without_numbers(ran.stdout)
        lines = pictured(language)
        assert len(lines) > 8
        for line in lines:
            assert without_numbers(line.removesuffix("…")) in said
    elif command.startswith("./tools/test.sh"):
        ran = run(command + " --collect-only -q tests_host/test_docs.py")
        assert ran.returncode == 0, ran.stdout
        assert "test_every_command_of_the_readme_works" in ran.stdout
    elif command.startswith("./tools/memory.sh"):
        chip = tmp_path / "desk.flash"
        (tmp_path / "memories.jsonl").write_text(MEMORY)
        for each in ("./tools/memory.sh import memories.jsonl", command):
            ran = run(f"{each} --flash {chip}", tmp_path)
            assert ran.returncode == 0, ran.stderr
        written = [path.read_text("utf-8-sig") for path in tmp_path.glob("memories.*")]
        assert all("k3z42" in text for text in written)
    elif command.startswith("./tools/chip.sh"):
        (tmp_path / "saved.jsonl").write_text(MEMORY)
        ran = run("./tools/memory.sh import saved.jsonl --flash build/desk.flash", tmp_path)
        ran = run(command, tmp_path)
        assert ran.returncode == 0, ran.stderr
        assert "k3z42" in (tmp_path / "saved.jsonl").read_text("utf-8")
    elif command.startswith("./tools/keys.sh"):
        with desk() as companion:  # makes the chip
            companion.stop()
        ran = run(f"{command} --flash {tmp_path / 'desk.flash'}")
        assert ran.returncode == 0, ran.stderr
        assert len(ran.stdout.strip()) == 32 or "owner" in ran.stdout
    else:
        script, *options = command.split()
        assert script == "./tools/sim.sh"
        companion = desk(*options)  # on a chip and a port of this test's own
        assert companion.url.endswith("/mcp")
        assert (companion.ready["repl"] is not None) == ("--repl" in options)


def pictured(language):
    """The lines of the picture of the demo (./tools/transcript.sh draws it anew)."""
    (name,) = re.findall(r"\]\((docs/pictures/demo-\w+\.svg)\)", TEXTS[language])
    rows = ElementTree.parse(device.ROOT / name).iter("{http://www.w3.org/2000/svg}text")
    return [row.text for row in rows]


def without_numbers(text):
    """Times differ, and whether the write that the cut hits is there is anybody's guess."""
    return re.sub(r"\d+", "*", text)


def test_both_languages_give_the_same_commands_and_host_entry():
    english, chinese = (
        [c.replace("demo en", "demo zh") for c in commands(TEXTS[x])] for x in TEXTS
    )
    assert english == chinese
    assert blocks(TEXTS["en"], "json") == blocks(TEXTS["zh"], "json")


def test_the_host_entry_starts_a_companion_that_answers(desk):
    entry, serial = [json.loads(body) for body in blocks(TEXTS["en"], "json")]
    (server,) = entry["mcpServers"].values()
    assert server["command"].endswith("/tools/sim.sh")
    companion = desk(*server["args"])
    assert companion.initialize()["serverInfo"]["name"] == "xiaozhi-pet"
    companion.stop()
    (server,) = serial["mcpServers"].values()
    script = server["command"].replace("/path/to/xiaozhi-pet", str(device.ROOT))
    server["args"] = [desk("--repl").ready["repl"] for _ in server["args"]]
    with Desk(*server["args"], stdio=True, ready=False, start=(script,)) as bridge:
        assert bridge.initialize()["serverInfo"]["name"] == "xiaozhi-pet"


def test_options_and_files_named_in_the_readme_exist():
    asked = (
        "sim.sh",
        "mcp_serial.sh",
        "memory.sh export",
        "memory.sh import",
        "memory.sh stats",
        "flash.sh",
        "keys.sh add",
        "test.sh",
    )
    help_text = "".join(run(f"./tools/{script} --help").stdout for script in asked)
    for text in TEXTS.values():
        for option in set(re.findall(r"`(--[a-z-]+)", text)):
            assert option in help_text, option


def test_links_lead_to_files_that_are_there():
    for path in (page for pages in PAGES.values() for page in pages):
        for link in re.findall(r"\]\((?!http)([^)#]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / link).exists(), f"{path.name}: {link}"


def _there(name):
    """On a board modules are compiled."""
    return (device.ROOT / re.sub(r"\.mpy$", ".py", name)).exists()


def test_sources_named_in_the_docs_are_there():
    for path in [*DOCS.rglob("*.md"), *PAGES["en"], *PAGES["zh"]]:
        named = re.findall(
            r"`((?:firmware|lib|sim|tools|tests_host)/[\w./-]+\.\w+)`", path.read_text("utf-8")
        )
        assert [name for name in named if not _there(name)] == [], path.name


def test_budgets_of_kinds_in_the_design_are_those_of_the_code():
    design = (device.ROOT / "docs" / "DESIGN.md").read_text(encoding="utf-8")
    kinds = (device.ROOT / "lib" / "memory" / "records" / "kinds.py").read_text(encoding="utf-8")
    caps = dict(re.findall(r'Kind\("(\w+)", "\S+", (\w+),', kinds))
    for name, cap in re.findall(r"(family|like|dislike|trait|habit|goal) (\d+)", design):
        assert caps[name] == cap
    for kind in ("fact", "moment"):
        assert re.findall(rf"\| {kind} \| (\d+) \|", design) == [caps[kind]]
