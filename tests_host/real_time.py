"""
Tests in real time: sound is played as fast as it sounds, which a host that is busy with other
things does not keep.

A test that fails is tried again only where the host was the cause: where a process that takes part
wanted to run and was not let for longer than buffers last. What fails otherwise fails at once.
"""

import functools
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

_TRIES = 3
_WINDOW_S = 0.25  # what the buffers of DMA hold
MOST_S = 0.08  # that a process may wait for a core within it
_WAITED = 1  # the place in schedstat: nanoseconds in the queue of a core
_STOLEN = 8  # the place in /proc/stat: ticks that other machines on the same host took away


class HostWatch:
    """
    How long at most processes waited for a core within a window: this one and its children, and
    with them all that runs on a virtual machine.
    """

    def __init__(self) -> None:
        self.worst_s = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> float:
        self._over.set()
        self._thread.join()
        return self.worst_s

    def _watch(self) -> None:
        before: dict[str, int] = {}
        while not self._over.wait(_WINDOW_S / 2):
            now = {**dict(_waits(os.getpid())), "": _stolen()}
            passed = [waited - before.get(thread, waited) for thread, waited in now.items()]
            self.worst_s = max(self.worst_s, max(passed) / 1e9)
            before = now


def _stolen() -> int:
    """Nanoseconds that the host of a virtual machine has taken from it, from all its cores."""
    ticks = int(Path("/proc/stat").read_text().split(maxsplit=_STOLEN + 1)[_STOLEN])
    return ticks * 1_000_000_000 // os.sysconf("SC_CLK_TCK")


def _waits(process: int) -> "list[tuple[str, int]]":
    """(path, nanoseconds) of each thread of a process and of those below it."""
    found = []
    try:
        for task in Path(f"/proc/{process}/task").iterdir():
            stat = (task / "schedstat").read_text().split()
            found.append((str(task), int(stat[_WAITED])))
            for child in (task / "children").read_text().split():
                found += _waits(int(child))
    except (OSError, ProcessLookupError):  # it has ended meanwhile
        return found
    return found


def _remove_chips(started: "list[Any]") -> None:
    for one in started:
        command = getattr(one, "command", [])
        if "--flash" in command:
            Path(command[command.index("--flash") + 1]).unlink(missing_ok=True)


def in_real_time(*made: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """
    Try a test again where the host was too busy. Arguments of these names are functions that make
    what the test gets, anew for each try, and closed after it; devices of `desk` are ended too.
    Each try begins with an erased chip.
    """

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def tried(**given: Any) -> None:
            for left in reversed(range(_TRIES)):
                started: list[Any] = []
                own = dict(given)

                def keep(one: Any, kept: "list[Any]" = started) -> Any:
                    kept.append(one)
                    return one

                own["desk"] = lambda *options, keep=keep, **more: keep(
                    given["desk"](*options, **more)
                )
                for name in made:
                    own[name] = keep(given[name]())
                watch = HostWatch()
                try:
                    test(**own)
                    return
                except AssertionError as error:
                    worst_s = watch.stop()
                    if not left or worst_s < MOST_S:
                        raise
                    print(f"tried again, the host was busy for {worst_s:.2f} s: {error}")
                finally:
                    watch.stop()
                    for one in reversed(started):
                        one.close()
                _remove_chips(started)  # or the next try would find what this one told

        return tried

    return decorated
