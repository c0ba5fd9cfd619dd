#!/bin/sh
# Installs this checkout, editable, into .venv with the exact releases of constraints.txt.
# usage: [PYTHON=python3] tools/setup.sh TARGET     where TARGET is . to play or .[dev] to work on it
set -eu

target=$1
python=${PYTHON:-python3}

fail() {
    printf 'shmear: %s\n' "$@" >&2
    exit 1
}

if ! command -v "$python" >/dev/null; then
    fail "no $python here. Install Python 3.11 or newer, or name one: make PYTHON=python3.12 …"
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    fail "$("$python" --version 2>&1) is too old, 3.11 or newer is needed. Name one: make PYTHON=python3.12 …"
fi

# Debian and its children ship Python without the part that makes virtual environments.
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "Installing $package …"
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package" >/dev/null ||
            fail "could not install $package, which $python needs to make a virtual environment."
    else
        fail "$python cannot make a virtual environment. On Debian or Ubuntu: sudo apt-get install $package"
    fi
fi

echo "Setting up .venv (once, about half a minute) …"
# A .venv whose python is gone or too old (the system's was replaced) is made anew.
if ! .venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    "$python" -m venv --clear .venv
fi

# uv is several times faster; but where it cannot run, or knows less than pip of the way out, pip does the same.
if .venv/bin/python -m pip install -q --disable-pip-version-check -c constraints.txt uv &&
    .venv/bin/uv pip install -q --python .venv/bin/python -c constraints.txt -b constraints.txt -e "$target"; then
    exit 0
fi
echo "uv did not manage it; trying pip, which takes longer …"
.venv/bin/python -m pip install -q --disable-pip-version-check -c constraints.txt -e "$target"
