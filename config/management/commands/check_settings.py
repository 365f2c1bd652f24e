"""`manage.py check_settings FILE`: check that an environment file has only names of existing settings."""

import re
from difflib import get_close_matches
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

# Variables that libraries and systemd read, in addition to the settings.
OTHERS = {"FORWARDED_ALLOW_IPS", "PYTHONUNBUFFERED", "LANG", "TZ"}


class Command(BaseCommand):
    """Report every line that sets nothing. Any command reports wrong values when it starts."""

    help = "Checks an environment file: each line must be NAME=value with the name of a setting."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="Such as /etc/floorbook/floorbook.env.")

    def handle(self, *_args: object, file: Path, **_options: object) -> None:
        """Print all wrong lines. Raises `CommandError` if there are any."""
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"Can't read {file}: {error}.") from error
        problems: list[str] = []
        first_lines: dict[str, int] = {}
        for number, line in enumerate(lines, 1):
            problems += _problems(number, line)
            if name := _name(line):
                first = first_lines.setdefault(name, number)
                if first != number:
                    problems.append(
                        f"Line {number} sets {name} again, and line {first} has no effect. Remove one."
                    )
        if problems:
            raise CommandError("\n".join(problems))
        self.stdout.write(f"{file}: every setting exists.")


def _name(line: str) -> str:
    """Return the name that a line sets, or ""."""
    text = line.strip()
    return "" if text.startswith("#") else text.partition("=")[0]


def _problems(number: int, line: str) -> list[str]:
    text = line.strip()
    if not text or text.startswith("#"):
        return []
    name, sign, _ = text.partition("=")
    if not sign or not re.fullmatch(r"[A-Z][A-Z0-9_]*", name):
        return [
            f"Line {number} must be NAME=value, without spaces around the sign and without export."
        ]
    known_names = settings.ENVIRONMENT_DEFAULTS.keys() | OTHERS
    if name in known_names:
        return []
    close = get_close_matches(name, known_names, 1)
    hint = f" Do you mean {close[0]}?" if close else ""
    return [f"Line {number}: there is no setting {name}.{hint}"]
