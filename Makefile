# Everything that is done with the project; `make` alone lists it.
.DEFAULT_GOAL := help
.PHONY: help run night test check static format bench rules install lock

PYTHON := .venv/bin/python

help:  ## what there is
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:[^#]*## */\t/' | expand -t 10

run: .venv/run.stamp  ## the room, on 127.0.0.1:8000 (PORT, DATA_DIR and DATABASE_URL override)
	@exec $(PYTHON) manage.py run_room

night: .venv/run.stamp  ## the room with a simulated night beside the demo: 10 tables, an hour
	$(PYTHON) manage.py migrate --verbosity 0
	$(PYTHON) manage.py shell --verbosity 0 -c "from tables.demo import seed; seed()"
	$(PYTHON) manage.py simulate --tables 10 --hours 1 --room "Night of $$(date '+%d %b, %H:%M')"
	@exec $(PYTHON) manage.py run_room

test: install  ## the whole suite, on SQLite and on PostgreSQL + Redis
	@exec $(PYTHON) -m tests.run

check: install  ## format, lint, types, import contracts, migrations, and the suite meanwhile
	@$(MAKE) --no-print-directory --jobs=2 static test

static: install
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy .
	.venv/bin/lint-imports
	$(PYTHON) manage.py makemigrations --check --dry-run

format: install  ## format the code and mend what lint can mend
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

bench: install  ## the benchmarks of docs/benchmarks.md
	@exec $(PYTHON) -m bench

rules: install  ## which rules and irregularities of the catalogue have a case or a test
	@exec $(PYTHON) -m tests.rules

install: .venv/dev.stamp  ## what the checks and tests need, into .venv

lock: install  ## pin anew what requirements*.in ask for
	for name in requirements requirements-dev; do \
	  .venv/bin/uv pip compile --quiet --generate-hashes --no-header --python-version 3.11 \
	    $$name.in --output-file $$name.txt || exit 1; done

# A stamp is newer than the list that it installed: the next start installs nothing.
.venv/dev.stamp: requirements-dev.txt
	@scripts/install.sh requirements-dev.txt
	@touch .venv/dev.stamp .venv/run.stamp

.venv/run.stamp: requirements.txt
	@scripts/install.sh requirements.txt
	@touch $@
