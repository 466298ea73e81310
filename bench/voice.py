"""
A talk by voice on the desk device, in real time, with a stand-in server that answers at once.

The device runs as ./tools/sim.sh starts it, with a WAV file for a microphone and one for a
loudspeaker. Somebody says a word every three seconds. The server (tests_host/standin.py) answers
the first one that it hears with three seconds of speech, five packets ahead and then one each
60 ms; the device listens on by itself. In each minute one answer is longer and is interrupted by
a tap. A memory is written over HTTP in each turn, another one is recalled.

    underruns            silence amid speech on the loudspeaker's side, and packets that were
                         not there in time (the two are counted apart by the device and the port)
    overruns             frames of the microphone that nobody read or sent, packets without room
    mouth_to_ear_ms      from the first loud sample at the microphone to the first of the answer at
                         the loudspeaker, network of the loopback and server included: the median;
                         mouth_to_ear_p95_ms
    barge_in_ms          from the finger on the button to silence: the median; barge_in_max_ms
    cpu_share            of one core here, of the device's process, without the calls of memory
                         (calls_cpu_share); its sound is played by another process. system_share
                         is the part of it in calls of this computer's system, by its ticks
    collections          that RAM forced during the talk
    garbage_kb_min       that a minute of talk leaves, without what the calls and the looks at the
                         heap leave
    gc_ms_max            of the collections after it, with what the talk has left loaded

`modelled_s3_cpu_share` is a model, not a measurement: the codec by the shares of a core that are
published for it, while it listens (`s3_encode`) and while it speaks (`s3_decode`); calls of the
system, which are C there too, by `system_factor`; and the rest of `cpu_share`, without what the
codec takes here, as byte code by `cpu_factor`. Its sources are in docs/decisions/voice.md. `_low`
has the factor of bench/stall.py for all, `_high` that of byte code for all, and what is published
for encoding as speech.
"""

import contextlib
import itertools
import statistics
import sys
import tempfile
import threading
import time
from array import array
from pathlib import Path
from typing import Any

import _host

sys.path.append(str(_host.ROOT / "tests_host"))

from desk import Desk
from standin import Cloud, Peer
from voice_peer import MIC_RATE, RATE, Speaker, voice
from wav_file import write

_WORD_S = 0.6
_EVERY_S = 3.017  # so that words begin anywhere in a frame
_LOUD = 1500  # of 32767: a sample that is part of the word
_ANSWER_S = 3.0
_LONG_S = 14.0
_FIRST_TAP_S = 0.5
_TAP_S = 0.2
_NOTHING = 60  # packets without a word
_MINUTE_S = 60.0
_SOON_S = 7.5  # a turn lasts less
# Of a core at 240 MHz, 16 kHz mono, frames of 60 ms, complexity 0: docs/decisions/voice.md.
_S3_ENCODE = (0.18, 0.18, 0.28)
_S3_DECODE = 0.044
_CPU_FACTOR = (40, 110, 110)  # that of bench/stall.py; by Pystone
_SYSTEM_FACTOR = (40, 40, 110)


class Talk:
    """The server's side of the talk, and when what happened."""

    def __init__(self, companion: Desk, peer: Peer, taps: "list[float]"):
        self._companion = companion
        self._peer = peer
        self._taps = taps  # by the monotonic clock
        self._speaker = Speaker(peer.send, peer.send, peer.receive)
        self._short = voice(_ANSWER_S, RATE, 2)
        self._long = voice(_LONG_S, RATE, 3)
        self.heard: "list[float]" = []  # when the server heard a word
        # Bytes of heap in use, garbage too: before the calls of a turn and after them.
        self.used: "list[tuple[float, int]]" = []
        self.calls_cpu_s = 0.0
        self.listening_s = self.speaking_s = 0.0
        self.turns = 0

    def run(self) -> None:
        """Turns, until nobody says anything any more."""
        self._peer.greet()
        begun = self._listens()
        while self._is_spoken_to():
            now = time.monotonic()
            self.listening_s += now - begun
            self._companion_is_used()
            self._answer(now)
            begun = self._listens()
            self.speaking_s += begun - now

    def _listens(self) -> float:
        self._speaker.listen("start")
        return time.monotonic()

    def _is_spoken_to(self) -> bool:
        """Wait for a word that begins after silence, so that when it was said is known."""
        quiet = 0
        speaker = self._speaker
        del speaker.seen[:]
        while True:
            del speaker.packets[:]
            message = self._peer.receive()
            if not isinstance(message, bytes):
                if message.get("state") == "stop":
                    return False
                continue
            speaker.packets.append(message)
            loud = max(map(abs, speaker.heard())) > _LOUD
            if loud and quiet >= 3:
                self.heard.append(time.monotonic())
                return True
            quiet = 0 if loud else quiet + 1
            if quiet == _NOTHING:  # the last word was over before it listened
                self._peer.speak()

    def _answer(self, now: float) -> None:
        self.turns += 1
        interrupted = [at for at in self._taps if 0 < at - now < _SOON_S]
        if not interrupted:
            self._speaker.say(self._short)
            return
        stop = threading.Event()
        saying = threading.Thread(target=self._speaker.say, args=(self._long, False, (), stop))
        saying.start()
        self._speaker.wait_for(lambda one: one["type"] == "abort")
        stop.set()
        saying.join()
        self._peer.send({"type": "tts", "state": "stop"})

    def _companion_is_used(self) -> None:
        """Memory is written and asked while the answer is heard."""
        threading.Thread(target=self._use, args=(self.turns,), daemon=True).start()

    def _use(self, turn: int) -> None:
        pid = self._companion.process.pid
        before = _cpu_s(pid)
        self._look()
        self._companion.tool(
            "memory", action="write", type="moment", content=f"第{turn}次聊到那条河边的路"
        )
        self._companion.tool("memory", action="recall", keyword=f"第{max(0, turn - 3)}次")
        self._look()
        self.calls_cpu_s += _cpu_s(pid) - before

    def _look(self) -> None:
        heap = self._companion.tool("self.get_device_status")["heap"]
        self.used.append((time.monotonic(), heap["used_bytes"]))


def _words(seconds: float) -> "array[int]":
    """A word every three seconds, silence between."""
    word = voice(_WORD_S, MIC_RATE)
    first = next(at for at, sample in enumerate(word) if abs(sample) > _LOUD)
    word = word[first:]  # loud from its first sample
    pause = array("h", bytes(2 * (int(_EVERY_S * MIC_RATE) - len(word))))
    whole = array("h")
    for _ in range(int(seconds / _EVERY_S)):
        whole += pause[: MIC_RATE // 2] + word + pause[MIC_RATE // 2 :]
    return whole


def _said_at(heard: float, began: float) -> float:
    """When the word that was heard then had begun."""
    turn = int((heard - began - 0.5) / _EVERY_S)
    return began + 0.5 + turn * _EVERY_S


def _cpu_s(pid: int) -> float:
    """Of the processor, that the process has had."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def _ticks(pid: int) -> "tuple[int, int]":
    """Of the processor, that the process has had: in its own code, in calls of the system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]), int(fields[12])


def _garbage(used: "list[tuple[float, int]]", look: float) -> "tuple[int, float]":
    """Collections seen, bytes a second that the voice alone leaves; a look leaves `look`."""
    collections, grown, seconds = 0, 0.0, 0.0
    for number, ((before, was), (now, size)) in enumerate(itertools.pairwise(used)):
        if size < was:
            collections += 1
        elif number % 2:  # from the end of one turn's calls to the next ones
            grown += size - was - look
            seconds += now - before
    return collections, grown / seconds if seconds else 0.0


def _measure(given: Any, folder: Path) -> "dict[str, Any]":
    seconds = given.minutes * _MINUTE_S
    taps = [_FIRST_TAP_S] + [at * _MINUTE_S - 20 for at in range(1, int(given.minutes) + 1)]
    pressed = " ".join(f"{at}-{at + _TAP_S}" for at in taps)
    heard = folder / "heard.wav"
    mic = write(folder / "said.wav", _words(seconds))
    options = ["--mic", mic, "--speaker", heard, "--press", pressed]
    options += ["--flash", folder / "voice.flash", "--micropython", given.micropython]
    with Cloud() as cloud, contextlib.closing(Desk("--cloud", cloud.url(), *options)) as companion:
        ready = time.monotonic()
        talk = Talk(companion, cloud.accept(), [ready + at for at in taps])
        pid = companion.process.pid
        begun, cpu, (own, system) = time.monotonic(), _cpu_s(pid), _ticks(pid)
        talk.run()
        own, system = _ticks(pid)[0] - own, _ticks(pid)[1] - system
        passed = time.monotonic() - begun
        share = (_cpu_s(pid) - cpu - talk.calls_cpu_s) / passed
        told = [companion.tool("self.get_device_status") for _ in range(5)]
        companion.process.terminate()
        sound = companion.wait_event("sound")
    counts = told[-1]["voice"]
    begins = [span[0] for span in sound["sounded"]]
    latency: "list[float]" = []
    barge: "list[float]" = []
    for at in talk.heard[: talk.turns]:
        answered = min(begin for begin in begins if begin > at)
        latency.append(1000 * (answered - _said_at(at, sound["began"])))
    for at in taps[1:]:
        ends = [end for begin, end in sound["sounded"] if begin < ready + at < end]
        barge += [1000 * (end - ready - at) for end in ends]
    (codec, *_) = _host.on_device(given.micropython, "codec", 200)
    sizes = [one["heap"]["used_bytes"] for one in told]
    looks = [size - was for was, size in itertools.pairwise(sizes) if size > was]
    heap = _garbage(talk.used, statistics.median(looks) if looks else 0.0)
    both = talk.listening_s + talk.speaking_s
    listens, speaks = talk.listening_s / both, talk.speaking_s / both
    here = (listens * codec["encode_ms"] + speaks * codec["decode_ms"]) / 60
    calls = share * system / max(1, own + system)
    modelled = [
        listens * encode
        + speaks * _S3_DECODE
        + calls * below
        + max(0.0, share - calls - here) * own
        for encode, own, below in zip(_S3_ENCODE, _CPU_FACTOR, _SYSTEM_FACTOR)
    ]
    return {
        "minutes": given.minutes,
        "turns": talk.turns,
        "underruns": sound["gaps"] + counts["underruns"],
        "overruns": sound["lost"] + counts["packets_unsent"] + counts["dropped"],
        "mouth_to_ear_ms": round(statistics.median(latency)),
        "mouth_to_ear_p95_ms": round(sorted(latency)[len(latency) * 19 // 20]),
        "barge_ins": len(barge),
        "barge_in_ms": round(statistics.median(barge)) if barge else None,
        "barge_in_max_ms": round(max(barge)) if barge else None,
        "encode_ms": codec["encode_ms"],
        "decode_ms": codec["decode_ms"],
        "cpu_share": round(share, 4),
        "calls_cpu_share": round(talk.calls_cpu_s / passed, 4),
        "system_share": round(calls, 4),
        "codec_cpu_share": round(here, 4),
        "collections": heap[0],
        "garbage_kb_min": round(heap[1] * 60 / 1024),
        "gc_ms_max": max(one["heap"]["collect_ms"] for one in told),
        "listening_share": round(listens, 2),
        "s3_encode": _S3_ENCODE[1],
        "s3_decode": _S3_DECODE,
        "cpu_factor": _CPU_FACTOR[1],
        "system_factor": _SYSTEM_FACTOR[1],
        "modelled_s3_cpu_share": round(modelled[1], 2),
        "modelled_s3_cpu_share_low": round(modelled[0], 2),
        "modelled_s3_cpu_share_high": round(modelled[2], 2),
    }


def main() -> None:
    options = _host.options(__doc__)
    options.add_argument(
        "--minutes", type=float, default=10, help="of the talk, in real time (default: 10)"
    )
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        _host.emit("voice", **_measure(given, Path(folder)))


if __name__ == "__main__":
    main()
