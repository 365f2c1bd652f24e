"""`manage.py check_cases PATH...`: run cases through the engine, one line each (docs/cases.md)."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from poker.cases import Case, CaseError, check, load

UNREADABLE = 2


class Command(BaseCommand):
    """Check a room's own cases: whether its rulebook gives the expected results.

    Prints one line per case, its id and `ok` or the difference. Exits with status 1 if a case fails, and with 2 and
    a message for a path or a file that cannot be read.
    """

    help = "Plays your own cases through the engine, one line per case: ok, or what differs (docs/cases.md)."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the paths: files, or folders with .toml files."""
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="file or folder")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read every file, then run the cases."""
        read = [(path, load_file(path)) for path in files(options["paths"])]
        failed = 0
        for path, cases in read:
            for case in cases:
                differs = check(case)
                failed += bool(differs)
                text = f"{'; '.join(differs)} ({path.name})" if differs else "ok"
                self.stdout.write(f"{case.id}: {' '.join(text.split())}")
        ran = sum(len(cases) for _, cases in read)
        self.stderr.write(f"{ran} cases, {failed} failed")
        if failed:
            raise SystemExit(1)


def files(paths: list[Path]) -> Iterator[Path]:
    """Yield the files named, and every .toml file below the folders named."""
    for path in paths:
        matches = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not matches:
            raise CommandError(f"{path} has no .toml file.", returncode=UNREADABLE)
        yield from matches


def load_file(path: Path) -> tuple[Case, ...]:
    """Return the cases of a file. Raises `CommandError` with status 2 if it cannot be read or has none."""
    try:
        cases = load(path.read_text(encoding="utf-8"))
    except OSError as error:
        text = error.strerror or str(error)
        raise CommandError(f"can't read {path}: {text}.", returncode=UNREADABLE) from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} isn't UTF-8 text.", returncode=UNREADABLE) from error
    except CaseError as error:
        raise CommandError(f"{path}: {error}.", returncode=UNREADABLE) from error
    if not cases:
        raise CommandError(f"{path} has no cases.", returncode=UNREADABLE)
    return cases
