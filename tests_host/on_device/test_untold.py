"""mind.questions.untold: what names the thing that is asked of, and nothing of what is asked."""

from mind.offers.asked import Asked
from mind.questions.untold import is_untold
from mind.reranking import reranker
from test_offers_unseen import answers
from test_reranking import Weights, minded, offered, write

HEAP = "16M"


def answer(question, *told):
    """Which of these memories may answer."""
    core = Asked(question).core
    return [one for one in told if not is_untold(core, "fact", one)]


def test_what_a_thing_cost_is_an_amount_and_no_number_of_a_thing():
    for question in ("what'd I pay for the Fiat", "what did the Fiat cost me",
                     "how much was the Fiat"):  # fmt: skip
        for told in ("I got a little electric Fiat 500 in September", "The Fiat is in bay 12",
                     "The Fiat does 190 miles on a charge", "The Fiat is blue"):  # fmt: skip
            assert answer(question, told) == [], told
        for told in ("I bought the Fiat for 9,500", "The Fiat was €9500", "Paid nine grand for it",
                     "Fiat: 850 down, 210 a month"):  # fmt: skip
            assert answer(question, told) == [told]


def test_what_somebody_said_or_gave_is_not_told_by_who_they_are():
    for question, no, yes in (
        ("what did Nora say", "Nora lives in Cork", "Nora told me to rest"),
        ("what does Nora think of it", "Nora is a vet", "Nora thinks the house is too small"),
        ("what did Nora get me", "Nora lives in Cork", "Nora gave me a scarf"),
        ("who gave me the scarf", "Lost the scarf on the bus", "The scarf is from Nora"),
        ("where did I get the lamp", "The lamp is in the hall", "Bought the lamp at Habitat"),
        ("what's wrong with the van", "The van is a Ford", "The van has a leak"),
        ("what did my gran die of", "Gran passed away at 91", "Gran died of pneumonia"),
        ("who's on the bus", "The bus trip is in April", "Arlene is on the bus, too"),
        ("who's Nora with now", "Nora and I broke up", "Nora is seeing Paul"),
        ("who was at the party", "The party is in June", "Nora came to the party"),
        ("who do I swim with", "I swim at the lido on Mondays", "I swim with Nora"),
    ):
        assert answer(question, no, yes) == [yes], question


def test_what_is_asked_as_people_talk_is_read_in_the_usual_words():
    for told, question in (
        ("Rent is 950 a month", "how much is my rent"),  # and Rent is nobody
        ("The user's mother is called Bernadette", "remind me again what my mother's called"),
        ("The hearing aids cost me 2,400 dollars", "what did my hearing aids set me back"),
        ("The user's boyfriend is a carpenter", "what's my fella's job"),
        ("I want to write a memoir", "what do I wanna write"),
    ):
        assert answers((told,), question) == [told], question


def test_why_needs_a_reason():
    assert answer("why did Nora and I break up", "Nora and I broke up after four years",
                  "Nora left for good") == []  # fmt: skip
    for told in ("I left the gym, it was too far", "Quit the gym to save money",
                 "Left the gym because of my knee", "Gave up the gym for Lent"):  # fmt: skip
        assert answer("why did I leave the gym", told) == [told]


def test_which_one_and_who_did_it_are_names_that_the_question_does_not_have():
    for question, no, yes in (
        ("which school is Isla at", "Isla started at her new school", "Isla is at Caedmon School"),
        ("which guitar do I have", "I learned the guitar", "My guitar is a Yamaha"),
        ("which bus do I take", "I take the bus to work", "I take the bus 36"),
        ("who did I sell the Jazz to", "Sold the Jazz in May", "Sold the Jazz to Bill"),
        ("who fixed the roof", "The roof got fixed", "My brother fixed the roof"),
        ("who taught me to knit", "I knit every night", "Learned to knit from the neighbour"),
    ):
        assert answer(question, no, yes) == [yes], question
    both = ("I had the left eye done", "Playing cribbage with Arlene on Wednesdays")
    assert answer("which eye did I have done", *both) == list(both)
    assert answer("who do I play cribbage with", both[1]) == [both[1]]


def test_neither_a_telephone_number_nor_a_half_marathon_is_a_day():
    told = "The boiler is serviced by Dave Pickering, 01947 555 210"
    assert answers((told,), "when was the boiler last serviced?") == []
    day = "The boiler is serviced every March"
    assert answers((day,), "when is the boiler serviced?") == [day]
    assert (
        answers(("The user runs the half marathon in Leeds",), "when's the half marathon?") == []
    )


def test_what_was_left_out_is_not_offered_since_it_came_in_place_of_an_answer():
    told = ("I drive a Ford van", "Traded in the van for a gray Ford pickup")
    bench = minded(Weights(bias=3.0), *told)
    assert offered(bench, "what did the van say?") == []
    assert told[1] in offered(bench, "what do I drive?")


def test_what_says_the_one_word_of_a_question_is_not_sure_unless_its_sort_is_known():
    for question, is_typed, bias, is_sure in (
        ("how is my cello?", False, -1.5, False),
        ("how is my cello?", False, -0.4, True),
        ("when is my cello?", True, -1.5, True),
        ("how is my shiny cello?", False, -1.5, True),
    ):
        record = write(minded(None).mind.memory, "fact", "Mondays I play the shiny cello").record
        one = reranker.Candidate(record, 1.0, False)
        one.relevance, one.is_offered, one.is_typed = 0.9, True, is_typed
        reranker.Reranker(lambda bias=bias: Weights(bias=bias)).rerank(question, [one])
        assert one.is_sure == is_sure, (question, bias)
