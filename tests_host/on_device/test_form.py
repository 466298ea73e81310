"""What the page sends becomes settings, or words for each field that is wrong."""

from _raised import raised

from firmware.setup import form
from firmware.words import setup_en as english
from firmware.words import setup_zh as chinese
from firmware.words.setup import say

ZONES = "is a name like Europe/Berlin, an offset like +08:00, or a TZ string of POSIX"
NETWORKS = [("Home", False), ("Café", True), ("Both", False), ("Both", True)]


class Settings:
    def __init__(self, **kept):
        self._kept = {"wifi": "", "wifi_key": "", "cloud": ""}
        self._kept.update(kept)

    def get(self, name):
        return self._kept[name]


def filled(**changed):
    whole = {
        "network": "Home",
        "other": "",
        "key": "password",
        "owner": " 王小明 ",
        "language": "zh",
        "zone": "Asia/Shanghai",
        "place": "",
        "channel": "lan",
        "url": "",
    }
    whole.update(changed)
    return whole


def read(before=None, **changed):
    return form.settings(filled(**changed), NETWORKS, before or Settings())


def wrong(**changed):
    """Fields with the English words for what is wrong with them."""
    return [(field, say("en", code, *values)) for field, code, values in read(**changed)[1]]


def test_names_and_values_come_out_of_their_encoding():
    body = b"a=1&name=%E7%8E%8B%e5%b0%8f+%2B%26%3D%25&a=2&empty=&alone&=x"
    assert form.fields(body) == {
        "a": "1", "name": "王小 +&=%", "empty": "", "alone": "", "": "x",
    }  # fmt: skip
    for bad in (b"a=%", b"a=%4", b"a=%zz", b"a=%ff", b"%-1=a", b"a=\xff"):
        raised(ValueError, form.fields, bad)
    assert form.fields(b"") == {"": ""}


def test_a_form_that_is_right_becomes_settings():
    made, bad = read()
    assert bad == []
    assert made == {
        "wifi": "Home", "wifi_key": "password", "owner": "王小明", "language": "zh",
        "zone": "Asia/Shanghai", "cloud": "", "http": True, "http_host": "0.0.0.0",
    }  # fmt: skip
    assert "owner" not in read(owner=" ")[0]
    made, bad = read(network="+", other="Hidden one", zone="+", place=" -03:30 ",
                     channel="xiaozhi",
                     url=" https://a.example/xiaozhi/ota/ ")  # fmt: skip
    assert bad == []
    assert made["wifi"] == "Hidden one" and made["zone"] == "-03:30"
    assert made["cloud"] == "https://a.example/xiaozhi/ota/" and "http" not in made
    made, bad = read(channel="endpoint", url="wss://a.example/mcp/?token=x")
    assert bad == [] and made["cloud"] == "endpoint+wss://a.example/mcp/?token=x"


def test_an_open_network_needs_no_password_and_another_does():
    assert read(network="Café", key="")[1] == []
    assert read(network="Both", key="")[1] == []
    assert read(network="+", other="Unseen", key="")[1] == []
    assert wrong(key="") == [("key", "this network has a password")]


def test_the_password_that_it_has_is_kept_where_none_is_typed():
    before = Settings(wifi="Home", wifi_key="old password")
    made, bad = read(before, key="")
    assert bad == [] and made["wifi_key"] == "old password"
    assert read(before, key="a new one")[0]["wifi_key"] == "a new one"
    assert read(before, network="Café", key="")[0]["wifi_key"] == ""


def test_the_address_that_it_has_is_kept_where_none_is_given_for_the_same_channel():
    for cloud, name in (("endpoint+wss://a/?token=x", "endpoint"), ("https://a/", "xiaozhi")):
        made, bad = read(Settings(cloud=cloud), channel=name)
        assert bad == []
        assert made["cloud"] == cloud
    _, bad = read(Settings(cloud="https://a/"), channel="endpoint")
    assert bad == [("url", "need_url", ())]
    assert read(Settings(cloud="https://a/"))[0]["cloud"] == ""


def test_each_field_says_what_is_wrong_with_it():
    for changed, field, words in (
        ({"network": ""}, "network", "choose a network"),
        ({"network": "+"}, "network", "choose a network"),
        ({"network": "+", "other": "名" * 11}, "network", "is too long: 32 bytes at most"),
        ({"network": "a\nb"}, "network", "has a character that cannot be seen"),
        ({"key": "short"}, "key", "has 8 to 63 characters"),
        ({"key": "k" * 64}, "key", "has 8 to 63 characters"),
        ({"owner": "名" * 21}, "owner", "is too long: 60 bytes at most"),
        ({"language": "fr"}, "language", "is one of: zh, en"),
        ({"zone": "900"}, "zone", ZONES),
        ({"zone": "Asia"}, "zone", ZONES),
        ({"zone": "+"}, "zone", ZONES),
        ({"zone": "+", "place": "UTC+8"}, "zone", ZONES),
        ({"zone": ""}, "zone", ZONES),
        ({"zone": "9" * 4000}, "zone", "is too long: 60 bytes at most"),
        ({"channel": "mqtt"}, "channel", "is one of: xiaozhi, endpoint, lan"),
        ({"channel": "xiaozhi"}, "url", "give the address"),
        ({"channel": "xiaozhi", "url": "wss://a"}, "url", "begins with http:// or https://"),
        ({"channel": "endpoint", "url": "https://a"}, "url", "begins with ws:// or wss://"),
        ({"channel": "endpoint", "url": "wss://"}, "url", "is no address"),
        ({"channel": "endpoint", "url": "wss://a wss://b"}, "url", "is no address"),
        ({"channel": "xiaozhi", "url": "http://" + "a" * 1020}, "url",
         "is too long: 1024 bytes at most"),
    ):  # fmt: skip
        assert wrong(**changed) == [(field, words)], (changed, wrong(**changed))


def test_of_an_empty_form_every_field_is_named_once():
    _, bad = form.settings({}, NETWORKS, Settings())
    fields = sorted([field for field, _, _ in bad])
    assert fields == ["channel", "language", "network", "zone"], bad


def test_every_word_is_there_in_both_languages_with_the_same_values():
    zh, en = [
        [row.split("\t") for row in one.TEXTS.strip().split("\n")] for one in (chinese, english)
    ]
    assert [row[0] for row in zh] == [row[0] for row in en]
    for (code, one), (_, other) in zip(zh, en):
        assert one and other and one.count("%s") == other.count("%s"), code
        values = ["x"] * one.count("%s")
        assert say("zh", code, *values) == one.replace("%s", "x")
        assert say("en", code, *values) == other.replace("%s", "x")
    assert say("en", "no such code") == ""
