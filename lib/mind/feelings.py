"""
Feelings: the emotion that an utterance of the owner speaks of, by its words.

`heard(text)` gives one of the names of XiaoZhi servers (`memory.records.emotions`), or None. Only
what the owner says of themselves, or what is no sentence at all (哈哈), counts; what is denied,
asked or told of others does not. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import head
from memory.text.folding import plain
from memory.text.script import fold

_LONGEST = 120  # characters that are read
_OTHERS = (
    "他", "她", "它", "别人", "电影", "如果", "要是", "祝你", "祝您", "你看起来", "你好像",
    "你是不是", " he ", " she ", " they ", " if ", " you are ", " you look ", " you seem ",
)  # fmt: skip
_DENIED = (
    "不", "没", "别", "不是很", "没那么", "不太", "别太", "不觉得", "没觉得", "not ", "never ",
    "n't ", "no longer ", "not a ", "n't a ", "have a ", "have an ",
)  # fmt: skip
# What says how much; of what somebody feels alone with it, and of 压力大 without it.
_DEGREES_ZH = (
    "特别", "非常", "有点", "有些", "实在", "真的", "这么", "好", "很", "太", "真", "超", "挺",
)  # fmt: skip
_DEGREES_EN = (
    " so ", " really ", " very ", " absolutely ", " totally ", " pretty ", " quite ", " a bit ",
    " just ", " incredibly ", " completely ", " such ",
)  # fmt: skip
_PEOPLE = "|朋友|同事|老板|领导|同学|室友|friend |boss |colleague |neighbour |neighbor |roommate |"
_MARKS = "，。！；,.!;"
# (name, words); the strongest first. A word behind a ~ counts with a degree before it.
_WORDS = (
    ("crying", ("想哭", "哭了", "好想哭", "心碎", "i cried", "crying", "heartbroken", "in tears")),
    ("angry", ("气死", "生气", "好气", "烦死", "angry", "furious", "pissed off")),
    ("loving", ("爱你", "喜欢你", "想你", "love you", "miss you")),
    ("sad", ("难过", "伤心", "难受", "委屈", "失落", "孤单", "沮丧", "不开心", "不高兴", "不快乐",
             "心情糟", "心情差", "心情不好", "心情低落", "~孤独", "~寂寞", "~绝望", "~崩溃",
             "~郁闷", "~压抑", "feel sad", "am sad", "'m sad", "feel down", "feel low", "lonely",
             "depressed", "not happy", "unhappy", "feel terrible", "feel awful", "feel horrible",
             "feel miserable", "am miserable", "'m miserable", "feel empty", "feel hopeless",
             "devastated", "gutted", "awful day", "terrible day", "horrible day", "bad day",
             "rough day", "worst day")),
    ("worried", ("担心", "焦虑", "害怕", "紧张", "压力大", "压力山大", "worried", "anxious",
                 "nervous", "scared", "afraid", "stressed", "overwhelmed", "burnt out",
                 "burned out")),
    ("laughing", ("哈哈", "笑死", "haha", "lol")),
    ("excited", ("激动", "太棒了", "兴奋", "excited", "thrilled", "over the moon", "ecstatic",
                 "on cloud nine")),
    ("happy", ("开心", "高兴", "快乐", "幸福", "happy", "glad", "delighted", "feel great",
               "feel good", "feel wonderful", "feel amazing", "feel fantastic", "wonderful day",
               "great day", "amazing day", "lovely day", "fantastic day", "best day ever",
               "best day of my life")),
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
    low = low.replace("’", "'").replace(" feeling ", " feel ").replace(" felt ", " feel ")
    bare = low
    for word in _DEGREES_EN:
        bare = low = low.replace(word, " ")
    for word in _DEGREES_ZH:
        bare = bare if word == "好" else bare.replace(word, "")
    bare = bare.replace("好大", "大")
    for name, words in _WORDS:
        for word in words:
            is_said = _says(bare if word.startswith(("压", "心情")) else low, word)
            for much in _DEGREES_ZH if word[0] == "~" else ():
                is_said = is_said or _says(low, much + word[1:])
            if is_said:
                return name
    return None


def _says(low: str, word: str) -> bool:
    """True where a text says it of the owner, and does not deny it."""
    at = low.find(word)
    if at < 0:
        return False
    begins = not word[0].isalpha() or ord(word[0]) > 127 or not low[at - 1].isalpha()
    before = low[:at]
    before = before[:-2] + "~" if before.endswith("特别") else before
    return begins and not before.endswith(_DENIED) and not _of_others(before)


def _of_others(before: str) -> bool:
    """True where the clause, or the first one of a text, is of somebody whom the owner knows."""
    own = before
    for mark in _MARKS:
        own = own.split(mark)[-1]
    own = own.strip() + " "
    if " i " in own or " i'm " in own:  # my mom called and I'm
        return False
    for clause in (own, before):
        clause = clause.strip()
        at = head("|我们的|我们|我的|我|my |our |", clause + " ")
        rest = (clause + " ")[at:]
        if head(words_zh.KIN, rest) or head(words_en.KIN, rest) or head(_PEOPLE, rest):
            return True
        if at:
            return False
    return False
