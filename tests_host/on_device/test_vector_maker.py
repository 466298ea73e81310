"""
firmware.companion.vector_maker: vectors are made while nobody uses the companion; and the client
for them, which is none but the owner's (firmware.agent.model_client).
"""

from _bench import run
from _meaning import Meaning

from firmware.agent import model_client
from firmware.companion.vector_maker import VectorMaker
from firmware.system import events
from firmware.system.setting_defaults import DEFAULTS

HEAP = "32M"


class Talk:
    idle = True


class Life:
    def __init__(self):
        self.bench = Meaning(disk_kb=256)
        self.bench.start()
        self.bench.tell("每天晚上练吉他", "冰箱里有半个西瓜")
        self.ready = self.answering = True
        self.paused = False
        self.talk = None
        self.maker = VectorMaker(
            self.bench.making,
            self.bench.memory,
            None,
            lambda: self.ready,
            lambda: self.talk,
            lambda: self.paused,
            lambda: self.answering,
        )
        self.tick(0)

    def tick(self, passed=1):
        run(self.maker.tick(passed))

    def asks(self, passed):
        """Whether the model is asked when so many seconds have passed."""
        self.bench.asked_since()
        self.tick(passed)
        return bool(self.bench.asked_since())


def test_vectors_are_made_twenty_seconds_after_the_last_change():
    life = Life()
    assert not life.asks(19)
    life.bench.tell("昨天把窗帘洗了")
    assert not life.asks(19) and not life.asks(19)
    assert life.asks(1)
    assert life.bench.found.table.count == 3
    assert not life.asks(100)


def test_nothing_is_made_while_the_owner_talks_or_has_paused_it():
    life = Life()
    life.talk = Talk()
    life.talk.idle = False
    assert not life.asks(100)
    life.talk.idle = True
    life.paused = True
    assert not life.asks(100)
    life.paused = False
    life.answering = False
    assert not life.asks(100)
    life.answering = True
    life.ready = False
    assert not life.asks(100)
    life.ready = True
    assert life.asks(1)


def test_after_a_failure_it_waits_longer_each_time_and_tells_it_to_who_looks():
    life = Life()
    heard = []
    events.subscribe(lambda event, fields: heard.append(fields), "log")
    life.bench.model.error = OSError("no network")
    assert life.asks(100)
    assert not life.asks(4) and life.asks(1)
    assert not life.asks(9) and life.asks(1)
    assert [fields["level"] for fields in heard] == ["debug"] * 3
    life.bench.model.error = None
    assert life.asks(1000)
    while life.asks(1):
        pass
    assert life.bench.found.table.count == 2


class Settings:
    def __init__(self, **kept):
        self._kept = kept

    def get(self, name):
        return self._kept.get(name, DEFAULTS[name])


def test_vectors_have_a_client_of_their_own_counted_with_the_other():
    settings = Settings(
        llm_url="http://one.example/v1", llm_key="sk", llm_model="m", llm_embed_model="e"
    )
    llm = model_client.create(settings, None)
    vectors = model_client.for_vectors(settings, None, llm)
    (server,) = vectors.servers
    assert (server.embed_model, server.name) == ("e", "one.example")
    assert server is not llm.servers[0]  # what it refuses there does not silence the model
    assert vectors.usage is llm.usage
    none = Settings(llm_url="http://one.example/v1", llm_model="m")
    assert model_client.for_vectors(none, None, llm) is None
