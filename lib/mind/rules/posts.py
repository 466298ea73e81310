"""
Posts: who somebody of whom there is one at a time is for the owner, or for a relative of theirs.

A boss, a landlord, a dentist, a best friend. `post` reads whose it is and who, and whether the
text says that they are new: only then is the one before over, for of many there are two. In doubt
it is none. Pure.
"""

from collections import namedtuple

from memory.extract import words_en, words_zh
from memory.extract.scan import drop, each, entry, has, head, is_chinese, look, skip
from memory.text.folding import fold

# whose   "" for the owner, or a relative
# name    what they are, one word for one post
# holder  who it is, folded; "" where only that it is another is said
# is_new  the one before is over
Post = namedtuple("Post", ("whose", "name", "holder", "is_new"))

_POSTS_ZH = (
    "|老板:老板|上司:上司|顶头上司:上司|领导:领导|房东:房东|牙医:牙医|家庭医生:家庭医生|主治医生:主治医生"
    "|心理医生:心理医生|咨询师:心理医生|班主任:班主任|导师:导师|同桌:同桌|教练:教练|私教:教练|律师:律师"
    "|理发师:理发师|最好的朋友:最好的朋友|最好朋友:最好的朋友|保姆:保姆|月嫂:月嫂|"
)
_POSTS_EN = (
    "|boss :boss|line manager :manager|manager :manager|supervisor :manager|landlord :landlord"
    "|landlady :landlord|dentist :dentist|gp :gp|doctor :gp|family doctor :gp|best friend :friend"
    "|hairdresser :hairdresser|barber :hairdresser|therapist :therapist|form teacher :teacher"
    "|class teacher :teacher|homeroom teacher :teacher|coach :coach|trainer :trainer"
    "|personal trainer :trainer|lawyer :lawyer|accountant :accountant|nanny :nanny"
    "|cleaner :cleaner|physio :physio|optician :optician|vet :vet|piano teacher :piano|"
)
_WHOSE_ZH = "|我们|我|用户|主人|咱们|咱|的|家|家的|"
_WHOSE_EN = "|my |our |the user's |user's |the owner's |owner's |"
_NEW_ZH = "|新来的|新换的|新|现在的|现在|如今的|如今|现任|"
_NEW_EN = "|new |current |present |"
_IS_ZH = "|是|叫|姓|就是|叫做|"
_OTHER_ZH = "|换成了|换成|改成了|改成|换了|变成了|换人了|换人|"
_IS_EN = "|is |is now |is now called |is called |is named |is currently |now is |"
_FRONT_ZH = "|最近|刚刚|刚|已经|又|上周|上个月|昨天|今天|今年|这学期|"
_NO_HOLDER = (
    "|谁|什么|个|一个|不|很|男|女|好|吗|没|有|挺|特别|非常|真|在|怎么|门|锁|电话|手机|微信|"
)
_HOLDER_MOST = 6  # characters
_WORDS_MOST = 3
_CHANGED_EN = (
    "|i have a |i have got a |i got a |i switched to a |i changed to a |we have a |we got a "
    "|the user has a |the user got a |"
)


def post(content: str) -> "Post | None":
    """The post that a text tells of, and who has it; None where it tells of none."""
    low = fold(content).replace("’", "'")
    if has("|?|？|吗|如果|想|要是|打算| if | maybe | might |", low):
        return None
    for mark in "。！.!":
        low = low[:-1] if low.endswith(mark) else low
    return _chinese(low.replace(",", "，")) if is_chinese(low) else _english(content, low + " ")


def words_of(name: str) -> str:
    """All words for a post."""
    rows = [one.partition(":") for one in each(_POSTS_ZH) + each(_POSTS_EN)]
    return " ".join([word for word, _, meaning in rows if meaning == name])


def took_over(before: "Post | None", later: "Post | None") -> bool:
    """True where who had a post has it no more since the later one is told."""
    if before is None or later is None or not later.is_new or before[:2] != later[:2]:
        return False
    return before.holder != "" and before.holder != later.holder


def _chinese(low: str) -> "Post | None":
    at = skip(_FRONT_ZH, low)
    is_new = head("|现在|如今|", low, at) > 0
    at = skip("|现在|如今|", low, at)
    turned = low.find("是我", 1) if not head(_WHOSE_ZH, low, at) else -1
    if 1 < turned - at <= _HOLDER_MOST:  # 林姐是我的新老板
        found = _held(low + "是" + low[at:turned], turned + 1, is_new)
        return found if found is not None and found.holder == low[at:turned] else None
    own = skip(_WHOSE_ZH, low, at)
    changed = skip(_FRONT_ZH, low, own)
    if head("|换了|换|", low, changed) and own > at:  # 我换了个新老板，叫林姐
        changed = skip("|换|了|个|位|一个|一位|新|的|", low, changed)
        end, name = look(_POSTS_ZH, low, changed)
        rest = low[skip("|了|，|现在|是|叫|姓|", low, end) :]
        is_all = name and (not rest or low[end : end + 1] in "了，")
        return Post("", name, rest if _is_holder(rest) else "", True) if is_all else None
    return _held(low, at, is_new)


def _held(low: str, at: int, is_new: bool) -> "Post | None":
    """The post and its holder in 我女儿的新班主任是陈老师, from whose it is on."""
    at = skip(_WHOSE_ZH, low, at)
    kin = head(words_zh.KIN, low, at)
    whose = low[at : at + kin]
    at = skip("|的|", low, at + kin)
    new = skip(_NEW_ZH, low, at)
    end, name = look(_POSTS_ZH, low, new)
    if not name:
        return None
    is_new = is_new or new > at
    is_at = skip("|了|现在|已经|如今|", low, end)
    is_new = is_new or has("|现在|如今|", low[end:is_at])
    other = head(_OTHER_ZH, low, is_at)
    size = other or head(_IS_ZH, low, is_at)
    holder = low[is_at + size : drop("|了|啦|", low, len(low))]
    if not size or not (_is_holder(holder) or (other and not holder)):
        return None
    return Post(whose, name, holder, is_new or other > 0)


def _is_holder(low: str) -> bool:
    return 0 < len(low) <= _HOLDER_MOST and not has("|，|的|", low) and not head(_NO_HOLDER, low)


def _english(content: str, low: str) -> "Post | None":
    at = skip("|now |so |well |and |", low)
    own = head(_WHOSE_EN, low, at)
    if own:
        return _held_en(content, low, at + own, at > 0 and low.startswith("now "))
    for mine in (" is my ", " is our ", " is the user's ", " is now my ", " is now our "):
        turned = low.find(mine)
        if turned > 0:  # Dr Bell is my new GP
            whose, name, end, is_new = _named(low, turned + len(mine))
            rest = low[end:].strip()
            is_new = is_new or " now " in mine or rest == "now"
            is_all = name and rest in ("", "now", "these days") and content[:1].isupper()
            is_all = is_all and low[:turned].count(" ") < _WORDS_MOST
            return Post(whose, name, low[:turned], is_new) if is_all else None
    start = head(_CHANGED_EN, low.replace("i've ", "i have "))
    if start:  # I have a new boss, Dave
        low = low.replace("i've ", "i have ")
        whose, name, end, is_new = _named(low, start)
        rest = low[end:].strip(" ,")
        rest = rest[skip("|called |named |", rest) :]
        ends = low[end : end + 1] in ("", ",") or low[end:].startswith(("called ", "named "))
        ends = ends or not rest or low[end - 1 : end + 1] == ", "
        return Post(whose, name, rest, True) if name and is_new and ends else None
    return None


def _held_en(content: str, low: str, at: int, is_new: bool) -> "Post | None":
    whose, name, end, new = _named(low, at)
    size = head(_IS_EN, low, end)
    if not name or not size:
        return None
    is_new = is_new or new or has("| now | currently |", " " + low[end : end + size])
    holder = low[end + size :]
    is_new = is_new or holder.endswith(" now ")
    holder = holder[: drop("|now |these days |", holder, len(holder))].strip()
    first = content[end + size : end + size + 1]
    is_name = first.isupper() and holder.count(" ") < _WORDS_MOST and "," not in holder
    return Post(whose, name, holder, is_new) if is_name else None


def _named(low: str, at: int) -> "tuple[str, str, int, bool]":
    """(whose, post, where it ends, whether it is called new) of what stands at `at`."""
    owned = low.find("'s ", at)
    whose = ""
    if owned > 0 and entry(words_en.KIN, low[at:owned] + " "):
        whose, at = low[at:owned], owned + 3
    new = skip(_NEW_EN, low, at)
    end, name = look(_POSTS_EN, low.replace(",", " "), new)
    return whose, name, end, new > at
