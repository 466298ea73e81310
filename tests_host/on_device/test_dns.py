"""Every name is this device, whatever is asked; what is no question gets an error or nothing."""

import asyncio
import random
import socket

from firmware.setup.dns import DNS, answer

ADDRESS = bytes((192, 168, 4, 1))
NAME = b"\x07captive\x05apple\x03com\0"
ASKED = NAME + b"\0\1\0\1"


def head(flags=b"\1\0", questions=1, more=0):
    return b"\xab\xcd" + flags + bytes((0, questions, 0, 0, 0, 0, 0, more))


def test_an_address_is_asked_for_and_given():
    said = answer(head() + ASKED, ADDRESS)
    assert said[:12] == b"\xab\xcd\x85\x80\0\1\0\1\0\0\0\0"
    assert said[12 : 12 + len(ASKED)] == ASKED
    assert said[12 + len(ASKED) :] == b"\xc0\x0c\0\1\0\1\0\0\0\x0a\0\4" + ADDRESS


def test_without_a_wish_for_recursion_none_is_echoed_and_any_type_counts():
    said = answer(head(b"\0\0") + NAME + b"\0\xff\0\1", ADDRESS)
    assert said[2:4] == b"\x84\x80" and said[-4:] == ADDRESS
    root = answer(head() + b"\0\0\1\0\1", ADDRESS)
    assert root[-4:] == ADDRESS


def test_other_records_do_not_exist_and_the_name_does():
    for kind in (28, 65, 16, 15, 2, 12):
        said = answer(head() + NAME + bytes((0, kind)) + b"\0\1", ADDRESS)
        assert said[2:4] == b"\x85\x80"
        assert said[4:12] == b"\0\1\0\0\0\0\0\0"
        assert said[12:] == NAME + bytes((0, kind)) + b"\0\1"
    chaos = answer(head() + NAME + b"\0\1\0\3", ADDRESS)
    assert chaos[6:8] == b"\0\0"


def test_what_an_extension_adds_is_left_out():
    said = answer(head(more=1) + ASKED + b"\0\0\x29\x04\xd0\0\0\0\0\0\0", ADDRESS)
    assert said[8:12] == b"\0\0\0\0" and said[-4:] == ADDRESS


def test_what_is_no_question_gets_an_error():
    for message in (
        head(questions=0) + ASKED,
        head(questions=2) + ASKED + ASKED,
        head() + NAME,
        head() + NAME + b"\0\1\0",
        head() + b"\x07capt",
        head() + b"\xc0\x0c\0\1\0\1",
        head() + b"\x40" + b"a" * 64 + b"\0\0\1\0\1",
        head() + b"\x3f" + b"a" * 63 + NAME[:-1] + b"\x3f" + b"b" * 63 + b"\x3f" + b"c" * 63
        + b"\x3f" + b"d" * 63 + b"\0\0\1\0\1",
        head(),
    ):  # fmt: skip
        said = answer(message, ADDRESS)
        assert said == b"\xab\xcd\x85\x81" + bytes(8), message
    status = answer(head(b"\x11\0") + ASKED, ADDRESS)
    assert status == b"\xab\xcd\x95\x84" + bytes(8)


def test_answers_of_others_and_scraps_are_not_answered():
    assert answer(head(b"\x81\x80") + ASKED, ADDRESS) is None
    for size in range(12):
        assert answer((head() + ASKED)[:size], ADDRESS) is None


def test_no_noise_makes_it_fail():
    random.seed(20261122)
    for _ in range(2000):
        data = bytes([random.getrandbits(8) for _ in range(random.getrandbits(6))])
        said = answer(data, ADDRESS)
        assert said is None or said[:2] == data[:2]
        mixed = bytearray(head() + ASKED)
        mixed[random.getrandbits(16) % len(mixed)] = random.getrandbits(8)
        said = answer(bytes(mixed), ADDRESS)
        assert said is None or len(said) <= len(mixed) + 16


async def test_on_a_socket_it_answers_one_after_the_other_and_frees_its_port():
    server = DNS("127.0.0.1", 0)
    server.open()
    task = asyncio.create_task(server.run())
    asker = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    asker.setblocking(False)
    asker.connect(socket.getaddrinfo("127.0.0.1", server.port)[0][-1])
    heard = asyncio.StreamReader(asker)
    for message in (b"scrap", head() + ASKED, b"", head() + NAME + b"\0\x1c\0\1"):
        asker.send(message)
    await asyncio.wait_for(heard.read(0), 20)
    assert asker.recv(512)[-4:] == b"\x7f\0\0\1"
    await asyncio.wait_for(heard.read(0), 20)
    assert asker.recv(512)[6:8] == b"\0\0"
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    server.close()
    again = DNS("127.0.0.1", server.port)
    again.open()
    again.close()
    asker.close()
