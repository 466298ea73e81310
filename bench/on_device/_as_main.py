"""
The heap as main.py and firmware.startup have it: imported before the device's modules, this packs
what stays close together. A heap with holes makes each larger allocation search longer.
"""

import gc

gc.threshold(131072)


def loaded() -> None:
    """Everything is imported: collect as rarely as a running device."""
    gc.collect()
    gc.threshold(gc.mem_free() // 2)
