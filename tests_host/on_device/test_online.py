"""In the network the device learns the time, and asks again until it does."""

import asyncio
import socket
import struct

import network

from firmware import events, online

NTP_TO_1970 = 2208988800
NOON = 1770120000  # 2026-02-03 12:00 UTC


class Settings:
    def __init__(self, port):
        self._kept = {"wifi": "home", "wifi_key": "secret", "zone_minutes": 480}
        self._kept.update(time_server="127.0.0.1", time_port=port)

    def get(self, name):
        return self._kept[name]


class Clock:
    def __init__(self):
        self.told = []
        self.came = asyncio.Event()

    def set(self, utc_ms, offset_minutes):
        self.told.append((utc_ms, offset_minutes))
        right = utc_ms >= NOON * 1000
        if right:
            self.came.set()
        return right


class TimeServer:
    """Answers one question after the other with the seconds (since 1970) that are left."""

    def __init__(self, seconds):
        self.seconds = seconds
        for self.port in range(41123, 41999):
            self._sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            try:
                self._sock.bind(socket.getaddrinfo("127.0.0.1", self.port)[0][-1])
                break
            except OSError:
                self._sock.close()
        self._sock.setblocking(False)

    async def serve(self):
        try:
            while True:
                try:
                    question, peer = self._sock.recvfrom(100)
                except OSError:
                    await asyncio.sleep_ms(1)
                    continue
                answer = bytes((0x24, 2)) + bytes(22) + question[40:48] + bytes(8)
                seconds = self.seconds.pop(0) + NTP_TO_1970
                self._sock.sendto(answer + struct.pack(">II", seconds, 0), peer)
        finally:
            self._sock.close()


async def test_the_time_is_set_as_the_server_says_it_after_one_that_was_wrong():
    network.AIR["home"] = "secret"
    network.JOINING_MS = 2
    logged = []
    events.log = lambda *row: logged.append(row)
    server = TimeServer([1000, NOON])
    serving = asyncio.create_task(server.serve())
    clock = Clock()
    running = asyncio.create_task(
        online.Online(Settings(server.port), clock, lambda count: bytes(count)).run()
    )
    await asyncio.wait_for(clock.came.wait(), 20)
    for task in (running, serving):
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            pass
    assert 0 <= clock.told[-1][0] - NOON * 1000 < 1000
    assert clock.told[-1][1] == 480
    assert ("info", "wifi", "connected, address 127.0.0.1") in logged
    wrong = [row for row in logged if row[1] == "time"]
    assert wrong == [("warning", "time", "127.0.0.1: a time that cannot be")]
    assert not network.WLAN(network.STA_IF).active()
