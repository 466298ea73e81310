"""
Denials: a statement of the owner that is denied and put right in one sentence.

"My sister isn't called Mona, she's called Moana", 我的生日不是3月8号，是8月3号: what was said is
the first clause without its not, what is right is its beginning with the second. A denial
corrects only what was said so (`is_meant`); all others are sentences like any other. Also which
value a correction names as wrong (`wrong_one`), and whether it names what a memory has. Pure.
"""

from memory.extract import words_en
from memory.extract.scan import drop, entry, head, is_chinese, is_cjk, skip
from memory.text.folding import fold
from memory.text.phrase_tables import replaced

# Signs that two texts share without being alike.
_COMMON = "我你他她它的了是在不有一个这那上下"
_OPEN_ZH = "|不对|不是|不|错了|说错了|我说错了|，|嗯|哦|啊|等等|"
_ENDS_ZH = "|。|！|!|.|~|吧|啊|哦|呀|啦|"
_MINE_ZH = "|我|咱|"
_AND_ZH = "|而|而是|应该|其实|他|她|它|我|人家|，|"
_OPEN_EN = "|no |oh |wait |sorry |actually |well |oops |"
_MINE_EN = "|my |i |our |we |"
_BE = (" is not ", " am not ", " are not ", " was not ", " were not ")
_DO = (" does not ", " do not ", " did not ")
_AND_EN = "|but |actually |"
_WHO_EN = "|she |he |it |they |i |we |"
_IS_EN = "|is |are |am |was |were |"
_CALLED_EN = "|called |named |"


def denied(text: str) -> "tuple[str, str] | None":
    """(what was said, what is right instead) of a sentence that denies it; None for any other."""
    if text.endswith(("?", "？", "吗", "呢")):
        return None
    return _denied_zh(text) if is_chinese(text) else _denied_en(text)


def _denied_zh(text: str) -> "tuple[str, str] | None":
    text = text.replace(",", "，")
    text = text[skip(_OPEN_ZH, text) : drop(_ENDS_ZH, text, len(text))]
    first, _, second = text.partition("，")
    at = first.find("不")
    second = second[skip(_AND_ZH, second) :]
    if at < 1 or not head(_MINE_ZH, first) or not second or "，" in second or "不" in second:
        return None
    begin, was = first[:at], first[at + 1 :]
    if was[:1] != second[:1] or was[:2] == "是说":
        return None
    if was[:1] == "是" and was[1:2] in ("在", "对"):  # 我不是在华泰上班，是在国泰
        right = second[1 + (second[1:2] == was[1:2]) :]
        return begin + was[1:], begin + second[1:] if was[-2:] == second[-2:] else right
    return begin + was, begin + second


def _denied_en(text: str) -> "tuple[str, str] | None":
    text = replaced(words_en.OPENED, " " + text.replace("’", "'")).replace(". ", ", ")
    text = text.strip().rstrip(".! ").replace(" - ", ", ").replace(";", ",")
    text = text[skip(_OPEN_EN, fold(text).replace(",", " ")) :].strip()
    first, _, second = text.partition(", ")
    low = fold(first) + " "
    joined = skip(_AND_EN, fold(second))
    second = second[joined:]
    who = head(_WHO_EN, fold(second))
    if not (head(_MINE_EN, low) and second and (who or joined)) or ", " in second:
        return None
    for sign in _BE + _DO:
        at = low.find(sign)
        if at < 0:
            continue
        is_be = sign in _BE
        begin, was = first[: at + (len(sign) - 4 if is_be else 1)], first[at + len(sign) :]
        right = second[who:]
        if is_be:
            right = right[head(_IS_EN, fold(right)) :]
            called = head(_CALLED_EN, fold(was))
            right = was[: 0 if head(_CALLED_EN, fold(right)) else called] + right
        return (begin + was, begin + right) if is_be or who else None
    return None


def is_meant(sentence: str, said: str, content: str) -> bool:
    """True where a correction may be of a memory of this content, read from what was said."""
    denial = denied(sentence)
    if denial is not None:
        return _bare(denial[0]) in _bare(said)
    wrong = wrong_one(sentence)
    return not wrong or wrong in fold(said + content)


def _bare(text: str) -> str:
    """A text without little words and endings, to be compared: 我儿子是五岁, 我儿子五岁."""
    low = fold(text)
    if is_chinese(low):
        for letter in ("是", "在", "的", "了", "，", ",", "。"):
            low = low.replace(letter, "")
        return low
    words = replaced(words_en.OPENED, " " + low).replace(",", " ").replace(".", " ").split()
    return " " + " ".join([word[:-1] if word.endswith("s") else word for word in words]) + " "


def is_likely(content: str, sentence: str, right: str) -> bool:
    """True where a correction names what is wrong, or what is right is spelled like it."""
    if content and fold(content) in fold(sentence):
        return True
    if wrong_one(sentence) or denied(sentence) is not None:
        return True
    for at in range(len(content)):
        if is_cjk(content[at]) and content[at] in right and content[at] not in _COMMON:
            return True
    return False


def wrong_one(sentence: str) -> str:
    """The value that a correction says is wrong: 不是北京，是上海; "not Berlin, Munich"."""
    low = fold(sentence).replace(",", "，")
    begin = low.find("不是") + 2 if is_chinese(sentence) else 4 * low.startswith("not ")
    if begin < 2 and low.rfind("， not ") > 0:  # no, I like tea, not coffee
        return low[low.rfind("， not ") + 6 :].strip(" .!")
    end = low.find("，", begin)
    if end < 0 < low.find("，不是"):  # 不对，我喜欢茶，不是咖啡
        end = len(low)
    if begin < 2 or end < begin:
        return ""
    value = low[begin:end].strip()
    value = value[1:] if value[:1] == "说" else value
    return "" if entry("|的|吧|啊|哦|吗|", value) else value
