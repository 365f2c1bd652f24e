"""A pytest plugin: a data folder and a Redis of each worker's own, and no test skipped in silence."""

import atexit
import gc
import os
import shutil
import sys
from collections.abc import Generator
from pathlib import Path
from tempfile import mkdtemp

import hypothesis
import pytest

from tests.run import BROWSER_FOLDERS, UNLIMITED
from tests.support.database_choice import uses_database
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

SLOWEST = {"live_room", "new_room"}


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


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what was loaded: a twentieth of the processor time of tests of pages."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test that uses the database `db`. Raises `UsageError` for a browser's test that `make test` would miss."""
    if uses_database(item):
        item.add_marker("db")
    is_in_browser = item.get_closest_marker("browser") is not None
    if is_in_browser != (BROWSER_FOLDERS in item.path.parts):
        raise pytest.UsageError(
            f"{item.nodeid}: tests marked `browser` are in a folder named `browser`, and no others"
        )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slowest tests, those with a room of their own, first: no worker begins one when the others are done."""
    items.sort(key=_place)


def _place(item: pytest.Item) -> tuple[bool, bool]:
    """Return what orders the tests: the slowest first, then those of a group that share what it started."""
    is_slow = not SLOWEST.isdisjoint(getattr(item, "fixturenames", ()))
    return not is_slow, item.get_closest_marker("xdist_group") is None
