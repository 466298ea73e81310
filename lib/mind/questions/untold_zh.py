"""
Untold, in Chinese: what a memory cannot tell, however many words it shares with a question.

Which one it is (哪个派出所) of what has the mere word (在派出所上班), who did something for the
owner of what names nobody else, where a thing is of what tells of no place, and what there is in
all of what is left. In English it is `untold`. Pure.
"""

from memory.extract import words_zh
from memory.extract.scan import has

_OF_WHICH = "个家所间座条只辆台本部门款种位支张颗边道首"  # behind 哪
_NO_THING = ("时候", "样", "意思", "名字")  # behind 什么
# What stands before a word that nothing says more of: 在派出所, 做过手术, 一所大学.
_BARE = "在去到做过了个家有是给住进读看买换找报考从离和跟对把被回想要没我他她，。"
_COUNTED = "一这那两几某"  # and a measure
_OWNERS = ("用户", "主人", "用户的", "主人的", "我的", "家的")
_BEHIND = "上里了过的和跟做在去要不没工打疼。"  # it, where it says no more: no 过敏性鼻炎
_WAS_ILL = "|住院|出院|手术|去世|过世|走了|没挺|没熬|生病|看病|吃药|"  # and of what nobody says
_ILL = (
    "|炎|癌|症|瘤|疹|障|疡|喘|梗|肿|石|风|骨|血|糖|感冒|烧|过敏|结节|息肉|突出|失眠|抑郁|伤|肺|肝"
    "|肾|心|胃|脑|"
)
_WHO = (
    "谁给我", "谁帮我", "谁替我", "谁教我", "谁带我", "谁陪我", "谁送我", "谁给的", "谁送的",
)  # fmt: skip
_SOMEBODY = "|给|被|由|叫|跟|找|让|请|托|和|替|帮|是|姓|送|教|带|陪|医生|大夫|老师|师傅|教练|"
_PUT = "|放哪|搁哪|收哪|塞哪|藏哪|放在哪|收在哪|"
_PLACED = "|放|在|搁|收|藏|塞|挂|锁|夹|存|丢|借|给|寄|卖|送|还|拿|扔|交|停|贴|摆|带|里|"
_DONE_AT = "学买修配办订剪染练拍洗存考做"  # behind 在哪
_AT = "|在|去|从|班|于|店|馆|校|院|厂|园|站|城|县|市|区|路|街|楼|场|所|网|家|里|"
_TO_PLACES = ("在", "去", "到", "从", "回")
_ALL = "|一共|总共|"
_LEFT = "|还剩|剩下|还有|"


def is_untold(core: str, low: str) -> bool:
    """True for a memory (folded) that has no answer of the sort that a question asks for."""
    if has(_PUT, core):
        return not has(_PLACED, low)
    if [True for one in _WHO if one in core]:
        is_named = has(words_zh.KIN, low) or has(_SOMEBODY, low)
        return low.startswith(("用户", "我")) and not is_named
    place, is_where, deed = core.replace("哪里", "哪").partition("在哪")
    if is_where and (_is_placeless(low, deed[:1]) if deed else _is_itself_place(low, place)):
        return True
    if has(_ALL, core) and has(_LEFT, low):
        return not has(_ALL, low)
    _, which, thing = core.partition("什么")
    if not which:
        thing = core.partition("哪")[2]
        thing = thing[1:] if thing[:1] in _OF_WHICH else ""
    if thing.startswith("病"):
        return has(_WAS_ILL, low) and not has(_ILL, low)
    return not thing.startswith(_NO_THING) and _is_bare(low, thing)


def _is_placeless(low: str, deed: str) -> bool:
    """True where a text tells of no place, asked where something is done: 在学法语."""
    return deed in _DONE_AT and deed in low and not has(_AT, low.replace("在" + deed, ""))


def _is_itself_place(low: str, place: str) -> bool:
    """True where what is asked for is the place that a text tells: 在工地上, 工地在哪."""
    at = low.find(place) if len(place) > 1 else -1
    if at <= 0:
        return False
    while at >= 0:
        if not low[:at].endswith(_TO_PLACES):
            return False
        at = low.find(place, at + 1)
    return True


def _is_bare(low: str, thing: str) -> bool:
    """True where a text ends with what is asked for (派出所) and tells not which one it is."""
    low = low.replace(",", "，")
    size = len(thing)
    while size > 1 and thing[:size] not in low:
        size -= 1
    at = low.find(thing[:size]) if size > 1 else -1
    if at < 0 or "叫" in low or "《" in low:
        return False
    while at >= 0:
        before = low[:at]
        is_bare = before[-1:] in _BARE or before[-2:-1] in _COUNTED or before.endswith(_OWNERS)
        if before and not is_bare:
            return False
        if "，" in low[at:] or low[at + size :][:1] not in _BEHIND:
            return False
        at = low.find(thing[:size], at + 1)
    return True
