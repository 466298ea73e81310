"""
Feelings: the emotion that an utterance of the owner speaks of, by its words.

`heard(text)` gives one of the names of XiaoZhi servers (`memory.records.emotions`), or None. Only
what the owner says of themselves, or what is no sentence at all (哈哈), counts; what is denied,
asked or told of others does not. Pure.
"""

from memory.text.folding import plain
from memory.text.script import fold

_LONGEST = 120  # characters that are read
_OTHERS = (
    "他", "她", "它", "别人", "电影", "如果", "要是", " he ", " she ", " they ", " if ",
)  # fmt: skip
_DENIED = ("不", "没", "别", "not ", "never ", "n't ", "no longer ")
# (name, words); the strongest first.
_WORDS = (
    ("crying", ("想哭", "哭了", "好想哭", "心碎", "crying", "heartbroken", "in tears")),
    ("angry", ("气死", "生气", "好气", "烦死", "angry", "furious", "pissed off")),
    ("loving", ("爱你", "喜欢你", "想你", "love you", "miss you")),
    ("sad", ("难过", "伤心", "难受", "委屈", "失落", "孤单", "沮丧", "不开心", "不高兴", "不快乐",
             "feel sad", "so sad", "feeling down", "lonely", "depressed", "not happy", "unhappy")),
    ("worried", ("担心", "焦虑", "害怕", "紧张", "worried", "anxious", "nervous", "scared",
                 "afraid")),
    ("laughing", ("哈哈", "笑死", "haha", "lol")),
    ("excited", ("激动", "太棒了", "兴奋", "excited", "thrilled")),
    ("happy", ("开心", "高兴", "快乐", "幸福", "happy", "glad", "delighted", "feel great")),
    ("relaxed", ("放松", "轻松", "relaxed", "feel calm")),
)  # fmt: skip


def heard(text: str) -> "str | None":
    """The emotion's name; None where nothing is said of one."""
    low = " %s " % fold(plain(text[:_LONGEST])).strip()
    if low.rstrip().endswith(("?", "？", "吗", "呢")):
        return None
    for word in _OTHERS:
        if word in low:
            return None
    for name, words in _WORDS:
        for word in words:
            at = low.find(word)
            if at < 0:
                continue
            begins = not word[0].isalpha() or ord(word[0]) > 127 or not low[at - 1].isalpha()
            before = low[max(0, at - 6) : at]
            denied = [True for no in _DENIED if before.endswith(no)]
            if begins and not denied and not before.endswith(("不是很", "没那么", "不太", "别太")):
                return name
    return None
