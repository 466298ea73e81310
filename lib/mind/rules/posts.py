"""
Posts: who somebody of whom there is one at a time is for the owner, or for a relative of theirs.

A boss, a landlord, a dentist, a best friend. `post` reads whose it is and who, and whether the
text says that they are new: only then is the one before over, for of many there are two. A text
is read word by word; where a word is none of the tables and no name, it tells of no post. What
the owner likes best of its sort is read as the holder of one, too. Pure.
"""

from collections import namedtuple

from memory.extract import words_en, words_zh
from memory.extract.scan import drop, each, entry, has, head, is_chinese, look, skip
from memory.text.folding import fold

from .ended_things import best

# whose   "" for the owner, or a relative
# name    what they are, one word for one post
# holder  who it is, folded; "" where only that it is another is said
# is_new  the one before is over
Post = namedtuple("Post", ("whose", "name", "holder", "is_new"))

_POSTS_ZH = (
    "|老板:老板|上司:上司|领导:领导|房东:房东|牙医:牙医|家庭医生:家庭医生|班主任:班主任|导师:导师|教练:教练"
    "|最好的朋友:最好的朋友|"
)
_POSTS_EN = (
    "|boss :boss|manager :manager|landlord :landlord|landlady :landlord|dentist :dentist|gp :gp"
    "|doctor :gp|best friend :friend|hairdresser :hairdresser|therapist :therapist"
    "|form teacher :teacher|class teacher :teacher|coach :coach|"
)
# o whose it is, n that they are new, c is, C is since, x has another one, f nothing.
_WORDS_ZH = (
    "|我:o|我们:o|用户:o|主人:o|的:f|家:f|个:f|位:f|，:f|最近:f|刚:f|已经:f|现在:n|如今:n|现任:n|新来:n"
    "|新:n|是:c|叫:c|姓:c|就是:c|换成:C|换成了:C|改成:C|改成了:C|换了:x|换:x|换人:x|换人了:x|了:f|"
)
_WORDS_EN = (
    "|my :o|our :o|the user's :o|new :n|now :n|current :n|these days :n|is :c|called :c|named :c"
    "|is called :c|is named :c|is now :C|is currently :C|i have a :x|i got a :x|i have got a :x"
    "|i've got a :x|we have a :x|i switched to a :x|"
)
_NO_HOLDER = "|谁|什么|个|一|不|很|男|女|好|没|有|挺|特别|非常|真|在|怎么|电话|手机|微信|"
_DOUBTS = "|?|？|吗|如果|想|要是|打算| if | maybe | might |"
_NOT_YET = "|还没|下周|下个月|明年|才来| next | not | starts | from | but |"
_TAILS = "|了|啦|now |these days |"
_SOMEBODY = (
    " a woman called ", " a man called ", " a guy called ", " a lady called ", " someone called ",
    " a woman named ", " a man named ", " a guy named ", " a lady named ", " someone named ",
)  # fmt: skip
_OWN = "|我|用户|主人|my |the user's |these days |nowadays |现在|如今|最近|"
_FAVOURITE = "favourite "
_HOLDER_MOST, _WORDS_MOST = 6, 3  # characters of Chinese, words of English
_LONGEST = 60  # characters that are read


def post(content: str) -> "Post | None":
    """The post that a text tells of, and who has it; None where it tells of none."""
    favourite = _favourite(fold(content))
    if favourite is not None:
        return favourite
    if has(_DOUBTS, fold(content) + " "):
        return None
    first, mark, rest = content.replace("，", ",").partition(",")
    found = _post(content)
    if found is None and mark:
        found = _post(first)  # what else is told of them: 我的老板叫高远，湖南人
        if found is not None and found.is_new and has(_NOT_YET, fold(rest)):
            return None
    return found


def _post(content: str) -> "Post | None":
    text = content.replace("’", "'").replace(",", "，" if is_chinese(content) else "")
    for one in _SOMEBODY:
        text = text.replace(one, " ")
    while text.endswith(("。", "！", ".", "!")):
        text = text[:-1]
    low = fold(text)
    chinese = is_chinese(low)
    low = low.replace(",", "，") if chinese else low + " "
    words, posts = (_WORDS_ZH, _POSTS_ZH) if chinese else (_WORDS_EN, _POSTS_EN)
    whose = name = holder = letters = ""
    at = len(low) if len(low) > _LONGEST else 0
    while at < len(low):
        end, letter = look(words, low, at)
        if letter:
            letters += letter
            is_last = letter in "cC" and name and not holder
            if low[at:end] == "的" and name:
                return None  # 老板的车
            at = end
            if not is_last or look(words, low, at)[1]:
                continue
        end, found = look(posts, low, at)
        kin = 0 if found or name else _kin(low, at, chinese)
        if found or kin:
            if name or (whose and kin):
                return None
            name = found
            whose = whose or low[at : at + kin].replace("'s ", "")
            at = end + kin
            continue
        is_open = (
            not name or letters.endswith(("c", "C")) or ("x" in letters and letters[-1:] != "x")
        )
        stop = low.find("是" if chinese else " is ", at) if not name else len(low)
        if holder or stop <= at or not is_open:
            return None
        holder = low[at : drop(_TAILS, low, stop, at)].strip()
        letters += "n" if not chinese and low[:stop].endswith(("now ", "these days ")) else ""
        if not _is_name(holder, text[at : at + 1], chinese):
            return None
        at = stop + (not chinese)
    is_new = has("|n|C|", letters) or (chinese and "x" in letters)
    is_told = holder if not is_new else holder or "x" in letters
    return Post(whose, name, holder, is_new) if name and is_told else None


def _favourite(low: str) -> "Post | None":
    """What the owner likes best of its sort; None where it is somebody else's, or in doubt."""
    of, which = best(low)
    if not which or has(_DOUBTS, low + " "):
        return None
    at = max(low.find("最喜欢"), low.find("最爱"), low.find("favourite"), low.find("favorite"))
    begin = max([low.rfind(mark, 0, at) for mark in "，,。.;；"]) + 1
    before = low[begin:at].lstrip()
    return None if skip(_OWN, before) < len(before) else Post("", _FAVOURITE + of, which, True)


def _kin(low: str, at: int, chinese: bool) -> int:
    """Length of a relative whose post it is: 女儿, son's."""
    if chinese:
        return head(words_zh.KIN, low, at)
    end = low.find("'s ", at)
    return end + 3 - at if end > 0 and entry(words_en.KIN, low[at:end] + " ") else 0


def _is_name(low: str, first: str, chinese: bool) -> bool:
    if chinese:
        return (
            0 < len(low) <= _HOLDER_MOST and not has("|，|的|", low) and not head(_NO_HOLDER, low)
        )
    return first.isupper() and low.count(" ") < _WORDS_MOST and not low.startswith("i ")


def words_of(name: str) -> str:
    """All words for a post."""
    if name.startswith(_FAVOURITE):
        return name[len(_FAVOURITE) :]
    rows = [one.partition(":") for one in each(_POSTS_ZH) + each(_POSTS_EN)]
    return " ".join([word for word, _, meaning in rows if meaning == name])


def took_over(before: "Post | None", later: "Post | None") -> bool:
    """True where who had a post has it no more since the later one is told."""
    if before is None or later is None or not later.is_new or before[:2] != later[:2]:
        return False
    return before.holder not in ("", later.holder)
