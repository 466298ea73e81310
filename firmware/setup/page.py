"""
Page: the set-up's page as HTML, for the small browser in which a phone opens it.

Owns how it looks. The form works without a script, which only adds the phone's time zone and clock
and shows the password. Pieces are generated while they are sent. Every text from outside goes
through `escaped`: anybody nearby can name a network.
"""

from firmware.system import zone
from firmware.words.setup import cities_of, say

from . import form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_STYLE = (
    ":root{color-scheme:light dark}"
    "body{font:17px/1.45 system-ui,sans-serif;margin:0 auto;max-width:30em;padding:1em;"
    "color:#222;background:#faf8f4}h1{font-size:1.35em;margin:.4em 0}label,legend{display:block;"
    "font-weight:600;margin-top:1em}fieldset{border:0;margin:1.2em 0 0;padding:0}legend{margin:0}"
    "input,select,button{font:inherit;width:100%;box-sizing:border-box;padding:.55em;border:1px "
    "solid #767676;border-radius:.5em;background:#fff}input[type=radio],input[type=checkbox]{"
    "width:auto;margin-right:.5em}label.o{font-weight:400;margin-top:.3em}button{margin-top:1.4em;"
    "background:#2b6cb0;color:#fff;border:0}.e{background:#fde8e8;border-left:4px solid #c53030;"
    "padding:.6em .8em}.w{color:#c53030;font-size:.9em}.t{float:right}.g{background:#e6f4ea;"
    "border-left:4px solid #2f855a;padding:.6em .8em}[aria-invalid]{border:2px solid #c53030}"
    "@media(prefers-color-scheme:dark){body{color:#eee;background:#1c1b19}a{color:#8ab8ff}"
    "input,select{color:#eee;background:#2a2926;border-color:#8f8f8f}.w{color:#ff9a9a}"
    ".e{background:#4a1f1f}.g{background:#1d3a28}[aria-invalid]{border-color:#ff9a9a}}"
)
# One name for each rule that many live by, and its cities, from west to east; words.setup has them
# in Chinese.
_ZONES = """
Pacific/Honolulu Honolulu
America/Anchorage Anchorage
America/Los_Angeles Los Angeles
America/Phoenix Phoenix
America/Denver Denver
America/Mexico_City Mexico City
America/Chicago Chicago
America/Bogota Bogotá / Lima
America/New_York New York / Toronto
America/Caracas Caracas
America/Santiago Santiago
America/Halifax Halifax
America/St_Johns St. John's
America/Sao_Paulo São Paulo / Buenos Aires
Atlantic/Azores Azores
Africa/Abidjan Accra / Dakar
Europe/London London
Europe/Lisbon Lisbon
Africa/Lagos Lagos
Europe/Berlin Berlin / Madrid / Paris
Africa/Johannesburg Johannesburg
Africa/Cairo Cairo
Europe/Athens Athens / Kyiv
Asia/Jerusalem Jerusalem
Africa/Nairobi Nairobi
Europe/Moscow Moscow
Europe/Istanbul Istanbul
Asia/Tehran Tehran
Asia/Dubai Dubai
Asia/Kabul Kabul
Asia/Karachi Karachi
Asia/Kolkata Delhi
Asia/Kathmandu Kathmandu
Asia/Dhaka Dhaka
Asia/Yangon Yangon
Asia/Bangkok Bangkok / Hanoi
Asia/Jakarta Jakarta
Asia/Shanghai Beijing / Shanghai
Asia/Hong_Kong Hong Kong
Asia/Taipei Taipei
Asia/Singapore Singapore
Australia/Perth Perth
Asia/Tokyo Tokyo
Asia/Seoul Seoul
Australia/Darwin Darwin
Australia/Adelaide Adelaide
Australia/Brisbane Brisbane
Australia/Sydney Melbourne / Sydney
Pacific/Noumea Nouméa
Pacific/Auckland Auckland
"""
# The fields in their order on the page.
_FIELDS = ("network", "key", "owner", "language", "zone", "channel", "url")
_PIECE = 512  # characters that are sent together, roughly
# Puts the phone's time zone first and chooses it, adds the time, shows the password, hides the
# fields for what is not in a list while it is not chosen.
_SCRIPT = (
    "var d=document,f=d.forms[0];f.now.value=Date.now();d.getElementById('s').onchange=function(){"
    "f.key.type=this.checked?'text':'password'};var z=f.zone,n='',o;try{n=Intl.DateTimeFormat()"
    ".resolvedOptions().timeZone}catch(e){}if(n&&z.dataset.free){for(o of z.options)if(o.value==n)"
    "break;if(o.value!=n)o=new Option(n,n);z.insertBefore(o,z.firstChild);z.value=n}"
    "function h(){d.getElementById('o').hidden=f.network.value!='+';"
    "d.getElementById('p').hidden=z.value!='+'}h();f.network.onchange=z.onchange=h"
)


def escaped(text: str) -> str:
    """Text for HTML, also for an attribute in quotes."""
    for character, code in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"), ("'", "#39")):
        text = text.replace(character, "&%s;" % code)
    return text


def _begin(language: str, nonce: str, head: str = "") -> "Iterator[str]":
    yield '<!DOCTYPE html><html lang="%s"><head><meta charset="utf-8">' % language
    yield '<meta name="viewport" content="width=device-width,initial-scale=1">' + head
    yield '<title>%s</title><style nonce="%s">' % (say(language, "title"), nonce)
    yield _STYLE
    other = "en" if language == "zh" else "zh"
    yield '</style></head><body><a class="t" href="/?l=%s">' % other
    yield say(language, "other_language") + "</a>"


def sent(pieces: "Iterator[str]") -> "Iterator[bytes]":
    """The pieces of a page in UTF-8, small ones joined."""
    held: "list[str]" = []
    size = 0
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size > _PIECE:
            yield "".join(held).encode()
            held = []
            size = 0
    yield "".join(held).encode()


def notice(
    language: str, lines: "list[str]", nonce: str, wait_s: int = 0, good: bool = False
) -> "Iterator[str]":
    """A page without a form; with `wait_s` the browser reloads it after so many seconds."""
    head = '<meta http-equiv="refresh" content="%d;url=/?l=%s">' % (wait_s, language)
    yield from _begin(language, nonce, head if wait_s else "")
    yield "<h1>%s</h1><div class=%s>" % (escaped(lines[0]), "g" if good else "p")
    for line in lines[1:]:
        yield "<p>%s</p>" % escaped(line)
    yield "</div></body></html>"


class Form:
    """
    The page with the form. `values` are its fields, as sent or as set; `networks` are (name,
    whether it is open) of the scan; `wrong` are the errors of form.settings; `problem` is a
    sentence above the form.
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

    def html(self, secret: str, nonce: str, kept: "list[str]", failed: bool) -> "Iterator[str]":
        """
        The form sends `secret` back. `kept` names settings that are set and not shown. `failed`:
        the network could not be joined.
        """
        yield from _begin(self._language, nonce)
        yield "<h1>%s</h1>" % self._say("title")
        if self._problem or self._wrong:
            yield '<div class="e" role="alert">%s</div>' % self._problems()
        else:
            yield "<p>%s</p>" % self._say("intro")
        yield '<form method="post" action="/?l=%s" accept-charset="utf-8">' % self._language
        yield '<input type="hidden" name="secret" value="%s">' % secret
        yield '<input type="hidden" name="now" value="">'
        yield from self._network()
        yield from self._text("key", "password", "key_kept" if "wifi_key" in kept else "")
        yield '<label class="o"><input type="checkbox" id="s">%s</label>' % self._say("show")
        yield from self._text("owner", "text")
        yield from self._select("language", (("zh", "中文"), ("en", "English")))
        yield from self._zone()
        yield from self._channel()
        yield from self._text("url", "text", "url_kept" if "cloud" in kept else "url_like")
        if failed:
            yield self._choice("checkbox", "anyway", "1")
        yield '<button type="submit">%s</button></form>' % self._say("save")
        yield '<script nonce="%s">' % nonce
        yield _SCRIPT
        yield "</script></body></html>"

    def _say(self, code: str, *values: "Any") -> str:
        return say(self._language, code, *values)

    def _problems(self) -> str:
        lines = [escaped(self._problem)] if self._problem else [self._say("bad")]
        lines += ["%s: %s" % (self._say(field), self._why(field)) for field, _, _ in self._wrong]
        return "<br>".join(lines + ([self._say("unchanged")] if self._wrong else []))

    def _why(self, field: str) -> str:
        for name, code, values in self._wrong:
            if name == field:
                return escaped(self._say(code, *values))
        return ""

    def _below(self, field: str) -> str:
        why = self._why(field)
        return '<div class="w" id="e-%s">%s</div>' % (field, why) if why else ""

    def _marks(self, field: str) -> str:
        """Attributes of a field that is wrong; the first of them has the focus."""
        if not self._why(field):
            return ""
        return ' aria-invalid="true" aria-describedby="e-%s"' % field + self._focus(field)

    def _focus(self, field: str) -> str:
        shown = [name for name in _FIELDS if self._why(name)]
        return " autofocus" if shown[:1] == [field] else ""

    def _text(self, name: str, kind: str, hint: str = "") -> "Iterator[str]":
        # A password is never sent back.
        value = "" if name == "key" else self._values.get(name, "")
        shown = self._say(hint) or hint
        yield '<label for="%s">%s</label>' % (name, self._say(name))
        yield '<input id="%s" name="%s" type="%s" value="' % (name, name, kind)
        yield escaped(value)
        yield '" placeholder="%s" autocomplete="off" autocapitalize="none"' % escaped(shown)
        yield self._marks(name) + ">"
        yield self._below(name)

    def _select(self, name: str, rows: "Any", more: str = "") -> "Iterator[str]":
        chosen = str(self._values.get(name, ""))
        yield '<label for="%s">%s</label>' % (name, self._say(name))
        yield '<select id="%s" name="%s"%s>' % (name, name, more + self._marks(name))
        for value, shown in rows:
            on = " selected" if value == chosen else ""
            yield '<option value="%s"%s>%s</option>' % (escaped(value), on, escaped(shown))
        yield "</select>" + self._below(name)

    def _network(self) -> "Iterator[str]":
        yield from self._select("network", self._choices())
        yield '<p><a href="/?l=%s&amp;again=1">' % self._language
        yield self._say("again") + '</a></p><div id="o">'
        yield from self._text("other", "text", "another")
        yield "</div>"

    def _choices(self) -> "Iterator[tuple[str, str]]":
        for name, is_open in self._networks:
            yield name, "%s (%s)" % (name, self._say("open")) if is_open else name
        if not self._networks:
            yield "", self._say("none_found")
        yield "+", self._say("another")

    def _zone(self) -> "Iterator[str]":
        more = ' data-free="1"' if self._values.get("free") else ""
        yield from self._select("zone", self._zones(), more)
        yield '<div id="p">'
        yield from self._text("place", "text", "Europe/Berlin")
        yield "</div>"

    def _zones(self) -> "Iterator[tuple[str, str]]":
        kept = self._values.get("zone", "")
        if kept != form.TYPED and "\n%s " % kept not in _ZONES:
            yield kept, kept
        for line in _ZONES.strip().split("\n"):
            name, _, cities = line.partition(" ")
            minutes = zone.from_text(name).standard // 60
            shown = cities_of(self._language, name) or cities
            yield name, "%s  %s" % (zone.offset_text(minutes), shown)
        yield form.TYPED, self._say("elsewhere")

    def _choice(self, kind: str, name: str, value: str, more: str = "") -> str:
        on = (" checked" if self._values.get(name) == value else "") + more
        shown = self._say(name if kind == "checkbox" else value)
        made = '<label class="o"><input type="%s" name="%s" value="%s"%s>%s</label>'
        return made % (kind, name, value, on, shown)

    def _channel(self) -> "Iterator[str]":
        marks = ' aria-describedby="e-channel"' if self._why("channel") else ""
        yield "<fieldset%s><legend>%s</legend>" % (marks, self._say("channel"))
        for value in ("xiaozhi", "endpoint", "lan"):
            first = self._focus("channel") if value == "xiaozhi" else ""
            yield self._choice("radio", "channel", value, first)
        yield self._below("channel") + "</fieldset>"
