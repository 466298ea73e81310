"""
Collects the device-side tests (on_device/test_*.py) and gives the host-side ones their fixtures.

A device-side test file is plain MicroPython: functions `test_*`, also `async def`, with plain
asserts and no import of pytest. Each function is one test. It runs in a process of its own, but in
the quick tier: there the functions of a file share one, and what fails in it is run again alone,
which decides. Names that the collector reads at module level, all optional and
literals:

    RUNS_ON = ("micropython", "cpython")    default ("micropython",); CPython only where the tools
                                            or other tests run the module there
    HEAP = "4M"                             heap of the MicroPython process, default "6M"
    TIMEOUT_S = 240                         default 120
    THOROUGH = ("test_one", "test_other")   tests of this file that are thorough, default none
    ALONE = True                            its tests never share a process, default False: they
                                            leave something behind that the next one would meet
    NEEDS = ("opus",)                       as the mark of that name below, default none

There are two tiers. `./tools/test.sh` checks every promise once, in 3 minutes on two cores;
`./tools/test.sh --all` runs everything. What --all runs besides is marked `thorough`: host-side
tests and parameters with `pytest.mark.thorough`, device-side functions by their file's THOROUGH,
and every run on CPython. Of a host-side test marked `sample(n)` the quick tier runs n of its cases
(parameters, its fixtures' included), other ones in each test of a file. A test may also try less
there: `device.tries(100)` says how many, and QUICK=1 is in the environment of the device side. A
test belongs into the quick tier when no other test there would fail with it. A run that names
files or tests runs all of them, and the long target (LONG=1) is never quick.

What a test has tried, in numbers (`figure`, in on_device/_figures.py and below), is added to the
file given by --figures, a line a test, as soon as the test ends, for docs/RELIABILITY.md. With
--resume, tests that this file has as passed do not run again.

A host-side test marked `needs("mosquitto")` runs where that command is found, `needs("libopus0")`
where that library is, `needs("npm")` where
./tools/setup.sh found npm to install with, `needs("opus")`, or NEEDS of a device-side file, where
it could build the codec. Elsewhere it is named as left out; with ALL_TESTS set
(.ci/run) it fails.
"""

import ast
import ctypes.util
import datetime
import fcntl
import gc
import json
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chip_images
import device
import pytest
from desk import Desk
from hypothesis import settings
from promises import FIGURES

_DEFAULTS: "dict[str, Any]" = {
    "RUNS_ON": ("micropython",),
    "HEAP": "6M",
    "TIMEOUT_S": 120,
    "THOROUGH": (),
    "ALONE": False,
    "NEEDS": (),
}
# What ./tools/setup.sh installs or builds where it can, and what tells that it did.
_BUILT = {"npm": device.NPM_STAMP, "opus": device.OPUS}
_SHARED = pytest.StashKey["device.SharedProcess | None"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--micropython",
        metavar="PATH",
        help="MicroPython interpreter for the device side (default: the pinned one)",
    )
    parser.addoption("--all", action="store_true", help="also what is marked thorough")
    parser.addoption("--figures", metavar="FILE", help="add what the tests count, as JSON lines")
    parser.addoption(
        "--resume", action="store_true", help="leave out what --figures has as passed"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(name): a command, or npm, that may not be there")
    config.addinivalue_line("markers", "thorough: runs with --all, or where its file is named")
    config.addinivalue_line("markers", "sample(n): so many of its cases run without --all")
    if not hasattr(config, "workerinput"):  # the other processes are told by the environment
        named = config.args_source == pytest.Config.ArgsSource.ARGS
        everything = config.getoption("--all") or named or device.LONG
        os.environ["QUICK"] = "" if everything else "1"
        if config.getoption("--figures"):
            config.pluginmanager.register(FiguresFile(Path(config.getoption("--figures"))))
    # The same examples in every run, and no verdict by the clock.
    examples = device.tries(100)
    settings.register_profile(
        "tier", max_examples=examples, derandomize=True, deadline=None, print_blob=True
    )
    settings.load_profile("tier")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Twice as many processes as cores: many tests wait for a clock or a connection."""
    return 2 * len(os.sched_getaffinity(0))


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was collected stays to the end: the collector of CPython need not look at it again."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: "list[pytest.Item]") -> None:
    """Leave out what only --all runs, in the quick tier, and what --resume knows."""
    passed = _passed(config)
    left_out = [item for item in items if item.nodeid in passed]
    if device.quick():
        left_out += [item for item in items if item.get_closest_marker("thorough")]
        left_out += _not_sampled(items)
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]


def _not_sampled(items: "list[pytest.Item]") -> "list[pytest.Item]":
    """Of each test marked `sample(n)` all but n of its cases."""
    left_out = []
    functions: "dict[str, list[pytest.Item]]" = {}
    for item in items:
        if item.get_closest_marker("sample"):
            functions.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for number, cases in enumerate(functions.values()):
        mark = cases[0].get_closest_marker("sample")
        assert mark is not None
        some = min(mark.args[0], len(cases))
        chosen = {(number + at * len(cases) // some) % len(cases) for at in range(some)}
        left_out += [case for at, case in enumerate(cases) if at not in chosen]
    return left_out


def _passed(config: pytest.Config) -> "set[str]":
    path = Path(config.getoption("--figures") or os.devnull)
    if not config.getoption("--resume") or not path.exists():
        return set()
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row["test"] for row in rows if row["outcome"] == "passed"}


class FiguresFile:
    """The file of --figures. With several processes it is written by the first alone."""

    def __init__(self, path: Path):
        self._path = path

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.outcome != "passed":
            row = {
                "test": report.nodeid,
                "outcome": report.outcome,
                "date": datetime.date.today().isoformat(),
                "figures": [pair for pair in report.user_properties if pair[0] in FIGURES],
            }
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out what cannot run here; where all must run, that is a failure."""
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            there = _is_here(name)
            if not there and os.environ.get("ALL_TESTS"):
                pytest.fail(f"{name} is not here", False)
            elif not there:
                pytest.skip(f"{name} is not here")


def _is_here(name: str) -> bool:
    if name in _BUILT:
        return _BUILT[name].is_file()
    if name.startswith("lib"):
        return ctypes.util.find_library(name.removeprefix("lib").rstrip("0123456789")) is not None
    # Servers are in /usr/sbin, which not everybody has on the path.
    return (shutil.which(name) or shutil.which(name, path="/usr/sbin")) is not None


def _interpreter(config: pytest.Config) -> Path:
    given = config.getoption("--micropython")
    path = Path(given).resolve() if given else device.MICROPYTHON
    if not path.is_file():
        raise pytest.UsageError(f"--micropython: no such file: {path}")
    return path


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> "pytest.Collector | None":
    if module_path.parent == device.ON_DEVICE:
        return DeviceFile.from_parent(parent, path=module_path)
    return None


class DeviceFile(pytest.File):
    """One on_device/test_*.py, read but not imported."""

    def collect(self) -> "Iterator[DeviceFunction]":
        tree = ast.parse(self.path.read_text(encoding="utf-8"), str(self.path))
        found = dict(_DEFAULTS)
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                if name in found:
                    found[name] = ast.literal_eval(node.value)
        tests = [
            node
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name.startswith("test_")
        ]
        unknown = set(found["THOROUGH"]) - {node.name for node in tests}
        if unknown:
            raise self.CollectError(f"THOROUGH names no test of this file: {unknown}")
        for node in tests:
            yield from self._items(node, found)

    def _items(
        self, node: "ast.FunctionDef | ast.AsyncFunctionDef", found: dict
    ) -> "Iterator[DeviceFunction]":
        for where in found["RUNS_ON"]:
            if where not in ("micropython", "cpython"):
                raise self.CollectError(f"RUNS_ON names no interpreter known here: {where!r}")
            name = node.name if where == "micropython" else f"{node.name}[{where}]"
            item = DeviceFunction.from_parent(self, name=name)
            item.device_function, item.line, item.where = node.name, node.lineno - 1, where
            item.heap, item.timeout = found["HEAP"], found["TIMEOUT_S"]
            item.shares = where == "micropython" and device.quick() and not found["ALONE"]
            for name in found["NEEDS"]:
                item.add_marker(pytest.mark.needs(name))
            if where == "cpython" or node.name in found["THOROUGH"]:
                item.add_marker("thorough")
            yield item


class DeviceFunction(pytest.Item):
    """One function of a device-side test file on one interpreter."""

    device_function: str  # not `function`: pytest takes that for one of its own
    line: int
    where: str
    heap: str
    timeout: float
    shares: bool

    def runtest(self) -> None:
        printed = self._run_shared() if self.shares else None
        for line in (printed or self._run_alone()).splitlines():
            if line.startswith("FIGURE "):
                told = json.loads(line[7:])
                self.user_properties.append(_known(told["name"], told["value"]))

    def _run_alone(self) -> str:
        interpreter = _interpreter(self.config) if self.where == "micropython" else None
        ran = device.run_function(
            interpreter, self.path, self.device_function, self.heap, self.limit, self._command()
        )
        # The runner's last line and not the status alone: a test that leaves by SystemExit(0)
        # has not passed.
        if ran.status != 0 or not ran.out.endswith(f"returned {self.device_function}\n"):
            raise DeviceError(ran)
        return ran.out

    def _run_shared(self) -> "str | None":
        process = self.config.stash.get(_SHARED, None)
        if process is None or process.of != (self.path, self.heap):
            _close_shared(self.config)
            process = device.SharedProcess(_interpreter(self.config), self.path, self.heap)
            self.config.stash[_SHARED] = process
        printed = process.run(self.device_function, self.limit)
        if printed is None:
            _close_shared(self.config)
            self.add_report_section("call", "shared", "did not pass beside others; ran alone")
        return printed

    @property
    def limit(self) -> float:
        """Seconds that it may take; the long target has hours."""
        return self.timeout * (120 if device.LONG else 1)

    def _command(self) -> str:
        """What runs this test alone, typed in the project's folder."""
        path = os.path.relpath(self.path, device.ROOT)
        given = self.config.getoption("--micropython")
        other = ["--micropython", shlex.quote(given)] if given else []
        return " ".join(["./tools/test.sh", *other, f"{path}::{shlex.quote(self.name)}"])

    def repr_failure(self, excinfo: pytest.ExceptionInfo, style: object = None) -> str:
        if isinstance(excinfo.value, DeviceError):
            ran = excinfo.value.args[0]
            # MicroPython prints the traceback of what nobody caught on stdout.
            said = device.with_source_lines(ran.out + ran.err)
            return f"{said}\n{self.where} ended with status {ran.status}"
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> "tuple[Path, int, str]":
        return self.path, self.line, self.name


def _close_shared(config: pytest.Config) -> None:
    process = config.stash.get(_SHARED, None)
    if process is not None:
        process.close()
        config.stash[_SHARED] = None


def pytest_unconfigure(config: pytest.Config) -> None:
    _close_shared(config)


class DeviceError(Exception):
    """A device-side test failed; the argument is the device.Ran."""


def _known(name: str, value: float) -> "tuple[str, float]":
    assert name in FIGURES, f"{name} is no figure of tests_host/promises.py"
    return name, value


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Callable[[str, float], None]:
    """figure(name, value): tell what this test has tried; a name may be told again."""

    def tell(name: str, value: float) -> None:
        request.node.user_properties.append(_known(name, value))

    return tell


@pytest.fixture(scope="session")
def micropython(pytestconfig: pytest.Config) -> Path:
    """Path of the interpreter that the device side runs on."""
    return _interpreter(pytestconfig)


@pytest.fixture
def flash(tmp_path: Path) -> Path:
    """Path of an erased 16 MB chip."""
    path = tmp_path / "chip.flash"
    path.write_bytes(b"\xff" * (16 << 20))
    return path


@pytest.fixture(scope="session")
def life(micropython: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Path of a chip with a life on it (chip_images.live), for all tests of a process to read."""
    path = tmp_path_factory.mktemp("life") / "desk.flash"
    # The processes of a run have folders beside each other, in that of the run. The first makes
    # the chip.
    folder = tmp_path_factory.getbasetemp()
    made = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "life"
    with open(f"{made}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            chip_images.live(micropython, path)
            path.rename(made)
    shutil.copyfile(made, path)
    return path


@pytest.fixture
def run_mpy(micropython: Path) -> Callable[..., device.Ran]:
    """
    Run code on MicroPython: run_mpy(code, *args, status=0), and device.run_code's keywords.

    Fails the test when the process ends with another status than `status`.
    """

    def run(code: str, *args: object, status: int = 0, **options: object) -> device.Ran:
        ran = device.run_code(micropython, code, *args, **options)  # type: ignore[arg-type]
        if ran.status != status:
            said = device.with_source_lines(ran.out + ran.err)
            pytest.fail(f"status {ran.status}, expected {status}\n{said}", False)
        return ran

    return run


@pytest.fixture
def desk(micropython: Path, tmp_path: Path) -> "Iterator[Callable[..., Desk]]":
    """
    Start the companion: desk(*options) -> Desk, ready, on a chip of this test alone.

    May be called again after kill() or stop(), for a restart on the same chip.
    """
    started: list[Desk] = []

    def start(*options: object, **named: Any) -> Desk:
        if not any(str(option).startswith("--flash") for option in options):
            options = ("--flash", tmp_path / "desk.flash", *options)
        started.append(Desk("--micropython", micropython, *options, **named))
        return started[-1]

    yield start
    for one in started:
        one.close()


@pytest.fixture
def program(tmp_path: Path, micropython: Path) -> "Iterator[Callable[..., Desk]]":
    """Start the desk device with another main.py (and boot.py): program(main, *options)."""
    tree = tmp_path / "tree"
    shutil.copytree(
        device.ROOT / "sim", tree / "sim", ignore=shutil.ignore_patterns("__pycache__")
    )
    (tree / "tools").symlink_to(device.ROOT / "tools")
    for name in ("lib", "firmware", ".venv", "partitions.csv", "partitions-8m.csv"):
        (tree / name).symlink_to(device.ROOT / name)
    # Compiled files are named after their content, so the project's own serve here too.
    compiled = device.ROOT / "build" / "mpy"
    compiled.mkdir(parents=True, exist_ok=True)
    (tree / "build").mkdir()
    (tree / "build" / "mpy").symlink_to(compiled)
    started = []

    def start(main: str, *options: object, boot: str = "", **named: object) -> Desk:
        (tree / "main.py").write_text(main)
        (tree / "boot.py").write_text(boot)
        given = ["--micropython", micropython, "--flash", tmp_path / "chip.flash", *options]
        launcher = [sys.executable, "-I", "-S", tree / "sim" / "launch.py"]
        started.append(Desk(*given, start=launcher, **named))  # type: ignore[arg-type]
        return started[-1]

    yield start
    for one in started:
        one.close()
