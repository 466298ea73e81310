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
    lib/memory/records/fields.py, in the numbers of a memory that is used.
    """
    rng = Random(seed + 1)
    for record in made:  # type: ignore[attr-defined]
        day = record.created // 86400
        session = EPOCH + str(day // 2)
        fields = {name: rng.below(101) for name in ("e", "i", "p", "j", "confidence")}
        fields["retention"] = rng.below(4)
        fields["expires"] = record.created + 86400 * (1 + rng.below(30))
        fields["decay"] = rng.choice((0, 10, 50, 100))
        fields["subject"] = rng.choice(("用户", "用户", "用户", "妈妈", "小明", "Mochi"))
        fields["predicate"] = rng.choice(("喜欢", "住在", "工作于", "拥有", "认识", "计划"))
        fields["valid_from"] = day + 36524
        fields["valid_to"] = day + 36524 + rng.below(400)
        turns = [rng.below(60) for _ in range(1 + rng.below(2))]
        fields["evidence"] = tuple(["%s/%d" % (session, turn) for turn in turns])
        fields["episode"] = EPOCH + str(20000 + day // 2)
        fields["tags"] = (rng.choice(WORDS["topic"]), rng.choice(WORDS["topic"]))
        record.fields.update(fields)
        yield record


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
