"""A process with the loaded project that forks a `manage.py` command on request.

Loading takes three seconds of processor time; a fork opens a room in a tenth of that. Settings are
read once: all forks share the data folder and the database of the environment. `python -m
tests.support.fork_server` is that process. It reads requests as JSON lines and answers each with a line;
when its input ends, it stops its forks.
"""

import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

PROJECT = Path(__file__).resolve().parents[2]


class ForkedProcess:
    """A process that the fork server forked, with the interface of `subprocess.Popen`."""

    def __init__(self, server: "ForkServer", pid: int) -> None:
        """Watch this process."""
        self._forge = server
        self._status: int | None = None
        self.pid = pid

    def poll(self) -> int | None:
        """Return its exit status, or None while it runs; minus the signal that ended it."""
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
        """Ask it to stop."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Stop it at once."""
        self.send_signal(signal.SIGKILL)


class ForkServer:
    """Client of the process that forks management commands."""

    def __init__(self, environment: dict[str, str]) -> None:
        """Start the process; the first request waits until it has loaded the project."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.fork_server"],
            cwd=PROJECT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def fork(
        self, *argv: str, stdout: Path, err: Path, environment: dict[str, str]
    ) -> ForkedProcess:
        """Run `manage.py` with these arguments; append its output to these files."""
        request = {"argv": argv, "out": str(stdout), "err": str(err), "environment": environment}
        pid = self.send_request(**request)
        assert pid is not None
        return ForkedProcess(self, pid)

    def send_request(self, **request: Any) -> int | None:
        """Send one request and return its result."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(request), file=self._process.stdin, flush=True)
        response_line = self._process.stdout.readline()
        if not response_line:
            raise AssertionError("The forge has ended: what it printed says why.")
        result: int | None = json.loads(response_line)
        return result

    def close(self) -> None:
        """Stop the fork server and the processes it forked."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def _load_project() -> None:
    """Load what every room loads before its first response, without opening the database."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.asgi import application  # sets Django up

    assert application
    from django.db.migrations.loader import MigrationLoader
    from django.template import engines
    from django.urls import get_resolver

    from config.celery import app

    assert get_resolver().url_patterns
    engines.all()  # with every library of tags
    MigrationLoader(None)
    app.loader.import_default_modules()
    for name in DEFERRED_MODULES:
        import_module(name)
    from tests.support.cheap_hashes import hash_cheaply

    hash_cheaply()


# What a room loads only when its server, its worker and its clock begin.
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
    "tables.demo",
    "uvicorn.lifespan.off",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
    "uvloop",
)


def main() -> None:
    """Load the project, then execute requests until the input ends."""
    _load_project()
    gc.collect()
    gc.freeze()  # the pages stay shared
    running: set[int] = set()
    try:
        for request_line in sys.stdin:
            request = json.loads(request_line)
            if pid := request.get("poll"):
                result = _poll_child(pid)
                if result is not None:
                    running.discard(pid)
            else:
                result = _fork_child(request)
                running.add(result)
            print(json.dumps(result), flush=True)
    finally:
        for pid in running:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


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
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(request[name], os.O_WRONLY | os.O_APPEND | os.O_CREAT), number)
        os.environ.update(request["environment"])
        settings.PORT = int(os.environ["PORT"])  # the only setting that differs between forks
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


if __name__ == "__main__":
    main()
