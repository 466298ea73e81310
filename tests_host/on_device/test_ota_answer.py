"""Answers of the OTA service: versions, and what the sections may hold."""

from firmware.cloud.ota_answer import ServiceError, is_newer, parse


def test_versions_are_compared_number_by_number():
    for older, newer in (
        ("0.1.0", "0.1.1"),
        ("0.9", "0.10"),
        ("1.9.9", "2"),
        ("1.2", "1.2.1"),
        ("1.2.3-rc1", "1.2.4"),
        ("", "0.0.1"),
    ):
        assert is_newer(newer, older)
        assert not is_newer(older, newer)
    for same in ("1.2.3", "1.2.3.0", "1.2.3-rc1", "01.2.3"):
        assert not is_newer(same, "1.2.3")
        assert not is_newer("1.2.3", same)


def test_a_long_number_is_no_trap():
    assert is_newer("9" * 31, "1")


def test_all_sections_may_be_there():
    answer = parse(
        b'{"server_time":{"timestamp":1772359200500,"timezone_offset":480,"x":1},'
        b'"firmware":{"version":"1.0.0","url":"http://h/f","force":1},'
        b'"activation":{"code":"123456","message":"a\\nb","challenge":"c","timeout_ms":30000},'
        b'"websocket":{"url":"ws://h/","token":"","version":2,"other":[1]},'
        b'"mqtt":{"endpoint":"h","keepalive":99999999,"username":"u"},"more":null}'
    )
    assert answer.endpoints == {
        "websocket": {"url": "ws://h/", "version": 2},
        "mqtt": {"endpoint": "h", "username": "u"},
    }
    assert answer.activation == {"code": "123456", "message": "a b", "challenge": "c"}
    assert answer.firmware == {"version": "1.0.0", "url": "http://h/f", "force": True}
    assert answer.time == (1772359200500, 480)
    assert answer.problems == []


def test_a_section_that_is_wrong_is_named_and_the_others_count():
    answer = parse(b'{"websocket":{"url":"ws://h/"},"mqtt":{"endpoint":["s3cret"]}}')
    assert answer.endpoints == {"websocket": {"url": "ws://h/"}}
    assert answer.problems == ["section mqtt is not as it should be"]


def test_a_time_written_as_a_float_keeps_its_seconds():
    """Single precision, as on a board, would be off by up to two minutes."""
    for text, expected in (
        (b"1772359200500.0", 1772359200500),
        (b" 1772359200500.75", 1772359200500),
        (b"1.7e12", 1700000000000),
        (b"1.7723592005E+12", 1772359200500),
        (b"1.7723592005007E12\n", 1772359200500),
        (b"17.723592e11", 1772359200000),
        (b"1772359200500.0e0", 1772359200500),
        (b"-1.7e12", None),
        (b"1.7e-12", None),
        (b"1.7e99", None),
    ):
        body = b'{"websocket":{"url":"u","timestamp":1.5},"server_time":{"timestamp":'
        body += text + b"}}"
        told = parse(body).time
        assert told == (None if expected is None else (expected, None)), text


def test_members_that_are_null_are_not_there():
    answer = parse(
        b'{"error":null,"websocket":{"url":"ws://h/","token":null,"version":null},"mqtt":null,'
        b'"activation":null,"firmware":null,"server_time":{"timestamp":null}}'
    )
    assert answer.endpoints == {"websocket": {"url": "ws://h/"}}
    assert (answer.activation, answer.firmware, answer.time) == (None, None, None)
    assert answer.problems == []


def test_refusals_are_told_in_the_services_own_words_cut_short():
    for body, said in (
        (b'{"error":"no such device"}', "no such device"),
        (b'{"success":false,"message":"' + b"x" * 500 + b'"}', "x" * 120),
        (b'{"error":{"deep":1}}', ""),
    ):
        try:
            parse(body)
        except ServiceError as e:
            assert str(e) == "the service refuses: " + said
            continue
        raise AssertionError
