"""
Ended things: what a statement says is over, and what it says one likes best.

旺财去世了, "I sold my Volvo", 湿疹好了 speak of what a memory is about in words that deny nothing.
What is named has to be a whole topic of that memory, or the beginning or the end of one, and the
memory no taste: who likes peanuts likes them when they are gone. Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import drop, entry, has, head, is_chinese, skip, trimmed
from memory.text.script import fold

from .topic_tables import SINGLE_ZH

_ENDED_ZH = (
    "|去世|过世|离世|走丢|丢|没|不在|死|卖|卖掉|卖给别人|送人|送走|报废|好|治好|医好|痊愈|康复|全好"
    "|恢复正常|正常|断根|消失|长好|愈合|误诊|是误诊|是误诊的|"
)
_WHEN_ZH = (
    "|已经|现在|终于|上个月|上月|上周|上星期|昨天|昨晚|前天|今天|今年|去年|前年|前几天|最近|早就|都"
    "|全|完全|彻底|也|被|给|给我|病|又|总算|基本|刚|刚刚|不幸|年初|年底|一月|二月|三月|四月|五月"
    "|六月|七月|八月|九月|十月|十一月|十二月|昨日|，|"
)
_MINE_ZH = "|我|我的|我们|我们的|用户|用户的|主人|主人的|你|你的|把|家|家里的|家里|那只|那条|那辆|"
_BODY_ZH = "腿脚手腰眼牙头背脖肩膝胃肺心肝肾"
_ENDED_EN = (
    "| died | has died | is dead | passed away | has passed away | was put down | ran away "
    "| has healed | have healed | healed | is gone | are gone | has gone away | went away "
    "| is cured | was cured | is fine | is better | is normal | are normal | cleared up "
    "| was a misdiagnosis | is a misdiagnosis | was misdiagnosed "
    "| has cleared up | was stolen | got stolen | is back to normal | is over |"
)
# An illness that one does not have: 原来我没有糖尿病.
_SINCE_ZH = "|原来|其实|根本|并|查出来|结果|确认|"
_MARKS = ("，", "。", ",", ".", "！", "!", "；", ";")
_BEFORE_ZH = _SINCE_ZH + _MINE_ZH[1:] + _WHEN_ZH[1:]
_NOT_ILL_ZH = "|没有|没得|没得过|没有得|没患|没有患|不是|"
_ILLS_ZH = "|病|症|炎|癌|瘤|过敏|哮喘|癫痫|高血压|高血脂|低血糖|不耐受|不耐|"
_SOLD_EN = "| sold | have sold | gave away | got rid of | scrapped | lost | no longer own |"
_PUT_DOWN = (
    "|dog |cat |horse |pony |rabbit |hamster |puppy |kitten |greyhound |parrot |bird |budgie "
    "|ferret |goat |cow |sheep |"
)
_NOT_PUT = "|it |this |that |them |money |cash |roots |carpet |carpets |something |"
_MINE_EN = "|my |our |the |user's |user |i |and |but |now |"
_MORE_EN = "| last | in | on | at | two | three | a | this | yesterday| to | for | now | again|"
# What others were to each other, what tells of that, and of the owner.
_SPLIT = "| divorced | separated from | broke up | split up |"
_COUPLE = (
    "|married|husband|wife|wives|boyfriend|girlfriend|partner|fianc|engaged|dating|seeing|wedding"
    "|couple|together|going out|"
)
_OWNER_EN = "| i | we | my | me | us | our | user | owner |"
_TASTE = "|喜欢|爱|讨厌|想|恨|love|like|enjoy|hate|favou|favor|prefer|"
_BEST_ZH = ("最喜欢的", "最爱的", "最喜欢")
_BEST_EN = ("favourite ", "favorite ")
_NOW = "|现在|目前|如今|已经|变成|了|now|not|these days|.| |"


def is_of_their_couple(before: str, clause: str) -> bool:
    """
    True where a clause in English tells that others have parted, and a memory before it nothing of
    a couple (both folded): it ends nothing else of theirs.
    """
    clause = " " + clause + " "
    return has(_SPLIT, clause) and not (has(_OWNER_EN, clause) or has(_COUPLE, before))


def ended(clauses: "list[str]", chinese: bool) -> "list[str]":
    """What these clauses of a statement say is dead, gone, sold or cured; folded."""
    found = []
    for clause in clauses:
        name = _ended_zh(clause) if chinese else _ended_en(" " + clause)
        if name:
            found.append(name)
    return found


def _ended_zh(clause: str) -> str:
    end = drop("|了|啦|吧|", clause, len(clause))
    begin = skip(_BEFORE_ZH, clause)
    no = head(_NOT_ILL_ZH, clause, begin)
    if no and drop(_ILLS_ZH, clause, end, begin + no) < end:
        return clause[begin + no : end]
    size = drop(_ENDED_ZH, clause, end)
    if size == end or (end == len(clause) and not has("|误诊|", clause[size:])):
        return ""
    end = drop(_WHEN_ZH, clause, size)
    begin = skip(_WHEN_ZH, clause)
    begin = skip(_WHEN_ZH, clause, skip(_MINE_ZH, clause, begin))
    return clause[begin:end]


def put_down(low: str) -> "tuple[str, str, str]":
    """
    (what is before, whom they had to put down, what follows) in a folded text: had to put Biscuit
    down; empty where it says no such thing.
    """
    if "had to put " not in low:
        return "", "", ""
    before, _, rest = (" " + low).partition(" had to put ")
    who, down, rest = rest.partition(" down")
    is_pet = who.isalpha() or entry(_PUT_DOWN, who.split(" ")[-1] + " ")
    is_else = rest[:1].isalpha() or rest.startswith((" for ", " to ", " as "))
    if not down or not is_pet or is_else or entry(_NOT_PUT, who + " "):
        return "", "", ""
    return before, who, rest


def _ended_en(clause: str) -> str:
    name = put_down(clause)[1]
    if name:
        return name[skip(_MINE_EN, name) :].strip()
    for words in _ENDED_EN.split("|") if has(_ENDED_EN, clause) else ():
        at = clause.find(words) if words else -1
        if at >= 0:
            name = clause[1:at] + " "
            return name[skip(_MINE_EN, name) :].strip()
    for words in _SOLD_EN.split("|") if has(_SOLD_EN, clause) else ():
        at = clause.find(words) if words else -1
        if at >= 0 and clause[1:at].strip() in ("i", "we", "user", "the user"):
            name = clause[at + len(words) :]
            name = name[skip(_MINE_EN, name) :]
            for more in _MORE_EN.split("|"):
                if more and name.find(more) > 0:
                    name = name[: name.find(more)]
            return name.strip(" .!")
    return ""


def ends(names: "list[str]", core: str, topics: "list[str]", chinese: bool) -> bool:
    """True where a core memory, folded, with these topics is about what is over."""
    if has(_TASTE, core):
        return False
    for name in names:
        if chinese and len(name) < 2 and name not in SINGLE_ZH + _BODY_ZH:
            continue
        if not chinese and has("| " + name + " |", " " + core.strip(" .") + " "):
            return True
        for topic in topics if chinese else ():
            if topic.startswith(name) or topic.endswith(name):
                return True
    return False


def best(text: str) -> "tuple[str, str]":
    """(what of, which) one likes best, by folded words: 颜色, 蓝色; two times "" for nothing."""
    for marks, verb in ((_BEST_ZH, "是"), (_BEST_EN, " is ")):
        for mark in marks:
            at = text.find(mark)
            stop = text.find(verb, at + len(mark)) if at >= 0 else -1
            if stop > 0:
                of = trimmed(text[at + len(mark) : stop].strip(), _NOW)
                return of, trimmed(text[stop + len(verb) :].strip(), _NOW)
    return _best_done(text)


def _best_done(text: str) -> "tuple[str, str]":
    """(喝, 拿铁) of 现在最喜欢喝拿铁; two times "" where it may be one of many."""
    at = text.find("最喜欢") + 3
    verb = text[at : at + 1] if at >= 3 else ""
    which = text[at + 1 :] if verb else ""
    if not verb or verb not in "吃喝看听玩穿用" or which.startswith("的"):
        return "", ""
    for mark in _MARKS:
        which = which.partition(mark)[0]
    return verb, trimmed(which, _NOW)


def died(content: str) -> "list[str]":
    """Who is said to have died, run away or been given away, folded: 煤球, of 煤球上周走了."""
    low = fold(content)
    chinese = is_chinese(low)
    found = []
    for mark in _MARKS:
        low = low.replace(mark, "|")
    low = low.replace("\n", "|")
    for clause in low.split("|"):
        clause = clause.strip()
        if chinese and clause.endswith("走了"):
            clause = clause[:-2] + "死了"
        given = clause.find("送") if chinese else -1
        if given > 0 and has("|送给|送人|送走|送养|", clause[given:]):  # 豆豆被我送给我妈养了
            by = clause.find("被")
            clause = clause[: by if by > 0 else given] + "死了"
        found += ended([clause + " " * (not chinese)], chinese)
    return [one for one in found if "'s " not in one]  # Tom's dog Max is none of the owner's


def is_pet_called(name: str, content: str) -> bool:
    """
    True for a memory of a pet that is called so, and of nothing else: which breed it is stays true
    when it is gone.
    """
    low = " " + fold(content) + " "
    if has("|，|,|；|;|", low) or not has(
        words_zh.PETS if is_chinese(low) else words_en.PETS, low
    ):
        return False
    last = name[name.rfind(" ") + 1 :]  # my cat Biscuit
    for one in ("叫%s", "是%s", " called %s ", " named %s ", "name is %s ", " is %s "):
        if last and one % last in low:
            return True
    return (" %s is my " % last) in low or ("%s是我" % last) in low
