"""
memory.search: what is written otherwise and is the same. Each is asked for in hot memory, in lines
that are not indexed and by the index.
"""

from _bench import Bench, Query, run, write
from memory.log import log
from memory.search.list_query import ListQuery
from memory.text.folding import bare
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
    spelled = {}
    for place in told.places():
        for keyword, at in asked:
            rows = told.found(keyword)
            others = [content for content, how in rows if how == "spelling"]
            assert spelled.setdefault(keyword, others) == others, (place, keyword)
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


_NAMES = (
    "Call the clinic at 0571-88236655",
    "Emma's number is +44 20 7946 0958",
    "I sing in the PurpleOwl choir",
    "She wore a blue T-shirt",
    "Mr O'Connor fixes the boiler",
    "We flew home on LH 452",
    "The parking space is B-214",
    "The number plate is B-XY 1234",
    "I had covid-19 in spring",
    "爷爷的电话是 13812345678",
    "She sells ice-cream at the pier",
    "The wi-fi is slow upstairs",
    "Dad works in the Hauptstraße in Köln",
)


def test_what_is_written_apart_is_found_joined_and_the_other_way_round():
    asked = (
        ("057188236655", 0), ("02079460958", 1), ("442079460958", 1), ("purple owl", 2),
        ("tshirt", 3), ("tshirts", 3), ("oconnor", 4), ("LH452", 5), ("b214", 6),
        ("BXY1234", 7), ("covid19", 8),
        ("138 1234 5678", 9), ("138-1234-5678", 9), ("icecream", 10), ("wifi", 11),
        ("hauptstrasse", 12), ("koeln", 12), ("9460957", None), ("23665588", None),
    )  # fmt: skip
    check(_NAMES, asked)


_AMOUNTS = (
    "我每天跑3公里",
    "存款有三万块",
    "凌晨三点还没睡",
    "My rent is $1,200",
    "The race is 21 km long",
    "弟弟身高1.75 米",
    "工资是六千五",
    "一共要一万二千元",
    "他二零一二年毕业",
    "一瓶250毫升",
    "买了十三点五斤梨",
    "这台机器有64 GB内存",
    "Everything is 20% off",
    "The tyre costs €350",
    "新房子98平米",
    "发烧到三十八度五",
    "爷爷身高一米八二",
    "水费一百二十块五",
    "折扣是百分之十五",
    "I owe Jim twenty dollars",
    "Grandma turned eighty-six",
    "a tank of 40 litres",
    "小孩三岁半了",
    "it was 31°C inside",
)


def test_an_amount_is_found_in_figures_and_in_words_with_the_unit_it_has():
    asked = (
        ("3公里", 0), ("3km", 0), ("三公里", 0), ("3万", 1), ("30000", 1), ("3点", 2),
        ("1200", 3), ("21km", 4), ("21公里", 4), ("1.75米", 5), ("6500", 6), ("６５００", 6),
        ("6千5", 6), ("12000", 7), ("1万2", 7), ("2012年", 8), ("250ml", 9),
        ("64gb", 11), ("1200 dollars", 3), ("20 percent", 12), ("350 euros", 13), ("98㎡", 14),
        ("98平方米", 14), ("3天", None), ("5斤", None), ("7米", None), ("3两", None),
        ("38.5度", 15), ("38度5", 15), ("1.82米", 16), ("1米82", 16), ("120.5元", 17),
        ("15%", 18), ("15 percent", 18), ("$1200", 3), ("1200 usd", 3), ("$20", 19),
        ("20 bucks", 19), ("86", 20), ("40 liters", 21), ("40l", 21), ("3.5岁", 22),
        ("31 degrees", 23), ("31度", 23), ("eighty six", 20), ("百分之二十", 12),
        ("1.8米", None),
    )  # fmt: skip
    check(_AMOUNTS, asked)


_DAYS = (
    "我的生日是5月3日",
    "妈妈的生日是五月十三号",
    "Our wedding was on 12 December",
    "The lease ends on 2027-01-31",
    "奶奶的生日是农历八月十六",
    "The recital is on May 21",
    "The warranty runs until 2028-12-31",
    "搬家是六月二十一号",
    "2024年7月9日拔了牙",
)


def test_a_day_of_the_year_is_found_however_it_is_written():
    asked = (
        ("5月3号", 0), ("五月三日", 0), ("05-03", 0), ("3 May", 0), ("May 3rd", 0), ("5月13日", 1),
        ("December 12", 2), ("Dec 12", 2), ("12月12日", 2), ("12th of December", 2),
        ("January 31", 3), ("1月31日", 3), ("8月16日", 4), ("August 16", 4), ("21 May", 5),
        ("21st of May", 5),
        ("31 December", 6), ("12月31号", 6), ("6月21日", 7), ("June 21st", 7),
        ("5/3", 0), ("3/5", 0), ("2026年5月3日", 0), ("2026-05-03", 0),
        ("7/9", 8), ("7月9号", 8), ("2024-07-09", 8), ("2025年7月9日", None),
    )  # fmt: skip
    check(_DAYS, asked)


_CLOCK = (
    "开会是下午3点半",
    "The show starts at 19:30",
    "Choir practice is at half past eight",
    "两点接孩子",
    "晚上十点一刻睡觉",
    "闹钟是早上六点二十",
    "The bakery opens at 7am",
    "跑了3.5公里",
)


def test_a_time_of_day_is_found_however_it_is_said():
    asked = (
        ("15:30", 0), ("下午三点半", 0), ("3:30", 0), ("三点三十", 0), ("3.30pm", 0),
        ("7:30 pm", 1), ("7.30pm", 1), ("half past seven", 1),
        ("晚上7点半", 1), ("8:30", 2), ("20:30", 2),
        ("14:00", 3), ("2点", 3), ("22:15", 4), ("10:15pm", 4), ("06:20", 5), ("6:20am", 5),
        ("7点", 6),
    )  # fmt: skip
    check(_CLOCK, asked)
    told = Told(_CLOCK)
    for keyword in ("上午三点半", "7.30am", "18:20", "15:31"):
        assert [row for row in told.found(keyword) if row[1] == "spelling"] == [], keyword


def test_another_spelling_comes_behind_the_word_itself_and_says_so():
    told = Told(("I bought a purple owl", "The PurpleOwl choir meets on Fridays"))
    for place in told.places():
        rows = told.found("purple owl")
        assert [how for _, how in rows] == ["word", "spelling"], (place, rows)
        query = Query(None, "purple owl", limit=5, ranked=True)
        page, total = run(told.memory.recall(query))
        assert total == 2 and [page.score(at) for at in range(2)] == [100, 95]


def test_what_was_told_on_a_day_follows_what_names_it_in_another_spelling():
    told = Told(("小林的生日是3月2号", "去了一趟动物园", "Bought a kite"))
    told.bench.clock.to("2026-03-02 10:00")
    write(told.memory, "fact", "今天理发了")
    told.bench.clock.to("2026-03-20 10:00")
    for place in told.places():
        rows = told.found("三月二日")
        assert rows[:2] == [("小林的生日是3月2号", "spelling"), ("今天理发了", "time")], (
            place,
            rows,
        )
        query = Query(None, "三月二日", limit=1, offset=1, ranked=True)
        page, _ = run(told.memory.recall(query))
        assert [record.content for record in page] == ["今天理发了"], place
