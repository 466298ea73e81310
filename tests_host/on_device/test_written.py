"""
What is kept in NVS beside hot memory, on flash that wears out or rots: settings, keys, identity,
places, the words of a conversation. What was kept is there, or it is said that it is lost.
"""

from _bench import Bench, Random
from _figures import figure
from _raised import raised
from esp32 import NVS

from firmware.cloud.endpoint_cache import EndpointCache
from firmware.companion.chat_history import OWNER, ChatHistory
from firmware.companion.extraction_queue import ExtractionQueue
from firmware.service import keys
from firmware.system import events, identity
from firmware.system.clock import Clock
from firmware.system.nvs import put, put_number
from firmware.system.settings import Settings
from sim.faults import Faults

_NVS, _PAGE, _ENTRIES = 0x9000, 4096, 64
_PLACES = {"websocket": {"url": "wss://a.example/ws", "token": "t" * 300}}


class Device:
    """NVS alone, on flash with faults; `said` is what was logged since the start."""

    def __init__(self):
        self.bench = Bench(disk_kb=0)
        self.faults = self.bench.faults = Faults()
        self.start()

    def start(self):
        self.bench.power_on()
        self.said = []
        events.log = lambda level, module, text: self.said.append(text)

    def find(self, data):
        """Where these bytes are on the chip."""
        at = self.bench.image.find(data, _NVS)
        assert at > 0
        return at


def all_kept(rng):
    """Change each of them once; what is then kept, as a list."""
    number = rng.below(10000)
    text = "wss://example.com/%d/" % number + "x" * rng.below(300)
    Settings({}).set("cloud", text)
    Settings({}).set("http_rate", number)
    places = {"websocket": {"url": text[:100], "token": "t"}}
    EndpointCache().keep(places)
    ring = keys.Keys(rng)
    if "laptop" not in [name for name, _ in ring.show()]:
        ring.add("laptop", "read")
    ring.rotate("laptop")
    talk = ChatHistory(NVS("talk"))
    talk.hear(OWNER, text[:200], number)
    talk.save(70)
    rows = sorted([(name, scope, bytes(secret)) for name, scope, secret in ring.rows()])
    return [text, number, places, (text[:200], number), rows, identity.client_id(rng)]


def there(rng):
    settings = Settings({})
    said = [(one.text, one.when) for one in ChatHistory(NVS("talk")).messages()]
    last = said[-1] if said else None
    rows = [(name, scope, bytes(secret)) for name, scope, secret in keys.Keys(rng).rows()]
    kept = [settings.get("cloud"), settings.get("http_rate"), EndpointCache().load(), last]
    return kept + [sorted(rows), identity.client_id(rng)]


def test_bits_that_no_longer_erase_or_program_cost_nothing_that_was_kept():
    tried = 0
    for how, mask, page in (("wear", 0x20, 1), ("weaken", 0x08, 1), ("weaken", 0x41, 2)):
        device = Device()
        rng = Random(page + mask)
        begin = _NVS + page * _PAGE
        getattr(device.faults, how)(begin + _ENTRIES, _PAGE - _ENTRIES, mask)
        device.bench.flash.erase(begin)
        for turn in range(12):
            kept = all_kept(rng)
            tried += 1
            if turn % 3 == 2:
                device.start()
                assert there(rng) == kept, (how, page, turn)
        assert device.faults.met["worn"] + device.faults.met["weak"] > 0
    figure("nvs_writes_on_worn_flash", tried)


def test_flash_that_keeps_nothing_is_said_and_not_taken_for_kept():
    device = Device()
    device.faults.weaken(_NVS, 12 * _PAGE, 0xFF)
    kv = NVS("cfg")
    assert "cfg" not in str(raised(OSError, put, kv, "k", b"secret"))
    raised(OSError, put_number, kv, "n", 7)
    raised(OSError, Settings({}).set, "owner", "小明")
    assert Settings({}).get("owner") == ""


def test_a_setting_that_rots_is_said_and_is_as_nobody_had_set_it():
    device = Device()
    Settings({}).set("cloud", "wss://example.com/one")
    Settings({}).set("owner", "王浩宇")
    device.faults.flip(device.find(b"wss://example.com/one") + 3)
    device.start()
    assert Settings({}).get("cloud") == ""
    assert Settings({}).get("owner") == "王浩宇"
    Settings({}).set("cloud", "wss://example.com/two")
    device.start()
    assert Settings({}).get("cloud") == "wss://example.com/two"


def test_what_is_there_and_cannot_be_read_is_said():
    device = Device()
    kv = NVS("cfg")
    kv.set_blob("http_rate", b"text where a number belongs")
    kv.set_i32("cloud", 7)
    kv.set_blob("owner", b"\xff\xfe no UTF-8")
    kv.set_blob("wifi", b"x" * 1500)
    settings = Settings({})
    found = [settings.get(name) for name in ("http_rate", "cloud", "owner", "wifi")]
    assert found == [200, "", "", ""], found
    for name in ("owner", "wifi"):
        assert [text for text in device.said if text.startswith(name + " ")], device.said
    assert "x" * 20 not in repr(device.said)
    cloud = NVS("cloud")
    cloud.set_blob("uuid", b"\xff" * 36)
    assert len(identity.client_id(Random(1))) == 36
    assert [text for text in device.said if "Client-Id" in text]
    assert identity.client_id(Random(2)) == identity.client_id(Random(3))


def test_nvs_that_is_not_read_today_costs_no_start():
    """Each is as if it were not there, for today; what is there is there tomorrow."""
    device = Device()
    rng = Random(5)
    kept = all_kept(rng)
    for page in (0, 1):
        device.start()
        settings, talk, places = Settings({}), ChatHistory(NVS("talk")), EndpointCache()
        device.faults.fail_read(_NVS + page * _PAGE + _ENTRIES, _PAGE - _ENTRIES)
        assert settings.get("http_rate") in (200, kept[1])
        assert settings.get("cloud") in ("", kept[0])
        assert list(talk.messages()) == [] or page
        assert places.load() in ({}, kept[2])
        Clock()
        ExtractionQueue(NVS("talk")).open()
        device.faults.clear()
        device.start()
        assert there(rng) == kept
