#!/usr/bin/env bash
# Writes firmware/network/roots.py, the authorities that a device believes, from the pinned package
# certifi. Sets itself up on first use.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
PYTHONPATH=$ROOT exec "$PYTHON" "$ROOT/tools/roots.py" "$@"
