"""`make test`: the suite on SQLite, and what touches a database on PostgreSQL + Redis, on every core.

`make test-all` also runs the tests marked `release`.
"""

import json
import os
import re
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
TESTS = Path(__file__).parent
PROJECT = TESTS.parent
CORES = os.cpu_count() or 1
AT_A_TIME = 2  # suites
BROWSER_FOLDERS = "browser"  # tests in the browser are in folders of this name
ALL = "--all"  # an argument: tests marked `release`, too
# Chosen by markers, which pyproject.toml explains.
ON_SQLITE = "not browser and not static"
ON_POSTGRESQL = "db and not once and (not browser or crossing)"
IN_BROWSER = "browser"
# Tests sign in at one frozen moment, and in one room after the other; the test of the rate sets its own.
UNLIMITED = {"SIGN_INS_PER_MINUTE": "1000000"}
GROUP = re.compile(r"@[^@\]]+$")
FAILED = 1  # pytest's exit status if tests failed and nothing else went wrong
MOST_REPEATED = 4  # failed tests of a suite that run again, alone; more of them have one cause
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
    """One run of pytest in its own environment."""

    title: str
    markers: str  # the expression that selects its tests
    environment: dict[str, str]
    paths: tuple[str, ...] = ("tests",)
    workers: int = 1

    def start(self, cache: Path, output: IO[bytes]) -> subprocess.Popen[bytes]:
        """Start it; its output goes into a file. cache: a folder in which pytest writes which tests failed."""
        # A worker costs a collection of its own and the transfer of each report, so one worker is pytest itself.
        workers = ["-n", str(self.workers), "--dist", "loadgroup"] if self.workers > 1 else []
        command = [*self._command(cache / self.title), *workers, *self.paths]
        return subprocess.Popen(
            command,
            env=self._environment(),
            stdout=output,
            stderr=subprocess.STDOUT,
        )

    def failed(self, cache: Path) -> list[str]:
        """Return the tests that failed, or could not be collected."""
        return _last_failed(cache / self.title)

    def run_alone(self, tests: list[str], cache: Path) -> list[str]:
        """Run these tests one after the other, with nothing else running; return those that fail again."""
        subprocess.run(
            [*self._command(cache / "alone"), *tests], env=self._environment(), check=False
        )
        return _last_failed(cache / "alone")

    def _command(self, cache_dir: Path) -> list[str]:
        arguments = [argument for argument in sys.argv[1:] if argument != ALL]
        pytest = [sys.executable, "-m", "pytest", "-o", f"cache_dir={cache_dir}"]
        return [*pytest, "-m", self.markers, *arguments]

    def _environment(self) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if name not in UNSET}
        return {**inherited, **self.environment}


def _last_failed(cache_dir: Path) -> list[str]:
    """Return the failed tests in pytest's cache, without the group that xdist adds to their ids."""
    path = cache_dir / "v" / "cache" / "lastfailed"
    if not path.exists():
        return []
    return sorted(GROUP.sub("", test) for test in json.loads(path.read_text()))


def prepare(folder: Path, database_url: str) -> tuple[dict[str, str], dict[str, str]]:
    """Migrate a database of each kind; return the environments of tests on them."""
    name = "migrated"
    lessons = folder / "lessons"
    lessons.mkdir()
    with psycopg.connect(database_url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    on_sqlite = {
        TEMPLATE: str(folder / "room.sqlite3"),
        DEMO: str(folder / "seeded"),
        LESSONS: str(lessons),
    }
    on_postgresql = {
        "DATABASE_URL": database_url,
        TEMPLATE: name,
        DEMO: str(folder / "demo"),
        DEMO_DATABASE: "demo",
        LESSONS: str(lessons),
    }
    migrated_url = urlsplit(database_url)._replace(path=f"/{name}").geturl()
    migrations = (migrate(folder), migrate(folder, migrated_url))
    # Wait for each of them, even after one that failed.
    statuses = [process.wait() for process in migrations]
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


def browser_folders() -> tuple[str, ...]:
    """Return the folders of tests in the browser. Its workers collect no others: each would import all tests."""
    return tuple(sorted(str(path.relative_to(PROJECT)) for path in TESTS.rglob(BROWSER_FOLDERS)))


def suites(
    on_sqlite: dict[str, str], on_postgresql: dict[str, str], *, is_release: bool
) -> tuple[Suite, ...]:
    """Return the suites; is_release: with everything that runs before a release only."""

    def select(expression: str, before_release: str) -> str:
        return expression if is_release else f"{expression} and not release and {before_release}"

    return (
        Suite(
            title="On PostgreSQL and Redis, with what crosses from page to page in the browser",
            markers=select(ON_POSTGRESQL, "not release_on_postgresql"),
            environment=on_postgresql,
            workers=max(1, CORES // 2),
        ),
        Suite(
            title="On SQLite",
            markers=select(ON_SQLITE, "not (db and release_on_sqlite)"),
            environment=on_sqlite,
            workers=CORES,  # with one, a core has nothing to do at the end
        ),
        Suite(
            title="In the browser, on SQLite",
            markers=select(IN_BROWSER, "not crossing"),
            environment=on_sqlite,
            paths=browser_folders(),
            workers=2 * CORES,  # they wait for pages half of the time
        ),
    )


def main() -> int:
    """Run the suites, two at a time: one process each on two cores; the one in the browser comes last.

    More at a time take each other's caches: on two cores, four processes need an eighth more processor time.
    """
    if packages := missing_packages():
        install(packages)
    is_release = ALL in sys.argv
    if is_release:
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
        on_postgresql["REDIS_URL"] = redis_url
        cache = Path(services.enter_context(TemporaryDirectory(prefix="floorbook-failed-")))
        used: dict[str, float] = {}
        finished = []
        with ThreadPoolExecutor(AT_A_TIME) as pool:
            runs = {
                pool.submit(run, suite, cache, used): suite
                for suite in suites(on_sqlite, on_postgresql, is_release=is_release)
            }
            try:
                for done in as_completed(runs):
                    status, output = done.result()
                    print(f"\n{runs[done].title}\n{output}", flush=True)
                    finished.append((runs[done], status))
            finally:
                pool.shutdown(cancel_futures=True)  # Ctrl-C starts no other suite
        for suite, status in finished:
            diagnose(suite, status, cache)
        parts = ", ".join(f"{title} {seconds:.0f} s" for title, seconds in used.items())
        print(f"Processor time: {parts}", flush=True)
        return max(status for _, status in finished)


def run(suite: Suite, cache: Path, used: dict[str, float]) -> tuple[int, str]:
    """Run a suite; return its exit status and what it printed, and note the processor seconds of it and its children.

    used: processor seconds by title.
    """
    print(f"Running: {suite.title}", flush=True)
    with TemporaryFile() as output, suite.start(cache, output) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        used[suite.title] = usage.ru_utime + usage.ru_stime
        output.seek(0)
        return process.returncode, output.read().decode(errors="replace")


def diagnose(suite: Suite, status: int, cache: Path) -> None:
    """Run the failed tests of a suite again, if they are few, and print which of them pass alone. The run has failed.

    status: pytest's exit status.
    """
    tests = suite.failed(cache)
    if status != FAILED or not 0 < len(tests) <= MOST_REPEATED:
        return
    print(f"\n{suite.title}: {len(tests)} failed. Once more, alone:", flush=True)
    failed_again = suite.run_alone(tests, cache)
    for test in tests:
        if test not in failed_again:
            print(f"{test} passes alone: look for what the test does not wait for", flush=True)


if __name__ == "__main__":
    sys.exit(main())
