"""
Tries the WebSocket libraries of PyPI that might run on the device; prints a table in Markdown.

    .venv/bin/python tests_host/websocket_trial.py [NAME ...]

Not a test: it installs each candidate into build/websocket-trial, and what it finds is told in
docs/decisions/websocket.md. The cases are those that the device's own client is tested with.
"""

import asyncio
import json
import os
import ssl
import subprocess
import sys
import tempfile
from pathlib import Path

import websocket_clients
import websocket_servers
from certificate import certificate, der
from device import MICROPYTHON, ROOT, environment

FOLDER = ROOT / "build" / "websocket-trial"

ASYNC_CLIENT = """
from async_websocket_client.ws import AsyncWebsocketClient
class Client:
    async def open(self, url, headers):
        self.ws = AsyncWebsocketClient()
        await self.ws.handshake(url, headers)
    async def recv(self):
        return await self.ws.recv()
    async def send(self, message):
        await self.ws.send(message)
    def end(self, error=None):
        return "?"
"""
BLOCKING = """
from micropython_websocket.websocket import WebSocket, WebSocketConnectionClosedException
class Client:
    async def open(self, url, headers):
        self.ws = WebSocket(url, header=dict(headers))
        self.ws.connect()
    async def recv(self):
        try:
            return self.ws.recv()
        except WebSocketConnectionClosedException:
            return None
    async def send(self, message):
        self.ws.send(message)
    def end(self, error=None):
        return "?"
"""
LIKE_WEBSOCKETS = """
from micropython_websockets import websockets
class Client:
    async def open(self, url, headers):
        self.ws = await websockets.connect(url, extra_headers=dict(headers))._open()
    async def recv(self):
        try:
            return await self.ws.recv()
        except websockets.ConnectionClosed:
            return None
    async def send(self, message):
        await self.ws.send(message)
    def end(self, error=None):
        return "?"
"""
TICKING = """
from chumicro_websockets.client import WebSocketClient
from chumicro_websockets._session import WhenOversized
from chumicro_sockets.sockets_factory import connector_factory
from chumicro_timing import ticks as clock
def unchecked():
    import ssl
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
class Client:
    async def open(self, url, headers):
        self.ws = WebSocketClient(
            connector_factory(ssl_context=unchecked()),
            max_message_bytes=131072,
            max_inbound_queue_size=64,
            when_oversized=WhenOversized.DISCONNECT,
        )
        self.opened = False
        self.ws.on_open = self.note
        self.waiting = self.ws.next_message()
        try:
            next(self.waiting)
        except StopIteration:
            pass
        self.ws.connect(url, extra_headers=headers)
        while self.ws.state == "connecting":
            await self.turn()
        if not self.opened:
            raise OSError("not open: %s" % self.ws.last_error)
    def note(self):
        self.opened = True
    async def turn(self):
        self.ws.handle(clock.ticks_ms())
        await asyncio.sleep_ms(1)
    async def recv(self):
        while True:
            try:
                next(self.waiting)
            except StopIteration as stop:
                found = stop.value
                self.waiting = self.ws.next_message()
                if found is None:
                    return None
                return found.text if found.is_text else found.data
            await self.turn()
    async def send(self, message):
        if isinstance(message, str):
            self.ws.send_text(message)
        else:
            self.ws.send_binary(message)
        for _ in range(3):
            await self.turn()
    def end(self, error=None):
        return "?"
"""

# name: (pinned packages, how it is imported, adapter or None where that alone is tried)
CANDIDATES = {
    "micropython-async-websocket-client": (
        ["micropython-async-websocket-client==0.3.4"],
        "async_websocket_client.ws",
        ASYNC_CLIENT,
    ),
    "micropython-websocket": (
        ["micropython-websocket==1.0.5"],
        "micropython_websocket.websocket",
        BLOCKING,
    ),
    "micropython-websockets": (
        ["micropython-websockets==0.1.0"],
        "micropython_websockets.websockets",
        LIKE_WEBSOCKETS,
    ),
    "chumicro-websockets": (
        ["chumicro-websockets==0.27.3", "chumicro-sockets==0.21.3", "chumicro-timing==0.8.4"],
        "chumicro_websockets.client",
        TICKING,
    ),
    "wsproto": (["wsproto==1.3.2", "h11==0.16.0"], "wsproto", None),
    "websocket-client": (["websocket-client==1.9.2"], "websocket", None),
    "larzws": (["larzws==0.1.0"], "larzws", None),
    "lomond": (["lomond==0.3.4"], "lomond", None),
    "simple-websocket": (["simple-websocket==1.1.0", "wsproto==1.3.2"], "simple_websocket", None),
    "websockets": (["websockets==17.4"], "websockets", None),
    "ours": ([], "net.websocket", websocket_clients.OURS),
}


def run(path: Path, code: str, timeout: float = 15) -> "subprocess.CompletedProcess[str]":
    env = environment()
    env["MICROPYPATH"] = f"{path}:{env['MICROPYPATH']}"
    command = [str(MICROPYTHON), "-X", "heapsize=2M", "-c", code]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=timeout, env=env, check=False
    )


async def tried(
    path: Path, adapter: str, case: websocket_servers.Case, tls: object, root: bytes
) -> str:
    """ "ok", or in a few words what was wrong."""
    async with websocket_servers.Server(case, tls) as server:
        code = websocket_clients.PROGRAM.format(adapter=adapter, url=server.url, root=root)
        try:
            ran = await asyncio.to_thread(run, path, code)
        except subprocess.TimeoutExpired:
            return "hangs"
        try:
            await asyncio.wait_for(server.finished(), 3)
        except TimeoutError:
            return "the server waits in vain"
        lines = ran.stdout.splitlines()
        try:
            report = json.loads(lines[-1])
        except (IndexError, ValueError):
            return "dies: " + (ran.stdout + ran.stderr).strip().split("\n")[-1][:60]
        if case.got is not None and report["got"] != case.got:
            return f"{len(report['got'])} of {len(case.got)} messages right"
        if "does not read" in case.name and report["longest_ms"] > 1500:
            return "the loop stands still"
        if server.wrong == "the client left after 0 bytes more" and not case.got:
            return "leaves without a close frame"
        if server.wrong is not None:
            return server.wrong[:70]
        if case.end.startswith("refused") and report["end"] != "?":
            return "ok"  # it raised something
        return "ok" if report["end"] in ("?", case.end) or case.end == "gone" else report["end"]


def kept_by(path: Path, module: str) -> "tuple[int, str]":
    """(bytes of heap that an import keeps, "" or why it fails)."""
    code = (
        "import gc\nimport asyncio\ngc.collect()\nat = gc.mem_alloc()\n"
        f"import {module}\ngc.collect()\nprint(gc.mem_alloc() - at)"
    )
    ran = run(path, code)
    if ran.returncode:
        return 0, (ran.stdout + ran.stderr).strip().split("\n")[-1]
    return int(ran.stdout.split()[-1]), ""


def main(names: "list[str]") -> None:
    with tempfile.TemporaryDirectory() as folder:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        files = certificate(Path(folder))
        context.load_cert_chain(*files)
        for name in names or CANDIDATES:
            packages, module, adapter = CANDIDATES[name]
            path = FOLDER / name
            if packages and not path.is_dir():
                install = [sys.executable, "-m", "pip", "install", "-qq", "--no-deps"]
                subprocess.run([*install, "--target", str(path), *packages], check=True)
            kept, why = kept_by(path, module)
            print(
                f"\n## {name}: import keeps {kept} bytes{' - ' + why if why else ''}", flush=True
            )
            if why or adapter is None:
                continue
            found = {
                case.name: asyncio.run(tried(path, adapter, case, context, der(files[0])))
                for case in websocket_servers.CASES
            }
            right = [case for case, result in found.items() if result == "ok"]
            print(f"{len(right)} of {len(found)} right")
            for case, result in found.items():
                if result != "ok":
                    print(f"| {case} | {result} |")


if __name__ == "__main__":
    os.chdir(ROOT)
    main(sys.argv[1:])
