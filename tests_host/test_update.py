"""From one version of the app to the next over HTTP, and back, on a chip that was flashed."""

import re
import subprocess
import urllib.error
from collections.abc import Callable, Iterator
from pathlib import Path

import device
import pytest
import slots_chip
import update_site
from cryptography.hazmat.primitives.asymmetric import rsa
from desk import Desk

from tools import release

SET = """
from firmware.system.settings import Settings
Settings({{}}).set("update_url", {!r})
"""


@pytest.fixture(scope="module")
def key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


@pytest.fixture
def server(tmp_path: Path, key: rsa.RSAPrivateKey) -> Iterator[update_site.Server]:
    """Version 9.0.0 on a server."""
    update_site.put(key, tmp_path / "site", "9.0.0")
    with update_site.serving(tmp_path / "site") as made:
        yield made


@pytest.fixture
def pet(
    desk: Callable,
    run_mpy: Callable,
    flash: Path,
    key: rsa.RSAPrivateKey,
    server: update_site.Server,
) -> Callable[..., Desk]:
    """pet(*options): a flashed companion that trusts `key` and knows `server`, and a fact."""
    slots_chip.flashed(flash, update_key=release.public(key))
    run_mpy(SET.format(server.url), flash=flash)

    def start(*options: object, **named: object) -> Desk:
        return desk("--flash", flash, "--language", "en", *options, **named)

    companion = start()
    companion.tool("memory", action="write", type="fact", content="喜欢下雨天")
    companion.stop()
    return start


def remembers(companion: Desk) -> bool:
    return companion.tool("memory", action="recall", keyword="下雨")["count"] == 1


def test_an_update_over_http_is_installed_restarts_by_itself_and_keeps_memory(
    pet: Callable, flash: Path, server: update_site.Server
) -> None:
    companion = pet()
    found = companion.tool("update", action="check")
    assert (found["status"], found["version"], found["running"]) == ("ok", "9.0.0", "0.1.0")
    assert server.asked == ["manifest.sig", "manifest.json"]
    done = companion.tool("update", action="install")
    assert done["status"] == "ok", done
    # What is the same is not fetched: one module has the version.
    assert len(server.asked) == 5
    companion.wait_event("ready", 2)
    told = [each for each in companion.events if each["event"] == "update"]
    assert [each["what"] for each in told] == ["installed", "done"]
    companion.ready = companion.wait_event("ready", 2)
    assert remembers(companion)
    assert companion.tool("update", action="check")["message"].startswith("This is version 9.0.0")
    companion.stop()
    files = slots_chip.files_of(flash)
    assert (files["slot"], slots_chip.version_of(files["b.app"])) == (b"b-", "9.0.0")
    assert "update.new" not in files


def _short(handler: update_site.Handler, name: str, content: bytes) -> None:
    handler.whole(content[:-1], len(content))


def _another(handler: update_site.Handler, name: str, content: bytes) -> None:
    handler.whole(content[:-1] + bytes([content[-1] ^ 1]))


def _endless(handler: update_site.Handler, name: str, content: bytes) -> None:
    handler.whole(content, 99999999)


def _moved(handler: update_site.Handler, name: str, content: bytes) -> None:
    handler.send_response(302)
    handler.send_header("Location", "http://127.0.0.1:1/")
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def _silent(handler: update_site.Handler, name: str, content: bytes) -> None:
    handler.close_connection = True


def _babble(handler: update_site.Handler, name: str, content: bytes) -> None:
    handler.close_connection = True
    handler.wfile.write(b"\xff\xfe nothing of HTTP \r\n\r\n" * 40)


def _chunked(handler: update_site.Handler, name: str, content: bytes) -> None:
    """As some proxies answer, whatever was asked: right, and to be taken."""
    handler.close_connection = True
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    for at in range(0, len(content), 700):
        piece = content[at : at + 700]
        handler.wfile.write(b"%x;of=it\r\n%s\r\n" % (len(piece), piece))
    handler.wfile.write(b"0\r\n\r\n")


def _to_the_end(handler: update_site.Handler, name: str, content: bytes) -> None:
    """As the oldest servers do."""
    handler.close_connection = True
    handler.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n" + content)


FAULTS = {
    _short: "ends too early|reset",
    _another: "not what the manifest says|signature is wrong",
    _endless: "more than",
    _moved: "status 302",
    _silent: "ends too early|reset",
    _babble: "does not speak HTTP|no text",
}


@pytest.mark.thorough
def test_whatever_a_server_does_the_version_that_runs_stays_and_the_next_try_may_succeed(
    pet: Callable, flash: Path, server: update_site.Server
) -> None:
    companion = pet("--speed", 2)  # pauses before it asks again are half as long
    for fault, words in FAULTS.items():
        for kind in ("manifest", "files/"):

            def only(
                handler: update_site.Handler,
                name: str,
                content: bytes,
                kind: str = kind,
                fault: Callable = fault,
            ) -> None:
                if name.startswith(kind):
                    fault(handler, name, content)
                else:
                    handler.whole(content)

            server.fault = only
            said = companion.tool("update", action="install")
            assert said["status"] == "error", (fault, kind)
            assert re.search(words, said["message"]), (fault, kind, said)
            assert said["message"].endswith("nothing was changed")
    server.fault = None
    (server.site / "manifest.sig").rename(server.site / "gone")
    assert "status 404" in companion.tool("update", action="check")["message"]
    (server.site / "gone").rename(server.site / "manifest.sig")
    assert remembers(companion)
    assert "b.app" not in slots_chip.files_of(flash)
    for fault in (_chunked, _to_the_end):
        server.fault = fault
        assert companion.tool("update", action="check")["status"] == "ok", fault
    assert companion.tool("update", action="install")["status"] == "ok"
    companion.ready = companion.wait_event("ready", 2)
    assert companion.wait_event("update", 2)["what"] == "done"
    assert remembers(companion)


@pytest.mark.thorough
def test_a_server_that_goes_away_in_the_middle_is_given_up(
    pet: Callable, flash: Path, server: update_site.Server
) -> None:
    companion = pet("--speed", 2)

    def leave(handler: update_site.Handler, name: str, content: bytes) -> None:
        if name.startswith("files/"):
            handler.close_connection = True
            handler.server.socket.close()
        else:
            handler.whole(content)

    server.fault = leave
    said = companion.tool("update", action="install")
    assert said["status"] == "error"
    assert " cannot be had: " in said["message"]
    assert remembers(companion)
    assert set(slots_chip.files_of(flash)) == set(slots_chip.FLASHED) | {"update.key"}


@pytest.mark.thorough
def test_a_kill_in_the_middle_of_an_update_leaves_the_old_version_and_memory(
    pet: Callable, flash: Path, server: update_site.Server
) -> None:
    companion = pet()

    def kill(handler: update_site.Handler, name: str, content: bytes) -> None:
        if name.startswith("files/"):
            companion.process.kill()
        else:
            handler.whole(content)

    server.fault = kill
    with pytest.raises((ConnectionError, urllib.error.URLError)):
        companion.tool("update", action="install")
    companion.wait()
    server.fault = None
    companion = pet()
    assert remembers(companion)
    assert not [each for each in companion.events if each["event"] == "update"]
    assert companion.tool("update", action="install")["status"] == "ok"
    assert companion.wait_event("update", 2)["what"] == "done"


@pytest.mark.thorough
def test_power_cuts_amid_an_update_of_the_whole_app_leave_one_version_and_memory(
    pet: Callable, flash: Path
) -> None:
    """on_device/test_update.py cuts each operation, of a smaller app."""
    before = flash.read_bytes()
    for cut in (20, 400, 1300):
        flash.write_bytes(before)
        companion = pet("--cut", cut)
        with pytest.raises((ConnectionError, urllib.error.URLError)):
            companion.tool("update", action="install")
        assert companion.wait() == 75
        companion = pet()
        assert remembers(companion)
        assert not [each for each in companion.events if each["event"] == "update"]
        companion.stop()
        assert slots_chip.files_of(flash)["slot"] == b"a-"


def test_a_new_version_that_fails_is_undone_by_itself_and_memory_is_as_it_was(
    pet: Callable, key: rsa.RSAPrivateKey, server: update_site.Server
) -> None:
    update_site.put(key, server.site, "9.1.0", firmware__app="raise ValueError('a mistake')\n")
    companion = pet()
    assert companion.tool("update", action="install")["status"] == "ok"
    event = companion.wait_event("update", 2)
    assert (event["what"], event["version"]) == ("rolled back", "0.1.0")
    companion.ready = companion.wait_event("ready", 2)
    assert remembers(companion)
    assert companion.tool("update", action="check")["version"] == "9.1.0"


@pytest.mark.thorough
def test_an_older_release_played_again_is_refused_unless_the_owner_says_so(
    pet: Callable, key: rsa.RSAPrivateKey, server: update_site.Server
) -> None:
    companion = pet()
    assert companion.tool("update", action="install")["status"] == "ok"
    companion.ready = companion.wait_event("ready", 2)
    update_site.put(key, server.site, "8.0.0")
    said = companion.tool("update", action="install")
    assert said["message"].startswith("8.0.0 is older than 9.0.0; say older to go back")
    assert companion.tool("update", action="install", older=True)["version"] == "8.0.0"
    companion.wait_event("ready", 3)
    assert companion.wait_event("update", 4)["version"] == "8.0.0"


@pytest.mark.thorough  # on_device/test_update_manifest.py has signatures
def test_a_release_signed_with_another_key_is_refused(
    pet: Callable, server: update_site.Server
) -> None:
    update_site.put(rsa.generate_private_key(65537, 2048), server.site, "9.0.1")
    said = pet().tool("update", action="install")
    assert (
        said["message"]
        == "The signature is wrong: this is no release of yours; nothing was changed"
    )


def test_the_tool_is_there_for_the_owner_alone_and_only_where_an_address_is_set(
    pet: Callable, desk: Callable, flash: Path
) -> None:
    added = subprocess.run(
        [device.ROOT / "tools" / "keys.sh", "add", "model", "--scope", "write", "--flash", flash],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    companion = pet()
    assert "update" in tools(companion)
    companion.ready["token"] = added.stdout.strip()
    assert "memory" in tools(companion)
    assert "update" not in tools(companion)
    params = {"name": "update", "arguments": {"action": "install"}}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    assert companion.post(call)[0] == 403
    assert "update" not in tools(desk())


def tools(companion: Desk) -> list[str]:
    found: list[str] = []
    more: dict[str, str] = {}
    while True:
        page = companion.request("tools/list", **more)["result"]
        found += [each["name"] for each in page["tools"]]
        if "nextCursor" not in page:
            return found
        more = {"cursor": page["nextCursor"]}


def test_a_device_that_runs_a_working_tree_says_that_there_is_nothing_to_update(
    desk: Callable, run_mpy: Callable, tmp_path: Path
) -> None:
    chip = tmp_path / "tree.flash"
    desk("--flash", chip).stop()
    run_mpy(SET.format("http://127.0.0.1:9/"), flash=chip)
    said = desk("--flash", chip).tool("update", action="check")
    assert said["message"] == "这台设备直接运行源码目录，没有可更新的分区"
