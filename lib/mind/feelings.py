"""
Feelings: the emotion that an utterance of the owner speaks of, by its words.

`heard(text)` gives one of the names of XiaoZhi servers (`memory.records.emotions`), or None. Only
what the owner says of themselves, or what is no sentence at all (哈哈), counts; what is denied,
asked or told of others does not. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import has, head
from memory.text.folding import plain
from memory.text.script import fold

_LONGEST = 120  # characters that are read
_OTHERS = (
    "他", "她", "它", "别人", "电影", "如果", "要是", "祝你", "祝您", "你看起来", "你好像",
    "你是不是", " he ", " she ", " they ", " if ", " you are ", " you look ", " you seem ",
)  # fmt: skip
_DENIED = (
    "不", "没", "别", "不是很", "没那么", "不太", "别太", "不觉得", "not ", "never ", "n't ",
    "no longer ", "not a ", "n't a ", "have a ",
)  # fmt: skip
# What says how much: 压力特别大 is 压力大, and some words tell of oneself with it alone (~).
_DEGREES_ZH = ("特别", "非常", "有点", "好", "很", "太", "真", "超")
_DEGREES_EN = (" so ", " really ", " very ", " a bit ", " such ", " pretty ")
_PEOPLE = "|朋友|同事|老板|室友|friend |boss |colleague |neighbour |"
# (name, words); the strongest first.
_WORDS = (
    ("crying", ("想哭", "哭了", "好想哭", "心碎", "i cried", "crying", "heartbroken", "in tears")),
    ("angry", ("气死", "生气", "好气", "烦死", "angry", "furious", "pissed off")),
    ("loving", ("爱你", "喜欢你", "想你", "love you", "miss you")),
    ("sad", ("难过", "伤心", "难受", "委屈", "失落", "孤单", "沮丧", "不开心", "不高兴", "不快乐",
             "心情糟", "心情差", "心情不好", "心情低落", "~孤独", "~寂寞", "~绝望",
             "~崩溃", "快崩溃", "要崩溃", "失恋", "心痛", "心里很痛", "~低落", "情绪低落",
             "feel sad", "am sad", "'m sad", "feel down", "feel low", "lonely",
             "depressed", "not happy", "unhappy", "feel terrible", "feel awful", "feel miserable",
             "feel blue", "fed up", "awful day", "terrible day", "bad day", "worst day")),
    ("worried", ("担心", "焦虑", "害怕", "紧张", "压力大", "压力山大", "worried", "anxious",
                 "nervous", "scared", "afraid", "stressed", "overwhelmed")),
    ("laughing", ("哈哈", "笑死", "haha", "lol")),
    ("excited", ("激动", "太棒了", "兴奋", "excited", "thrilled", "over the moon")),
    ("happy", ("开心", "高兴", "快乐", "幸福", "心情好", "心情不错", "心情棒", "美好的一天",
               "happy", "glad", "delighted", "feel great",
               "feel good", "feel wonderful", "wonderful day", "great day", "lovely day",
               "in a great mood", "in a good mood", "today was wonderful", "today was great")),
    ("relaxed", ("放松", "轻松", "relaxed", "feel calm")),
)  # fmt: skip


def heard(text: str) -> "str | None":
    """The emotion's name; None where nothing is said of one."""
    low = " %s " % fold(plain(text[:_LONGEST])).strip()
    if low.rstrip().endswith(("?", "？", "吗", "呢")) or _of_others(low):
        return None
    low = low.replace("’", "'").replace(" feeling ", " feel ").replace(" felt ", " feel ")
    low = low.replace("开心果", "")
    at = text.find("Happy ")  # of a name: Happy Street
    if at >= 0 and text[at + 6 : at + 7].isupper():
        low = low.replace("happy ", "")
    for word in _DEGREES_EN:
        low = low.replace(word, " ")
    bare = low
    for word in _DEGREES_ZH:
        bare = bare.replace(word + "大", "大")
        for how in ("好", "差", "糟", "棒", "不"):
            bare = bare.replace("心情" + word + how, "心情" + how)
    for name, words in _WORDS:
        for word in words:
            if _says(bare if word[0] in "压心" else low, word):
                return name
    return None


def _of_others(low: str) -> bool:
    """True where a text is of others, as far as the owner is not told of behind them."""
    for word in _OTHERS:
        if word in low:
            return True
    at = head("|我的|我|my |our |", low, 1)
    is_of = head(words_zh.KIN, low, 1 + at) or head(words_en.KIN, low, 1 + at)
    is_of = is_of or head(_PEOPLE, low, 1 + at)
    return bool(is_of) and not has("|，我|,我| i | i'm |", low)


def _says(low: str, word: str) -> bool:
    """True where a text says it, and does not deny it."""
    at = low.find(word.replace("~", ""))
    if at < 0 or (word[0] == "~" and not low[:at].endswith(_DEGREES_ZH)):
        return False
    begins = not word[0].isalpha() or ord(word[0]) > 127 or not low[at - 1].isalpha()
    before = low[:at].replace("特别", "")
    return begins and not before.endswith(_DENIED)
