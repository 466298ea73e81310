#!/usr/bin/env bash
# A board on a serial port as an MCP server on stdin and stdout, for desktop hosts:
# ./tools/mcp_serial.sh PORT. Sets itself up on first use.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
exec "$PYTHON" "$ROOT/tools/mcp_serial.py" "$@"
