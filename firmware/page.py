"""
Page: the set-up as HTML, for a phone's little browser.

Owns how it looks; a form that works without a script, which only adds the phone's time zone and
clock and shows the password. Everything from outside goes through `escaped`: the names of networks
are whatever the neighbours call them.
"""

from .words_setup import WORDS, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_STYLE = (
    "body{font:17px/1.45 system-ui,sans-serif;margin:0 auto;max-width:30em;padding:1em;"
    "color:#222;background:#faf8f4}h1{font-size:1.35em;margin:.4em 0}label,legend{display:block;"
    "font-weight:600;margin-top:1em}fieldset{border:0;margin:1.2em 0 0;padding:0}legend{margin:0}"
    "input,select,button{font:inherit;width:100%;box-sizing:border-box;padding:.55em;border:1px "
    "solid #bbb;border-radius:.5em;background:#fff}input[type=radio],input[type=checkbox]{width:"
    "auto;margin-right:.5em}label.o{font-weight:400;margin-top:.3em}button{margin-top:1.4em;"
    "background:#2b6cb0;color:#fff;border:0}.e{background:#fde8e8;border-left:4px solid #c53030;"
    "padding:.6em .8em}.w{color:#c53030;font-size:.9em}.t{float:right}.g{background:#e6f4ea;"
    "border-left:4px solid #2f855a;padding:.6em .8em}"
)
# Minutes ahead of UTC, with who lives there.
_ZONES = (
    (-600, "Honolulu"), (-540, "Anchorage"), (-480, "Los Angeles"), (-420, "Denver"),
    (-360, "Chicago"), (-300, "New York"), (-240, "Halifax"), (-210, "St. John's"),
    (-180, "São Paulo"), (-60, "Azores"), (0, "London"), (60, "Berlin"), (120, "Athens"),
    (180, "Moscow"), (210, "Tehran"), (240, "Dubai"), (270, "Kabul"), (300, "Karachi"),
    (330, "Delhi"), (345, "Kathmandu"), (360, "Dhaka"), (390, "Yangon"), (420, "Bangkok"),
    (480, "北京 / 台北 / Singapore"), (540, "Tokyo / Seoul"), (570, "Adelaide"), (600, "Sydney"),
    (660, "Nouméa"), (720, "Auckland"),
)  # fmt: skip
# What the form does better with a script, and not worse without one.
_SCRIPT = (
    "var d=document,f=d.forms[0];f.now.value=Date.now();d.getElementById('s').onchange=function(){"
    "f.key.type=this.checked?'text':'password'};var z=-new Date().getTimezoneOffset();"
    "if(f.zone.dataset.free)for(var o of f.zone.options)if(o.value==z)o.selected=true;"
    "function h(){d.getElementById('o').hidden=f.network.value!='+'}h();f.network.onchange=h"
)


def escaped(text: str) -> str:
    """Text as it stands in HTML, also within quotes."""
    for plain, code in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"), ("'", "#39")):
        text = text.replace(plain, "&%s;" % code)
    return text


def _whole(language: str, inner: str, nonce: str, head: str = "") -> str:
    other = "en" if language == "zh" else "zh"
    return (
        '<!DOCTYPE html><html lang="%s"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">%s<title>%s</title>'
        '<style nonce="%s">%s</style></head><body><a class="t" href="/?l=%s">%s</a>%s'
        "</body></html>"
    ) % (
        language,
        head,
        say(language, "title"),
        nonce,
        _STYLE,
        other,
        say(language, "other_language"),
        inner,
    )


def notice(
    language: str, lines: "list[str]", nonce: str, wait_s: int = 0, good: bool = False
) -> str:
    """A page that only tells something; with `wait_s` it looks again after so long."""
    head = '<meta http-equiv="refresh" content="%d;url=/?l=%s">' % (wait_s, language)
    inner = "<h1>%s</h1><div class=%s>" % (escaped(lines[0]), "g" if good else "p")
    inner += "".join(["<p>%s</p>" % escaped(line) for line in lines[1:]])
    return _whole(language, inner + "</div>", nonce, head if wait_s else "")


class Form:
    """
    The form. `values` are its fields as they were sent or are kept, `networks` the (name, whether
    it is open) that were found, `wrong` as form.settings gives it, `problem` a sentence above all.
    """

    def __init__(
        self,
        language: str,
        values: "dict[str, Any]",
        networks: "list[tuple[str, bool]]",
        wrong: "list[tuple[str, str, tuple]]",
        problem: str,
    ) -> None:
        self._language = language
        self._values = values
        self._networks = networks
        self._wrong = wrong
        self._problem = problem

    def html(self, secret: str, nonce: str, kept: "list[str]", failed: bool) -> str:
        """
        `secret` goes back with the form; `kept` are settings that it has and does not show;
        `failed`: the network could not be joined.
        """
        parts = ["<h1>%s</h1>" % self._say("title")]
        if self._problem or self._wrong:
            parts.append('<div class="e" role="alert">%s</div>' % self._problems())
        else:
            parts.append("<p>%s</p>" % self._say("intro"))
        parts.append(
            '<form method="post" action="/?l=%s" accept-charset="utf-8">' % self._language
        )
        parts.append('<input type="hidden" name="secret" value="%s">' % secret)
        parts.append('<input type="hidden" name="now" value="">')
        parts.append(self._network())
        parts.append(
            self._text("key", "password", self._say("key_kept") if "wifi_key" in kept else "")
        )
        parts.append(
            '<label class="o"><input type="checkbox" id="s">%s</label>' % self._say("show")
        )
        parts.append(self._text("owner", "text"))
        parts.append(self._select("language", (("zh", "中文"), ("en", "English"))))
        parts.append(self._zone())
        parts.append(self._channel())
        hint = (
            self._say("url_kept") if "cloud" in kept else "https://api.tenclass.net/xiaozhi/ota/"
        )
        parts.append(self._text("url", "url", hint))
        if failed:
            parts.append(self._choice("checkbox", "anyway", "1", self._say("anyway")))
        parts.append('<button type="submit">%s</button></form>' % self._say("save"))
        parts.append('<script nonce="%s">%s</script>' % (nonce, _SCRIPT))
        return _whole(self._language, "".join(parts), nonce)

    def _say(self, code: str, *values: "Any") -> str:
        return say(self._language, code, *values)

    def _problems(self) -> str:
        lines = [escaped(self._problem)] if self._problem else [self._say("bad")]
        lines += ["%s: %s" % (self._label(field), self._why(field)) for field, _, _ in self._wrong]
        return "<br>".join(lines + ([self._say("unchanged")] if self._wrong else []))

    def _label(self, field: str) -> str:
        return self._say(field) if field in WORDS else field

    def _why(self, field: str) -> str:
        for name, code, values in self._wrong:
            if name == field:
                return escaped(self._say(code, *values))
        return ""

    def _below(self, field: str) -> str:
        why = self._why(field)
        return '<div class="w">%s</div>' % why if why else ""

    def _text(self, name: str, kind: str, hint: str = "") -> str:
        # A password is never sent back.
        value = "" if name == "key" else self._values.get(name, "")
        return (
            '<label for="%s">%s</label><input id="%s" name="%s" type="%s" value="%s" '
            'placeholder="%s" autocomplete="off" autocapitalize="none">%s'
        ) % (
            name,
            self._say(name),
            name,
            name,
            "text" if kind == "url" else kind,
            escaped(value),
            escaped(hint),
            self._below(name),
        )

    def _select(self, name: str, rows: "Any", more: str = "") -> str:
        chosen = str(self._values.get(name, ""))
        options = [
            '<option value="%s"%s>%s</option>'
            % (escaped(str(value)), " selected" if str(value) == chosen else "", escaped(shown))
            for value, shown in rows
        ]
        return '<label for="%s">%s</label><select id="%s" name="%s"%s>%s</select>%s' % (
            name,
            self._say(name),
            name,
            name,
            more,
            "".join(options),
            self._below(name),
        )

    def _network(self) -> str:
        rows = []
        for name, is_open in self._networks:
            rows.append((name, "%s (%s)" % (name, self._say("open")) if is_open else name))
        if not rows:
            rows.append(("", self._say("none_found")))
        rows.append(("+", self._say("another")))
        made = self._select("network", rows)
        made += '<p><a href="/?l=%s&amp;again=1">%s</a></p>' % (self._language, self._say("again"))
        return made + '<div id="o">%s</div>' % self._text("other", "text", self._say("another"))

    def _zone(self) -> str:
        rows = []
        for minutes, who in _ZONES:
            sign, size = ("-", -minutes) if minutes < 0 else ("+", minutes)
            rows.append((minutes, "UTC%s%d:%02d  %s" % (sign, size // 60, size % 60, who)))
        kept = self._values.get("zone", "")
        if kept not in [str(row[0]) for row in rows]:
            rows.append((kept, "UTC %s min" % kept))
        return self._select("zone", rows, ' data-free="1"' if self._values.get("free") else "")

    def _choice(self, kind: str, name: str, value: str, shown: str) -> str:
        on = " checked" if self._values.get(name) == value else ""
        return '<label class="o"><input type="%s" name="%s" value="%s"%s>%s</label>' % (
            kind,
            name,
            value,
            on,
            shown,
        )

    def _channel(self) -> str:
        rows = [
            self._choice("radio", "channel", value, self._say(value))
            for value in ("xiaozhi", "endpoint", "lan")
        ]
        return "<fieldset><legend>%s</legend>%s%s</fieldset>" % (
            self._say("channel"),
            "".join(rows),
            self._below("channel"),
        )
