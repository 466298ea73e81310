"""
The wording of a reminder, in Chinese and English.

Its tone follows the priority, its address the stage of the relationship.
"""

from . import messages, sentences

_ZH = """
address_0	主人
address_1	你好呀
address_2	哎
address_3	亲爱的
address_4	嘿
remind_urgent	{address}，重要的事别忘了：{when} {what}！
remind_plain	{address}，{when} 有“{what}”哦
remind_passing	{address}，顺便说一声，{when} {what}
remind_urgent_now	{address}，{when} 到了，重要的事：{what}！
remind_plain_now	{address}，{when} 到了：{what}
remind_passing_now	{address}，顺便说一声，{when} 到了：{what}
remind_urgent_late	{address}，重要的事已经过了时间：{when} 的{what}，现在还来得及吗？
remind_plain_late	{address}，{when} 的“{what}”已经过了点，做了吗？
remind_passing_late	{address}，顺便问一句，{when} 的{what}做了吗
"""

_EN = """
address_0	Excuse me
address_1	Hello
address_2	Hey
address_3	Dear
address_4	Hey you
remind_urgent	{address}, this is important: {what} at {when}!
remind_plain	{address}, {what} at {when}
remind_passing	{address}, by the way, {what} at {when}
remind_urgent_now	{address}, this is important: {when}, time for {what}!
remind_plain_now	{address}, {when}: time for {what}
remind_passing_now	{address}, by the way, {when}: time for {what}
remind_urgent_late	{address}, this was important and its time has passed: {what} at {when}!
remind_plain_late	{address}, {what} was at {when}; is it done?
remind_passing_late	{address}, by the way, {what} was at {when}
"""

# Of a todo; `bare` where it is due at no time.
_TODO_ZH = """
urgent	{address}，{when} 前要做完，很重要：{what}！
plain	{address}，别忘了{what}，{when} 前要做完
passing	{address}，顺便提醒一句，{when} 前{what}
bare	{address}，别忘了：{what}
urgent_now	{address}，{when} 到了，很重要：{what}！
plain_now	{address}，{when} 到了，{what}做了吗？
passing_now	{address}，顺便问一句，{when} 了，{what}做了吗
urgent_late	{address}，重要的待办过了时间：{when} 的{what}，现在还来得及吗？
plain_late	{address}，待办“{what}”本来 {when} 要做完，做了吗？
passing_late	{address}，顺便问一句，{when} 的待办{what}做了吗
bare_late	{address}，待办“{what}”早该提醒你了，做了吗？
"""

_TODO_EN = """
urgent	{address}, this is important: {what}, due at {when}!
plain	{address}, do not forget: {what}, due at {when}
passing	{address}, by the way, {what} is due at {when}
bare	{address}, do not forget: {what}
urgent_now	{address}, this is important and due now, at {when}: {what}!
plain_now	{address}, {when}: {what} is due now; is it done?
passing_now	{address}, by the way, {what} is due now, at {when}
urgent_late	{address}, this was important and is overdue: {what}, due at {when}!
plain_late	{address}, {what} was due at {when}; is it done?
passing_late	{address}, by the way, {what} was due at {when}
bare_late	{address}, you wanted to be reminded before now: {what}; is it done?
"""

# What a cloud's model is asked; it must not take this for a new plan to be remembered.
_REQUEST = {
    "zh": "定好的提醒到点了，请现在就用一句话告诉我，不要再建日程，也不用记下来：%s",
    "en": "A reminder of mine is due. Tell me now in one sentence; do not store it: %s",
}
_SUFFIXES = {"coming": "", "now": "_now", "passed": "_late"}


def request(message: str) -> str:
    """What asks a model to say this reminder."""
    return _REQUEST["en" if messages.language() == "en" else "zh"] % message


def wording(what: str, when: str, priority: int, time: str, stage: int) -> str:
    """
    The sentence that announces a schedule. `priority` is 1 to 5, `time` "coming", "now" or
    "passed", `stage` 0 (stranger) to 4.
    """
    texts = _EN if messages.language() == "en" else _ZH
    code = "remind_%s%s" % (_tone(priority), _SUFFIXES[time])
    return sentences.say(texts, code, address=_address(stage), when=when, what=what)


def of_todo(what: str, when: str, priority: int, time: str, stage: int) -> str:
    """As `wording`, of a todo; `when` it is due, "" where it only is to be reminded of."""
    texts = _TODO_EN if messages.language() == "en" else _TODO_ZH
    code = _tone(priority) + _SUFFIXES[time]
    if not when:
        code = "bare_late" if time == "passed" else "bare"
    return sentences.say(texts, code, address=_address(stage), when=when, what=what)


def _tone(priority: int) -> str:
    return "urgent" if priority >= 4 else "plain" if priority == 3 else "passing"


def _address(stage: int) -> str:
    return sentences.say(_EN if messages.language() == "en" else _ZH, "address_%d" % stage)
