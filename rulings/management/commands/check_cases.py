"""`manage.py check_cases PATH...`: plays cases through the engine, one line each (docs/cases.md)."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from poker.cases import Case, CaseError, check, load

UNREADABLE = 2


class Command(BaseCommand):
    """A room's own cases: whether its rulebook makes of them what it expects.

    One line a case, its id and `ok` or what differs. Ends with status 1 when a case does not hold, and with 2 and a
    sentence for a path or a file that cannot be read.
    """

    help = __doc__
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Files, or folders whose .toml files are meant."""
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="file or folder")

    def handle(self, *args: Any, **options: Any) -> None:
        """Every file is read before the first case is played."""
        read = [(path, load_file(path)) for path in files(options["paths"])]
        failed = 0
        for path, cases in read:
            for case in cases:
                differs = check(case)
                failed += bool(differs)
                said = f"{'; '.join(differs)} ({path.name})" if differs else "ok"
                self.stdout.write(f"{case.id}: {' '.join(said.split())}")
        ran = sum(len(cases) for _, cases in read)
        self.stderr.write(f"{ran} cases, {failed} of them failed")
        if failed:
            raise SystemExit(1)


def files(paths: list[Path]) -> Iterator[Path]:
    """The files named, and every .toml file below the folders named."""
    for path in paths:
        found = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not found:
            raise CommandError(f"{path} holds no .toml file.", returncode=UNREADABLE)
        yield from found


def load_file(path: Path) -> tuple[Case, ...]:
    """The cases of a file. Raises `CommandError` with status 2 for one that cannot be read or has none."""
    try:
        cases = load(path.read_text(encoding="utf-8"))
    except OSError as error:
        said = error.strerror or str(error)
        raise CommandError(f"{path} cannot be read: {said}.", returncode=UNREADABLE) from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not text in UTF-8.", returncode=UNREADABLE) from error
    except CaseError as error:
        raise CommandError(f"{path}: {error}.", returncode=UNREADABLE) from error
    if not cases:
        raise CommandError(f"{path} holds no case.", returncode=UNREADABLE)
    return cases
