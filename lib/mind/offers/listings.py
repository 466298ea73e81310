"""
Listings: all of a kind, or of a class of it: "what do I hate" shares no word with 香菜.

Owns which questions ask that. What is over, suspect or in no notebook is left out.
"""

from memory.extract.scan import is_chinese
from memory.text.phrase_tables import meaning
from memory.text.script import fold
from memory.text.terms import terms
from micropython import const

from ..notebook.members import OVER, SUSPECT

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..mind import Mind
    from ..notebook.members import Member
    from .asked import Asked

# Whole questions for all of a kind, without what _SAYS_NOTHING has.
_ALL_OF = (
    "|我喜欢什么=like|我爱什么=like|我喜欢些什么=like|我喜欢哪些东西=like"
    "|我有什么爱好=like|我有哪些爱好=like|我的爱好是什么=like|我的爱好有哪些=like"
    "|我爱听什么=like|我爱看什么=like|我爱吃什么=like|我爱喝什么=like|我爱玩什么=like"
    "|我喜欢听什么=like|我喜欢看什么=like|我喜欢吃什么=like|我喜欢喝什么=like|我喜欢玩什么=like"
    "|我对什么感兴趣=like|我讨厌什么=dislike|我不喜欢什么=dislike"
    "|我不爱什么=dislike|我的目标是什么=goal|我有什么目标=goal|我有哪些目标=goal"
    "|我的梦想是什么=goal|我有什么习惯=habit|我有哪些习惯=habit|我的习惯是什么=habit"
    "|我的性格怎么样=trait|我是什么性格=trait|我是个什么样的人=trait|我是什么样的人=trait"
    "|我性格怎么样=trait|我性格如何=trait|我有什么性格特点=trait|我有什么优点=trait"
    "|我会什么=skill|我会些什么=skill|我会哪些东西=skill|我有什么特长=skill|我有哪些特长=skill"
    "|我的特长是什么=skill|我有什么技能=skill|我有哪些技能=skill|我有什么本事=skill"
    "|我有什么规矩=rule|我有哪些规矩=rule|有什么规矩=rule|有哪些规矩=rule|规矩有哪些=rule"
    "|规矩是什么=rule|我的规矩=rule|我的规矩有哪些=rule|我的规矩是什么=rule|我定了什么规矩=rule"
    "|我定了哪些规矩=rule|我定过什么规矩=rule|我定过哪些规矩=rule|我定的规矩有哪些=rule"
    "|我定的规矩是什么=rule|我给你定了什么规矩=rule|我给你定了哪些规矩=rule"
    "|我给你定过什么规矩=rule|我给你定过哪些规矩=rule|我给你定的规矩有哪些=rule"
    "|我给你定的规矩是什么=rule|你该遵守什么规矩=rule|你该遵守哪些规矩=rule"
    "|你要遵守什么规矩=rule|你要遵守哪些规矩=rule|你有什么规矩=rule|你有哪些规矩=rule"
    "|我有什么教训=lesson|我有哪些教训=lesson|我吸取过什么教训=lesson|我学到了什么教训=lesson"
    "|what do i like=like|what do i love=like|what do i enjoy=like|what are my hobbies=like"
    "|what are my likes=like|what do i hate=dislike|what do i dislike=dislike"
    "|what don't i like=dislike|what do i not like=dislike|what are my dislikes=dislike"
    "|what are my goals=goal|what is my goal=goal|what's my goal=goal|what are my habits=habit"
    "|what habits do i have=habit|what kind of person am i=trait|what am i like=trait"
    "|what are my traits=trait|what's my personality like=trait|what is my personality like=trait"
    "|what are my strengths=trait|what are my skills=skill|what skills do i have=skill"
    "|what am i good at=skill|what rules must you follow=rule|what are my rules=rule"
    "|what are the rules=rule|what rules did i give you=rule|what rules have i given you=rule"
    "|my rules=rule|what rules do i have=rule|which rules do i have=rule|what rules did i set=rule"
    "|what rules have i set=rule|what rules have i set you=rule|which rules did i set=rule"
    "|which rules did i give you=rule|which rules have i given you=rule|what rules are there=rule"
    "|which rules are there=rule|do i have any rules=rule|have i set any rules=rule"
    "|did i set any rules=rule|did i give you any rules=rule|have i given you any rules=rule"
    "|what lessons have i learned=lesson|what have i learned the hard way=lesson|"
).encode()
_SAYS_NOTHING = (
    "？", "?", "。", "！", "，", "呢", "呀", "来着", "到底", "平时", "一般", "最", "都",
)  # fmt: skip
_SAID_AS = (("啥", "什么"), ("规则", "规矩"), ("立", "定"))  # and the usual words
_TASTES = (
    ("不喜欢", "dislike"),
    ("不爱", "dislike"),
    ("讨厌", "dislike"),
    ("喜欢", "like"),
    ("爱", "like"),
)
_OF_VERB = {
    "听": ("音乐",),
    "看": ("电影", "书"),
    "吃": ("食物",),
    "喝": ("饮料",),
    "玩": ("游戏",),
}
_OF_VERB_EN = {
    "eat": "food", "drink": "drink", "listen to": "music", "watch": "movie", "read": "book",
    "play": "game",
}  # fmt: skip
# What names end with that table of words does not have: 乌龙茶, 热干面, but no 喝茶 and 种菜.
_ENDS = {"喝": "茶酒汤奶汁", "吃": "肉饼糕饺粥虾蟹糖串粽面饭粉"}
_NAME_LEAST = const(3)  # characters of such a name
# Classes of classes.
_FOOD = ("食物", "菜", "日料", "快餐", "水果", "蔬菜", "零食", "甜点", "海鲜", "主食")
_FOOD_EN = (
    "food",
    "japanese food",
    "fast food",
    "fruit",
    "vegetable",
    "snack",
    "dessert",
    "seafood",
)
_SONGS = ("歌", "歌曲", "音乐")
_WIDER = {
    "歌": _SONGS,
    "音乐": _SONGS,
    "食物": _FOOD,
    "菜": _FOOD,
    "东西": _FOOD,
    "food": _FOOD_EN,
    "dish": _FOOD_EN,
}
_GOES_ON = (" on ", " in ", " with ", " at ", " every ", " and ", " for ", " of ", ", ")
_WHICH = ("什么样的", "什么", "哪种", "哪些", "哪个", "啥")
_IS_WHICH = ("是什么", "是啥", "是哪个", "是哪种", "有哪些")
_FAVORITE = ("favorite ", "favourite ", "fave ")
_HEADS_EN = (
    "what kind of ",
    "what kinds of ",
    "what sort of ",
    "what type of ",
    "what ",
    "which ",
)
_TASTES_EN = {
    "like": "like", "love": "like", "enjoy": "like", "prefer": "like", "hate": "dislike",
    "dislike": "dislike",
}  # fmt: skip
_RELEVANCE = 0.75
_TASTES_MOST = const(100)  # of which those of a class are sought


# Whole questions for whatever was told or happened, without what _AROUND_ALL has.
_IN_GENERAL = (
    "|有事|有什么事|有啥事|有哪些事|有什么事情|有什么新鲜事|有啥新鲜事|有哪些新鲜事|有新鲜事"
    "|有什么新鲜的|有啥新鲜的|有什么新闻|有啥新闻|有什么新消息|有新消息|有什么消息|有什么情况"
    "|有啥情况|有什么变化|有啥变化|有哪些变化|有什么动静|有什么动态|有什么大事|有什么新情况"
    "|发生什么|发生啥|发生什么事|发生啥事|发生哪些事|发生什么事情|出什么事|出啥事|近况如何"
    "|近况怎么样|近况|什么近况|"
    "|what's new|what is new|anything new|any news|what's the news|what's the latest"
    "|what is the latest|what's going on|what is going on|what's been going on"
    "|what has been going on|what's happening|what is happening|what's been happening"
    "|what has been happening|what happened|what has happened|what's happened|catch me up"
    "|fill me in|what have i told you|what did i tell you|what have i said|what did i say"
    "|what have i mentioned|what did i mention|what have we talked about|what did we talk about"
    "|what did we discuss|what have we discussed|what have i been up to|what have i been doing"
    "|what have we been up to|how have i been|how have things been|how are things"
    "|how are things going|what do you know that's new|"
).encode()
# The same of which it must be said that the owner has told or done it.
_OF_OWN = (
    "|说什么|说啥|说哪些|说哪些事|说什么事|说些什么|讲什么|讲啥|讲哪些事|讲什么事|告诉什么|告诉啥"
    "|告诉哪些|告诉哪些事|告诉什么事|提什么|提到什么|提哪些事|聊什么|聊啥|聊哪些|聊什么事|聊些什么"
    "|聊到什么|谈什么|谈些什么|忙什么|忙啥|忙些什么|得怎么样|得如何|得咋样|"
).encode()
_AROUND_ALL = (
    "你还记得", "还记得", "你记得", "记得", "你知道", "告诉我", "我们", "咱们", "跟你", "和你",
    "给你", "对你", "向你", "我家", "家里", "我", "你", "都", "了", "过", "呢", "呀", "啊", "吧",
    "没有", "吗", "来着", "到底", "在", "还", "刚", "？", "?", "。", "！", "!", "，",
)  # fmt: skip
_AROUND_EN = (
    "hey ", "so ", "hi ", "well ", "please ", "do you remember ", "do you know ", "tell me ",
    " with me", " in my life", " with you", " to you", " again", " so far", " then", " please",
    " just", " all", " around here",
)  # fmt: skip
_TO_OWNER = ("跟我", "和我", "对我", "给我")
_BY_YOU = ("你说", "你讲", "你告诉", "你聊", "你提", "你都", "你刚", "你们")


def is_of_kind(asked: "Asked") -> bool:
    """True for a whole question for all of a kind."""
    return _place_of(_plain(asked)) >= 0


def _plain(asked: "Asked") -> str:
    text = asked.low
    for word in _SAYS_NOTHING:
        text = text.replace(word, "")
    return text.strip()


def _place_of(text: str) -> int:
    """Where a whole question stands in `_ALL_OF`, in its usual words; -1 where it is none."""
    for word, usual in _SAID_AS:
        text = text.replace(word, usual)
    return _ALL_OF.find(b"|" + text.encode() + b"=")


async def of_kind(mind: "Mind", asked: "Asked", most: int) -> "list[tuple]":
    """
    [(False, relevance, relevance, record, "kind")] of all of a kind, or of those of a class of it
    (my favorite color, 我爱吃什么), the heaviest first.
    """
    text = _plain(asked)
    at = _place_of(text)
    kind, classes = _of_class(text)
    if at >= 0:
        kind = meaning(_ALL_OF, at + 1).decode()
    if not kind:
        return []
    words = _named_by(mind, classes)
    if classes and not words:
        return []

    def is_wanted(member: "Member") -> bool:
        return member.kind == kind and not member.flags & (OVER | SUSPECT)

    found = []
    for _, member in mind.notebook.heaviest(_TASTES_MOST if words else most, is_wanted):
        record = await mind.unexpired(member.id)
        if record is None or record.another:  # it asks what the owner likes
            continue
        if not words or _is_one_of(words, record.content):
            found.append((False, _RELEVANCE, _RELEVANCE, record, "kind"))
    return found[:most]


def _of_class(text: str) -> "tuple[str, tuple]":
    """(kind, names of a class of it) that a question asks for; ("", ()) for none."""
    if is_chinese(text):
        rest = text[1:] if text.startswith("我") else text
        for word, kind in _TASTES:
            if rest.startswith(word):
                classes = _class_of(rest[len(word) :])
                return (kind, classes) if classes else ("", ())
        return "", ()
    for head in ("what is my ", "what's my ", "what are my ", "whats my "):
        rest = text[len(head) :] if text.startswith(head) else ""
        for word in _FAVORITE if rest else ():
            if rest.startswith(word):
                return "like", (rest[len(word) :],)
    asks, _, verb = text.partition(" do i ")
    kind = _TASTES_EN.get(verb.split(" ")[0], "") if verb else ""
    for head in _HEADS_EN:
        if kind and asks.startswith(head):
            return kind, (asks[len(head) :],)
    named = _OF_VERB_EN.get(verb.partition(" ")[2].partition(" ")[2])
    is_open = asks == "what" and " to " in verb and named is not None
    return (kind, (named,)) if kind and is_open else ("", ())


def asks_in_general(question: str) -> bool:
    """True for a whole question for whatever was told or happened: what's new, 我跟你说过什么."""
    low = fold(question).replace("’", "'").strip()
    if is_chinese(low):
        is_own = "我" in low or "咱" in low
        is_of_you = low.startswith(_BY_YOU) or (not is_own and low.startswith("你"))
        is_of_you = is_of_you and not low.startswith(("你知道", "你记得", "你还记得"))
        if is_of_you or [True for word in _TO_OWNER if word in low]:
            return False
        rest = low
        for word in _AROUND_ALL:
            rest = rest.replace(word, "")
        return _is_whole(_IN_GENERAL, rest) or (is_own and _is_whole(_OF_OWN, rest))
    rest = " %s " % low.rstrip("?!. ").replace(",", "")
    for word in _AROUND_EN:
        rest = rest.replace(" " + word if word[0] != " " else word + " ", " ")
    return _is_whole(_IN_GENERAL, rest.strip())


def _is_whole(table: bytes, text: str) -> bool:
    return bool(text) and table.find(b"|" + text.encode() + b"|") >= 0


def _class_of(rest: str) -> tuple:
    """The class that is named behind 喜欢: 什么颜色, 的颜色是什么; by its verb where none is."""
    verb = rest[:1] if rest[:1] in _OF_VERB else ""
    rest = rest[len(verb) :]
    if rest.startswith("的"):
        for word in _IS_WHICH:
            if rest.endswith(word):
                return (rest[1 : -len(word)],)
    for word in _WHICH:
        if rest.startswith(word):
            name = rest[len(word) :]
            return (name,) if name else _OF_VERB.get(verb, ())
    return ()


def _named_by(mind: "Mind", classes: tuple) -> "list[str]":
    """The names of a class and of its members, as the table of words has them; verbs of it."""
    expander = mind.memory.expander
    found = [verb for verb in _OF_VERB if classes and _OF_VERB[verb] == classes]
    if classes:
        classes = _WIDER.get(classes[0], classes)
    for one in classes:
        found += [one] + ([] if expander is None else expander.named_by(one))
    return [one for one in found if one]


def _is_one_of(words: "list[str]", content: str) -> bool:
    """True where a text ends with one of these words: 苹果手机 is of 手机."""
    low = fold(content)
    for mark in _GOES_ON:
        low = low.replace(mark, "\n")
    parts = [terms(part) for part in low.split("\n")]
    for one in words:
        if one in _ENDS and len(low) >= _NAME_LEAST and low[-1:] in _ENDS[one]:
            return True
        if one.encode()[0] > 0x7F:
            is_whole = len(one) > 1 or low == one or (len(low) == 2 and low[:1] in "吃喝")
            if (one in low) if one in _OF_VERB else (is_whole and low.endswith(one)):
                return True
            continue
        sought = terms(one)
        if [True for part in parts if sought and part[-len(sought) :] == sought]:
            return True
    return False
