"""
Task words: is a rule of the owner about what is going on now, and not for good?

今天先别开玩笑 and "answer in English, just this once" are over with the task or the day; 从今天起
and "from now on" are not. Rules for Chinese and English; where both are said, it is for good.
"""

from memory.text.script import fold

from .matching import has_any

_NOW = (
    "|这次|這次|这一次|这回|这一回|本次|此次|这趟|仅此一次|就一次|只此一次|今天|今晚|今早"
    "|今日|现在先|先这样|暂时|暫時|暂且|临时|眼下|待会|一会儿|这个任务|这项任务|这篇|这份"
    "|这封|这段|这道题|这个文件|这个问题|这轮|这局|这场|this time|this once|just once"
    "|only once|for now|for the moment|for the time being|right now|for this task"
    "|for this conversation|for this chat|for this session|for this talk"
    "|for this question|for this email|for this document|for this report|for this file"
    "|for this essay|for this game|for this one|for this trip|in this task"
    "|in this conversation|in this chat|in this session|in this email|in this document"
    "|in this report|in this essay|today|tonight|temporarily|until we are done"
    "|until we're done|until you are done|until you're done|until i am done"
    "|until i'm done|until tonight|until tomorrow|until it is done|"
).encode()
_FOR_GOOD = (
    "|今天起|今天开始|今天以后|今晚起|今晚开始|今后|以后|往后|这次起|这次开始|这回起|每次"
    "|每天|每晚|不止这|不只这|不光这|不仅这|不只是这|不止是这|不仅是这|不仅仅是这|不是暂时"
    "|不只今天|不止今天|from now on|from today|starting today|starting tonight"
    "|as of today|from this time|every time|each time|every day|every night|every morning"
    "|going forward|in future|in the future|permanently|not just this|not only this"
    "|not just for|not only for|not just today|not only today|"
).encode()
_LATER = ("以后再".encode(), b"")  # 以后再说 puts off, and is not for good


def is_about_task(text: str) -> bool:
    """Whether a rule ends with what is going on now."""
    raw = fold(text).encode().replace("\u2019".encode(), b"'").replace(*_LATER)
    return has_any(raw, _NOW) and not has_any(raw, _FOR_GOOD)
