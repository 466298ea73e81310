#!/usr/bin/env bash
# Writes docs/RELIABILITY.md from what the tests have tried: see ./tools/reliability.sh --help.
# Sets itself up on first use.
set -euo pipefail
SETUP_FOR=tests
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$ROOT"
PYTHONPATH=$ROOT/tests_host exec "$PYTHON" tools/reliability.py "$@"
