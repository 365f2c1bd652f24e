"""`manage.py run_room`: the complete server in one process, even on a fresh machine."""

import os
import shutil
import signal
import socket
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection, connections
from django.utils import timezone

from config.celery import app as celery_app
from config.embedded import BackgroundWork, handle_stop_signals, hold_database_open
from config.warm_up import warm_up
from config.web_server import ListenError, RoomServer, listen
from journal.disk_space import no_space, says_full
from ops.backup import BackupError
from ops.schema_state import schema_problem, schema_state
from ops.server_lock import hold_server_lock
from web.outages import reason_of

# Printed for a HOST that is not an address.
LOCAL = "127.0.0.1"
EVERY_NETWORK = ("0.0.0.0", "::")
LEAST_FREE = 1_000_000  # bytes on the disk of the database
SETUP = (
    "This room is not set up yet. Open this link in a browser; it works for 24 hours, for one person:\n\n"
    "  {address}/setup?code={code}\n\n"
    "manage.py setup leads through the same steps in a terminal. To look around first, stop and start again\n"
    "with --demo: it creates a room with invented people and published PINs."
)
GO_ON = "The setup is not finished. {name} goes on with it at {address}/setup."


@contextmanager
def own_terminal_signals() -> Generator[None]:
    """Send Ctrl-C to this process and not to make, which would report a clean end as an interrupt.

    It has no effect without make, or without a terminal.
    """
    before = os.getpgrp()
    terminal = sys.stdin.fileno() if sys.stdin is not None else -1
    if "MAKELEVEL" not in os.environ or not _in_foreground(terminal):
        yield
        return
    # Otherwise the terminal would stop this process: for taking it, and for Ctrl-Z, after which it
    # could not continue because the shell waits for make.
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    os.setpgid(0, 0)
    os.tcsetpgrp(terminal, os.getpgrp())
    try:
        yield
    finally:
        os.tcsetpgrp(terminal, before)


def _in_foreground(terminal: int) -> bool:
    return terminal >= 0 and os.isatty(terminal) and os.tcgetpgrp(terminal) == os.getpgrp()


class Command(BaseCommand):
    """Migrate, create the demo room on request, and serve until stopped."""

    help = "Runs Floorbook on HOST:PORT (127.0.0.1:8000): web server, worker and scheduler in one process."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
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
            with _one_sentence():
                prepare(demo=demo)
            from config.asgi import application  # imports models, so after the migration

            host = LOCAL if settings.HOST in EVERY_NETWORK else settings.HOST
            address = f"http://{host}:{listener.getsockname()[1]}"
            with _one_sentence():
                notes = _setup_notes(address)
            # One after the other: together, they would keep people waiting for the sign-ins.
            first = (self._print_sign_ins,) if demo and not notes else ()
            work = BackgroundWork(celery_app, (*first, warm_up))

            def announce() -> None:
                self._welcome(address, notes)
                work.start()

            server = RoomServer(app=application, on_open=announce)
            with hold_database_open(), handle_stop_signals(server.handle_exit):
                try:
                    server.run(sockets=[listener])
                finally:
                    work.stop()
        self.stdout.write("Floorbook stopped. All data is saved.")

    def _welcome(self, address: str, notes: str) -> None:
        self.stdout.write(
            f"\nFloorbook is running. Press Ctrl-C to stop.\n\n"
            f"  tablet   {address}/tablet/\n"
            f"  floor    {address}/floor/   (a supervisor's or manager's badge and PIN)\n"
            f"  manage   {address}/manage/   (a manager's name and password)\n\n"
            + (f"{notes}\n" if notes else "")
        )
        self.stdout.flush()

    def _print_sign_ins(self) -> None:
        """Print the demo's sign-ins that work: comparing each PIN with its hash takes over a second in all."""
        from ops.demo import sign_ins

        try:
            self.stdout.write(f"{sign_ins()}\n\n")
            self.stdout.flush()
        finally:
            connections.close_all()


def _setup_notes(address: str) -> str:
    """Return the notes below the addresses: the link that sets up an empty room, or continues its setup."""
    from ops.installation import setup_code_make, setup_state
    from staff.installation import installation

    row = installation()
    state = setup_state(row)
    if state == "empty":
        return SETUP.format(address=address, code=setup_code_make(now=timezone.now()))
    if state == "begun" and row.begun_by is not None:
        return GO_ON.format(name=row.begun_by.alias, address=address)
    return ""


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


@contextmanager
def _one_sentence() -> Generator[None]:
    """Print one sentence about a problem of the database. Raises `CommandError`."""
    try:
        yield
    except DatabaseError as error:
        reason = reason_of(error)
        remedy = ""
        if connection.vendor == "sqlite" and _is_disk_full(reason):
            remedy = f" {no_space(settings.DATA_DIR)}"
        raise CommandError(f"Can't use the database: {reason}.{remedy}") from error


def _is_disk_full(reason: str) -> bool:
    """Return whether the disk is full: SQLite reports an I/O error if its shared memory does not fit."""
    return says_full(reason) or shutil.disk_usage(settings.DATA_DIR).free < LEAST_FREE


def prepare(*, demo: bool) -> None:
    """Apply missing migrations; create the demo room if requested and there is no room. Raises `CommandError`."""
    from ops.demo import DemoRefused, seed
    from staff.models import Room

    state = schema_state()
    if state.newer:
        raise CommandError(schema_problem())
    if state.missing:
        call_command("migrate", verbosity=0, interactive=False)
    if demo and not Room.objects.exists():
        try:
            seed()
        except DemoRefused as error:
            raise CommandError(str(error)) from error
