"""URI templates: what they match and what they may be."""

from _raised import raised
from mcp.core.errors import DefinitionError
from mcp.features.uri_templates import Template


def test_a_template_gives_back_what_a_uri_was_made_of():
    for template, uri, values in (
        ("test://t/{id}/data", "test://t/123/data", {"id": "123"}),
        ("test://t/{id}/data", "test://t/a%20b/data", {"id": "a b"}),
        ("m://month/{month}", "m://month/2025-11", {"month": "2025-11"}),
        ("m://{a}/{b}", "m://x/y", {"a": "x", "b": "y"}),
        ("m://{a}-{b}", "m://2025-11-03", {"a": "2025", "b": "11-03"}),
        ("m://word/{w}", "m://word/%E7%8C%AB%E7%8C%AB", {"w": "猫猫"}),
        ("m://word/{w}", "m://word/猫", {"w": "猫"}),
        ("m://d/{d}.json", "m://d/a.json.json", {"d": "a.json"}),
        ("m://d/{d}{?offset}", "m://d/5", {"d": "5"}),
        ("m://d/{d}{?offset}", "m://d/5?offset=20", {"d": "5", "offset": "20"}),
        ("m://d/{d}{?a,b}", "m://d/5?b=2&a=1", {"d": "5", "a": "1", "b": "2"}),
        ("m://d{?a}", "m://d?a=", {"a": ""}),
        ("m://d{?a}", "m://d", {}),
    ):
        assert Template(template).match(uri) == values, (template, uri)


def test_what_a_template_does_not_make_is_no_match():
    for template, uri in (
        ("test://t/{id}/data", "test://t//data"),
        ("test://t/{id}/data", "test://t/1/data/"),
        ("test://t/{id}/data", "test://t/1/2/data"),
        ("test://t/{id}/data", "test://t/1/date"),
        ("test://t/{id}/data", "test://t/data"),
        ("test://t/{id}/data", "other://t/1/data"),
        ("m://{a}-{b}", "m://2025"),
        ("m://d/{d}", "m://d/"),
        ("m://d/{d}", "m://d/a#b"),
        ("m://d/{d}", "m://d/a?b=c"),
        ("m://d/{d}", "m://d/%"),
        ("m://d/{d}", "m://d/%2"),
        ("m://d/{d}", "m://d/%zz"),
        ("m://d/{d}", "m://d/%ff"),
        ("m://d/{d}{?o}", "m://d/1?p=2"),
        ("m://d/{d}{?o}", "m://d/1?o=2&o=3"),
        ("m://d/{d}{?o}", "m://d/1?o"),
        ("m://d/{d}{?o}", "m://d/1?o=%f"),
    ):
        assert Template(template).match(uri) is None, (template, uri)


def test_what_is_no_template_is_refused_when_it_is_made():
    for text in (
        "", "m://d", "d/{d}", ":{d}", "猫:{d}", "m://{}", "m://{a", "m://a}", "m://{a}}",
        "m://{a}{b}", "m://{a}/{a}", "m://{a b}", "m://{猫}", "m://{+a}", "m://{a*}", "m://{?a}/b",
        "m://{?}", "m://{a}{?a}", "/".join(["m://x"] + ["{v%d}" % n for n in range(9)]),
    ):  # fmt: skip
        raised(DefinitionError, Template, text)


def test_the_variables_are_those_of_the_path_and_of_the_query():
    assert Template("m://{b}/{a}{?d,c}").variables == ["b", "a", "d", "c"]
