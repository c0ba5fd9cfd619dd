#!/bin/sh
# Installs what the tests of the live table start: PostgreSQL's server and the Chromium browser, from Debian's packages.
# Does nothing where they are there.
set -eu

missing=
# Debian keeps the server's programs off PATH, in a folder for each version.
command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
command -v chromium >/dev/null || missing="$missing chromium"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    printf 'shmear: the tests of the live table need%s. On Debian: sudo apt-get install%s\n' "$missing" "$missing" >&2
    exit 1
fi
echo "Installing$missing (once, about a minute) …"
# shellcheck disable=SC2086 # a list of names
if ! { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } \
    >/dev/null 2>&1; then
    printf 'shmear: could not install%s. Try: apt-get install%s\n' "$missing" "$missing" >&2
    exit 1
fi
