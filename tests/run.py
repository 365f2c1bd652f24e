"""`make test`: the suite on SQLite, and what touches a database on PostgreSQL + Redis, on every core.

`make test-all` also runs the tests marked `release`.
"""

import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from ctypes.util import find_library
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO
from urllib.parse import urlsplit

import psycopg

from tests.db_template import TEMPLATE, migrate
from tests.services import postgresql, postgresql_tool, redis

CHROMIUM = "/usr/bin/chromium-headless-shell"
WORKERS = os.cpu_count() or 1
ALL = "--all"  # an argument: tests marked `release`, too
WITHOUT_DATABASE = "tests/poker"  # PostgreSQL need not collect these
ON_POSTGRESQL = "db and not once and (not browser or crossing)"
# Tests that wait for a browser or for a room come in the middle of others; who is done first takes some of the rest.
XDIST_OPTIONS = ["--dist", "worksteal"]


def missing_packages() -> list[str]:
    """Return the Debian packages that the suite needs and this machine lacks."""
    is_installed = {
        "chromium-headless-shell": os.path.exists(CHROMIUM),
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


def start_suite(
    *,
    workers: int,
    options: list[str],
    environment: dict[str, str],
    output: IO[bytes] | None = None,
) -> subprocess.Popen[bytes]:
    """Start pytest in its own environment; its output goes to the terminal or into a file."""
    unset = {
        "DATABASE_URL",
        "REDIS_URL",
        "REDIS_URLS",
        "PORT",
        "DEBUG",
        "SECRET_KEY",
        "ALLOWED_HOSTS",
        "HTTPS",
        "MAKEFLAGS",  # a test has a make of its own
        "MFLAGS",
    }
    arguments = [argument for argument in sys.argv[1:] if argument != ALL]
    inherited = {name: value for name, value in os.environ.items() if name not in unset}
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", "-n", str(workers), *XDIST_OPTIONS, *options, *arguments],
        env={**inherited, **environment},
        stdout=output,
        stderr=subprocess.STDOUT if output else None,
    )


def migrate_both(folder: Path, database_url: str) -> tuple[str, str]:
    """Migrate a database of each kind; return where they are."""
    name = "migrated"
    with psycopg.connect(database_url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    postgresql_url = urlsplit(database_url)._replace(path=f"/{name}").geturl()
    first, second = migrate(folder), migrate(folder, postgresql_url)
    if first.wait() or second.wait():
        sys.exit("The database could not be migrated: see above.")
    return str(folder / "room.sqlite3"), name


def join_expressions(*expressions: str) -> str:
    """Return the marker expression that selects what all of these select; an empty one selects everything."""
    return " and ".join(f"({expression})" for expression in expressions if expression)


def main() -> int:
    """Run both at once: while tests of one wait for a page, those of the other have the cores.

    The second prints its output when the first is done.
    """
    if packages := missing_packages():
        install(packages)
    selected = "" if ALL in sys.argv else "not release"
    if ALL in sys.argv:
        os.environ.setdefault("KILLS", "6")
    with ExitStack() as services, TemporaryFile() as buffered_random:
        database_url = services.enter_context(postgresql())
        # Redis publishes across its databases, so each worker has its own server.
        redis_urls = [services.enter_context(redis()) for _ in range(WORKERS)]
        folder = Path(services.enter_context(TemporaryDirectory(prefix="floorbook-migrated-")))
        templates = migrate_both(folder, database_url)
        second = services.enter_context(
            start_suite(
                workers=WORKERS,
                options=[
                    f"--ignore={WITHOUT_DATABASE}",
                    "-m",
                    join_expressions(
                        ON_POSTGRESQL, selected and f"{selected} and not release_on_postgresql"
                    ),
                ],
                environment={
                    "DATABASE_URL": database_url,
                    "REDIS_URLS": " ".join(redis_urls),
                    TEMPLATE: templates[1],
                },
                output=buffered_random,
            )
        )
        print("\nOn SQLite", flush=True)
        first = services.enter_context(
            start_suite(
                workers=WORKERS, options=["-m", selected], environment={TEMPLATE: templates[0]}
            )
        )
        first.wait()
        print(
            "\nOn PostgreSQL and Redis, what touches a database; in the browser, what crosses from page to page",
            flush=True,
        )
        second.wait()
        buffered_random.seek(0)
        print(buffered_random.read().decode(errors="replace"), flush=True)
    return first.returncode or second.returncode


if __name__ == "__main__":
    sys.exit(main())
