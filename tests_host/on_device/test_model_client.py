"""The client for language models as the settings have it, and none where they have no server."""

from firmware.agent import model_client
from firmware.system import events
from firmware.system.setting_defaults import DEFAULTS

KEYS = ("sk-first", "sk-second", "sk-third")


class Clock:
    def __init__(self, utc):
        self._utc = utc

    def is_set(self):
        return self._utc is not None

    def utc(self):
        return self._utc


class Settings:
    def __init__(self, **kept):
        self._kept = kept

    def get(self, name):
        return self._kept.get(name, DEFAULTS[name])


def create(**kept):
    return model_client.create(Settings(**kept), Clock(None))


def test_without_an_address_there_is_no_client_whatever_else_is_set():
    assert create() is None
    assert create(llm_key="sk", llm_model="m", llm_embed_model="e", llm_url_2="") is None


def test_servers_are_asked_in_the_order_of_the_settings_each_with_its_own_key():
    client = create(
        llm_url="https://one.example/v1",
        llm_key=KEYS[0],
        llm_model="a",
        llm_embed_model="e",
        llm_url_3="http://three.example:8080",
        llm_key_3=KEYS[2],
        llm_key_2=KEYS[1],
        llm_model_3="c",
        llm_path_3="/v3/chat",
    )
    names = [(server.name, server.model, server.embed_model) for server in client.servers]
    assert names == [("one.example", "a", "e"), ("three.example:8080", "c", "")]
    first, third = client.servers
    assert (first.target(), third.target()) == ("/v1/chat/completions", "/v3/chat")
    heads = [server.head(server.target(), 0) for server in client.servers]
    for head, key in zip(heads, (KEYS[0], KEYS[2])):
        assert b"Authorization: Bearer %s\r\n" % key.encode() in head
    assert [key for key in KEYS if key.encode() in heads[0]] == [KEYS[0]]


def test_an_address_that_cannot_be_read_is_left_out_with_a_word():
    said = []

    def hear(event, fields):
        said.append(fields)

    events.subscribe(hear, "log")
    client = create(llm_url="ftp://one.example", llm_url_2="http://two.example")
    assert [server.name for server in client.servers] == ["two.example"]
    assert create(llm_url="ftp://one.example") is None
    assert [fields["text"].startswith("llm_url is not used: ") for fields in said] == [True, True]
