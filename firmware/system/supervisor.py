"""
Supervisor: runs the long-lived tasks of the firmware and starts again those that fail.

Owns each task's name, owner, restart policy, state, last error and number of restarts; the table
is in docs/DESIGN.md section 6. A task that fails or is cancelled by somebody else is logged, with
its traceback where the error is another than the last time, and is run again after a pause: a
second, doubled up to ten minutes, a second again after a run of a minute (lib/net/backoff.py). It
stops no other task. Tasks of one connection or one session belong to who makes them.
"""

import asyncio
import time

from net.backoff import Backoff
from net.tasks import stop

from . import crash_report, events

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

# Policies: whether it is run again.
NEVER = "never"  # reported only
ON_FAILURE = "on failure"  # where it raises or is cancelled; where it returns it is over
ALWAYS = "always"

_FRAMES = 2  # places in the source that an error keeps
_MAX_ERROR = 60  # characters

# States.
RUNNING = "running"
WAITING = "waiting"  # for the end of the pause before it is run again
ENDED = "ended"
FAILED = "failed"


class Supervised:
    """
    One task.

    name      unique among those of a supervisor
    owner     the room of firmware/ that its code belongs to
    policy    NEVER, ON_FAILURE or ALWAYS
    state     RUNNING, WAITING, ENDED or FAILED
    restarts  how often it was run again
    error     the class and place in the source of its last error, "" where there was none; never
              its message, which may hold what somebody said
    ended     set once it is not run any more
    task      the asyncio.Task that runs it each time
    """

    def __init__(
        self, name: str, owner: str, policy: str, run: "Callable[[], Coroutine]", backoff: Backoff
    ) -> None:
        self.name = name
        self.owner = owner
        self.policy = policy
        self.run = run
        self.backoff = backoff
        self.state = RUNNING
        self.restarts = 0
        self.error = ""
        self.begun: "Any" = None  # ticks when it was run last
        self.ended = asyncio.Event()
        self.task: "Any" = None


class Supervisor:
    """
    rng    rng(n) gives n random bytes, for the pauses
    pause  `await pause(ms)`
    ticks  as time.ticks_ms
    """

    def __init__(
        self,
        rng: "Callable[[int], bytes]",
        pause: "Callable[[int], Coroutine] | None" = None,
        ticks: "Callable[[], Any] | None" = None,
    ) -> None:
        self._rng = rng
        self._pause: "Callable" = pause or asyncio.sleep_ms
        self._ticks = ticks or time.ticks_ms
        self._stopping = False
        self.tasks: "list[Supervised]" = []

    def start(
        self, name: str, owner: str, policy: str, run: "Callable[[], Coroutine]"
    ) -> Supervised:
        """
        Run `await run()` as a task, and again as the policy says, until stop(). Raises ValueError
        for a policy that is none, or the name of a task that runs.
        """
        if policy not in (NEVER, ON_FAILURE, ALWAYS):
            raise ValueError("no restart policy: %s" % policy)
        if [one for one in self.tasks if one.name == name and not one.ended.is_set()]:
            raise ValueError("a task of this name runs: %s" % name)
        one = Supervised(name, owner, policy, run, Backoff(self._rng))
        self.tasks = [other for other in self.tasks if other.name != name] + [one]
        one.task = asyncio.create_task(self._keep(one))
        return one

    def release(self) -> None:
        """From now on nothing is run again: what ends or is cancelled has ended."""
        self._stopping = True

    async def stop(self) -> None:
        """Cancel all tasks and wait for their end, as net.tasks.stop does."""
        self.release()
        await stop([one.task for one in self.tasks])

    async def _keep(self, one: Supervised) -> None:
        """The task of `one`: run it until it is over."""
        try:
            while one.state in (RUNNING, WAITING):
                try:
                    await self._once(one)
                except asyncio.CancelledError as e:
                    if self._stopping:
                        one.state = ENDED
                        raise
                    self._failed(one, e)
                except Exception as e:  # noqa: BLE001  whatever it is, the device goes on
                    self._failed(one, e)
        finally:
            one.ended.set()

    async def _once(self, one: Supervised) -> None:
        if one.state == WAITING:
            await asyncio.sleep_ms(0)  # others run even where RAM runs out before the pause
            await self._pause(one.backoff.wait_ms())
            one.restarts += 1
        one.state = RUNNING
        one.begun = self._ticks()
        await one.run()
        self._lasted(one)
        one.state = ENDED if self._stopping or one.policy != ALWAYS else WAITING

    def _lasted(self, one: Supervised) -> None:
        """Tell the back-off how long the run was that has ended."""
        if one.state == RUNNING and one.begun is not None:
            one.backoff.ended(time.ticks_diff(self._ticks(), one.begun))

    def _failed(self, one: Supervised, error: BaseException) -> None:
        """Note a failure and report it."""
        self._lasted(one)
        one.state = FAILED if self._stopping or one.policy == NEVER else WAITING
        try:
            if isinstance(error, asyncio.CancelledError):
                one.error = "cancelled"
                events.log("error", "task", "%s was cancelled" % one.name)
                return
            known, one.error = one.error, crash_report.place(error, _FRAMES)[:_MAX_ERROR]
            events.log("error", "task", "%s failed: %r" % (one.name, error))
            if one.error != known:
                events.trace(error)
        except Exception as e:  # noqa: BLE001  RAM runs out, stderr is gone: it must go on
            one.error = type(e).__name__
