"""Settings have types and limits, come from whoever decided, and from the format before them."""

from _cuts import blank_chip, every_cut, restart
from _raised import raised
from esp32 import NVS

from firmware.boards import devkit
from firmware.system import events, setting_rules
from firmware.system.setting_defaults import DEFAULTS, VERSION
from firmware.system.settings import Settings

TABLE = [("nvs", 1, 2, 0, 6 * 4096)]
SAID = []


def fresh(board=None):
    """Settings on an empty chip; what is logged goes to SAID."""
    SAID.clear()
    events.log = lambda *row: SAID.append(row)
    blank_chip(TABLE)
    return Settings(board or {})


def kept_before(**values):
    """What firmware before version 1 has kept: as it wrote it, without a look at it."""
    kv = NVS("cfg")
    for name, value in values.items():
        if isinstance(DEFAULTS[name], (bool, int)):
            kv.set_i32(name, value)
        else:
            kv.set_blob(name[:14], value)
    kv.commit()


def test_every_default_is_a_value_that_may_be_kept():
    fresh()
    for name, value in DEFAULTS.items():
        if value is not None:
            setting_rules.check(name, value)
            assert len(name) <= 15, name
    keys = [name[:14] for name in DEFAULTS if isinstance(DEFAULTS[name], str)]
    assert len(set(keys)) == len(keys)


def test_each_has_the_type_of_its_default_however_it_was_decided():
    settings = fresh()
    for name, value in (
        ("http", True), ("http_port", 0), ("zone", "-12:00"), ("wifi", "Café 的 5G"),
        ("wifi_key", "12345678"), ("owner", "王小明"), ("setup", "on"), ("cloud_stay", False),
        ("cloud", "wss://token@a.example/ws https://b.example/xiaozhi/ota/"), ("http_rate", 10000),
        ("wifi_key", "0123456789abcdef" * 4), ("allowed_origins", "x" * 1024), ("wifi_key", ""),
        ("http_host", "0.0.0.0"), ("owner", ""), ("cloud", ""),
        ("time_server", "10.0.0.1 ntp.example"),
        ("zone", "Europe/Berlin"), ("zone", "<+0330>-3:30"),
        ("llm_url", "https://api.example/v1"), ("llm_url_2", "HTTP://10.0.0.7:11434"),
        ("llm_key", "sk-" + "x" * 300), ("llm_model", "通义 qwen3:4b"), ("llm_url", ""),
        ("llm_path_3", "/v1/chat/completions?api-version=1"), ("llm_embed_model", "bge-m3"),
        ("llm_whole_s", 3600),
    ):  # fmt: skip
        settings.set(name, value)
        again = Settings({})
        assert again.get(name) == value, name
        assert type(again.get(name)) is type(DEFAULTS[name]), name


def test_what_cannot_be_is_refused_in_words_and_nothing_is_changed():
    settings = fresh()
    settings.set("zone", "+01:00")
    settings.set("wifi_key", "12345678")
    for name, value, words in (
        ("nonsense", 1, "no setting nonsense; there are "),
        ("http_rate", True, "http_rate is a number from 0 to 10000"),
        ("http_rate", "60", "http_rate is a number from 0 to 10000"),
        ("zone", 60, "zone is a text"),
        (
            "zone",
            "60",
            "zone is a name like Asia/Shanghai or Europe/Berlin, an offset like +08:00",
        ),
        ("zone", "Asia/Peking", "zone is a name like "),
        ("zone", "UTC+8", "zone is a name like "),
        ("zone", "", "zone is a name like "),
        ("zone", "A" * 61, "zone has more than 60 bytes"),
        ("time_port", 1 << 40, "time_port is a number from 1 to 65535"),
        ("http", 2, "http is True or False"),
        ("http", "yes", "http is True or False"),
        ("language", "fr", "language is one of zh, en"),
        ("setup", "", "setup is one of auto, on, off"),
        ("owner", 5, "owner is a text"),
        ("owner", "名" * 21, "owner has more than 60 bytes"),
        ("owner", "a\nb", "owner has a control character"),
        ("wifi", "x" * 33, "wifi has more than 32 bytes"),
        ("wifi", "a\0b", "wifi has a control character"),
        ("wifi_key", "1234567", "wifi_key has 8 to 63 characters, or none for an open network"),
        ("wifi_key", "x" * 64, "wifi_key has 8 to 63 characters, or none for an open network"),
        ("wifi_key", "x" * 65, "wifi_key has more than 64 bytes"),
        ("http_host", "0.0.0", "http_host is an IPv4 address: "),
        ("http_host", "1.2.3.256", "http_host is an IPv4 address: "),
        ("http_host", "pet.local", "http_host is an IPv4 address: "),
        ("time_server", "", "time_server is one or more names or addresses of "),
        ("llm_url", "api.example/v1", "llm_url is none or the address of a server without a key"),
        ("llm_url", "https://", "llm_url is none or the address of a server without a key"),
        ("llm_url_2", "https://key@api.example", "llm_url_2 is none or the address of a server"),
        ("llm_url_3", "https://a.example/ v1", "llm_url_3 is none or the address of a server"),
        ("llm_path", "chat/completions", "llm_path is a path like /chat/completions"),
        ("llm_key", "a key", "llm_key has letters, digits and signs of ASCII, without spaces"),
        ("llm_key_2", "钥匙", "llm_key_2 has letters, digits and signs of ASCII"),
        ("llm_key_3", "x" * 1025, "llm_key_3 has more than 1024 bytes"),
        ("llm_first_s", 0, "llm_first_s is a number from 1 to 600"),
        ("cloud", "a.example", "cloud is none or more URLs between spaces, like "),
        ("cloud", "wss://", "cloud is none or more URLs between spaces, like "),
        ("cloud", "wss://a.example ftp://b.example", "cloud is none or more URLs "),
        ("cloud", "wss://名.example/", "cloud is none or more URLs between spaces, like "),
    ):
        said = str(raised(setting_rules.SettingError, settings.set, name, value))
        assert said.startswith(words), said
        assert isinstance(raised(ValueError, settings.set, name, value), ValueError)
    assert settings.get("zone") == "+01:00"
    assert settings.get("wifi_key") == "12345678"
    untouched = [name for name in DEFAULTS if name not in ("zone", "wifi_key")]
    assert [name for name in untouched if settings.get(name) != DEFAULTS[name]] == []


def test_the_owner_decides_before_the_board_but_for_how_a_desk_device_is_reached():
    board = {"language": "en", "event_style": "text"}
    settings = fresh(board)
    assert settings.get("language") == "en"
    settings.set("language", "zh")
    assert settings.get("language") == "zh"
    # A flashed board says nothing of HTTP, so that the owner's word counts.
    assert settings.get("http") is False
    settings.set("http", True)
    assert Settings(board).get("http") is True
    assert Settings({"http": False, "http_port": 0}).get("http") is False


def test_no_board_that_is_flashed_decides_how_it_is_reached():
    settings = fresh(devkit.SETTINGS)
    assert settings.get("http") is False
    for name, value in (("http", True), ("http_host", "0.0.0.0"), ("cloud", "wss://a.example/")):
        settings.set(name, value)
        assert Settings(devkit.SETTINGS).get(name) == value


def test_nothing_is_checked_or_written_where_nothing_was_kept():
    settings = fresh()
    for name in DEFAULTS:
        settings.get(name)
    assert raised(OSError, NVS("cfg").get_i32, "v").args[0] == -0x1102


def test_what_older_firmware_kept_is_taken_over_but_for_what_cannot_be():
    fresh()
    kept_before(
        language=b"en",
        http_port=8721,
        http_rate=-5,
        wifi=b"home",
        wifi_key=b"short",
        cloud=b"wss://token@a.example/",
        cloud_token=b"\xff\xfe",
        time_port=0,
        serial_number=b"s" * 90,
    )
    NVS("cfg").set_blob("time_server'", b"ntp.example")
    NVS("cfg").set_i32("zone_minutes", 99999)
    NVS("cfg").set_blob("token", b"t" * 32)
    settings = Settings({})
    assert settings.get("language") == "en"
    assert NVS("cfg").get_i32("v") == VERSION == 1
    assert settings.get("http_port") == 8721
    assert settings.get("wifi") == "home"
    assert settings.get("time_server") == "ntp.example"
    assert settings.get("cloud") == "wss://token@a.example/"
    assert settings.get("serial_number") == "s" * 90
    for name in ("http_rate", "zone", "wifi_key", "cloud_token", "time_port"):
        assert settings.get(name) == DEFAULTS[name], name
    dropped = sorted([row[2].split(": ")[1].split(" ")[0] for row in SAID if ": " in row[2]])
    assert [row for row in SAID if row[2].startswith("cloud_token cannot be read")]
    assert dropped == ["http_rate", "time_port", "wifi_key", "zone"], SAID
    assert [row for row in SAID if "short" in row[2]] == []
    assert NVS("cfg").get_blob("token", bytearray(32)) == 32
    # Once only: what comes later was checked before it was kept.
    NVS("cfg").set_i32("http_rate", 99999)
    assert Settings({}).get("http_rate") == 99999


def test_of_newer_firmware_nothing_is_touched():
    settings = fresh()
    kept_before(language=b"fr", http_rate=-5, wifi=b"home")
    NVS("cfg").set_i32("v", VERSION + 1)
    assert settings.get("wifi") == "home"
    assert settings.get("http_rate") == -5
    assert settings.get("language") == "zh"  # which this one does not speak
    settings.set("owner", "Howard")
    assert NVS("cfg").get_i32("v") == VERSION + 1
    buffer = bytearray(2)
    NVS("cfg").get_blob("language", buffer)
    assert buffer == b"fr"


def test_what_nvs_has_of_another_kind_counts_as_nothing():
    settings = fresh()
    kv = NVS("cfg")
    kv.set_i32("owner", 7)
    kv.set_blob("http_port", b"8720")
    kv.set_blob("wifi", b"x" * 1025)
    for name in ("owner", "http_port", "wifi"):
        assert settings.get(name) == DEFAULTS[name], name


def test_a_flash_that_fails_while_it_takes_over_leaves_it_for_the_next_start():
    fresh()
    kept_before(language=b"en", http_rate=-5)
    settings = Settings({})
    real = settings._kv

    class Worn:
        def __getattr__(self, name):
            if name.startswith(("set", "erase")):
                raise OSError(5)
            return getattr(real, name)

    settings._kv = Worn()
    assert settings.get("language") == "en"
    assert "could not be checked" in SAID[-1][2]
    assert Settings({}).get("http_rate") == 200


def test_forgotten_it_is_as_if_nobody_had_decided():
    settings = fresh()
    for name, value in (("wifi", "home"), ("wifi", "other"), ("http_port", 1), ("http", True)):
        settings.set(name, value)
    for name in ("wifi", "http_port", "http", "owner"):
        setting_rules.remove(NVS("cfg"), name)
        assert settings.get(name) == DEFAULTS[name]


def test_an_offset_that_the_owner_has_set_with_an_older_version_counts_until_a_zone_is_set():
    settings = fresh()
    assert settings.get("zone") == "Asia/Shanghai" and not settings.chosen("zone")
    for minutes, text in ((60, "+01:00"), (0, "+00:00"), (-210, "-03:30"), (840, "+14:00")):
        NVS("cfg").set_i32("zone_minutes", minutes)
        assert settings.get("zone") == text and settings.chosen("zone")
        setting_rules.check("zone", text)
    settings.set("zone", "Europe/Berlin")
    assert settings.get("zone") == "Europe/Berlin" and settings.chosen("zone")
    assert raised(OSError, NVS("cfg").get_i32, "zone_minutes").args[0] == -0x1102
    NVS("cfg").set_i32("zone_minutes", 60)
    setting_rules.remove(NVS("cfg"), "zone")
    assert settings.get("zone") == "Asia/Shanghai" and not settings.chosen("zone")
    assert Settings({"zone": "Europe/Berlin"}).chosen("zone")


def test_wherever_power_fails_the_owner_s_zone_is_the_old_one_or_the_new_one():
    events.log = lambda *row: SAID.append(row)
    image = blank_chip(TABLE)
    NVS("cfg").set_i32("zone_minutes", 60)
    NVS("cfg").set_i32("v", VERSION)
    for old, new in (("+01:00", "Europe/Berlin"), ("Europe/Berlin", "-03:30")):
        found = set()
        for cut in every_cut(image, TABLE, lambda new=new: Settings({}).set("zone", new)):
            settings = Settings({})
            assert settings.get("zone") in (old, new), cut.n
            assert settings.get("zone") == new or not cut.done
            assert settings.chosen("zone")
            found.add(settings.get("zone"))
            settings.set("zone", new)
            assert Settings({}).get("zone") == new
        assert found == {old, new}
        restart(image, TABLE)
        Settings({}).set("zone", new)
