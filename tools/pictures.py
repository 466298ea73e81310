"""
Pictures of the set-up's page, as a phone shows it: ./tools/pictures.sh writes docs/pictures.

Runs on CPython. Owns the browser that the tests of the page use, too (tests_host/test_page.py):
Debian's chromium, driven by playwright. The page is that of a desk device (./tools/sim.sh --setup)
on a chip of its own; its name and the place of its port are not in the pictures.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / ".venv" / "browser")]

from sim.options import AIR  # noqa: E402  needs the path above

PICTURES = ROOT / "docs" / "pictures"
PHONE = {"width": 360, "height": 720}
_MOST_BYTES = 60 * 1024
_LIMIT_MS = 30000


@contextmanager
def chromium() -> "Iterator[Any]":
    """A headless browser. Raises ImportError where ./tools/setup.sh found no chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium")
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def phone(browser: "Any", page: str, **options: "Any") -> "Iterator[Any]":
    """
    A page of a new phone; what the browser complains of is in its list `complaints`. Names are
    looked up as in the access point's network: all of them are the device.
    """
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, **options)
    context.set_default_timeout(_LIMIT_MS)
    sheet = context.new_page()
    complaints: list[str] = []
    sheet.on("console", lambda said: complaints.append(said.text))
    sheet.on("pageerror", lambda error: complaints.append(str(error)))
    sheet.complaints = complaints
    sheet.goto(page)
    try:
        yield sheet
    finally:
        context.close()


@contextmanager
def _device(chip: Path) -> "Iterator[str]":
    """A desk device that asks to be set up; the address of its page."""
    command = [str(ROOT / "tools" / "sim.sh"), "--flash", str(chip), "--setup", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            assert process.stderr is not None
            for line in process.stderr:
                event = json.loads(line)
                if event["event"] == "setup":
                    yield event["page"]
                    return
        finally:
            process.kill()
    raise SystemExit("pictures: the device did not ask to be set up")


def fill(sheet: "Any", key: str, owner: str) -> None:
    """As an owner does who wants to be in the network at home alone."""
    sheet.select_option("#network", "Home")
    sheet.fill("#key", key)
    sheet.fill("#owner", owner)
    sheet.check("input[value=lan]")


def _take(sheet: "Any", name: str) -> None:
    path = PICTURES / f"{name}.png"
    sheet.screenshot(path=path)
    size = path.stat().st_size
    print(f"{os.path.relpath(path, ROOT)}: {size} bytes")
    if size > _MOST_BYTES:
        raise SystemExit(f"pictures: more than {_MOST_BYTES} bytes")


def main() -> None:
    """Take them all."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        with _device(Path(folder, "desk.flash")) as url:
            for language, owner in (("zh", "王小明"), ("en", "Howard")):
                with phone(browser, f"{url}?l={language}", timezone_id="Asia/Shanghai") as sheet:
                    fill(sheet, AIR["Home"], owner)
                    _take(sheet, f"setup-{language}")
            with phone(browser, f"{url}?l=en", timezone_id="Europe/London") as sheet:
                fill(sheet, "not the password", "Howard")
                sheet.click("button")
                sheet.wait_for_selector(".e")
                _take(sheet, "setup-error")
                fill(sheet, AIR["Home"], "Howard")
                sheet.click("button")
                sheet.wait_for_selector(".g")
                _take(sheet, "setup-done")


if __name__ == "__main__":
    main()
