"""
Speech: has a server write down what was said, and say a text aloud.

Owns the requests for `/audio/transcriptions` and `/audio/speech` of servers with OpenAI's
interface, and what their answers have to look like: JSON with a `text`, and sound as Opus in Ogg
or as 16-bit samples. Which server, tries, limits and counts are the client's. Nothing is encoded
or decoded here.
"""

import os
from binascii import hexlify

from micropython import const
from net import json_text

from . import ogg
from .content import Content
from .errors import CutOff, NotJson, NotSound
from .json_stream import Shape
from .replies import ERROR, USAGE, ErrorReader

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from typing import Any

    from .client import Client
    from .interfaces import Body, Reader
    from .limits import Watch
    from .servers import Server

HEAR_PATH, SAY_PATH = "/audio/transcriptions", "/audio/speech"
OPUS, PCM = "opus", "pcm"
PCM_RATE = const(24000)  # samples a second, as OpenAI's interface has it
_KEEP = const(4000)  # characters of what was said
_HEARD = const(20)
_BRACE, _ANGLE = const(0x7B), const(0x3C)
_SHAPE = Shape(members=dict(ERROR, text=Shape(_HEARD), usage=USAGE))


async def transcribe(
    client: "Client",
    packets: "list[bytes]",
    packet_ms: int,
    rate: int,
    language: str = "",
    purpose: str = "hear",
    rng: "Callable[[int], bytes]" = os.urandom,
) -> str:
    """
    The words that were said in these packets of Opus, each of so many milliseconds, recorded at
    `rate`; "" for silence. `language` is a code as zh, "" lets the server find out. Raises
    LlmError.
    """
    heard: "Any" = await client.ask(_Hearing(packets, packet_ms, rate, language, rng), purpose)
    return str(heard.words())


async def say(
    client: "Client",
    text: str,
    take: "Callable[[memoryview], object]",
    room: "Callable[[], Coroutine] | None" = None,
    voice: str = "",
    form: str = OPUS,
    purpose: str = "say",
) -> None:
    """
    Have a text said aloud: `take` is given each packet of Opus, or with the form PCM some 16-bit
    samples of PCM_RATE, little-endian, in one channel; what it is given is valid until it returns.
    `room` is awaited before more is read, so that sound waits at the server. Raises LlmError; once
    something was taken no other try is made.
    """
    await client.ask(_Saying(text, take, room, voice, form), purpose)


class _Hearing:
    """A recording as it is asked of one server after the other."""

    spoken = False
    content = Content

    def __init__(
        self,
        packets: "list[bytes]",
        packet_ms: int,
        rate: int,
        language: str,
        rng: "Callable[[int], bytes]",
    ):
        self._sound = (packets, packet_ms, rate)
        self._language = language
        self._mark = b"--" + hexlify(rng(12))

    def target(self, server: "Server") -> str:
        return server.target(HEAR_PATH)

    def body(self, server: "Server") -> "Body":
        fields = [("model", server.model), ("response_format", "json")]
        if self._language:
            fields.append(("language", self._language))
        known = [field for field in fields if field[0] not in server.lacks]
        return _Form(known, self._sound, self._mark)

    def sent(self, server: "Server") -> "set[str]":
        """Members of the request that a server may not know."""
        return {"response_format", "language"} if self._language else {"response_format"}

    def reader(self) -> "Reader":
        return _WordsReader()

    def check(self, reader: "Any") -> None:
        """Raises NotJson where there is no `text`."""
        if not reader.is_told:
            raise NotJson("an answer without the words that were said")


class _Form:
    """multipart/form-data (RFC 7578) with a file of Ogg, made anew each time it is sent."""

    characters = 0

    def __init__(self, fields: "list[tuple[str, str]]", sound: "tuple", mark: bytes):
        self.kind = "multipart/form-data; boundary=" + mark[2:].decode()
        self._sound = sound
        self._head = b"".join(
            [
                mark
                + b'\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
                % (name.encode(), value.encode())
                for name, value in fields
            ]
            + [
                mark,
                b'\r\nContent-Disposition: form-data; name="file"; filename="said.ogg"\r\n',
                b"Content-Type: audio/ogg\r\n\r\n",
            ]
        )
        self._tail = b"\r\n" + mark + b"--\r\n"
        self.size = len(self._head) + ogg.file_size(sound[0]) + len(self._tail)

    def pieces(self) -> "Iterator[bytes]":
        """The bytes as they leave."""
        yield self._head
        yield from ogg.pages(*self._sound)
        yield self._tail


class _WordsReader(ErrorReader):
    """Reads what was said."""

    shape = _SHAPE

    def __init__(self) -> None:
        super().__init__()
        self.is_told = False
        self._pieces: "list[str]" = []
        self._room = _KEEP

    def words(self) -> str:
        return "".join(self._pieces).strip()

    def text(self, code: int, piece: str, last: bool) -> None:
        if code != _HEARD:
            super().text(code, piece, last)
            return
        self.is_told = True
        self._pieces.append(piece[: self._room])
        self._room -= len(self._pieces[-1])


class _Saying:
    """A text to be said, as it is asked of one server after the other."""

    def __init__(
        self,
        text: str,
        take: "Callable[[memoryview], object]",
        room: "Callable[[], Coroutine] | None",
        voice: str,
        form: str,
    ):
        self._text = text
        self._take = take
        self._room = room
        self._voice = voice
        self._form = form
        self._reader: "_SoundReader | None" = None

    @property
    def spoken(self) -> bool:
        """Whether something was taken: another try would say it again."""
        return self._reader is not None and self._reader.taken > 0

    def target(self, server: "Server") -> str:
        return server.target(SAY_PATH)

    def body(self, server: "Server") -> "Body":
        members = {"model": server.model, "input": self._text, "response_format": self._form}
        if self._voice:
            members["voice"] = self._voice
        for name in server.lacks:
            members.pop(name, None)
        return _JSONBody(json_text.dumps(members), len(self._text))

    def sent(self, server: "Server") -> "set[str]":
        """Members of the request that a server may not know."""
        return {"voice"} if self._voice else set()

    def reader(self) -> "Reader":
        self._reader = _SoundReader(self._form, self._take, self._room)
        return self._reader

    def content(self, server: "Server", reader: "Any", watch: "Watch") -> "SoundContent":
        return SoundContent(server, reader, watch)

    def check(self, reader: "Any") -> None:
        """Sound is checked as it comes."""


class _JSONBody:
    """A short JSON."""

    kind = "application/json"

    def __init__(self, data: bytes, characters: int):
        self._data = data
        self.size = len(data)
        self.characters = characters

    def pieces(self) -> "Iterator[bytes]":
        """The bytes as they leave."""
        yield self._data


class _SoundReader(ErrorReader):
    """Hands on the sound of one answer."""

    def __init__(
        self,
        form: str,
        take: "Callable[[memoryview], object]",
        room: "Callable[[], Coroutine] | None",
    ):
        super().__init__()
        self.taken = 0  # times that something was
        self.room = room
        self._take = take
        self._ogg = ogg.OggReader(self._hand_on) if form == OPUS else None
        self._odd = bytearray()  # half a sample

    def complete(self) -> bool:
        """Whether the sound itself has told its end; samples cannot."""
        return self._ogg is not None and self._ogg.ended

    def feed(self, data: bytearray, begin: int, end: int) -> None:
        """A part of the sound. Raises ogg.OggError."""
        if self._ogg is not None:
            self._ogg.feed(data, begin, end)
            return
        some = self._odd + data[begin:end]
        whole = len(some) & ~1
        self._odd = some[whole:]
        if whole:
            self._hand_on(memoryview(some)[:whole])

    def _hand_on(self, some: memoryview) -> None:
        self.taken += 1
        self._take(some)


class SoundContent:
    """The body of an answer that is sound."""

    def __init__(self, server: "Server", reader: "_SoundReader", watch: "Watch"):
        self._name = server.name
        self._reader = reader
        self._watch = watch
        self._begun = False

    def feed(self, data: bytearray, begin: int, end: int) -> None:
        """A part of the body. Raises NotSound."""
        if not self._begun:
            self._begun = True
            if data[begin] in (_BRACE, _ANGLE):
                raise NotSound("%s: text in place of sound" % self._name)
        try:
            self._reader.feed(data, begin, end)
        except ogg.OggError as e:
            raise NotSound("%s: %s" % (self._name, e))
        self._watch.heard(self._reader.complete())

    async def ready(self) -> None:
        """Wait until more may come."""
        if self._reader.room is not None:
            await self._reader.room()
            self._watch.heard(self._reader.complete())

    def finish(self) -> None:
        """The body has ended. Raises CutOff where nothing of it was sound."""
        if not self._reader.taken:
            raise CutOff("%s: the answer has no sound in it" % self._name)
