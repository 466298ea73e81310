"""
Owner words: sentences of the owner that act on memory at once.

`asked(text)` answers (action, rest) or None:

    keep_not     别记这个, "off the record": the last turn is not kept
    review       你今天记住了什么, "what did you learn today?": a spoken review
    correct      不对，是…, 不是北京，是上海, "no, it's …": rest is what is right, as it was said
    forget_last  忘掉刚才说的, "forget what I just said"

The whole sentence has to be such words: a story, a quote (他说别记这个) or a question about them
does nothing. A correction acts on what was just learned; the caller knows whether there is any.
Pure.
"""

from memory.extract import words_en
from memory.extract.scan import drop, entry, has, head, is_chinese, skip
from memory.text import phrase_tables
from memory.text.folding import plain
from memory.text.script import fold

from .rules.corrected_times import when
from .rules.forget_clauses import FORGET_ZH, KEEP_EN, NOT_KEEP_ZH, OPEN_EN, OPEN_ZH

KEEP_NOT, REVIEW, CORRECT, FORGET_LAST = "keep_not", "review", "correct", "forget_last"
FORGET = "forget"  # what is named: rules.forget_clauses
_LONGEST = 80  # characters: who acts says little

# -- Chinese: a sentence is taken apart into these, and each may be there once -------------------
_LAST_ZH = (
    "|这|那|刚才|刚刚|刚|我|说|的|话|个|句|段|件|事|事情|些|上一句|上句|秘密|内容|东西|都|过|"
)
_POINTS_ZH = "|这|那|刚|说|上|"
_JUST_ZH = "|刚|上一句|上句|"
_FORGET_ZH = FORGET_ZH + "忘|"
_UNSAID_ZH = "|当我没说|当我没说过|就当我没说|就当我没说过|当我什么都没说|就当我什么都没说|"
_END_ZH = "|呀|啦|吧|啊|哦|哈|了|好吗|行吗|可以吗|，| |好不好|谢谢|下来|起来|吗|呢|"
_LEARN_ZH = "|记住|记下|记|学到|学会|学|了解|存|记录|"
_LEARNT_ZH = "|了|到|下来|些|我|关于|的|哪|什么|啥|事|事情|东西|内容|哪些|点|"
_TODAY_ZH = "|今天|今天你|你今天|你|您|到现在|到目前为止|这几天|最近|关于我|都|一共|这周|"
_WRONG_ZH = (
    "|不对|不对不对|不是|不是的|不|不不|不不不|错了|说错了|我说错了|你记错了|记错了|弄错了"
    "|你弄错了|搞错了|你搞错了|你听错了|听错了|不对啊|不对哦|错啦|更正一下|纠正一下|哦不|啊不"
    "|口误|"
)
_IS_ZH = "|是|应该是|其实是|我说的是|我是说|实际上是|"
_CALLED_ZH = "|叫|应该叫|是叫|"  # but not behind these, which a refusal begins with
_MERE_NO = "|不|不是|不是的|不不|不不不|"
_NO_THING_ZH = "|我|你|他|她|因为|不|没|这样|那样|说|想|喜欢|为了|这个意思|我的错|"
# -- English ---------------------------------------------------------------------------------
_LAST_EN = (
    "|this |that |it |this down |that down |it down |what i just said |what i said "
    "|what i just told you |the last thing i said |the last thing |that last part "
    "|the last part |my last message |my last sentence |this one |that one |any of this "
    "|any of that |"
)
_OFF_EN = (
    "|off the record |this is off the record |that was off the record |that is off the record "
    "|it is off the record |keep this off the record |keep that off the record "
    "|keep it off the record |strictly off the record |strike that from the record "
    "|strike it from the record |strike this from the record |"
)
_DONE_EN = "|please |thanks |thank you |okay |ok |too |either |for me |"
_GIVE_UP_EN = "|forget it |never mind |nevermind |never mind that |"
_BOTH_EN = "|forget it |forget about it |never mind |"  # behind one of these
_FORGET_EN = (
    "|forget that |pretend i did not say that |pretend i never said that "
    "|pretend i did not say anything |forget what i just said |forget what i said "
    "|forget what i just told you |forget the last thing i said |forget the last thing "
    "|forget i said that |forget i said anything |forget i ever said that "
    "|forget that last part |forget the last part |forget my last message "
    "|forget what i told you |forget that i said that |forget everything i just said "
    "|forget i just said that |scratch that |strike that |"
)
_REVIEW_EN = (
    "|what did you learn |what did you remember |what have you learned "
    "|what have you remembered |what did you learn about me |what did you remember about me "
    "|what have you learned about me |what have you remembered about me |what you learned "
    "|what you remembered |what you remember |what you have learned |what do you know about me "
    "|what do you remember about me |what did you memorize |what did you save "
    "|what you know about me |"
)
_TIME_EN = "|today |so far |this week |now |about me |yet |by now |lately |"
_WRONG_EN = (
    "|that is not what i said |that is not what i meant |not what i said |no |no no |nope "
    "|that is wrong |that is not right |that is incorrect |that is not correct |wrong "
    "|you got that wrong |not right |i was wrong |i misspoke |correction |that was wrong "
    "|you are wrong |you have got that wrong |no wait |wait no |scratch that |strike that |"
)
_SURE_EN = "|no wait |wait no |scratch that |strike that |correction |i misspoke |"
_IS_EN = (
    "|it is |it was |i meant |i mean |i meant to say |it should be |that is |it is actually "
    "|i said |it should have been |"
)
_NO_THING_EN = (
    "|not |nothing |ok |okay |fine |nice |good |great |well |to |it |that |so |all |really "
    "|like |just |cool |a |true |what |you |very |too |"
)
# What "not X, Y" is not about.
_NO_OTHER_EN = (
    "|now |today |yet |bad |me |him |her |us |them |this |always |much |many |even |only |sure "
    "|sorry |thanks |yes |no |i |we |later |tomorrow |tonight |here |there |often |again "
    "|anymore |quite |exactly |everyone |please |"
)
_STATES_EN = (
    "|i am |i live |i work |i was |my |i like |we |i have |i moved |i study |i love |i was born "
    "|i turned |i hate |i prefer |i do not like |"
)


def asked(text: str) -> "tuple[str, str] | None":
    """(action, rest) of a sentence; None where it is none of these."""
    said = plain(text).strip()
    if len(said) > _LONGEST:
        return None
    return _chinese(said) if is_chinese(said) else _english(said)


def _chinese(text: str) -> "tuple[str, str] | None":
    asks = text.endswith(("？", "?", "吗")) and not has("|好吗|行吗|可以吗|能不能|", text)
    for mark in "。！!？?～~":
        text = text.replace(mark, "")
    text = text.replace("：", "，").replace(",", "，").replace("、", "，")
    low = fold(text).replace(",", "，")
    end = drop(_END_ZH, low, len(low))
    begin = skip(OPEN_ZH, low)
    for start in (0, begin):
        if _is_review(low, skip(_TODAY_ZH, low, start)):
            return REVIEW, ""
    if asks:
        return None
    if entry(_UNSAID_ZH, low[begin:end]):
        return FORGET_LAST, ""
    for start in (begin, 0):
        action = _about_last(low, start, end)
        if action:
            return action, ""
    right = _corrected_zh(text, low)
    return (CORRECT, right) if right else None


def _is_review(low: str, at: int) -> bool:
    size = head(_LEARN_ZH, low, at)
    # 你 or a day has to be told: 学到了什么 alone may be of anybody.
    if not size or not at:
        return False
    end = skip(_LEARNT_ZH, low, at + size)
    return has("|什么|啥|哪|", low[at:end]) and end >= drop(_END_ZH, low, len(low), end)


def _about_last(low: str, at: int, end: int) -> str:
    """别记这个, 这个别记, 把刚才说的忘了, 忘掉刚才说的."""
    taken = at + head("|把|将|", low, at)
    size = head("|别把|不要把|", low, at)
    if size:  # 别把这个记下来
        what = _last(low, at + size)
        tail = low[at + size + what : end]
        return KEEP_NOT if what and entry("|记|记住|记下|记录|存|保存|存下|存下来|", tail) else ""
    verb = head(NOT_KEEP_ZH, low, at)
    if verb:
        what = _last(low, at + verb)
        return KEEP_NOT if (what or at + verb >= end) and at + verb + what >= end else ""
    verb = head(_FORGET_ZH, low, at)
    if verb:
        verb += head("|了|", low, at + verb)
        what = _last(low, at + verb)
        said = low[at + verb : at + verb + what]
        return FORGET_LAST if what and at + verb + what >= end and has(_JUST_ZH, said) else ""
    what = _last(low, taken)
    if not what:
        return ""
    said = low[taken : taken + what]
    after = skip("|你|你就|就|请|，|都|给我|", low, taken + what)
    verb = head(NOT_KEEP_ZH, low, after)
    if verb and after + verb >= end:
        return KEEP_NOT
    verb = head(_FORGET_ZH, low, after)
    return FORGET_LAST if verb and after + verb >= end and has(_JUST_ZH, said) else ""


def _last(low: str, at: int) -> int:
    """Length of what points to what was just said: 这个, 我刚才说的那些话."""
    end = skip(_LAST_ZH, low, at)
    return end - at if has(_POINTS_ZH, low[at:end]) else 0


def _corrected_zh(text: str, low: str) -> str:
    """What is right: 不对，是上海; 不是北京，是上海; 你记错了，我喜欢的是茶."""
    at = skip("|嗯|哦|啊|哎|，|呃|抱歉|对不起|不好意思|等等|小智|", low)
    at += 1 if low[at:].startswith("我不是说") else 0
    wrong = head(_WRONG_ZH, low, at)
    if not wrong:
        return ""
    comma = low.find("，", at)
    if comma < 0:
        return ""
    between = low[at + wrong : comma]
    after = comma + 1
    told = head(_IS_ZH, low, after)
    end = drop("|吧|啊|哦|呀|啦|，|", low, len(low), after)
    if between:  # 不是北京，是上海
        told = head("|是|是说|", low, after)
        between = between[1:] if low[after : after + 2] == "是说" else between
        if low[at : at + 2] != "不是" or not told or len(between) > 12:
            return ""
        if head(_NO_THING_ZH, between) or head(_NO_THING_ZH, low, after + told):
            return ""
        return text[after + told : end]
    if told and not head("|因为|不|没|吗|这样|那样|", low, after + told):
        return text[after + told : end]
    told = head(_CALLED_ZH, low, after)
    if told and not entry(_MERE_NO, low[at:comma]) and end - after - told < 9:
        return text[after + told - 1 : end]
    if not told and end - after < 9 and _is_exact(text[after:end]):  # 不对，后天
        return text[after:end]
    if head("|我|我的|", low, after) and not has("|不想|觉得|不知道|以为|我说|听|", low[after:]):
        return text[after:end]
    return ""


def _is_exact(text: str) -> bool:
    """True for what needs no "it is" to be right: a time, a number."""
    marks = when(text, 0)
    return bool(text) and (text[-1] in "0123456789" or (marks is not None and not marks.vague))


def _english(text: str) -> "tuple[str, str] | None":
    text = " " + text.replace("’", "'")
    asks = text.endswith("?")
    heard = text
    text = phrase_tables.replaced(words_en.OPENED, text)
    for mark in "?.!;":
        text = text.replace(mark, " ") if mark != "." else text.replace(". ", ", ").rstrip(". ")
    text = (text.strip() + " ").replace(" - ", ", ").replace(" ,", ",")
    low = fold(text)
    bare = low.replace(",", "")
    while "  " in bare:
        bare = bare.replace("  ", " ")
    at = skip(OPEN_EN, bare)
    size = head(_REVIEW_EN, bare, at)
    if size and skip(_TIME_EN, bare, at + size) == len(bare):
        if size + at < len(bare) or "me " in bare[at:] or " you " in bare[at:]:
            return REVIEW, ""
    if not asks or head("|could you |can you |would you |will you |", bare):
        action = _about_last_en(bare, at)
        if action:
            return action, ""
    if asks:
        return None
    right = _corrected_en(text, low)
    raw = heard.encode()
    at = phrase_tables.standing(words_en.OPENED, raw)
    while at >= 0:  # as it was said
        short = phrase_tables.entry(words_en.OPENED, at).decode()
        right = right.replace(phrase_tables.meaning(words_en.OPENED, at).decode(), short)
        at = phrase_tables.standing(words_en.OPENED, raw, at)
    return (CORRECT, right) if right else None


def _about_last_en(bare: str, at: int) -> str:
    """Do not save that, off the record, forget what I just said."""
    end = drop(_DONE_EN, bare, len(bare), at)
    if head(_GIVE_UP_EN, bare, at) and at + head(_GIVE_UP_EN, bare, at) < end:
        at = skip(OPEN_EN, bare, at + head(_GIVE_UP_EN, bare, at))
        if entry(_BOTH_EN, bare[at:end]):
            return FORGET_LAST
    if bare[at:].startswith(("you do not need to ", "you do not have to ")):
        at += 4
    verb = head(KEEP_EN, bare, at)
    if verb and entry(_LAST_EN, bare[at + verb : end]):
        return KEEP_NOT
    if entry(_OFF_EN, bare[at:end]):
        return KEEP_NOT
    past = at + head("|forget about |forget |", bare, at)
    pointed = entry(_LAST_EN, bare[past:end]) and not entry("|this |it |", bare[past:end])
    if entry(_FORGET_EN, bare[at:end]) or (past > at and pointed):
        return FORGET_LAST
    return ""


def _corrected_en(text: str, low: str) -> str:
    """What is right: no, it's Berlin; I meant the blue one; not Berlin, Munich."""
    begin = at = _without_commas(low, 0, "|oh |um |uh |well |sorry |wait |hold on |oops |hey |")
    wrong = sure = False
    while True:
        size = head(_WRONG_EN, low.replace(",", " "), at)
        if not size:
            break
        wrong = True
        sure = sure or head(_SURE_EN, low.replace(",", " "), at) > 0
        at = _without_commas(low, at + size, "|no |sorry |wait |actually |")
    actually = head("|actually |", low.replace(",", " "), at)
    at = _without_commas(low, at + actually, "|")
    told = head(_IS_EN, low, at)
    meant = low[at : at + told].startswith(("i meant", "it should"))
    rest = text[at + told :].strip().rstrip(",")
    if told and (wrong or actually or meant):
        if not rest or (head(_NO_THING_EN, low, at + told) and rest[:2] != "a "):
            return ""
        sure = wrong or meant or rest[:1].isupper() or rest[:1].isdigit()
        state = rest.endswith("ing") and " " not in rest  # it's raining
        return rest if sure and not state and len(rest) < 60 else ""
    if wrong and head(_STATES_EN, low, at) and not has("| think | know | mean | sure |", low):
        return rest if len(rest) < 60 else ""
    if (wrong or actually) and len(rest.split()) < 4:  # no wait, 31
        is_there = rest[:3] in ("in ", "at ") and rest[3:4].isupper()
        if is_there or _is_exact(rest) or (sure and rest[:1].isupper()):
            return rest
    comma = low.find(", ", begin)
    if low[begin:].startswith("not ") and comma > 0 and not wrong:
        other, right = text[begin + 4 : comma], text[comma + 2 :].strip()
        words = (other + " ", right + " ")
        is_none = [1 for word in words if entry(_NO_THING_EN, word) or entry(_NO_OTHER_EN, word)]
        if " " not in other + right and other[:1].isupper() == right[:1].isupper():
            return "" if is_none else right
    return ""


def _without_commas(low: str, at: int, table: str) -> int:
    """Past these words, commas and blanks."""
    while True:
        size = head(table, low.replace(",", " "), at)
        if not size and low[at : at + 1] in (" ", ","):
            size = 1
        if not size:
            return at
        at += size
