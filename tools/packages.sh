#!/usr/bin/env bash
# lib/mcp and lib/memory as packages for mip: see ./tools/packages.sh --help. Sets itself up on
# first use.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
PYTHONPATH=$ROOT exec "$PYTHON" "$ROOT/tools/packages.py" "$@"
