"""feelings: the emotion that the owner speaks of, by the words."""

from memory.records.emotions import NAMES
from mind.feelings import heard

SAID = (
    ("我今天好开心", "happy"),
    ("我有点难过", "sad"),
    ("我不开心", "sad"),
    ("气死我了", "angry"),
    ("我好担心明天的考试", "worried"),
    ("哈哈哈", "laughing"),
    ("我太开心了", "happy"),
    ("太棒了！", "excited"),
    ("I'm so happy today", "happy"),
    ("I feel sad", "sad"),
    ("I am worried about tomorrow", "worried"),
    ("I am unhappy with it", "sad"),
)
NOTHING = (
    "", "明天会下雨吗", "你开心吗？", "他很生气", "我不担心", "我不生气", "我没哭了",
    "如果我开心就好了", "我不太担心",
    "Are you happy?", "She is sad", "I am not worried", "the collar is blue",
)  # fmt: skip


def test_what_the_owner_feels_is_heard():
    for text, name in SAID:
        assert heard(text) == name, text
        assert name in NAMES or name in ("excited", "worried")


def test_what_is_denied_asked_or_of_others_is_nothing():
    for text in NOTHING:
        assert heard(text) is None, text
