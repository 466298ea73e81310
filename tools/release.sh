#!/usr/bin/env bash
# Versions of the app for devices to update to: see ./tools/release.sh --help. Sets itself up on
# first use.
set -euo pipefail
SETUP_FOR=board
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
PYTHONPATH=$ROOT exec "$PYTHON" "$ROOT/tools/release.py" "$@"
