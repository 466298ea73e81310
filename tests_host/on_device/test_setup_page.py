"""The set-up's page: its words, and how it says to a reader of screens what is wrong."""

from firmware.setup import form, page

NETWORKS = [("Home", False), ("Café", True)]
VALUES = {"network": "Home", "language": "zh", "zone": "Asia/Shanghai", "channel": "lan"}


def html(language, wrong=(), problem="", **changed):
    values = dict(VALUES)
    values.update(changed)
    made = page.Form(language, values, NETWORKS, list(wrong), problem)
    return b"".join(list(page.sent(made.html("s", "n", [], False)))).decode()


def zones(text):
    begin = text.find('<select id="zone"')
    rows = text[begin : text.find("</select>", begin)].split("<option")[1:]
    return [row.partition(">")[2].partition("</option>")[0] for row in rows]


def test_the_cities_of_time_zones_are_in_the_language_of_the_page():
    chinese, english = zones(html("zh")), zones(html("en"))
    assert len(chinese) == len(english) > 40
    for one in chinese[:-1]:
        letters = [byte for byte in one.encode() if 97 <= byte <= 122]
        assert not letters, one
    for one in english[:-1]:
        assert max([0] + [byte for byte in one.encode() if byte > 0xC9]) == 0, one
    for shown, rows in (("洛杉矶", chinese), ("北京 / 上海", chinese), ("东京", chinese),
                        ("Los Angeles", english), ("Beijing / Shanghai", english)):  # fmt: skip
        assert [row for row in rows if shown in row], shown


def test_what_is_wrong_is_marked_described_and_the_first_has_the_focus():
    right = html("en")
    for mark in ("aria-invalid=", "aria-describedby", " autofocus", 'id="e-'):
        assert mark not in right, mark
    assert " autofocus" not in html("en", problem="Home could not be joined")
    for fields, first in (
        (("key",), '<input id="key"'),
        (("url", "key"), '<input id="key"'),
        (("zone", "network"), '<select id="network"'),
        (("owner", "url"), '<input id="owner"'),
        (("language",), '<select id="language"'),
        (("zone", "url"), '<select id="zone"'),
        (("channel", "url"), 'value="xiaozhi"'),
        (("url",), '<input id="url"'),
    ):
        text = html("en", [(field, "text", ()) for field in fields])
        assert text.count(" autofocus") == 1, fields
        before = text[: text.find(" autofocus")]
        assert first in before[before.rfind("<") :], (fields, before[-120:])
        marked = [one for one in fields if one != "channel"]
        assert text.count('aria-invalid="true"') == len(marked)
        for field in fields:
            assert text.count('aria-describedby="e-%s"' % field) == 1, field
            assert text.count('id="e-%s"' % field) == 1, field


def _light(color):
    if len(color) == 3:
        color = "".join([one * 2 for one in (color[:1], color[1:2], color[2:])])
    found = 0.0
    for at, share in ((0, 0.2126), (2, 0.7152), (4, 0.0722)):
        one = int(color[at : at + 2], 16) / 255
        found += share * (one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4)
    return found


def contrast(one, other):
    first, second = _light(one), _light(other)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def test_borders_and_words_can_be_seen_by_day_and_in_the_dark():
    style = html("en")
    assert "prefers-color-scheme:dark" in style and "color-scheme:light dark" in style
    for one, other, least in (
        ("767676", "fff", 3.0), ("8f8f8f", "2a2926", 3.0),  # of fields
        ("222", "faf8f4", 4.5), ("eee", "1c1b19", 4.5), ("eee", "2a2926", 4.5),
        ("c53030", "faf8f4", 4.5), ("ff9a9a", "1c1b19", 4.5), ("8ab8ff", "1c1b19", 4.5),
        ("eee", "4a1f1f", 4.5), ("eee", "1d3a28", 4.5), ("fff", "2b6cb0", 4.5),
    ):  # fmt: skip
        assert "#" + one in style and "#" + other in style, (one, other)
        assert contrast(one, other) >= least, (one, other, contrast(one, other))


def test_a_password_that_no_network_has_is_refused():
    class Settings:
        def get(self, name):
            return ""

    for key, code in (
        ("一二三四五六七八", "odd_key"),
        ("pässword1", "odd_key"),
        ("ｐａｓｓｗｏｒｄ", "odd_key"),
        ("pass\tword", "odd_key"),
        ("密码", "odd_key"),
        ("password", None),
        ("a pass phrase, of 63 signs!", None),
        ("~{|}^`\"'\\<>&%", None),
        ("0123456789abcdef" * 4, None),
        ("short", "not_key"),
    ):
        sent = dict(VALUES)
        sent["key"] = key
        wrong = [row for row in form.settings(sent, NETWORKS, Settings())[1] if row[0] == "key"]
        assert wrong == ([] if code is None else [("key", code, ())]), (key, wrong)
