"""memory.archive.hot_words: one walk through all words finds the hot records with a keyword."""

from _bench import Bench, Query, Random, hot_contents, run, write
from memory.archive.hot_words import HotWords
from memory.search.spellings import Reading
from memory.text.line_filter import line_filter

_SEED = 20261126


def passing(words, *texts):
    found = words.passing(line_filter(list(texts)))
    return None if found is None else sorted([record.content for record in found])


def test_the_records_with_one_of_the_texts_are_found_each_once():
    memory = Bench().start()
    write(memory, "fact", "猫爱吃鱼，猫也爱睡觉")
    write(memory, "fact", "drinks GREEN tea")
    write(memory, "fact", "住在杭州")
    write(memory, "event", "看牙", when="2026-03-04 15:30")
    words = HotWords(memory.hot_store)
    assert passing(words, "猫") == ["猫爱吃鱼，猫也爱睡觉"]
    assert passing(words, "猫", "green") == ["drinks GREEN tea", "猫爱吃鱼，猫也爱睡觉"]
    assert passing(words, "30") == ["看牙"]
    assert passing(words, "狗") == []
    assert passing(words, "鱼猫") == []


def test_who_is_read_as_given_is_found():
    memory = Bench().start()
    write(memory, "fact", "家里的狗叫豆包")
    write(memory, "fact", "住在杭州")
    reading = Reading(["豆都".encode(), "包".encode()], 0.5, lambda pair, at: True)
    found = HotWords(memory.hot_store).passing(line_filter(["猫"], [reading]))
    assert [one.content for one in found] == ["家里的狗叫豆包"]


def test_what_is_written_later_is_found_and_what_is_too_long_is_left_to_others():
    memory = Bench().start()
    words = HotWords(memory.hot_store)
    assert passing(words, "猫") == []
    write(memory, "fact", "家里来了只猫")
    assert passing(words, "猫") == ["家里来了只猫"]
    write(memory, "fact", "很长的一句话" * 10)
    assert len(hot_contents(memory, "fact")) == 2
    assert passing(words, "猫") == ["家里来了只猫"]
    assert passing(HotWords(memory.hot_store, 200), "猫") is None


def test_a_ranking_before_anything_is_indexed_is_as_if_each_were_asked():
    print("seed", _SEED)
    rng = Random(_SEED)
    bench = Bench()
    memory = bench.start()
    words = ("咖啡",) * 4 + ("running",) * 2 + ("coffee", "海边", "妈妈", "生日")
    for number in range(40):
        text = " ".join([rng.choice(words) for _ in range(1 + rng.below(4))])
        write(memory, rng.choice(("fact", "like", "goal")), "%s %d" % (text, number))
    for _ in range(20):
        asked = " ".join([rng.choice(words) for _ in range(4)]) + " 还记得吗"
        found = []
        for passing in (memory.archive.hot_words.passing, lambda own: None):
            memory.archive.hot_words.passing = passing
            page, total = run(memory.recall(Query(keyword=asked, ranked=True, limit=10)))
            found.append(([(one.id, page.score(at)) for at, one in enumerate(page)], total))
        assert found[0] == found[1], asked
        memory = bench.start()
