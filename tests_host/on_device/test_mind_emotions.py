"""emotions: a server's emotions among the six of a record, and the mood that they leave."""

from memory.records.fields import EMOTIONS
from memory.records.record import Record
from mind.scores import emotions

# As the XiaoZhi servers send them.
SENT = (
    "neutral happy laughing funny sad angry crying loving embarrassed surprised shocked thinking"
    " winking cool relaxed delicious kissy confident sleepy silly confused"
).split()


def felt(**fields):
    return emotions.of_record(Record("aaa1", "moment", 0, fields))


def mood_of(mood, *heard):
    for name in heard:
        mood = emotions.mood_after(mood, name, emotions.default_intensity(name))
    return mood


def test_all_21_names_of_the_servers_are_known():
    assert sorted(emotions.NAMES) == sorted(SENT) and len(SENT) == 21


def test_every_name_is_one_of_the_six_with_an_intensity():
    for name in SENT + list(EMOTIONS):
        assert emotions.emotion_of(name) in EMOTIONS
        assert 1 <= emotions.default_intensity(name) <= 5
    assert {emotions.emotion_of(name) for name in SENT} == set(EMOTIONS)


def test_each_of_the_six_stands_for_itself():
    for name in EMOTIONS:
        assert emotions.emotion_of(name) == name


def test_what_is_unknown_is_neutral():
    assert emotions.emotion_of("ecstatic") == "neutral"
    assert emotions.default_intensity("ecstatic") == 1
    assert not emotions.is_negative("ecstatic")


def test_what_hurts_is_negative():
    hurts = [name for name in SENT if emotions.is_negative(name)]
    assert hurts == ["sad", "angry", "crying", "embarrassed", "shocked", "confused"]
    assert emotions.is_negative("worried") and not emotions.is_negative("touched")


def test_what_a_record_says_was_felt():
    assert felt() is None
    assert felt(emotion_intensity=4) is None
    assert felt(emotion_type=EMOTIONS.index("worried")) == ("worried", 3)
    assert felt(emotion_type=EMOTIONS.index("worried"), emotion_intensity=5) == ("worried", 5)
    assert felt(emotion_name="crying") == ("sad", 5)
    assert felt(emotion_name="crying", emotion_type=2, emotion_intensity=2) == ("sad", 2)
    assert felt(emotion_type=60000, emotion_intensity=70) == ("neutral", 5)


def test_a_name_that_does_not_fit_the_emotion_told_since_counts_no_more():
    assert felt(emotion_name="crying", emotion_type=EMOTIONS.index("happy")) == ("happy", 3)
    assert felt(emotion_name="ecstatic", emotion_type=EMOTIONS.index("sad")) == ("sad", 3)


def test_the_mood_follows_what_is_heard():
    assert mood_of(50, "happy") > 50 > mood_of(50, "sad")
    assert mood_of(50, "crying") < mood_of(50, "sad")
    assert mood_of(50, "neutral") == mood_of(50, "thinking") == mood_of(50, "nothing known") == 50


def test_the_mood_follows_slowly():
    for name in SENT:
        for mood in range(101):
            for intensity in (1, 5):
                assert abs(emotions.mood_after(mood, name, intensity) - mood) <= 10


def test_the_mood_comes_to_where_it_is_drawn_and_stays():
    assert mood_of(0, *["happy"] * 100) == 85 == mood_of(100, *["happy"] * 100)
    assert mood_of(100, *["crying"] * 100) == 20 == mood_of(0, *["crying"] * 100)


def test_the_mood_stays_in_its_bounds_whatever_it_is_given():
    for mood in (-5, 0, 100, 1000):
        for name in SENT:
            for intensity in (-1, 0, 3, 99):
                assert 0 <= emotions.mood_after(mood, name, intensity) <= 100
