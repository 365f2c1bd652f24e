"""Private PostgreSQL and Redis servers on free loopback ports, for the second run of the suite."""

import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

HOST = "127.0.0.1"
START_WITHIN = 30  # seconds


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def postgresql_tool(name: str) -> str | None:
    """Return the path of a PostgreSQL program; Debian keeps the server's programs out of PATH."""
    candidates = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4])
    )
    return str(candidates[-1]) if candidates else shutil.which(name)


@contextmanager
def postgresql() -> Generator[str]:
    """Run PostgreSQL for the block; yield its URL."""
    initdb = postgresql_tool("initdb")
    server = postgresql_tool("postgres")
    assert initdb
    assert server
    with TemporaryDirectory(prefix="floorbook-postgresql-") as folder:
        # The server refuses to run as root; Debian's package has a user for it.
        user = "postgres" if os.getuid() == 0 else None
        if user:
            os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
        data = f"{folder}/data"
        port = free_port()
        subprocess.run(
            [initdb, "-D", data, "-A", "trust", "-U", "postgres", "--no-sync"],
            user=user,
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        # Nothing here outlives the run, so nothing waits for the disk.
        command = [server, "-D", data, "-p", str(port), "-k", folder, "-h", HOST, "-F"]
        url = f"postgres://postgres@{HOST}:{port}/postgres"
        is_ready = partial(_is_postgresql_ready, url)
        with _run_service(command, is_ready=is_ready, log=Path(folder, "log"), user=user):
            yield url


@contextmanager
def redis() -> Generator[str]:
    """Run Redis for the block, in memory only; yield its URL."""
    with TemporaryDirectory(prefix="floorbook-redis-") as folder:
        port = free_port()
        command = ["redis-server", "--bind", HOST, "--port", str(port), "--save", ""]
        is_ready = partial(_is_listening, port)
        with _run_service(command, is_ready=is_ready, log=Path(folder, "log"), user=None):
            yield f"redis://{HOST}:{port}/0"


@contextmanager
def _run_service(
    command: list[str], *, is_ready: Callable[[], bool], log: Path, user: str | None
) -> Generator[None]:
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, user=user, cwd=log.parent, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        _wait_for(process, is_ready=is_ready, log=log)
        yield
    finally:
        # SIGINT is PostgreSQL's fast shutdown, which does not wait for clients to disconnect.
        process.send_signal(2)
        process.wait(START_WITHIN)


def _wait_for(process: subprocess.Popen[bytes], *, is_ready: Callable[[], bool], log: Path) -> None:
    deadline = time.monotonic() + START_WITHIN
    while time.monotonic() < deadline and process.poll() is None:
        if is_ready():
            return
        time.sleep(0.05)
    raise RuntimeError(f"{process.args!r} did not start:\n{log.read_text()}")


def _is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


def _is_postgresql_ready(url: str) -> bool:
    """Return whether the server accepts connections, which is later than it listens."""
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True
