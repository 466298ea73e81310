"""Input schemas: the arguments of the tools; the rest is in tool_definitions.py."""

from collections import OrderedDict

from memory.records.fields import EMOTIONS
from memory.records.kinds import WRITABLE
from memory.text import dates
from mind import episodes
from mind.offers import finding

MAX_LIMIT = 50  # records in one answer
MAX_OFFSET = 20000
_DURATIONS = ("permanent", "30d", "7d", "24h", "session")


def of(name: str) -> dict:
    """The input schema of a tool."""
    if name == "memory":
        return _memory_input()
    if name == "todo":
        return _todo_input()
    if name == "forget":
        return _forget_input()
    if name == "search_memory":
        return _search_input()
    if name == "search_conversation_traces":
        return _traces_input()
    if name == "remember":
        return _remember_input()
    if name == "attachment":
        return _attachment_input()
    return _pet_input() if name == "pet" else _no_arguments()


def _text(zh: str, en: str) -> dict:
    return {"type": "string", "description": zh + " / " + en}


def _whole(zh: str, low: int, high: int) -> dict:
    return {"type": "integer", "minimum": low, "maximum": high, "description": zh}


def _memory_input() -> "OrderedDict":
    """In this order, since people and models read it."""
    properties: "OrderedDict[str, dict]" = OrderedDict()
    _add_main(properties)
    _add_dates(properties)
    _add_fields(properties)
    _add_recall(properties)
    out: "OrderedDict[str, object]" = OrderedDict((("type", "object"),))
    out["properties"] = properties
    out["required"] = ["action"]
    out["additionalProperties"] = False
    return out


def _one_of(values: list, words: str) -> dict:
    return {"type": "string", "enum": values, "description": words}


def _add_main(to: dict) -> None:
    actions = ["read", "write", "delete", "complete_schedule", "recall"]
    actions += ["trash", "restore", "history"]
    to["action"] = _one_of(actions, "操作 / what to do")
    to["type"] = _one_of(list(WRITABLE), "记忆类型 / kind of memory")
    to["content"] = _text("内容", "what to remember, or words that name the record")
    to["id"] = _text("记录的 id：改正、删除、完成、找回", "id of the record meant")


def _add_dates(to: dict) -> None:
    to["datetime"] = _text(
        "schedule：YYYY-MM-DD HH:MM；event 也可 YYYY-MM-DD 或 MM-DD（每年）",
        "when; an event may be a day or MM-DD for every year",
    )
    to["repeat"] = _one_of(list(dates.REPEATS), "重复 / how a schedule repeats")
    to["priority"] = _whole("优先级，默认 3 / 5 is most urgent", 1, 5)
    to["duration_minutes"] = _whole("时长分钟，默认 60 / minutes", 1, 1440)


def _add_fields(to: dict) -> None:
    to["relation"] = _text("family：关系，如 妈妈", "family: relation, such as mother")
    to["name"] = _text("family：名字", "family: name")
    to["closeness"] = _whole("family：亲密度，默认 3 / closeness", 1, 5)
    to["topic"] = _text("fact/moment：主题", "topic")
    words = "情绪 / emotion: " + ", ".join(EMOTIONS)
    to["emotion_type"] = {"type": ["string", "integer"], "description": words}
    to["emotion_intensity"] = _whole("情绪强度 / how strong", 1, 5)
    to["importance"] = _whole("重要性，5 常驻 / 5 always stays at hand", 1, 5)
    to["duration"] = _one_of(list(_DURATIONS), "记多久，默认按种类 / how long it matters")
    words = "moment/event：相同内容也再记一条 / keep a twin"
    to["force"] = {"type": "boolean", "description": words}


def _add_recall(to: dict) -> None:
    to["keyword"] = _text("recall：关键词", "recall: keyword")
    to["start_date"] = _text("recall：YYYY-MM-DD 起", "recall: first day")
    to["end_date"] = _text("recall：YYYY-MM-DD 止（含）", "recall: last day, included")
    to["limit"] = _whole("recall/read：条数，默认 10 / how many", 1, MAX_LIMIT)
    to["offset"] = _whole("recall/read：跳过 / how many to skip", 0, MAX_OFFSET)


def _todo_input() -> "OrderedDict":
    properties: "OrderedDict[str, dict]" = OrderedDict()
    properties["action"] = _one_of(["add", "list", "complete", "delete"], "操作 / what to do")
    properties["content"] = _text("要做的事", "what to do, or words that name one on the list")
    times = "YYYY-MM-DD HH:MM / YYYY-MM-DD"
    properties["due"] = _text("何时要做完：" + times, "when it is due; a day means its end")
    properties["remind"] = _text(
        "何时提醒，默认提前一小时；due 只有日期则 09:00",
        "when to remind: an hour before due, 09:00 of a day",
    )
    properties["id"] = _text(
        "待办的 id；add 带它是改", "id of the one meant; add with it changes it"
    )
    out: "OrderedDict[str, object]" = OrderedDict((("type", "object"),))
    out["properties"] = properties
    out["required"] = ["action"]
    out["additionalProperties"] = False
    return out


def _pet_input() -> dict:
    actions = ["status", "feed", "play", "gift"]
    words = "feed 2, play 3, gift 10 coins"
    return {
        "type": "object",
        "properties": {"action": {"type": "string", "enum": actions, "description": words}},
        "required": ["action"],
        "additionalProperties": False,
    }


def _forget_input() -> dict:
    properties: "OrderedDict[str, dict]" = OrderedDict()
    for name in ("id", "content", "topic", "confirmation"):
        properties[name] = {"type": "string"}
    properties["everything"] = {"type": "boolean"}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _search_input() -> "OrderedDict":
    texts = {"type": "array", "items": {"type": "string", "maxLength": 400}}
    properties: "OrderedDict[str, dict]" = OrderedDict()
    properties["query"] = {"type": "string", "maxLength": 400}
    properties["limit"] = _whole("条数，默认 5 / how many", 1, finding.LIMIT_MOST)
    properties["types"] = dict(texts, description="类型或类别 / types or categories", maxItems=8)
    properties["recent"] = dict(texts, description="最近几轮 / the last turns", maxItems=5)
    out: "OrderedDict[str, object]" = OrderedDict((("type", "object"),))
    out["properties"] = properties
    out["required"] = ["query"]
    out["additionalProperties"] = False
    return out


def _traces_input() -> "OrderedDict":
    properties: "OrderedDict[str, dict]" = OrderedDict()
    properties["keyword"] = dict(_text("原话里的词", "words that were said"), maxLength=200)
    properties["start_date"] = _text("YYYY-MM-DD 起", "first day")
    properties["end_date"] = _text("YYYY-MM-DD 止（含）", "last day, included")
    properties["limit"] = _whole("条数，默认 10 / how many", 1, MAX_LIMIT)
    out: "OrderedDict[str, object]" = OrderedDict((("type", "object"),))
    out["properties"] = properties
    out["additionalProperties"] = False
    return out


def _remember_input() -> "OrderedDict":
    message: "OrderedDict[str, object]" = OrderedDict((("type", "object"),))
    role = {"type": "string", "enum": list(episodes.ROLES)}
    text = {"type": "string", "maxLength": episodes.TEXT_MOST}
    message["properties"] = {"role": role, "text": text, "name": {"type": "string"}}
    message["required"] = ["role", "text"]
    messages: "OrderedDict[str, object]" = OrderedDict((("type", "array"),))
    messages["items"] = message
    messages["maxItems"] = episodes.MESSAGES_MOST
    properties: "OrderedDict[str, dict]" = OrderedDict()
    properties["messages"] = messages
    properties["summary"] = dict(
        _text("摘要，可以之后带 id 再给", "or later, with id"), maxLength=900
    )
    properties["id"] = _text("之前返回的 id", "the id of an earlier answer")
    out: "OrderedDict[str, object]" = OrderedDict((("type", "object"),))
    out["properties"] = properties
    out["additionalProperties"] = False
    return out


def _attachment_input() -> "OrderedDict":
    properties: "OrderedDict[str, dict]" = OrderedDict()
    properties["action"] = _one_of(["add", "find"], "操作 / what to do")
    properties["query"] = dict(_text("find：找什么", "find: what"), maxLength=400)
    properties["id"] = _text("find：全文；add：补充", "find: all of it; add: adds to it")
    properties["description"] = _text("画面或内容", "what it shows or is")
    properties["transcription"] = _text("录音里的话", "what is said in it")
    properties["text"] = _text("文件里的字", "its text, or what it says")
    for name in ("name", "original_name", "mime", "url", "path", "session", "episode"):
        properties[name] = {"type": "string"}
    properties["size"] = {"type": "integer", "minimum": 0}
    properties["direction"] = _one_of(["in", "out"], "in 主人发来 / out 你做的, made by you")
    for name in ("tags", "memories"):
        properties[name] = {"type": "array", "items": {"type": "string"}}
    properties["duration"] = _one_of(list(_DURATIONS), "留多久 / how long it is kept")
    properties["limit"] = _whole("条数，默认 5 / how many", 1, finding.LIMIT_MOST)
    out: "OrderedDict[str, object]" = OrderedDict((("type", "object"),))
    out["properties"] = properties
    out["required"] = ["action"]
    out["additionalProperties"] = False
    return out


def _no_arguments() -> dict:
    return {"type": "object", "additionalProperties": False}
