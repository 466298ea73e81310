"""
Set-up over the cable: asks on the console for what the page of
firmware/setup/captive_portal.py asks.

Runs on the board, whose companion is stopped meanwhile:

    mpremote connect /dev/ttyACM0 run --no-follow tools/setup.py repl

(`run` alone does not pass on what is typed; `repl` after it does.) Owns the questions. form.py of
firmware/setup checks the answers, first_setup.py tries the network and keeps the settings.
"""

import asyncio
import select
import sys

import machine
import network

from firmware.network import wifi
from firmware.setup import first_setup, form
from firmware.system.settings import Settings
from firmware.words.setup import say

_WAIT_MS = 20000  # for a sign of somebody there
_HOW = """
Nobody answers: `mpremote run` alone passes on nothing that is typed. Please use
    mpremote connect PORT run --no-follow tools/setup.py repl
"""
_INTERRUPT = 3
_ERASE = (8, 127)
_CHANNELS = ("xiaozhi", "endpoint", "lan")


def somebody_is_there():
    """Whether a terminal is connected to the console: mpremote sends a line end when it is."""
    poller = select.poll()
    poller.register(sys.stdin, select.POLLIN)
    if not poller.poll(_WAIT_MS):
        return False
    while sys.stdin.buffer.read(1) not in (b"\r", b"\n"):
        pass
    return True


def typed(hidden=False):
    """A typed line; its characters are echoed. Raises KeyboardInterrupt."""
    line = bytearray()
    out = sys.stdout.buffer
    while True:
        byte = sys.stdin.buffer.read(1)
        if not byte:
            raise KeyboardInterrupt  # the console has gone
        if byte in (b"\r", b"\n"):
            out.write(b"\r\n")
            try:
                return line.decode().strip()
            except ValueError:
                return ""
        if byte[0] == _INTERRUPT:
            raise KeyboardInterrupt
        if byte[0] in _ERASE and line:
            while line[-1] & 0xC0 == 0x80:
                line = line[:-1]
            line = line[:-1]
            out.write(b"\b \b")
        elif byte[0] >= 0x20 and byte[0] != 0x7F:
            line += byte
            out.write(b"*" if hidden else byte)


class Questions:
    """Asks each question until its answer is valid; `fields` are those of the page."""

    def __init__(self, language, settings, networks):
        self.language = language
        self.fields = {"language": language}
        self.wanted = {}
        self._settings = settings
        self._networks = networks

    def say(self, code, *values):
        print(say(self.language, code, *values))

    def ask(self, field, shown, default="", hidden=False, meant=None):
        """Ask for a field; an empty line is `default`, `meant(line)` what a line stands for."""
        while True:
            sys.stdout.write("%s%s: " % (shown, " [%s]" % default if default else ""))
            line = typed(hidden) or default
            self.fields[field] = meant(line) if meant else line
            self.wanted, wrong = form.settings(self.fields, self._networks, self._settings)
            about = [row for row in wrong if row[0] == field]
            if not about:
                return
            self.say(about[0][1], *about[0][2])

    def all(self):
        """Ask all questions but the language."""
        self.say("network")
        for number, (name, is_open) in enumerate(self._networks):
            shown = " (%s)" % say(self.language, "open") if is_open else ""
            print("  %d  %s%s" % (number + 1, name, shown))
        self.fields["network"] = "+"
        kept = self._settings.get("wifi")
        while not self.fields.get("other"):
            sys.stdout.write(say(self.language, "number_or_name") + ": ")
            line = typed() or kept
            chosen = int(line) - 1 if line.isdigit() and len(line) < 3 else -1
            named = 0 <= chosen < len(self._networks)
            self.fields["other"] = self._networks[chosen][0] if named else line
            _, wrong = form.settings(self.fields, self._networks, self._settings)
            for field, code, values in wrong:
                if field == "network":
                    self.say(code, *values)
                    self.fields["other"] = ""
        self.ask("key", say(self.language, "key"), hidden=True)
        get = self._settings.get
        self.ask("owner", say(self.language, "owner"), get("owner"))
        self.ask("zone", say(self.language, "place"), get("zone"))
        for number, name in enumerate(_CHANNELS):
            print("  %d  %s" % (number + 1, say(self.language, name)))
        self.ask("channel", say(self.language, "channel"), "3", meant=_channel)
        if self.fields["channel"] != "lan":
            self.ask("url", say(self.language, "url"))


def _channel(line):
    return _CHANNELS[int(line) - 1] if line in ("1", "2", "3") else line


def joined(questions, station):
    """Whether the network was joined; prints the result."""
    wanted = questions.wanted
    questions.say("trying", wanted["wifi"])
    try:
        status = asyncio.run(wifi.join(station, wanted["wifi"], wanted["wifi_key"]))
        if status == network.STAT_GOT_IP:
            questions.say("done", wanted["wifi"])
            questions.say("address", station.ifconfig()[0])
            return True
        code = first_setup.reason_code(status)
        first_setup.stop_joining(station)
    except OSError:
        code = "radio"
    questions.say("failed", wanted["wifi"], say(questions.language, code))
    return False


def main():
    print("1  中文\n2  English")
    if not somebody_is_there():
        print(_HOW)
        return
    answer = ""
    while answer not in ("1", "2"):
        sys.stdout.write("1/2: ")
        answer = typed()
    language = "zh" if answer == "1" else "en"
    settings = Settings({})
    station = network.WLAN(network.STA_IF)
    try:
        station.active(True)
        while True:
            questions = Questions(language, settings, first_setup.scan(station))
            questions.say("cable")
            questions.all()
            if not joined(questions, station):
                questions.say("yes")
                if typed() not in ("y", "Y"):
                    questions.say("not_saved")
                    continue
            first_setup.keep(settings, questions.wanted)
            questions.say("saved")
            break
    except KeyboardInterrupt:
        print(say(language, "unchanged"))
        return
    finally:
        station.active(False)
    machine.reset()


main()
