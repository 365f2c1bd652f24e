"""`make test`: the suite on SQLite, and what touches a database on PostgreSQL + Redis, on every core.

`make test-all` also runs the tests marked `release`.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from ctypes.util import find_library
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO
from urllib.parse import urlsplit

import psycopg

from tests.support.db_template import TEMPLATE, migrate
from tests.support.fork_server import SHARED, shared_fork_server
from tests.support.law_examples import ALL_EXAMPLES
from tests.support.live_room import DEMO, DEMO_DATABASE, start_seeding
from tests.support.prepared_lessons import LESSONS
from tests.support.services import postgresql, postgresql_tool, redis

CHROMIUM = "/usr/bin/chromium-headless-shell"
WEBKIT_DRIVER = "/usr/bin/WebKitWebDriver"
FIREFOX = "/usr/bin/firefox-esr"
WORKERS = os.cpu_count() or 1
BROWSER_WORKERS = 2 * WORKERS  # they wait for pages half of the time
ALL = "--all"  # an argument: tests marked `release`, too
WITHOUT_DATABASE = "tests/poker"  # PostgreSQL need not collect these
ON_POSTGRESQL = "db and not once and (not browser or crossing)"
# In the browser tests are few and long: each worker takes the next one, or the next package of `SHARING` in
# tests/plugin.py. Elsewhere a worker that collects all tests and reports each to another process needs a fifth of the
# processor time for that, so each suite is one process.
TAKE_NEXT = ("--dist", "loadgroup")
PART = "TESTS_PART"  # an environment variable: one of the next five
BROWSER, RULES, REST, ON_BOTH, ALL_FILES = "browser", "rules", "rest", "on both", "all"
# The suite on SQLite is two processes that take about as long: these, and the rest.
RULES_AND_TABLES = (
    *("tests/poker/", "tests/dealer_ui/", "tests/simulation/"),
    *(
        "tests/journal/",
        "tests/ops/",
        "tests/players/",
        "tests/tables/",
        "tests/reports/",
        "tests/api/",
        "tests/staff/",
        "tests/rulings/incidents/",
    ),
)
# `make static` runs these.
OF_TEXTS = (
    *("tests/test_docs.py", "tests/test_imports.py", "tests/test_plain_words.py"),
    "tests/dealer_ui/test_screen_types.py",
)
# Tests of pages ask the database what tests of the packages below ask. Before a release they run on PostgreSQL, too.
PAGES = (
    *("tests/floor_ui/", "tests/manage_ui/", "tests/web/"),
    *(
        "tests/reports/test_pages.py",
        "tests/reports/test_archive_pages.py",
        "tests/reports/test_every_file.py",
    ),
    *("tests/rulings/test_pages.py", "tests/rulings/incidents/test_pages.py"),
    *("tests/school/test_page.py", "tests/school/test_lesson_pages.py"),
    "tests/school/records/test_pages.py",
)
# The edges send what the packages below are tested with. Before a release, and where they commit, also on PostgreSQL.
EDGES = (
    *("tests/api/", "tests/staff/", "tests/players/", "tests/dealer_ui/"),
    *(
        "tests/rulings/incidents/",
        "tests/config/test_error_pages.py",
        "tests/config/test_places.py",
        "tests/school/records/test_tablet.py",
    ),
)
# What edges and pages call, and so run on SQLite. Its tests run on PostgreSQL, and before a release on SQLite, too.
DOMAIN = (
    "tests/journal/",
    "tests/reports/",
    "tests/rulings/",
    "tests/school/records/",
    "tests/simulation/",
    "tests/tables/",
)
# Tests of the domain on both: SQLite has one writer at a time, PostgreSQL locks rows.
LOCKS = (
    "tests/tables/test_seat_locks.py",
    "tests/tables/test_writers.py",
    "tests/tables/waitlist/test_burst.py",
)
# Tests of sockets commit because consumers run in other threads. In the browser, sockets run on SQLite.
SOCKETS = ("tests/dealer_ui/edges/",)
# Tests sign in at one frozen moment, and in one room after the other; the test of the rate sets its own.
UNLIMITED = {"SIGN_INS_PER_MINUTE": "1000000"}
FAILED = 1  # pytest's exit status if tests failed and nothing else went wrong
MOST_REPEATED = 4  # failed tests of a suite that run once more, alone; more are no accident
UNSET = {
    "DATABASE_URL",
    "REDIS_URL",
    "PORT",
    "DEBUG",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "HTTPS",
    "MAKEFLAGS",  # a test has a make of its own
    "MFLAGS",
}


def missing_packages() -> list[str]:
    """Return the Debian packages that the suite needs and this machine lacks."""
    is_installed = {
        "chromium-headless-shell": os.path.exists(CHROMIUM),
        "webkit2gtk-driver": os.path.exists(WEBKIT_DRIVER),
        "xvfb": shutil.which("Xvfb"),  # a display for WebKit
        "firefox-esr": ALL not in sys.argv or os.path.exists(FIREFOX),
        "postgresql": postgresql_tool("initdb"),
        "redis-server": shutil.which("redis-server"),
        # WeasyPrint loads these to print plaques and slips.
        "libpango-1.0-0": find_library("pango-1.0"),
        "libpangoft2-1.0-0": find_library("pangoft2-1.0"),
        "libharfbuzz-subset0": find_library("harfbuzz-subset"),
    }
    return [package for package, match in is_installed.items() if not match]


def install(packages: list[str]) -> None:
    """Install Debian packages, or exit with a line that names them."""
    if os.getuid() != 0 or not shutil.which("apt-get"):
        sys.exit(f"The tests need these: sudo apt-get install {' '.join(packages)}")
    print(f"Installing {', '.join(packages)} …", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        result = subprocess.run(
            ["apt-get", "-qq", *command], env=quiet, stdin=subprocess.DEVNULL, check=False
        )
        if result.returncode:
            sys.exit(f"apt-get failed. The tests need these: {' '.join(packages)}")


@dataclass(frozen=True)
class Suite:
    """One run of pytest. Several go on at the same time, each in its own environment.

    part: which files are collected, see `tests.plugin`; workers: processes that share its tests, 0 for one process
    without xdist.
    """

    title: str
    part: str
    markers: str
    environment: dict[str, str]
    workers: int = 0
    options: tuple[str, ...] = ()

    def start(self, cache: Path, output: IO[bytes]) -> subprocess.Popen[bytes]:
        """Start it; its output goes into a file. cache: a folder in which pytest writes which tests failed."""
        workers = ("-n", str(self.workers), *TAKE_NEXT) if self.workers else ()
        command = [*self._command(cache), *workers]
        return subprocess.Popen(
            command,
            env=self._environment(),
            stdout=output,
            stderr=subprocess.STDOUT,
        )

    def failed(self, cache: Path) -> list[str]:
        """Return the tests that failed, or could not be collected."""
        path = self._cache_dir(cache) / "v" / "cache" / "lastfailed"
        return sorted(json.loads(path.read_text())) if path.exists() else []

    def repeat_failed(self, cache: Path) -> bool:
        """Run the tests that failed once more, one after the other; return whether all passed."""
        command = [*self._command(cache), "-n", "0", "--last-failed"]
        return subprocess.run(command, env=self._environment(), check=False).returncode == 0

    def _cache_dir(self, cache: Path) -> Path:
        return cache / f"cache of {self.part}"

    def _command(self, cache: Path) -> list[str]:
        arguments = [argument for argument in sys.argv[1:] if argument != ALL]
        pytest = [sys.executable, "-m", "pytest", "-o", f"cache_dir={self._cache_dir(cache)}"]
        return [*pytest, *self.options, "-m", self.markers, *arguments]

    def _environment(self) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if name not in UNSET}
        return {**inherited, **self.environment, PART: self.part}


def prepare(folder: Path, database_url: str) -> tuple[dict[str, str], dict[str, str]]:
    """Migrate a database of each kind; return the environments of tests on them."""
    name = "migrated"
    lessons = folder / "lessons"
    lessons.mkdir()
    with psycopg.connect(database_url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    on_sqlite = {
        **{TEMPLATE: str(folder / "room.sqlite3"), DEMO: str(folder / "seeded")},
        LESSONS: str(lessons),
    }
    on_postgresql = {
        **{TEMPLATE: name, DEMO: str(folder / "demo"), DEMO_DATABASE: "demo"},
        **{"DATABASE_URL": database_url, LESSONS: str(lessons)},
    }
    migrated_url = urlsplit(database_url)._replace(path=f"/{name}").geturl()
    migrations = (migrate(folder), migrate(folder, migrated_url))
    statuses = [
        process.wait() for process in migrations
    ]  # each of them, also after one that failed
    if any(statuses):
        sys.exit("The databases could not be migrated: see above.")
    return on_sqlite, on_postgresql


@contextmanager
def fork_rooms(folder: Path, on_sqlite: dict[str, str]) -> Generator[None]:
    """Run one fork server for the rooms of all suites on SQLite during the block; add its socket to the environment."""
    inherited = {name: value for name, value in os.environ.items() if name not in UNSET}
    data_dir = folder / "of forks"  # none of them uses it
    data_dir.mkdir()
    address = folder / "forks"
    environment = {**inherited, **UNLIMITED, "DATA_DIR": str(data_dir)}
    with shared_fork_server(address, environment):
        on_sqlite[SHARED] = str(address)
        yield


def join_expressions(*expressions: str) -> str:
    """Return the marker expression that selects what all of these select; an empty one selects everything."""
    return " and ".join(f"({expression})" for expression in expressions if expression)


def main() -> int:
    """Run the suites, as many at a time as there are cores.

    More at a time take each other's caches: on two cores, four of them need an eighth more processor time, and all of
    them, with Chromium and PostgreSQL, a third more. The longest comes first, and the one in the browser last, because
    its workers share what is left.
    """
    if packages := missing_packages():
        install(packages)
    selected = "" if ALL in sys.argv else "not release"
    selected_on_sqlite = selected and f"{selected} and not release_on_sqlite"
    if ALL in sys.argv:
        os.environ.setdefault("KILLS", "6")
        os.environ[ALL_EXAMPLES] = "1"
    with ExitStack() as services:
        database_url = services.enter_context(postgresql())
        redis_url = services.enter_context(redis())
        folder = Path(services.enter_context(TemporaryDirectory(prefix="floorbook-migrated-")))
        on_sqlite, on_postgresql = prepare(folder, database_url)
        services.enter_context(fork_rooms(folder, on_sqlite))
        for environment in (on_sqlite, on_postgresql):
            # While the suites collect. The first test that needs the seeded room waits for it.
            services.enter_context(start_seeding(Path(environment[DEMO]), environment))
        browser = Suite(
            title="In the browser, on SQLite",
            part=BROWSER,
            markers=join_expressions("browser", selected and f"{selected} and not crossing"),
            environment=on_sqlite,
            workers=BROWSER_WORKERS,
        )
        sqlite = [
            Suite(
                title=f"On SQLite, {title}",
                part=part,
                markers=join_expressions("not browser", selected_on_sqlite),
                environment=on_sqlite,
            )
            for title, part in (("pages and the rest", REST), ("rules and tables", RULES))
        ]
        postgres = Suite(
            title="On PostgreSQL and Redis, what touches a database; in the browser, what crosses from page to page",
            part=ALL_FILES if ALL in sys.argv else ON_BOTH,
            markers=join_expressions(
                ON_POSTGRESQL, selected and f"{selected} and not release_on_postgresql"
            ),
            environment={**on_postgresql, "REDIS_URL": redis_url},
            options=(f"--ignore={WITHOUT_DATABASE}",),
        )
        cache = Path(services.enter_context(TemporaryDirectory(prefix="floorbook-failed-")))
        used: dict[str, float] = {}
        finished = []
        with ThreadPoolExecutor(WORKERS) as cores:
            runs = {
                cores.submit(run, suite, cache, used): suite
                for suite in (postgres, *sqlite, browser)
            }
            try:
                for done in as_completed(runs):
                    status, output = done.result()
                    print(f"\n{runs[done].title}\n{output}", flush=True)
                    finished.append((runs[done], status))
            finally:
                cores.shutdown(cancel_futures=True)  # Ctrl-C starts no other suite
        status = max(repeat_failures(suite, status, cache) for suite, status in finished)
        parts = ", ".join(f"{part} {seconds:.0f} s" for part, seconds in used.items())
        print(f"Processor time: {parts}", flush=True)
        return status


def run(suite: Suite, cache: Path, used: dict[str, float]) -> tuple[int, str]:
    """Run a suite; return its exit status and what it printed, and note the processor seconds of it and its children.

    used: processor seconds by part.
    """
    print(f"Running: {suite.title}", flush=True)
    with TemporaryFile() as output, suite.start(cache, output) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        used[suite.part] = usage.ru_utime + usage.ru_stime
        output.seek(0)
        return process.returncode, output.read().decode(errors="replace")


def repeat_failures(suite: Suite, status: int, cache: Path) -> int:
    """Run the failed tests of a suite again, if they are few, and print whether they pass alone; return the status.

    status: pytest's exit status.
    """
    failed = suite.failed(cache)
    if status != FAILED or not 0 < len(failed) <= MOST_REPEATED:
        return status
    print(f"\n{suite.title}: {len(failed)} failed. Once more, alone:", flush=True)
    if suite.repeat_failed(cache):
        for test in failed:
            print(f"{test} passes alone: look for what the test does not wait for", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
