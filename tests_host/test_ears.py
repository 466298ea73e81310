"""The ears of the tests: what they tell apart, and that what is not whole is no sentence."""

import random
import struct

import pytest
from ears import RATE, Ears, spoken

pytestmark = pytest.mark.needs("espeak-ng")
SENTENCES = {
    "zh": [
        "今天天气怎么样", "我喜欢喝乌龙茶", "明天下午三点开会", "提醒我给妈妈打电话",
        "你还记得我的生日吗", "我家的猫叫豆包", "好的我记住了", "讲一个故事吧",
    ],
    "en": [
        "what is the weather like today", "I like oolong tea", "the meeting is tomorrow at three",
        "remind me to call my mother", "do you remember my birthday",
        "all right I will remember that", "tell me a story please", "good night see you tomorrow",
    ],
}  # fmt: skip


def quieter(sound: bytes, seed: int) -> bytes:
    rng = random.Random(seed)
    values = struct.unpack(f"<{len(sound) // 2}h", sound)
    return struct.pack(f"<{len(values)}h", *[int(0.3 * v + rng.gauss(0, 40)) for v in values])


@pytest.mark.parametrize("language", SENTENCES)
def test_each_sentence_is_heard_also_when_it_is_quiet_and_amid_noise(language: str) -> None:
    ears = Ears(SENTENCES[language], language)
    for seed, text in enumerate(SENTENCES[language]):
        assert ears.heard(quieter(spoken(text, language), seed)) == text


def test_half_of_a_sentence_two_of_them_or_silence_are_none() -> None:
    ears = Ears(SENTENCES["zh"], "zh")
    sound = spoken(SENTENCES["zh"][3], "zh")
    middle = len(sound) // 4 * 2
    assert ears.heard(sound[:middle]) == ""
    assert ears.heard(sound[middle:]) == ""
    assert ears.heard(sound + spoken(SENTENCES["zh"][0], "zh")) == ""
    assert ears.heard(bytes(2 * RATE)) == ""
    assert ears.heard(b"") == ""
    hole = len(sound) // 10 * 2  # a fifth of it is missing in the middle
    assert ears.heard(sound[: middle - hole // 2] + sound[middle + hole // 2 :]) == ""
