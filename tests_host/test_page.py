"""
The page of the set-up in a real browser, headless Chromium (Debian's package), as wide as a phone.

Every name that the browser looks up is the device, as in the access point's network.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import device
import pytest
from desk import Desk
from test_setup import Phone, logged, settings_of

from sim.options import AIR
from tools import pictures

_KEPT = ("wifi", "wifi_key", "language", "zone", "cloud")


@pytest.fixture
def browser() -> "Iterator[Any]":
    with pictures.chromium() as one:
        yield one


def is_as_wide_as_the_phone(sheet: "Any") -> bool:
    return sheet.evaluate("document.documentElement.scrollWidth") <= pictures.PHONE["width"]


def follow(sheet: "Any", what: str) -> None:
    """Click and wait for the whole next page: the device sends it in pieces."""
    with sheet.expect_navigation():
        sheet.click(what)


@pytest.mark.needs("chromium")
def test_an_owner_is_led_from_a_probe_through_a_wrong_password_to_the_end(
    desk: Callable[..., Desk], browser: "Any", micropython: Path, tmp_path: Path
) -> None:
    one = desk("--setup")
    phone = Phone(one)
    probe = phone.url + "generate_204"  # which the network check opens, and is led on
    given = {"locale": "en-GB", "timezone_id": "Asia/Katmandu"}
    with pictures.phone(browser, probe, **given) as sheet:
        assert sheet.url == phone.url
        assert sheet.title() == "Set up your companion"
        assert is_as_wide_as_the_phone(sheet)
        assert sheet.input_value("#zone") == "Asia/Katmandu"  # as the phone calls it
        assert sheet.locator("#zone option").first.inner_text() == "Asia/Katmandu"
        assert not sheet.is_visible("#place")
        sheet.select_option("#zone", "+")
        assert sheet.is_visible("#place")
        sheet.select_option("#zone", "Asia/Katmandu")
        assert sheet.input_value("#language") == "en"
        names = sheet.locator("#network option").all_inner_texts()
        assert names == [
            "Home", "Café (open)", "邻居家 <5G> & more", "Another (hidden) network…",
        ]  # fmt: skip
        assert not sheet.is_visible("#other")
        sheet.select_option("#network", "+")
        assert sheet.is_visible("#other")
        pictures.fill(sheet, "wrong password", "王小明 <b>&")
        assert sheet.get_attribute("#key", "type") == "password"
        sheet.check("#s")
        assert sheet.get_attribute("#key", "type") == "text"
        sheet.click("button")
        sheet.wait_for_selector(".e")
        assert sheet.inner_text(".e") == "Home could not be joined: the password is wrong"
        assert sheet.input_value("#owner") == "王小明 <b>&"
        assert sheet.input_value("#key") == ""
        assert sheet.input_value("#zone") == "Asia/Katmandu"
        sheet.fill("#key", AIR["Home"])
        sheet.click("button")
        sheet.wait_for_selector(".g")
        assert sheet.inner_text("h1") == "Done: connected to Home"
        assert is_as_wide_as_the_phone(sheet)
        assert sheet.complaints == []  # of its content policy, above all
    one.wait_event("ready", 2)
    assert logged(one, "wifi").startswith("connected")
    one.kill()
    found = settings_of(micropython, tmp_path / "desk.flash", *_KEPT)
    assert found == {
        "wifi": "Home", "wifi_key": AIR["Home"], "language": "en",
        "zone": "Asia/Katmandu", "cloud": "",
    }  # fmt: skip


@pytest.mark.thorough
@pytest.mark.needs("chromium")
def test_without_a_script_the_form_says_what_is_wrong_and_works(
    desk: Callable[..., Desk], browser: "Any", micropython: Path, tmp_path: Path
) -> None:
    one = desk("--setup")
    given: dict[str, Any] = {"locale": "zh-CN", "java_script_enabled": False}
    with pictures.phone(browser, Phone(one).url, **given) as sheet:
        assert sheet.title() == "设置我的小伙伴"
        follow(sheet, "text=English")
        assert sheet.title() == "Set up your companion"
        follow(sheet, "text=中文")
        follow(sheet, "text=重新搜索")
        sheet.select_option("#network", "+")
        sheet.fill("#other", "Home")
        sheet.fill("#key", "short")
        sheet.check("input[value=xiaozhi]")
        sheet.fill("#url", "a.example")
        sheet.select_option("#zone", "+")
        sheet.fill("#place", "Canada")
        follow(sheet, "button")
        said = sheet.inner_text(".e")
        assert "Wi-Fi 密码: 要 8 到 63 个字符" in said
        assert "地址: 要以 http:// 或 https:// 开头" in said
        assert "什么都没有改变" in said
        assert "时区: 要填名称（如 Asia/Shanghai）" in said
        assert sheet.locator(".w").count() == 3
        sheet.fill("#place", "America/Nuuk")
        sheet.fill("#key", AIR["Home"])
        sheet.fill("#url", "https://a.example/xiaozhi/ota/")
        sheet.click("button")
        sheet.wait_for_selector(".g")  # the page looks again by itself
        assert sheet.inner_text("h1") == "好了，已连上 Home"
    one.wait_event("ready", 2)
    one.kill()
    found = settings_of(micropython, tmp_path / "desk.flash", *_KEPT)
    assert (found["wifi"], found["language"], found["zone"]) == ("Home", "zh", "America/Nuuk")
    assert found["cloud"] == "https://a.example/xiaozhi/ota/"


def test_the_readme_shows_pictures_that_are_small() -> None:
    taken = {path.name: path.stat().st_size for path in pictures.PICTURES.glob("setup-*.png")}
    assert sorted(taken) == [
        "setup-done.png", "setup-en.png", "setup-error.png", "setup-zh.png",
    ]  # fmt: skip
    assert max(taken.values()) <= 60 * 1024
    for language, name in (("en", "docs/GUIDE.md"), ("zh", "docs/GUIDE.zh-CN.md")):
        text = (device.ROOT / name).read_text(encoding="utf-8")
        assert f"pictures/setup-{language}.png" in text
