"""Server-sent events, however their bytes are cut."""

from _llm import parts_of
from llm.sse import EventStream


class Sink:
    def __init__(self):
        self.events = []
        self._data = b""

    def take(self, data, begin, end):
        assert end > begin
        self._data += data[begin:end]

    def next_line(self):
        self._data += b"\n"

    def end_event(self):
        self.events.append(self._data.decode())
        self._data = b""


def events(text, size=None):
    data = text.encode() if isinstance(text, str) else text
    sink = Sink()
    stream = EventStream(sink)
    for part in parts_of(data, size or len(data)):
        stream.feed(*part)
    stream.finish()
    return sink.events


def same_in_all_parts(text):
    whole = events(text)
    for size in range(1, min(len(text), 24)):
        assert events(text, size) == whole, size
    return whole


def test_lines_end_by_lf_cr_or_both():
    for end in ("\n", "\r", "\r\n"):
        text = "data: one" + end + end + "data: two" + end + end
        assert same_in_all_parts(text) == ["one", "two"]
    assert same_in_all_parts("data: a\rdata: b\r\ndata: c\n\r\n") == ["a\nb\nc"]
    assert same_in_all_parts("data: a\r\n\r\r\ndata: b\n\n") == ["a", "b"]


def test_an_event_may_have_several_lines_of_data():
    assert same_in_all_parts("data: {\ndata:  1\ndata\ndata:}\n\n") == ["{\n 1\n\n}"]


def test_comments_and_other_fields_do_not_count():
    text = ": OPENROUTER PROCESSING\n\nevent: message\nid: 7\ndata: x\nretry: 10\n: y\n\n"
    assert same_in_all_parts(text) == ["x"]
    assert same_in_all_parts("database: 1\ndat: 2\ndata : 3\n\n") == []


def test_one_space_after_the_colon_is_none_of_the_data():
    assert same_in_all_parts("data:x\n\ndata: x\n\ndata:  x\n\n") == ["x", "x", " x"]
    assert same_in_all_parts("data: a: b\n\n") == ["a: b"]


def test_a_byte_order_mark_may_begin_the_stream():
    assert same_in_all_parts(b"\xef\xbb\xbfdata: x\n\n") == ["x"]


def test_characters_are_whole_wherever_the_bytes_were_cut():
    assert same_in_all_parts("data: 猫😀é\n\n") == ["猫😀é"]


def test_a_last_event_without_its_empty_line_counts():
    assert same_in_all_parts("data: x\n\ndata: [DONE]") == ["x", "[DONE]"]
    assert same_in_all_parts("data: x\n") == ["x"]


def test_a_line_without_end_takes_no_memory():
    sink = Sink()
    stream = EventStream(sink)
    part = bytearray(b"x" * 512)
    for _ in range(100):
        stream.feed(part, 0, 512)
    assert len(stream._name) <= 8
