#!/usr/bin/env bash
# Makes the asset `answers` anew from labelled questions, or with --check tells how good it is:
# ./tools/answers.sh [--check]. Sets itself up on first use.
set -euo pipefail
SETUP_FOR=tests
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$ROOT"
list=$ROOT/tools/requirements-answers.txt
if ! cmp -s "$list" .venv/answers/stamp; then
    rm -rf .venv/answers
    "$PYTHON" -m pip install --quiet --require-hashes --target .venv/answers -r "$list"
    cp "$list" .venv/answers/stamp
fi
PYTHONPATH=$ROOT:$ROOT/lib:$ROOT/tools/cpython exec "$PYTHON" tools/answers.py "$@"
