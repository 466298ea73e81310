"""
memory.changes.near_duplicates on the labelled pairs of near_pairs.jsonl: `set` tuned (the list of
changes was made with them in sight), held (written before the code) or free (written as a model
would put things again, and never tuned on); `same` says what a person says of them.

    ./tools/test.sh -n 0 -s tests_host/test_nearness.py     prints how many of the same are known
"""

import json
import random
import sys
from importlib import import_module
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import device
import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path[:0] = [str(device.ROOT / "lib"), str(device.ROOT / "tools" / "cpython")]

near: Any = import_module("memory.changes.near_duplicates").near
may_be_near: Any = import_module("memory.changes.repetition").may_be_near
fold: Any = import_module("memory.text.folding").fold

PAIRS = [
    json.loads(line)
    for line in (Path(__file__).parent / "near_pairs.jsonl").read_text("utf-8").splitlines()
]
_SETS = ("tuned", "held", "free")

# What is put into one blank of a sentence is told apart, whatever it is.
_ZH = {
    "主人的猫叫{}": "咪咪 花花 豆豆 团子 乐乐 乐天 旺财 小红 小明 Milo Max 一一 二二 十一 三七",
    "主人有{}个朋友": "一 两 三 四 五 六 七 八 九 十 十一 十二 二十 二十一 三四 五六 几 十几 一百 "
    "100 1 12 120 一百二 一百零二 两百 半 好几",
    "主人的妹妹喜欢{}色": "红 橙 黄 绿 蓝 紫 黑 白 灰 粉 金",
    "主人{}喜欢下雨天": "很 不 最 也 只 非常 有点 不太 从不 曾经 可能 以前 小时候 都 才 就 不再",
    "主人的{}是医生": "爸爸 妈妈 哥哥 弟弟 姐姐 妹妹 爷爷 奶奶 外公 外婆 儿子 女儿 妻子 丈夫 舅舅 "
    "姑姑 朋友 同事 邻居 老板 男友 女友 爸爸的妈妈 妈妈的爸爸 爸爸的哥哥 爷爷的奶奶",
    "主人{}去医院": "今天 昨天 明天 前天 后天 周一 周二 周日 上周 下周 早上 晚上 中午 三月 "
    "3日 三点 每天 每周 要 没 想 会 不会 应该 曾",
    "主人把伞忘在{}": "家 公司 学校 车上 左边 右边 楼上 楼下 北京 南京 东边 西边 里面 外面",
}
_EN = {
    "Owner's cat is named {}": "Milo Max Mac Kiki Tom Tim Anna Anne Ann One Two Oneal",
    "Owner has {} friends": "two three four five ten twelve twenty 2.5 20 21 no few many some "
    "several a-few",
    "Owner's {} is a doctor": "mother father brother sister son daughter uncle aunt wife husband "
    "grandmother grandfather cousin niece nephew boss neighbor friend",
    "Owner {} likes rain": "never always often sometimes rarely also only no-longer once still",
    "Owner went home {}": "yesterday today tomorrow on-monday on-tuesday at-3 at-3:30 at-330 "
    "in-2019 in-2020 early late first last alone",
    "Owner {} coffee": "drinks drank drink-not hates sells buys grows makes likes-making likes",
    "Owner left the keys {} the box": "in on under behind near beside above without outside",
}


def _words(text: str) -> list[str]:
    return [word.replace("-", " ") for word in text.split()]


def _known(old: str, new: str) -> bool:
    """As a write finds it: the cheap look, then the real one."""
    return may_be_near(fold(new).encode(), fold(old).encode()) and near(new, old, True)


def test_there_are_enough_pairs_of_both_sorts_in_both_languages() -> None:
    for chinese in (True, False):
        for same in (True, False):
            few = [p for p in PAIRS if p["same"] == same and (max(p["one"]) > "一") == chinese]
            assert len(few) >= 60, (chinese, same, len(few))
    assert len(PAIRS) >= 240
    assert len({(p["one"], p["other"]) for p in PAIRS}) == len(PAIRS)


@pytest.mark.parametrize("part", _SETS)
def test_no_differing_fact_is_taken_for_one_that_is_known(part: str) -> None:
    differ = [pair for pair in PAIRS if pair["set"] == part and not pair["same"]]
    swallowed = [
        pair
        for pair in differ
        if near(pair["one"], pair["other"], True) or near(pair["other"], pair["one"], True)
    ]
    assert swallowed == []


@pytest.mark.parametrize(("part", "least"), [("tuned", 0.9), ("held", 0.9), ("free", 0.2)])
def test_the_same_in_other_words_is_known_again(part: str, least: float) -> None:
    same = [pair for pair in PAIRS if pair["set"] == part and pair["same"]]
    found = [pair for pair in same if _known(pair["one"], pair["other"])]
    print(f"\n{part}: {len(found)} of {len(same)} known again")
    assert len(found) >= least * len(same)


@pytest.mark.parametrize("sentence", [*_ZH, *_EN])
def test_whatever_fills_the_blank_of_a_sentence_is_told_apart(sentence: str) -> None:
    words = _words((_ZH | _EN)[sentence])
    swallowed = [
        (one, other)
        for one, other in combinations(words, 2)
        if near(sentence.format(one), sentence.format(other), True)
    ]
    # One word in two spellings.
    spelled = {("一", "1"), ("十二", "12"), ("两百", "二百"), ("Two", "2"), ("twenty", "20")}
    assert [pair for pair in swallowed if pair not in spelled] == []


@pytest.mark.parametrize(
    "pattern",
    [
        "{}喜欢{}",
        "{}比{}高",
        "{}从{}那里借了钱",
        "{}的{}",
        "{}教{}画画",
        "{}和{}的妈妈",
        "{}把猫送给{}",
    ],
)
def test_who_does_what_to_whom_is_told_apart(pattern: str) -> None:
    for one, other in permutations(("小明", "主人", "妈妈", "王老师"), 2):
        assert not near(pattern.format(one, other), pattern.format(other, one), True)


def test_a_word_put_in_or_left_out_is_noticed_unless_it_is_known_to_be_empty() -> None:
    draw = random.Random(20260205)
    texts = [pair["one"] for pair in PAIRS if max(pair["one"]) > "一"]
    empty = "的呢啊呀哦嘛哟喔噢，。！、《》“”"
    for text in texts:
        other = draw.choice(texts)
        letter = draw.choice([c for c in other if c > "一" and c not in empty])
        at = draw.randrange(2, len(text) + 1)
        assert not near(text, text[:at] + letter + text[at:], True), (text, letter)


@given(st.text(st.sampled_from("我主人的不二十百两3 一，。?a's-.:theownerlikes"), max_size=20))
def test_any_text_is_compared_without_a_fault_and_both_ways_alike(text: str) -> None:
    for other in (text + "。", "主人" + text, text[::-1]):
        assert near(text, other, True) == near(other, text, True)


def test_words_of_a_day_mean_the_same_on_that_day_alone() -> None:
    for one, other in (
        ("主人明天考试", "主人明天考试！"),
        ("主人最近很忙", "主人最近很忙呢"),
        ("主人的儿子今年五岁", "主人的儿子5岁了"),
        ("Owner has an exam tomorrow", "The owner has an exam tomorrow"),
    ):
        assert near(one, other, True)
        assert not near(one, other, False)
    assert near("主人喜欢喝茶", "主人爱喝茶", False)


def test_what_says_nothing_is_near_nothing() -> None:
    for text in ("", "主人", "！", "，。", "...", "owner", "的"):
        assert not near(text, text + "!", True)
