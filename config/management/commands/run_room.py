"""`manage.py run_room`: the complete server in one process, also on a fresh machine."""

import os
import socket
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, NoReturn

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections

from config.celery import app as celery_app
from config.embedded import RoomServer, handle_stop_signals, run_worker_and_beat
from config.terminal import own_terminal_signals
from ops.backup import BackupError
from ops.server_lock import hold_server_lock

HOST = "127.0.0.1"


class Command(BaseCommand):
    """Migrate, seed the demo room on the first run, and serve until stopped."""

    help = "Runs Floorbook on 127.0.0.1:PORT (default 8000): web server, worker and scheduler in one process."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Open the port first, so that a busy port is reported before anything changes."""
        with (
            own_terminal_signals(),
            handle_stop_signals(_leave),
            _listen(_port()) as listener,
            _open(),
        ):
            _prepare()
            from config.asgi import application  # imports models, so after the migration

            server = RoomServer(app=application, on_open=lambda: self._welcome(listener))
            with run_worker_and_beat(celery_app), handle_stop_signals(server.handle_exit):
                server.run(sockets=[listener])
        connections.close_all()
        self.stdout.write("Floorbook stopped. All data is saved.")

    def _welcome(self, listener: socket.socket) -> None:
        from tables import demo

        sign_ins = demo.SIGN_INS.strip("\n")
        address = f"http://{HOST}:{listener.getsockname()[1]}"
        self.stdout.write(
            f"\nFloorbook is running. Press Ctrl-C to stop.\n\n"
            f"  tablet   {address}/tablet/\n"
            f"  floor    {address}/floor/   (a supervisor's or manager's badge and PIN)\n"
            f"  setup    {address}/admin/\n\n"
            f"{sign_ins}\n"
        )
        self.stdout.flush()


@contextmanager
def _open() -> Generator[None]:
    try:
        with hold_server_lock():
            yield
    except BackupError as error:
        raise CommandError(str(error)) from error


def _leave(*_: object) -> NoReturn:
    sys.exit(0)


def _port() -> int:
    text = os.environ.get("PORT") or "8000"
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise CommandError(f"PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def _listen(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise CommandError(
            f"Can't open port {port} on {HOST} ({error.strerror}): "
            f"stop what's using it, or set PORT=8001."
        ) from error
    return listener


def _prepare() -> None:
    from tables import demo
    from tables.models import Room

    try:
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        reason = str(error).strip().splitlines()[0]
        raise CommandError(f"Can't use the database: {reason}.") from error
    if not Room.objects.exists():
        demo.seed()
