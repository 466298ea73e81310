"""memory.search.record_matching: which record is meant, and whom an error names."""

from _bench import run
from _raised import raised
from memory.errors import NoMatch, Rejected
from memory.records.codec import encode
from memory.records.ids import key_of
from memory.records.record import Record
from memory.search import record_matching


class Hot:
    """What by_id asks of the hot store."""

    def __init__(self, *records):
        self._values = {key_of(r.kind, r.id): encode(r) for r in records}

    def get(self, key):
        return self._values.get(key)

    def letters(self):
        return bytes({key[0] for key in self._values})


class Cold:
    """An archive whose scan gives these records, and pauses between them."""

    def __init__(self, *records):
        self._records = records
        self.scans = 0

    def scan(self, line_filter=None):
        self.scans += 1
        for record in self._records:
            yield None
            yield record

    def matching(self, query):
        for record in self.scan():
            if record is None or query.matches(record):
                yield record

    def by_id(self, id):
        for record in self.scan():
            if record is None or record.id == id:
                yield record


def record(number, content, kind="fact", **fields):
    fields["content"] = content
    return Record("aaa%d" % number, kind, 0, fields)


def by_content(words, hot=(), cold=(), kinds=("fact",)):
    archive = Cold(*cold)
    found = run(record_matching.by_content(iter(hot), archive, kinds, words))
    return None if found is None else (found[0].content, found[1])


def named(error):
    return [words for _, _, words in error.candidates]


def test_an_id_is_looked_for_in_hot_memory_first():
    archive = Cold(record(7, "cold"))
    hot = Hot(record(5, "hot"), record(6, "goal", "goal"))
    found, is_hot = run(record_matching.by_id(hot, archive, "aaa6"))
    assert (found.content, found.kind, is_hot, archive.scans) == ("goal", "goal", True, 0)
    found, is_hot = run(record_matching.by_id(hot, archive, "aaa7"))
    assert (found.content, is_hot) == ("cold", False)
    assert run(record_matching.by_id(hot, archive, "aaa8")) is None
    raised(Rejected, run, record_matching.by_id(hot, archive, "aaa07"))


def test_words_are_compared_without_case_width_and_space_around():
    for words in ("Green Tea", " green tea ", "ＧＲＥＥＮ　ＴＥＡ"):
        assert by_content(words, [record(1, "green TEA")]) == ("green TEA", True)


def test_the_exact_words_count_before_a_part_wherever_they_are():
    hot = [record(1, "red tea"), record(2, "tea time")]
    assert by_content("tea", hot, [record(3, "Tea")]) == ("Tea", False)
    assert by_content("red", hot, [record(3, "Tea")]) == ("red tea", True)


def test_an_exact_match_in_hot_memory_needs_no_look_into_the_archive():
    archive = Cold(record(3, "tea"))
    found = run(record_matching.by_content(iter([record(1, "tea")]), archive, ("fact",), "tea"))
    assert found[1]
    assert archive.scans == 0


def test_other_kinds_in_the_archive_do_not_answer():
    cold = [record(1, "tea", "moment"), record(2, "tea pot")]
    assert by_content("tea", (), cold) == ("tea pot", False)
    assert by_content("tea", (), cold, ("moment",)) == ("tea", False)


def test_nothing_that_answers_is_none_and_no_words_are_refused():
    assert by_content("tea") is None
    assert by_content("tea", [record(1, "coffee")]) is None
    for words in (None, "", "  "):
        raised(Rejected, by_content, words)


def test_several_that_answer_are_named_six_at_most_and_counted():
    hot = [record(n, "tea %d" % n) for n in range(9, 4, -1)]
    cold = [record(n, "tea %d" % n) for n in range(4, 0, -1)]
    error = raised(NoMatch, by_content, "tea", hot, cold)
    assert named(error) == ["tea %d" % n for n in range(9, 3, -1)]
    assert "9" in str(error)
    twins = [record(1, "tea"), record(2, "tea")]
    assert named(raised(NoMatch, by_content, "tea", twins)) == ["tea", "tea"]


def test_a_family_member_answers_to_name_and_relation():
    mother = record(1, "王芳", "family", relation="妈妈")
    father = record(2, "", "family", relation="爸爸")
    family = [mother, father]
    assert by_content("妈妈", family)[0] == "王芳"
    assert by_content("王芳", family)[0] == "王芳"
    assert by_content("爸爸", family)[0] == ""
    assert by_content("妈", family)[0] == "王芳"
    other = record(4, "王强", "family", relation="舅舅")
    assert named(raised(NoMatch, by_content, "王", [mother, other])) == ["王芳", "王强"]
    assert named(raised(NoMatch, by_content, "爸", [father, other, record(5, "爸爸的")])) == [
        "爸爸",
        "爸爸的",
    ]


def test_a_schedule_is_named_exactly_else_by_a_part_that_one_has():
    def schedule(number, content, when="2026-02-06 09:00", **fields):
        return record(number, content, "schedule", when=when, **fields)

    pills = schedule(1, "吃药")
    dentist = schedule(2, "看牙", "2026-02-07 09:00")
    done = schedule(3, "跑步", completed=5)
    some = [done, dentist, pills]
    assert record_matching.open_by_content(some, "吃药", "schedule") is pills
    assert record_matching.open_by_content(some, "牙", "schedule") is dentist
    assert record_matching.open_by_content(some, "跑步", "schedule") is done
    some.append(schedule(5, "跑步机保养"))
    assert record_matching.open_by_content(some, "跑步", "schedule") is done
    error = raised(NoMatch, record_matching.open_by_content, some, "游泳", "schedule")
    assert sorted(named(error)) == ["吃药", "看牙", "跑步机保养"]
    early = schedule(4, "吃药", "2026-02-05 09:00")
    assert record_matching.open_by_content(some + [early], "吃药", "schedule") is early
    raised(Rejected, record_matching.open_by_content, some, " ", "schedule")


def test_a_part_of_a_word_or_of_a_number_names_nothing():
    owed, work, cat = (
        record(1, "I owe Bo 500 euros"), record(2, "I work at Bosch"), record(3, "我的猫叫团团"),
    )  # fmt: skip
    for words in ("I owe Bo 50", "0 euros", "I work at Bo", "work at Bos", "we Bo 500"):
        assert by_content(words, (owed, work, cat)) is None, words
        assert by_content(words, (), (owed, work, cat)) is None, words
    for words, one in (("owe Bo 500", owed), ("bosch", work), ("猫叫", cat), ("500", owed)):
        assert by_content(words, (owed, work, cat)) == (one.content, True), words
