"""A pytest plugin: a data folder and a Redis of each worker's own, and no test skipped in silence."""

import atexit
import gc
import os
import re
import shutil
import sys
from collections.abc import Generator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import hypothesis
import pytest

from tests.run import (
    ALL_FILES,
    BROWSER,
    DOMAIN,
    EDGES,
    LOCKS,
    OF_TEXTS,
    ON_BOTH,
    PAGES,
    PART,
    REST,
    RULES,
    RULES_AND_TABLES,
    SOCKETS,
    UNLIMITED,
    WITHOUT_DATABASE,
)
from tests.support.prepared_lessons import share_lessons
from tests.support.tmpfs import write_in_memory

write_in_memory()

# The suite starts hundreds of processes; without bytecode each of them would compile the project again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Before Django reads its settings. Nothing of a test is left in the project, and two runs may
# go on at the same time.
os.environ["DATA_DIR"] = mkdtemp(prefix="floorbook-test-")
atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)
share_lessons(Path(os.environ["DATA_DIR"]))

os.environ.update(UNLIMITED)

# A busy machine draws slowly; how long a test takes says nothing about the rule it holds.
hypothesis.settings.register_profile(
    "busy", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("busy")

# Files of a run that are not of its part need not be imported.
part = os.environ.get(PART, ALL_FILES)

PROJECT = Path(__file__).parent.parent
SLOWEST = {"live_room", "new_room"}
SHARING = (
    "tests/dealer_ui/school/browser/",
)  # packages that start a tablet once for all their tests
# A file whose tests run on PostgreSQL says so in its text; if it does not, it is an error, so no other is imported.
TOUCHES = re.compile(r"mark\.db\b|django_db|transaction|live_room|new_room")
WAITS_FOR_COMMITS = re.compile(r"transaction|live_room|new_room")
CROSSES = re.compile(r"crossing")
COMMITS = {"transactional_db", "live_room", "new_room"}
ONLY_SQLITE, ONLY_POSTGRESQL = "release_on_postgresql", "release_on_sqlite"
NEEDS_DATABASE = {"db", "transactional_db", "django_db_setup", "live_room", "new_room"}


def _fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"No test is skipped in silence: {report.longrepr}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip in a test or its fixtures into a failure."""
    report = yield
    _fail_if_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn a skip of a whole module into a failure."""
    report = yield
    _fail_if_skipped(report)
    return report


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out files without a test of this part; markers select among the others."""
    if part == ALL_FILES or not collection_path.name.startswith("test_"):
        return None
    in_browser = "browser" in collection_path.parts
    # Tests of this plugin run files elsewhere.
    is_ours = collection_path.is_relative_to(PROJECT)
    path = collection_path.relative_to(PROJECT).as_posix() if is_ours else ""
    if part in (RULES, REST):
        is_of_part = path.startswith(RULES_AND_TABLES) == (part == RULES)
        return None if is_of_part and not in_browser and path not in OF_TEXTS else True
    if part == ON_BOTH:
        is_page = path.startswith(PAGES) and not in_browser
        return True if is_page or (is_ours and not _says_postgresql(collection_path)) else None
    has_browser_tests = part == BROWSER and "mark.browser" in collection_path.read_text()
    return None if has_browser_tests else True


@cache
def _says_postgresql(file: Path) -> bool:
    """Return whether the text of a file says that some of its tests run on PostgreSQL."""
    path = file.relative_to(PROJECT).as_posix()
    sign = WAITS_FOR_COMMITS if path.startswith(EDGES) else TOUCHES
    return bool((CROSSES if "browser" in file.parts else sign).search(file.read_text()))


def _check_text(item: pytest.Item) -> None:
    """Raise `UsageError` for a test on PostgreSQL whose file does not say so: `make test` would leave it out there."""
    names = {mark.name for mark in item.iter_markers()}
    in_browser = "browser" in names
    is_chosen = "db" in names and not names & {"once", ONLY_SQLITE} and not in_browser
    if not (is_chosen or (in_browser and "crossing" in names)):
        return
    if not item.nodeid.startswith(PAGES) and not _says_postgresql(item.path):
        raise pytest.UsageError(
            f"{item.nodeid} runs on PostgreSQL: its file must say so, as by `pytestmark = pytest.mark.db`"
        )


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what was loaded: a twentieth of the processor time of tests of pages."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _once_until_release(item: pytest.Item, commits: bool) -> str | None:
    """Return the marker of a test that `make test` runs on one of the databases only, None on both."""
    if commits and item.nodeid.startswith(SOCKETS):
        return ONLY_POSTGRESQL
    if item.nodeid.startswith(EDGES):
        return None if commits else ONLY_SQLITE
    is_chosen = item.get_closest_marker("once") or item.get_closest_marker(ONLY_SQLITE)
    is_of_domain = item.nodeid.startswith(DOMAIN) and not item.nodeid.startswith(PAGES)
    waits = commits and item.nodeid.startswith(LOCKS)
    return ONLY_POSTGRESQL if is_of_domain and not (is_chosen or waits) else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """Mark what touches the database `db`, so that it runs on both.

    Some run on one of them, and on the other before a release: edges that roll back on SQLite, and the domain, but for
    what writers wait for, on PostgreSQL.

    Those with a room of their own, the slowest, come first: no worker begins one when the others are done. A package
    whose tests share a tablet is dealt with by one worker, in a row.
    """
    for item in items:
        if "browser" in item.path.parts and not item.get_closest_marker("browser"):
            raise pytest.UsageError(
                f"{item.nodeid} is among the browser's tests and isn't marked so"
            )
        fixtures = set(getattr(item, "fixturenames", ()))
        if package := next((one for one in SHARING if item.nodeid.startswith(one)), None):
            item.add_marker(pytest.mark.xdist_group(package))
        database = item.get_closest_marker("django_db")
        if database or fixtures & NEEDS_DATABASE:
            item.add_marker("db")
            commits = fixtures & COMMITS or (database and database.kwargs.get("transaction"))
            if marker := _once_until_release(item, bool(commits)):
                item.add_marker(marker)
            if item.nodeid.startswith(f"{WITHOUT_DATABASE}/"):
                raise pytest.UsageError(
                    f"{item.nodeid} uses the database: see WITHOUT_DATABASE in tests/run.py"
                )
            if item.path.is_relative_to(PROJECT):
                _check_text(item)
    yield
    items.sort(key=_place)


def _place(item: pytest.Item) -> tuple[bool, bool]:
    """Return what orders the tests: the slowest first, then those of a package that share what it started."""
    is_slow = bool(SLOWEST & set(getattr(item, "fixturenames", ())))
    return not is_slow, not item.nodeid.startswith(SHARING)
