"""
PyPI's xiaozhi-sdk, a client of XiaoZhi servers that others wrote, as a program of its own.

Connects to the address that it is given, reads samples of 16 kHz from stdin to their end, says
them at the pace of a microphone, and writes what the server answers, at 16 kHz, to stdout.
"""

import asyncio
import sys

from xiaozhi_sdk import XiaoZhiWebsocket  # type: ignore[import-not-found]

_FRAME = 2 * 960  # bytes of 60 ms


async def main(url: str) -> None:
    over = asyncio.Event()

    async def told(message: dict) -> None:
        if message["type"] == "tts" and message["state"] == "stop":
            over.set()

    client = XiaoZhiWebsocket(told, url=url, audio_sample_rate=16000, audio_frame_duration=60)
    samples = sys.stdin.buffer.read()
    assert await client.init_connection("00:22:44:66:88:AA")
    for at in range(0, len(samples), _FRAME):
        await client.send_audio(samples[at : at + _FRAME].ljust(_FRAME, b"\0"))
        await asyncio.sleep(0.06)  # a microphone's pace
    while not over.is_set():
        await client.send_audio(bytes(_FRAME))
        await asyncio.sleep(0.06)
    for frame in client.output_audio_queue:
        sys.stdout.buffer.write(frame.tobytes())
    await client.close()


asyncio.run(main(sys.argv[1]))
