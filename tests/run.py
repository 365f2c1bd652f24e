"""`make test`: the whole suite on SQLite, then what touches a database on PostgreSQL + Redis."""

import os
import shutil
import subprocess
import sys

from tests.services import postgresql, postgresql_tool, redis

CHROMIUM = "/usr/bin/chromium"


def missing_packages() -> list[str]:
    """Name the Debian packages that the suite needs and this machine does not have."""
    have = {
        "chromium": os.path.exists(CHROMIUM),
        "postgresql": postgresql_tool("initdb"),
        "redis-server": shutil.which("redis-server"),
    }
    return [package for package, found in have.items() if not found]


def install(packages: list[str]) -> None:
    """Install Debian packages, or end with one line that says which to install."""
    if os.getuid() != 0 or not shutil.which("apt-get"):
        sys.exit(f"The tests need these: sudo apt-get install {' '.join(packages)}")
    print(f"Installing {', '.join(packages)} …", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        done = subprocess.run(
            ["apt-get", "-qq", *command], env=quiet, stdin=subprocess.DEVNULL, check=False
        )
        if done.returncode:
            sys.exit(f"apt-get failed. The tests need these: {' '.join(packages)}")


def suite(title: str, *, options: list[str], environment: dict[str, str]) -> int:
    """Run pytest once in an environment of its own; gives its exit status."""
    print(f"\n{title}", flush=True)
    unset = {"DATABASE_URL", "REDIS_URL", "PORT", "DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "HTTPS"}
    inherited = {name: value for name, value in os.environ.items() if name not in unset}
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, *sys.argv[1:]],
        env={**inherited, **environment},
        check=False,
    ).returncode


def main() -> int:
    """Run both; a failure of the first does not hide the second's."""
    if packages := missing_packages():
        install(packages)
    first = suite("On SQLite, everything", options=[], environment={})
    with postgresql() as database_url, redis() as redis_url:
        second = suite(
            "On PostgreSQL and Redis, what touches a database or a browser",
            options=["-m", "db or browser"],
            environment={"DATABASE_URL": database_url, "REDIS_URL": redis_url},
        )
    return first or second


if __name__ == "__main__":
    sys.exit(main())
