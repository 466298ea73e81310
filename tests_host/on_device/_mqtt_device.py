"""
A device that is nothing but the MQTT channel, for tests_host/test_xiaozhi_mqtt.py.

    _mqtt_device.py PLACE ELSE_WHERE SPEED      PLACE is JSON, ELSE_WHERE 0 or 1

With a SPEED above 1 sim/speed must be on the path. TLS_CA in the environment is the file of a
root, as DER, that the broker may be below.

One JSON object a line on stdout: what the host, the codec and the end of serve() say. One JSON
value a line on stdin: {"do": "wake" | "say" | "listen" | "close" | "beats" | "heap", "text"}.
"""

import asyncio
import gc
import json
import os
import sys

from mcp.core.server import Server
from mcp.core.tool_result import ToolResult
from mcp.features.tools import Registry
from net import trust
from xiaozhi.callbacks import AudioSink, SessionCallbacks

from firmware.cloud.mqtt_session import MQTTSession, Unreachable
from firmware.system import event_lines
from sim import clock

beats = 0


def tell(what, **more):
    more["what"] = what
    print(json.dumps(more))


class Ears(SessionCallbacks):
    def heard(self, role, text):
        tell("heard", role=role, text=text)

    def changed(self, state):
        tell("state", state=state)

    def ended(self, why):
        tell("ended", why=why)


class Speaker(AudioSink):
    def play(self, packet, number):
        tell("played", size=len(packet), first=packet[0])


def log(level, text):
    tell("log", level=level, text=text)


async def echo(arguments, call):
    return ToolResult(structured=arguments)


async def long(arguments, call):
    return ToolResult(arguments["fill"] * arguments["count"])


async def beat():
    global beats
    while True:
        beats += 1
        await asyncio.sleep_ms(10)


async def obey(channel):
    reader = asyncio.StreamReader(sys.stdin.buffer)
    while True:
        line = await reader.readline()
        if not line:
            return
        asked = json.loads(line)
        what = asked["do"]
        if what == "wake":
            await channel.wake()
        elif what == "say":
            await channel.say(asked["text"])
        elif what == "listen":
            await channel.session.listen()
        elif what == "talk":  # the microphone is open, and has a packet at once
            await channel.session.listen()
            await channel.session.speak(asked["text"].encode())
        elif what == "close":
            await channel.close()
        elif what == "speak":
            channel.speak(asked["text"].encode(), 60)
        elif what == "beats":
            tell("beats", count=beats)
        elif what == "heap":
            gc.collect()
            tell("heap", used=gc.mem_alloc())


def trusted():
    """Trusts the root in TLS_CA alone."""
    own = []
    if os.getenv("TLS_CA"):
        with open(os.getenv("TLS_CA"), "rb") as file:
            own.append(file.read())

    async def time():
        return "20261122120000"

    return trust.Trust(lambda issuer: [], time, tuple(own))


async def main():
    trust.use(trusted())
    registry = Registry()
    registry.add("echo", echo, "Echoes.", {"type": "object"})
    registry.add("long", long, "Answers at length.", {"type": "object"})
    server = Server({"name": "pet", "version": "1"}, registry, log=log)
    place = json.loads(sys.argv[1])
    channel = MQTTSession(server, Ears(), place, "pet", Speaker(), sys.argv[2] == "1")
    tasks = [asyncio.create_task(beat()), asyncio.create_task(obey(channel))]
    tell("started")
    try:
        await channel.serve()
        tell("over", why=None)
    except Unreachable as e:
        tell("over", why=str(e))
    for task in tasks:
        task.cancel()


event_lines.start("json")
clock.speed = int(sys.argv[3])
asyncio.run(main())
