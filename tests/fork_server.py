"""A process that has the whole project loaded, and forks a command of `manage.py` as often as one is wanted.

Three seconds of a processor go into loading; a forked room opens in a tenth of that. Settings are read once:
what a forge forks shares the data folder and the database of its environment.

`python -m tests.fork_server` is that process. It reads orders, a line of JSON each, and answers each with a line;
when its orders end, it takes with it what it forked.
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

PROJECT = Path(__file__).resolve().parent.parent


class Forked:
    """A process that a forge has forked; it says of itself what `subprocess.Popen` would."""

    def __init__(self, forge: "Forge", pid: int) -> None:
        """Follow this process."""
        self._forge = forge
        self._status: int | None = None
        self.pid = pid

    def poll(self) -> int | None:
        """Give its exit status, or None while it runs; minus the signal that ended it."""
        if self._status is None:
            self._status = self._forge.order(poll=self.pid)
        return self._status

    def wait(self, timeout: float | None = None) -> int:
        """Give its exit status when it ends; `subprocess.TimeoutExpired` after so many seconds."""
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


class Forge:
    """The process that forks, from outside."""

    def __init__(self, environment: dict[str, str]) -> None:
        """Start loading; the first order waits until it is done."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fork_server"],
            cwd=PROJECT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def fork(self, *argv: str, out: Path, err: Path, environment: dict[str, str]) -> Forked:
        """Run `manage.py` with these arguments; what it prints is added to these files."""
        ordered = {"argv": argv, "out": str(out), "err": str(err), "environment": environment}
        pid = self.order(**ordered)
        assert pid is not None
        return Forked(self, pid)

    def order(self, **ordered: Any) -> int | None:
        """Send one order; gives its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(ordered), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise AssertionError("The forge has ended: what it printed says why.")
        answer: int | None = json.loads(line)
        return answer

    def close(self) -> None:
        """End it, and what still runs of what it forked."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def _load() -> None:
    """Load what every room loads before its first answer; nothing here opens the database."""
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
    for name in LATE:
        import_module(name)


# What a room loads only when its server, its worker and its clock begin.
LATE = (
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
    """Load, then do what is ordered until orders end."""
    _load()
    gc.collect()
    gc.freeze()  # the pages stay shared
    running: set[int] = set()
    try:
        for line in sys.stdin:
            ordered = json.loads(line)
            if pid := ordered.get("poll"):
                answer = _ended(pid)
                if answer is not None:
                    running.discard(pid)
            else:
                answer = _forked(ordered)
                running.add(answer)
            print(json.dumps(answer), flush=True)
    finally:
        for pid in running:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _ended(pid: int) -> int | None:
    done, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if done else None


def _forked(ordered: dict[str, Any]) -> int:
    from django.db import connection

    assert threading.active_count() == 1, threading.enumerate()
    assert connection.connection is None
    return os.fork() or _run(ordered)


def _run(ordered: dict[str, Any]) -> NoReturn:
    """Be `manage.py`, in the forked process."""
    from django.core.management import execute_from_command_line

    status = 1
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(ordered[name], os.O_WRONLY | os.O_APPEND | os.O_CREAT), number)
        os.environ.update(ordered["environment"])
        execute_from_command_line(["manage.py", *ordered["argv"]])
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
