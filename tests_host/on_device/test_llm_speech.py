"""Speech by a server: what was said as Ogg in a form, what is to be said as Ogg or samples."""

import asyncio
import json
import random

from _llm import HEAD, Line, Lines, Ticks, body_of, status
from llm import errors, ogg, speech
from llm.client import Client
from llm.servers import Server

JSON = {"text": " 你好，主人😀 ", "usage": {"prompt_tokens": 3}}
SEED = 20261123


def packets(count, seed=1):
    rng = random
    rng.seed(seed)
    return [bytes([rng.getrandbits(8) for _ in range(1 + 37 * n % 600)]) for n in range(count)]


def file_of(found):
    return b"".join(ogg.pages(found, 60, 16000))


def read(data, step=512):
    got = []
    reader = ogg.OggReader(lambda packet: got.append(bytes(packet)))
    for at in range(0, len(data), step):
        part = data[at : at + step]
        reader.feed(part, 0, len(part))
    return got, reader.ended


def client(*lines, servers=1):
    dial, ticks = Lines(*lines), Ticks()
    named = [
        Server("https://%s.example/v1" % name, "sk-key", name, ticks=ticks, rng=lambda n: bytes(n))
        for name in ("one", "two")[:servers]
    ]
    return Client(named, connect=dial, ticks=ticks, sleep_ms=ticks.sleep_ms)


def answer(body, *more):
    return Line([status(200, body, *more)])


def fails(kind, work):
    try:
        asyncio.run(work)
    except kind as e:
        return e
    raise AssertionError("nothing was raised")


def hear(*lines, found=None, servers=1, **more):
    asked = client(*lines, servers=servers)
    return speech.transcribe(asked, found or packets(5), 60, 16000, rng=lambda n: b"a" * n, **more)


def said(*lines, form=speech.OPUS, servers=1, **more):
    """(what was taken, the coroutine)."""
    taken = []
    work = speech.say(
        client(*lines, servers=servers), "你好", lambda some: taken.append(bytes(some)),
        form=form, **more
    )  # fmt: skip
    return taken, work


# -- Ogg -----------------------------------------------------------------------------------------


def test_what_is_written_as_ogg_is_read_whatever_the_parts():
    for found in (packets(1), packets(120), [b"x" * 255, b"y" * 510, b"z"], [b"q" * 7650] * 9):
        data = file_of(found)
        assert len(data) == ogg.file_size(found)
        for step in (1, 26, 27, 28, 255, 4096):
            got, ended = read(data, step)
            assert got == found and ended


def test_a_page_of_another_writer_has_its_sum():
    """A page made by hand, with a sum that was computed bit by bit."""
    page = bytearray(file_of([b"abc"])[-31:])
    told = int.from_bytes(page[22:26], "little")
    page[22:26] = bytes(4)
    crc = 0
    for byte in page:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ 0x04C11DB7 if crc & 0x80000000 else crc << 1) & 0xFFFFFFFF
    assert (told, bytes(page[:5]), bytes(page[-3:])) == (crc, b"OggS\0", b"abc")


def test_tags_of_any_size_are_passed_over_and_a_stream_may_follow_another():
    whole = file_of(packets(3))
    second = whole.find(b"OggS", 1)
    third = whole.find(b"OggS", second + 1)
    tags = b"OpusTags" + bytes(40000)
    table = b"\xff" * (len(tags) // 255) + bytes([len(tags) % 255])
    page = b"OggS" + bytes(22) + bytes([len(table)]) + table + tags
    assert read(whole[:second] + page + whole[third:]) == (packets(3), True)
    assert read(whole + whole)[0] == packets(3) * 2


def test_what_is_no_ogg_of_opus_is_refused_and_nothing_else_is_raised():
    whole = file_of(packets(40))
    vorbis = whole.replace(b"OpusHead", b"\x01vorbis\0")
    many = whole.replace(b"OpusHead\x01\x01", b"OpusHead\x01\x06")
    for data in (b"RIFF" + bytes(60), vorbis, many, whole[1:], file_of([bytes(7651)])):
        try:
            read(data)
            raise AssertionError("taken")
        except ogg.OggError:
            pass
    random.seed(SEED)
    print("seed", SEED)
    for _ in range(300):
        data = bytearray(whole[: random.getrandbits(12)])
        for _ in range(random.getrandbits(3)):
            if data:
                data[random.randrange(len(data))] = random.getrandbits(8)
        try:
            got, _ = read(data, 1 + random.getrandbits(9))
            assert not [one for one in got if len(one) > ogg.PACKET_BYTES]
        except ogg.OggError:
            pass


# -- hearing -------------------------------------------------------------------------------------


def test_what_was_said_goes_out_as_a_form_with_a_file_and_comes_back_as_words():
    line = answer(json.dumps(JSON).encode())
    found = packets(70)
    assert asyncio.run(hear(line, found=found, language="zh")) == "你好，主人😀"
    head, _, body = line.sent.partition(b"\r\n\r\n")
    assert head.startswith(b"POST /v1/audio/transcriptions HTTP/1.1\r\n")
    assert b"Content-Length: %d" % len(body) in head
    mark = b"--" + head.partition(b"boundary=")[2].split(b"\r\n")[0]
    parts = body.split(mark)
    assert parts[0] == b"" and parts[-1] == b"--\r\n"
    fields = {}
    for part in parts[1:-1]:
        about, _, value = part[2:-2].partition(b"\r\n\r\n")
        fields[about.partition(b'name="')[2].split(b'"')[0]] = value
    assert fields[b"model"] == b"one" and fields[b"language"] == b"zh"
    assert fields[b"response_format"] == b"json"
    assert read(fields[b"file"]) == (found, True)


def test_silence_is_no_words_and_an_answer_without_them_is_no_answer():
    assert asyncio.run(hear(answer(b'{"text":""}'))) == ""
    fails(errors.NotJson, hear(answer(b'{"words":"hi"}')))
    fails(errors.NotJson, hear(answer(b"<html>")))
    fails(errors.KeyRefused, hear(Line([status(401)])))


def test_a_language_that_a_server_does_not_know_is_left_out():
    refusal = Line([status(400, b'{"error":{"message":"unknown field language"}}')])
    good = answer(json.dumps(JSON).encode())
    assert asyncio.run(hear(refusal, good, language="zh")) == "你好，主人😀"
    assert b'name="language"' in refusal.sent and b'name="language"' not in good.sent


# -- saying --------------------------------------------------------------------------------------


def test_a_text_is_said_packet_by_packet():
    found = packets(90)
    line = answer(file_of(found))
    taken, work = said(line, voice="晓晓")
    asyncio.run(work)
    assert taken == found
    assert line.sent.startswith(b"POST /v1/audio/speech HTTP/1.1\r\n")
    assert body_of(line) == {
        "model": "one", "input": "你好", "response_format": "opus", "voice": "晓晓"
    }  # fmt: skip


def test_samples_come_in_pairs_of_bytes_wherever_the_parts_end():
    sound = bytes(range(256)) * 9
    line = Line([HEAD, sound[:5], sound[5:1026], sound[1026:]], step=101)
    taken, work = said(line, form=speech.PCM)
    asyncio.run(work)
    assert b"".join(taken) == sound
    assert not [one for one in taken if len(one) % 2]


def test_text_in_place_of_sound_has_a_name():
    for body in (b'{"error":"no"}', b"<html>", b"ID3" + bytes(99), b"RIFF" + bytes(60)):
        taken, work = said(answer(body))
        fails(errors.NotSound, work)
        assert taken == []
    fails(errors.CutOff, said(answer(b""), answer(b""))[1])


def test_what_was_half_said_is_not_said_again():
    whole = file_of(packets(90))
    cut = Line([status(200, whole)[: len(whole) // 2]])
    taken, work = said(cut, answer(whole), servers=2)
    fails(errors.CutOff, work)
    assert 0 < len(taken) < 90
    taken, work = said(Line([status(500)]), Line([status(500)]), answer(whole), servers=2)
    asyncio.run(work)
    assert len(taken) == 90


def test_sound_waits_at_the_server_while_there_is_no_room():
    whole = file_of(packets(90))
    line = answer(whole)
    opened = asyncio.Event()
    taken, work = said(line, room=opened.wait)

    async def main():
        task = asyncio.create_task(work)
        for _ in range(50):
            await asyncio.sleep(0)
        held = len(taken)
        opened.set()
        await task
        return held

    assert asyncio.run(main()) < 3
    assert len(taken) == 90


def test_who_stops_it_stops_it_at_once():
    line = Line([status(200, file_of(packets(90)))[:4000], None])
    taken, work = said(line)

    async def main():
        task = asyncio.create_task(work)
        while not taken:
            await asyncio.sleep(0)
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            return line.closed

    assert asyncio.run(main())
