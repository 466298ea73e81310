"""net.url: URLs of services: taken apart, refused, and shown without what is secret."""

from net.url import URL, URLError

PORTS = {"http": 80, "https": 443, "mqtt": 1883}


def url(text):
    return URL(text, PORTS)


def test_a_url_has_its_parts():
    one = url(
        "mqtt://user%40home:p%3Aw%E4%BD%A0@broker.local:1884/device-server?client_id=a%2Fb&x"
    )
    assert (one.scheme, one.host, one.port) == ("mqtt", "broker.local", 1884)
    assert (one.user, one.password) == ("user@home", "p:w你")
    assert (one.path, one.query("client_id")) == ("/device-server", "a/b")
    assert (one.query("x"), one.query("y")) == ("", None)


def test_what_is_left_out_has_its_usual_value():
    one = url("HTTPS://example.com")
    assert (one.scheme, one.port, one.target, one.user) == ("https", 443, "/", "")
    assert url("http://example.com?a=1").target == "/?a=1"
    assert url("http://example.com/a/?b#c").target == "/a/?b"


def test_addresses_of_version_six_stand_in_brackets():
    one = url("http://[::1]:8000/x")
    assert (one.host, one.port, one.authority) == ("::1", 8000, "[::1]:8000")
    assert url("http://[fe80::1]/").port == 80


def test_a_url_of_a_websocket_has_a_query_of_any_usual_length():
    token = "t" * 1500
    one = URL("WSS://h.example/mcp/?token=" + token, {"ws": 80, "wss": 443})
    assert (one.scheme, one.host, one.port) == ("wss", "h.example", 443)
    assert one.target == "/mcp/?token=" + token
    assert str(one) == "wss://h.example/mcp/"


def test_nothing_secret_is_shown():
    assert str(url("mqtt://u:secret@h:1/topic?token=secret")) == "mqtt://h:1/topic"


def test_what_is_no_url_is_refused():
    for text in (
        "",
        "example.com",
        "ftp://example.com",
        "http://",
        "http://:80/",
        "http://h:0/",
        "http://h:65536/",
        "http://h:x/",
        "http://h:80x",
        "http://h:123456",
        "http:/h",
        "http:///x",
        "http://[::1/",
        "http://[::1]x/",
        "http://h/a b",
        "http://h/\r\nX: y",
        "http://你好/",
        "http://h/" + "x" * 2048,
        "http://a%zz@h/",
        "http://a%ff@h/",
        "http://a%4@h/",
    ):
        try:
            url(text)
        except URLError:
            continue
        raise AssertionError(text)
