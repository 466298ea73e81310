"""Tastes with the `subject` of somebody else: no claim of the owner, and not in their profile."""

from _bench import write
from _rest import Rest
from mind import predicates

from firmware.tools import memory_answers

HEAP = "16M"


class _Pet:
    def relationship(self, language):
        return {"stage": 1, "name": "a", "manner": "b"}


def _told(rest, kind, content, subject=None):
    body = {"kind": kind, "content": content}
    if subject is not None:
        body["subject"] = subject
    status, _, item = rest.ask("POST", "/memories", body)
    assert status in (200, 201), item
    return item


def _context(rest, question):
    raw = "".join(["%%%02X" % byte for byte in question.encode()])
    return rest.ask("GET", "/context?q=" + raw)[2]["text"]


def test_what_somebody_else_likes_is_no_evidence_against_a_core_memory_of_the_owner():
    for language, core, kind, content, of, own in (
        ("zh", "我对芒果过敏", "like", "吃芒果", "林若兮", "用户"),
        ("zh", "我对芒果过敏", "preference", "喜欢吃芒果", "林若兮", "主人"),
        ("zh", "我对花生过敏", "like", "吃花生", "小周", "我"),
        ("en", "I am allergic to nuts", "preference", "I am not allergic to nuts", "Anna", "user"),
        ("en", "I am allergic to nuts", "preference", "no longer allergic to nuts", "Bo", "I"),
    ):
        rest = Rest(language=language)
        rest.mind.language = language
        path = "/memories/" + _told(rest, "fact", core)["id"]
        assert "notes" not in _told(rest, kind, content, of)
        assert rest.ask("GET", path)[2]["content"] == core
        for subject in (None, own):
            rest = Rest(language=language)
            rest.mind.language = language
            path = "/memories/" + _told(rest, "fact", core)["id"]
            assert _told(rest, kind, content, subject).get("notes") == ["patched"], content
            assert rest.ask("GET", path)[2]["content"].startswith(core)


def test_what_somebody_else_likes_stands_beside_what_the_owner_does_in_the_same_words():
    rest = Rest(language="zh")
    ids = [
        _told(rest, kind, content, subject)["id"]
        for kind, content, subject in (
            ("like", "香菜", "林若兮"),
            ("dislike", "香菜", None),
            ("like", "香菜", "小周"),
            ("preference", "早上喝咖啡", "林若兮"),
            ("preference", "早上喝咖啡", None),
        )
    ]
    assert len(set(ids)) == 5
    assert _told(rest, "like", "香菜", "林若兮")["id"] == ids[0]
    assert _told(rest, "dislike", "香菜", "用户")["id"] == ids[1]
    assert _told(rest, "like", "香菜", "小周")["id"] == ids[2]
    assert _told(rest, "like", "香菜")["id"] == ids[1]  # what the owner disliked they like now


def test_who_asks_what_they_like_is_told_nothing_of_others_and_who_names_them_is():
    for language, of, likes, dislikes, own, theirs in (
        (
            "zh", "林若兮", "吃芒果", "香菜",
            ("我喜欢吃什么", "我喜欢什么", "我讨厌什么", "我不喜欢什么"),
            (("林若兮喜欢什么", "林若兮喜欢吃芒果"),),
        ),
        (
            "en", "Anna", "mangoes", "cilantro",
            ("what do I like", "what do I dislike", "what do I like to eat"),
            (("what does Anna like", "Anna likes mangoes"),),
        ),
    ):  # fmt: skip
        rest = Rest(language=language)
        _told(rest, "like", likes, of)
        _told(rest, "dislike", dislikes, of)
        for question in own:
            assert _context(rest, question) == "", question
        for question, answer in theirs:
            assert answer in _context(rest, question), question
        text = rest.ask("GET", "/context?style=core")[2]["text"]
        assert theirs[0][1] in text, text


def test_the_profile_lists_what_the_owner_likes_alone():
    rest = Rest(language="zh")
    _told(rest, "like", "吃芒果", "林若兮")
    _told(rest, "like", "登山")
    _told(rest, "like", "游泳", "我")
    _told(rest, "dislike", "下雨", "小周")
    budget = memory_answers.Budget()
    memory = rest.bench.memory
    read = memory_answers.core_memory(memory, _Pet(), 0, "zh", budget)
    text = b"".join(memory_answers.pieces(read)).decode()
    for shown, is_there in (("登山", True), ("游泳", True), ("芒果", False), ("下雨", False)):
        assert (memory_answers.encoded(shown).decode() in text) == is_there, shown
    shapes = [memory_answers.shape(one, 0) for one in memory.each("like")]
    assert [one.get("subject") for one in shapes if one["content"] == "吃芒果"] == ["林若兮"]


def test_the_owner_may_be_called_by_their_name():
    for name, called in (("林晓梅", "林晓梅"), ("林晓梅", "晓梅"), ("Ann Kay", "ann")):
        rest = Rest()
        write(rest.bench.memory, "name", name)
        assert _told(rest, "like", "tea", called)["subject"] == predicates.OWNER
        item = _told(rest, "like", "cakes", "Bob")
        assert item["subject"] == "Bob"
        path = "/memories/" + item["id"]
        item = rest.ask("PATCH", path, {"subject": called}, If_Match="*")[2]
        assert item["subject"] == predicates.OWNER


def test_what_somebody_else_says_of_themselves_changes_no_field_of_the_owner():
    for content in ("住在成都", "用户住在成都", "I live in Bergen", "The user lives in Bergen"):
        rest = Rest()
        memory = rest.bench.memory
        write(memory, "location", "Graz")
        _told(rest, "preference", content, "Anna")
        assert [one.content for one in memory.hot("location")] == ["Graz"], content
        _told(rest, "preference", "用户住在成都", "用户")
        assert [one.content for one in memory.hot("location")] == ["成都"]
