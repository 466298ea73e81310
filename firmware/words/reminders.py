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
    tone = "urgent" if priority >= 4 else "plain" if priority == 3 else "passing"
    code = "remind_%s%s" % (tone, _SUFFIXES[time])
    address = sentences.say(texts, "address_%d" % stage)
    return sentences.say(texts, code, address=address, when=when, what=what)
