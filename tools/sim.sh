#!/usr/bin/env bash
# The companion on a desk: see ./tools/sim.sh --help. Sets itself up on first use.
set -euo pipefail
SETUP_EVENTS=1
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
# exec all the way down: the process that the caller started is the device, so that killing it
# is a power cut.
exec "$PYTHON" -I -S "$ROOT/sim/launch.py" "$@"
