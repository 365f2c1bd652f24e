"""A process with the loaded project that forks a `manage.py` command on request.

Loading takes three seconds of processor time; a fork opens a room in a tenth of that. Settings are read once: all forks
share the database server of the environment. `python -m tests.support.fork_server` is that process. It reads requests
as JSON lines and answers each with a line; when its input ends, it stops its forks.

`make test` starts one for all its suites on SQLite, with a socket as its input (`shared_fork_server`). Each connection
is such an input, and each fork uses the data folder named in its request.
"""

import gc
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NoReturn

from tests.support.tmpfs import write_in_memory

PROJECT = Path(__file__).resolve().parents[2]
MOST_FILES = 256
SHARED = "FORK_SERVER"  # environment variable: the socket of the fork server that a run's suites on SQLite share


class ForkedProcess:
    """A process that the fork server forked, with the interface of `subprocess.Popen`."""

    def __init__(self, server: "ForkServer", pid: int) -> None:
        self._forge = server
        self._status: int | None = None
        self.pid = pid

    def poll(self) -> int | None:
        """Return its exit status, None while it runs, or minus the signal that ended it."""
        if self._status is None:
            self._status = self._forge.send_request(poll=self.pid)
        return self._status

    def wait(self, timeout: float | None = None) -> int:
        """Return its exit status when it ends. Raises `subprocess.TimeoutExpired` after `timeout` seconds."""
        deadline = time.monotonic() + timeout if timeout is not None else None
        while (status := self.poll()) is None:
            if deadline is not None and timeout is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(f"forked {self.pid}", timeout)
            time.sleep(0.01)
        return status

    def send_signal(self, sig: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, sig)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class ForkServer:
    """Client of the process that forks management commands."""

    def __init__(self, environment: dict[str, str]) -> None:
        """Use the run's process on SQLite, or start one. The first request waits until it has loaded the project."""
        self._process: subprocess.Popen[str] | None = None
        self._environment: dict[str, str] = {}
        address = environment.get(SHARED)
        if address and not environment.get("DATABASE_URL"):
            self._connect(address)
            self._environment = {"DATA_DIR": environment["DATA_DIR"]}
        else:
            self._start(environment)

    def _connect(self, address: str) -> None:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(address)
            self._requests: IO[str] = connection.makefile("w")
            self._results: IO[str] = connection.makefile("r")

    def _start(self, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.fork_server"],
            cwd=PROJECT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests = self._process.stdin
        self._results = self._process.stdout

    def fork(
        self, *argv: str, stdout: Path, err: Path, environment: dict[str, str]
    ) -> ForkedProcess:
        """Run `manage.py` with these arguments; append its output to these files."""
        environment = self._environment | environment
        request = {"argv": argv, "out": str(stdout), "err": str(err), "environment": environment}
        pid = self.send_request(**request)
        assert pid is not None
        return ForkedProcess(self, pid)

    def send_request(self, **request: Any) -> int | None:
        """Send one request and return its result."""
        print(json.dumps(request), file=self._requests, flush=True)
        response_line = self._results.readline()
        if not response_line:
            raise AssertionError("The forge has ended: what it printed says why.")
        result: int | None = json.loads(response_line)
        return result

    def close(self) -> None:
        """Stop the processes it forked, and the fork server if it is not shared."""
        self._requests.close()
        if self._process is not None:
            self._process.wait()
        self._results.close()


@contextmanager
def shared_fork_server(address: Path, environment: dict[str, str]) -> Generator[None]:
    """Run a fork server for all clients that connect to this socket during the block."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(address))
        listener.listen()  # clients can connect while it loads the project, and wait
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.fork_server", SHARED],
            cwd=PROJECT,
            env=environment,
            stdin=listener.fileno(),
        )
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _load_project() -> None:
    """Load what every room loads before its first response, without opening the database."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.asgi import application  # sets up Django

    assert application
    from django.db.migrations.loader import MigrationLoader
    from django.urls import get_resolver

    from config.celery import app
    from config.warm_up import warm_up

    assert get_resolver().url_patterns
    warm_up()
    MigrationLoader(None)
    app.loader.import_default_modules()
    for name in DEFERRED_MODULES:
        import_module(name)
    from tests.support.cheap_hashes import hash_cheaply

    hash_cheaply()


# Modules that a room loads only when its server, worker and clock begin.
DEFERRED_MODULES = (
    "celery.apps.worker",
    "celery.backends.base",
    "celery.concurrency.thread",
    "celery.contrib.django.task",
    "celery.events.receiver",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer.delayed_delivery",
    "config.management.commands.run_room",
    "django.contrib.admin.forms",
    "django.contrib.messages.storage.fallback",
    "django.contrib.sessions.backends.db",
    "django.core.cache.backends.locmem",
    "django.core.management.commands.migrate",
    "django.core.management.commands.shell",
    "django.db.models.sql.compiler",
    "django.template.loaders.cached",
    "django_celery_beat.schedulers",
    "kombu.transport.memory",
    "ops.demo",
    "uvicorn.lifespan.off",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
    "uvloop",
)


class Forks:
    """The processes requested by one client."""

    def __init__(self) -> None:
        self._running: set[int] = set()

    def execute(self, request_line: str) -> str:
        request = json.loads(request_line)
        if pid := request.get("poll"):
            result = _poll_child(pid)
            if result is not None:
                self._running.discard(pid)
        else:
            result = _fork_child(request)
            self._running.add(result)
        return f"{json.dumps(result)}\n"

    def stop(self) -> None:
        """Kill the processes that still run."""
        for pid in self._running:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        self._running.clear()


def main() -> None:
    """Load the project, then execute requests until the input ends."""
    write_in_memory()
    _load_project()
    gc.collect()
    gc.freeze()  # the pages stay shared
    if SHARED in sys.argv:
        with suppress(KeyboardInterrupt):
            _serve_clients(socket.socket(fileno=os.dup(0)))
        return
    forks = Forks()
    try:
        for request_line in sys.stdin:
            print(forks.execute(request_line), end="", flush=True)
    finally:
        forks.stop()


@dataclass
class Client:
    """A connection to the shared fork server, and its processes."""

    connection: socket.socket
    forks: Forks = field(default_factory=Forks)

    def __post_init__(self) -> None:
        self.requests = self.connection.makefile("r")

    def execute(self) -> bool:
        """Execute one request: a client sends one line and waits for the answer. Return False if it has
        disconnected.
        """
        if request_line := self.requests.readline():
            self.connection.sendall(self.forks.execute(request_line).encode())
        return bool(request_line)


def _serve_clients(listener: socket.socket) -> None:
    """Execute the requests of each connection until SIGTERM."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    clients: list[Client] = []
    with selectors.DefaultSelector() as ready:
        ready.register(listener, selectors.EVENT_READ)
        try:
            while True:
                for key, _ in ready.select():
                    client: Client | None = key.data
                    if client is None:
                        client = Client(listener.accept()[0])
                        clients.append(client)
                        ready.register(client.connection, selectors.EVENT_READ, client)
                    elif not client.execute():
                        ready.unregister(client.connection)
                        clients.remove(client)
                        client.forks.stop()
                        client.requests.close()
                        client.connection.close()
        finally:
            for client in clients:
                client.forks.stop()


def _poll_child(pid: int) -> int | None:
    ended_pid, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended_pid else None


def _fork_child(request: dict[str, Any]) -> int:
    from django.db import connection

    assert threading.active_count() == 1, threading.enumerate()
    assert connection.connection is None
    return os.fork() or _run_command(request)


def _run_command(request: dict[str, Any]) -> NoReturn:
    """Run `manage.py` in the forked process."""
    from django.conf import settings
    from django.core.management import execute_from_command_line

    status = 1
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(request[name], os.O_WRONLY | os.O_APPEND | os.O_CREAT), number)
        os.environ.update(request["environment"])
        # The only settings that differ between forks.
        settings.PORT = int(os.environ["PORT"])
        if "DATA_DIR" in request["environment"]:
            os.closerange(3, MOST_FILES)  # connections of the shared fork server's clients
            _use_data_dir(Path(os.environ["DATA_DIR"]))
        execute_from_command_line(["manage.py", *request["argv"]])
        status = 0
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else int(left.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _use_data_dir(data_dir: Path) -> None:
    """Change the settings that depend on the data folder; the database is SQLite's."""
    from django.conf import settings
    from django.db import connection

    from config.data_dir import prepare_data_dir
    from config.secret_key import load_or_create_secret

    prepare_data_dir(data_dir)
    settings.DATA_DIR = data_dir
    settings.BACKUP_DIR = data_dir / "backups"
    settings.SECRET_KEY = load_or_create_secret(data_dir / "secret_key")
    connection.settings_dict["NAME"] = str(data_dir / "room.sqlite3")


if __name__ == "__main__":
    main()
