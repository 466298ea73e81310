"""
Prompt: what a model is told before the owner's words, by sections and budget.

Owns the sections, their order and how much of each there is: the settings `section_...` in tokens,
`token_chars` characters each until the model's own count says otherwise. What a section leaves
goes to the next, and all together keep within `context_budget`. Memories, the scratchpad and all
else that was written by others stand in frames (`framing`).
"""

from memory.records.kinds import PROFILE
from memory.text import dates
from memory.text.folding import plain
from micropython import const
from mind.offers import context, phrases

from firmware.words import agent as words
from firmware.words import messages
from firmware.words import offline as offline_words

from . import framing

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from .device import Device

_LEAST = const(40)  # characters for which a memory is worth looking for


class Prompt:
    """
    Over one device. `scratchpad()` gives its text, "" where there is none; it counts as written by
    others.
    """

    def __init__(
        self, device: "Device", numbers: "dict[str, Any]", scratchpad: "Callable[[], str] | None"
    ) -> None:
        self._device = device
        self._numbers = numbers
        self._scratchpad = scratchpad
        self._tenths = int(numbers["token_chars"])  # characters of a token, in tenths
        self._core: "tuple" = ()  # (what it was made of, the lines of core memory)

    def measured(self, characters: int, tokens: int) -> None:
        """A model has counted the tokens of a prompt of so many characters."""
        if tokens > 0 and characters > 0:
            self._tenths = max(5, min(100, 10 * characters // tokens))

    def characters(self, tokens: int) -> int:
        """How many characters so many tokens are."""
        return tokens * self._tenths // 10

    async def text(self, question: str, recent: "list[str]", done: str) -> str:
        """
        The prompt for an answer to `question`; `recent` are the owner's last sentences, `done`
        says what the device has done because of this one. Raises Broken.
        """
        language = messages.language()
        whole = _Whole(self.characters(int(self._numbers["context_budget"])))
        for name, lines in (
            ("identity", words.identity(language)),
            ("persona", self._persona(language)),
            ("runtime", self._runtime(language)),
        ):
            whole.begin(self._budget(name))
            whole.add_lines(lines)
        whole.begin(self._budget("rules"))
        whole.add_always(words.guard(language))
        whole.add_lines(words.rules(language))
        whole.begin(self._budget("how"))
        offers = self._numbers["offer"] != "none"
        whole.add_lines(words.how(language, offers))
        whole.begin(self._budget("scratchpad"))
        self._add_scratchpad(whole, language)
        if self._device.mind is None:
            return whole.text()
        whole.begin(self._budget("core"))
        await self._add_core(whole, language)
        whole.begin(self._budget("dynamic"))
        if done:
            whole.add_frame(words.say(language, "done"), "device", done, False)
        if offers:
            await self._add_offered(whole, question, recent, language)
        whole.begin(self._budget("owner"))
        self._add_owner(whole, language)
        return whole.text()

    def _budget(self, name: str) -> int:
        return self.characters(int(self._numbers["section_" + name]))

    # -- the sections ----------------------------------------------------------------------------

    def _persona(self, language: str) -> "list[str]":
        pet = self._device.pet
        if pet is None or self._device.mind is None:
            return []
        found = pet.relationship(language)
        lines = [words.say(language, "stage", stage=found["name"], manner=found["manner"])]
        mood = offline_words.mood(language, pet.mood_name())
        lines.append(words.say(language, "mood", mood=mood))
        return lines

    def _runtime(self, language: str) -> "list[str]":
        clock = self._device.clock
        lines = [words.say(language, "clock_unset")]
        if clock.is_set():
            now = clock.now()
            day = offline_words.weekday(language, now // dates.DAY)
            minute = dates.minute(now)
            lines = [words.say(language, "now", date=minute[:10], time=minute[11:], weekday=day)]
        if self._device.mind is None:
            lines.append(words.say(language, "no_memory"))
        lines.append(words.say(language, "language"))
        return lines

    def _add_scratchpad(self, whole: "_Whole", language: str) -> None:
        text = self._scratchpad() if self._scratchpad is not None else ""
        whole.add_frame(words.say(language, "scratchpad"), "scratchpad", text, False)

    async def _add_core(self, whole: "_Whole", language: str) -> None:
        """
        What needs no question; who the owner is stands in a section of its own. Made anew, and
        counted as used, only where memory has changed since, or the day.
        """
        room = whole.room()
        if room < _LEAST:
            return
        mind = self._device.mind
        today = mind.notebook.today()
        made_of = (mind.memory.changes, today, room // _LEAST, language)
        if self._core[:1] != (made_of,):
            found = await context.core(mind, room, language)
            lines = [
                phrases.list_line(context.words_of(one.record, today, language))
                for one in found.offered
                if one.record.kind not in PROFILE
            ]
            self._core = (made_of, "\n".join(lines))
        whole.add_frame(words.say(language, "core"), "memory", self._core[1])

    async def _add_offered(
        self, whole: "_Whole", question: str, recent: "list[str]", language: str
    ) -> None:
        room = whole.room()
        if room < _LEAST:
            return
        mind = self._device.mind
        room = min(room, int(self._numbers["offer_list_chars"]))
        found = await context.context(mind, question, "", room, language, recent)
        whole.add_frame(words.say(language, "offered"), "memory", found.text)

    def _add_owner(self, whole: "_Whole", language: str) -> None:
        memory = self._device.mind.memory
        lines = [
            phrases.profile_line(kind, plain(record.content), language)
            for kind in PROFILE
            for record in memory.each(kind)
            if not record.suspect
        ]
        whole.add_frame(words.say(language, "owner"), "owner", "\n".join(lines))


class _Whole:
    """The prompt while it is made: what a section leaves goes to the next."""

    def __init__(self, most: int) -> None:
        self._lines: "list[str]" = []
        self._left = 0  # of the sections so far
        self._most = most

    def begin(self, budget: int) -> None:
        """The next section, with so many characters of its own."""
        self._left += budget

    def room(self) -> int:
        """Characters that this section may still have."""
        return max(0, min(self._left, self._most))

    def add_lines(self, lines: "Iterable[str]") -> None:
        """As many of these lines as fit, from the first on."""
        for line in lines:
            if len(line) + 1 > self.room():
                return
            self._add(line)

    def add_always(self, lines: "Iterable[str]") -> None:
        """These lines, whatever the budget."""
        for line in lines:
            self._add(line)

    def add_frame(self, head: str, kind: str, text: str, is_judged: bool = True) -> None:
        """
        As many lines of a text that others wrote as fit, in a frame under its head. Memories were
        judged when they were written, and suspect ones are not offered.
        """
        kept = text if is_judged else framing.trusted_lines(text)[0]
        shown = framing.closed(kept)
        room = self.room() - len(head) - len(framing.framed(kind, "x")) - 2
        lines: "list[str]" = []
        for line in shown.split("\n"):
            if line.strip() and len(line) + 1 <= room:
                room -= len(line) + 1
                lines.append(line)
        frame = framing.framed(kind, "\n".join(lines))
        if frame:
            self._add(head + "\n" + frame)

    def text(self) -> str:
        """The whole prompt."""
        return "\n".join(self._lines)

    def _add(self, text: str) -> None:
        self._lines.append(text)
        self._left -= len(text) + 1
        self._most -= len(text) + 1
