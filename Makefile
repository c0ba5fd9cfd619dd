# Everything a contributor or a player runs. Each target sets up .venv by itself, once; later runs find it ready.

PYTHON ?= python3
MINUTES ?= 10
ARGS ?=

BIN := .venv/bin
STARTED := $(shell date +%s)
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help play test lint format fuzz soak bench docs screenshots pins web kernel services clean

help: ## list these targets
	@echo 'usage: make TARGET [ARGS="…"] [MINUTES=10] [PYTHON=python3]'
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' Makefile

play: .venv/.ready-play ## serve the table and open the browser on one with bots; ARGS="…" goes to `shmear serve`
	@$(MAKE) -j2 web kernel
	@SHMEAR_STARTED=$(STARTED) $(BIN)/shmear serve --open $(ARGS)

test: lint services web kernel ## everything that must pass: lint, the browser client's own checks, then the tests
	@sh tools/web.sh --check
	@$(BIN)/python -m pytest -n auto

soak: .venv/.ready-dev services web ## the long form of the live table's tests, with their figures at the end
	@$(BIN)/python tools/soak.py

# Built into the package; at once done where nothing has changed.
web:
	@sh tools/web.sh

# Machine code for the kernel, compiled once for this machine: nobody waits for it in a game.
kernel: .venv/.kernel
.venv/.kernel: $(wildcard src/shmear/kernel/*.py src/shmear/search/*.py) | .venv/.ready-play
	@$(BIN)/python -m shmear.search
	@touch $@

# What the tests start: PostgreSQL and Chromium.
services:
	@sh tools/services.sh

# Without PYRIGHT_PYTHON_IGNORE_WARNINGS pyright would ask the network for a newer release of itself at every run.
lint: .venv/.ready-dev ## style, format, types and the direction of imports
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright
	@$(BIN)/lint-imports

format: .venv/.ready-dev ## put the code into the project's format and mend what ruff can mend
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .

fuzz: .venv/.ready-dev ## hunt for a bad record or a crash for MINUTES=10 minutes
	@$(BIN)/python tools/fuzz_records.py --minutes $(MINUTES)

bench: .venv/.ready-bench kernel ## run every benchmark; each prints a ratio to a control measured in the same run
	@for file in benchmarks/*.py; do echo "== $$file"; $(BIN)/python "$$file" || exit 1; done

screenshots: .venv/.ready-dev services web ## pictures of every page and state into screenshots/
	@$(BIN)/python tools/screenshots.py

docs: .venv/.ready-bench kernel ## write the generated pages and golden files anew
	@$(BIN)/python tools/generate.py
	@$(BIN)/python tools/odds.py

pins: .venv/.ready-dev ## resolve constraints.txt anew, to the newest releases
	@sh tools/pins.sh

clean: ## remove .venv, caches and built files
	@rm -rf .venv .hypothesis .import_linter_cache .pytest_cache .ruff_cache build dist screenshots
	@rm -rf web/node_modules src/shmear/server/static
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Players get the game and nothing else; contributors get the tools too, which are larger.
.venv/.ready-play: pyproject.toml constraints.txt tools/setup.sh
	@PYTHON="$(PYTHON)" sh tools/setup.sh .
	@touch $@

.venv/.ready-dev: pyproject.toml constraints.txt tools/setup.sh
	@PYTHON="$(PYTHON)" sh tools/setup.sh '.[dev]'
	@touch .venv/.ready-play $@

# The benchmarks compare with DDS; they and the docs draw plots.
.venv/.ready-bench: pyproject.toml constraints.txt tools/setup.sh
	@PYTHON="$(PYTHON)" sh tools/setup.sh '.[dev,bench]'
	@touch .venv/.ready-play .venv/.ready-dev $@
