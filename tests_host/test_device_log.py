"""The log of the device and what ended it, over MCP, on the desk device."""

from desk import Desk

URI = "device://log"


def read(companion: Desk) -> str:
    (one,) = companion.request("resources/read", uri=URI)["result"]["contents"]
    assert one["mimeType"] == "text/plain"
    return one["text"]


def test_the_log_is_read_by_who_knows_of_it_and_has_no_secret(desk):
    companion = desk()
    companion.initialize()
    listed = companion.request("resources/list")["result"]["resources"]
    assert URI not in [one["uri"] for one in listed]  # some clients attach all that is there
    text = read(companion)
    assert text.splitlines()[0].endswith(" start after: -")
    assert " ready" in text
    assert companion.token not in text
