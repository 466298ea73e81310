"""
For device-side tests: power cuts at every flash operation, on a chip in RAM.

    for cut in every_cut(image, TABLE, scenario, seed):
        ... what must hold now that the chip has started again: cut.n, cut.done

Each round starts from a copy of `image`, powers the chip on, runs `scenario()`, cuts the power in
the n-th operation, starts again. The last round needs fewer operations than n and is not cut.
"""

from sim import chip
from sim.nor import NorFlash, PowerCut


class Cut:
    """One round: `n` the operation cut, `done` if none was, `flash` of the new start."""

    def __init__(self, n, done, flash):
        self.n = n
        self.done = done
        self.flash = flash


def blank_chip(table):
    """An erased chip in RAM, powered on; its bytes."""
    image = chip.blank(table)
    chip.power_on(NorFlash(image, len(image)), table)
    return image


def restart(image, table):
    """Start the chip again from its bytes; the new flash."""
    flash = NorFlash(image, len(image))
    chip.power_on(flash, table)
    return flash


def every_cut(image, table, scenario, seed=0, again=0):
    """
    Yield a Cut for n = 1, 2, ... With `again` the start after it loses power too, in operation
    `again`, and the chip starts a third time.
    """
    n = 0
    done = False
    while not done:
        n += 1
        ram = bytearray(image)
        flash = NorFlash(ram, len(ram), n, seed)
        done = run(flash, table, scenario)
        assert flash.garbled == 0, "a program wanted bits set, cut %d seed %d" % (n, seed)
        if again:
            run(NorFlash(ram, len(ram), again, seed), table, None)
        flash = restart(ram, table)
        assert flash.garbled == 0 or again, "repair wanted bits set, cut %d seed %d" % (n, seed)
        yield Cut(n, done, flash)


def run(flash, table, scenario):
    """Power on and run; False if the power was cut."""
    try:
        chip.power_on(flash, table)
        if scenario:
            scenario()
    except PowerCut:
        return False
    return True
