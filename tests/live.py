"""A whole room as its own process, for tests of the server and of the browser."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen
from uuid import uuid4

import psycopg

from tests.services import HOST, free_port

PROJECT = Path(__file__).resolve().parent.parent
OPEN_WITHIN = (
    150  # seconds: the first start migrates and seeds, and two cores may have much else to do
)
STOP_WITHIN = 20


class LiveRoom:
    """`manage.py run_room` on a free port; it can be stopped, killed and started on the same data."""

    def __init__(self, *, data_dir: Path, environment: dict[str, str]) -> None:
        """Choose a port; `start` opens the room."""
        self.data_dir = data_dir
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self.environment = {
            **os.environ,
            **environment,
            "DATA_DIR": str(data_dir),
            "PORT": str(self.port),
            "PYTHONUNBUFFERED": "1",
        }
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def printed(self) -> str:
        """All that the room has printed so far."""
        return (self.data_dir / "printed.txt").read_text()

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run another management command on the room's data."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=PROJECT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def start(self) -> None:
        """Open the room, or fail with what it printed."""
        with (self.data_dir / "printed.txt").open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "run_room"],
                cwd=PROJECT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + OPEN_WITHIN
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"The room did not open:\n{self.printed}")
            time.sleep(0.05)

    def stop(self) -> int:
        """Stop the room as a service manager would; gives its exit status."""
        process = self._running()
        process.terminate()
        return process.wait(STOP_WITHIN)

    def kill(self) -> None:
        """Take the power away."""
        process = self._running()
        process.kill()
        process.wait(STOP_WITHIN)

    def is_running(self) -> bool:
        """Whether the process is there."""
        return self.process is not None and self.process.poll() is None

    def _running(self) -> subprocess.Popen[bytes]:
        assert self.process is not None, "The room was never started."
        return self.process

    def _answers(self) -> bool:
        try:
            urlopen(f"{self.url}/admin/login/", timeout=5).close()
        except (URLError, ConnectionError):
            return False
        return True


@dataclass(frozen=True)
class Closed:
    """A room that was opened once and closed: its folder and, on PostgreSQL, its database."""

    data_dir: Path
    database: str


@contextmanager
def live_room(data_dir: Path, *, like: Closed | None = None) -> Generator[LiveRoom]:
    """Run a room meanwhile, on the database of this run of the suite; a new one, or a copy."""
    if like:
        shutil.copytree(like.data_dir, data_dir, dirs_exist_ok=True)
    with _database(like.database if like else "") as name, _opened(data_dir, name) as room:
        yield room


@contextmanager
def closed_room(data_dir: Path) -> Generator[Closed]:
    """Open a room and close it: migrated and seeded, what many tests would otherwise do each for itself."""
    with _database() as name:
        with _opened(data_dir, name) as room:
            assert room.stop() == 0, room.printed
            (data_dir / "printed.txt").unlink()
        yield Closed(data_dir=data_dir, database=name)


@contextmanager
def _opened(data_dir: Path, database: str) -> Generator[LiveRoom]:
    url = urlsplit(os.environ.get("DATABASE_URL", ""))._replace(path=f"/{database}").geturl()
    room = LiveRoom(data_dir=data_dir, environment={"DATABASE_URL": url} if database else {})
    try:
        room.start()
        yield room
    finally:
        if room.is_running():
            room.kill()


@contextmanager
def _database(like: str = "") -> Generator[str]:
    """Make a database meanwhile when PostgreSQL is given, a copy where one is named; SQLite needs none: ""."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        yield ""
        return
    name = f"room_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {like or 'template1'}")
        try:
            yield name
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
