"""Records that test both byte forms, for MicroPython and for hypothesis on CPython."""

from memory.records.record import Record

# kind, id, created, approx, rev, fields, unknown, other
VECTORS = (
    ("fact", "k3z42", 0, False, 1, {"content": "a"}, (), {}),
    ("name", "0001", 824393041, True, 1, {"content": "王小明"}, (), {}),
    (
        "moment",
        "zzz4294967295",
        4294967295 - 86400 * 60,
        False,
        2**28 - 1,
        {
            "content": '一起看了流星雨🌠，她说“真美”\n第二行\t"引号" \\反斜杠',
            "updated": 824393041,
            "source": "xiaozhi",
            "importance": 100,
            "topic": "🎂 生日",
            "emotion_type": 5,
            "emotion_intensity": 5,
        },
        (),
        {},
    ),
    (
        "family",
        "aaa7",
        1,
        False,
        3,
        {"content": "", "relation": "妈妈", "closeness": 5},
        (),
        {},
    ),
    (
        "schedule",
        "aaa300",
        824393041,
        False,
        130,
        {
            "content": "吃药",
            "when": "2026-02-05 08:00",
            "repeat": 3,
            "priority": 5,
            "duration": 1440,
            "announced": 824393000,
            "completed": 824393041,
            "day": 31,
        },
        ((136, b""), (137, b"\x00\xff\x80"), (254, b"z" * 130)),
        {},
    ),
    (
        "event",
        "aaa301",
        824393041,
        True,
        2,
        {"content": "x", "when": "02-29", "series": "aaa300", "repeat": 0, "emotion_type": 0},
        ((200, b"\x01"),),
        {"humour": "好", "score": 7, "marks": ["a", 1, None, True], "deep": {"a": {"b": []}}},
    ),
    ("affection", "aaa2", 5, False, 1, {"content": "", "coins": 65536}, (), {"n": None}),
    (
        "fact",
        "aaa8",
        824393041,
        False,
        2,
        {
            "content": "住在上海",
            "flags": 7,
            "e": 0,
            "i": 100,
            "retention": 3,
            "expires": 824393041,
            "decay": 50,
            "subject": "用户",
            "predicate": "住在",
            "valid_from": 0,
            "valid_to": 46066,
            "evidence": ("k3z7/0", "k3z7/12"),
            "tags": (),
            "reason": 1,
            "store": "0123456789abcdef0123456789abcdef",
            "seen": ("x",),
            "actions": [{"tool": "memory", "params": {"b": 1, "a": [True]}}],
        },
        (),
        {"role": 7.5},
    ),
)


def record(vector):
    kind, id, created, approx, rev, fields, unknown, other = vector
    made = Record(id, kind, created, dict(fields), rev)
    made.approx = approx
    made.unknown = list(unknown)
    made.other = other
    return made


def parts(made):
    """Everything in a record, comparable."""
    fields = [(name, made.fields[name]) for name in sorted(made.fields)]
    core = (made.id, made.kind, made.created, made.approx, made.rev)
    return (core, fields, sorted(made.unknown), made.other)
