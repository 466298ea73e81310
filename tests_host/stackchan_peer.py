"""
The connection manager of stackchan-mcp as a program, so that it runs beside its own packages.

One JSON object a line. It begins with {"port": N}; then each line of stdin is a command and gets
one line: {"do": "wait"} until the device's tools are known, "call" with name and arguments, "ask"
with method and params, "tts" with state, "text" with what goes to the device as it is, "audio".
"heard" waits for the end of what the owner says and gives the samples that its decoder makes of
it, "say" has its voice send samples; both are 16 kHz, in base64.
"""

import asyncio
import base64
import json
import sys
from types import SimpleNamespace

from stackchan_mcp import esp32_client  # type: ignore[import-not-found]
from stackchan_mcp.esp32_client import ESP32Manager  # type: ignore[import-not-found]
from stackchan_mcp.stt.audio_utils import decode_opus_frames  # type: ignore[import-not-found]
from stackchan_mcp.tts.orchestrator import send_pcm_audio  # type: ignore[import-not-found]

LIMIT_S = 20
captured: "asyncio.Queue[list[bytes]]" = asyncio.Queue()


async def keep(url: str, token: str, frames: "list[bytes]", **more: object) -> None:
    """In place of its POST of what the owner has said."""
    captured.put_nowait(frames)


async def carried_out(manager: ESP32Manager, order: dict) -> object:
    what = order["do"]
    if what == "wait":
        while not (manager.device_connected and manager.connection.tools_discovered):
            await asyncio.sleep(0.01)  # it tells nobody
        device = manager.list_devices()[0]
        return {"tools": manager.connection.tools, "device": device}
    connection = manager.connection
    if what == "gone":
        while manager.device_connected:
            await asyncio.sleep(0.01)
        return None
    if what == "call":
        result, error = await manager.call_tool(order["name"], order["arguments"])
        return {"result": result, "error": error}
    if what == "ask":
        return await connection.send_mcp_request(order["method"], order["params"])
    if what == "tts":
        return await manager.send_tts_state(order["state"])
    if what == "audio":
        return await manager.send_audio_frame(bytes(60))
    if what == "heard":
        return base64.b64encode(decode_opus_frames(await captured.get())).decode()
    if what == "say":
        samples = base64.b64decode(order["samples"])
        return await send_pcm_audio(SimpleNamespace(esp32=manager), samples)
    return await connection._ws_send(order["text"])


async def main() -> None:
    manager = ESP32Manager()
    esp32_client.push_audio_capture = keep
    await manager.start("127.0.0.1", 0, audio_hook_url="http://127.0.0.1/")
    port = manager._server.sockets[0].getsockname()[1]
    print(json.dumps({"port": port}), flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        try:
            answer = await asyncio.wait_for(carried_out(manager, json.loads(line)), LIMIT_S)
            print(json.dumps({"answer": answer}, default=str), flush=True)
        except Exception as error:  # noqa: BLE001  told to the test
            print(json.dumps({"failed": f"{type(error).__name__}: {error}"}), flush=True)
    await manager.stop()


asyncio.run(main())
