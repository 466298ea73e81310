"""The time comes from a server's answer, and from nothing else that arrives."""

import asyncio
import socket
import struct

from firmware.network import sntp

NONCE = b"12345678"
TIME = 3979_000_000  # seconds of NTP: 2026-02-03


def answer(nonce=NONCE, first=0x24, stratum=2, seconds=TIME, fraction=1 << 31):
    head = bytes((first, stratum)) + bytes(22) + nonce
    return head + bytes(8) + struct.pack(">II", seconds, fraction)


def test_an_answer_is_milliseconds_since_1970():
    assert sntp.read(answer(), NONCE) == (TIME - 2208988800) * 1000 + 500
    assert sntp.read(answer() + bytes(20), NONCE) is not None


def test_after_2036_the_seconds_begin_anew():
    assert sntp.read(answer(seconds=100, fraction=0), NONCE) == (100 + 2**32 - 2208988800) * 1000


def test_what_is_no_answer_to_this_question_is_not_believed():
    for wrong in (
        b"",
        answer()[:47],
        answer(nonce=b"87654321"),
        answer(first=0x23),  # another client's question
        answer(first=0xE4),  # a server that has no time itself
        answer(stratum=0),  # "kiss of death"
        answer(stratum=16),
        answer(seconds=0),
    ):
        assert sntp.read(wrong, NONCE) is None, wrong


async def test_a_server_is_asked_and_noise_before_its_answer_passed_over():
    port = None
    for port in range(40123, 40223):
        try:
            sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            sock.bind(socket.getaddrinfo("127.0.0.1", port)[0][-1])
            break
        except OSError:
            sock.close()
    sock.setblocking(False)

    async def serve():
        while True:
            try:
                question, peer = sock.recvfrom(100)
                break
            except OSError:
                await asyncio.sleep_ms(1)
        assert question[0] == 0x23
        assert question[1:40] == bytes(39)  # nothing of ours is told
        sock.sendto(b"noise", peer)
        sock.sendto(answer(nonce=bytes(8)), peer)
        sock.sendto(answer(nonce=question[40:48]), peer)

    task = asyncio.create_task(serve())
    told = await sntp.ask("127.0.0.1", lambda count: b"\x07" * count, port)
    await task
    sock.close()
    assert 0 <= told - ((TIME - 2208988800) * 1000 + 500) < 1000


async def test_nobody_there_is_an_error_in_the_end():
    try:
        await sntp.ask("127.0.0.1", lambda count: bytes(count), 9, 30)
    except OSError:
        return
    raise AssertionError("somebody answered")
