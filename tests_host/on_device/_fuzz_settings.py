"""
Fuzz target: settings, and what else is kept in NVS beside hot memory, whatever is told or lies
there.

An input is a JSON list of steps, lived one after the other on one chip, which starts anew after
each. ["set", name, value] keeps a setting; ["blob", namespace, key, hex] and ["number", namespace,
key, value] write what no setting would be; ["raw", hex] edits the bytes of the partition. Asked of
every start: all that reads there comes to its end, with values of the right types. Of every `set`:
what was taken is there, also after the start; what was refused says why and has changed nothing.
The answer is how many were taken.
"""

import gc
import json
from binascii import unhexlify

import _fuzz_nvs
from _bench import Bench, Random
from _fuzz_nvs import raw
from esp32 import NVS

from firmware.cloud.endpoint_cache import EndpointCache
from firmware.companion.chat_history import ChatHistory
from firmware.companion.extraction_queue import ExtractionQueue
from firmware.service import keys
from firmware.system import events, identity
from firmware.system.clock import Clock
from firmware.system.setting_defaults import DEFAULTS
from firmware.system.settings import Settings

_AT, _SIZE = 0x9000, 0xC000
_SIZES = {"set": 3, "raw": 2, "blob": 4, "number": 4}  # of steps


def start():
    global _bench, _blank
    events.log = lambda level, module, text: None
    _bench = Bench(disk_kb=0)
    for name, value in (("cloud", "wss://a.example/x"), ("owner", "小明"), ("http_rate", 9)):
        Settings({}).set(name, value)
    looked_at()
    _blank = bytes(_bench.image)
    _fuzz_nvs._used = list(range(_AT, _AT + 4096, 32))


def looked_at():
    """All settings by name; what else is there is read as a start reads it."""
    settings = Settings({})
    found = {}
    for name in DEFAULTS:
        value = found[name] = settings.get(name)
        default = DEFAULTS[name]
        if default is not None:
            assert type(value) is type(default), (name, value)
    rng = Random(1)
    ring = keys.Keys(rng)
    assert len(ring.show()) == len(ring.rows()) <= 11
    assert len(identity.client_id(rng)) == 36
    EndpointCache().load()
    for message in ChatHistory(NVS("talk")).messages():
        assert isinstance(message.text, str)
    pending = ExtractionQueue(NVS("talk"))
    pending.open()
    assert isinstance(pending.texts(), list)
    Clock()
    return found


def one(data):
    gc.collect()
    _bench.image[:] = _blank
    _bench.power_on()
    before = looked_at()
    taken = 0
    for step in steps_of(data):
        kind, rest = step[0], step[1:]
        if kind == "set":
            taken += told(rest[0], rest[1], before)
        elif kind == "raw":
            raw(_bench.image, unhexlify(rest[0]))
        else:
            put(kind, *rest)
        _bench.power_on()
        after = looked_at()
        assert kind != "set" or after == before, (before, after)
        before = after
    return taken


def steps_of(data):
    """The steps; none of what is the half of a finding, while that is made smaller."""
    try:
        steps = json.loads(data)
    except ValueError:
        return []
    lists = [step for step in steps if isinstance(step, list)] if isinstance(steps, list) else []
    return [step for step in lists if step and _SIZES.get(str(step[0])) == len(step)]


def told(name, value, before):
    """Tell a setting; 1 where it was taken, and `before` has it then."""
    try:
        Settings({}).set(name, value)
    except ValueError as e:
        assert len(e.args[0]) > 10
        return 0
    except OSError:
        return 0  # no room, or a chip that refuses
    before[name] = bool(value) if isinstance(DEFAULTS[name], bool) else value
    return 1


def put(kind, namespace, key, value):
    try:
        if kind == "blob":
            NVS(namespace).set_blob(key, unhexlify(value))
        else:
            NVS(namespace).set_i32(key, value)
    except (OSError, ValueError, TypeError):
        return  # NVS has a value of another type there, or no room
