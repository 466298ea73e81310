"""mind.questions.called: what somebody's own is called, and of which kind it is."""

from test_reranking import Weights, minded, offered


def answered(told, question):
    """What is offered for a question, of memories told in this order, whatever weights think."""
    return offered(minded(Weights(bias=-9.0), *told), question)


def test_a_pet_is_called_by_the_name_that_a_memory_has_of_one_of_its_kind():
    for told, question in (
        ("User has a border terrier called Biscuit", "what's my dog's name"),
        ("I have a tabby named Pip", "what's our cat called?"),
        ("Took in a rescue greyhound, Monty, four years old", "what's my dog called"),
        ("We adopted a beagle mix and named her Waffles", "what is the name of my dog"),
    ):
        assert answered([told, "Brenda has a whippet called Slim"], question) == [told], question
    assert answered(["I have a tabby named Pip"], "what's my dog called?") == []
    assert answered(["Brenda has a whippet called Slim"], "what's my dog called?") == []


def test_of_which_kind_a_pet_is_is_told_by_its_breed():
    for told, question in (
        ("User has a border terrier called Biscuit", "what sort of dog have I got?"),
        ("Took in a rescue greyhound, Monty, four years old", "what kind of dog do we have"),
        ("User has a Persian cat", "what breed is my cat?"),
    ):
        assert answered([told], question) == [told], question
    assert answered(["User has a dog called Rex"], "what sort of dog have I got?") == []


def test_what_others_have_is_called_as_a_memory_of_them_says():
    for told, question in (
        ("Karthik has a Persian cat called Mishti", "what's Karthik's cat called"),
        ("My neighbour Brenda has a whippet called Slim", "what is the name of Brenda's dog?"),
        ("Peter's wife is called Michelle", "what's Peter's wife called again"),
        ("Peter lives in Perth with his wife Mel", "who is Peter's wife?"),
        ("User's brother Andre's girlfriend is Keisha", "what's Andre's girlfriend's name"),
    ):
        assert answered([told], question) == [told], question
    for told, question in (
        ("Karthik has a Persian cat called Mishti", "what's Karthik's dog called"),
        ("Karthik has a Persian cat called Mishti", "what's Ravi's cat called"),
        ("Peter's wife is American", "what's Peter's wife called"),
        ("Tom met Ann and his wife Sue", "what's Ann's wife called"),
    ):
        assert answered([told], question) == [], question


def test_who_is_named_by_the_way_keeps_what_is_theirs():
    told = "Karthik has a Persian cat called Mishti"
    moved = "I moved into a flat in Indiranagar with my flatmate Karthik"
    assert answered([told, moved], "what's Karthik's cat called") == [told]


def test_where_a_thing_was_put_stays_so_though_somebody_was_put_on_something():
    told = "User put her dad's war medals in the biscuit tin on top of the wardrobe"
    later = "The doctor took me off amlodipine and put me on ramipril"
    assert answered([told, later], "where did I put the medals") == [told]
