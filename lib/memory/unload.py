"""
Unload: gives back the heap that seldom needed modules take.

A module is forgotten by taking it out of `sys.modules` and of its package; the collector has its
code once nobody holds anything of it. Names and short words of it stay: MicroPython never forgets
those. Nor does it give back machine code, which lies outside of the heap: a module that has some
says `STAYS = True` and is loaded once only, or each load would cost its size again, for ever.
"""

import sys


def unload(start: "str | tuple") -> None:
    """
    Forget the modules whose full names begin so (`memory.extract`), also those whose import failed
    half way; not those that stay.
    """
    for name in list(sys.modules):
        if name.startswith(start) and not getattr(sys.modules[name], "STAYS", False):
            del sys.modules[name]
            package, _, last = name.rpartition(".")
            above = sys.modules.get(package)
            if hasattr(above, last):
                delattr(above, last)
