"""Memories that only their subject says of whom they are: found by the name of it."""

import json
from binascii import crc32

from _bench import Bench, archive_file, put_file, run, write
from _minded import Minded
from memory.index.index import FORMAT
from memory.log import log
from memory.search.query import Query
from memory.search.subject_query import SubjectQuery
from memory.upkeep import background_jobs
from mind.offers import finding

HEAP = "16M"
_ROWS = (
    ("喜欢吃芒果", "林若兮"), ("在深圳上班", "林若兮"), ("对花生过敏", "妈妈"),
    ("养了一条金鱼", "猫"),
    ("likes mangoes", "Anna Smith"), ("works in Leeds", "Bo"), ("is allergic to nuts", "mother"),
    ("林若兮会弹琴", "林若兮"), ("喜欢喝茶", "用户"), ("plays chess", "user"), ("会做饭", None),
)  # fmt: skip
_FOUND = (
    ("林若兮", (0, 1)), ("林若兮喜欢什么", (0, 1)), ("若兮", (0, 1)),
    ("林若兮和妈妈怎么样", (0, 1, 2)),
    ("妈妈对什么过敏", (2,)), ("猫吃什么", (3,)), ("Anna Smith", (4,)), ("anna", (4,)),
    ("what does Anna Smith like", (4,)), ("Where does Bo work?", (5,)), ("bo's job", (5,)),
    ("what is my mother allergic to", (6,)), ("my MOTHER's allergy", (6,)),
)  # fmt: skip
_NOT_FOUND = (
    "用户", "user", "若", "林", "我喜欢吃什么", "what do I like", "Bob", "book", "motherboard",
    "Annabel", "what does Anna Jones of the bank like", "弹琴", "在深圳上班", "smithereens",
)  # fmt: skip


def tidy(memory):
    for _ in background_jobs.steps(memory.log, memory.index):
        pass


def of(memory, text):
    page, _ = run(memory.recall(SubjectQuery(None, text, 20, 16384)))
    return [record.content for record in page]


def check(memory, where):
    for text, at in _FOUND:
        assert sorted(of(memory, text)) == sorted([_ROWS[one][0] for one in at]), (where, text)
    for text in _NOT_FOUND:
        assert of(memory, text) == [], (where, text)


def tell(memory):
    for content, subject in _ROWS:
        given = {} if subject is None else {"subject": subject}
        write(memory, "fact", content, **given)


def fill(memory, count=60):
    for at in range(count):
        write(memory, "fact", "filler %d 说了第%d件事" % (at, at))


def test_a_subject_is_found_by_its_name_hot_archived_indexed_and_after_a_restart():
    log.SEGMENT_BYTES = 1500
    bench = Bench()
    memory = bench.start()
    tell(memory)
    check(memory, "hot")
    memory = bench.start()
    check(memory, "hot again")
    fill(memory)
    assert not [one for one in memory.each("fact") if one.content == _ROWS[0][0]]
    check(memory, "archived")
    tidy(memory)
    assert memory.index.docs > len(_ROWS)
    check(memory, "indexed")
    memory = bench.start()
    check(memory, "indexed, again")
    fill(memory, 90)
    tidy(memory)
    check(memory, "merged and packed")


def test_a_corrected_subject_is_no_longer_found_and_what_was_deleted_neither():
    log.SEGMENT_BYTES = 1500
    bench = Bench()
    memory = bench.start()
    tell(memory)
    fill(memory)
    tidy(memory)
    for subject, sought in (("赵敏", "赵敏"), ("Zoë", "zoe")):
        first = run(memory.recall(Query(None, _ROWS[0][0])))[0][0]
        run(memory.correct(first.id, None, None, {"subject": subject}))
        assert of(memory, "林若兮") == [_ROWS[1][0]]
        assert of(memory, sought + "的") == of(memory, sought) == [_ROWS[0][0]]
    run(memory.delete(first.id))
    assert of(memory, "zoe") == []


def test_an_index_that_knows_no_subjects_is_made_anew():
    log.SEGMENT_BYTES = 1500
    bench = Bench()
    memory = bench.start()
    tell(memory)
    fill(memory)
    tidy(memory)
    memory.close_index()
    found = json.loads(archive_file("index").split(b"\n")[0])
    assert found["format"] == FORMAT == 4
    found["format"] = 3
    raw = json.dumps(found).encode()
    put_file("index", raw + b"\n%08x\n" % crc32(raw))
    memory = bench.start()
    assert memory.archive.usable_index is None
    check(memory, "scanned")
    tidy(memory)
    assert memory.archive.usable_index is not None
    check(memory, "made anew")


def minded():
    bench = Minded()
    memory = bench.start()
    tell(memory)
    write(memory, "fact", "王磊喜欢吃葡萄")
    write(memory, "fact", "林若兮是我的表妹")
    return bench


def rows_of(bench, question, **more):
    rows = run(finding.search(bench.mind, question, **more))
    return [(row.record.content, row.why) for row in rows]


def test_a_search_for_a_name_finds_what_only_its_subject_says_of_it():
    bench = minded()
    for is_again in (False, True):
        rows = rows_of(bench, "林若兮", limit=10)
        assert [why for _, why in rows] == ["exact", "exact", "subject", "subject"], rows
        assert sorted(rows[2:]) == sorted([(_ROWS[at][0], "subject") for at in (0, 1)])
        for question, at in (
            ("林若兮喜欢什么", 0), ("林若兮喜欢吃什么？", 0), ("林若兮在哪上班", 1),
            ("妈妈对什么过敏", 2),
            ("what does Anna Smith like", 4), ("where does Bo work", 5), ("Anna", 4),
            ("what is my mother allergic to", 6),
        ):  # fmt: skip
            assert rows_of(bench, question)[0] == (_ROWS[at][0], "subject"), (question, is_again)
        rows = run(finding.search(bench.mind, "林若兮喜欢什么"))
        assert [row.score for row in rows] == sorted([row.score for row in rows], reverse=True)
        bench.start()
    fill(bench.memory)
    assert rows_of(bench, "林若兮喜欢什么")[0] == (_ROWS[0][0], "subject")


def test_who_is_asked_of_another_or_of_the_owner_is_not_told_of_a_subject():
    bench = minded()
    for question in (
        "我喜欢吃什么", "王磊喜欢吃什么", "what do I like", "where do I work", "用户", "user",
        "where is the smithy", "我在哪上班",
    ):  # fmt: skip
        assert "subject" not in [why for _, why in rows_of(bench, question, limit=20)], question
    assert rows_of(bench, "林若兮", types=("like",)) == []
