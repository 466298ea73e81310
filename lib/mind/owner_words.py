"""
Owner words: sentences of the owner that act on memory at once.

`asked(text)` answers (action, rest) or None:

    keep_not     别记这个, "off the record": the last turn is not kept; 我讨厌上班，这个别记,
                 "don't save this: I hate my job": rest is what they are about, of the same turn
    review       你今天记住了什么, "what did you learn this week?": a spoken review
    correct      不对，是…, 不是北京，是上海, "no, it's …": rest is what is right, as it was said
    forget_last  忘掉刚才说的, "forget what I just said", 删掉这条, "delete that"; of one thing
                 alone where `is_one`
    cancel       取消吧, "no, cancel it": the plan that was just made

The whole sentence has to be such words, but where words for it not to be kept stand beside what
they are about: a story, a quote (他说别记这个) or a question about them does nothing. A correction
acts on what was just learned; the caller knows whether there is any. Pure.
"""

from memory.extract import words_en
from memory.extract.scan import drop, entry, has, head, is_chinese, skip
from memory.text import phrase_tables
from memory.text.folding import plain
from memory.text.script import fold

from .rules.correction_words import cancels, corrected_en, corrected_zh, time_of
from .rules.denials import denied
from .rules.forget_clauses import DELETE_ZH, FORGET_ZH, KEPT_ZH, OPEN_EN, OPEN_ZH, not_keep

KEEP_NOT, REVIEW, CORRECT, FORGET_LAST = "keep_not", "review", "correct", "forget_last"
CANCEL, DENIED = "cancel", "denied"
FORGET = "forget"  # what is named: rules.forget_clauses
_LONGEST = 80  # characters: who acts says little,
_LONGEST_BESIDE = 400  # but for what is not to be kept
_SIGNS = "|记|存|record|save|keep|remember|store|write|note|memor|log|"
_ENDS = "。！!；;\n"
_CLAUSES = ("：", "，", ": ", ", ", " - ", " — ")
_LEADS = "|但是|不过|可是|但|还有|而且|可|你可|千万|你千万|but |and |"
# Words beside it that are about what was said before, too.
_PRIVATE = (
    "|this stays between us|that stays between us|this is private|that's private|it's private"
    "|keep that to yourself|keep this to yourself|keep it to yourself|that's a secret"
    "|这是秘密|这是个秘密|这事保密|别告诉别人|"
)
_QUOTES = ("说", "讲", "问", "喊", "道", " said", " says", " say", " told me", " asked")

# -- Chinese: a sentence is taken apart into these, and each may be there once -------------------
_LAST_ZH = (
    "|这|那|刚才|刚刚|刚|我|说|讲|的|话|个|句|段|条|件|事|事儿|事情|些|上一句|上句|上一条|前面|上面|秘密|内容|东西"
    "|都|过|以上|记的|记录|"
)
_POINTS_ZH = "|这|那|刚|说|上|前面|"
_JUST_ZH = "|刚|上一句|上句|上一条|这句|这条|前面|"
# What points at the last thing alone.
_ONE_ZH = "|句|条|它|这个|那个|这件|那件|"
_FORGET_ZH = FORGET_ZH + "忘|"
_NEVER_MIND_ZH = "|忘|忘掉|忘记|"  # behind 算了
_DELETE_ZH = DELETE_ZH + "撤回|撤销|收回|我收回|我撤回|"
_DELETED_ZH = DELETE_ZH + "撤回|撤销|收回|不算|不算数|作废|"
_DELETE_LAST_ZH = "|删掉|删除|删了|删|撤回|撤销|"
_UNSAID_ZH = "|当我没说|当我没说过|就当我没说|就当我没说过|当我什么都没说|就当我什么都没说|"
_UNHEARD_ZH = "|当没听见|当没听到|当没说过|当没说|当没这回事|"  # behind what is pointed at
_END_ZH = "|呀|啦|吧|啊|哦|哈|了|好吗|行吗|可以吗|，| |好不好|谢谢|下来|起来|吗|呢|"
_LEARN_ZH = "|记住|记下|记|学到|学会|学|了解|存|记录|"
_LEARNT_ZH = "|了|到|下来|些|我|关于|的|哪|什么|啥|新|事|事情|东西|内容|哪些|点|"
_NEWS_ZH = "|有什么新的记忆|有什么新记忆|有哪些新记忆|记住的东西|记住的事|"
_TODAY_ZH = (
    "|今天|你|您|新|汇报一下|总结一下|到现在|到目前为止|这几天|最近|关于我|都|一共|这周|本周|这星期"
    "|这个星期|上周|上星期|上个星期|昨天|前天|这两天|最近几天|过去几天|前几天|这个月|本月|上个月|"
)
# -- English ---------------------------------------------------------------------------------
_LAST_EN = (
    "|this |that |it |this down |that down |it down |what i just said |what i said "
    "|what i have just said |that bit |that last bit |the last bit |the last one |that sentence "
    "|what i just told you |the last thing i said |the last thing |that last part "
    "|that last thing |the last part |my last message |my last sentence |this one |that one "
    "|that in memory |this in memory |it in memory |that in your memory |this in your memory "
    "|it in your memory |any of this |any of that |that last one |the last thing you saved "
    "|what you just saved |"
)
_OFF_EN = (
    "|off the record |this is off the record |that was off the record |that is off the record "
    "|it is off the record |keep this off the record |keep that off the record "
    "|keep it off the record |strictly off the record |strike that from the record "
    "|strike it from the record |strike this from the record |leave that off the record "
    "|leave this off the record |leave it off the record |keep that out of your memory "
    "|keep this out of your memory |keep it out of your memory |keep this between us "
    "|keep that between us |keep it between us |this is between us |that is between us "
    "|this is just between us |that is just between us |keep this just between us "
    "|keep that just between us |keep it just between us |"
)
_DONE_EN = (
    "|please |thanks |thank you |okay |ok |too |either |for me |just now |a moment ago "
    "|a second ago |a minute ago |"
)
_DELETE_EN = "|delete |remove |erase |wipe |get rid of |undo |unsay |ignore |disregard |"
_LEFT_ALONE_EN = "|ignore it |disregard it |ignore this |disregard this |"
_SEVERAL_EN = "| what | anything | everything | any of | never mind | nevermind |"
_ASKED_EN = ("can you ", "could you ", "would you ", "will you ", "please ")
_GIVE_UP_EN = "|forget it |never mind |nevermind |never mind that |"
# Behind one of these.
_BOTH_EN = "|forget it |forget about it |never mind |i never said that |i did not say that |"
_FORGET_EN = (
    "|forget that |pretend i did not say that |pretend i never said that "
    "|pretend i did not say anything |forget what i just said |forget what i said "
    "|forget what i just told you |forget the last thing i said |forget the last thing "
    "|forget i said that |forget i said anything |forget i ever said that "
    "|forget that last part |forget the last part |forget my last message "
    "|forget what i told you |forget that i said that |forget everything i just said "
    "|forget i just said that |scratch that |strike that |take that back |i take that back "
    "|take it back |i take it back |"
)
_REVIEW_EN = (
    "|what did you learn |what did you remember |what have you learned "
    "|what have you remembered |what you learned |what you remembered |what you remember "
    "|what you have learned |what do you know about me |what did you memorize "
    "|what did you save |what you know about me |what did you note "
    "|what did you note down |what have you noted |what have you noted down "
    "|what did you write down |what did you pick up |what do you remember from "
    "|what you have remembered |what you have noted |what you have saved |what you noted "
    "|what you saved |"
)
_TIME_EN = (
    "|today |so far |this week |now |about me |yet |by now |lately |yesterday |last week "
    "|recently |this month |last month |these days |in the last few days |over the last few days "
    "|the day before yesterday |the past few days |the last few days |"
)


def asked(text: str) -> "tuple[str, str] | None":
    """(action, rest) of a sentence; None where it is none of these."""
    said = plain(text).strip()
    found = _whole(said)
    if found is None and len(said) <= _LONGEST_BESIDE:
        beside = _beside(said)
        if entry(_PRIVATE, fold(beside)):  # this stays between us, don't note it
            return KEEP_NOT, ""
        found = (KEEP_NOT, beside) if beside else None
    return found


def acting(text: str) -> "tuple[str, str] | None":
    """
    As `asked`, and (denied, rest) of 我妹妹不叫小桐，叫小彤: rest is what is right where the other
    name was said, and the sentence one like any other where it was not.
    """
    found = asked(text)
    denial = denied(plain(text).strip()) if found is None or found[0] == CORRECT else None
    return found if denial is None else (DENIED, denial[1])


def _whole(said: str) -> "tuple[str, str] | None":
    if len(said) > _LONGEST:
        return None
    return _chinese(said) if is_chinese(said) else _english(said)


def _beside(said: str) -> str:
    """What stands beside words for it not to be kept, which begin or end it; "" for none."""
    if not has(_SIGNS, fold(said)):
        return ""
    for mark in _ENDS:
        said = said.replace(mark, "，")
    said = said.replace(" and don't ", "，don't ")
    for mark in _CLAUSES:
        said = said.replace(mark, "，")
    pieces = [one.strip() for one in said.replace(". ", "，").split("，")]
    pieces = [one for one in pieces if one.strip(".")]
    for at, piece in enumerate(pieces):
        is_at_end = at < 2 or at > len(pieces) - 2
        is_quoted = at and pieces[at - 1].endswith(_QUOTES)
        if is_at_end and not is_quoted and not piece.endswith(("?", "？")):
            found = _whole(piece[skip(_LEADS, fold(piece)) :])
            if found is not None and found[0] == KEEP_NOT:
                return "，".join(pieces[:at] + pieces[at + 1 :])
    return ""


def may_be_before(text: str) -> bool:
    """
    True where what is not to be kept may be what was said before words that more follows: don't
    write that down, I may change my mind.
    """
    first = plain(text).strip().replace(", ", "，").partition("，")[0]
    is_open = "：" in first or ": " in first or "record" in first
    found = None if is_open else _whole(first)
    return found is not None and found[0] == KEEP_NOT


def is_one(text: str) -> bool:
    """True where words of FORGET_LAST point at the last thing that was said alone."""
    said = plain(text).strip()
    if is_chinese(said):
        is_pointed = has(_ONE_ZH, said) or not has("|说|话|", said)
        return is_pointed and not has("|都|些|全|没说|", said)
    return not has(_SEVERAL_EN, " " + fold(said))


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
    is_off = low[:begin].endswith("算了，") and entry(_NEVER_MIND_ZH, low[begin:end])
    if is_off or entry(_UNSAID_ZH + _UNHEARD_ZH[1:], low[begin:end]):
        return FORGET_LAST, ""
    for start in (begin, 0):
        action = _about_last(low, start, end)
        if action:
            return action, ""
    if cancels(text):
        return CANCEL, ""
    right = time_of(text) or corrected_zh(text, low)
    return (CORRECT, right) if right else None


def _is_review(low: str, at: int) -> bool:
    if at and entry(_NEWS_ZH, low[at : drop(_END_ZH, low, len(low), at)]):
        return True
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
        return KEEP_NOT if what and entry(KEPT_ZH, tail) else ""
    verb = not_keep(low, at)
    if verb:
        what = _last(low, at + verb)
        return KEEP_NOT if (what or at + verb >= end) and at + verb + what >= end else ""
    verb = head(_FORGET_ZH, low, at)
    if verb:
        verb += head("|了|", low, at + verb)
        what = _last(low, at + verb)
        said = low[at + verb : at + verb + what]
        return FORGET_LAST if what and at + verb + what >= end and has(_JUST_ZH, said) else ""
    if entry(_DELETE_LAST_ZH, low[at:end]):
        return FORGET_LAST
    verb = head(_DELETE_ZH, low, at)
    if verb:
        what = _last(low, at + verb)
        return FORGET_LAST if what and at + verb + what >= end else ""
    what = _last(low, taken)
    if taken > at and low[taken : taken + 1] == "它":
        what = 1
    if not what:
        return ""
    said = low[taken : taken + what]
    after = skip("|你|你就|就|请|，|都|给我|可|千万|", low, taken + what)
    if entry(_UNSAID_ZH, low[after:end]) or entry(_UNHEARD_ZH, low[after:end]):
        return FORGET_LAST
    verb = not_keep(low, after)
    if verb and after + verb >= end:
        return KEEP_NOT
    verb = head(_DELETED_ZH, low, after)
    if verb and after + verb >= end:
        return FORGET_LAST
    verb = head(_FORGET_ZH, low, after)
    is_just = has(_JUST_ZH, said) or said == "它"
    return FORGET_LAST if verb and after + verb >= end and is_just else ""


def _last(low: str, at: int) -> int:
    """Length of what points to what was just said: 这个, 我刚才说的那些话."""
    end = skip(_LAST_ZH, low, at)
    return end - at if has(_POINTS_ZH, low[at:end]) else 0


def _english(text: str) -> "tuple[str, str] | None":
    text = " " + text.replace("’", "'")
    asks = text.endswith("?")
    heard = text
    text = phrase_tables.replaced(words_en.OPENED, text)
    for mark in "?.!;":
        text = text.replace(mark, " ") if mark != "." else text.replace(". ", ", ").rstrip(". ")
    text = (text.strip() + " ").replace(" - ", ", ").replace(" ,", ",").replace(": ", ", ")
    low = fold(text)
    bare = low.replace(",", "")
    while "  " in bare:
        bare = bare.replace("  ", " ")
    for words in ("what new things ", "which things ", "anything new "):
        bare = bare.replace(words, "what ")
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
    if cancels(text):
        return CANCEL, ""
    right = time_of(text) or corrected_en(text, low, heard.endswith("!"))
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
    at += head("|let's |", bare, at)
    if bare[at:].startswith(("you do not need to ", "you do not have to ")):
        at += 4
    verb = not_keep(bare, at)
    if not verb and bare[:at].endswith(_ASKED_EN) and bare[at:].startswith("not "):
        verb = max(not_keep("do " + bare[at:], 0) - 3, 0)  # can you not remember that
    if verb and entry(_LAST_EN, bare[at + verb : end]):
        return KEEP_NOT
    if entry(_OFF_EN, bare[at:end]):
        return KEEP_NOT
    if head(_DELETE_EN, bare, at) and not entry(_LEFT_ALONE_EN, bare[at:end]):
        if entry(_LAST_EN, bare[at + head(_DELETE_EN, bare, at) : end]):
            return FORGET_LAST
    past = at + head("|forget about |forget |", bare, at)
    pointed = entry(_LAST_EN, bare[past:end]) and not entry("|this |it |", bare[past:end])
    if entry(_FORGET_EN, bare[at:end]) or (past > at and pointed):
        return FORGET_LAST
    return ""
