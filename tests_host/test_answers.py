"""The asset `answers`: what it is made of, what a board does with it, and what it is worth."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from device import ROOT

from tools import answer_shapes, answers
from tools.flashing import assets

_AT, _SIZE = 0xD20000, 0x200000
_ANSWERS = (("answers", answers.TABLE.read_bytes()),)
_STATE = """
from firmware.system import assets
from mind.reranking.reranker import Candidate, Reranker
reranker = Reranker(assets.open_answers)
print(reranker.is_ready(), reranker.problem)
class Record:
    id, kind = "a1", "event"
    def words(self):
        return "搬到武汉了，在光谷租了个单间"
    def told_after(self, other):
        return False
    def get(self, name, default=None):
        return default
likely, unlikely = Candidate(Record(), 2.0, False), Candidate(Record(), 2.0, False)
likely.relevance, likely.is_offered = 0.95, True
print(reranker.rerank("我现在住在哪里", [likely]), likely.likelihood > 0.5)
print(reranker.rerank("我妹妹对什么过敏", [unlikely]), unlikely.likelihood > 0.5)
"""


@pytest.fixture
def state(run_mpy: Callable, flash: Path) -> "Callable[[bytes], list[str]]":
    def read(image: bytes) -> list[str]:
        with flash.open("r+b") as chip:
            chip.seek(_AT)
            chip.write(image)
        lines: list[str] = run_mpy(_STATE, flash=flash).out.splitlines()
        return lines

    return read


def test_a_board_tells_what_likely_answers_from_what_does_not(state: Callable) -> None:
    assert state(assets.image(_ANSWERS, _SIZE)) == ["True ", "True True", "True False"]


@pytest.mark.parametrize("image", [b"", assets.image((), _SIZE)], ids=["erased", "empty"])
def test_a_board_without_the_weights_reranks_nothing(state: Callable, image: bytes) -> None:
    assert state(image) == ["False ", "False False", "False False"]


def test_weights_whose_head_is_damaged_are_none_and_say_why(state: Callable) -> None:
    image = bytearray(assets.image(_ANSWERS, _SIZE))
    image[4096 + 20] ^= 0x10
    problem = "False the list of the words' blocks does not check"
    assert state(bytes(image)) == [problem, "False False", "False False"]


def test_a_damaged_block_ends_reranking(state: Callable) -> None:
    image = bytearray(assets.image(_ANSWERS, _SIZE))
    for at in range(len(image) - 2048, 4096 + 12000, -2048):
        image[at] ^= 0x10  # all blocks of tokens; the head is in the first ones
    lines = state(bytes(image))
    assert [line.rpartition(" ")[0] for line in lines[1:]] == ["False", "False"]


def test_the_words_of_the_shapes_are_those_of_the_table() -> None:
    text = answer_shapes.WORDS.read_text("utf-8")
    table = answers.TABLE.read_bytes()
    for whole in answer_shapes.tables(text):
        for at in range(0, len(whole), answers.ROW_PART):
            assert whole[at : at + answers.ROW_PART] in table


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("AB names", "no shape: AB names"),
        ("~ names", "no shape: ~ names"),
        ("A names\n    zh: 叫 叫", "叫 is said twice of A"),
    ],
)
def test_a_line_that_says_no_shape_is_named(text: str, problem: str) -> None:
    with pytest.raises(answer_shapes.BadShapes, match=problem):
        answer_shapes.tables(text)


def _figures(name: str) -> dict:
    held = ROOT / "bench" / name
    command = [str(ROOT / "tools" / "bench.sh"), "offer", "--set", str(held)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=250)
    figures: dict = json.loads(done.stdout.splitlines()[0])
    return figures


def test_on_questions_that_nobody_has_read_false_offers_are_under_two_percent() -> None:
    figures = _figures("offer_held.jsonl")
    assert figures["questions"] == 576
    assert figures["false_offers"] < 0.02
    assert figures["precision"] > 0.85
    assert figures["recall"] > 0.35
    assert figures["now_answered_with_past"] <= 5


def test_plain_questions_of_what_never_changed_are_mostly_answered_and_none_wrongly() -> None:
    figures = _figures("offer_plain.jsonl")
    assert figures["questions"] == 256
    assert figures["false_offers"] == 0
    assert figures["precision"] > 0.95
    assert figures["recall"] > 0.8


def test_everyday_sentences_in_between_silence_no_more_than_they_did() -> None:
    """Lives half of whose sentences change nothing; .29 to .36 before any rule knew such ones."""
    figures = _figures("offer_everyday.jsonl")
    assert figures["questions"] == 258
    assert figures["false_offers"] < 0.02
    assert figures["precision"] > 0.92
    assert figures["recall"] > 0.43
    assert figures["now_answered_with_past"] == 0


def test_no_question_is_both_learned_from_and_measured() -> None:
    def owners(name: str) -> "set[str]":
        lines = (ROOT / "bench" / name).read_text("utf-8").splitlines()
        return {json.loads(line)["set"] for line in lines}

    learned = owners("offer_train.jsonl") | owners("offer_set.jsonl")
    for name in ("held", "near", "direct", "plain", "worded", "everyday"):
        assert not learned & owners(f"offer_{name}.jsonl"), name
