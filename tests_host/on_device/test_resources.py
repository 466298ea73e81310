"""Resources: definitions, lists, reading, subscriptions, in both eras."""

import asyncio
import json

from _offers import Peer, ask, pages
from _raised import raised
from mcp.core.errors import DefinitionError, ProtocolError, ResultError
from mcp.features.resources import Resources, not_found


async def read(uri, values, call):
    return "read %s" % uri


def some():
    offer = Resources()
    offer.add("test://text", read, "text", "Some text.", mime_type="text/plain")
    offer.add_template("test://t/{id}", read, "t", "By id.", title="T", mime_type="text/plain")
    return offer


def test_a_definition_grows_with_the_protocol():
    offer = Resources()
    hints = {"audience": ["user"], "priority": 0.5, "lastModified": "2026-01-01T00:00:00Z"}
    offer.add("test://a", read, "a", "d", "T", "text/plain", 12, hints)
    (old,) = ask(offer, "resources/list", "2024-11-05")["resources"]
    (new,) = ask(offer, "resources/list", "2025-06-18")["resources"]
    names = ["uri", "name", "description", "mimeType", "size", "annotations"]
    assert list(old) == names
    assert list(new) == names[:2] + ["title"] + names[2:]
    assert new["annotations"] == hints


def test_a_wrong_definition_is_refused_when_it_is_added():
    good = ["test://a", read, "name", "description", "title", "text/plain", 5, {}]
    for at, value in (
        (0, "a"), (0, ""), (0, None), (0, "://a"), (0, "a b:c"),
        (1, None), (2, ""), (2, 5), (3, ""), (3, None), (4, ""), (4, 5), (5, ""), (5, 5),
        (6, -1), (6, "5"), (7, {"audience": "user"}), (7, {"audience": ["model"]}),
        (7, {"priority": 2}), (7, {"priority": True}), (7, {"readOnlyHint": True}),
        (7, {"lastModified": 5}),
    ):  # fmt: skip
        wrong = list(good)
        wrong[at] = value
        raised(DefinitionError, Resources().add, *wrong)
    raised(DefinitionError, some().add, "test://text", read, "again", "d")
    raised(DefinitionError, some().add_template, "test://t/{id}", read, "again", "d")
    raised(DefinitionError, some().add_template, "test://u", read, "none", "d")
    for complete in ({"nobody": read}, {"id": None}):
        raised(DefinitionError, Resources().add_template, "m://{id}", read, "n", "d", None, None,
               None, complete)  # fmt: skip
    raised(DefinitionError, Resources().add_listing, ["test://a"])


def test_pages_hold_every_resource_once_in_order_and_within_the_bytes():
    offer = Resources()
    for n in range(5):
        offer.add("test://%d" % n, read, "r%d" % n, "d")
    offer.add_listing(lambda: [("test://x/%d" % n, "x%d" % n, "d", None) for n in range(20)])
    for n in range(7):
        offer.add_template("test://t%d/{id}" % n, read, "t%d" % n, "d")
    for method, member, count in (
        ("resources/list", "resources", 25),
        ("resources/templates/list", "resourceTemplates", 7),
    ):
        for size in (1, 100, 200, 8000):
            found = pages(offer, method, member, size)
            names = [one["name"] for page in found for one in page]
            assert len(names) == len(set(names)) == count
            for page in found:
                assert len(page) == 1 or len(json.dumps(page, separators=(",", ":"))) <= size
    everything = pages(offer, "resources/list", "resources", 8000)[0]
    assert [one["uri"] for one in everything[:6]] == ["test://%d" % n for n in range(5)] + [
        "test://x/0"
    ]


def test_a_cursor_that_was_not_given_here_is_refused():
    offer = Resources()
    for n in range(5):
        offer.add("test://%d" % n, read, "r%d" % n, "d")
    good = ask(offer, "resources/list", peer=Peer(100))["nextCursor"]
    assert ask(offer, "resources/list", cursor="")["resources"]
    for cursor in ("x", "1-00000000", good + "0", " " + good, 5, [], "9" + good, "-1-" + good):
        error = raised(ProtocolError, ask, offer, "resources/list", cursor=cursor)
        assert error.code == -32602
    offer.add("test://more", read, "more", "d")
    assert raised(ProtocolError, ask, offer, "resources/list", cursor=good).code == -32602


def test_texts_blobs_and_whole_contents_are_read():
    async def blob(uri, values, call):
        return b"\x00\xff" * 100

    async def several(uri, values, call):
        return [{"uri": uri + "/1", "text": "a"}, {"uri": uri + "/2", "text": "b"}]

    offer = some()
    offer.add("test://blob", blob, "blob", "d", mime_type="image/png")
    offer.add("test://several", several, "several", "d")
    (text,) = ask(offer, "resources/read", uri="test://text")["contents"]
    wanted = {"uri": "test://text", "mimeType": "text/plain", "text": "read test://text"}
    assert dict(text) == wanted
    (found,) = ask(offer, "resources/read", uri="test://blob")["contents"]
    assert (found["mimeType"], found["blob"]) == ("image/png", "AP8A/wD/" * 33 + "AP8=")
    assert len(ask(offer, "resources/read", uri="test://several")["contents"]) == 2
    (one,) = ask(offer, "resources/read", uri="test://t/猫")["contents"]
    assert one["text"] == "read test://t/猫"


def test_what_is_not_there_is_said_in_the_words_of_the_era():
    async def nothing(uri, values, call):
        raise not_found(uri, call, "there is no record %s" % values["id"])

    offer = some()
    offer.add_template("test://r/{id}", nothing, "r", "d")
    for version, code in (("2024-11-05", -32002), ("2025-11-25", -32002), ("2026-07-28", -32602)):
        for uri in ("test://none", "test://r/5", "file:///etc/passwd", "猫"):
            error = raised(ProtocolError, ask, offer, "resources/read", version, uri=uri)
            assert (error.code, error.data) == (code, {"uri": uri})
    assert (
        "no record 5"
        in raised(ProtocolError, ask, offer, "resources/read", uri="test://r/5").message
    )


def test_wrong_parameters_are_refused_with_a_sentence():
    for uri in (None, 5, "", ["test://text"], "test://" + "a" * 3000):
        error = raised(ProtocolError, ask, some(), "resources/read", uri=uri)
        assert error.code == -32602
        assert "uri" in error.message
    assert raised(ProtocolError, ask, some(), "resources/read").code == -32602


def test_a_reader_that_gives_nothing_of_use_is_our_fault():
    async def wrong(uri, values, call):
        return []

    async def none(uri, values, call):
        return ["text"]

    for reader in (wrong, none):
        offer = Resources()
        offer.add("test://a", reader, "a", "d")
        raised(ResultError, ask, offer, "resources/read", uri="test://a")


def test_readers_run_side_by_side():
    order = []

    async def slow(uri, values, call):
        order.append("begin " + values["id"])
        await asyncio.sleep(0)
        order.append("end " + values["id"])
        return "done"

    offer = Resources()
    offer.add_template("test://{id}", slow, "t", "d")

    async def both():
        from mcp.core.call import Call
        from mcp.core.jsonrpc import REQUEST, Message

        tasks = []
        for id in ("a", "b"):
            params = {"uri": "test://" + id}
            call = Call("test", "2025-06-18", {}, 1, params)
            handler = offer.requests["resources/read"]
            message = Message(REQUEST, 1, "resources/read", params)
            tasks.append(asyncio.create_task(handler(Peer(), message, call)))
        for task in tasks:
            await task

    asyncio.run(both())
    assert order == ["begin a", "begin b", "end a", "end b"]
