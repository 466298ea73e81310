#!/usr/bin/env bash
# The benchmarks: ./tools/bench.sh [name [options]], all of them without a name. Prints one JSON
# object a line, {"bench": name, ...}. Sets itself up on first use.
set -uo pipefail
SETUP_FOR=tests
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$ROOT" || exit
# What a benchmark's CPython side may import: the host side of sim/ and the pure modules of lib/.
export PYTHONPATH=$ROOT:$ROOT/lib:$ROOT/tools/cpython

names=()
for file in bench/[!_]*.py; do
    name=${file#bench/}
    names+=("${name%.py}")
done

if (($# == 0)); then
    failed=0
    for name in "${names[@]}"; do
        "$PYTHON" "bench/$name.py" </dev/null || failed=1
    done
    exit "$failed"
fi
name=$1
shift
if [[ " ${names[*]} " != *" $name "* ]]; then
    printf 'bench: no benchmark is called %s; there are: %s\n' "$name" "${names[*]}" >&2
    exit 2
fi
exec "$PYTHON" "bench/$name.py" "$@"
