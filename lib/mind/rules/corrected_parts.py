"""
Corrected parts: a thing or a person of a plan or of a name, put right in its own place.

给房东打电话, 不对，是物业: 给物业打电话; 买牛奶, 是酸奶: 买酸奶; "call the landlord", "no, the
plumber". Where what is right may stand for more than one part, or for none, there is no answer.
Pure.
"""

from memory.extract import words_zh
from memory.extract.scan import drop, entry, head, is_chinese
from memory.text.script import fold

# -- Chinese: 给 somebody, what is done, with what ------------------------------------------------
_WITH = "|给|跟|和|与|同|找|约|陪|替|"
_DOES = (
    "|打|回|发|送|寄|买|交|转|还|带|拿|写|开会|开|吃|见面|见|看|去|聊|过|订|说|做|取|谈|逛|爬|喝|唱"
    "|道歉|拜年|汇报|请假|"
)
_CALLS = (
    "|打电话|打个电话|回电话|回个电话|发消息|发个消息|发信息|发短信|发邮件|回消息|回邮件|开会|吃饭"
    "|见面|道歉|拜年|请假|"
)
_TAKES = "|买|取|寄|交|还|订|拿|退|领|充|续|喂|倒|浇|"
_VERBS = "|看|去|吃|写|读|办|做|送|带|接|洗|修|学|练|打|发|"
_NICK = "|小|老|阿|"
_ROLES = "|老师|医生|师傅|经理|总|姐|哥|叔|阿姨|叔叔|先生|女士|"
_PEOPLE = (
    "|房东|物业|客服|老师|老板|同事|朋友|邻居|室友|医生|经理|律师|中介|同学|领导|客户|快递员|"
)
# -- names --------------------------------------------------------------------------------------
_EITHER = "|一只|一条|养|两|"  # of 一只猫叫年糕 the cat may be what is wrong as well
_ANIMALS = "猫狗鼠鸟龟鱼兔犬虫蛇鹅鸭鸡马羊牛猪猴鹦鹉"
# -- English ------------------------------------------------------------------------------------
_ARTICLES = ("the", "a", "an", "my")


def in_plan(content: str, right: str) -> str:
    """The words of a plan with what is right in its place; "" where its place is not known."""
    if not is_chinese(content + right):
        return _in_plan_en(content, right)
    if is_deed(right):
        return ""
    at = head(_WITH, content)
    if not at:
        size = head(_TAKES, content)
        is_thing = size and len(content) > size and not _is_person(right)
        return content[:size] + right if is_thing else ""
    stop = at + 1
    while stop < len(content) and not head(_DOES, content, stop):
        stop += 1
    who = content[at:stop]
    is_person = _is_person(right)
    if stop == len(content):  # 约李医生
        return content[:at] + right if is_person and _is_person(who) else ""
    if entry(_CALLS, content[stop:]) or (is_person and _is_person(who)):
        return content[:at] + right + content[stop:]
    size = head(_TAKES + _DOES[1:], content, stop)
    is_thing = _is_person(who) and not is_person and stop + size < len(content)
    return content[: stop + size] + right if is_thing else ""


def is_deed(text: str) -> bool:
    """True for what begins with something to be done: 交水费, 给物业打电话."""
    return head(_WITH + _DOES[1:] + _TAKES[1:] + _VERBS[1:], text) > 0


def _is_person(text: str) -> bool:
    is_role = drop(_ROLES, text, len(text), 1) < len(text)
    if entry(words_zh.KIN, text) or entry(_PEOPLE, text) or is_role:
        return True
    return 1 < len(text) < 4 and (head(_NICK, text) > 0 or text[:1] in words_zh.SURNAMES)


def _in_plan_en(content: str, right: str) -> str:
    words, other = content.split(), right.split()
    is_one = 2 < len(words) < 5 and words[1].lower() in _ARTICLES
    is_other = 1 < len(other) < 4 and other[0].lower() in _ARTICLES
    is_plain = not [1 for word in words if word in ("to", "for", "with", "at", "about", "and")]
    return words[0] + " " + right if is_one and is_other and is_plain else ""


def renamed(text: str, right: str) -> str:
    """我家狗叫豆沙 of 我家狗叫豆包, where 豆沙 can be nothing but the name; "" for all else."""
    at = text.rfind("叫") + 1
    name = text[at:]
    if at < 2 or not name or not 1 < len(right) < 5 or abs(len(right) - len(name)) > 1:
        return ""
    is_other = entry(words_zh.PETS + words_zh.KIN[1:], fold(right)) or right[-1:] in _ANIMALS
    is_either = [True for word in _EITHER[1:-1].split("|") if word in text[:at]]
    return "" if is_other or is_either or is_deed(right) else text[:at] + right
