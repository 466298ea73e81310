"""
Writes docs/RELIABILITY.md: each promise, the tests that show it, and the figures they told.

The promises are tests_host/promises.py. The numbers come from running their tests here and now
and are kept in docs/reliability.json, by run and test: `every` is what each run of
./tools/test.sh tries, `long` what LONG=1 tries, benchmarks included. The page is made of the
table and these numbers, and of nothing else.
"""

import argparse
import datetime
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

_HEAD = """# What is promised, and how it is shown

One sentence: what was acknowledged is there, whole, once; and nobody without the key reads or
writes it. Below, each part of it with the tests that show it and what they tried. This page is
written by `./tools/reliability.sh`, from [the table of promises](../tests_host/promises.py) and
the numbers that its tests told when they ran; it is not edited by hand. The tests run on the
simulated chip of a desk device ([design](DESIGN.md)): nothing here was seen on a board.

"""
_RUNS = {
    "every": "What every run of `./tools/test.sh` tries: the first column of figures",
    "long": "What `LONG=1 ./tools/test.sh FILE` and the benchmarks try: the second",
}


def every_promise() -> "list[Promise]":
    """The promises of all parts, in order."""
    return [promise for part in promises.PARTS for promise in part.promises]


def run_tests(tests: "list[str]", long: bool) -> "tuple[dict, bool]":
    """(what each told, whether all passed) of tests of the table, here and now."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "figures"
        command = [sys.executable, "-m", "pytest", "-q", "--figures", str(told)]
        command += [f"tests_host/{test}" for test in tests]
        environment = {**os.environ, "LONG": "1" if long else ""}
        if long:
            command += ["--timeout", "7200"]
        done = subprocess.run(command, cwd=ROOT, env=environment, check=False)
        lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    rows = [json.loads(line) for line in lines]
    return {test: _of_test(test, rows) for test in tests}, done.returncode == 0


def _of_test(test: str, rows: "list[dict]") -> dict:
    """What a name of the table told: the date, how many passed, figures."""
    mine = [row for row in rows if _is_of(row["test"].removeprefix("tests_host/"), test)]
    return {
        "date": datetime.date.today().isoformat(),
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


def run_benchmarks(names: "list[str]") -> "tuple[dict, bool]":
    """(what each told, whether all ran) of benchmarks."""
    found = {}
    well = True
    for name in names:
        command = [str(ROOT / "tools" / "bench.sh"), name]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
        well = well and done.returncode == 0
        figures: dict[str, float] = {}
        for line in done.stdout.splitlines():
            row = json.loads(line)
            if "verdict" in row:
                figures |= {key: row[key] for key in sorted(row) if key in FIGURES}
        today = datetime.date.today().isoformat()
        found[f"bench {name}"] = {"date": today, "passed": 1, "figures": figures}
    return found, well


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


def main(arguments: "list[str]") -> int:
    """Run the command line; the exit status."""
    parser = argparse.ArgumentParser(
        prog="reliability.sh",
        description="Run the tests behind docs/RELIABILITY.md and write it anew.",
    )
    parser.add_argument("--long", action="store_true", help="the long target: hours, not minutes")
    parser.add_argument("--page", action="store_true", help="only the page, of the numbers kept")
    parser.add_argument(
        "tests", nargs="*", help="run these of the table alone (test_power.py); the rest is kept"
    )
    options = parser.parse_args(arguments)
    known = sorted({name for promise in every_promise() for name in sources(promise)})
    chosen = options.tests or known
    if set(chosen) - set(known):
        parser.error("of the table are: " + ", ".join(known))
    numbers = json.loads(NUMBERS.read_text(encoding="utf-8")) if NUMBERS.exists() else {}
    if not options.page:
        told, well = run_tests([n for n in chosen if n.startswith(_TESTS)], options.long)
        if options.long:
            measured, ran = run_benchmarks([n[6:] for n in chosen if n.startswith("bench ")])
            told |= measured
            well = well and ran
        if not well:
            print("reliability: something failed; the page stays as it was", file=sys.stderr)
            return 1
        run = "long" if options.long else "every"
        kept = {name: row for name, row in numbers.get(run, {}).items() if name in known}
        numbers[run] = dict(sorted((kept | told).items()))
        NUMBERS.write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(numbers), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
