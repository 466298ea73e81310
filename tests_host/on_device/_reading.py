"""For device-side tests: a talk that a model reads, which says what a test wants."""

import json

from _bench import PowerCut, run
from _minded import Minded
from _talk import World

from firmware.companion.model_reader import ModelReader


class Told:
    """A reply of the model."""

    def __init__(self, text):
        self.text = text


class Model:
    """Answers in turn with `answers`: objects, texts, or errors to raise; then with nothing."""

    usage = {}

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []  # (purpose, messages)
        self.rooms = []  # tokens that each answer may have

    def available(self):
        return True

    async def chat(self, messages, purpose, json_answer=False, max_tokens=None):
        assert json_answer and max_tokens
        self.asked.append((purpose, list(messages)))
        self.rooms.append(max_tokens)
        said = self.answers.pop(0) if self.answers else {}
        if isinstance(said, Exception):
            raise said
        return Told(said if isinstance(said, str) else json.dumps(said))

    def purposes(self):
        return [purpose for purpose, _ in self.asked]

    def data(self, number=-1):
        """What a request had beside its instructions."""
        return json.loads(self.asked[number][1][1]["content"])


class Reading(World):
    """A World whose talk is read by `model`."""

    def __init__(self, *answers, bench=None):
        self.model = Model(*answers)
        World.__init__(self, bench or Minded())

    def start(self, cut_at=0):
        World.start(self, cut_at)
        self.reader = ModelReader(
            self.bench.mind, self.model, self.bench.clock, lambda: 0, lambda: self.talk
        )

    def _emit(self, event, **fields):
        World._emit(self, event, **fields)
        if event == "said":
            self.reader.hear(event, fields)

    def read(self, passed=0):
        self.bench.clock.seconds += passed
        run(self.reader.tick(passed))

    def end(self):
        """The talk ends and is read."""
        self.pass_time(61)
        self.read()

    def found(self):
        """(kind, content) of all that is remembered and true."""
        found = [
            (record.kind, record.content)
            for record in self.records()
            if record.get("superseded_by") is None and record.get("trashed_at") is None
        ]
        return sorted(found)

    def records(self):
        """All records, those in the trash too."""
        lines = []

        async def write(piece):
            lines.append(bytes(piece))

        from memory.records.codec import from_line

        run(self.memory.export(lambda piece: lines.append(bytes(piece))))
        text = b"".join(lines)
        return [from_line(line).record for line in text.split(b"\n") if line]

    def unread(self):
        return [turn.text for turn in run(self.memory.turns.unread())]


def cut_while_reading(base, answer, check):
    """
    A cut at every operation while `answer` to the talk of a bench is taken in; then a start, which
    goes on, and `check` of it, where nothing may be half done. The number of operations.
    """
    cut_at = 0
    while True:
        cut_at += 1
        cut = Reading(answer, bench=base.copy())
        cut.bench.flash.cut_at = cut.bench.flash.operations + cut_at
        try:
            cut.read(6)
            return cut_at
        except PowerCut:
            pass
        again = Reading(answer, bench=cut.bench)
        again.read(6)
        check(again, cut_at)
        again.memory.close()


def memory(content, kind="fact", **more):
    """An item of an answer."""
    return dict(type=kind, content=content, **more)


def memories(*found, **more):
    return dict(memories=list(found), **more)
