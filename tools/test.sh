#!/usr/bin/env bash
# The tests: ./tools/test.sh [--all] [pytest arguments]. Sets itself up on first use.
#   --all                everything; without it every promise once, in about 5 minutes. A file
#                        or test that is named runs whole either way
#   --micropython PATH   runs the device side on another interpreter
#   -n 0                 one process (otherwise four on two cores)
set -euo pipefail
SETUP_FOR=tests
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$ROOT"
# Test modules are compiled once, whatever the caller's Python is told: it halves the collection.
unset PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX=$ROOT/build/pycache
exec "$PYTHON" -m pytest "$@"
