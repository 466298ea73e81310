#!/usr/bin/env bash
# Draws the demo for README, docs/pictures/demo-*.svg. Sets itself up on first use.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
exec "$PYTHON" "$ROOT/tools/transcript.py"
