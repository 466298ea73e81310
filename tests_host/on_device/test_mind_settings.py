"""mind.scores.settings: every number has a default, bounds, and a sentence in both languages."""

from mind.scores import setting_texts, settings

from firmware.system import setting_defaults

KEY_MOST = 15  # characters of a key of NVS


def refused(name, value):
    try:
        settings.check(name, value)
    except ValueError as e:
        return e.args[0]
    raise AssertionError("not refused")


def test_defaults_are_those_of_the_design():
    found = settings.numbers()
    assert found["notebook_max"] == 800 and found["core_max"] == 100
    assert found["candidates"] == 300
    assert (found["offer_ago_max"], found["offer_list_max"]) == (3, 5)
    assert (found["offer_list_chars"], found["offer_min"]) == (500, 0)
    assert [found["weight_" + one] for one in "pjei"] == [60, 20, 15, 5]
    ranks = ("relevance", "recency", "weight", "access")
    assert [found["rank_" + one] for one in ranks] == [40, 25, 20, 15]
    assert (found["recency_rate"], found["favour"]) == (100, 120)
    assert (found["trash_days"], found["after_trash"]) == (7, "archive")
    assert (found["unused_days"], found["unused_importance"]) == (90, 50)
    assert (found["guard_share"], found["guard_count"]) == (25, 20)
    assert (found["fade_demote"], found["fade_trash"]) == (30, 10)
    assert (found["context_budget"], found["token_chars"]) == (3000, 25)


def test_sections_have_the_budgets_of_the_design():
    budgets = [(name, settings.DEFAULTS["section_" + name]) for name in settings.SECTIONS]
    assert budgets == [
        ("identity", 350),
        ("persona", 200),
        ("runtime", 150),
        ("rules", 300),
        ("how", 100),
        ("scratchpad", 500),
        ("core", 400),
        ("dynamic", 300),
        ("owner", 120),
    ]
    assert sum([budget for _, budget in budgets]) <= settings.DEFAULTS["context_budget"]


def test_shares_of_both_formulas_make_a_whole():
    found = settings.numbers()
    assert sum([found["weight_" + one] for one in "pjei"]) == 100
    ranks = ("relevance", "recency", "weight", "access")
    assert sum([found["rank_" + one] for one in ranks]) == 100


def test_every_default_is_allowed_and_so_are_both_bounds():
    for row in settings.TABLE:
        settings.check(row.name, row.default)
        for value in row.bounds:
            settings.check(row.name, value)


def test_numbers_are_whole_and_bounds_are_named():
    assert refused("core_max", 201) == "core_max is a number from 0 to 200"
    assert refused("core_max", -1) == "core_max is a number from 0 to 200"
    assert refused("weight_p", 0.6) == "weight_p is a number from 1 to 100"
    assert refused("weight_p", True) == "weight_p is a number from 1 to 100"
    assert refused("weight_p", "60") == "weight_p is a number from 1 to 100"


def test_words_are_one_of_those_that_are_named():
    settings.check("after_trash", "delete")
    assert refused("after_trash", "burn") == "after_trash is one of archive, delete"
    assert refused("after_trash", 1) == "after_trash is one of archive, delete"
    assert refused("offer", None) == "offer is one of list, ago, none"


def test_an_unknown_name_is_told_all_that_there_are():
    text = refused("notebok_max", 800)
    assert text.startswith("no setting notebok_max; there are access_full, after_trash, ")


def test_what_was_kept_takes_the_place_of_a_default():
    found = settings.numbers({"core_max": 7, "offer": "none"})
    assert (found["core_max"], found["offer"], found["notebook_max"]) == (7, "none", 800)
    assert settings.DEFAULTS["core_max"] == 100
    try:
        settings.numbers({"core_max": 7, "notebook_max": 1})
        raise AssertionError
    except ValueError as e:
        assert e.args[0] == "notebook_max is a number from 200 to 2000"


def test_keys_of_flash_tell_all_settings_apart():
    """The companion's own settings lie beside them; a word has a second key with a mark."""
    names = list(settings.DEFAULTS) + list(setting_defaults.DEFAULTS)
    keys = [name[:KEY_MOST] for name in names]
    assert len(set(keys)) == len(names)
    texts = [name for name in names if isinstance(settings.DEFAULTS.get(name), str)]
    assert len({name[: setting_defaults.MAX_KEY] for name in texts}) == len(texts)


def test_every_setting_says_what_it_does_in_both_languages():
    for row in settings.TABLE:
        for language in ("zh", "en"):
            text = setting_texts.sentence(row.name, language)
            assert len(text) >= 5 and "\t" not in text, (row.name, text)
        assert len(setting_texts.sentence(row.name, "en")) == len(
            setting_texts.sentence(row.name, "en").encode()
        )


def test_no_sentence_is_left_of_a_setting_that_is_gone():
    import mind.scores.setting_texts as texts

    for each in (texts._ZH, texts._EN):
        names = [line.split("\t")[0] for line in each.strip().split("\n")]
        assert sorted(names) == sorted(settings.DEFAULTS)
    try:
        texts.sentence("gone", "zh")
        raise AssertionError
    except ValueError:
        pass
