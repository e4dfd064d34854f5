# Two commands do everything: `make play` and `make test`.
SHELL := /bin/bash
PORT ?= 8000
VENV := .venv
PYTHON := $(VENV)/bin/python
# One more than there are processors: whoever waits for a browser or a server leaves one free.
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) + 1 )))
# Whoever has run out of tests takes some of another's.
PYTEST := $(PYTHON) -m pytest -q -n $(WORKERS) --dist worksteal
# Files and folders that `make test-services` leaves out.
WITHOUT ?=
# Files and folders that `make test-pythons` runs; without a word, all but the browser.
TESTS ?=

.PHONY: setup play env image test test-services test-pythons test-image hostile twins bench lint format rules-coverage mutants numbers lock clean

setup: $(VENV)/.ready

$(VENV)/.ready: requirements/dev.txt tools/setup.sh
	bash tools/setup.sh

play: setup
	$(PYTHON) manage.py migrate --verbosity 0
	$(PYTHON) manage.py demo
	$(PYTHON) manage.py serve --port $(PORT)

env:
	@sh docker/make-env

image:
	bash tools/image.sh

test: setup
	bash tools/browser.sh
	$(PYTEST) -m "not services"

test-services: setup
	bash tools/browser.sh
	POSTGRES_OPTIONS="-c fsync=off -c full_page_writes=off" bash tools/with_services.sh $(PYTEST) $(addprefix --ignore=,$(WITHOUT))

test-pythons: setup
	WORKERS=$(WORKERS) bash tools/pythons.sh $(strip $(TESTS))

test-image: setup
	bash tools/with_services.sh $(PYTHON) -m pytest -q -n 0 -m image tests/image

# Every address of twin games that are equal but for one hidden fact, compared byte for byte.
twins: setup
	$(PYTEST) -m "not services" tests/hidden

# Every attack at full length, and the figures of what others saw meanwhile.
hostile: setup
	bash tools/with_services.sh $(PYTHON) -m tests.hostile

bench: setup
	bash tools/with_services.sh $(PYTHON) -m benchmarks

lint: setup
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/lint-imports
	$(VENV)/bin/mypy rules games notifications leagues accounts wotr

format: setup
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

rules-coverage: setup
	$(PYTHON) tools/rules_coverage.py

# Small faults put into the code one at a time, and which of them the tests find; MUTANTS holds more options.
mutants: setup
	nice -n 10 $(PYTHON) -m tools.mutants $(MUTANTS)

# The numbers of cards and Sovereigns that could be others without any test noticing it; there are none.
numbers: setup
	$(PYTHON) -m tools.numbers

lock: setup
	for part in base dev; do $(VENV)/bin/uv pip compile -q --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate --upgrade requirements/$$part.in -o requirements/$$part.txt; done

clean:
	rm -rf $(VENV) $(VENV)-3.* var
