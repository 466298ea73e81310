"""The ears of the tests: what they tell apart, and that what is not whole is no sentence."""

import random
import struct

import pytest
from ears import RATE, Ears, spoken
from talk_server import SENTENCES

pytestmark = pytest.mark.needs("espeak-ng")


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
