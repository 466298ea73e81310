"""
Lasting words: does a text say something that must never be forgotten?

That is an allergy, an illness that one lives with, a pacemaker and the like, or that the owner
asks for it. Rules for Chinese and English; a word that is denied says nothing (不过敏,
no allergies), nor does one that is asked about (他对猫过敏吗, is he allergic to cats). They are
for what is forgotten at a price, so what is in doubt counts as lasting, and whose illness it is
makes no difference: the owner's mother's is no less worth remembering.

Text is searched as bytes of UTF-8, folded. English words match whole, Chinese ones anywhere.
"""

import re

from memory.text.phrase_tables import ending, entry, has, leading, replaced, standing
from memory.text.script import fold
from micropython import const

from .matching import has_latin, is_whole

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


_ZH_ILLS = (
    "|过敏|過敏|心脏病|心臟病|糖尿病|高血压|高血壓|哮喘|癫痫|羊癫疯|白血病|血友病|蚕豆病"
    "|冠心病|心梗|心肌梗|心绞痛|中风|脑梗|肾衰|透析|起搏器|心脏支架|打胰岛素|注射胰岛素"
    "|抑郁症|抗凝药|乳糖不耐|癌症|肺癌|胃癌|肝癌|肠癌|乳腺癌|宫颈癌|甲状腺癌|前列腺癌|食道癌"
    "|食管癌|胰腺癌|皮肤癌|鼻咽癌|"
).encode()
_ZH_ASKS = (
    "|永远别忘|永远不要忘|永远不能忘|永远不许忘|永远记住|永远要记|永远都要记|要永远记"
    "|请永远记|千万记住|千万要记|务必记住|务必要记|务必记得|绝不能忘|绝对不能忘|绝对不要忘"
    "|绝对别忘|绝不可以忘|一辈子都要记|一辈子都别忘|一辈子都记|一辈子记住|永远都别忘|永远都不要忘"
    "|永远都不能忘|永远不可以忘|千万别忘|千万不要忘|千万不能忘|"
).encode()
_EN_ILLS = (
    b"|allergic|allergy|allergies|anaphylaxis|anaphylactic|epipen|diabetes|diabetic"
    b"|insulin|epilepsy|epileptic|asthma|asthmatic|pacemaker|haemophilia|hemophilia"
    b"|haemophiliac|hemophiliac|celiac|coeliac|leukemia|leukaemia|heart disease"
    b"|heart condition|heart failure|heart attack|high blood pressure|hypertension"
    b"|lactose intolerant|lactose intolerance|gluten intolerant|blood thinner"
    b"|blood thinners|dialysis|has cancer|have cancer|breast cancer|lung cancer|"
)
_EN_ASKS = (
    b"|never forget that|never forget this|never forget i|never forget my"
    b"|must never forget|must never be forgotten|must not be forgotten"
    b"|should never be forgotten|do not ever forget|don't ever forget|always remember that"
    b"|always remember this|always remember i|always remember my|remember forever"
    b"|remember this forever|remember it forever|never ever forget|never, ever forget"
    b"|never forget the|never forget it|"
)

# A request before what is never to be forgotten, and what a plain one is.
_ZH_TOLD = (
    "|你一定要永远记住=记住|你要永远记住=记住|请你永远记住=记住|请永远记住=记住|你永远都要记住=记住"
    "|你永远要记住=记住|永远都要记住=记住|永远要记住=记住|永远记住=记住|永远都别忘了=记住"
    "|永远都不要忘了=记住|永远都不能忘=记住|永远别忘记=记住|永远别忘了=记住|永远别忘=记住"
    "|永远不要忘记=记住|永远不要忘了=记住|永远不要忘=记住|永远不能忘记=记住|永远不能忘了=记住"
    "|永远不能忘=记住|绝对不能忘记=记住|绝对不能忘了=记住|绝对不能忘=记住|绝对不要忘记=记住"
    "|绝对不要忘=记住|绝对别忘了=记住|绝对别忘=记住|绝不能忘记=记住|绝不能忘了=记住|绝不能忘=记住"
    "|千万别忘记=记住|千万别忘了=记住|千万别忘=记住|千万不要忘记=记住|千万不要忘了=记住"
    "|千万不要忘=记住|千万不能忘了=记住|千万不能忘=记住|千万要记住=记住|千万记住=记住"
    "|务必要记住=记住|务必记住=记住|务必记得=记住|一辈子都别忘了=记住|一辈子都要记住=记住"
    "|一辈子都记住=记住|"
).encode()
_EN_TOLD = (
    b"|please don't ever forget =remember |please do not ever forget =remember "
    b"|don't you ever forget =remember |don't ever forget =remember "
    b"|do not ever forget =remember |you must never forget =remember "
    b"|you must never ever forget =remember |please never forget =remember "
    b"|never ever forget =remember |never, ever forget =remember |never forget =remember "
    b"|you must always remember =remember |please always remember =remember "
    b"|always remember =remember |"
)

_ANOTHER_WORD = "感".encode()  # 太过敏感
# What denies a Chinese word, right before it or with some of _BETWEEN.
_ZH_NO = "|不|没有|沒有|没|沒|无|無|未|否认|排除|不用|不必|".encode()
_ZH_BETWEEN = (
    "|会|會|再|是|算|怎么|太|容易|得过|患过|有过|得|患|有|什么|什麼|任何|药物|食物|家族|发现"
    "|需要|必要|"
).encode()
_ZH_NOT_DENIED = "|要不|不是不|并非不|不会不|不是没|不是没有|".encode()  # 要不是过敏, 不是不过敏
# 没有花粉过敏, 不会对花生过敏: what is denied is named, in so many bytes and by no verb.
_ZH_NO_NAMED = "|没有|沒有|没对|不会对|不是对|不对|未对|".encode()
_ZH_NAMED_MOST = const(15)
_ZH_VERBS = "|就|才|吃|喝|碰|人|想|因|所|但|却|也|能|知|说|忘|带|提|".encode()
# Who remembers by themselves asks nobody to.
_ZH_SELF = "|我|我会|我们会|我们|我将|他|他会|她|她会|他们|大家|大家会|".encode()

# English words that deny within so many words before; those of _EN_ENDS end their reach.
_EN_REACH = const(4)
_EN_NO = (
    b"|no|not|never|without|non|anti|free|cannot|neither|nor|denies|isnt|arent|wasnt|hasnt"
    b"|havent|dont|doesnt|didnt|"
)
_EN_ENDS = (
    b"|because|but|since|although|though|as|due|while|and|so|if|when|only|just|sure|forget"
    b"|know|knew|i|you|he|she|we|they|that|my|your|his|her|our|their|"
)
_EN_SELF = b"|i|i'll|i'd|we|we'll|he|he'll|she|she'll|they|they'll|will|would|could|can|"

# Behind an illness: it is over.
_OVER = (
    "|好了|治好|治愈|痊愈|已经好|都好了|全好|没了|病好了|症好了|是误诊| is gone| is cured"
    "| was a misdiagnosis| is a misdiagnosis| was misdiagnosed"
    "| went away| has gone| cleared up| is over| was cured|"
).encode()

# A clause asks by its end, in English also by its first two words; but with these before the
# illness, or with a polite end, it tells: 你知道我对花生过敏吗, could you note that I'm allergic?
_STILL_TELLS = "|知道|记|know|remember|can |could |would |will |please|".encode()
_POLITE = "|好吗|行吗|可以吗|".encode()
_ASKED = "|?|？|".encode()
_EN_ASKS_BY = b"|is|are|am|was|does|did|has|have|"
_EN_ASKED_OF = b"|i|you|he|she|it|they|we|anyone|anybody|"

_CHINESE = re.compile(b"[\xe4-\xe9]")
_CLAUSE_ENDS = "|，|。|；|！|？|、|：|,|.|;|!|?|:|（|(|“|”|\n|".encode()


# The text that was looked at last, and whether it does: of what is written that is asked thrice.
_last: "list[Any]" = ["", False]


def is_lasting(text: str) -> bool:
    """Whether it says something that must never be forgotten."""
    if _last[0] != text:
        _last[:] = (text, _is_lasting(text))
    found: bool = _last[1]
    return found


def asks(text: str) -> bool:
    """Whether the owner asks that what a text says is never forgotten."""
    raw = fold(text).encode()
    if _says(raw, _ZH_ASKS, _is_chinese_request):
        return True
    if not has_latin(raw):
        return False
    return _says(raw.replace("\u2019".encode(), b"'"), _EN_ASKS, _is_english_request)


def plainly(text: str) -> str:
    """A text that asks so as one that only asks to remember: 记住我奶奶叫李秀英."""
    text = text.replace("\u2019", "'")
    told = replaced(_ZH_TOLD, text)
    return told if told != text else replaced(_EN_TOLD, text[:1].lower() + text[1:])


def _is_lasting(text: str) -> bool:
    raw = fold(text).encode()
    if _CHINESE.search(raw):
        if _says(raw, _ZH_ILLS, _is_chinese, True) or _says(raw, _ZH_ASKS, _is_chinese_request):
            return True
    if not has_latin(raw):
        return False
    raw = raw.replace("\u2019".encode(), b"'")
    return _says(raw, _EN_ILLS, _is_english, True) or _says(raw, _EN_ASKS, _is_english_request)


def _says(
    raw: bytes, phrases: bytes, counts: "Callable[[bytes, bytes], bool]", is_ill: bool = False
) -> bool:
    """Whether any place of one of the phrases counts; of an illness none that is asked about."""
    row = standing(phrases, raw)
    while row >= 0:
        phrase = entry(phrases, row)
        at = raw.find(phrase)
        while at >= 0:
            before = _clause_before(raw, at)
            after = raw[at + len(phrase) :]
            is_ill_no_more = is_ill and (leading(_OVER, after) >= 0 or _asks(before, after))
            if counts(before, after[:3]) and not is_ill_no_more:
                return True
            at = raw.find(phrase, at + 1)
        row = standing(phrases, raw, row)
    return False


def _clause_before(raw: bytes, at: int) -> bytes:
    """What stands before `at` in its clause."""
    begin = 0
    before = raw[:at]
    row = standing(_CLAUSE_ENDS, before)
    while row >= 0:
        mark = entry(_CLAUSE_ENDS, row)
        begin = max(begin, before.rfind(mark) + len(mark))
        row = standing(_CLAUSE_ENDS, before, row)
    return before[begin:]


def _asks(before: bytes, after: bytes) -> bool:
    """Whether a clause asks, of which this stands before and behind a phrase."""
    if standing(_STILL_TELLS, before) >= 0:
        return False
    words = _words(before)
    if len(words) > 1 and has(_EN_ASKS_BY, words[0]) and has(_EN_ASKED_OF, words[1]):
        return True
    end = len(after)
    row = standing(_CLAUSE_ENDS, after)
    while row >= 0:
        end = min(end, after.find(entry(_CLAUSE_ENDS, row)))
        row = standing(_CLAUSE_ENDS, after, row)
    if leading(_ASKED, after[end:]) < 0 and not after[:end].endswith("吗".encode()):
        return False
    return ending(_POLITE, after[:end]) < 0


def _is_chinese(before: bytes, after: bytes) -> bool:
    return after != _ANOTHER_WORD and not _is_denied(before)


def _is_chinese_request(before: bytes, after: bytes) -> bool:
    return ending(_ZH_SELF, before) < 0 and not _is_denied(before)


def _is_denied(before: bytes) -> bool:
    """Whether the end of a Chinese clause denies what follows it."""
    row = standing(_ZH_NO_NAMED, before)
    while row >= 0:
        no = entry(_ZH_NO_NAMED, row)
        named = before[before.rfind(no) + len(no) :]
        if len(named) <= _ZH_NAMED_MOST and standing(_ZH_VERBS, named) < 0:
            return True
        row = standing(_ZH_NO_NAMED, before, row)
    while ending(_ZH_NO, before) < 0:
        shorter = before
        row = ending(_ZH_BETWEEN, shorter)
        while row >= 0:
            shorter = shorter[: -len(entry(_ZH_BETWEEN, row))]
            row = ending(_ZH_BETWEEN, shorter, row)
        if shorter == before:
            return False
        before = shorter
    return ending(_ZH_NOT_DENIED, before) < 0


def _is_english(before: bytes, after: bytes) -> bool:
    """Whether a whole word stands here that none before it denies."""
    if not is_whole(before, after):
        return False
    for word in reversed(_words(before)[-_EN_REACH:]):
        if has(_EN_NO, word) or word.endswith(b"n't"):
            return False
        if has(_EN_ENDS, word):
            break
    return True


def _is_english_request(before: bytes, after: bytes) -> bool:
    words = _words(before)
    return is_whole(before, after) and not (words and has(_EN_SELF, words[-1]))


def _words(text: bytes) -> "list[bytes]":
    return text.replace(b"-", b" ").split()
