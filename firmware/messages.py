"""
Messages: every sentence the companion says to a model or its owner, in Chinese and English.

Pure table. One short sentence each, saying what happened or what was wrong and what is allowed. The
codes are those of lib/memory/errors.py and of firmware/tools.py.
"""

LANGUAGES = ("zh", "en")

# code: (Chinese, English); {names} are filled from the details.
_TEXTS = {
    "ADDED": ("记下了：{what}", "Remembered: {what}"),
    "UPDATED": ("已更新：{what}", "Updated: {what}"),
    "DELETED": ("已忘掉：{what}", "Forgotten: {what}"),
    "NOOP_write": ("早就记着了：{what}", "Known already: {what}"),
    "NOOP_delete": ("本来就没有这条，什么也没改", "There is no such record; nothing was changed"),
    "NOOP_complete": ("早就完成了：{what}", "Completed already: {what}"),
    "completed": ("完成了：{what}", "Completed: {what}"),
    "completed_next": (
        "完成了：{what}；下一次是 {next}",
        "Completed: {what}; the next one is {next}",
    ),
    "conflict": (
        "；注意和 {names} 时间冲突",
        "; note that it overlaps with {names}",
    ),
    "archived": ("；最早的 {count} 条移入了档案", "; the oldest {count} moved to the archive"),
    "ignored": ("；{names} 不适用于 {kind}，没有保存", "; {names} does not belong to {kind}, not kept"),
    "read": ("记忆在此；关系：{stage}", "Here is what I know; relationship: {stage}"),
    "read_list": ("{kind}：共 {total} 条，给出 {count} 条", "{kind}: {count} of {total}"),
    "cut": (
        "；放不下的可用 type 和 offset 逐类读取",
        "; read the rest with type and offset",
    ),
    "recalled": ("找到 {total} 条，给出 {count} 条", "Found {total}, here are {count}"),
    "recalled_none": ("没有找到", "Nothing was found"),
    "arguments": ("参数不对，什么也没改：{problems}", "Wrong arguments, nothing was changed: {problems}"),
    "missing": (
        "缺少 {field}{hint}，什么也没改",
        "{field} is missing{hint}; nothing was changed",
    ),
    "empty": ("{field} 是空的，什么也没改", "{field} is empty; nothing was changed"),
    "not_text": ("{field} 必须是文字", "{field} must be text"),
    "too_long": (
        "{field} 有 {size} 字节，最多 {cap} 字节（UTF-8，一个汉字 3 字节），什么也没改",
        "{field} has {size} bytes of UTF-8, at most {cap} are allowed; nothing was changed",
    ),
    "out_of_range": (
        "{field} 必须是 {low} 到 {high} 的整数，什么也没改",
        "{field} must be a whole number from {low} to {high}; nothing was changed",
    ),
    "not_allowed": (
        "{field} 只能是：{allowed}；什么也没改",
        "{field} must be one of {allowed}; nothing was changed",
    ),
    "bad_when": (
        "datetime“{value}”不是有效时间，要写成 {allowed}；什么也没改",
        "datetime \"{value}\" is not a real time; write {allowed}; nothing was changed",
    ),
    "bad_day": (
        "{field}“{value}”不是有效日期，要写成 YYYY-MM-DD",
        "{field} \"{value}\" is not a real date; write YYYY-MM-DD",
    ),
    "bad_range": (
        "start_date {start} 晚于 end_date {end}",
        "start_date {start} is after end_date {end}",
    ),
    "bad_birthday": (
        "生日“{value}”无效，要写成 YYYY-MM-DD 或 MM-DD；什么也没改",
        "birthday \"{value}\" is not valid; write YYYY-MM-DD or MM-DD; nothing was changed",
    ),
    "bad_age": (
        "年龄必须是 {low} 到 {high} 的整数，什么也没改",
        "age must be a whole number from {low} to {high}; nothing was changed",
    ),
    "past": (
        "{when} 已经过去，现在是 {now}；什么也没改",
        "{when} is in the past, it is now {now}; nothing was changed",
    ),
    "bad_id": ("“{value}”不是记录的 id", "\"{value}\" is not the id of a record"),
    "no_id": ("没有 id 为 {id} 的记录，什么也没改", "There is no record {id}; nothing was changed"),
    "other_kind": (
        "{id} 的类型是 {kind}，什么也没改",
        "{id} is a {kind}; nothing was changed",
    ),
    "several": (
        "不止一条符合“{value}”，请用 id 指明：{names}",
        "More than one record answers to \"{value}\"; name one by id: {names}",
    ),
    "no_schedule": (
        "没有叫“{value}”的未完成日程；未完成的有：{names}",
        "No open schedule answers to \"{value}\"; open ones: {names}",
    ),
    "cap": (
        "{kind} 最多 {cap} 条，已满；先删掉或改正一条，什么也没改",
        "There are already {cap} of {kind}, the most there can be; delete or correct one first",
    ),
    "hot": ("记忆已满，什么也没改；先删掉一些", "Memory is full, nothing was changed; delete some first"),
    "archive": (
        "档案空间已满，旧记录移不过去，什么也没改",
        "The archive is full, so nothing can move there; nothing was changed",
    ),
    "clock": (
        "时钟还没有校准，暂时不能安排日程，什么也没改",
        "The clock is not set yet, so schedules cannot be kept; nothing was changed",
    ),
    "away": (
        "档案暂时不可用，这一类已满，什么也没改",
        "The archive is not available and this list is full; nothing was changed",
    ),
    "broken": ("存储出错，这次没有记住：{detail}", "Storage failed, this was not kept: {detail}"),
    "no_memory": (
        "记忆无法打开：{detail}",
        "Memory could not be opened: {detail}",
    ),
    "none": ("没有", "none"),
}
_SAME_AS = {"slot": "hot", "slots": "hot", "nvs": "hot"}


def say(language: str, code: str, **details: object) -> str:
    """
    The sentence of a code in `zh` or `en`. A code without one (an inner error) becomes `broken`.
    """
    code = _SAME_AS.get(code, code)
    pair = _TEXTS.get(code)
    if pair is None:
        pair = _TEXTS["broken"]
        details["detail"] = code
    return pair[LANGUAGES.index(language)].format(**details)
