"""docs/TROUBLESHOOTING: what it quotes is what tools and firmware say, in both languages alike."""

import ast
import re
from pathlib import Path

import device
import pytest

PAGES = [device.ROOT / "docs" / f"TROUBLESHOOTING{end}.md" for end in ("", ".zh-CN")]
SAYING = ("boot.py", "firmware", "lib", "tools/flash.py", "tools/flashing")


def said() -> str:
    """Every text in the sources, as it is put together; what is filled in is …."""
    texts: "list[str]" = []
    for place in SAYING:
        path = device.ROOT / place
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            tree = ast.parse(file.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.JoinedStr):
                    parts = [
                        str(part.value) if isinstance(part, ast.Constant) else "…"
                        for part in node.values
                    ]
                    texts.append("".join(parts))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    texts.append(re.sub(r"%[rsd]|\{\w+\}", "…", node.value))
    return "\n".join(texts)


def quoted(page: Path) -> "list[str]":
    return re.findall(r"^> `(.+)`$", page.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_message_that_is_quoted_is_one_that_is_said(page: Path) -> None:
    texts = said()
    messages = quoted(page)
    assert len(messages) > 15
    for message in messages:
        for piece in re.split("…", message):
            assert piece.strip(" .;") in texts, message
        assert len(max(message.split("…"), key=len)) > 8, message


def test_both_languages_have_the_same_cases_and_commands() -> None:
    english, chinese = (page.read_text(encoding="utf-8") for page in PAGES)
    headings = [re.findall(r"^## (\d+)\.", text, re.MULTILINE) for text in (english, chinese)]
    assert headings[0] == headings[1] == [str(number + 1) for number in range(12)]
    assert len(quoted(PAGES[0])) == len(quoted(PAGES[1]))
    commands = [re.findall(r"`(\./tools/[^`]+)`", text) for text in (english, chinese)]
    assert commands[0] == commands[1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_scripts_options_and_pages_that_are_named_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for script in set(re.findall(r"\./tools/\w+\.sh", text)):
        assert (device.ROOT / script).exists(), script
    source = "".join(
        path.read_text(encoding="utf-8") for path in (device.ROOT / "tools").glob("*.py")
    )
    for option in set(re.findall(r"(--[a-z-]+)", text)):
        assert f'"{option}"' in source, option
    for link in re.findall(r"\]\((?!http)([^)#]+)", text):
        assert (page.parent / link).exists(), link
