# Beaten Zone. `make help` lists what there is.
SHELL := /bin/bash
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
NODE_BIN := $(shell command -v node >/dev/null 2>&1 && [ "$$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] && echo "" || echo "$(abspath $(BIN)):")
export PATH := $(NODE_BIN)$(PATH)

.DEFAULT_GOAL := help
.PHONY: help setup build check test lock

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(VENV)/.ready  ## make the environment from the locked, hashed dependencies

$(VENV)/.ready: locks/dev.txt
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r locks/dev.txt
	@touch $@

frontend/node_modules/.ready: frontend/package-lock.json | $(VENV)/.ready
	cd frontend && npm ci --no-audit --no-fund --silent
	@touch $@

build: frontend/static/dist/manifest.json  ## build the front end

frontend/static/dist/manifest.json: frontend/node_modules/.ready $(shell find frontend/src frontend/styles frontend/icons -type f 2>/dev/null)
	cd frontend && npm run --silent build

check: setup build  ## format, lint, types and import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd frontend && npm run --silent check && npm test --silent

test: check  ## everything: the checks and every test, the browser's included
	@[ -x /usr/bin/chromium ] || { echo "The browser tests need chromium: apt-get install chromium"; exit 1; }
	$(BIN)/python -m pytest -q -n 2 --dist loadfile --ignore=tests/browser
	$(BIN)/python -m pytest -q tests/browser

lock:  ## refresh the locked dependencies
	$(BIN)/uv pip compile -q --upgrade --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 pyproject.toml -o locks/runtime.txt
	$(BIN)/uv pip compile -q --upgrade --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 --group dev pyproject.toml -o locks/dev.txt
	cd frontend && npm install --package-lock-only --omit-lockfile-registry-resolved
