"""
For device-side tests: the command that plays a failure again, alone.

The collector (tests_host/conftest.py) gives the test's own command in REPLAY; without it, as when
_run.py is called by hand, the test is named by its file and function.
"""

import os
import sys


def command(setting):
    """The one command that runs this test with `setting` (NAME="value") in its environment."""
    test = os.getenv("REPLAY")
    if not test:
        test = "./tools/test.sh %s::%s" % (sys.argv[1], sys.argv[2])
    return setting + " " + test
