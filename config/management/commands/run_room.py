"""`manage.py run_room`: the complete server in one process, also on a fresh machine."""

import socket
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connections

from config.celery import app as celery_app
from config.earlier_schema import MESSAGE, is_earlier_schema
from config.embedded import handle_stop_signals, run_worker_and_beat
from config.terminal import own_terminal_signals
from config.web_server import ListenError, RoomServer, listen
from ops.backup import BackupError
from ops.server_lock import hold_server_lock

NO_ROOM = (
    "There is no room yet. Create the first account with manage.py createsuperuser, sign in at /manage/, and add one.\n"
    "To look around first, stop and start again with --demo: it creates a room with invented people and published PINs."
)


class Command(BaseCommand):
    """Migrate, create the demo room if asked, and serve until stopped."""

    help = "Runs Floorbook on HOST:PORT (127.0.0.1:8000): web server, worker and scheduler in one process."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add `--demo`."""
        parser.add_argument(
            "--demo",
            action="store_true",
            help="If there is no room yet, create the demo room with published PINs. Not with HTTPS.",
        )

    def handle(self, *_args: object, demo: bool = False, **_options: object) -> None:
        """Open the port first, so that a busy port is reported before anything changes."""
        with (
            own_terminal_signals(),
            handle_stop_signals(_leave),
            _listen() as listener,
            _open(),
        ):
            prepare(demo=demo)
            from config.asgi import application  # imports models, so after the migration

            notes = _notes(demo=demo)
            server = RoomServer(app=application, on_open=lambda: self._welcome(listener, notes))
            with run_worker_and_beat(celery_app), handle_stop_signals(server.handle_exit):
                server.run(sockets=[listener])
        connections.close_all()
        self.stdout.write("Floorbook stopped. All data is saved.")

    def _welcome(self, listener: socket.socket, notes: str) -> None:
        address = f"http://{settings.HOST}:{listener.getsockname()[1]}"
        self.stdout.write(
            f"\nFloorbook is running. Press Ctrl-C to stop.\n\n"
            f"  tablet   {address}/tablet/\n"
            f"  floor    {address}/floor/   (a supervisor's or manager's badge and PIN)\n"
            f"  setup    {address}/admin/\n\n" + (f"{notes}\n" if notes else "")
        )
        self.stdout.flush()


def _notes(*, demo: bool) -> str:
    """Return what a first start prints below the addresses: the demo's sign-ins, or how to add a room."""
    from tables.demo import sign_ins
    from tables.models import Room

    if not Room.objects.exists():
        return NO_ROOM
    return sign_ins() if demo else ""


def _listen() -> socket.socket:
    try:
        return listen(settings.HOST, settings.PORT)
    except ListenError as error:
        raise CommandError(str(error)) from error


@contextmanager
def _open() -> Generator[None]:
    try:
        with hold_server_lock():
            yield
    except BackupError as error:
        raise CommandError(str(error)) from error


def _leave(*_: object) -> NoReturn:
    sys.exit(0)


def prepare(*, demo: bool) -> None:
    """Migrate the database, and create the demo room if asked and there is no room. Raises `CommandError`."""
    from tables.demo import DemoRefused, seed
    from tables.models import Room

    try:
        if is_earlier_schema():
            raise CommandError(MESSAGE)
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        reason = str(error).strip().splitlines()[0]
        raise CommandError(f"Can't use the database: {reason}.") from error
    if demo and not Room.objects.exists():
        try:
            seed()
        except DemoRefused as error:
            raise CommandError(str(error)) from error
