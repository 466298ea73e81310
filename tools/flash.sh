#!/usr/bin/env bash
# The companion onto a board: see ./tools/flash.sh --help. Sets itself up on first use.
set -euo pipefail
SETUP_FOR=board
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
PYTHONPATH=$ROOT exec "$PYTHON" "$ROOT/tools/flash.py" "$@"
