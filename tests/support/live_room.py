"""A complete room in its own process, for tests of the server and of the browser.

`python -m tests.support.live_room FOLDER` seeds the demo room that all workers of a run copy.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen
from uuid import uuid4

import psycopg

from tests.support.db_template import copy_template, has_template, server_url
from tests.support.fork_server import PROJECT, ForkServer
from tests.support.prepared_lessons import share_lessons
from tests.support.services import HOST, free_port

OPEN_WITHIN = 300  # seconds: the first start migrates and seeds, and two cores may be busy
STOP_WITHIN = 20
DEMO = "DEMO_ROOM"  # environment variables of a run: the folder of the seeded room,
DEMO_DATABASE = "DEMO_DATABASE"  # and its database on PostgreSQL


class Process(Protocol):
    """The interface of a room's process: a new interpreter or a fork."""

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int) -> None: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...


class LiveRoom:
    """`manage.py run_room` on a free port; it can be stopped, killed and started again on the same data."""

    def __init__(
        self, *, data_dir: Path, environment: dict[str, str], fork_server: ForkServer | None = None
    ) -> None:
        """Choose a port; `start` starts the room. A fork server of this environment saves loading the project."""
        self.data_dir = data_dir
        self.forge = fork_server
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self.environment = _environment(data_dir, environment) | {"PORT": str(self.port)}
        self.process: Process | None = None
        # A copied room already has its demo.
        self.options: tuple[str, ...] = () if fork_server else ("--demo",)

    @property
    def output(self) -> str:
        return (self.data_dir / "printed.txt").read_text()

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run another management command on the room's data."""
        stdout = self.data_dir / "out.txt"
        stderr = self.data_dir / "err.txt"
        stdout.write_text("")
        stderr.write_text("")
        status = self._run(*arguments, stdout=stdout, err=stderr).wait()
        return subprocess.CompletedProcess(
            arguments, status, stdout.read_text(), stderr.read_text()
        )

    def start(self) -> None:
        """Start the room. Raises `AssertionError` with its output if it does not respond."""
        output = self.data_dir / "printed.txt"
        self.process = self._run("run_room", *self.options, stdout=output, err=output)
        deadline = time.monotonic() + OPEN_WITHIN
        while not self._responds():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"The room did not open:\n{self.output}")
            time.sleep(0.05)

    def stop(self) -> int:
        """Stop the room as a service manager would; return its exit status."""
        process = self._running()
        process.terminate()
        return process.wait(STOP_WITHIN)

    def kill(self) -> None:
        """Kill the room, as a power failure would."""
        process = self._running()
        process.kill()
        process.wait(STOP_WITHIN)

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def _run(self, *arguments: str, stdout: Path, err: Path) -> Process:
        if self.forge:
            port = {"PORT": str(self.port)}
            return self.forge.fork(*arguments, stdout=stdout, err=err, environment=port)
        with stdout.open("ab") as output, err.open("ab") as errors:
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

    def _responds(self) -> bool:
        try:
            urlopen(f"{self.url}/admin/login/", timeout=20).close()
        except (URLError, ConnectionError):
            return False
        return True


def _environment(data_dir: Path, environment: dict[str, str]) -> dict[str, str]:
    return {**os.environ, **environment, "DATA_DIR": str(data_dir), "PYTHONUNBUFFERED": "1"}


@dataclass
class RoomSlot:
    """A data folder, a database and a fork server, used by one copy of the stopped room at a time."""

    data_dir: Path
    database: str
    forge: ForkServer


@dataclass
class ClosedRoom:
    """A room that was started once and stopped: its data folder and its database on PostgreSQL."""

    data_dir: Path
    database: str
    copies: Path  # the folder of its copies
    free_slots: list[RoomSlot] = field(default_factory=list)  # slots without a running room
    slots: list[RoomSlot] = field(default_factory=list)

    def acquire_slot(self) -> RoomSlot:
        """Return a free slot with a new copy of the room; create a slot if all are in use."""
        if not self.free_slots:
            return self._create_slot()
        slot = self.free_slots.pop()
        self._copy(slot.data_dir, slot.database)
        return slot

    def _create_slot(self) -> RoomSlot:
        data_dir = self.copies / str(len(self.slots))
        database = f"room_{uuid4().hex}" if self.database else ""
        self._copy(data_dir, database)
        forge = ForkServer(_environment(data_dir, _database_environment(database)))
        slot = RoomSlot(data_dir=data_dir, database=database, forge=forge)
        self.slots.append(slot)
        return slot

    def _copy(self, data_dir: Path, database: str) -> None:
        shutil.rmtree(data_dir, ignore_errors=True)
        shutil.copytree(self.data_dir, data_dir)
        share_lessons(data_dir)
        if database:
            with _connect_server() as connection:
                connection.execute(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
                connection.execute(f"CREATE DATABASE {database} TEMPLATE {self.database}")

    def close(self) -> None:
        """Stop the fork servers and delete the slots."""
        for slot in self.slots:
            slot.forge.close()
            shutil.rmtree(slot.data_dir, ignore_errors=True)
            if slot.database:
                with _connect_server() as connection:
                    connection.execute(f"DROP DATABASE {slot.database} WITH (FORCE)")


@contextmanager
def live_room(template: ClosedRoom) -> Generator[LiveRoom]:
    """Run a copy of a stopped room during the block, on this run's database."""
    slot = template.acquire_slot()
    environment = _database_environment(slot.database)
    room = LiveRoom(data_dir=slot.data_dir, environment=environment, fork_server=slot.forge)
    with _running_room(room):
        yield room
    template.free_slots.append(slot)


@contextmanager
def new_room(data_dir: Path) -> Generator[LiveRoom]:
    """Run a new room during the block: first in its own interpreter, then in forks of a loaded one."""
    with _create_database() as name:
        environment = _database_environment(name)
        room = LiveRoom(data_dir=data_dir, environment=environment)
        with (
            closing(ForkServer(_environment(data_dir, environment))) as fork_server,
            _running_room(room),
        ):
            room.forge = fork_server
            yield room


@contextmanager
def empty_room(data_dir: Path) -> Generator[LiveRoom]:
    """Run a room before its setup during the block: without the demo, on its own database."""
    with _create_database(migrated=has_template()) as name:
        if has_template() and not name:
            copy_template(str(data_dir / "room.sqlite3"))
        room = LiveRoom(data_dir=data_dir, environment=_database_environment(name))
        room.options = ()
        with _running_room(room):
            yield room


@contextmanager
def closed_room(folder: Path) -> Generator[ClosedRoom]:
    """Yield this run's stopped room, or start and stop one; its copies are in the folder."""
    with _seeded_room(folder) as (data_dir, database):
        stopped_room = ClosedRoom(data_dir=data_dir, database=database, copies=folder)
        try:
            yield stopped_room
        finally:
            stopped_room.close()


@contextmanager
def _seeded_room(folder: Path) -> Generator[tuple[Path, str]]:
    """Yield the data folder and the database of a room that was started once."""
    if seeded := os.environ.get(DEMO):
        _wait_until_seeded(Path(seeded))
        yield Path(seeded), os.environ.get(DEMO_DATABASE, "")
        return
    data_dir = folder / "seeded"
    data_dir.mkdir()
    with _create_database(migrated=has_template()) as name:
        if has_template() and not name:
            copy_template(str(data_dir / "room.sqlite3"))
        seed_room(data_dir, name)
        yield data_dir, name


def seed_room(data_dir: Path, database: str) -> None:
    """Start a room on a migrated or an empty database, and stop it."""
    environment = _database_environment(database)
    with closing(ForkServer(_environment(data_dir, environment))) as fork_server:
        room = LiveRoom(data_dir=data_dir, environment=environment, fork_server=fork_server)
        room.options = ("--demo",)
        with _running_room(room):
            assert room.stop() == 0, room.output
            (data_dir / "printed.txt").unlink()


def _wait_until_seeded(data_dir: Path) -> None:
    deadline = time.monotonic() + OPEN_WITHIN
    while not data_dir.exists():
        assert time.monotonic() < deadline, (
            "The demo room was not seeded: see the start of the output."
        )
        time.sleep(0.1)


def start_seeding(data_dir: Path, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start seeding a run's room in a separate process, from the template of this environment.

    The folder appears when the room is complete.
    """
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.live_room", str(data_dir)],
        cwd=PROJECT,
        env={**os.environ, **environment},
    )


@contextmanager
def _running_room(room: LiveRoom) -> Generator[None]:
    try:
        room.start()
        yield
    finally:
        if room.is_running():
            room.kill()


def _database_environment(name: str) -> dict[str, str]:
    """Return the environment for this database of the server; empty on SQLite, where the name is empty."""
    server = urlsplit(os.environ.get("DATABASE_URL", ""))
    return {"DATABASE_URL": server._replace(path=f"/{name}").geturl()} if name else {}


def _connect_server() -> psycopg.Connection:
    return psycopg.connect(server_url(), autocommit=True)


@contextmanager
def _create_database(*, migrated: bool = False) -> Generator[str]:
    """Create a database for the block and yield its name; an empty string on SQLite."""
    if not server_url():
        yield ""
        return
    name = f"room_{uuid4().hex}"
    with _connect_server() as connection:
        if migrated:
            copy_template(name)
        else:
            connection.execute(f"CREATE DATABASE {name}")
        try:
            yield name
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def main(data_dir: Path) -> None:
    """Seed a room in this folder. On PostgreSQL its database has the folder's name."""
    database = data_dir.name if server_url() else ""
    unfinished = data_dir.with_name(f"{data_dir.name}.unfinished")
    unfinished.mkdir()
    copy_template(database or str(unfinished / "room.sqlite3"))
    seed_room(unfinished, database)
    unfinished.rename(data_dir)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
