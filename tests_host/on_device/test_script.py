"""memory.text.script: texts in traditional script are read as those in simplified script."""

from _extracted import NOW
from memory.extract import extractor
from memory.text.script import as_written, fold, simplified
from mind import predicates


def test_a_text_is_read_in_simplified_script_of_as_many_characters():
    for written, simple in (
        ("我養了一隻貓叫麻糬", "我养了一只猫叫麻糬"),
        ("明天下午三點提醒我開會", "明天下午三点提醒我开会"),
        ("我住在臺北，妳住哪裡？", "我住在台北，你住哪里？"),
        ("喝著茶吃餅乾", "喝着茶吃饼干"),
    ):
        assert simplified(written) == simple
        assert len(simple) == len(written)
    assert fold("ＷＩＦＩ密碼") == "wifi密码"


def test_a_text_without_traditional_characters_is_the_same_one():
    for text in ("我养了一只猫", "什么时候到这里来", "乾隆和著名的书", "I live in Köln", "", "👍"):
        assert simplified(text) is text


def test_what_was_found_is_cut_from_what_was_written():
    written = "我女兒叫妤安，讀國小三年級"
    simple = simplified(written)
    assert as_written("三年级", simple, written) == "三年級"
    assert as_written("我女儿妤安读国小三年级", simple, written) == "我女兒妤安讀國小三年級"
    assert as_written("tea", simple, written) == "tea"


def test_the_extractor_hears_it_and_keeps_it_as_it_was_written():
    for said, kind, content in (
        ("我對蝦過敏", "fact", "我對蝦過敏"),
        ("我養了一隻貓叫麻糬", "fact", "我養了一隻貓叫麻糬"),
        ("我住在臺北", "location", "臺北"),
        ("我討厭香菜", "dislike", "香菜"),
        ("我開一輛豐田", "fact", "我開一輛豐田"),
    ):
        (found,) = extractor.extract(said, NOW)
        assert (found.kind, found.content) == (kind, content)
    assert extractor.statements("我戒煙了。天氣好嗎？") == ["我戒煙了"]


def test_what_is_claimed_is_the_same_in_both_scripts():
    home = predicates.claim("用戶住在臺北")
    assert (home.subject, home.predicate, home.object) == ("用户", "住在", "臺北")
    assert predicates.same(home, predicates.claim("用户住在台北"))
    assert predicates.conflicts(home, predicates.claim("我搬到高雄了"))
    assert predicates.ended_by(
        predicates.claim("我開一輛豐田"), predicates.claims("我把豐田賣了")[0]
    )
