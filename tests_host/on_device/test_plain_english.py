"""mind.offers: plain questions of English homes, answered whatever the weights make of them."""

from _bench import write
from mind import predicates
from test_called import answered
from test_reranking import Weights, minded, offered


def claims(text):
    return [(one.subject, one.predicate, one.object) for one in predicates.claims(text)]


def test_what_is_said_by_the_way_of_somebody_named_is_a_claim_of_theirs():
    told = "User has started seeing Tanvi, who is a dentist"
    assert claims(told)[1:] == [("Tanvi", "职业", "dentist")]
    assert predicates.claim(told).predicate == "感情状态"  # which is what the memory says
    assert claims("User has two grandchildren, Alfie who is six and Poppy who is three")[1:] == [
        ("Alfie", "年龄", "6"),
        ("Poppy", "年龄", "3"),
    ]
    assert claims("my brother, who lives in Memphis, is a truck driver") == [
        ("brother", "住在", "Memphis"),
        ("brother", "职业", "truck driver"),
    ]
    assert claims("I work with someone who is a Buddhist") == []
    assert claims("Tanvi asked who is a dentist") == []
    assert answered([told], "what does Tanvi do") == [told]
    assert answered([told], "what does Rhea do") == []


def test_homes_and_parents_have_the_words_that_people_have_for_them():
    assert claims("User stays in a PG in BTM Layout with two others") == [
        ("用户", "住在", "BTM Layout")
    ]
    told = "Amma lives in Thrissur and has type 2 diabetes"
    for question in (
        "where does my mother live",
        "where is my mom staying",
        "where's amma living",
    ):
        assert answered([told], question) == [told], question
    assert answered([told], "where does my father live") == []


def test_a_parent_who_is_called_by_what_the_owner_calls_them_is_the_owners():
    told = "My dad Walter was in the Navy, he died in 1998"
    assert answered([told], "what was my dad's name?") == [told]
    assert answered(["Mum is a nurse"], "what's mum's job?") == ["Mum is a nurse"]
    bench = minded(Weights(bias=-0.5), told)
    assert offered(bench, "when did Dad die") == [told]
    assert offered(bench, "when did Meera's dad die") == []


def test_a_son_who_is_asked_for_by_name_is_found_where_a_memory_has_the_name_alone():
    told = "Peter lives in Perth with his wife Mel"
    bench = minded(Weights(bias=-9.0), told)
    write(bench.mind.memory, "family", "Peter", relation="son")
    for question in ("where does Peter live?", "whereabouts is our Peter these days"):
        assert offered(bench, question) == [told], question


def test_who_asks_for_all_that_they_must_not_have_gets_it():
    drug, food = (
        "User can't take penicillin, it brings her out in a rash",
        "I'm allergic to prawns",
    )
    for question, rows in (
        ("any medicines I mustn't have?", [drug]),
        ("what food am I allergic to", [food]),
        ("which medicines can't I have", [drug]),
        ("what can I have for lunch", []),
    ):
        assert answered([drug, food, "User takes ramipril"], question) == rows, question
    assert answered(["User is coeliac"], "what can't I eat") == ["User is coeliac"]


def test_where_a_thing_is_is_told_by_a_place_and_no_month():
    place, until = "My passport is in the grey case in the loft", "Passport expires in March 2027"
    assert answered([place, until], "where's my passport?") == [place]
    assert answered([until], "where's my passport?") == []


def test_what_one_quit_is_asked_for_in_that_word():
    told = "User quit smoking on New Year's Day"
    bench = minded(Weights(bias=-0.5), told)
    assert offered(bench, "when did I quit smoking?") == [told]
    assert offered(bench, "when did I quit drinking?") == []


def test_the_words_of_a_question_that_only_ask_need_not_be_said():
    for told, question in (
        ("The bins go out on Wednesday night", "which night do the bins go out?"),
        ("The boiler is serviced by Dave Pickering", "who do I ring about the boiler"),
        ("My manager is called Preeti", "who do I report to"),
    ):
        assert offered(minded(Weights(bias=0.5), told), question) == [told], question
    told = ("goal", "Wants to run the half marathon under two hours")
    assert offered(minded(Weights(bias=9.0), told), "what's my running goal") == [told[1]]


def test_how_many_there_are_and_what_they_are_called_is_told_with_their_number():
    told = "User has two grandchildren, Alfie who is six and Poppy who is three"
    for question in ("how many grandkids have I got", "what are my grandchildren called"):
        assert answered([told], question) == [told], question
    told = "I have three black cats"
    assert answered([told], "how many cats do I have?") == [told]
    assert answered([told], "how many dogs do I have?") == []


def test_a_thing_that_was_put_somewhere_may_be_of_anybody():
    told = "Graham's war medals are in the biscuit tin on top of the wardrobe"
    assert answered([told], "where did I put the medals") == [told]
    assert answered([told], "where did I put my medals") == []


def test_who_is_a_retired_nurse_was_one():
    told = "User is a retired midwife who worked at Leeds General for 31 years"
    assert offered(minded(Weights(bias=-9.0), told), "what did I do for a living") == [told]


def test_what_tells_nobody_and_no_company_answers_no_question_for_them():
    always = Weights(bias=9.0)
    sold = "Sold the Royal Enfield"
    for told, question, rows in (
        (sold, "who sold me the Enfield?", []),
        ("Sold the Micra to the lad next door", "who bought the Micra off me?", None),
        ("Tom sold me the Enfield", "who sold me the Enfield?", None),
        ("Flying to Perth on 14 September 2026", "which airline am I flying to Perth with", []),
        ("I left Barclays", "which bank am I with", None),
        ("Flying to Perth with Qantas", "which airline am I flying to Perth with", None),
        (("like", "ghee roast dosa"), "how do I make ghee roast dosa", []),
        (("like", "my steak rare"), "how do I like my steak", None),
    ):
        said = told[1] if isinstance(told, tuple) else told
        assert offered(minded(always, told), question) == ([said] if rows is None else []), told
