"""
By meaning: finds memories that say what a question asks in other words, as the backend `embed`.

Owns which memories have a vector: members of the notebook that are true and not suspect. A model
that is handed in makes the vectors, of memories in batches when `Making` is called, of a question
while somebody waits: no longer than a limit, and only where words found little. Whatever goes
wrong then, words have answered; that is logged for who looks.
"""

import asyncio

from memory.errors import Rejected
from micropython import const

from ..notebook.members import OVER, SUSPECT
from . import vector_file
from .table import Short, Table, shortened

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable
    from typing import Any, Protocol

    from memory.engine import Memory
    from memory.records.record import Record

    from ..notebook.notebook import Notebook

    class Model(Protocol):
        """llm.client.Client, and stand-ins of tests."""

        def available(self) -> bool: ...

        async def embed(self, texts: list[str], purpose: str) -> list[array[float]]: ...


PURPOSE = "embed"
TEXT_MOST = 400  # characters of a question or memory that the model is given
_WEAK = const(50)  # percent: words whose best result is below it have found little


class ByMeaning:
    """
    A search backend over the notebook of a mind.

    model      makes vectors; `model_name` tells its vectors from those of another
    answer_ms  that a question waits for its vector
    least      how near a memory has to be to be found, 0 to 1; models differ
    """

    name = "embed"
    asked_below = _WEAK

    def __init__(
        self,
        memory: "Memory",
        notebook: "Callable[[], Notebook]",
        model: "Model",
        model_name: str,
        answer_ms: int,
        least: float,
        log: "Callable[[str, str], object]",
    ) -> None:
        self.memory = memory
        self.notebook = notebook
        self.model = model
        self.model_name = model_name
        self.table = Table()
        self.log = log
        # What `Making` has to know of changes.
        self.is_due = True  # a member may lack its vector
        self.is_outdated = False  # the file has to be written anew
        self.awaited: "dict[str, int]" = {}  # id -> rev of those that the model was given
        self._answer_ms = answer_ms
        self._least = least
        self._question = ""  # asked last, and its vector
        self._asked: "Short | None" = None

    # -- a recall --------------------------------------------------------------------------------

    def available(self) -> bool:
        """False where there is nothing to compare with: then no question leaves the device."""
        return self.table.count > 0 and self.model.available()

    async def candidates(self, question: str, limit: int) -> "list[tuple[str, float]]":
        """(id, similarity) of the nearest; none where the model does not answer in time."""
        asked = await self._vector(question.strip()[:TEXT_MOST])
        if asked is None:
            return []
        found: "list[tuple[str, float]]" = []
        for near, id in self.table.nearest(asked, self._least):
            if await self._holds(id):
                found.append((id, near))
                if len(found) == limit:
                    break
        return found

    async def _vector(self, question: str) -> "Short | None":
        """The vector of a question; that of the last one is kept, as for its next page."""
        if question == self._question and self._asked is not None:
            return self._asked
        vectors = await self._answered(question)
        if not vectors:
            return None
        try:
            asked = shortened(vectors[0])
        except ValueError as e:
            self.log("debug", "words answer alone: %s" % e)
            return None
        if not self.fits(asked):
            return None
        self._question, self._asked = question, asked
        return asked

    async def _answered(self, question: str) -> "list":
        """What the model makes of a question; [] where that fails or takes too long."""
        done = asyncio.Event()
        answer: "list[Any]" = []

        async def ask() -> None:
            try:
                answer.append(await self.model.embed([question], PURPOSE))
            except Exception as e:  # noqa: BLE001  whatever it is: words have answered
                self.log("debug", "words answer alone: %r" % e)
                answer.append([])
            finally:
                done.set()

        task = asyncio.create_task(ask())
        try:
            await asyncio.wait_for(done.wait(), self._answer_ms / 1000)
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            self.log("debug", "words answer alone: no vector in %d ms" % self._answer_ms)
        finally:
            task.cancel()  # nobody waits for it: it may not end
        return answer[0] if answer else []

    def fits(self, vector: Short) -> bool:
        """Whether a vector can be compared with what is there; if not, all is made anew."""
        if len(vector.numbers) == self.table.dims:
            return True
        if self.table.dims:
            self.log("debug", "vectors have %d numbers now" % len(vector.numbers))
        self._forget_question()
        self.table = Table(len(vector.numbers))
        self.is_due = self.is_outdated = True
        return False

    async def _holds(self, id: str) -> bool:
        """Whether the vector of an id is of its present words and may be found; else it goes."""
        number = self.table.find(id)
        if number < 0:
            return False
        if self.may_have_vector(id):
            if self.table.is_checked(number):
                return True
            rev = self.table.key(number)[1]
            record = await self.read(id)
            number = self.table.find(id)
            if record is not None and record.rev == rev and number >= 0:
                self.table.check(number)
                return True
            self.is_due = True
        self.table.remove(id)
        return False

    # -- which memories --------------------------------------------------------------------------

    def may_have_vector(self, id: str) -> bool:
        """True for members of the notebook that are true and not suspect."""
        members = self.notebook().members
        number = members.find(id)
        return number >= 0 and not members.flags(number) & (OVER | SUSPECT)

    async def read(self, id: str) -> "Record | None":
        """A record, None where there is none that may have a vector."""
        try:
            known = await self.memory.record(id)
        except Rejected:
            return None
        return None if known is None or known[0].suspect or known[0].deleted else known[0]

    # -- changes ---------------------------------------------------------------------------------

    def add(self, record: "Record") -> None:
        """Let go of the vector of other words."""
        number = self.table.find(record.id)
        if number >= 0 and (record.suspect or self.table.key(number)[1] != record.rev):
            self.table.remove(record.id)
        if self.awaited.get(record.id, record.rev) != record.rev:
            self.awaited.pop(record.id)
        self.is_due = True

    def remove(self, id: str) -> None:
        """Let go of a deleted record's; it leaves the file when nobody uses the companion."""
        if self.table.remove(id):
            self.is_outdated = True
        self.awaited.pop(id, None)
        self.is_due = True  # the notebook's rows have moved

    def erase(self, id: str) -> None:
        """As `remove`; the file goes too, and is written anew without it."""
        self.remove(id)
        self._forget_question()
        self.is_outdated = True
        self._remove_file()

    def clear(self) -> None:
        """As `erase`, of everything."""
        self.table = Table(self.table.dims)
        self.awaited.clear()
        self._forget_question()
        self.is_outdated = True
        self._remove_file()

    def _forget_question(self) -> None:
        """It may have had the words of what is erased."""
        self._question, self._asked = "", None

    def _remove_file(self) -> None:
        if self.memory.log is not None:
            vector_file.remove(self.memory.root)
