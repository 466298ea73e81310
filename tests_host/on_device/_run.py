"""
Runs test functions of one file, on MicroPython or CPython: _run.py FILE FUNCTION, or
_run.py FILE NAMES, where NAMES is a file with a slash that the names of functions are read from,
a line each, as they are written.

An `async def` function is given an event loop. After each function a line says that it returned;
the collector (tests_host/conftest.py) takes no exit status for it. What a function raises ends
the process.
"""

import asyncio
import gc
import sys

# As boot.py does: MicroPython looks for a file of that name at every import of one.
for _name in "array binascii collections errno hashlib io json os re socket struct time".split():
    sys.modules[_name] = __import__(_name)


def main(path, names):
    folder, _, file = path.rpartition("/")
    sys.path.insert(0, folder)
    module = __import__(file[:-3])
    if "/" not in names:
        run(module, names)
        return
    with open(names) as lines:
        for line in lines:
            asyncio.new_event_loop()  # without what the last one left waiting
            gc.collect()
            run(module, line.strip())


def run(module, name):
    result = getattr(module, name)()
    if result is not None:
        if not hasattr(result, "send"):
            raise TypeError("%s returned %r: a test returns nothing" % (name, result))
        asyncio.run(result)
    print("returned", name)


main(sys.argv[1], sys.argv[2])
