"""The audio socket: datagrams of this session's server, one at a time, and no other's."""

import asyncio
import socket

from firmware.cloud.udp_audio import AudioChannel, AudioPackets

KEY = bytes(range(16))
NONCE = b"\1" + bytes(15)


def address(port):
    return socket.getaddrinfo("127.0.0.1", port)[0][-1]


def bound():
    """A UDP socket on a free port, and the port: this interpreter cannot ask for it."""
    for port in range(20000, 20500):
        sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            sock.bind(address(port))
        except OSError:
            sock.close()
            continue
        sock.setblocking(False)
        return sock, port
    raise OSError("no port is free")


async def received(sock):
    await asyncio.StreamReader(sock).read(0)
    return sock.recvfrom(2000)


class Heard:
    def __init__(self):
        self.packets = []
        self.more = asyncio.Event()

    def __call__(self, payload, number):
        self.packets.append(bytes(payload))
        self.more.set()

    async def until(self, count):
        while len(self.packets) < count:
            self.more.clear()
            await asyncio.wait_for(self.more.wait(), 10)


async def test_audio_goes_both_ways():
    server, port = bound()
    heard = Heard()
    channel = AudioChannel(socket.AF_INET, address(port), AudioPackets(KEY, NONCE), heard)
    task = asyncio.create_task(channel.run())
    channel.send(b"uplink", 60)
    datagram, device = await asyncio.wait_for(received(server), 10)
    cloud = AudioPackets(KEY, NONCE)
    assert cloud.open(datagram) == (b"uplink", 60, 1)
    for number in range(5):  # together: each is taken for itself
        server.sendto(cloud.seal(b"down%d" % number, number), device)
    server.sendto(b"noise", device)
    server.sendto(cloud.seal(b"last", 9), device)
    await heard.until(6)
    assert heard.packets == [b"down%d" % n for n in range(5)] + [b"last"]
    assert (channel.packets.taken, channel.packets.refused) == (6, 1)
    channel.close()
    task.cancel()
    channel.send(b"after the end", 0)
    server.close()


async def test_datagrams_of_others_do_not_come_through():
    server, port = bound()
    other, _ = bound()
    heard = Heard()
    channel = AudioChannel(socket.AF_INET, address(port), AudioPackets(KEY, NONCE), heard)
    task = asyncio.create_task(channel.run())
    channel.send(b"", 0)
    _, device = await asyncio.wait_for(received(server), 10)
    cloud = AudioPackets(KEY, NONCE)
    other.sendto(cloud.seal(b"forged", 0), device)
    server.sendto(AudioPackets(KEY, NONCE).seal(b"true", 0), device)
    await heard.until(1)
    assert heard.packets == [b"true"]
    channel.close()
    task.cancel()


async def test_a_server_that_is_gone_ends_nothing():
    server, port = bound()
    server.close()
    heard = Heard()
    channel = AudioChannel(socket.AF_INET, address(port), AudioPackets(KEY, NONCE), heard)
    task = asyncio.create_task(channel.run())
    for number in range(3):
        channel.send(b"x", number)
        await asyncio.sleep_ms(1)
    assert not task.done()
    channel.close()
    task.cancel()
