"""
Setting defaults: every setting with its default value, and how it is read from NVS.

Owns the names and the keys in the NVS namespace `cfg`. setting_rules.py checks and writes values;
settings.py decides between NVS and the board.
"""

from memory.hot.nvs_errors import INVALID_LENGTH, NOT_FOUND
from micropython import const

from . import events, zone

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.interfaces import KeyValue

VERSION = 1  # of what is in NVS, under the key `v`: all of it was checked
# A text has two keys: its name cut to MAX_KEY characters, and that with SECOND_KEY after it (NVS
# allows 15 characters).
SECOND_KEY = "'"
MAX_KEY = const(14)
# What 0.1 kept in place of `zone`, minutes ahead of UTC: it counts until `zone` is written, which
# erases it.
OLD_ZONE = "zone_minutes"

# Every setting with its default; a value always has the type of its default.
DEFAULTS = {
    "language": "zh",
    "owner": "",  # the owner's name, until startup.py has written it to the profile
    "http": False,
    "http_host": "127.0.0.1",  # 0.0.0.0: all networks
    "http_port": 8720,
    # More names in Host that are accepted, and web origins that are, separated by spaces.
    "allowed_hosts": "",
    "allowed_origins": "",
    "http_tls": False,  # with the certificate of firmware/service/tls.py
    "http_rate": 200,  # requests a second with one key, in a burst ten times that; 0: no limit
    "http_open": False,  # True: no token is required, only on the loopback interface
    "stdio": False,
    "stdio_step": 1,  # bytes that one read of stdin asks for; 1 never blocks on any port
    "stdout_step": 256,  # bytes that stdout takes without blocking when poll says it is ready
    # stdin and stdout are a serial line with tools/mcp_serial.py at the other end. The companion
    # ends after `console_quiet_s` seconds in which nothing came from there.
    "console": False,
    "console_quiet_s": 60,
    "event_style": "json",
    "repl": None,
    "typed": False,  # the owner talks to the cloud by typing on stdin
    "chat": False,  # the owner talks with the companion's own agent by typing on stdin
    "chat_waits": False,  # True: a line waits for the answer to the last, else it stops that
    "cloud": "",  # URLs to connect to, separated by spaces (firmware/cloud/channels.py)
    "cloud_token": "",  # for the Authorization of a XiaoZhi server
    "cloud_stay": True,  # stay connected while nobody speaks, so that the cloud can call tools
    "cloud_version": 1,  # of the frames of audio of a XiaoZhi server (lib/xiaozhi/audio_frames.py)
    "voice": False,  # listen and speak; on for boards that name a microphone and a loudspeaker
    "volume": 70,  # of the loudspeaker, in percent
    "follow_up_s": 8,  # the device listens on after an answer, without a press; 0: it does not
    "cloud_reboot": False,  # whether a server may restart the device
    "setup": "auto",  # first set-up by access point: "auto" where no network is set, "on", "off"
    "update_url": "",  # URL of the folder with a release of the app, "" for no updates
    "tls_verify": True,  # False: servers over TLS are taken for who they say (server_trust.py)
    "wifi": "",  # name of the Wi-Fi network, "" for none
    "wifi_key": "",  # its password, "" for an open network
    "zone": "Asia/Shanghai",  # where the owner lives, in a form of zone.from_text
    # Names of time servers, separated by spaces, asked in this order. One that is not reached must
    # not keep the device from checking certificates.
    "time_server": "pool.ntp.org ntp.aliyun.com time.cloudflare.com",
    "time_port": 123,
    # Numbers of the mind that are not the usual ones, as `notebook_max=400 offer=ago`
    # (mind/scores/settings.py).
    "mind": "",
    # Servers of language models with OpenAI's interface (firmware/agent/model_client.py), asked in
    # this order. Without the first address, and the others, nothing is ever sent to one.
    "llm_url": "",  # the base, like https://host/v1
    "llm_key": "",
    "llm_model": "",
    "llm_path": "/chat/completions",
    "llm_embed_model": "",  # for vectors, at the first server; "" for none
    # Search by meaning, with vectors of that model: questions and memories go to its server.
    "embed": False,
    "embed_ms": 800,  # that a question waits for it, where words have found little
    "embed_least": 40,  # percent of nearness that a memory has to have to be found; models differ
    "llm_url_2": "",
    "llm_key_2": "",
    "llm_model_2": "",
    "llm_path_2": "/chat/completions",
    "llm_url_3": "",
    "llm_key_3": "",
    "llm_model_3": "",
    "llm_path_3": "/chat/completions",
    "llm_first_s": 20,  # seconds until a model begins to answer
    "llm_silence_s": 15,  # amid an answer
    "llm_price_in": 0,  # of a million tokens of prompts, in thousandths of the owner's money
    "llm_price_out": 0,  # of a million tokens of answers
    "llm_whole_s": 120,  # for an answer with all tries
    # Where what is said to the device is written down, and its answers said aloud, by servers with
    # OpenAI's interface (firmware/own_voice.py): where both models are named, the voice is that of
    # the device's own agent. Without an address the first server of language models is asked.
    "hear_url": "",
    "hear_key": "",
    "hear_model": "",  # like whisper-1
    "say_url": "",
    "say_key": "",
    "say_model": "",  # like tts-1
    "say_voice": "",  # one of that model's, like alloy
    "say_form": "opus",  # in which sound comes: "opus", in Ogg, or "pcm", samples of 24 kHz
    "remembering": True,  # False: a pause, nothing of what is said is kept or learned from
    "keep_turns": True,  # False: what is said is learned from, but not kept word by word
    "few_tools": False,  # True: the tools of the mind are left out, for clouds that count tools
    "watchdog_s": 0,  # the chip is reset when the loop is blocked for so long; 0: never
    "log_kb": 8,  # size of the log in RAM; 0: none
    "led": False,  # the board's LED shows the state
    "aiorepl": False,  # a prompt beside the companion, if aiorepl is installed
    # Only of a licensed device: serial number, and activation key in hex digits.
    "serial_number": "",
    "licence_key": "",
}


def read(kv: "KeyValue", name: str) -> "Any":
    """The value of a setting in NVS, None where it has none."""
    default = DEFAULTS[name]
    if isinstance(default, (bool, int)):
        found = read_number(kv, name)
        return found if found is None else type(default)(found)
    value = read_text(kv, name[:MAX_KEY])
    if value is None:
        value = read_text(kv, name[:MAX_KEY] + SECOND_KEY)
    if value is None and name == "zone":
        minutes = read_number(kv, OLD_ZONE)
        value = minutes if minutes is None else zone.offset_text(minutes)
    # A newer firmware may have stored another language.
    return None if name == "language" and value not in ("zh", "en") else value


def read_number(kv: "KeyValue", key: str) -> "int | None":
    """The i32 under a key, None where there is none or it cannot be read."""
    try:
        return kv.get_i32(key)
    except OSError as e:
        _log_error(key, e)
        return None


def read_text(kv: "KeyValue", key: str) -> "str | None":
    """The text under a key, None where there is none or it cannot be read."""
    for size in (128, 1024):  # most are short
        buffer = bytearray(size)
        try:
            return buffer[: kv.get_blob(key, buffer)].decode()
        except (OSError, ValueError) as e:  # ValueError: MicroPython's UnicodeError
            if size == 1024 or INVALID_LENGTH not in e.args:
                _log_error(key, e)
                break
    return None


def _log_error(key: str, e: Exception) -> None:
    """Log that a key cannot be read, unless it is only missing."""
    if NOT_FOUND not in e.args:
        events.log("warning", "settings", "%s cannot be read, as if nobody had set it" % key)
