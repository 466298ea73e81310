"""Memory restart: a failed operation of NVS, and an archive that could not be read."""

from _bench import Bench, everything, run, write
from _figures import figure
from _raised import raised
from esp32 import NVS
from memory.errors import Broken, MemoryFault

from firmware.app import Companion
from firmware.companion.memory_restart import MemoryRestart
from firmware.system.settings import Settings
from sim.faults import Faults
from sim.nor import PowerCut

HEAP = "8M"  # several chips in RAM
THOROUGH = ("test_whichever_operation_of_nvs_fails_in_a_change_a_restart_has_all_and_takes_more",)
_NVS = 0x9000
_NVS_SIZE = 0xC000


class Restarting(Exception):
    """What machine.reset() is here."""


class Uptime:
    seconds = 0

    def uptime(self):
        return self.seconds


class Speaking:
    speaking = False


class Living(Companion):
    """The companion over the memory of a bench."""

    def __init__(self, bench):
        super().__init__(Settings({}), None)
        self.memory = bench.memory
        self.clock = Uptime()
        self.conversation = Speaking()
        self.saved = 0

    async def save(self):
        self.saved += 1


class World:
    """A bench with faults, its companion, and what restarts it."""

    def __init__(self):
        self.bench = Bench()
        self.faults = self.bench.faults = Faults()
        NVS("sys").set_i32("boots", 1)
        self.start()

    def start(self, cut_at=0):
        memory = self.bench.start(cut_at)
        self.companion = Living(self.bench)
        self.restart = MemoryRestart(self.companion, self._reset)
        return memory

    def _reset(self):
        raise Restarting

    def seconds_to_restart(self, most):
        """After so many seconds it restarts; None where it does not within `most`."""
        for seconds in range(10, most + 1, 10):
            self.companion.clock.seconds += 10
            try:
                run(self.restart.look(10))
            except Restarting:
                assert self.companion.saved
                return seconds
        return None

    def break_hot(self):
        """The next operation of NVS fails in the middle of a change."""
        self.faults.fail_program(_NVS, _NVS_SIZE, 1)
        raised(Broken, write, self.bench.memory, "fact", "没记住的事")
        assert self.companion.memory_trouble == "hot"


def test_where_all_is_well_nothing_is_restarted():
    world = World()
    assert world.companion.memory_trouble is None
    assert world.seconds_to_restart(7200) is None


def test_a_failed_write_of_nvs_is_mended_by_a_restart_and_writes_are_taken_again():
    world = World()
    write(world.bench.memory, "fact", "先前的事")
    before = everything(world.bench.memory)
    world.break_hot()
    raised(Broken, write, world.bench.memory, "fact", "也没记住")
    assert everything(world.bench.memory) == before
    assert world.seconds_to_restart(900) == 600  # NVS does not count it: not soon after a start
    memory = world.start()
    assert world.companion.memory_trouble is None
    found = everything(memory)
    assert [found[id] for id in before] == [before[id] for id in before]
    assert write(memory, "fact", "后来的事").result == "ADDED"


def test_a_restart_waits_while_the_owner_talks():
    world = World()
    world.break_hot()
    world.companion.conversation.speaking = True
    assert world.seconds_to_restart(7200) is None
    world.companion.conversation.speaking = False
    assert world.seconds_to_restart(10) == 10


def unreadable_archive():
    """A device that has started without its archive, whose flash cannot be read."""
    world = World()
    write(world.bench.memory, "fact", "先前的事")
    world.companion.memory.give_up_archive("a read failed")
    return world


def test_an_archive_that_stays_away_is_looked_for_less_and_less_often_and_then_no_more():
    world = unreadable_archive()
    for seconds in (60, 600, 1200, 2400, 4800):
        assert world.companion.memory_trouble == "archive"
        assert world.seconds_to_restart(9000) == seconds
        world.start().give_up_archive("a read failed")
    assert world.seconds_to_restart(36000) is None
    assert world.companion.memory_trouble == "archive"  # and the device status says so


def test_an_archive_that_is_not_ours_or_not_there_is_no_reason_to_restart():
    world = unreadable_archive()
    world.companion.archive_problem = "the partition holds another file system"
    assert world.companion.memory_trouble == "archive"
    assert world.seconds_to_restart(36000) is None


def test_an_hour_without_a_problem_forgets_the_restarts():
    world = unreadable_archive()
    assert world.seconds_to_restart(9000) == 60
    world.start()
    assert world.seconds_to_restart(3600) is None
    world.start().give_up_archive("a read failed")
    assert world.seconds_to_restart(9000) == 60


def changes():
    """Changes of one record, of a batch, and one that moves records to the archive."""

    def add(memory):
        write(memory, "fact", "新的事")

    def correct(memory):
        run(memory.correct(memory.hot("fact")[0].id, None, "改正的事", {}))

    def delete(memory):
        run(memory.delete(memory.hot("fact")[-1].id))

    def turn(memory):
        write(memory, "like", "香菜")  # a dislike: a batch of two keys

    def evict(memory):
        for number in range(20):
            write(memory, "fact", "第%d件各不相同的事" % number)

    return (add, correct, delete, turn, evict)


class FailingAt(Faults):
    """The `at`-th program or erase of NVS from `arm` on fails."""

    def __init__(self):
        super().__init__()
        self.count = self.at = 0

    def arm(self, at):
        self.count, self.at = 0, at

    def check(self, what, offset, size):
        if what != "read" and _NVS <= offset < _NVS + _NVS_SIZE:
            self.count += 1
            if self.count == self.at:
                (self.fail_program if what == "program" else self.fail_erase)(offset, 1, 1)
        super().check(what, offset, size)


def lived():
    bench = Bench()
    bench.faults = FailingAt()
    memory = bench.start()
    for number in range(6):
        write(memory, "fact", "早先第%d件事" % number)
    write(memory, "dislike", "香菜")
    return bench


def failed(whole, change, at):
    """A device on which that operation of the change has failed, and what it then holds."""
    bench = whole.copy()
    bench.faults = FailingAt()
    memory = bench.start()
    bench.faults.arm(at)
    try:
        change(memory)
    except MemoryFault:
        pass
    reached = bench.faults.count >= at
    return bench, everything(memory), reached


def test_whichever_operation_of_nvs_fails_in_a_change_a_restart_has_all_and_takes_more():
    """Each record is as memory showed it; those of the one change are as before or after it."""
    trials = cuts = unsure = 0
    whole = lived()
    before = everything(whole.copy().start())
    for change in changes():
        memory = whole.copy().start()
        change(memory)
        after = everything(memory)
        at = 0
        reached = True
        while reached and at < 60:
            at += 1 + at // 8
            bench, seen, reached = failed(whole, change, at)
            for cut in (0, 1, 2, 5):  # a power cut during the recovery, and another start
                other = bench.copy()
                try:
                    other.start(cut)
                except PowerCut:
                    cuts += 1
                memory = other.start()
                found = everything(memory)
                new = [id for id in found if id not in seen]
                changed = [id for id in seen if found.get(id) != seen[id]] + new
                where = (change.__name__, at, cut, changed)
                assert len(changed) <= (2 if change.__name__ == "turn" else 1), where
                states = [[state.get(id) for id in changed] for state in (found, before, after)]
                assert states[0] in states[1:], where
                unsure += len(changed)
                assert write(memory, "trait", "耐心").result == "ADDED"
                assert len(everything(other.start())) == len(found) + 1
                trials += 1
    assert trials > 40 and cuts > 20 and unsure > 0, (trials, cuts, unsure)
    figure("restarts_that_mend", trials)
    figure("cuts_depth_1", cuts)
