"""mind.scores: both formulas on golden vectors, and what a record scores by what is told."""

import json

from memory.records.fields import EMOTIONS
from memory.records.record import Record
from mind.scores import scores, settings

RUNS_ON = ("micropython", "cpython")

NUMBERS = settings.numbers()
NEAR = 1e-9


def golden(name):
    folder = __file__.rsplit("/on_device/", 1)[0]
    with open(folder + "/fixtures/mind_scores.json") as f:
        return json.load(f)[name]


def record(kind, content="x", **fields):
    fields["content"] = content
    return Record("aaa1", kind, 0, fields)


def scored(kind, content="x", **fields):
    return scores.scores_of(record(kind, content, **fields), NUMBERS)


def test_weights_are_those_of_the_golden_vectors():
    for e, i, p, j, days, uses, changed, expected in golden("weight"):
        found = scores.weight(e, i, p, j, days, uses, settings.numbers(changed))
        assert abs(found - expected) < NEAR, (e, i, p, j, days, uses, changed, found)


def test_ranks_are_those_of_the_golden_vectors():
    for relevance, days, weight, uses, favoured, changed, expected in golden("rank"):
        found = scores.rank(relevance, days, weight, uses, favoured, settings.numbers(changed))
        assert abs(found - expected) < NEAR, (relevance, days, weight, uses, changed, found)


def test_weight_and_rank_stay_between_0_and_1():
    for value in (0, 37, 99, 100):
        for days in (0, 1, 10000):
            for uses in (0, 5, 100000):
                weight = scores.weight(value, value, value, value, days, uses, NUMBERS)
                assert 0 <= weight <= 1
                for favoured in (False, True):
                    found = scores.rank(value / 100, days, weight, uses, favoured, NUMBERS)
                    assert 0 <= found <= 1


def test_what_is_used_sinks_more_slowly_and_core_never():
    unused = scores.weight(50, 50, 90, 50, 100, 0, NUMBERS)
    used = scores.weight(50, 50, 90, 50, 100, 20, NUMBERS)
    assert unused < used < scores.weight(50, 50, 90, 50, 0, 0, NUMBERS)
    core = scores.weight(50, 50, 100, 50, 0, 0, NUMBERS)
    assert scores.weight(50, 50, 100, 50, 100000, 0, NUMBERS) == core


def test_the_best_match_is_not_ranked_last():
    """Trap: best match ranked last."""
    found = [scores.rank(each / 10, 5, 0.5, 1, False, NUMBERS) for each in range(11)]
    assert found == sorted(found) and found[0] < found[10]


def test_a_fact_heard_once_can_be_offered():
    """Trap: a fact heard once is never offered. Confidence and use are no condition of a rank."""
    once = record("fact", confidence=settings.DEFAULTS["first_confidence"])
    e, i, p, j = scores.scores_of(once, NUMBERS)
    weight = scores.weight(e, i, p, j, 1, 0, NUMBERS)
    assert scores.rank(0.8, 1, weight, 0, False, NUMBERS) > 0.5


def test_untold_importance_is_50_and_p_goes_by_kind():
    assert scored("fact") == (50, 50, 50, 50)
    assert scored("like") == scored("rule") == scored("family") == (50, 50, 90, 50)
    assert scored("person") == (50, 50, 70, 50)
    assert scored("lesson") == scored("moment") == (50, 50, 30, 50)
    assert scored("name") == (50, 50, 50, 50)


def test_told_importance_stands_for_e_i_and_j():
    assert scored("event", importance=80) == (80, 80, 30, 80)
    assert scored("event", importance=0) == (0, 0, 30, 0)


def test_a_told_score_counts_before_everything_else():
    assert scored("event", importance=80, e=1, i=2, p=3, j=4) == (1, 2, 3, 4)
    assert scored("event", importance=80, j=0) == (80, 80, 30, 0)


def test_negative_emotions_weigh_more():
    for intensity in (1, 2, 3, 4, 5):
        sad = scored("moment", emotion_type=EMOTIONS.index("sad"), emotion_intensity=intensity)
        glad = scored("moment", emotion_type=EMOTIONS.index("happy"), emotion_intensity=intensity)
        assert (sad[0], glad[0]) == (20 * intensity, 15 * intensity)
        assert sad[1:] == glad[1:] == (50, 30, 50)


def test_a_servers_emotion_counts_by_its_name():
    assert scored("moment", emotion_name="crying")[0] == 100
    assert scored("moment", emotion_name="crying", emotion_intensity=2)[0] == 40
    assert scored("moment", emotion_name="laughing")[0] == 60
    assert scored("moment", emotion_name="crying", emotion_type=2)[0] == 100


def test_a_neutral_emotion_says_nothing():
    assert scored("moment", importance=70, emotion_type=0, emotion_intensity=5)[0] == 70
    assert scored("moment", importance=70, emotion_name="unheard_of")[0] == 70


def test_an_allergy_is_a_core_memory():
    for kind in ("fact", "family", "dislike", "event"):
        assert scored(kind, "对花生过敏", importance=20) == (20, 20, 100, 20), kind
    assert scored("fact", "allergic to peanuts")[2] == 100
    assert scored("fact", "对花生不过敏")[2] == 50


def test_one_core_memory_too_many_stays_at_99():
    one = record("fact", "对花生过敏", p=99)
    assert scores.scores_of(one, NUMBERS)[2] == 99
    assert not scores.is_core(one, NUMBERS)
    assert scores.is_core(record("fact", "对花生过敏"), NUMBERS)


def test_what_is_no_memory_of_the_owner_is_no_core_memory():
    assert scored("schedule", "给妈妈买过敏药")[2] == 50
