"""
The benchmark corpus: three years of a companion's memory, the same in every run.

12,000 facts of about 30 characters and 6,000 moments of about 40 with topic and emotion, varied
Chinese with some English, oldest first. Runs on MicroPython and CPython with the same outcome;
nothing is kept, so that it fits beside what is measured. The words are in _words.py, the
sentences in _sentences.py.

As a benchmark (./tools/bench.sh corpus) it says how much that is.
"""

from _sentences import CLOSES, FACTS, MIDDLES, MOMENTS_EN, OPENINGS, TAILS
from _words import WORDS
from memory.records.record import Record
from memory.text import dates

FACTS_COUNT = 12000
MOMENTS_COUNT = 6000
SEED = 20260205
EPOCH = "k3z"

_START = dates.days(2023, 2, 1) * dates.DAY
_SPAN = 3 * 365 * dates.DAY
_SOURCES = ("http", "stdio", "voice", "voice", "extract")
_SESSION = 6  # memories of a session
_FACT_CHARS = 30  # below it a tail is added


class Random:
    """xorshift32, from any seed above 0."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1."""
        x = self._state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self._state = x
        return (x >> 3) % limit

    def choice(self, values: "list | tuple") -> str:
        return values[self.below(len(values))]


def _made(rng: Random, slot: str) -> str:
    """What no list of words can give."""
    if slot == "n":
        return str(2 + rng.below((9, 30, 98, 400)[rng.below(4)]))
    if slot == "date":
        return "%d月%d日" % (1 + rng.below(12), 1 + rng.below(28))
    if slot == "time":
        return "%d:%02d" % (rng.below(24), 5 * rng.below(12))
    if slot == "phone":
        return "1%d%08d" % (30 + rng.below(69), rng.below(100000000))
    if slot == "price":
        return str(9 + rng.below((90, 900, 9000)[rng.below(3)]))
    if slot == "year":
        return str(1968 + rng.below(58))
    if slot == "book":
        return rng.choice(WORDS["title_word"]) + rng.choice(WORDS["title_noun"])
    given = rng.choice(WORDS["given"])
    if rng.below(4):
        given += rng.choice(WORDS["given"])
    return rng.choice(WORDS["surname"]) + given


def _filled(rng: Random, template: str) -> str:
    parts = template.split("{")
    text = parts[0]
    for part in parts[1:]:
        slot, _, rest = part.partition("}")
        words = WORDS.get(slot)
        text += (rng.choice(words) if words else _made(rng, slot)) + rest
    return text


def _fact(rng: Random) -> str:
    text = _filled(rng, rng.choice(FACTS))
    if text[:1] > "z" and len(text) < _FACT_CHARS:  # [0] would be interned, for ever
        text += _filled(rng, rng.choice(TAILS))
    return text


def _moment(rng: Random) -> str:
    if rng.below(12) == 0:
        return _filled(rng, rng.choice(MOMENTS_EN))
    return "".join([_filled(rng, rng.choice(part)) for part in (OPENINGS, MIDDLES, CLOSES)])


def records(count: int = FACTS_COUNT + MOMENTS_COUNT, seed: int = SEED) -> "object":
    """
    Generator of the first `count` records (memory.records.record.Record), oldest first; of each
    three in a row two are facts.
    """
    rng = Random(seed)
    step = _SPAN // (FACTS_COUNT + MOMENTS_COUNT)
    for number in range(count):
        created = _START + number * step + rng.below(step)
        fields = {"source": rng.choice(_SOURCES), "importance": 20 * (1 + rng.below(5))}
        kind = "moment" if number % 3 == 2 else "fact"
        if kind == "moment":
            fields["content"] = _moment(rng)
            fields["topic"] = rng.choice(WORDS["topic"])
            fields["emotion_type"] = rng.below(6)
            fields["emotion_intensity"] = 1 + rng.below(5)
        else:
            fields["content"] = _fact(rng)
        yield Record(EPOCH + str(number), kind, created, fields)


def with_fields(made: "object", seed: int = SEED) -> "object":
    """
    Generator of these records with all that may be known of a memory: field 30 to 44 of
    lib/memory/records/fields.py, with the values that a mind gives.

    Six in a row are of one session; the episode made at its end has the id after theirs. What
    came over a tool has the scores that follow from its importance, what was extracted from talk
    those of a model, tenths and some half tenths about it. A memory ends a day, a week or a month
    after it was told.
    """
    rng = Random(seed + 1)
    for number, record in enumerate(made):  # type: ignore[call-overload]
        day = record.created // 86400 + 36524
        session, place = number // _SESSION, number % _SESSION
        record.id = EPOCH + str(number + session)
        fields = record.fields
        told = fields["importance"]
        persistence = 30 if record.kind == "moment" else 50
        tool = fields["source"] in ("http", "stdio")
        for name in ("e", "i", "j", "p"):
            usual = persistence if name == "p" else told
            fields[name] = usual if tool else _scored(rng, usual)
        if not tool:
            fields["source"] = "xiaozhi" if fields["source"] == "voice" else "hear"
        fields["retention"] = rng.below(3)
        fields["expires"] = record.created + 86400 * (1, 7, 30)[fields["retention"]]
        fields["decay"] = 50 if record.kind == "moment" else 10
        fields["subject"] = rng.choice(("用户", "用户", "用户", "妈妈", "小明", "Mochi"))
        fields["predicate"] = rng.choice(("喜欢", "住在", "工作于", "拥有", "认识", "计划"))
        fields["confidence"] = rng.choice((60, 60, 80, 90))
        fields["valid_from"] = day - (rng.below(30) if rng.below(4) == 0 else 0)
        fields["valid_to"] = day + rng.below(400)
        turns = [8 * place + rng.below(8)]
        if rng.below(2):
            turns.append(turns[0] + 2)
        fields["evidence"] = tuple(["%s-%d/%d" % (EPOCH, session, turn) for turn in turns])
        fields["episode"] = EPOCH + str(_SESSION * (session + 1) + session)
        topic = rng.choice(WORDS["topic"])
        fields["tags"] = (fields.get("topic", topic), rng.choice(WORDS["topic"]))
        yield record


def _scored(rng: Random, usual: int) -> int:
    score = usual + 10 * (rng.below(5) - 2) + (5 if rng.below(5) == 0 else 0)
    return min(100, max(0, score))


def main() -> None:
    """Print the size of the corpus. Runs on CPython."""
    import _host

    interpreter = _host.options(__doc__).parse_args().micropython
    lines = _host.corpus(interpreter).read_bytes()
    kinds = {"fact": 0, "moment": 0}
    characters = {"fact": 0, "moment": 0}
    for record in records():
        kinds[record.kind] += 1
        characters[record.kind] += len(record.content)
    means = {kind: round(characters[kind] / kinds[kind], 1) for kind in kinds}
    _host.emit("corpus", raw_bytes=len(lines), records=kinds, mean_characters=means)


if __name__ == "__main__":
    main()
