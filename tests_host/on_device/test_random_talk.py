"""
Talk drawn at random, on the whole stack, against a list.

Groups of turns are appended, marked, retired by age and for want of room, forgotten for good with
what was remembered of them, scrubbed from the flash, asked for by session, day and words; the
device is restarted and cut off from power, also amid the recovery. After each step the stream must
hold exactly what was acknowledged, in order and once, with its marks; what an append or a night
removes is the oldest.

A failure prints the one command that lives that life again: SEED="7 1 300". LONG=1 lives many.
"""

import json
import os

from _bench import PowerCut, Random, powered, run, write
from _figures import figure
from _forget import Pet, forget, scrub
from _quick import quick
from _replay import command
from _turns import Talker, small, turn
from memory.errors import Broken, StoreFull
from memory.text import dates
from memory.turns.turn import Turn

HEAP = "16M"
TIMEOUT_S = 240
THOROUGH = ("test_talks_drawn_with_more_seeds",)
STEPS = 70
LIVES = 12  # of each kind in the long run
KINDS = (Talker, Pet)  # with a partition for turns, and in that of the archive

_WORDS = (
    "下雨了",
    "去爬山",
    "妈妈的生日",
    "good morning",
    'a [b] {c} "d" \\e',
    "猫又睡着了",
    "🎂",
)
_SECRET = "hunter2x"
# With less free, the oldest may go: reserve, a group of 6 KB and what LittleFS takes besides.
_FULL_BYTES = 15 * 4096
_SHARED_BYTES = 8192
_SHARED_BLOCKS = 35
_TOKENS = 23  # words that a memory may share with turns
_DAYS = 30


class Told:
    """What the model knows of a turn."""

    def __init__(self, one):
        self.session, self.index, self.at = one.session, one.index, one.at
        self.text = one.text.replace(_SECRET, "***")
        self.words = self.text + json.dumps(one.fields.get("calls"))
        self.read = False
        self.episode = ""

    def copy(self):
        other = Told(Turn(self.session, self.index, self.at, "owner", self.text))
        other.words, other.read, other.episode = self.words, self.read, self.episode
        return other

    @property
    def name(self):
        return self.session, self.index

    @property
    def face(self):
        return self.session, self.index, dates.iso(self.at), self.text, self.read, self.episode


class Talk:
    """A device and what it acknowledged: `told`, oldest first."""

    def __init__(self, kind, seed):
        self.rng = Random(seed)
        self.bench = kind(seed=seed)
        self.bench.start()
        self.told = []
        self.sessions = ["s0"]
        self.next = {"s0": 0}
        self.number = 0
        self.steps = 0
        self.counts = {}

    @property
    def turns(self):
        return self.bench.memory.turns

    # -- steps: what they do, and what the list may be after it -------------------------------

    def group(self):
        """Some turns of a session, not appended yet."""
        rng = self.rng
        if rng.below(16) == 0:
            self.sessions = self.sessions[-1:] + ["s%d" % len(self.next)]
            self.next[self.sessions[-1]] = 0
        session = rng.choice(self.sessions)
        made = []
        for at in range(1 + rng.below(4)):
            self.number += 1
            text = "%s 第%d句 KX%dQ" % (rng.choice(_WORDS), self.number, self.number % _TOKENS)
            if rng.below(9) == 0:
                text += "长" * rng.below(500)
            more = {}
            if rng.below(5) == 0:
                more["calls"] = [{"name": "memory", "arguments": {"content": text}}]
            role = ("owner", "companion", "tool")[rng.below(3)]
            made.append(turn(self.bench, session, self.next[session] + at, text, role, **more))
        self.next[session] += len(made)
        return made

    def append(self, group=None):
        group = group or self.group()
        before = self.told
        after = before + [Told(one) for one in group]
        yield lambda: run(self.turns.append(group)), self.or_less(before), self.or_less(after)

    def again(self):
        """The same group twice, as who was cut off would append it."""
        group = self.group()
        yield from self.append(group)
        there = [one for one in self.told if one.name == (group[-1].session, group[-1].index)]
        if there:
            names = [(one.session, one.index) for one in group]
            before = self.told
            after = [one for one in before if one.name not in names]
            after += [Told(one) for one in group]
            work = lambda: run(self.turns.append(group))  # noqa: E731
            yield work, self.or_less(before), self.or_less(after)

    def secret(self):
        group = self.group()
        group[0].text = "我的密码是" + _SECRET
        yield from self.append(group)

    def mark(self):
        session = self.rng.choice(self.sessions)
        first = self.rng.below(self.next[session] + 1)
        last = first + self.rng.below(12)
        read = self.rng.below(3) > 0
        episode = "k3z%d" % self.rng.below(3) if not read or self.rng.below(3) else ""
        after = []
        for one in self.told:
            copy = one.copy()
            if one.session == session and first <= one.index <= last:
                copy.read = one.read or read
                copy.episode = episode or one.episode
            after.append(copy)
        work = lambda: run(self.turns.mark(session, first, last, read, episode))  # noqa: E731
        yield work, self.or_less(self.told), self.or_less(after)

    def days(self):
        """Time passes, and the nightly job comes."""
        self.bench.clock.seconds += self.rng.below(12) * dates.DAY
        since = dates.day_text(self.bench.clock.now() - _DAYS * dates.DAY)
        young = [at for at, one in enumerate(self.told) if dates.day_text(one.at) >= since]
        kept = young[0] if young else len(self.told)  # at least from there on
        states = [self.told[at:] for at in range(kept + 1)]
        yield lambda: run(self.turns.retire()), states, states if young else [[]]

    def forget(self):
        """A memory and what was said of it are forgotten for good."""
        words = "KX%dQ" % self.rng.below(_TOKENS)
        write(self.bench.memory, "fact", words)
        left = [one for one in self.told if words not in one.words]
        yield lambda: forget(self.bench.memory, content=words), [self.told], [left]

    def everything(self):
        if self.rng.below(12) == 0:
            yield lambda: forget(self.bench.memory, everything=True), [self.told], [[]]

    def clean(self):
        """The scrub of what was forgotten, to its end."""
        if self.bench.memory.erasure_journal is not None:
            yield lambda: scrub(self.bench.memory), [self.told], [self.told]

    def restart(self):
        yield lambda: self.bench.start(), [self.told], [self.told]

    def or_less(self, told):
        """This list; where there is little room also what is left when the oldest have gone."""
        return [told[at:] for at in range(len(told) + 1 if self.is_full() else 1)]

    def is_full(self):
        space = self.turns.space()
        if space is None:
            return False
        if self.bench.turns_kb:
            return space["free_bytes"] < _FULL_BYTES
        return space["free_bytes"] < _SHARED_BYTES or self.bench.memory.log.free() < _SHARED_BLOCKS

    # -- questions ----------------------------------------------------------------------------

    def ask(self):
        """By session, by day, by words, and what is unread: as the list has it."""
        rng = self.rng
        if not self.told:
            return
        one = rng.choice(self.told)
        session = [each for each in self.told if each.session == one.session]
        assert self.faces(run(self.turns.session(one.session, limit=1000))) == faces(session)
        day = dates.day_text(one.at)
        found = run(self.turns.day(day, limit=1000))
        assert self.faces(found) == faces([t for t in self.told if dates.day_text(t.at) == day])
        word = "第%d句" % rng.below(self.number + 1)
        found = run(self.turns.search(word, limit=1000))
        found.reverse()
        assert self.faces(found) == faces([t for t in self.told if word in t.words])
        found = run(self.turns.unread(limit=1000))
        found.reverse()
        unread = [t for t in self.told if not t.read]
        assert self.faces(found) == faces(unread)[-len(found) :] and bool(found) == bool(unread)

    def faces(self, turns):
        return [
            (t.session, t.index, dates.iso(t.at), t.text, t.fields.get("read", False))
            + (t.fields.get("episode", ""),)
            for t in turns
        ]

    def there(self):
        found = [one for one in self.turns.scan(lambda one: True) if one is not None]
        found.reverse()
        return self.faces(found)

    # -- a step -------------------------------------------------------------------------------

    def step(self):
        self.steps += 1
        draw = self.rng.below(100)
        for limit, action in (
            (34, self.append),
            (37, self.again),
            (39, self.secret),
            (57, self.mark),
            (63, self.days),
            (67, self.forget),
            (68, self.everything),
            (69, self.clean),
            (76, self.restart),
        ):
            if draw < limit:
                return self.do(action)
        return self.ask() if draw < 84 else self.cut()

    def do(self, action):
        name = action.__name__
        self.counts[name] = self.counts.get(name, 0) + 1
        for work, before, after in action():
            try:
                try:
                    work()
                finally:
                    powered()
            except StoreFull:
                after = before
            except PowerCut:
                self.recovered(name, before + after)
                return
            self.learn(name, after)

    def cut(self):
        """The power fails in the middle of something; of that, all or nothing is there."""
        flash = self.bench.flash
        flash.cut_at = flash.operations + 1 + self.rng.below(18)
        actions = (self.append, self.again, self.mark, self.days, self.forget, self.clean)
        try:
            self.do(self.rng.choice(actions + (self.append, self.everything)))
        except (PowerCut, Broken):  # what comes before the step itself
            self.recovered("cut", [self.told])
        self.bench.flash.cut_at = 0

    def recovered(self, name, states):
        self.counts["cuts"] = self.counts.get("cuts", 0) + 1
        while True:
            try:  # now and then it fails in the recovery as well
                self.bench.start(self.rng.below(12) if self.rng.below(3) == 0 else 0)
                self.there()
                powered()
                self.bench.flash.cut_at = 0
                break
            except (PowerCut, Broken):
                continue
        self.learn(name, states)

    def learn(self, name, states):
        """What is there is one of these lists; it is taken over."""
        found = self.there()
        for state in states:
            if faces(state) == found:
                if len(state) < len(self.told):
                    self.counts["fewer by " + name] = self.counts.get("fewer by " + name, 0) + 1
                self.told = state
                return
        longest = faces(max(states, key=len))
        missing = [face for face in longest if face not in found]
        more = [face for face in found if face not in longest]
        raise AssertionError("%s: missing %r, too much %r" % (name, missing, more))

    def check(self):
        """What is there once all is over, also on the raw flash."""
        self.bench.start()
        self.learn("at the end", [self.told])
        if self.bench.memory.erasure_journal is not None:
            scrub(self.bench.memory)
            self.learn("after the scrub", [self.told])
        self.bench.start()
        self.learn("after a start", [self.told])
        log = self.turns.log()
        assert log is None or log.verify() == []
        assert self.turns.damaged_lines == 0
        assert self.bench.image.find(_SECRET.encode()) < 0
        figure("random_operations", self.steps)


def faces(told):
    return [one.face for one in told]


def live(kind, seed, steps):
    talk = Talk(KINDS[kind], seed)
    lived = False
    try:
        with small(600, 24000):
            while talk.steps < steps:
                talk.step()
            talk.check()
        lived = True
    finally:
        print(sorted(talk.counts.items()))
        if not lived:
            print(command('SEED="%d %d %d"' % (seed, kind, talk.steps)))


def lives(seeds, steps):
    told = os.getenv("SEED")
    if told:
        seed, kind, steps = [int(part) for part in told.split()]
        live(kind, seed, steps)
        return
    for seed in seeds:
        for kind in range(len(KINDS)):
            live(kind, seed, steps)


def test_what_was_said_is_there_whole_once_in_order_in_a_life_drawn_at_random():
    lives((1,), STEPS)


def test_talks_drawn_with_more_seeds():
    long = os.getenv("LONG", "") not in ("", "0")
    lives(range(2, 2 + LIVES) if long else quick((2,), (2, 3)), 1000 if long else 220)
