"""
memory.search: what is written otherwise and is the same. Each is asked for in hot memory, in lines
that are not indexed and by the index.
"""

from _bench import Bench, Query, run, write
from memory.log import log
from memory.search.list_query import ListQuery
from memory.text.accents import bare
from memory.upkeep import background_jobs

HEAP = "16M"
RUNS_ON = ("micropython",)


class Told:
    """A memory in which these texts were told, one a day, among others."""

    def __init__(self, texts):
        log.SEGMENT_BYTES = 900
        self.bench = Bench(disk_kb=512)
        self.memory = self.bench.start()
        for text in texts:
            write(self.memory, "fact", text)
            self.bench.clock.seconds += 86400

    def places(self):
        """Yields hot, cold and indexed, once the texts are there."""
        yield "hot"
        for number in range(30):
            write(self.memory, "fact", "filler number %d of this" % (number + 40000))
            self.bench.clock.seconds += 86400
        yield "cold"
        for _ in background_jobs.steps(self.memory.log, self.memory.index):
            pass
        assert self.memory.archive.usable_index is not None
        yield "indexed"

    def found(self, keyword, limit=5):
        """[(content, how)] of what a keyword finds."""
        query = Query(None, keyword, limit=limit, ranked=True)
        page, _ = run(self.memory.recall(query))
        return [(record.content, page.how(at)) for at, record in enumerate(page)]


def check(texts, asked):
    """Of `asked`, (keyword, number of a text or None), each finds that text first, or nothing."""
    told = Told(texts)
    for place in told.places():
        for keyword, at in asked:
            rows = told.found(keyword)
            first = rows[0][0] if rows else None
            assert first == (None if at is None else texts[at]), (place, keyword, rows)


_ACCENTS = (
    "My daughter Zoë plays the cello",
    "Grandma lives in Köln",
    "I sent my résumé to the library",
    "Aunt Zoe\u0308lle is from Ło\u0301dź",
    "Björk sang about a smørrebrød",
    "Mr Muller is the tailor",
)


def test_a_word_is_found_in_any_accents():
    asked = (
        ("my resume", 2), ("resume", 2), ("RÉSUMÉ", 2), ("koln", 1), ("Ko\u0308ln", 1),
        ("lodz", 3),
        ("zoelle", 3), ("Zoëlle", 3), ("bjork sang", 4), ("smorrebrod", 4), ("müller", 5),
        ("what about my resume", 2), ("björk sing", 4),
    )  # fmt: skip
    check(_ACCENTS, asked)


def test_lists_are_searched_in_any_accents_and_what_is_to_be_deleted_is_not():
    told = Told(_ACCENTS)
    for place in told.places():
        page, _ = run(told.memory.recall(ListQuery(("fact",), None, "oelle", 5, None, 9000)))
        assert [record.content for record in page] == [_ACCENTS[3]], place
        page, _ = run(told.memory.recall(Query(None, "resume")))
        assert len(page) == 0, place


def test_accents_are_taken_from_letters_and_nothing_else():
    for text, plain in (
        ("zoë", "zoe"), ("zoe\u0308", "zoe"), ("łódź ÷ ßüñ", "lodz   sun"), ("猫 cafe", "猫 cafe"),
        ("żółć猫é", "zolc猫e"), ("ωή йё", "ωή йё"), ("", ""), ("\u0301", ""), ("ť", "t"),
    ):  # fmt: skip
        assert bare(text.encode()) == plain.encode(), text
