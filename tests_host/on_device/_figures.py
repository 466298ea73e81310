"""
For device-side tests: what a test has tried, in numbers, for docs/RELIABILITY.md.

The collector (tests_host/conftest.py) takes these lines from what a test prints; the names and
how values of one name go together are in tests_host/promises.py.
"""

import json


def figure(name, value):
    """Tell a number, such as the cuts tried; a name may be told again."""
    print("FIGURE", json.dumps({"name": name, "value": value}))
