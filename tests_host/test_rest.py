"""REST over real HTTP against the desk device: every route, and what each refuses."""

import json
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from desk import Desk
from device import ROOT
from rest_client import BASE, Rest
from test_keys import keys

NOW = ("--now", "2026-02-05T14:00:00", "--language", "en")


@pytest.fixture
def rest(desk: Callable[..., Desk]) -> Rest:
    return Rest(desk(*NOW))


def texts(items: "list[Any]") -> "list[str]":
    return [item["content"] for item in items]


def test_a_memory_is_made_read_changed_and_deleted(rest: Rest) -> None:
    made = rest.ask(
        "POST", "/memories", {"kind": "fact", "content": "对花生过敏", "importance": 73}
    )
    item = made.json
    assert (made.status, made.headers["etag"]) == (201, '"1"')
    assert made.headers["location"] == f"{BASE}/memories/{item['id']}"
    assert (item["kind"], item["category"], item["content"]) == ("fact", "fact", "对花生过敏")
    assert (item["importance"], item["rev"], item["p"]) == (73, 1, 100)
    assert (item["source"], item["client"]) == ("http", "owner")
    assert item["created_at"].startswith("2026-02-05T14:00:")
    assert item["created_at"][-6] in "+-"
    path = "/memories/" + item["id"]
    read = rest.ask("GET", path)
    assert (read.status, read.headers["etag"], read.json) == (200, '"1"', item)
    changed = rest.ask("PATCH", path, {"content": "对花生和芝麻过敏"}, If_Match='"1"')
    assert (changed.status, changed.headers["etag"]) == (200, '"2"')
    assert changed.json["content"] == "对花生和芝麻过敏"
    assert changed.json["importance"] == 73
    assert rest.ask("DELETE", path, If_Match='"1"').error[:2] == (412, "outdated")
    gone = rest.ask("DELETE", path)
    assert (gone.status, gone.body) == (204, b"")
    assert "content-length" not in gone.headers
    for method in ("GET", "DELETE"):
        assert rest.ask(method, path).error[:2] == (404, "no_id")
    assert rest.ask("PATCH", path, {}, If_Match="*").error[:2] == (404, "no_id")


def test_what_is_known_already_is_answered_with_200(rest: Rest) -> None:
    item = rest.add(kind="like", content="tea")
    again = rest.ask("POST", "/memories", {"kind": "like", "content": "tea"})
    assert (again.status, again.json["id"], again.json["rev"]) == (200, item["id"], 1)
    assert "location" not in again.headers
    more = rest.ask("POST", "/memories", {"kind": "like", "content": "tea", "importance": 90})
    assert (more.status, more.json["importance"], more.json["rev"]) == (200, 90, 2)


def test_a_change_needs_the_state_that_it_changes(rest: Rest) -> None:
    path = "/memories/" + rest.add(category="rule", content="answer briefly")["id"]
    assert rest.ask("PATCH", path, {"importance": 9}).error[:2] == (428, "precondition")
    for tags in ('"2"', '"x"', 'W/"1"', '"7", "8"', '""'):
        assert rest.ask("PATCH", path, {"importance": 9}, If_Match=tags).status == 412, tags
    for tags in ("1", "", '"1'):
        assert rest.ask("PATCH", path, {}, If_Match=tags).error[:2] == (400, "bad_match"), tags
    assert rest.ask("PATCH", path, {"importance": 0}, If_Match='"7", "1"').json["importance"] == 0
    assert rest.ask("PATCH", path, {"importance": 100}, If_Match="*").json["rev"] == 3
    read = rest.ask("GET", path, If_None_Match='W/"3"')
    assert (read.status, read.headers["etag"], read.body) == (304, '"3"', b"")
    assert rest.ask("GET", path, If_None_Match="*").status == 304
    assert rest.ask("GET", path, If_None_Match='"2"').status == 200


def test_of_changes_at_once_one_counts(rest: Rest) -> None:
    path = "/memories/" + rest.add(kind="skill", content="plays chess")["id"]
    statuses: "list[int]" = []

    def change(number: int) -> None:
        body = {"content": f"plays chess at {number}"}
        statuses.append(rest.ask("PATCH", path, body, If_Match='"1"').status)

    clients = [threading.Thread(target=change, args=(number,)) for number in range(4)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    assert sorted(statuses) == [200, 412, 412, 412]
    assert rest.ask("GET", path).json["rev"] == 2


def test_optional_fields_are_kept_and_can_be_taken_away(rest: Rest) -> None:
    told: "dict[str, Any]" = {
        "topic": "home", "tags": ["a", "b"], "e": 10, "i": 20, "p": 30, "j": 40,
        "confidence": 80, "valid_from": "2025-11-01", "subject": "owner", "predicate": "owns",
        "retention": "long", "evidence": ["s/1"],
    }  # fmt: skip
    item = rest.add(kind="fact", content="owns a boat", **told)
    assert {name: item[name] for name in told} == told
    expires = {"expires_at": "2026-03-01T12:00:00+00:00"}
    item = rest.ask("PATCH", "/memories/" + item["id"], expires, If_Match="*").json
    same = rest.ask(
        "PATCH", "/memories/" + item["id"], {"expires_at": item["expires_at"]}, If_Match="*"
    )
    assert same.json["rev"] == item["rev"]
    gone = {"topic": None, "tags": None, "expires_at": None}
    item = rest.ask("PATCH", "/memories/" + item["id"], gone, If_Match="*").json
    assert not gone.keys() & item.keys()
    event = rest.add(kind="event", content="a concert", when="2026-03-01")
    assert event["when"] == "2026-03-01"
    felt = rest.add(kind="moment", content="missed the last bus", emotion_name="crying")
    assert (felt["emotion_type"], felt["emotion_name"]) == ("sad", "crying")
    felt = rest.ask("PATCH", "/memories/" + felt["id"], {"emotion_type": None}, If_Match="*").json
    assert not {"emotion_type", "emotion_name"} & felt.keys()
    family = rest.add(kind="family", content="Ann", relation="sister", closeness=5)
    assert (family["content"], family["relation"], family["category"]) == (
        "Ann",
        "sister",
        "person",
    )


def test_lists_are_newest_first_and_filtered(rest: Rest) -> None:
    for number in range(24):
        kind = ("fact", "preference", "person", "lesson")[number % 4]
        rest.add(kind=kind, content=f"Thing {number * 7919} of the 猫咪 list")
    whole = rest.get("/memories", limit=100)
    assert whole["next"] is None
    numbers = [int(item["content"].split()[1]) // 7919 for item in whole["items"]]
    assert numbers == list(range(23, -1, -1))
    assert len(rest.get("/memories")["items"]) == 20
    assert rest.get("/memories")["next"]
    for limit in (1, 7, 23, 24):
        assert rest.all("/memories", limit=limit) == whole["items"], limit
    assert len(rest.all("/memories", category="preference")) == 6
    assert {item["kind"] for item in rest.all("/memories", kind="lesson")} == {"lesson"}
    assert rest.get("/memories", category="rule")["items"] == []
    assert rest.get("/memories", category="rule", kind="fact") == {"items": [], "next": None}
    for q in ("猫咪", "hing", "THING", "ｔｈｉｎｇ", " of the "):
        assert len(rest.all("/memories", q=q, limit=5)) == 24, q
    assert rest.get("/memories", q="cat")["items"] == []  # no other words
    assert texts(rest.get("/memories", q="of the 猫咪 list", limit=1)["items"]) == texts(
        whole["items"][:1]
    )


def test_pages_lose_and_repeat_nothing_while_memory_changes(rest: Rest) -> None:
    for number in range(40):
        rest.add(kind="fact", content=f"Number {number * 7919} of many")
    stays = {item["id"] for item in rest.all("/memories", limit=100)}
    found, query = [], {"limit": 6}
    while True:
        page = rest.get("/memories", **query)
        found += [item["id"] for item in page["items"]]
        if page["next"] is None:
            break
        query["cursor"] = page["next"]
        for _ in range(2):
            rest.add(kind="fact", content=f"Another {len(found) * 104729 + len(stays)} thing")
            gone = sorted(stays)[len(found) % len(stays)]
            assert rest.ask("DELETE", "/memories/" + gone).status == 204
            stays.remove(gone)
            kept = sorted(stays)[len(found) * 7 % len(stays)]
            rest.ask("PATCH", "/memories/" + kept, {"topic": str(len(found))}, If_Match="*")
    assert len(found) == len(set(found))
    assert stays <= set(found)


def test_the_trash_lists_restores_and_purges(desk: Callable[..., Desk], tmp_path: Path) -> None:
    flash = tmp_path / "desk.flash"
    first = desk(*NOW)
    first.stop()
    writer = keys("add", "laptop", "--scope", "write", "--flash", flash)
    device = desk(*NOW)
    owner, laptop = Rest(device), Rest(device, writer)
    mine = owner.add(kind="fact", content="the vault is blue")
    other = owner.add(kind="fact", content="likes long walks")
    assert owner.ask("DELETE", "/memories/" + mine["id"]).status == 204
    assert laptop.ask("DELETE", "/memories/" + other["id"]).status == 204
    page = owner.get("/trash")
    assert page["next"] is None
    assert [(one["id"], one["reason"], one["by"]) for one in page["items"]] == [
        (other["id"], "model_delete", "laptop"),
        (mine["id"], "user_delete", "owner"),
    ]
    assert page["items"][0]["deleted_at"][:10] == "2026-02-05"
    assert page["items"][0]["purge_at"][:10] == "2026-02-12"
    assert owner.all("/trash", limit=1) == page["items"]
    back = laptop.ask("POST", f"/trash/{other['id']}/restore")
    assert (back.status, back.json["content"]) == (200, "likes long walks")
    assert back.headers["etag"] == '"%d"' % back.json["rev"]
    assert "deleted_at" not in back.json
    assert owner.ask("GET", "/memories/" + other["id"]).status == 200
    again = owner.ask("POST", f"/trash/{other['id']}/restore")
    assert again.error[:2] == (404, "not_in_trash")
    refused = laptop.ask("DELETE", "/trash/" + mine["id"])
    assert refused.error[:2] == (403, "scope")
    assert 'scope="admin"' in refused.headers["www-authenticate"]
    assert owner.ask("DELETE", "/trash/" + mine["id"]).status == 204
    assert owner.ask("DELETE", "/trash/" + mine["id"]).error[:2] == (404, "not_in_trash")
    assert owner.get("/trash")["items"] == []
    device.wait_event("scrubbed")
    device.stop()
    assert b"the vault is blue" not in flash.read_bytes()


def test_todos_are_a_list_of_their_own(rest: Rest) -> None:
    todo = rest.add("/todos", content="buy milk", due="2026-02-06T18:00:00")
    assert (todo["kind"], todo["category"]) == ("todo", "todo")
    assert todo["due"].startswith("2026-02-06T18:00:00")
    fact = rest.add(kind="fact", content="drinks milk")
    assert [one["id"] for one in rest.get("/todos")["items"]] == [todo["id"]]
    assert [one["id"] for one in rest.get("/memories", category="todo")["items"]] == [todo["id"]]
    assert rest.ask("GET", "/todos/" + fact["id"]).error[:2] == (404, "no_id")
    assert rest.ask("GET", "/todos/" + todo["id"]).json == todo
    refused = rest.ask("POST", "/todos", {"kind": "fact", "content": "x"})
    assert refused.error[:2] == (400, "bad_value")
    later = {"due": "2026-02-07T10:00:00Z"}
    assert rest.ask("PATCH", "/todos/" + todo["id"], later, If_Match='"1"').json["rev"] == 2
    assert todo["remind"].startswith("2026-02-06T17:00:00")  # an hour before, untold
    done = rest.ask("PATCH", "/todos/" + todo["id"], {"completed": True}, If_Match='"2"')
    assert done.json["completed"].startswith("2026-02-05T14:")
    again = rest.ask("PATCH", "/todos/" + todo["id"], {"completed": True}, If_Match="*")
    assert (again.status, again.json["rev"]) == (200, 3)
    late = rest.ask("PATCH", "/todos/" + todo["id"], {"completed": True}, If_Match='"2"')
    assert late.error[:2] == (412, "outdated")
    undone = rest.ask("PATCH", "/todos/" + todo["id"], {"completed": False}, If_Match="*")
    assert undone.status == 200
    assert "completed" not in undone.json
    done = rest.ask("PATCH", "/todos/" + todo["id"], {"completed": True}, If_Match="*")
    assert done.json["completed"]
    day = rest.add("/todos", content="pay the rent", due="2026-02-09")
    assert day["due"].startswith("2026-02-09T23:59:00")
    past = rest.ask("POST", "/todos", {"content": "x", "due": "2026-02-01T10:00"})
    assert past.error[:2] == (400, "past_time")
    for number in range(15):
        rest.add("/todos", content=f"errand {number * 7919} to run")
    full = rest.ask("POST", "/todos", {"content": "one more thing"})
    assert full.error[:2] == (409, "cap")
    assert len(full.json["error"]["items"]) == 16
    assert rest.ask("DELETE", "/todos/" + day["id"]).status == 204
    rest.add("/todos", content="one more thing")


def test_the_context_is_text_and_its_items(rest: Rest) -> None:
    rest.add(kind="like", content="手冲咖啡")
    rest.add(kind="fact", content="住在杭州")
    found = rest.get("/context", q="我喜欢喝什么咖啡？", language="zh")
    assert "手冲咖啡" in found["text"]
    assert "手冲咖啡" in texts(found["items"])
    assert rest.get("/context", q="量子色动力学", style="ago") == {"text": "", "items": []}
    assert "手冲咖啡" in rest.get("/context", style="core", budget=300)["text"]
    uses = [item["uses"] for item in rest.get("/memories", q="手冲")["items"]]
    assert uses[0] >= 2  # what was given out counts as used


@pytest.mark.parametrize(
    ("method", "path", "body", "headers", "expected"),
    [
        ("GET", "/memories?limit=0", None, {}, (400, "bad_number", "1 to 100")),
        ("GET", "/memories?limit=101", None, {}, (400, "bad_number", "1 to 100")),
        ("GET", "/memories?limit=1&limit=2", None, {}, (400, "twice", "limit")),
        ("GET", "/memories?kind=schedule", None, {}, (400, "bad_value", "lesson")),
        ("GET", "/memories?category=x", None, {}, (400, "bad_value", "preference, person")),
        ("GET", "/memories?cursor=..", None, {}, (400, "bad_cursor", "next")),
        ("GET", "/memories?page=2", None, {}, (400, "no_parameter", "cursor")),
        ("GET", "/memories?q=%zz", None, {}, (400, "bad_request", "percent")),
        ("GET", "/memories?q=%ff", None, {}, (400, "bad_request", "percent")),
        ("GET", "/memories?q=%2", None, {}, (400, "bad_query", "q")),
        ("GET", "/todos?kind=todo", None, {}, (400, "no_parameter", "limit")),
        ("GET", "/trash?q=x", None, {}, (400, "no_parameter", "cursor")),
        ("GET", "/context?style=x", None, {}, (400, "bad_value", "list, ago, core")),
        ("GET", "/context?budget=9", None, {}, (400, "bad_number", "50 to 4000")),
        ("GET", "/context?language=fr", None, {}, (400, "bad_value", "zh, en")),
        ("GET", "/memories/abc1?limit=banana", None, {}, (400, "no_parameter", "limit")),
        ("GET", "/episodes/abc1?q=x", None, {}, (400, "no_parameter", "q")),
        ("POST", "/memories?x=1", {"kind": "fact", "content": "a"}, {},
         (400, "no_parameter", "there may be none")),
        ("PATCH", "/todos/abc1?x", {}, {}, (400, "no_parameter", "x")),
        ("DELETE", "/memories/abc1?dry_run=1", None, {}, (400, "no_parameter", "dry_run")),
        ("DELETE", "/trash/abc1?force=1", None, {}, (400, "no_parameter", "force")),
        ("POST", "/trash/abc1/restore?all=1", None, {}, (400, "no_parameter", "all")),
        ("GET", "/pages/scratchpad?language=en", None, {}, (400, "no_parameter", "language")),
        ("PUT", "/pages/scratchpad?x=1", {"text": "a"}, {}, (400, "no_parameter", "x")),
        ("GET", "/memories/none", None, {}, (404, "no_id", "none")),
        ("GET", "/memories/abc999", None, {}, (404, "no_id", "abc999")),
        ("GET", "", None, {}, (404, "no_path", "memories, todos")),
        ("GET", "/memories/", None, {}, (404, "no_path", "trash")),
        ("GET", "/memory", None, {}, (404, "no_path", "context")),
        ("POST", "/trash/abc999/restore", None, {}, (404, "not_in_trash", "abc999")),
        ("POST", "/trash/../restore", None, {}, (404, "not_in_trash", "..")),
        ("DELETE", "/trash/abc999", None, {}, (404, "not_in_trash", "abc999")),
        ("PUT", "/memories", {}, {}, (405, "method", "POST")),
        ("PUT", "/memories", {}, {}, (405, "method", "HEAD")),
        ("GET", "/memories/a%2", None, {}, (404, "no_id", "a%2")),
        ("GET", "/trash/abc1", None, {}, (405, "method", "DELETE")),
        ("POST", "/memories", b"{", {}, (400, "bad_json", "JSON")),
        ("POST", "/memories", b"[]", {}, (400, "bad_json", "JSON")),
        ("POST", "/memories", b'{"kind":"fact","content":"\xff"}', {}, (400, "bad_json", "JSON")),
        ("POST", "/memories", b"{}", {"Content_Type": "text/plain"}, (415, "type", "json")),
        ("POST", "/memories", b" " * 8193, {}, (413, "too_large", "8192")),
        ("POST", "/memories", {}, {}, (400, "kind_missing", "lesson")),
        ("POST", "/memories", {"kind": "x"}, {}, (400, "bad_value", "lesson")),
        ("POST", "/memories", {"category": "x"}, {}, (400, "bad_value", "rule, skill")),
        (
            "POST", "/memories", {"kind": "like", "category": "rule", "content": "a"}, {},
            (400, "other_category", "preference"),
        ),
        ("POST", "/memories", {"kind": "fact"}, {}, (400, "not_text", "content")),
        ("POST", "/memories", {"kind": "fact", "content": ""}, {}, (400, "empty", "content")),
        ("POST", "/memories", {"kind": "fact", "content": 7}, {}, (400, "not_text", "content")),
        ("POST", "/memories", {"kind": "like", "content": "x" * 61}, {}, (400, "too_long", "60")),
        ("POST", "/memories", {"kind": "person", "content": "x" * 301}, {},
         (400, "too_long", "300")),
        ("POST", "/memories", {"kind": "fact", "content": "a", "importance": 101}, {},
         (400, "out_of_range", "0 to 100")),
        ("POST", "/memories", {"kind": "fact", "content": "a", "importance": True}, {},
         (400, "out_of_range", "0 to 100")),
        ("POST", "/memories", {"kind": "fact", "content": "a", "p": -1}, {},
         (400, "out_of_range", "0 to 100")),
        ("POST", "/memories", {"kind": "fact", "content": "a", "due": "2026-02-06"}, {},
         (400, "no_member", "confidence")),
        ("POST", "/memories", {"kind": "fact", "content": "a", "rev": 3}, {},
         (400, "no_member", "confidence")),
        ("POST", "/memories", {"kind": "fact", "content": "a", "tags": "b"}, {},
         (400, "bad_list", "tags must be a list of at most 8 texts")),
        ("POST", "/memories", {"kind": "fact", "content": "a", "tags": [1]}, {},
         (400, "bad_list", "tags must be a list of at most 8 texts")),
        ("POST", "/memories", {"kind": "fact", "content": "a", "valid_from": "May"}, {},
         (400, "bad_day", "YYYY-MM-DD")),
        ("POST", "/memories",
         {"kind": "fact", "content": "a", "valid_from": "2026-03-01T10:00:00"}, {},
         (400, "bad_day", "YYYY-MM-DD, without a time")),
        ("POST", "/attachments", {"mime": "image/png"}, {}, (400, "missing", "name / ")),
        ("POST", "/attachments", {"name": "a", "memories": ["no!"]}, {},
         (400, "bad_form", "memories must look like k3z42")),
        ("POST", "/attachments", {"description": "x" * 3001}, {},
         (400, "too_long", "description has 3001 bytes")),
        ("POST", "/attachments", {"description": "x" * 600, "transcription": "y" * 2000,
         "text": "z" * 600}, {}, (400, "too_long", "description + transcription + text (JSON)")),
        ("POST", "/memories",
         {"kind": "fact", "content": "a", "valid_from": "2026-05-01", "valid_to": "2026-01-01"},
         {}, (400, "bad_order", "valid_to must not be before valid_from")),
        ("POST", "/memories", {"kind": "fact", "content": "a", "expires_at": "2026-02-05"}, {},
         (400, "past_moment", "later than now (2026-02-05T14:00")),
        ("POST", "/attachments", {"name": "a", "expires_at": "2026-02-04T01:00:00Z"}, {},
         (400, "past_moment", "later than now")),
        ("POST", "/attachments", {"name": "a", "url": "x"}, {},
         (400, "bad_form", "url must look like https://")),
        ("POST", "/memories", {"kind": "moment", "content": "a", "emotion_name": "bogus"}, {},
         (400, "not_allowed", "angry, confident")),
        ("POST", "/memories", {"kind": "age", "content": 41}, {},
         (400, "not_text", 'content must be text ("0" – "150")')),
        ("POST", "/memories", {"kind": "age", "content": "151"}, {},
         (400, "bad_age", "0 to 150")),
        ("POST", "/memories", {"kind": "fact", "content": "a", "retention": "ever"}, {},
         (400, "not_allowed", "permanent")),
        ("POST", "/todos", {"content": "a", "due": "tomorrow"}, {},
         (400, "bad_moment", "YYYY-MM-DDTHH:MM")),
        ("POST", "/todos", {"content": "a", "due": 7}, {},
         (400, "bad_moment", "YYYY-MM-DDTHH:MM")),
        ("POST", "/memories", {"kind": "event", "content": "a", "when": "soon"}, {},
         (400, "bad_when", "YYYY-MM-DD")),
        ("POST", "/memories", {"kind": "event", "content": "a", "when": "2026-03-01Z"}, {},
         (400, "bad_when", "zone")),
        ("POST", "/memories", {"kind": "family", "content": "Ann"}, {},
         (400, "missing", "relation")),
        ("POST", "/memories", {"kind": "fact", "content": "my password is hunter2xyz"}, {},
         (422, "secret", "password")),
        ("PATCH", "/memories/abc1", {}, {}, (428, "precondition", "If-Match")),
        ("GET", "/memories", None, {"Authorization": None}, (401, "unauthorized", "Bearer")),
        ("GET", "/memories", None, {"Authorization": "Bearer x"}, (401, "unauthorized", "Bearer")),
        ("GET", "/memories", None, {"Host": "evil.example"}, (403, "forbidden", "allowed_hosts")),
        ("GET", "/memories", None, {"Origin": "http://evil.example"},
         (403, "forbidden", "allowed_origins")),
    ],
)  # fmt: skip
@pytest.mark.sample(60)
def test_what_is_refused_names_what_is_allowed(
    refusing: Rest, method: str, path: str, body: object, headers: "dict[str, Any]",
    expected: "tuple[int, str, str]",
) -> None:  # fmt: skip
    answer = refusing.ask(method, path, body, **headers)
    status, code, message = answer.error
    assert (status, code) == expected[:2], message
    assert expected[2] in message
    assert answer.json.keys() == {"error"}
    assert "access-control-allow-origin" not in answer.headers
    if status == 405:
        assert expected[2] in answer.headers["allow"]
    if status == 401:
        assert answer.headers["www-authenticate"] == 'Bearer realm="mcp"'
    assert refusing.get("/memories")["items"] == []


@pytest.fixture(scope="module")
def refusing(micropython: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A device that all these requests meet, and that nothing changes."""
    flash = tmp_path_factory.mktemp("rest") / "desk.flash"
    device = Desk("--micropython", micropython, "--flash", flash, *NOW)
    try:
        yield Rest(device)
    finally:
        device.close()


def test_the_language_is_the_device_s(desk: Callable[..., Desk]) -> None:
    rest = Rest(desk("--now", "2026-02-05T14:00:00"))
    assert rest.ask("GET", "/memories?limit=0").error[2] == "limit 必须是 1 到 100 的整数"
    assert "没有这个地址" in rest.ask("GET", "/x").error[2]


def test_a_key_does_what_its_scope_lets_it(desk: Callable[..., Desk], tmp_path: Path) -> None:
    flash = tmp_path / "desk.flash"
    first = desk(*NOW)
    first.stop()
    given = {
        scope: keys("add", scope, "--scope", scope, "--flash", flash)
        for scope in ("guest", "read", "write")
    }
    device = desk(*NOW)
    owner = Rest(device)
    id = owner.add(kind="fact", content="likes the sea")["id"]
    asked = (
        ("read", "GET", "/memories", None),
        ("read", "GET", "/memories/" + id, None),
        ("read", "GET", "/todos", None),
        ("read", "GET", "/trash", None),
        ("read", "GET", "/context?q=sea", None),
        ("write", "POST", "/memories", {"kind": "fact", "content": "owns a very old car"}),
        ("write", "PATCH", "/memories/" + id, {"topic": "x"}),
        ("write", "DELETE", "/memories/abc999", None),
        ("write", "POST", "/trash/abc999/restore", None),
        ("write", "POST", "/todos", {"content": "wash the car"}),
        ("admin", "DELETE", "/trash/abc999", None),
    )
    scopes = ("guest", "read", "write", "admin")
    for scope, key in [*given.items(), ("admin", device.token)]:
        for needs, method, path, body in asked:
            answer = Rest(device, key).ask(method, path, body, If_Match="*")
            if scopes.index(scope) < scopes.index(needs):
                assert answer.error[:2] == (403, "scope"), (scope, method, path)
                assert needs in answer.error[2]
            else:
                assert answer.status in (200, 201, 404), (scope, method, path, answer.body)
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    bearer = f"Bearer {given['guest']}"
    status, _, data = device.post(message, Authorization=bearer)
    listed = [tool["name"] for tool in json.loads(data)["result"]["tools"]]
    assert (status, listed) == (200, ["self.get_device_status"])


def test_a_path_may_be_percent_encoded(rest: Rest) -> None:
    id = rest.add(kind="fact", content="owns a boat")["id"]
    encoded = "".join("%%%02x" % ord(letter) for letter in id)
    assert rest.get("/memories/" + encoded)["id"] == id
    assert rest.get("/%6demories/" + id)["id"] == id
    assert rest.ask("GET", "/memories%2F" + id).error[:2] == (404, "no_path")


def test_a_path_says_what_it_takes(rest: Rest) -> None:
    for path, methods in (
        ("/memories", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("/trash/abc1", {"DELETE", "OPTIONS"}),
    ):
        answer = rest.ask("OPTIONS", path)
        assert (answer.status, answer.body) == (204, b"")
        assert set(answer.headers["allow"].split(", ")) == methods
        assert not [name for name in answer.headers if name.startswith("access-control")]
    assert rest.ask("OPTIONS", "/memories", Authorization=None).status == 401


def test_a_head_is_the_answer_without_its_body(rest: Rest) -> None:
    head = rest.ask("HEAD", "/memories")
    assert (head.status, head.body) == (200, b"")
    assert int(head.headers["content-length"]) > 0


_EXAMPLE = re.compile(
    r"    (GET|POST|PATCH|DELETE) (\S+)(?: If-Match: (\S+))?(?: (\{.*\}))?\n    (.*)"
)


def _has(found: Any, told: Any) -> bool:
    """Whether an answer has what the documentation tells of it, perhaps with more members."""
    if isinstance(told, dict):
        return all(name in found and _has(found[name], told[name]) for name in told)
    if isinstance(told, list):
        return len(found) == len(told) and all(map(_has, found, told))
    return found == told


def test_the_examples_of_the_documentation_are_answered_so(rest: Rest) -> None:
    text = (ROOT / "docs" / "PROTOCOL.md").read_text(encoding="utf-8").partition("## 11. REST")[2]
    examples = _EXAMPLE.findall(text)
    assert len(examples) == 9
    id = "k3z42"
    for method, path, tags, body, expected in examples:
        answer = rest.ask(
            method,
            quote(path.replace("k3z42", id), safe="/?=&"),
            json.loads(body) if body else None,
            If_Match=tags or None,
        )
        status, _, told = expected.partition(" ")
        assert answer.status == int(status), (method, path, answer.body)
        if method == "POST" and status == "201":
            id = answer.json["id"]
        if told:
            assert _has(answer.json, json.loads(told.replace("k3z42", id))), answer.body


def test_how_often_a_memory_was_given_out_outlives_an_orderly_end(
    desk: Callable[..., Desk], flash: Path
) -> None:
    for uses in (1, 2, 3):
        device = desk(*NOW, "--flash", flash, "--stdio", "--port", "0")
        rest = Rest(device)
        rest.ask("POST", "/memories", {"kind": "fact", "content": "lives in Lisbon"})
        assert "Lisbon" in rest.get("/context", q="where do I live?")["text"]
        assert [item["uses"] for item in rest.get("/memories", q="Lisbon")["items"]] == [uses]
        device.stop()
