"""The search by meaning on a whole companion: its vectors come from a server over HTTP."""

import threading
from collections.abc import Callable
from pathlib import Path

import llm_server
import pytest
from desk import Desk
from llm_server import Asked, error, serving
from test_listening import settle

NOW = ("--now", "2026-02-05T14:00")
CAT = "橘猫豆包爱在窗台打盹"
FURRY, MONEY = [1.0, 0.1] * 40, [0.1, -1.0] * 40


@pytest.mark.thorough  # vectors are made 20 s after the last change
def test_what_is_meant_is_found_by_vectors_of_a_server_and_words_answer_where_it_fails(
    desk: Callable[..., Desk], flash: Path, micropython: Path
) -> None:
    reached = threading.Event()
    works = [True]

    def answer(asked: Asked) -> None:
        texts = asked.json["input"]
        if not works[0]:
            error(500, "out of order")(asked)
            return
        rows = [FURRY if "猫" in text or "小祖宗" in text else MONEY for text in texts]
        llm_server.vectors(*rows)(asked)
        if CAT in texts:
            reached.set()

    with serving(answer) as server:
        settle(
            micropython,
            flash,
            embed=True,
            llm_url=server.url,
            llm_embed_model="embedder",
            embed_ms=2000,
        )
        companion = desk("--flash", flash, "--stdio", *NOW)
        companion.initialize()
        for text in (CAT, "房租每月五号交"):
            companion.tool("memory", action="write", type="fact", content=text)
        assert reached.wait(60)
        asked = "那个小祖宗平时做什么"
        found: "list[dict]" = []
        for n in range(100):  # the vectors are taken in a moment after they have come
            found = companion.tool("search_memory", query=asked + "?" * n)["items"]
            if found:
                break
        assert found[0]["content"] == CAT
        assert "embed" in str(found[0]["why"])
        works[0] = False
        before = len(server.asked)
        again = companion.tool("search_memory", query=asked + "呢")
        assert again["status"] == "ok"
        assert "embed" not in str(again["items"])
        assert len(server.asked) > before
        assert {one.target for one in server.asked} == {"/v1/embeddings"}
