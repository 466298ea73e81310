"""
Runs one test function of one file, on MicroPython or CPython: _run.py FILE FUNCTION.

An `async def` function is given an event loop. The last line of stdout says that the function
returned; the collector (tests_host/conftest.py) takes no exit status for it.
"""

import asyncio
import sys


def main(path, name):
    folder, _, file = path.rpartition("/")
    sys.path.insert(0, folder)
    function = getattr(__import__(file[:-3]), name)
    result = function()
    if result is not None:
        if not hasattr(result, "send"):
            raise TypeError("%s returned %r: a test returns nothing" % (name, result))
        asyncio.run(result)
    print("returned", name)


main(sys.argv[1], sys.argv[2])
