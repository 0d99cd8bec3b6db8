# streamgauge: every target sets up what it needs, once, into .venv

PYTHON ?= $(shell command -v python3.11 || echo python3)
VENV := .venv/bin
READY := .venv/.ready
TESTS := $(VENV)/python -m pytest -n 3
BENCHMARKS := report streams lowering lowering_flink operators limit exactness dual

.DEFAULT_GOAL := help
.PHONY: help setup run test test-all check bench docs lock clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

setup: $(READY) ## only set up .venv, as the others do by themselves

run: $(READY) ## the main job: a burst on both of Spark's paradigms and on the dual engine, answers verified, as a page (7 minutes)
	$(VENV)/streamgauge setup
	@# A run that missed something, or whose sender was late, has a page all the same.
	$(VENV)/streamgauge run burst wordcount --engine spark-microbatch,spark-realtime,dual --no-floor --limit 300 --rate bursts:calm=1000,burst=12000,start=40,length=12,gap=30 \
	|| { code=$$?; case $$code in 1|3|6) $(VENV)/streamgauge report last;; esac; exit $$code; }
	$(VENV)/streamgauge report last

test: $(READY) ## the tests
	$(VENV)/streamgauge setup
	$(TESTS)

test-all: $(READY) ## the tests, those marked slow too
	$(VENV)/streamgauge setup
	$(TESTS) -m ""

check: $(READY) ## format, lint, types, import rules
	$(VENV)/ruff format --check .
	$(VENV)/ruff check .
	$(VENV)/mypy
	$(VENV)/lint-imports

bench: $(READY) ## the benchmarks: nothing else should run meanwhile (about four hours); lowering_flink.py asks for `setup flink`
	@missed=""; for each in $(BENCHMARKS); do \
	    echo "benchmarks/$$each.py"; $(VENV)/python benchmarks/$$each.py || missed="$$missed $$each"; \
	done; [ -z "$$missed" ] || { echo "missed:$$missed"; exit 1; }

docs: $(READY) ## print the parts of docs/ that come from the code
	$(VENV)/python -m streamgauge.cli.docs docs

lock: LOCK := uv pip compile --quiet --no-header --universal --python-version 3.11 --generate-hashes
lock: ENGINES := src/streamgauge/engines
lock: ## pin the dependencies again, and those of the engines' own environments (needs uv)
	$(LOCK) --group build -o requirements/build.txt
	$(LOCK) --group dev --group build --extra iot --extra report pyproject.toml -o requirements/all.txt
	$(LOCK) --no-annotate -c requirements/all.txt $(ENGINES)/bytewax/environment.in -o $(ENGINES)/bytewax/environment.txt
	$(LOCK) --no-annotate -c requirements/all.txt $(ENGINES)/flink/environment-build.in -o $(ENGINES)/flink/environment-build.txt
	$(LOCK) --no-annotate $(ENGINES)/flink/environment.in -o $(ENGINES)/flink/environment.txt

clean: ## remove what was set up and what was run
	rm -rf .venv runs .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(READY): requirements/all.txt requirements/build.txt pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "make: $(PYTHON) was not found"; echo "  where: PATH"; echo "  try:   install Python 3.11 or newer, or: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 4; } >&2
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: $(PYTHON) is too old"; echo "  where: $$($(PYTHON) --version)"; echo "  try:   make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 4; } >&2
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "make: $(PYTHON) cannot make environments"; echo "  where: its module venv"; echo "  try:   install it, on Debian: apt-get install python3-venv"; exit 4; } >&2
	@echo "setting up .venv, once (about a minute)"
	@$(PYTHON) -m venv --clear .venv
	@$(VENV)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/build.txt
	@$(VENV)/pip install --quiet --disable-pip-version-check --no-build-isolation --require-hashes -r requirements/all.txt
	@$(VENV)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $(READY)
