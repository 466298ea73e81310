"""For device-side tests of mind.vectors: a stand-in for a model, and a device that asks it."""

import asyncio
from array import array
from binascii import crc32

from _bench import Query, run, write
from _minded import Minded
from mind.vectors.by_meaning import ByMeaning
from mind.vectors.making import Making

# What words are about, by the number that they turn a vector to.
_MEANINGS = (
    ("吉他", "乐器", "guitar", "instrument"),
    ("过敏", "花生", "忌口", "allergic"),
    ("游泳", "泳池", "水里"),
)


def vector_of(text, dims=160, turned=0):
    """The same for the same text; texts about one thing are near each other."""
    noise = crc32(text.encode())
    vector = array("f")
    for _ in range(dims):
        noise = (noise * 1103515245 + 12345) & 0x7FFFFFFF
        vector.append((noise >> 16) % 200 / 1000 - 0.1)
    for number, words in enumerate(_MEANINGS):
        if [word for word in words if word in text]:
            vector[(number + turned) % dims] += 3.0
    return vector


class Model:
    """Answers at once; `error` is raised instead, and with `hangs` there is no answer at all."""

    def __init__(self, dims=160):
        self.dims = dims
        self.asked = []
        self.error = None
        self.hangs = False
        self.is_there = True
        self.meanwhile = None  # called while it is asked

    def available(self):
        return self.is_there

    async def embed(self, texts, purpose):
        self.asked.append(list(texts))
        if self.hangs:
            await asyncio.Event().wait()
        if self.meanwhile is not None:
            await self.meanwhile()
        if self.error is not None:
            raise self.error
        return [vector_of(text, self.dims) for text in texts]


class Meaning(Minded):
    """A device that searches by meaning: `found`, `making`, and the `model` that it asks."""

    model_name = "stand-in"
    answer_ms = 20

    def open(self, root):
        memory = super().open(root)
        if not hasattr(self, "model"):
            self.model = Model()
        self.told = []
        self.found = ByMeaning(
            memory,
            lambda: self.mind.notebook,
            self.model,
            self.model_name,
            self.answer_ms,
            0.4,
            lambda level, text: self.told.append((level, text)),
        )
        memory.backends.register(self.found)
        self.making = Making(self.found)
        run(self.making.load())
        return memory

    def make(self):
        """Have all vectors made that are lacking."""
        for _ in range(2000):
            if not run(self.making.step()):
                return
        raise AssertionError("it does not come to an end")

    def tell(self, *texts, kind="fact"):
        """Write memories; their ids."""
        found = []
        for text in texts:
            self.clock.seconds += 60
            found.append(write(self.memory, kind, text).record.id)
        return found

    def ask(self, question, **more):
        """[(id, how)] of what a recall finds."""
        page, _ = run(self.memory.recall(Query(None, question, ranked=True, **more)))
        hows = ["exact" if at < page.exact else page.how(at) for at in range(len(page))]
        return list(zip([record.id for record in page], hows))

    def by_meaning(self, question):
        """The ids of what words did not find."""
        return [id for id, how in self.ask(question) if how == "embed"]

    def asked_since(self):
        """Texts that the model was given since this was asked last."""
        texts = [text for asked in self.model.asked for text in asked]
        self.model.asked.clear()
        return texts
