#!/usr/bin/env bash
# Backup and repair of a chip's whole flash: see ./tools/chip.sh --help. Sets itself up on first
# use.
set -euo pipefail
SETUP_FOR=board
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
exec "$PYTHON" "$ROOT/tools/chip.py" "$@"
