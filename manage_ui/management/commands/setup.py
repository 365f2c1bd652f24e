"""`manage.py setup`: set up an empty installation in a terminal or from a file, or print its one-time code."""

import os
from argparse import ArgumentParser
from getpass import getpass
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from manage_ui.setup.setup_file import SetupFileRefused, setup_from_file
from manage_ui.setup.terminal import Terminal, run_setup
from ops.installation import setup_code_make
from poker.refusal import Refusal
from web.messages.refusals import refusal_message

NO_DATABASE = "Can't use the database ({reason}). Start the server once, or run manage.py migrate."
STOPPED = "Stopped. Everything so far is saved: manage.py setup goes on with the next step."


class Command(BaseCommand):
    """`manage.py setup [--code | --file setup.toml [--totp]]`."""

    help = (
        "Sets up an empty installation: step by step, from a file, or with a code for the browser."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        ways = parser.add_mutually_exclusive_group()
        ways.add_argument(
            "--code",
            action="store_true",
            help="print a fresh one-time code and the link that takes it",
        )
        ways.add_argument("--file", type=Path, help="set up unattended, from this TOML file")
        parser.add_argument(
            "--totp",
            action="store_true",
            help="with --file: set up the second factor and print its secret",
        )

    def handle(
        self, *, code: bool, file: Path | None, totp: bool, **_options: object
    ) -> str | None:
        """Raises `CommandError` with one sentence for each problem."""
        if totp and file is None:
            raise CommandError("--totp belongs to --file.")
        try:
            if code:
                return self._code()
            if file is not None:
                return self._file(file, totp=totp)
            terminal = Terminal(input, getpass, self.stdout.write)
            run_setup(terminal)
        except Refusal as refusal:
            raise CommandError(refusal_message(refusal)) from refusal
        except SetupFileRefused as refused:
            raise CommandError(str(refused)) from refused
        except DatabaseError as error:
            raise CommandError(NO_DATABASE.format(reason=str(error).splitlines()[0])) from error
        except (KeyboardInterrupt, EOFError) as stopped:
            raise CommandError(STOPPED) from stopped
        return None

    def _code(self) -> str:
        code = setup_code_make(now=timezone.now())
        return (
            f"Setup code: {code}\n"
            f"It works for 24 hours, for one person; earlier codes no longer work. Open\n\n"
            f"  {_address()}/setup?code={code}\n\n"
            f"or enter it at /setup on the address of this server."
        )

    def _file(self, file: Path, *, totp: bool) -> str:
        result = setup_from_file(file, totp=totp, now=timezone.now())
        lines = [f"{result.room} is set up; staff imported: {result.staff}."]
        if totp:
            lines += ["The first manager's second factor:", result.uri, "Recovery codes:"]
            lines += result.codes
        else:
            lines.append("The first manager sets up the second factor at the first sign-in.")
        return "\n".join(lines)


def _address() -> str:
    """Return the likely URL of this server: behind HTTPS its first host name, else the host with its own port."""
    if settings.CSRF_TRUSTED_ORIGINS:
        return str(settings.CSRF_TRUSTED_ORIGINS[0]).rstrip("/")
    host = settings.ALLOWED_HOSTS[0] if settings.ALLOWED_HOSTS else ""
    if not host or host.startswith((".", "*")):  # a pattern, not a host name
        host = "this-server"
    if settings.HTTPS:
        return f"https://{host}"
    return f"http://{host}:{os.environ.get('PORT') or '8000'}"
