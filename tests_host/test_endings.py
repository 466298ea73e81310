"""What is learned of which memory ended which: what the labels of a set say."""

from typing import Any

from tools import endings

_LIFE: "list[dict[str, Any]]" = [
    {"owner": "a", "id": "1", "content": "I live in Leeds"},
    {"owner": "a", "id": "2", "content": "I like tea"},
    {"owner": "a", "id": "3", "content": "I have moved to York"},
    {"owner": "a", "id": "4", "content": "I have moved to Hull"},
    {
        "owner": "a",
        "question": "Where do I live now?",
        "when": "now",
        "fits": ["4"],
        "over": ["1"],
    },
    {"owner": "a", "question": "Where did I live first?", "when": "then", "fits": ["1", "3"]},
    {"owner": "a", "question": "Did I move to York?", "fits": ["3"], "over": ["1", "4"]},
    {"owner": "a", "question": "What do I drink?", "fits": ["2"]},
    {"owner": "a", "question": "What is my name?", "fits": []},
]


def test_what_answers_since_ended_what_is_over_and_what_answers_now_was_not_ended() -> None:
    found = endings.labels(_LIFE)
    assert found["a", "1"] == {"3", "4"}
    assert found["a", "2"] == found["a", "3"] == found["a", "4"] == set()


def test_what_only_a_question_for_what_was_names_tells_nothing() -> None:
    rows = [
        row for row in _LIFE if row.get("when") != "now" and "York?" not in row.get("question", "")
    ]
    assert set(endings.labels(rows)) == {("a", "2")}


def test_of_what_may_have_ended_a_memory_the_likeliest_counts() -> None:
    weights = [0] * endings.COUNT
    weights[5] = 10  # a shape that both have
    weights[3 * endings.SHAPES] = 100  # of the share of its words
    told: "list[dict[str, Any]]" = [
        {
            "owner": "a",
            "id": "1",
            "shapes": [5],
            "later": [["3", [0.1, 0, 0], [5]], ["4", [0.5, 0, 0], []]],
        },
        {"owner": "a", "id": "2", "shapes": [], "later": []},
    ]
    assert endings.guessed(_LIFE, told, weights) == [(50, True), (-(10**9), False)]
    figures = endings.figures([(50, True), (-5, True), (-(10**9), False), (0, False)])
    assert figures == {"over": 2, "so": 2, "found_at_1": 0.5, "found_at_2": 0.5, "found_at_5": 0.5}
