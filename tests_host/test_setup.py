"""
The first set-up as a phone sees it: led to the page, asked, told what came of it, and let go.

The desk device's access point is this computer's loopback, its networks are those of --setup.
"""

import http.client
import json
import re
import socket
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import device
import pytest
from desk import Desk
from test_listening import settle

from sim.options import AIR

_LIMIT_S = 30
RIGHT = {
    "network": "Home",
    "key": AIR["Home"],
    "owner": "王小明",
    "language": "en",
    "zone": "Europe/Berlin",
    "channel": "lan",
}
# What makes phones and computers show the page: where they look, and what they hope to find.
PROBES = [
    ("connectivitycheck.gstatic.com", "/generate_204"),
    ("www.google.com", "/gen_204"),
    ("connect.rom.miui.com", "/generate_204"),
    ("connectivitycheck.platform.hicloud.com", "/generate_204"),
    ("captive.apple.com", "/hotspot-detect.html"),
    ("www.apple.com", "/library/test/success.html"),
    ("www.msftconnecttest.com", "/connecttest.txt"),
    ("www.msftconnecttest.com", "/redirect"),
    ("www.msftncsi.com", "/ncsi.txt"),
    ("detectportal.firefox.com", "/canonical.html"),
    ("nmcheck.gnome.org", "/check_network_status.txt"),
]


class Phone:
    """Somebody in the access point's network, with a browser."""

    def __init__(self, desk: Desk, nth: int = 1):
        self.desk = desk
        self._tries = 0
        self.event = desk.wait_event("setup", nth)
        self.url = self.event["page"]
        self.host, self.port = urlsplit(self.url).hostname, urlsplit(self.url).port

    def ask(
        self, method: str, path: str, body: "bytes | None" = None, **headers: str
    ) -> "tuple[int, dict[str, str], str]":
        """(status, headers in lower case, text)."""
        link = http.client.HTTPConnection(self.host or "", self.port, timeout=_LIMIT_S)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        link.request(method, path, body, sent)
        answer = link.getresponse()
        text = answer.read().decode()
        link.close()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, text

    def page(self, query: str = "?l=en") -> str:
        status, _, text = self.ask("GET", "/" + query)
        assert status == 200, text
        return text

    def secret(self) -> str:
        found = re.search(r'name="secret" value="([0-9a-f]{32})"', self.page())
        assert found
        return found[1]

    def send(self, fields: "dict[str, str]", **headers: str) -> "tuple[int, dict[str, str], str]":
        kind = {"Content_Type": "application/x-www-form-urlencoded", "Origin": self.url[:-1]}
        body = urlencode({"secret": self.secret(), **fields}).encode()
        return self.ask("POST", "/?l=en", body, **{**kind, **headers})

    def outcome(self) -> str:
        """The page once what was sent last has come to something; it is said in the log, too."""
        self._tries += 1
        logged(self.desk, "setup", self._tries)
        return self.page()


def logged(desk: Desk, module: str, nth: int = 1) -> str:
    """The text of the nth `log` event of a module, waited for."""
    while True:
        logs = [event for event in list(desk.events) if event["event"] == "log"]
        found = [event["text"] for event in logs if event["module"] == module]
        if len(found) >= nth:
            return found[nth - 1]
        desk.wait_event("log", len(logs) + 1)


def listens(url: str) -> bool:
    """Whether anybody takes a connection there."""
    at = urlsplit(url)
    with socket.socket() as asked:
        return asked.connect_ex((at.hostname, at.port)) == 0


def settings_of(micropython: Path, flash: Path, *names: str) -> "dict[str, object]":
    code = "import json, sys\nfrom firmware.system.settings import Settings\ns = Settings({})\n"
    code += "print(json.dumps({name: s.get(name) for name in json.loads(sys.argv[1])}))\n"
    ran = device.run_code(micropython, code, json.dumps(names), flash=flash, heap="4M")
    assert ran.status == 0, ran
    found = ran.json()
    assert isinstance(found, dict)
    return found


@pytest.fixture
def new(desk: Callable[..., Desk]) -> Desk:
    """A device as it comes, with its access point open."""
    return desk("--setup")


def test_a_device_without_a_network_opens_a_protected_one_and_says_how_it_is_called(
    new: Desk,
) -> None:
    event = Phone(new).event
    assert re.fullmatch(r"pet-[0-9A-F]{4}", event["network"])
    assert re.fullmatch(r"[a-hjkmnp-z2-9]{10}", event["password"])
    # The password stays what it is, so that it can be noted.
    new.stop()
    assert not listens(event["page"])


def test_its_password_and_name_are_the_same_at_the_next_start(
    desk: Callable[..., Desk],
) -> None:
    events = []
    for _ in range(2):
        one = desk("--setup")
        events.append(one.wait_event("setup"))
        one.stop()
    assert events[0]["network"] == events[1]["network"]
    assert events[0]["password"] == events[1]["password"]


@pytest.mark.parametrize(("host", "path"), PROBES)
def test_probes_of_every_maker_lead_to_the_page(probed: Phone, host: str, path: str) -> None:
    status, headers, text = probed.ask("GET", path, Host=host)
    assert (status, headers["location"], text) == (302, probed.url, "")
    assert headers["cache-control"] == "no-store"
    status, headers, text = probed.ask("HEAD", path, Host=host)
    assert (status, headers["location"], text) == (302, probed.url, "")


@pytest.fixture(scope="module")
def probed(micropython: Path, tmp_path_factory: pytest.TempPathFactory) -> "object":
    chip = tmp_path_factory.mktemp("probed") / "desk.flash"
    with Desk("--micropython", micropython, "--flash", chip, "--setup") as one:
        yield Phone(one)


def test_every_name_is_answered_with_the_device(probed: Phone) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        asker.settimeout(_LIMIT_S)
        asker.connect((probed.host, probed.event["dns"]))
        name = b"\x03www\x07example\x03com\0"
        asker.send(b"\1\2\1\0\0\1\0\0\0\0\0\0" + name + b"\0\1\0\1")
        assert asker.recv(512)[-4:] == socket.inet_aton(str(probed.host))


def test_the_page_is_in_the_language_of_the_phone(probed: Phone) -> None:
    for query, accepted, words in (
        ("", "zh-CN,zh;q=0.9,en;q=0.8", "设置我的小伙伴"),
        ("", "de-DE,de;q=0.9", "Set up your companion"),
        ("?l=zh", "en", "设置我的小伙伴"),
        ("?l=en", "zh", "Set up your companion"),
        ("?l=xx", "en", "Set up your companion"),
    ):
        status, headers, text = probed.ask("GET", "/" + query, Accept_Language=accepted)
        assert (status, words in text) == (200, True), query
        assert headers["content-type"] == "text/html; charset=utf-8"
    status, _, text = probed.ask("GET", "/")
    assert "设置我的小伙伴" in text  # its own


def test_what_the_neighbours_call_their_network_stays_text(probed: Phone) -> None:
    text = probed.page()
    assert "邻居家 &lt;5G&gt; &amp; more" in text
    assert "<5G>" not in text
    assert "Café (open)" in text


def test_it_searches_again_when_asked(probed: Phone) -> None:
    status, headers, _ = probed.ask("GET", "/?l=en&again=1")
    assert (status, headers["location"]) == (303, "/?l=en")


def test_only_its_own_page_changes_anything(probed: Phone) -> None:
    own = {"secret": probed.secret(), **RIGHT}
    other = {**own, "secret": "0" * 32}
    kind = "application/x-www-form-urlencoded"
    origin = probed.url[:-1]
    for fields, headers, status in (
        (other, {}, 403),
        ({**own, "secret": ""}, {}, 403),
        (RIGHT, {}, 403),
        (own, {"Origin": "http://evil.example"}, 403),
        (own, {"Origin": "null"}, 403),
        # By another name that leads here, as every name does.
        (own, {"Origin": "http://evil.example", "Host": "evil.example"}, 403),
        (own, {"Content_Type": "text/plain"}, 415),
        (own, {"Content_Type": "multipart/form-data; boundary=x"}, 415),
    ):
        sent = {"Content_Type": kind, "Origin": origin, **headers}
        got, _, text = probed.ask("POST", "/", urlencode(fields).encode(), **sent)
        assert got == status, (headers, text)
    for body in (b"\xff", b"secret=%", b"", b"x" * 4000):
        assert probed.ask("POST", "/", body, Content_Type=kind, Origin=origin)[0] == 403
    assert probed.ask("POST", "/", b"x" * 5000, Content_Type=kind)[0] == 413
    for method in ("PUT", "DELETE"):
        assert probed.ask(method, "/")[0] == 405
    status, headers, _ = probed.ask("OPTIONS", "/")
    assert status == 204
    assert not [name for name in headers if name.startswith("access-control")]
    assert probed.ask("POST", "/mcp", b"{}", Content_Type="application/json")[0] == 405
    assert "http-equiv" not in probed.page()  # it tries nothing


def test_every_wrong_field_is_named_in_words_and_what_was_typed_stays(probed: Phone) -> None:
    bad = {**RIGHT, "key": "short", "owner": "<b>" + "x" * 60, "zone": "Europe"}
    status, _, text = probed.send({**bad, "channel": "xiaozhi", "url": "wss://a.example/"})
    assert status == 400
    for words in (
        "Wi-Fi password: has 8 to 63 characters",
        "What are you called?: is too long: 60 bytes at most",
        "Time zone: is a name like Europe/Berlin, an offset like +08:00, or a TZ string of POSIX",
        "Address: begins with http:// or https://",
        "Nothing was changed.",
    ):
        assert words in text, text
    assert 'value="&lt;b&gt;xxx' in text
    assert 'value="wss://a.example/"' in text
    assert "short" not in text  # a password is not sent back
    assert '<option value="Home" selected>' in text


def test_a_wrong_password_and_a_network_away_are_said_and_nothing_is_kept(
    new: Desk, micropython: Path, tmp_path: Path
) -> None:
    phone = Phone(new)
    for fields, words in (
        ({"key": "not the password"}, "Home could not be joined: the password is wrong"),
        ({"network": "+", "other": "Elsewhere"}, "Elsewhere could not be joined: no such network"),
    ):
        status, headers, _ = phone.send({**RIGHT, **fields})
        assert (status, headers["location"]) == (303, "/?l=en")
        text = phone.outcome()
        assert words in text
        assert "Save it even if" in text
        assert listens(phone.url)
    assert new.ready
    assert len([e for e in new.events if e["event"] == "ready"]) == 1
    new.kill()
    names = ("wifi", "wifi_key", "language", "zone", "http")
    found = settings_of(micropython, tmp_path / "desk.flash", *names)
    assert found == {
        "wifi": "", "wifi_key": "", "language": "zh", "zone": "Asia/Shanghai",
        "http": False,
    }  # fmt: skip


@pytest.mark.thorough
def test_when_the_network_is_joined_all_is_kept_and_the_device_starts_with_it(
    new: Desk, micropython: Path, tmp_path: Path
) -> None:
    phone = Phone(new)
    assert phone.send(RIGHT)[0] == 303
    text = phone.outcome()
    assert "Done: connected to Home" in text
    assert "Its address is 127.0.0.1" in text
    new.wait_event("ready", 2)
    assert logged(new, "wifi").startswith("connected, address ")
    new.ready = new.wait_event("ready", 2)
    assert new.tool("memory", action="read")["profile"]["name"] == "王小明"
    assert not listens(phone.url)
    assert len([e for e in new.events if e["event"] == "setup"]) == 1
    new.kill()
    assert settings_of(micropython, tmp_path / "desk.flash", "owner") == {"owner": ""}
    names = ("wifi", "wifi_key", "language", "zone", "http", "http_host", "cloud")
    found = settings_of(micropython, tmp_path / "desk.flash", *names)
    assert found == {
        "wifi": "Home", "wifi_key": AIR["Home"], "language": "en",
        "zone": "Europe/Berlin", "http": True, "http_host": "0.0.0.0", "cloud": "",
    }  # fmt: skip


@pytest.mark.thorough
def test_kept_anyway_it_is_joined_later(new: Desk, micropython: Path, tmp_path: Path) -> None:
    phone = Phone(new)
    later = {**RIGHT, "network": "+", "other": "Not here yet", "anyway": "1"}
    assert phone.send(later)[0] == 303
    assert "Saved Not here yet, to be reached later" in phone.outcome()
    new.wait_event("ready", 2)
    new.kill()
    assert settings_of(micropython, tmp_path / "desk.flash", "wifi") == {"wifi": "Not here yet"}


def test_a_clock_that_nobody_has_set_is_set_by_the_phone_s(
    desk: Callable[..., Desk], micropython: Path, tmp_path: Path
) -> None:
    one = desk("--setup", "--now", "unset")
    phone = Phone(one)
    utc_s = 1770120000  # 2026-02-03 12:00; the phone's zone is one hour ahead
    assert phone.send({**RIGHT, "now": str(utc_s * 1000)})[0] == 303
    assert "Done" in phone.outcome()
    one.kill()
    code = "from esp32 import NVS\nprint(NVS('sys').get_i32('clock'))\n"
    ran = device.run_code(micropython, code, flash=tmp_path / "desk.flash", heap="4M")
    marked_s = int(ran.out) + 946684800 - 3600  # local since 2000
    assert 0 <= marked_s - utc_s < 60


@pytest.mark.thorough
def test_once_finished_it_is_closed_until_the_owner_asks_for_it(
    desk: Callable[..., Desk], micropython: Path, tmp_path: Path
) -> None:
    chip = tmp_path / "desk.flash"
    settle(micropython, chip, wifi="Home", wifi_key=AIR["Home"], setup="on")
    one = desk("--setup")
    text = Phone(one).page()
    assert '<option value="Home" selected>' in text
    assert AIR["Home"] not in text
    assert "Leave empty to keep the one it has" in text
    assert Phone(one).send({**RIGHT, "key": ""})[0] == 303
    assert "Done: connected to Home" in Phone(one).outcome()
    one.wait_event("ready", 2)
    one.kill()
    assert settings_of(micropython, chip, "setup", "wifi_key") == {
        "setup": "auto",
        "wifi_key": AIR["Home"],
    }


def test_switched_off_it_never_opens_and_on_stdio_neither(
    desk: Callable[..., Desk], micropython: Path, tmp_path: Path
) -> None:
    over_stdio = desk("--setup", "--stdio")
    over_stdio.initialize()
    over_stdio.stop()
    settle(micropython, tmp_path / "desk.flash", setup="off")
    off = desk("--setup")
    assert off.post({"jsonrpc": "2.0", "id": 1, "method": "ping"})[0] == 200
    off.stop()
    for one in (over_stdio, off):
        assert [event for event in one.events if event["event"] == "setup"] == []


@pytest.mark.thorough
def test_a_power_cut_anywhere_in_keeping_leaves_the_set_up_to_be_done_again_or_done(
    desk: Callable[..., Desk], micropython: Path, tmp_path: Path
) -> None:
    chip = tmp_path / "desk.flash"
    one = desk("--setup")
    first = Phone(one)
    before = first.event["password"]
    assert first.send(RIGHT)[0] == 303
    one.kill()  # while it tries
    again = desk("--setup")
    phone = Phone(again)
    assert phone.event["password"] == before
    assert phone.send(RIGHT)[0] == 303
    assert "Done" in phone.outcome()
    again.kill()  # before it starts again by itself
    assert settings_of(micropython, chip, "wifi", "wifi_key") == {
        "wifi": "Home",
        "wifi_key": AIR["Home"],
    }


@pytest.mark.thorough
def test_the_owner_s_name_is_handed_to_memory_once(
    desk: Callable[..., Desk], micropython: Path, tmp_path: Path
) -> None:
    chip = tmp_path / "desk.flash"
    settle(micropython, chip, owner="Howard")
    for _ in range(2):
        one = desk()
        assert one.tool("memory", action="read")["profile"]["name"] == "Howard"
        one.kill()
    assert settings_of(micropython, chip, "owner") == {"owner": ""}
    # What is forgotten does not come back, and what is no name for memory is not asked again.
    one = desk()
    assert one.tool("memory", action="delete", type="name", content="Howard")["status"] == "ok"
    one.kill()
    settle(micropython, chip, owner="my password is hunter2horse")
    one = desk()
    assert "name" not in one.tool("memory", action="read")["profile"]
    assert "cannot be remembered" in logged(one, "setup")
    one.kill()
    assert settings_of(micropython, chip, "owner") == {"owner": ""}
