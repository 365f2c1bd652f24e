"""A whole room as its own process, for tests of the server and of the browser."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen
from uuid import uuid4

import psycopg

from tests.db_template import copied_to, is_there, server_url
from tests.fork_server import PROJECT, Forge
from tests.services import HOST, free_port

OPEN_WITHIN = (
    300  # seconds: the first start migrates and seeds, and two cores may have much else to do
)
STOP_WITHIN = 20


class Process(Protocol):
    """What a room needs of its process: a new interpreter's, or a forked one's."""

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int) -> None: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...


class LiveRoom:
    """`manage.py run_room` on a free port; it can be stopped, killed and started on the same data."""

    def __init__(
        self, *, data_dir: Path, environment: dict[str, str], forge: Forge | None = None
    ) -> None:
        """Choose a port; `start` opens the room. A forge of this environment spares it the loading."""
        self.data_dir = data_dir
        self.forge = forge
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self.environment = _environment(data_dir, environment) | {"PORT": str(self.port)}
        self.process: Process | None = None

    @property
    def printed(self) -> str:
        """All that the room has printed so far."""
        return (self.data_dir / "printed.txt").read_text()

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run another management command on the room's data."""
        out, err = self.data_dir / "out.txt", self.data_dir / "err.txt"
        out.write_text("")
        err.write_text("")
        status = self._run(*arguments, out=out, err=err).wait()
        return subprocess.CompletedProcess(arguments, status, out.read_text(), err.read_text())

    def start(self) -> None:
        """Open the room, or fail with what it printed."""
        printed = self.data_dir / "printed.txt"
        self.process = self._run("run_room", out=printed, err=printed)
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

    def _run(self, *arguments: str, out: Path, err: Path) -> Process:
        if self.forge:
            port = {"PORT": str(self.port)}
            return self.forge.fork(*arguments, out=out, err=err, environment=port)
        with out.open("ab") as output, err.open("ab") as errors:
            return subprocess.Popen(
                [sys.executable, "manage.py", *arguments],
                cwd=PROJECT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
            )

    def _running(self) -> Process:
        assert self.process is not None, "The room was never started."
        return self.process

    def _answers(self) -> bool:
        try:
            urlopen(f"{self.url}/admin/login/", timeout=20).close()
        except (URLError, ConnectionError):
            return False
        return True


def _environment(data_dir: Path, environment: dict[str, str]) -> dict[str, str]:
    return {**os.environ, **environment, "DATA_DIR": str(data_dir), "PYTHONUNBUFFERED": "1"}


@dataclass
class Place:
    """Where copies of a closed room are opened, one after the other: a folder, a database, a forge."""

    data_dir: Path
    database: str
    forge: Forge


@dataclass
class Closed:
    """A room that was opened once and closed: its folder and, on PostgreSQL, its database."""

    data_dir: Path
    database: str
    free: list[Place] = field(default_factory=list)  # places that no room has now
    made: list[Place] = field(default_factory=list)

    def place(self) -> Place:
        """Take a free place, with a new copy of the room; make one where all are in use."""
        if not self.free:
            return self._new_place()
        place = self.free.pop()
        self._copy(place.data_dir, place.database)
        return place

    def _new_place(self) -> Place:
        data_dir = self.data_dir.with_name(f"{self.data_dir.name}-{len(self.made)}")
        database = f"room_{uuid4().hex}" if self.database else ""
        self._copy(data_dir, database)
        forge = Forge(_environment(data_dir, _of_database(database)))
        place = Place(data_dir=data_dir, database=database, forge=forge)
        self.made.append(place)
        return place

    def _copy(self, data_dir: Path, database: str) -> None:
        shutil.rmtree(data_dir, ignore_errors=True)
        shutil.copytree(self.data_dir, data_dir)
        if database:
            with _server() as connection:
                connection.execute(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
                connection.execute(f"CREATE DATABASE {database} TEMPLATE {self.database}")

    def close(self) -> None:
        """End the forges; nothing of the places is left."""
        for place in self.made:
            place.forge.close()
            shutil.rmtree(place.data_dir, ignore_errors=True)
            if place.database:
                with _server() as connection:
                    connection.execute(f"DROP DATABASE {place.database} WITH (FORCE)")


@contextmanager
def live_room(like: Closed) -> Generator[LiveRoom]:
    """Run a copy of a closed room meanwhile, on the database of this run of the suite."""
    place = like.place()
    environment = _of_database(place.database)
    room = LiveRoom(data_dir=place.data_dir, environment=environment, forge=place.forge)
    with _opened(room):
        yield room
    like.free.append(place)


@contextmanager
def new_room(data_dir: Path) -> Generator[LiveRoom]:
    """Run a new room meanwhile, in an interpreter of its own."""
    with _database() as name:
        room = LiveRoom(data_dir=data_dir, environment=_of_database(name))
        with _opened(room):
            yield room


@contextmanager
def closed_room(data_dir: Path) -> Generator[Closed]:
    """Open a room and close it: migrated and seeded, what many tests would otherwise do each for itself."""
    with _database(migrated=is_there()) as name:
        if is_there() and not name:
            copied_to(str(data_dir / "room.sqlite3"))
        room = LiveRoom(data_dir=data_dir, environment=_of_database(name))
        with _opened(room):
            assert room.stop() == 0, room.printed
            (data_dir / "printed.txt").unlink()
        closed = Closed(data_dir=data_dir, database=name)
        try:
            yield closed
        finally:
            closed.close()


@contextmanager
def _opened(room: LiveRoom) -> Generator[None]:
    try:
        room.start()
        yield
    finally:
        if room.is_running():
            room.kill()


def _of_database(name: str) -> dict[str, str]:
    """Give the environment of this database of the server; of SQLite, where it has no name, nothing."""
    server = urlsplit(os.environ.get("DATABASE_URL", ""))
    return {"DATABASE_URL": server._replace(path=f"/{name}").geturl()} if name else {}


def _server() -> psycopg.Connection:
    return psycopg.connect(server_url(), autocommit=True)


@contextmanager
def _database(*, migrated: bool = False) -> Generator[str]:
    """Make a database meanwhile when PostgreSQL is given; SQLite needs none: ""."""
    if not server_url():
        yield ""
        return
    name = f"room_{uuid4().hex}"
    with _server() as connection:
        if migrated:
            copied_to(name)
        else:
            connection.execute(f"CREATE DATABASE {name}")
        try:
            yield name
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
