#!/usr/bin/env bash
# Who may reach the companion over HTTP: see ./tools/keys.sh --help. Sets itself up on first use.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
exec "$PYTHON" "$ROOT/tools/keys.py" "$@"
