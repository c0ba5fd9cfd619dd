#!/bin/sh
# Writes constraints.txt: one exact release of everything that set-up installs, good for Python 3.11 and newer.
set -eu

new=constraints.txt.new
{
    echo "# Exact releases of everything that set-up installs, on Python 3.11 and newer. Written by 'make pins'."
    # Beside the package: what set-up itself uses, uv to install and hatchling to build.
    printf 'uv\nhatchling\neditables\n' | .venv/bin/uv pip compile -q pyproject.toml - --extra dev --extra bench --upgrade \
        --universal --python-version 3.11 --no-header --no-annotate --no-emit-package shmear
} >"$new"
mv "$new" constraints.txt
