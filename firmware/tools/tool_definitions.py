"""
Tool definitions: the tools as a list of tools shows them.

Owns their descriptions (when to call, in both languages), output schemas and hints. Input schemas
are in input_schemas.py, handlers are put to the definitions by registration.py.
"""

from collections import OrderedDict

from mcp.features.tools import Tool

from . import access_scopes, input_schemas

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MEMORY = """\
管理主人的长期记忆，保存在设备上，断电不丢。
- 每次对话开始先 read：主人档案、喜好、家人、事实、日程、关系阶段（按 manner 说话）。
- 主人说到自己、家人、喜恶、经历、计划，就 write；带时间要提醒的用 type=schedule 和 datetime。
- 说错了要改：write 带 id。要忘掉：delete。日程做完：complete_schedule。
- 删错了：trash 列出最近删掉的，restore 带 id 找回；以前的说法：history 带 id。
- 问起旧事（“还记得…吗”）：recall，可用 keyword、start_date/end_date，或都不带取最近的。
Long-term memory of the owner, kept on the device. Call read when a conversation starts.
Call write when the owner tells something about themselves, family, likes or plans
(type=schedule with datetime reminds); write with id corrects, delete forgets,
complete_schedule closes a schedule, recall finds old memories by keyword, date range or
most recent. Deleted by mistake: trash lists what was deleted lately, restore with id brings it
back. history with id tells what was said before.
"""
_SEARCH = """\
按意思找记忆：query 写主人正在说的话或要查的事；types 限定种类，recent 放最近几轮对话。
每条都说明为什么找到；valid_to 表示到那时为止。要精确关键词或日期范围用 memory 的 recall。
Finds memories by meaning: query is what the owner is talking about, or what you need to know.
Each item says why it was found; valid_to: it was true until then. For an exact keyword or dates
use recall of memory.
"""
_TRACES = """\
找最近 30 天的对话原话和工具调用：主人问“我昨天怎么说的”“上次查到什么”时用。keyword 各词都要出现，
不给就是最近的。要记住的事用 search_memory。
Finds what was said, and what tools were called with and answered, in the last 30 days, newest
first. Call it when the owner asks what exactly was said or done. Every word of keyword must be
there; without it the latest. For what is remembered use search_memory.
"""
_REMEMBER = """\
你的上下文要被压缩或丢弃之前，把将失去的对话交给它（messages），有摘要一起给，
也可以之后带 id 补上。主人平常说的事用 memory 的 write。
Call it before your context is shortened: hand over the messages that go, with a summary, or give
the summary later with id. What the owner tells you goes to write of memory.
"""
_ATTACHMENT = """\
主人发来、或你做出的图片、录音、文件：add 记下它是什么（description 画面或内容，
transcription 录音文字，text 文件里的字）和在哪里（url 或 path），带 id 是补充；
主人要找以前的图片文件时 find。
删除用 memory 的 delete。
Pictures, recordings and files. Call add when the owner sent or you made one: what it is
(description, transcription of a recording, text of a document) and where (url or path); with id
it adds to one. Call find when the owner asks for an earlier one. delete of memory removes one.
"""
_TODO = """\
主人的待办：要做的事记 add（due 何时要做完，remind 何时提醒，都可不给），问还有什么要做用 list，
说做完了用 complete，不做了用 delete；到时设备自己会提醒。每天、每周的事用 memory 的 schedule。
The owner's to-do list. Call add when the owner has something to do or wants to be reminded once,
list when asked what is left to do, complete when they say it is done, delete when they drop it.
The device reminds by itself. What repeats is a schedule of memory.
"""
_PET = """\
伙伴的心情和关系：status；主人要喂它、陪它玩、送它礼物时 feed、play、gift，花金币，每天有上限。
How the companion is: status, or spend the owner's coins on it with feed, play or gift when the
owner asks to; there is a cap for each day.
"""
_STATISTICS = """\
主人问记得多少事时用：每种多少、从哪天到哪天、还剩多少空间；要找内容用 memory 的 recall。
How much is remembered: counts by type, first and last day, room left. Call it when the owner asks
how much or since when you remember, or whether memory is full.
"""
_FORGET = """\
主人要求“彻底忘掉”时用，连闪存也清：id、content、topic、everything 选一。
后两者要确认：请主人读出设备上的六位数字。
Forget for good. Call it when the owner clearly asks: one of id, content, topic, everything; the
last two need the code that the device shows.
"""

_STATUS = """\
设备自身：内存、闪存、网络、时钟、运行多久。
How the device itself is. Call it when the owner asks about it.
"""

# Title, description, whether the tool only reads, whether it can destroy.
_TOOLS = {
    "memory": ("记忆 / Memory", _MEMORY, False, True),
    "search_memory": ("搜索记忆 / Search memory", _SEARCH, True, False),
    "search_conversation_traces": ("对话原文 / What was said", _TRACES, True, False),
    "remember": ("交接对话 / Keep what goes", _REMEMBER, False, False),
    "attachment": ("附件 / Attachments", _ATTACHMENT, False, False),
    "todo": ("待办 / To-do list", _TODO, False, True),
    "pet": ("伙伴 / Pet", _PET, False, False),
    "memory_statistics": ("记忆统计 / Memory statistics", _STATISTICS, True, False),
    "forget": ("永久忘掉 / Forget", _FORGET, False, True),
    "self.get_device_status": ("设备状态 / Device status", _STATUS, True, False),
}


class CompanionTool(Tool):
    """
    A tool of the companion. The tests verify that its answers fit its output schema, so the device
    does not check them again. `scope` is what a key needs to see the tool; the handler asks for
    more where an action changes something (access_scopes.py).
    """

    output_schema = None
    shown_output: "dict | None" = None

    def wire(self, version: str) -> dict:
        """The definition in the form of that protocol revision."""
        found = super().wire(version)
        if self.shown_output is not None and version >= "2025-06-18":
            found["outputSchema"] = self.shown_output
        return found


def of(name: str, handler: "Any", on_invalid: "Any" = None) -> CompanionTool:
    """The tool of that name; `handler` and `on_invalid` as mcp.features.tools.Registry.add has."""
    title, description, reads, destroys = _TOOLS[name]
    tool = CompanionTool(name, handler, description, input_schemas.of(name))
    tool.scope = access_scopes.TO_CALL[name]
    tool.on_invalid = on_invalid
    tool.title = title
    tool.shown_output = _OUTPUTS[name]() if name in _OUTPUTS else _any_output()
    tool.annotations = {"readOnlyHint": reads, "destructiveHint": destroys, "openWorldHint": False}
    tool.annotations["idempotentHint"] = reads
    return tool


def _answer(members: "list[tuple[str, dict]]") -> "OrderedDict":
    """The schema of an answer that has, besides status and message, some of these members."""
    properties = OrderedDict((("status", {"enum": ["ok", "error"]}), ("message", _STRING)))
    for name, schema in members:
        properties[name] = schema
    out: "OrderedDict[str, object]" = OrderedDict((("type", "object"),))
    out["properties"] = properties
    out["required"] = ["status", "message"]
    return out


_STRING = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 0}
_OBJECT = {"type": "object"}
_LIST = {"type": "array", "items": _OBJECT}


def _texts(*names: str) -> dict:
    """The schema of an object of texts."""
    return {"type": "object", "properties": OrderedDict([(name, _STRING) for name in names])}


def _memory_output() -> "OrderedDict":
    profile = _texts("name", "gender", "location", "birthday")
    profile["properties"]["age"] = _COUNT
    likes = {"type": "object", "properties": {"likes": _LIST, "dislikes": _LIST}}
    members: "list[tuple[str, dict]]" = [
        ("result", {"enum": ["ADDED", "UPDATED", "DELETED", "NOOP"]}),
        ("id", _STRING),
        ("datetime", _STRING),
        ("archived", _COUNT),
        ("archived_ids", {"type": "array", "items": _STRING}),
        ("conflicts", _LIST),
        ("next", _OBJECT),
        ("candidates", _LIST),
        ("profile", profile),
        ("preferences", likes),
    ]
    lists = ("family", "facts", "traits", "habits", "moments", "goals", "events", "schedules")
    members += [(name, _LIST) for name in lists + ("upcoming",)]
    members += [("total_coins_spent", _COUNT), ("relationship", _OBJECT), ("counts", _OBJECT)]
    members += [("type", _STRING), ("count", _COUNT), ("items", _LIST)]
    members.append(("more", {"type": ["integer", "object"]}))
    return _answer(members)


def _todo_output() -> "OrderedDict":
    item = _texts("id", "content", "due", "remind")
    for name in ("suspect", "completed"):
        item["properties"][name] = {"type": "boolean"}
    members: "list[tuple[str, dict]]" = [
        ("id", _STRING),
        ("items", {"type": "array", "items": item}),
        ("candidates", _LIST),
    ]
    return _answer(members)


def _any_output() -> "OrderedDict":
    """Short, so that all tools fit one page of the list."""
    return OrderedDict((("type", "object"), ("required", ["status", "message"])))


_OUTPUTS = {"memory": _memory_output, "todo": _todo_output}
