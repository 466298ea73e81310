"""
Writes docs/RELIABILITY.md: each promise, the tests that show it, and the figures they told.

The promises are tests_host/promises.py. The numbers come from running their tests here and now
and are kept in docs/reliability.json, by run and test: `every` is what each run of
./tools/test.sh --all tries, `long` what LONG=1 tries, benchmarks included. The page is made of the
table and these numbers, and of nothing else.

The long run takes hours and may be stopped: what has passed is kept in build/, one file for each
state of the device's sources, and the next start goes on with the rest.
"""

import argparse
import datetime
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import promises
from promises import FIGURES, Promise

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "RELIABILITY.md"
_TESTS = ("test_", "on_device/")
NUMBERS = ROOT / "docs" / "reliability.json"
_NOTHING_LEFT = 5  # pytest's status where no test was to run
_SOURCES = ("boot.py", "main.py", "lib", "firmware")

_HEAD = """# What is promised, and how it is shown

One sentence: what was acknowledged is there, whole, once; and nobody without the key reads or
writes it. Below, each part of it with the tests that show it and what they tried. This page is
written by `./tools/reliability.sh`, from [the table of promises](../tests_host/promises.py) and
the numbers that its tests told when they ran; it is not edited by hand. The tests run on the
simulated chip of a desk device ([design](DESIGN.md)): nothing here was seen on a board.

"""
_RUNS = {
    "every": "What every run of `./tools/test.sh --all` tries: the first column of figures",
    "long": "What `LONG=1 ./tools/test.sh FILE` and the benchmarks try: the second",
}


def every_promise() -> "list[Promise]":
    """The promises of all parts, in order."""
    return [promise for part in promises.PARTS for promise in part.promises]


def progress() -> Path:
    """The file that has what has passed of a long run on these sources, whatever the commit."""
    content = hashlib.sha256()
    for place in _SOURCES:
        for path in [ROOT / place, *sorted((ROOT / place).rglob("*.py"))]:
            if path.is_file():
                data = path.read_bytes()
                content.update(f"{path.relative_to(ROOT)} {len(data)}\n".encode() + data)
    return ROOT / "build" / f"reliability-{content.hexdigest()[:12]}.jsonl"


def run_tests(tests: "list[str]", told: Path, long: bool) -> bool:
    """Run tests of the table here and now; `told` gets what they tell. Whether all passed."""
    command = [sys.executable, "-m", "pytest", "-q", "--figures", str(told)]
    command += [f"tests_host/{test}" for test in tests]
    environment = {**os.environ, "LONG": "1" if long else ""}
    if long:
        command += ["--timeout", "14400", "--resume"]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False)
    return done.returncode in (0, _NOTHING_LEFT)


def run_benchmarks(names: "list[str]", told: Path) -> bool:
    """Run benchmarks that have not passed yet, likewise."""
    passed = {row["test"] for row in rows_of(told)}
    for name in names:
        if f"bench {name}" not in passed:
            command = [str(ROOT / "tools" / "bench.sh"), name]
            done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
            if done.returncode != 0:
                sys.stderr.write(done.stdout.decode())  # what it measured, and what drifts
                return False
            rows = [json.loads(line) for line in done.stdout.splitlines()]
            pairs = [pair for row in rows if "verdict" in row for pair in sorted(row.items())]
            row = {
                "test": f"bench {name}",
                "outcome": "passed",
                "date": datetime.date.today().isoformat(),
                "figures": [pair for pair in pairs if pair[0] in FIGURES],
            }
            with told.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
    return True


def rows_of(told: Path) -> "list[dict]":
    """What the file has of each test; of one that ran twice the later."""
    lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    return list({row["test"]: row for row in map(json.loads, lines)}.values())


def of_test(test: str, rows: "list[dict]") -> dict:
    """What a name of the table told: the date, how many passed, figures."""
    mine = [row for row in rows if _is_of(row["test"].removeprefix("tests_host/"), test)]
    return {
        "date": max(row["date"] for row in mine),
        "passed": sum(row["outcome"] == "passed" for row in mine),
        "figures": put_together([pair for row in mine for pair in row["figures"]]),
    }


def _is_of(name: str, test: str) -> bool:
    """Whether a test that ran belongs to a name of the table."""
    return name == test or name.startswith((test + "::", test + "["))


def put_together(told: "list") -> "dict[str, float]":
    """Figure name to number, of (name, number) as the tests told them."""
    found: dict[str, float] = {}
    for name, value in told:
        how = FIGURES[name].how
        if name not in found or how == "last":
            found[name] = value
        elif how == "sum":
            found[name] += value
        else:
            found[name] = (max if how == "max" else min)(found[name], value)
    return dict(sorted(found.items()))


def page(numbers: dict) -> str:
    """The page made of the table and these numbers."""
    out = [_HEAD]
    for run, words in _RUNS.items():
        days = sorted(row["date"] for row in numbers.get(run, {}).values())
        if days:
            when = days[0] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"
            out.append(f"- {words} ({when}).\n")
    for part in promises.PARTS:
        out.append(f"\n## {part.heading}\n\n| promise | shown by | every run | long run |\n")
        out.append("|---|---|---|---|\n")
        out.extend(_row(each, numbers) for each in part.promises)
    return "".join(out)


def sources(promise: Promise) -> "list[str]":
    """Under which names its numbers are kept."""
    return [*promise.tests, *([f"bench {promise.bench}"] if promise.bench else [])]


def _row(promise: Promise, numbers: dict) -> str:
    tests = [f"`{test}`" for test in promise.tests]
    if promise.bench:
        tests.append(f"`./tools/bench.sh {promise.bench}`")
    cells = [promise.says, "<br>".join(tests)]
    for run in _RUNS:
        rows = [numbers.get(run, {}).get(name) for name in sources(promise)]
        found = [row for row in rows if row]
        figures = put_together([pair for row in found for pair in row["figures"].items()])
        told = []
        if run == "every" and found:
            told.append(f"{sum(row['passed'] for row in found)} tests")
        there = [name for name in promise.figures if name in figures]
        told += [f"{_number(figures[name])} {FIGURES[name].words}" for name in there]
        cells.append("<br>".join(told))
    return "| " + " | ".join(cells) + " |\n"


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def _run(names: "list[str]", long: bool) -> "list[dict] | None":
    """What these names of the table told, or None where one failed."""
    tests = [name for name in names if name.startswith(_TESTS)]
    with tempfile.TemporaryDirectory() as folder:
        told = progress() if long else Path(folder) / "figures"
        told.parent.mkdir(exist_ok=True)
        well = not tests or run_tests(tests, told, long)
        if long:
            well = run_benchmarks([n[6:] for n in names if n.startswith("bench ")], told) and well
        return rows_of(told) if well else None


def main(arguments: "list[str]") -> int:
    """Run the command line; the exit status."""
    parser = argparse.ArgumentParser(
        prog="reliability.sh",
        description="Run the tests behind docs/RELIABILITY.md and write it anew.",
    )
    parser.add_argument(
        "--long",
        action="store_true",
        help="the long target: hours, not minutes; goes on where it was stopped",
    )
    parser.add_argument("--page", action="store_true", help="only the page, of the numbers kept")
    parser.add_argument(
        "tests", nargs="*", help="run these of the table alone (test_power.py); the rest is kept"
    )
    options = parser.parse_args(arguments)
    known = sorted({name for promise in every_promise() for name in sources(promise)})
    chosen = options.tests or known
    if set(chosen) - set(known):
        parser.error("of the table are: " + ", ".join(known))
    rows = None if options.page else _run(chosen, options.long)
    # Read after the run, which takes hours: another one may have ended meanwhile.
    numbers = json.loads(NUMBERS.read_text(encoding="utf-8")) if NUMBERS.exists() else {}
    if not options.page:
        if rows is None:
            print("reliability: something failed; the page stays as it was", file=sys.stderr)
            return 1
        run = "long" if options.long else "every"
        kept = {name: row for name, row in numbers.get(run, {}).items() if name in known}
        ran = [name for name in chosen if options.long or name.startswith(_TESTS)]
        told = {name: of_test(name, rows) for name in ran}
        numbers[run] = dict(sorted((kept | told).items()))
        NUMBERS.write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(numbers), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
