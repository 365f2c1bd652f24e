# All project commands; `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help run night test test-all check static format bench offline production-check pictures page-pictures rules install lock engine

PYTHON := .venv/bin/python

help:  ## list these targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:[^#]*## */\t/' | expand -t 10

run: .venv/run.stamp  ## run Floorbook with the demo room on 127.0.0.1:8000 (override: PORT, DATA_DIR, DATABASE_URL)
	@exec $(PYTHON) manage.py run_room --demo

night: .venv/run.stamp  ## run it with the demo and a simulated night: 10 tables, one hour
	$(PYTHON) manage.py migrate --verbosity 0
	$(PYTHON) manage.py seed_demo
	$(PYTHON) manage.py simulate --tables 10 --hours 1 --room "Night of $$(date '+%b %-d, %H:%M')" --staff-of "Demo room"
	@exec $(PYTHON) manage.py run_room

test: install  ## test suite, on SQLite and on PostgreSQL + Redis
	@exec $(PYTHON) -m tests.run

test-all: install  ## test suite and the slow tests marked `release`: before a release
	@exec $(PYTHON) -m tests.run --all

check: install  ## format, lint, types, import contracts, migrations and the suite
	@$(MAKE) --no-print-directory --jobs=2 static test

static: install  ## run format, lint (Python and JavaScript), spelling, types, import contracts, migration, wording and docs checks
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/codespell
	.venv/bin/biome lint --error-on-warnings
	.venv/bin/mypy .
	.venv/bin/lint-imports
	$(PYTHON) manage.py makemigrations --check --dry-run
	$(PYTHON) -m pytest --quiet tests/test_contracts.py tests/test_docs.py tests/test_imports.py tests/test_plain_words.py \
	  tests/dealer_ui/test_screen_types.py

format: install  ## format the code and apply lint fixes
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

bench: install  ## run the benchmarks in docs/benchmarks.md
	@exec $(PYTHON) -m tools.bench

offline: install  ## deal an hour without a network in a real browser, and print what came of it as JSON
	@exec $(PYTHON) -m tests.offline

production-check: install  ## start the installation of deploy/ on loopback, use, upgrade and break it; prints one line of JSON
	@exec $(PYTHON) -m tests.production

pictures: install  ## take the pictures of the docs again, from the running product
	@exec $(PYTHON) -m tests.support.screenshots

page-pictures: install  ## take a picture of every page at every size into data/page-pictures (override: PAGE_PICTURES)
	@PAGE_PICTURES=$${PAGE_PICTURES:-data/page-pictures} exec $(PYTHON) -m pytest --quiet tests/floor_ui/browser/test_every_page.py

rules: install  ## list which rules and irregularities have a case or a test
	@exec $(PYTHON) -m tests.rules

install: .venv/dev.stamp  ## install what checks and tests need into .venv

engine: install  ## fetch, trim and compress what the engine needs in a browser (Node.js and npm; for developers)
	$(PYTHON) tools/engine_runtime/make.py

lock: install  ## pin requirements*.in again
	for name in requirements requirements-solver requirements-dev; do \
	  .venv/bin/uv pip compile --quiet --generate-hashes --no-header --python-version 3.11 \
	    $$name.in --output-file $$name.txt || exit 1; done

# A stamp newer than its requirements file means there is nothing to install.
.venv/dev.stamp: requirements-dev.txt
	@tools/install.sh requirements-dev.txt
	@touch .venv/dev.stamp .venv/run.stamp

.venv/run.stamp: requirements.txt
	@tools/install.sh requirements.txt
	@touch $@
