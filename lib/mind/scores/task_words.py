"""
Task words: is a rule of the owner about what is going on now, and not for good?

今天先别开玩笑 and "answer in English, just this once" are over with the task or the day; 从今天起
and "from now on" are not. Rules for Chinese and English; where both are said, it is for good.
"""

from memory.text.folding import fold

from .matching import has_any, phrases

_NOW = phrases(
    "这次 這次 这一次 这回 这一回 本次 此次 这趟 仅此一次 就一次 只此一次 今天 今晚 今早 今日"
    " 现在先 先这样 暂时 暫時 暂且 临时 眼下 待会 一会儿 这个任务 这项任务 这篇 这份 这封"
    " 这段 这道题 这个文件 这个问题 这轮 这局 这场"
    " this_time this_once just_once only_once for_now for_the_moment for_the_time_being right_now"
    " for_this_task for_this_conversation for_this_chat for_this_session for_this_talk"
    " for_this_question for_this_email for_this_document for_this_report for_this_file"
    " for_this_essay for_this_game for_this_one for_this_trip in_this_task"
    " in_this_conversation in_this_chat in_this_session in_this_email in_this_document"
    " in_this_report in_this_essay today tonight temporarily until_we_are_done"
    " until_we're_done until_you_are_done until_you're_done until_i_am_done until_i'm_done"
    " until_tonight until_tomorrow until_it_is_done"
)
_FOR_GOOD = phrases(
    "今天起 今天开始 今天以后 今晚起 今晚开始 今后 以后 往后 这次起 这次开始 这回起 每次 每天 每晚"
    " 不止这 不只这 不光这 不仅这 不只是这 不止是这 不仅是这 不仅仅是这 不是暂时 不只今天 不止今天"
    " from_now_on from_today starting_today starting_tonight as_of_today from_this_time every_time"
    " each_time every_day every_night every_morning going_forward in_future in_the_future"
    " permanently not_just_this not_only_this not_just_for not_only_for not_just_today"
    " not_only_today"
)
_LATER = ("以后再".encode(), b"")  # 以后再说 puts off, and is not for good


def is_about_task(text: str) -> bool:
    """Whether a rule ends with what is going on now."""
    raw = fold(text).encode().replace("\u2019".encode(), b"'").replace(*_LATER)
    return has_any(raw, _NOW) and not has_any(raw, _FOR_GOOD)
