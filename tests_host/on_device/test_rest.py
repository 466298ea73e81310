"""firmware.rest: without memory, with failing flash, in RAM that runs out, and its times."""

import json

from _bench import run, write
from _raised import raised
from _rest import Client, Rest
from memory.errors import ArchiveUnavailable, Broken, ClockUnset, StoreFull
from memory.text import dates
from memory.upkeep import retention

from firmware.rest import fields, requests
from firmware.rest.answers import Problem
from firmware.system.clock import Clock
from firmware.system.zone import from_text

HEAP = "16M"


def test_without_memory_every_route_says_why():
    rest = Rest(problem="written by a newer version")
    for method, path in (
        ("GET", "/memories"), ("POST", "/memories"), ("GET", "/memories/abc1"),
        ("PATCH", "/memories/abc1"), ("DELETE", "/memories/abc1"), ("GET", "/todos"),
        ("GET", "/trash"), ("DELETE", "/trash/abc1"), ("POST", "/trash/abc1/restore"),
        ("GET", "/context"), ("GET", "/turns"), ("GET", "/episodes"),
        ("GET", "/episodes/abc1"), ("GET", "/attachments"), ("POST", "/attachments"),
        ("GET", "/attachments/abc1"), ("PATCH", "/attachments/abc1"),
        ("DELETE", "/attachments/abc1"),
        ("GET", "/pages/scratchpad"), ("PUT", "/pages/scratchpad"),
    ):  # fmt: skip
        status, _, said = rest.ask(method, path)
        assert (status, said["error"]["code"]) == (503, "no_memory"), path
        assert "written by a newer version" in said["error"]["message"]
        assert rest.ask(method, path, scope="guest")[0] == 403


def test_each_fault_of_memory_has_its_status():
    rest = Rest()
    for fault, status in (
        (StoreFull("hot", "full"), 507),
        (ClockUnset("clock", "unset"), 503),
        (ArchiveUnavailable("away", "away"), 503),
        (Broken("nvs", "flash"), 500),
        (MemoryError(), 503),
        (KeyError("a fault of ours"), 500),
    ):

        async def fail(*arguments, error=fault):
            raise error

        rest.mind.memory.write = fail
        found, _, said = rest.ask("POST", "/memories", {"kind": "fact", "content": "a"})
        assert (found, list(said)) == (status, ["error"]), fault
        assert said["error"]["message"]
    assert rest.logged == []


def test_a_body_that_ends_early_or_never_comes_changes_nothing():
    rest = Rest()
    head = b"POST /api/v1/memories HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer admin\r\n"
    head += b"Content-Type: application/json\r\nContent-Length: 40\r\n\r\n"
    rest.meet(Client(head + b'{"kind":"fact","content":"a"'))
    assert rest.ask("GET", "/memories")[2] == {"items": [], "next": None}


def test_what_was_changed_while_it_was_looked_at_is_not_there():
    rest = Rest()
    _, _, item = rest.ask("POST", "/memories", {"kind": "fact", "content": "a"})
    record = rest.mind.memory.record

    async def and_gone(id):
        found = await record(id)
        if found is not None:
            rest.mind.memory.record = record
            await rest.mind.memory.delete(id)
        return found

    rest.mind.memory.record = and_gone
    assert rest.ask("DELETE", "/memories/" + item["id"])[0] == 404


def test_a_guest_may_nothing_and_a_writer_deletes_as_a_model():
    rest = Rest()
    _, _, item = rest.ask("POST", "/memories", {"kind": "fact", "content": "a"}, "write")
    assert item["client"] == "write"
    assert rest.ask("GET", "/memories", scope="guest")[0] == 403
    assert rest.ask("DELETE", "/memories/" + item["id"], scope="write")[0] == 204
    (one,) = rest.ask("GET", "/trash")[2]["items"]
    assert (one["reason"], one["by"]) == ("model_delete", "write")


class Wall(Clock):
    """A clock in a zone, that needs no chip."""

    def __init__(self, zone, now):
        self._zone = from_text(zone)
        self._now = dates.parse(now)

    def utc(self):
        return self._now


def local(clock, text):
    return fields.given({"due": text}, "todo", clock, False)["due"]


def test_times_are_those_of_the_wall_and_with_a_zone_of_the_world():
    clock = Wall("CET-1CEST,M3.5.0,M10.5.0/3", "2026-02-05 12:00")
    for text, wall in (
        ("2026-02-06T18:00", "2026-02-06T18:00:00"),
        ("2026-02-06 18:00:30", "2026-02-06T18:00:30"),
        ("2026-02-06", "2026-02-06"),
        ("2026-02-06T18:00:00Z", "2026-02-06T19:00:00"),
        ("2026-07-06T18:00:00Z", "2026-07-06T20:00:00"),
        ("2026-07-06T18:00+02:00", "2026-07-06T18:00:00"),
        ("2026-02-06T18:00:00-05:00", "2026-02-07T00:00:00"),
        ("2026-02-06T00:30:00+08:00", "2026-02-05T17:30:00"),
    ):
        assert local(clock, text) == wall, text
    for text in (
        "", "x", "2026-02-06T25:00", "2026-02-06T18:00+0800", "18:00",
        "2026-02-06T18:00+99:00", "2026-02-06T18:00Zz", "2026/02/06 18:00",
    ):  # fmt: skip
        assert raised(Problem, local, clock, text).code == "bad_moment", text


def test_when_something_happens_may_be_told_with_a_zone():
    rest = Rest()
    rest.bench.clock.instant = lambda local: local - 28800  # +08:00
    rest.mind.clock.instant = rest.bench.clock.instant
    for told, shown in (
        ("2026-03-01T20:00:00+08:00", "2026-03-01T20:00:00+08:00"),
        ("2026-03-02T12:00:00Z", "2026-03-02T20:00:00+08:00"),
        ("2026-03-03 20:00", "2026-03-03T20:00:00+08:00"),
        ("2026-03-04", "2026-03-04"),
        ("03-05", "03-05"),
    ):
        event = {"kind": "event", "content": "a concert " + told[:10], "when": told}
        status, _, item = rest.ask("POST", "/memories", event)
        assert (status, item["when"]) == (201, shown), told
        path = "/memories/" + item["id"]
        same = rest.ask("PATCH", path, {"when": item["when"]}, If_Match="*")[2]
        assert same["rev"] == item["rev"], told


class Asked:
    def __init__(self, query="", headers=()):
        self.query_string = query
        self.headers = dict(headers)


def test_queries_are_read_strictly():
    def query(text):
        return requests.query(Asked(text), ("q", "limit"))

    assert query("q=%E7%8C%AB+a%2B&limit=") == {"q": "猫 a+"}
    assert query("") == query("&&") == {}
    assert query("q=a=b") == {"q": "a=b"}
    for text in ("q=%", "q=%4", "q=%+1", "q=%ff", "q=%ed%a0%80"):
        assert raised(Problem, query, text).code == "bad_query", text
    assert raised(Problem, query, "x=1").code == "no_parameter"
    assert raised(Problem, query, "q=1&q=1").code == "twice"


def test_tags_are_read_strictly():
    def revs(text, name="If-Match"):
        return requests.revs(Asked(headers=((name, text),)), name)

    assert requests.revs(Asked(), "If-Match") is None
    assert revs("*") == (-1,)
    assert revs('"1"') == (1,)
    assert revs('"1", "22" ,W/"3"') == (1, 22)
    assert revs('W/"3"', "If-None-Match") == (3,)
    assert revs('"x", "99999999999"') == ()
    for text in ("", "1", '"', '"1" "2"', "*,", "W/3"):
        assert raised(Problem, revs, text).code == "bad_match", text


def test_each_item_of_the_context_says_why_it_was_found():
    rest = Rest(language="zh")
    memory = rest.bench.memory
    write(memory, "name", "Anna")
    for content in ("The user plays the cello", "The user lives in Bergen", "用户对花生过敏"):
        write(memory, "fact", content)
    for path, whys in (
        ("q=where+do+I+live", ["claim"]),
        ("q=do+I+play+the+cello", ["words"]),
        ("style=core", ["profile", "core", "weight", "weight"]),
    ):
        items = rest.ask("GET", "/context?" + path)[2]["items"]
        assert [one["why"] for one in items] == whys, path


def test_null_takes_away_what_is_optional_and_is_refused_for_all_else():
    rest = Rest()
    fact = {"kind": "fact", "content": "likes tea", "topic": "drinks", "importance": 70}
    for path, body in (
        ("/memories", fact),
        ("/memories", {"kind": "family", "content": "Ann", "relation": "sister"}),
        ("/todos", {"content": "pay the rent", "due": "2026-12-01T10:00"}),
    ):
        item = rest.ask("POST", path, body)[2]
        path += "/" + item["id"]
        for name in ("content", "kind", "category"):
            status, _, said = rest.ask("PATCH", path, {name: None, "tags": ["a"]}, If_Match="*")
            assert (status, said["error"]["code"]) == (400, "no_null"), (path, name)
            message = said["error"]["message"]
            assert message.startswith(name + " ") and "tags" in message, message
        assert rest.ask("GET", path)[2] == item
    for wrong in (0, 1, "", "true", []):
        status, _, said = rest.ask("PATCH", path, {"completed": wrong}, If_Match="*")
        assert (status, said["error"]["code"]) == (400, "bad_value"), wrong
    for opens in (False, None):
        item = rest.ask("PATCH", path, {"completed": True}, If_Match="*")[2]
        assert item["completed"]
        item = rest.ask("PATCH", path, {"completed": opens}, If_Match="*")[2]
        assert not item.get("completed")
    given = {"topic": None, "importance": None}
    item = rest.ask("POST", "/memories", fact)[2]
    status, _, item = rest.ask("PATCH", "/memories/" + item["id"], given, If_Match="*")
    assert (status, item.get("topic"), item["importance"]) == (200, None, 50)


def test_scores_may_have_a_fraction_unless_they_may_be_meant_as_a_share_of_one():
    rest = Rest()
    names = ("importance", "e", "i", "p", "j", "confidence")
    for value, kept in ((72.5, 73), (70.4, 70), (99.6, 100), (0.0, 0), (1.0, 1), (100.0, 100)):
        told = dict.fromkeys(names, value)
        told.update(kind="fact", content="a")
        _, _, item = rest.ask("POST", "/memories", told)
        assert [item[name] for name in names] == [kept] * len(names), (value, item)
        _, _, item = rest.ask("PATCH", "/memories/" + item["id"], {"e": 40.6}, If_Match="*")
        assert item["e"] == 41
        rest.ask("DELETE", "/memories/" + item["id"])
    _, _, item = rest.ask("POST", "/memories", {"kind": "fact", "content": "owns a boat"})
    path = "/memories/" + item["id"]
    for value in (0.7, 100.5, -0.2, -1, 101, True, "70", [70]):
        for name in names:
            status, _, said = rest.ask("PATCH", path, {name: value}, If_Match="*")
            assert (status, said["error"]["code"]) == (400, "out_of_range"), (name, value, said)
            message = said["error"]["message"]
            assert name in message and "0" in message and "100" in message, message
    assert rest.ask("GET", path)[2] == item


def test_an_item_of_the_trash_has_what_it_had_before_under_the_same_names():
    rest = Rest()
    for path, body in (
        ("/memories", {"kind": "fact", "content": "likes tea", "tags": ["a"], "e": 40}),
        ("/memories", {"kind": "family", "content": "Ann", "relation": "sister"}),
        ("/todos", {"content": "pay the rent", "due": "2026-12-01T10:00"}),
        ("/attachments", {"name": "cat.jpg", "description": "the cat asleep"}),
    ):
        _, _, item = rest.ask("POST", path, body)
        item = rest.ask("GET", path + "/" + item["id"])[2]
        assert rest.ask("DELETE", path + "/" + item["id"])[0] == 204
        (gone,) = rest.ask("GET", "/trash")[2]["items"]
        more = sorted(set(gone) - set(item))
        assert more == ["by", "deleted_at", "purge_at", "reason", "trashed_with"], more
        changed = [name for name in item if gone[name] != item[name]]
        assert changed == ["rev"], (changed, item, gone)
        back = rest.ask("POST", "/trash/%s/restore" % item["id"])[2]
        assert set(back) == set(item), (back, item)
        rest.ask("DELETE", path + "/" + item["id"])
        assert rest.ask("DELETE", "/trash/" + item["id"], scope="admin")[0] == 204


def test_a_todo_of_the_archive_is_open_again_with_a_new_time_or_says_why_not():
    for body in (
        {"due": "2026-02-20T15:00"},
        {"remind": "2026-02-20T15:00"},
        {"completed": False},
    ):
        rest = Rest()
        memory = rest.mind.memory
        path = "/todos/" + rest.ask("POST", "/todos", {"content": "pay the rent"})[2]["id"]
        assert rest.ask("PATCH", path, {"completed": True}, If_Match="*")[2]["completed"]
        rest.bench.clock.to("2026-02-07 04:00")
        assert run(retention.nightly(memory)) == 1
        assert memory.count("todo") == 0
        for number in range(16):
            content = "errand %d to run" % (number * 7919)
            other = rest.ask("POST", "/todos", {"content": content})[2]["id"]
        status, _, said = rest.ask("PATCH", path, body, If_Match="*")
        assert (status, said["error"]["code"]) == (409, "cap"), body
        assert "complete or delete" in said["error"]["message"]
        assert rest.ask("GET", path)[2]["completed"]
        assert rest.ask("PATCH", "/todos/" + other, {"completed": True}, If_Match="*")[0] == 200
        status, _, item = rest.ask("PATCH", path, body, If_Match="*")
        assert (status, "completed" in item) == (200, False), body
        assert "pay the rent" in [one.content for one in memory.hot("todo")]


def test_the_end_of_what_has_a_successor_may_be_moved_and_not_taken_away():
    for before, after in (("我住在北京", "我住在上海"), ("I live in Graz", "I live in Turku")):
        rest = Rest()
        old = rest.ask("POST", "/memories", {"kind": "fact", "content": before})[2]["id"]
        new = rest.ask("POST", "/memories", {"kind": "fact", "content": after})[2]["id"]
        path = "/memories/" + old
        over = rest.ask("GET", path)[2]
        assert (over["superseded_by"], over["valid_to"]) == (new, "2026-02-05")
        status, _, said = rest.ask("PATCH", path, {"valid_to": None}, If_Match="*")
        assert (status, said["error"]["code"]) == (400, "ended"), said
        assert new in said["error"]["message"] and rest.ask("GET", path)[2] == over
        moved = rest.ask("PATCH", path, {"valid_to": "2026-02-01"}, If_Match="*")[2]
        assert moved["valid_to"] == "2026-02-01"
        path = "/memories/" + new
        assert rest.ask("PATCH", path, {"valid_to": "2027-01-01"}, If_Match="*")[0] == 200
        assert "valid_to" not in rest.ask("PATCH", path, {"valid_to": None}, If_Match="*")[2]


def test_other_words_leave_of_whom_and_what_a_memory_was_told_to_be():
    rest = Rest(language="zh")
    for kind, content, of, what, changes in (
        ("fact", "卧室的墙是白色的", "卧室", "颜色", {"content": "卧室的墙是米色的"}),
        ("fact", "卧室的墙是白色的", "卧室", "颜色", {"content": "墙是灰色的", "subject": "卧室"}),
        ("fact", "The wall is white", "bedroom", "colour", {"content": "The wall is beige"}),
        ("fact", "The wall is white", "bedroom", "colour",
         {"content": "The wall is grey", "subject": "bedroom", "predicate": "colour"}),
        ("preference", "喜欢吃芒果", "林若兮", "喜欢", {"content": "喜欢吃荔枝"}),
        ("preference", "likes mangoes", "Anna", None, {"content": "likes plums"}),
        ("like", "吃芒果", "林若兮", None, {"content": "吃荔枝"}),
        ("fact", "我住在北京", "用户", "住在",
         {"content": "搬到滨江去啦", "subject": "用户", "predicate": "住在"}),
    ):  # fmt: skip
        body = {"kind": kind, "content": content, "subject": of}
        if what is not None:
            body["predicate"] = what
        item = rest.ask("POST", "/memories", body)[2]
        path = "/memories/" + item["id"]
        status, _, item = rest.ask("PATCH", path, changes, If_Match="*")
        assert status == 200, item
        found = item.get("subject"), item.get("predicate")
        assert found == (of, what or found[1]), (content, found)
        rest.ask("DELETE", path)
    for content, later, claimed in (  # what the words claimed themselves goes with them
        ("我住在北京", "墙是灰色的", (None, None)),
        ("我住在北京", "我对花生过敏", ("用户", "过敏")),
        ("I live in Graz", "The wall is grey", (None, None)),
        ("墙是灰色的", "我住在北京", ("用户", "住在")),
        ("我住在北京", "我妈妈住在上海", ("妈妈", "住在")),
    ):
        path = (
            "/memories/"
            + rest.ask("POST", "/memories", {"kind": "fact", "content": content})[2]["id"]
        )
        item = rest.ask("PATCH", path, {"content": later}, If_Match="*")[2]
        assert (item.get("subject"), item.get("predicate")) == claimed, (content, later)
        rest.ask("DELETE", path)
    body = {"kind": "fact", "content": "墙是白色的", "subject": "卧室", "predicate": "颜色"}
    path = "/memories/" + rest.ask("POST", "/memories", body)[2]["id"]
    nobody = {"content": "墙是蓝色的", "subject": None, "predicate": None}
    item = rest.ask("PATCH", path, nobody, If_Match="*")[2]
    assert "subject" not in item and "predicate" not in item


def test_a_value_of_the_profile_has_the_source_of_what_told_it():
    for before, content, after in (
        ("成都", "我住在重庆", "重庆"),
        ("Graz", "I live in Turku", "Turku"),
        ("Graz", "The user has moved to Turku", "Turku"),
    ):
        rest = Rest()
        run(rest.mind.memory.write("location", before, {}, False, "hear"))
        told = rest.ask("POST", "/memories", {"kind": "fact", "content": content})[2]
        (field,) = rest.ask("GET", "/memories?kind=location")[2]["items"]
        found = [field.get(name) for name in ("content", "source", "client", "evidence")]
        assert found == [after, "http", "admin", [told["id"]]], (content, found)
        (past,) = [
            one for one in rest.ask("GET", "/memories")[2]["items"] if one.get("superseded_by")
        ]
        assert (past.get("source"), past.get("client")) == ("hear", None)
        path = "/memories/" + told["id"]
        assert rest.ask("DELETE", path)[0] == 204
        (field,) = rest.ask("GET", "/memories?kind=location")[2]["items"]
        assert (field["content"], field["source"], field.get("client")) == (before, "hear", None)
        rest.ask("POST", "/trash/%s/restore" % told["id"])
        (field,) = rest.ask("GET", "/memories?kind=location")[2]["items"]
        assert (field["content"], field["source"], field.get("client")) == (after, "http", "admin")


def test_the_mark_at_the_end_makes_no_other_memory():
    for kind in ("rule", "skill", "lesson", "preference", "person"):
        for words, others, questions in (
            ("回答要简短", ("回答要简短。", "回答要简短！", "回答要简短……"), ("回答要简短？",)),
            ("Keep it short.", ("Keep it short", "keep it short!"), ("Keep it short?",)),
            ("第5层", ("第5层。", "第5层；"), ("第6层。", "第5", "不是第5层。")),
        ):
            rest = Rest()
            first = rest.ask("POST", "/memories", {"kind": kind, "content": words})[2]["id"]
            for other in others + (words,):
                body = {"kind": kind, "content": other}
                status, _, item = rest.ask("POST", "/memories", body)
                assert (status, item["id"], item["content"]) == (200, first, words), other
            for other in questions:
                body = {"kind": kind, "content": other}
                assert rest.ask("POST", "/memories", body)[0] == 201, other


def test_the_mark_at_the_end_makes_no_other_memory_of_what_is_archived():
    rest = Rest()
    body = {"kind": "fact", "content": "护照放在厨房的第5层"}
    first = rest.ask("POST", "/memories", body)[2]["id"]
    for number in range(30):
        content = "drawer %d holds key %d" % (number, number * 7919)
        body = {"kind": "fact", "content": content, "importance": 90}
        assert rest.ask("POST", "/memories", body)[0] == 201
    assert first not in [one.id for one in rest.mind.memory.hot("fact")]
    for content in ("护照放在厨房的第5层。", "护照放在厨房的第5层！", "护照放在厨房的第5层"):
        status, _, item = rest.ask("POST", "/memories", {"kind": "fact", "content": content})
        assert (status, item["id"]) == (200, first), content


def _sent(rest, path, body, kind="application/json"):
    """(status, code) of a POST of these bytes."""
    head = "POST /api/v1%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer admin\r\n" % path
    head += "Content-Type: %s\r\nContent-Length: %d\r\n\r\n" % (kind, len(body))
    sent = rest.meet(Client(head.encode() + body))
    _, _, said = sent.partition(b"\r\n\r\n")
    error = json.loads(said).get("error", {})
    return int(sent.split(b" ")[1]), error.get("code"), error.get("message")


def test_to_restore_needs_no_body_and_refuses_one_that_says_something():
    rest = Rest()
    id = rest.ask("POST", "/memories", {"kind": "fact", "content": "owns a boat"})[2]["id"]
    path = "/trash/%s/restore" % id
    for body, kind, status, code in (
        (b'{"a":1}', "application/json", 400, "no_member"),
        (b"not json", "application/json", 400, "bad_json"),
        (b"[]", "application/json", 400, "bad_json"),
        (b"not json", "text/plain", 415, "type"),
        (b"{}", "application/json", 200, None),
        (b" {} ", "application/merge-patch+json", 200, None),
        (b"", "text/plain", 200, None),
    ):
        assert rest.ask("DELETE", "/memories/" + id)[0] == 204
        assert _sent(rest, path, body, kind)[:2] == (status, code), (body, kind)
        assert (rest.ask("GET", "/memories/" + id)[0] == 200) == (status == 200)
        rest.ask("POST", path)
    assert rest.ask("POST", "/trash/abc1/restore")[0] == 404


def test_what_is_wrong_is_said_in_the_language_of_the_device():
    ascii_letters = b"abcdefghijklmnopqrstuvwxyz"
    named = (
        "JSON",
        "UTF",
        "Host",
        "GET",
        "id",
        "abc1",
        "x",
        "MM",
        "DD",
        "YYYY",
        "HH",
        "when",
        "a",
    )
    for language in ("zh", "en"):
        rest = Rest(language=language)
        said = [
            _sent(rest, "/memories", body)[2]
            for body in (b"{", b"\xff", b"{a}", b'"\\ud800"', b"[1]", b"[" * 40, b'{"a":1e999}')
        ]
        said.append(rest.ask("GET", "/memories/abc1?x=1")[2]["error"]["message"])
        said.append(rest.ask("GET", "/memories/abc1")[2]["error"]["message"])
        body = {"kind": "event", "content": "a", "when": "x"}
        said.append(rest.ask("POST", "/memories", body)[2]["error"]["message"])
        rest.bench.clock.known = False
        body = {"content": "a", "due": "2026-12-01T10:00"}
        status, _, answer = rest.ask("POST", "/todos", body)
        assert status == 503, answer
        said.append(answer["error"]["message"])
        for text in said:
            left = text
            for name in named:
                left = left.replace(name, "")
            letters = [one for one in left.encode() if one in ascii_letters]
            assert bool(letters) == (language == "en"), text
        assert "日程" not in said[-1] and "schedule" not in said[-1]
        assert "什么也没改" not in said[8] and "changed" not in said[8]
        assert "可以有：没有" not in said[7]
