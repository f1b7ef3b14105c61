# Beaten Zone. `make help` lists what there is. Needs Python 3.11 or newer; everything else it gets itself.
SHELL := /bin/bash
VENV ?= .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell tools/find-python.sh)
PORT ?= 8014
LOCK := $(BIN)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-emit-find-links --no-header \
	--python-version 3.11 $(UPGRADE)
PAGES := $(shell find frontend/src frontend/styles frontend/icons frontend/assets -type f) frontend/build.mjs
TESTED_APART := tests/browser
# Tests with a browser and tests without run beside each other: where one waits, for a page or for a clock, another has its core.
TOGETHER := 2
BROWSERS_TOGETHER := 2
# What was compiled is kept, whatever the machine says: else each worker and each service of a test compiles all of it anew.
test quick coverage: export PYTHONDONTWRITEBYTECODE :=
# It lies in the work tree: an environment may be shared.
test quick coverage: export PYTHONPYCACHEPREFIX := $(CURDIR)/.pytest_cache/compiled
# What tests write is thrown away: in memory, where there is some to spare, no disk that stands still holds them up.
test quick coverage: export PYTEST_DEBUG_TEMPROOT := $(shell tools/spare-memory.sh)

CHECKS := check-types check-style check-pages
# Two at once, each told of whole, and all of it even if one fails. The types fill a core by themselves: they come first.
SIDE_BY_SIDE := $(MAKE) --no-print-directory --jobs=2 --output-sync --keep-going

.DEFAULT_GOAL := help
.PHONY: help run setup build check $(CHECKS) compile-tests quick test test-pages test-others coverage clauses docs lock bench torture clean

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(VENV)/.can-run build  ## set up what is missing, then serve the table (PORT=8015 for another port)
	@BEATENZONE_PORT=$(PORT) $(BIN)/python -m app serve

setup: $(VENV)/.can-test  ## make the environment for working on the project

build: frontend/static/dist/manifest.json  ## build scripts, styles and icons of the pages

check: setup build  ## format, lint, types (Python and TypeScript), import contracts, spelling, prose
	+@$(SIDE_BY_SIDE) $(CHECKS)

check-types:
	$(BIN)/mypy

check-style:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/codespell
	$(BIN)/python tools/prose.py

check-pages:
	tools/with-node.sh $(VENV) npm --prefix frontend run --silent check
	tools/with-node.sh $(VENV) npm --prefix frontend test --silent

# Once, beside the checks: else each worker finds nothing compiled, and they all compile the same at the same time.
compile-tests:
	@$(BIN)/python tools/lend-what-is-compiled.py
	@$(BIN)/python -m pytest -q --collect-only > .pytest_cache/collected || { cat .pytest_cache/collected; exit 1; }

quick: setup  ## checks and tests of what changed since main (AGAINST=HEAD~1 for another commit)
	@$(BIN)/python tools/quick.py $(if $(AGAINST),--against $(AGAINST))

test: setup build  ## everything: the checks and every test, databases and browser included
	@tools/need-chromium.sh
	@mkdir -p .pytest_cache
	@echo "Each check and each half of the tests is told of when it is done: the halves last some minutes."
	+@$(SIDE_BY_SIDE) compile-tests check-types test-pages check-style check-pages test-others

test-pages: compile-tests
	$(BIN)/python -m pytest -q -n $(BROWSERS_TOGETHER) --dist worksteal $(TESTED_APART)

test-others: compile-tests
	$(BIN)/python -m pytest -q -n $(TOGETHER) --dist loadfile --no-loadscope-reorder $(addprefix --ignore=,$(TESTED_APART))

# Code runs slower while it is measured. A test with a time limit may fail; the report is printed all the same.
coverage: setup build  ## run the tests and print line coverage, browser tests left out (TESTS=tests/rules for some)
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -q -n $(TOGETHER) --dist loadfile $(or $(TESTS),tests --ignore=$(TESTED_APART)); code=$$?; \
	$(BIN)/coverage combine --quiet && \
	for package in rules app playsheets; do \
		echo "$$package: $$($(BIN)/coverage report --format=total --include="$$package/*") % of lines"; \
	done; exit $$code

clauses: setup  ## every clause of the book: how far it is acted on, by what data and functions, and its cases
	@$(BIN)/python -m tests.conformance $(CLAUSES)

docs: setup  ## write docs/settings.md anew from the code
	$(BIN)/python -m app settings > docs/settings.md

lock: setup  ## lock the dependencies anew, with hashes, and list them in locks/sbom.cdx.json (UPGRADE=--upgrade for the newest)
	$(LOCK) pyproject.toml -o locks/runtime.txt
	$(LOCK) pyproject.toml --group dev -c locks/runtime.txt -o locks/dev.txt
	$(LOCK) --group node -o locks/node.txt
	tools/with-node.sh $(VENV) npm --prefix frontend install --package-lock-only --omit-lockfile-registry-resolved
	$(BIN)/python tools/sbom.py

bench: setup build  ## measure speed against floors and moonshots
	@tools/run-if-there.sh $(BIN)/python tests/bench "Nothing is measured yet: tests/bench has no __main__.py."

torture: setup build  ## the long tests: kills, races, guesses (ROWS="kills S4" for some, SHARE=0.1 for a part)
	@tools/run-if-there.sh $(BIN)/python tests/torture "There are no long tests yet: tests/torture has no __main__.py." \
		$(ROWS) --share $(or $(SHARE),1)

clean:  ## throw away what was built; games and the environment stay
	rm -rf frontend/static/dist frontend/build frontend/node_modules .mypy_cache .ruff_cache .pytest_cache .coverage*

$(BIN)/python:
	@tools/make-environment.sh "$(PYTHON)" $(VENV)

$(VENV)/.can-run: locks/runtime.txt pyproject.toml | $(BIN)/python
	@echo "Getting what the service needs (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r locks/runtime.txt
	@touch $@

$(VENV)/.can-test: locks/dev.txt pyproject.toml | $(BIN)/python
	@echo "Getting what the tests need (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r locks/dev.txt
	@# The command `beatenzone` goes into the project's own environment, never into one that is shared.
	@[ $(VENV) != .venv ] || $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/.can-run

frontend/node_modules/.ready: frontend/package-lock.json | $(BIN)/python
	@echo "Getting what the pages are built with (once) ..."
	@tools/with-node.sh $(VENV) npm --prefix frontend ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@

frontend/static/dist/manifest.json: frontend/node_modules/.ready $(PAGES)
	@tools/with-node.sh $(VENV) npm --prefix frontend run --silent build
