#!/usr/bin/env bash
# Takes the pictures of the set-up's page in docs/pictures from a desk device, with Debian's
# chromium (and a font that has Chinese, such as fonts-wqy-microhei). Sets itself up on first use.
set -euo pipefail
SETUP_FOR=tests
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$ROOT"
exec "$PYTHON" tools/pictures.py "$@"
