#!/usr/bin/env bash
# The owner's data, out of the companion and into it: see ./tools/memory.sh --help. Sets itself up
# on first use.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
exec "$PYTHON" "$ROOT/tools/memory.py" "$@"
