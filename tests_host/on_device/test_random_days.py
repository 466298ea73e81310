"""
Days of a companion's life drawn at random, on the whole stack, against a dictionary.

Told, told again, corrected, deleted, completed, forgotten for good, given coins, asked, counted,
exported and imported; reminded by day, archived by night, indexed and packed in between,
restarted, cut off from power, without its archive for a while, without what NVS held, with a clock
that jumps and is sometimes not set. After each step memory must hold exactly what was
acknowledged.

A failure prints the one command that lives that life again: SEED="7 1200". LONG=1 lives many.
"""

import os

from _bench import PowerCut, Query, Random, everything, face, powered, run
from _figures import figure
from _forget import Pet, forget
from _replay import command
from memory.archive import compaction, packing
from memory.errors import MemoryFault, Refused
from memory.log import log
from memory.records.codec import from_line
from memory.records.kinds import BY_NAME, EVENTS_CAP, PROFILE, WRITABLE
from memory.text.folding import fold
from memory.upkeep import retention
from test_export import exported
from test_importing import line, pieces
from test_snapshot import lose_nvs

from firmware.companion import affection, reminders

HEAP = "32M"
TIMEOUT_S = 240
THOROUGH = (
    "test_a_life_drawn_with_seed_2",
    "test_a_life_drawn_with_seed_3",
    "test_a_life_drawn_with_seed_4",
)
STEPS = 240
LIVES = 10  # of each kind in the long run

_WORDS = (
    "喝茶", "养猫", "Tea", "看书", "去公园", "过敏", "生日", "吃药", "🎂 party", 'a "b" \\c',
    "早起", "跑步", "新工作", "下雨", "ＡＢＣ", "住在上海", "妈妈来了", "梦见大海", "x", "学琴",
)  # fmt: skip
_DAYS = ("2026-02-05", "2026-02-06", "2026-03-31", "2027-01-01", "02-29", "12-31", "2026-02-04")
_REPEATS = ("none", "daily", "weekly", "monthly")


class Life:
    """A device and what it acknowledged: `told` maps ids to faces."""

    def __init__(self, seed, segment):
        log.SEGMENT_BYTES = segment
        packing.PACK_BYTES = 4 * segment
        compaction.LEAST = 1
        self.rng = Random(seed)
        self.bench = Pet(seed=seed)
        self.memory = self.bench.start()
        self.away = False
        self.told = {}
        self.ever = set()
        self.buried = set()  # words of what was deleted: no import brings them back
        self.counts = {}
        self.steps = 0  # begun so far
        self.saved = set()  # what was hot when the last snapshot was taken
        self.faces = {}  # of each id all that it ever had
        self.announced = set()  # (id, when, mark)
        self.delivered = set()
        self.coins = 0

    def text(self):
        text = self.rng.choice(_WORDS)
        return text if self.rng.below(3) else "%s %d" % (text, self.rng.below(40))

    def given(self, kind):
        rng = self.rng
        given = {}
        if kind == "family":
            given["relation"] = rng.choice(("妈妈", "爸爸", "弟弟", "奶奶"))
        if kind in ("event", "schedule"):
            given["when"] = rng.choice(_DAYS)
        if kind == "schedule":
            given["when"] = "%s %02d:30" % (given["when"], rng.below(24))
            given["repeat"] = rng.choice(_REPEATS)
        if rng.below(4) == 0:
            given["importance"] = 1 + rng.below(5)
        return given

    # steps: each returns a Change, or None where nothing can have changed

    def write(self):
        kind = self.rng.choice(WRITABLE if self.rng.below(3) else ("fact", "moment", "schedule"))
        text = self.text()
        if kind == "age":
            text = str(self.rng.below(160))
        if kind == "birthday":
            text = self.rng.choice(_DAYS)
        force = self.rng.below(4) == 0
        return run(self.memory.write(kind, text, self.given(kind), force))

    def some_id(self):
        if not self.told or self.rng.below(20) == 0:
            return "zzz%d" % self.rng.below(9)
        return self.rng.choice(sorted(self.told))

    def correct(self):
        kind = self.rng.choice(WRITABLE)
        given = self.given(kind)
        content = self.text() if self.rng.below(3) else None
        id = self.some_id()
        self.announced = {told for told in self.announced if told[0] != id}
        self.delivered = {told for told in self.delivered if told[0] != id}
        return run(self.memory.correct(id, None, content, given))

    def delete(self):
        if self.rng.below(2):
            return run(self.memory.delete(self.some_id()))
        return run(self.memory.delete(None, self.rng.choice(WRITABLE), self.text()))

    def complete(self):
        open_ones = self.memory.hot("schedule")
        if open_ones and self.rng.below(3):
            return run(self.memory.complete(self.rng.choice(open_ones).id))
        return run(self.memory.complete(None, self.text()))

    def recall(self):
        """What the words find is what a look through everything finds."""
        keyword = self.rng.choice(_WORDS)[: 1 + self.rng.below(3)].strip()
        found = run(self.memory.recall(Query(None, keyword, limit=10000, room=1 << 30)))[0]
        wanted = set()
        for id, about in everything(self.memory).items():
            fields = dict(about[4])
            words = [fields.get(name, "") for name in ("content", "topic", "relation")]
            if fold(keyword) in fold("\n".join(words)):
                wanted.add(id)
        assert {record.id for record in found} == wanted, keyword

    def jump(self):
        clock, rng = self.bench.clock, self.rng
        clock.known = rng.below(5) > 0
        if rng.below(2):
            clock.seconds += rng.below(3) * 86400 + rng.below(86400)
        else:
            clock.seconds = max(0, clock.seconds - rng.below(40) * 86400)
        if clock.known and rng.below(2):
            clock.to("2026-02-%02d %02d:00" % (1 + rng.below(28), rng.below(24)))

    def tidy(self):
        """What a device does by night: archive by age, take a snapshot, pack, compact."""
        if self.away:
            return
        if self.bench.clock.known:
            run(retention.nightly(self.memory))
            run(retention.weekly(self.memory))
        self.save()
        self.work(1 << 30)
        self.memory.release_background()

    def save(self):
        if self.away:
            return
        before = self.hot()
        self.saved &= before  # a cut leaves the old one or the new one
        run(self.memory.save())
        self.saved = before

    def hot(self):
        """Ids of what is hot."""
        return {record.id for kind in WRITABLE for record in self.memory.each(kind)}

    def work(self, most=0):
        """Some steps of background work; what comes next meets it half done."""
        if self.away:
            return
        most = most or 1 + self.rng.below(60)
        background = self.memory.background()
        while most > 0:
            held = background.step()
            if held is None and not background.begin(False):
                return
            most -= 0 if held else 1

    def remind(self):
        for record, mark in run(reminders.mark_due(self.memory)):
            told = (record.id, record.get("when"), mark)
            assert told not in self.announced, told
            self.announced.add(told)
        for record, mark in reminders.undelivered(self.memory):
            told = (record.id, record.get("when"), mark)
            assert told not in self.delivered, told
            if self.rng.below(2):
                run(reminders.mark_delivered(self.memory, *told))
                self.delivered.add(told)
        self.learn(lambda id, before, after: before[0] == "dated" and before[1] < after[1])

    def give(self):
        what = self.rng.choice(sorted(affection.PRICES))
        before = self.memory.coins()
        after = run(affection.spend(self.memory, what)).get("coins")
        assert after == before + affection.PRICES[what][0]
        self.coins = after

    def count(self):
        """Statistics count what is there."""
        figures = run(self.memory.statistics().figures())
        if not self.away:
            assert figures["total"] == len(self.told), (figures, len(self.told))

    def export(self):
        if self.away:
            return
        found = {}
        for text in exported(self.memory)[0].split(b"\n")[:-1]:
            record = from_line(text).record
            if record.kind != "affection" and not record.deleted:
                found[record.id] = face(record)
        told = {id: plain(self.told[id]) for id in self.told}
        assert found == told, differences(told, found)

    def take_in(self):
        """Lines that are newer, older and new, some of them twice."""
        if self.away:
            return
        lines = {}
        for _ in range(1 + self.rng.below(12)):
            id = self.some_id() if self.rng.below(2) else "imp%d" % self.rng.below(400)
            about = self.told.get(id)
            kind = "fact" if about is None or about[0] == "dated" else about[0]
            text = self.text()
            if about is None or kind in ("fact", "moment", "like", "goal", "trait", "habit"):
                rev = self.rng.below(6) + 1
                lines[id] = line(id, kind, text, rev, hot=self.rng.below(3) == 0)
        refused = []
        data = "".join([lines[id] for id in sorted(lines)])
        wanted = {id: face(from_line(lines[id].encode()).record) for id in lines}
        try:
            counts = run(
                self.memory.import_lines(
                    pieces(data.encode()), lambda number, e: refused.append(number)
                )
            )
        finally:
            powered()
        order = sorted(lines)
        buried_words = self.buried.union(self.trashed_words())
        assert counts.stopped is None or isinstance(counts.stopped, Refused), counts.stopped
        for number, id in enumerate(order):
            before = self.told.get(id)
            newer = before[1] < wanted[id][1] if before else id not in self.ever
            buried = fold(dict(wanted[id][4])["content"]) in buried_words
            if newer and not buried and counts.stopped is None and number + 1 not in refused:
                assert self.now(id) == wanted[id], id
        self.learn(lambda id, before, after: id in wanted and plain(after) == wanted[id])

    def now(self, id):
        found = run(self.memory.record(id))
        return None if found is None else plain(face(found[0]))

    def forget(self):
        if self.away:
            return
        id = self.some_id()
        found = forget(self.memory, id=id)
        assert found.done or id not in self.told

        def covered(one, before, after):  # closed occurrences go with their series, old words too
            fields = dict(before[4])
            ids = (one, fields.get("series", id), fields.get("superseded_by", id))
            return after is None and any(found.ids.has(*_parts(one)) for one in ids)

        self.learn(covered)
        assert id not in self.told

    def restart(self):
        self.away = self.rng.below(5) == 0
        self.memory = self.bench.start(archive=not self.away)

    def lose(self):
        """NVS is erased: what the last snapshot had comes back, and nothing that has ended."""
        if self.away or self.memory.erasure_journal is not None:
            return
        hot = self.hot()
        self.memory.close()
        self.memory = self.bench.memory = None
        lose_nvs(self.bench)
        self.memory = self.bench.start()
        found = everything(self.memory)
        for id in found:
            assert id in self.told, id
            assert found[id] in self.faces[id], id
        for id in self.told:
            assert id in found or (id in hot and id not in self.saved), (id, self.told[id])
        self.told = found
        self.announced = set()  # (id, when, mark)
        self.delivered = set()

    # what must hold

    def take(self, change):
        """Learn from an acknowledged change; check what can be told from it alone."""
        if change is None or change.result == "NOOP":
            return
        record = change.record
        if change.result == "DELETED":
            words = fold(record.content)
            self.buried.add(words)
            del self.told[record.id]
            # The same in the archive, and its earlier words, are not to come back either.
            if not self.away:
                self.learn(
                    lambda id, before, after: (
                        after is None
                        and (
                            fold(dict(before[4]).get("content", "")) == words
                            or "superseded_by" in dict(before[4])
                        )
                    )
                )
            return
        if change.result == "ADDED":
            assert record.id not in self.told, record.id  # it may be back from the trash
        elif change.next is None:
            assert record.id in self.told, record.id
        self.told[record.id] = face(record)
        for other in (change.next, change.replaced):
            if other is not None:
                assert (other.id in self.told) == (other is change.next), other.id
                self.told[other.id] = face(other)
        self.ever.update(self.told)

    def trashed_words(self):
        """Words of what a change that was cut has deleted, too."""
        found = [one for one in self.memory.archive.scan() if one is not None and one.deleted]
        return {fold(one.content) for one in found}

    def learn(self, expected):
        """Take over what is there; each difference (id, before, after) must be expected."""
        found = everything(self.memory)
        for id in set(found) | set(self.told):
            before, after = self.told.get(id), found.get(id)
            if before != after and not (self.away and after is None):
                assert expected(id, before, after), (id, before, after)
                if after is None:
                    del self.told[id]
                else:
                    self.told[id] = after
        self.ever.update(self.told)

    def check(self):
        found = everything(self.memory)
        for id in self.told:
            faces = self.faces.setdefault(id, [])
            if not faces or faces[-1] != self.told[id]:
                faces.append(self.told[id])
        if self.away:
            for id in found:
                assert found[id] == self.told[id], id
        else:
            assert found == self.told, differences(self.told, found)
        self.check_caps()

    def check_caps(self):
        for kind in WRITABLE:
            assert self.memory.count(kind) <= BY_NAME[kind].cap, kind
        for kind in PROFILE:
            assert self.memory.count(kind) <= 1
        if not self.away:  # without an archive, closed occurrences wait in hot memory
            dated = self.memory.count("event") + self.memory.count("schedule")
            assert dated <= EVENTS_CAP + self.counts.get("closed away", 0), dated

    def step(self):
        self.steps += 1
        draw = self.rng.below(100)
        for limit, action in (
            (36, self.write),
            (46, self.correct),
            (54, self.delete),
            (61, self.complete),
            (64, self.recall),
            (67, self.remind),
            (70, self.jump),
            (71, self.tidy),
            (75, self.work),
            (76, self.give),
            (78, self.count),
            (79, self.export),
            (81, self.take_in),
            (82, self.forget),
            (83, self.save),
            (88, self.restart),
            (89, self.lose),
        ):
            if draw < limit:
                return self.do(action)
        return self.cut()

    def do(self, action):
        self.counts[action.__name__] = self.counts.get(action.__name__, 0) + 1
        away = self.away
        try:
            change = self.powered(action)
        except MemoryFault as e:
            assert e.code not in ("nvs", "flash"), e
            refused = "refused" if isinstance(e, Refused) else "rejected"
            self.counts[refused] = self.counts.get(refused, 0) + 1
            return
        if change is not None and change.next is not None and away:
            self.counts["closed away"] = self.counts.get("closed away", 0) + 1
        self.take(change)

    def powered(self, action):
        try:
            return action()
        finally:
            powered()

    def cut(self):
        """The power fails in the middle of something; of that, all or nothing is there."""
        self.counts["cut"] = self.counts.get("cut", 0) + 1
        flash = self.bench.flash
        flash.cut_at = flash.operations + 1 + self.rng.below(14)
        many = (self.tidy, self.take_in, self.remind, self.forget, self.work, self.save)
        action = self.rng.choice(
            (self.write, self.write, self.correct, self.delete, self.complete, self.give) + many
        )
        told = dict(self.told)
        try:
            self.do(action)
            flash.cut_at = 0
            return
        except PowerCut:
            pass
        self.away = False
        while True:
            try:  # now and then it fails in the recovery as well
                self.memory = self.bench.start(self.rng.below(40) if self.rng.below(3) else 0)
                self.bench.flash.cut_at = 0
                break
            except PowerCut:
                continue
        self.told = told
        found = everything(self.memory)
        changed = [id for id in found if id in self.told and found[id] != self.told[id]]
        gone = [id for id in self.told if id not in found]
        new = [id for id in found if id not in self.told]
        print("cut", action.__name__, changed, gone, new)
        if action not in many:
            assert len(changed) <= 1, changed
            assert len(gone) <= (3 if action == self.delete else 1), gone
            assert len(new) <= 1, new
            assert not (gone and (new or changed)), (gone, new, changed)
        elif action in (self.tidy, self.work, self.save):
            assert not (changed or gone or new), (changed, gone, new)
        elif action == self.remind:
            assert not (gone or new), (gone, new)
        elif action == self.forget:
            assert not (changed or new), (changed, new)
        else:
            assert not gone, gone
        for id in new:
            assert id not in self.ever or id.startswith("imp"), id
        self.told = found
        self.ever.update(found)


def plain(about):
    """A face without the source of what came with none, which an export leaves out."""
    fields = [pair for pair in about[4] if pair != ("source", "import")]
    return about[:4] + (fields,) + about[5:]


def _parts(id):
    """Epoch and counter, as an IdSet wants them."""
    return id[:3].encode(), int(id[3:])


def differences(told, found):
    lost = [id for id in told if id not in found]
    more = [id for id in found if id not in told]
    other = [(told[id], found[id]) for id in found if id in told and told[id] != found[id]]
    return "lost %r, too many %r, different %r" % (lost, more, other)


def live(seed, segment):
    life = Life(seed, segment)
    lived = False
    try:
        while life.steps < STEPS:
            life.step()
            life.check()
        life.memory = life.bench.start()
        life.away = False
        life.check()
        life.memory = life.bench.start()
        assert life.bench.flash.operations == 0
        lived = True
    finally:
        if not lived:
            print("step %d" % life.steps, life.counts)
            print(command('SEED="%d %d"' % (seed, segment)))
    print("seed %d:" % seed, len(life.told), "records of", len(life.ever), life.counts)
    assert life.memory.log.verify() == []
    figure("random_operations", life.steps)


def lives(seed, segment=1200):
    """One life, or the one that SEED says, or many."""
    only = os.getenv("SEED")
    if only:
        seed, segment = [int(part) for part in only.split()]
    long = os.getenv("LONG", "") not in ("", "0") and not only
    for number in range(LIVES if long else 1):
        live(seed + 100 * number, segment)


def test_a_life_drawn_with_seed_1():
    lives(1)


def test_a_life_drawn_with_seed_2():
    lives(2)


def test_a_life_drawn_with_seed_3():
    lives(3, 4000)


def test_a_life_drawn_with_seed_4():
    lives(4, 600)
