"""The stand-in server of the voice's tests with a client that nobody here wrote: xiaozhi-sdk."""

import os
import subprocess
import sys
from pathlib import Path

import device
import pytest
from ears import Ears, spoken, utterances
from real_time import in_real_time
from talk_server import SENTENCES, WebSocketSite

_PROGRAM = device.ROOT / "tests_host" / "xiaozhi_peer.py"
_PACKAGES = ("xiaozhi", "ears", "stackchan", "opuslib")  # its own, and what it imports


@pytest.mark.thorough
@pytest.mark.needs("libopus0", "espeak-ng")
@pytest.mark.parametrize("site", [WebSocketSite])
@in_real_time("site")
def test_the_stand_in_server_hears_it_and_is_heard_by_it(tmp_path, site, desk):
    said, reply = SENTENCES["en"][:2]
    packages = [str(Path(sys.prefix) / name) for name in _PACKAGES]
    client = subprocess.Popen(
        [sys.executable, "-P", _PROGRAM, site.url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(packages), "HOME": str(tmp_path)},
    )
    assert client.stdin is not None
    assert client.stdout is not None
    try:
        client.stdin.write(spoken(said, "en"))
        client.stdin.close()
        server, ears = site.accept(), Ears(SENTENCES["en"], "en")
        assert [ears.heard(one) for one in utterances(server.hear_turn())] == [said]
        server.answer(reply, "en")
        assert [ears.heard(one) for one in utterances(client.stdout.read())] == [reply]
    finally:
        client.kill()
        client.wait()
        client.stdout.close()
