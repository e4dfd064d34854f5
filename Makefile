# Two commands do everything: `make play` and `make test`; `make test-all` runs every test there is.
SHELL := /bin/bash
PORT ?= 8000
VENV := .venv
PYTHON := $(VENV)/bin/python
# One more than there are processors: whoever waits for a browser or a server leaves one free.
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) + 1 )))
# Whoever has run out of tests takes some of another's.
PYTEST := $(PYTHON) -m pytest -q -n $(WORKERS) --dist worksteal
# Whoever starts a Python reads what another has compiled.
unexport PYTHONDONTWRITEBYTECODE
# Where templates lie.
PAGES := templates games/boards
# Deno asks nobody whether there is a newer one.
export DENO_NO_UPDATE_CHECK := 1
# The files in which a test has one of these marks (a|b): nothing else need be imported to run them.
marked = $(shell grep -rlE --include='test_*.py' 'mark\.($(1))\b' tests)

.PHONY: setup play env image test test-long test-services test-pythons test-all test-image test-compiled costs hostile twins bench instructions engine compiled reach events positions lint format rules-coverage mutants numbers lock release clean

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

# What every change is tried with: all that is not long, and the journeys.
test: setup
	bash tools/browser.sh
	$(PYTEST) -m "not long or journey"

test-long: setup
	bash tools/browser.sh
	bash tools/valgrind.sh
	$(PYTEST) -m "long and not journey and not services" $(call marked,long|browser|hostile)

test-services: setup
	POSTGRES_OPTIONS="-c fsync=off -c full_page_writes=off" bash tools/with_services.sh \
	  $(PYTEST) -m "both_databases or services" $(call marked,both_databases|services)

test-pythons: setup
	WORKERS=$(WORKERS) bash tools/pythons.sh $(call marked,pythons)

test-all: test test-long test-services test-pythons

# The processor seconds of every folder of tests, as the tables of docs/performance.md.
costs: setup
	bash tools/browser.sh
	bash tools/valgrind.sh
	$(PYTEST) --costs -m "not services"
	bash tools/with_services.sh $(PYTEST) --costs -m services $(call marked,services)

test-image: setup
	bash tools/with_services.sh $(PYTHON) -m pytest -q -n 0 -m image tests/image

# Every address of twin games that are equal but for one hidden fact, compared byte for byte.
twins: setup
	$(PYTEST) -m "not services" tests/hidden

# Every attack at full length, and the figures of what others saw meanwhile.
hostile: setup
	bash tools/with_services.sh $(PYTHON) -m tests.hostile

# The engine beside python-chess, then the server and everything that has a benchmark of its own.
bench: engine
	bash tools/with_services.sh $(PYTHON) -m benchmarks

# What a choice costs in each title, in the processor's instructions, beside the figures that are kept.
instructions: setup
	bash tools/valgrind.sh
	$(PYTHON) -m benchmarks.instructions

# The same beside random moves of python-chess.
engine: setup
	bash tools/valgrind.sh
	bash tools/engine.sh
	$(VENV)-engine/bin/python -m benchmarks.instructions

# The wheel of compiled modules, in dist/; nothing needs it.
compiled: setup
	bash tools/engine.sh
	$(VENV)-engine/bin/python -m tools.compiled

# The tests of the rules over a copy of the tree in which these modules are loaded.
test-compiled: compiled
	rm -rf var/compiled && mkdir -p var/compiled
	git ls-files -z | xargs -0 cp --parents -t var/compiled
	$(PYTHON) -m zipfile -e dist/wotr_rules_compiled-*.whl var/compiled
	cd var/compiled && WOTR_COMPILED=1 ../../$(PYTEST) -m "not long" tests/rules

# How far random games come, and which tests pin what they do not reach.
reach: setup
	$(PYTHON) -m tools.reach

# Ten thousand random events whose tables, sides and pairs are reckoned a second time.
events: setup
	$(PYTHON) -m benchmarks.events

# The named positions in the middle of golden games, written anew.
positions: setup
	$(PYTHON) -m tools.positions

# Python, templates, scripts and data, styles: each has its linter and its formatter.
lint: setup
	bash tools/browser.sh
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/djangofmt check $(PAGES)
	$(VENV)/bin/djangofmt --check $(PAGES)
	$(VENV)/bin/deno lint
	$(VENV)/bin/deno fmt --check
	$(PYTHON) -m tools.styles
	$(VENV)/bin/lint-imports
	$(VENV)/bin/mypy rules games notifications leagues accounts wotr

format: setup
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .
	$(VENV)/bin/djangofmt check --fix $(PAGES)
	$(VENV)/bin/djangofmt $(PAGES)
	$(VENV)/bin/deno lint --fix
	$(VENV)/bin/deno fmt

rules-coverage: setup
	$(PYTHON) tools/rules_coverage.py

# Small faults put into the code one at a time, and which of them the tests find; MUTANTS holds more options.
mutants: setup
	nice -n 10 $(PYTHON) -m tools.mutants $(MUTANTS)

# The numbers of cards and Sovereigns that could be others without any test noticing it; there are none.
numbers: setup
	$(PYTHON) -m tools.numbers

lock: setup
	for part in base dev engine; do $(VENV)/bin/uv pip compile -q --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate --upgrade requirements/$$part.in -o requirements/$$part.txt; done

# The wheel and the image of this commit, and its tag; nothing is pushed.
release: setup
	$(PYTHON) -m tools.release

clean:
	rm -rf $(VENV) $(VENV)-3.* var dist
