#!/usr/bin/env bash
# What can be told without running: style, formatting, types. Sets itself up on first use.
set -uo pipefail
SETUP_FOR=tests
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$ROOT" || exit
failed=0

run() {
    echo "check: $*"
    "$PYTHON" -m "$@" || failed=1
}

run ruff check --output-format concise .
run ruff format --check .
# Device code against MicroPython's own modules, host code against CPython's.
run mypy --config-file tools/mypy-device.ini
run mypy --config-file tools/mypy-host.ini
exit "$failed"
