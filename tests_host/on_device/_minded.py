"""For device-side tests: a Bench whose memory has a mind."""

from _bench import Bench, run
from memory.changes import succession
from mind.mind import Mind


class Minded(Bench):
    """`mind` is that of the memory that is open; `kept` the settings that are not the usual."""

    kept = {}
    mind = None

    def open(self, root):
        memory = super().open(root)
        run(succession.finish(memory))
        self.mind = Mind(memory, self.clock, self.kept)
        run(self.mind.load())
        return memory


def members(mind):
    """The ids of all that may be offered, sorted."""
    found = mind.notebook.members
    return sorted([found.get(number).id for number in range(found.count)])
