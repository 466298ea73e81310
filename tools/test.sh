#!/usr/bin/env bash
# The tests: ./tools/test.sh [pytest arguments]. Sets itself up on first use.
#   --micropython PATH   runs the device side on another interpreter
#   -n 0                 one process (otherwise one for each core)
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$ROOT"
exec "$PYTHON" -m pytest "$@"
