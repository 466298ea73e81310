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
    ("我今天特别沮丧", "sad"),
    ("我特别开心", "happy"),
    ("今天心情糟透了", "sad"),
    ("我心情很不好", "sad"),
    ("我好孤独", "sad"),
    ("我妈走了，我很绝望", "sad"),
    ("我压力好大", "worried"),
    ("我失恋了", "sad"),
    ("我快崩溃了", "sad"),
    ("我心情特别好", "happy"),
    ("我今天有点低落", "sad"),
    ("今天真是美好的一天", "happy"),
    ("I'm so fed up", "sad"),
    ("today was really wonderful", "happy"),
    ("I'm in a great mood", "happy"),
    ("I feel a bit blue today", "sad"),
    ("最近压力特别大", "worried"),
    ("I feel so terrible", "sad"),
    ("I felt awful today", "sad"),
    ("I cried all night", "crying"),
    ("I had an awful day", "sad"),
    ("I am so sad", "sad"),
    ("I'm stressed out", "worried"),
    ("My mom called and I'm overwhelmed", "worried"),
    ("I am over the moon", "excited"),
    ("What a wonderful day!", "happy"),
)
NOTHING = (
    "", "明天会下雨吗", "你开心吗？", "他很生气", "我不担心", "我不生气", "我没哭了",
    "如果我开心就好了", "我不太担心",
    "Happy Street is long", "开心果多少钱", "I'm not in a good mood", "血压低落了",
    "我压力不大", "我不觉得压力大", "我妈压力好大", "我老公特别沮丧，好孤独", "我同事心情很差",
    "《孤独的美食家》好看", "祝你天天开心", "你看起来很开心", "我不孤独",
    "The soup was awful", "My sister feels terrible", "My mom is stressed out", "My boss is angry",
    "Have a wonderful day!", "It was not a great day", "You look so happy", "I never cried",
    "Are you happy?", "She is sad", "I am not worried", "the collar is blue",
)  # fmt: skip


def test_what_the_owner_feels_is_heard():
    for text, name in SAID:
        assert heard(text) == name, text
        assert name in NAMES or name in ("excited", "worried")


def test_what_is_denied_asked_or_of_others_is_nothing():
    for text in NOTHING:
        assert heard(text) is None, text
