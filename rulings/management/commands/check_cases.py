"""`manage.py check_cases PATH...`: run cases through the engine, one line each (docs/cases.md)."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from poker.cases import Case, CaseError, check, load
from poker.refusal import Refusal
from web.messages.refusals import refusal

# Exit codes.
FAILED = 1
UNREADABLE = 2
LARGEST = 100_000_000  # bytes of a file
LONGEST = 500  # characters of a sentence
EVERY = 500  # cases between two progress lines


class Command(BaseCommand):
    """Check a room's own cases: whether its rulebook gives the expected results.

    Prints a line with the id and `ok` or the difference as soon as a case is checked. Exits with status 1 if a case
    fails, and with 2 and a message if a path, a file or a case cannot be read.
    """

    help = "Plays your own cases through the engine, one line per case: ok, or what differs (docs/cases.md)."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the paths: files, or folders with .toml files."""
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="file or folder")

    def handle(self, *_args: object, paths: list[Path], **_options: object) -> None:
        cases_by_path = [(path, load_file(path)) for path in files(paths)]
        total = sum(len(cases) for _, cases in cases_by_path)
        ran = failed = status = 0
        for path, cases in cases_by_path:
            for case in cases:
                text, code = checked(case)
                failed += bool(code)
                status = max(status, code)
                where = f" ({path.name})" if code else ""
                self.stdout.write(f"{one_line(case.id)}: {one_line(text)}{where}")
                self.stdout.flush()
                ran += 1
                self.show_progress(ran, total)
        self.stderr.write(f"{total} cases, {failed} failed")
        if status:
            raise SystemExit(status)

    def show_progress(self, ran: int, total: int) -> None:
        """Write how many cases are done, unless results appear on the same terminal."""
        if ran % EVERY == 0 and self.stderr.isatty() and not self.stdout.isatty():
            self.stderr.write(f"{ran} of {total} cases\r", ending="")
            self.stderr.flush()


def checked(case: Case) -> tuple[str, int]:
    """Return the result of a case and its exit code."""
    try:
        differs = check(case)
    except CaseError as error:
        if isinstance(error.__cause__, Refusal):
            return (
                f"line {case.line}: the table can't be set up: {refusal(error.__cause__)}",
                UNREADABLE,
            )
        return str(error), UNREADABLE
    return ("; ".join(differs), FAILED) if differs else ("ok", 0)


def one_line(text: str) -> str:
    """Return a text on one line, shortened if it is too long to read."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} \u2026"


def files(paths: list[Path]) -> Iterator[Path]:
    """Yield the given files, and every .toml file in the given folders."""
    for path in paths:
        files_found = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not files_found:
            raise CommandError(f"{path} has no .toml file.", returncode=UNREADABLE)
        yield from files_found


def load_file(path: Path) -> tuple[Case, ...]:
    """Return the cases of a file. Raises `CommandError` with status 2 if it cannot be read or has none."""
    try:
        cases = load(text_of(path))
    except OSError as error:
        text = error.strerror or str(error)
        raise CommandError(f"can't read {path}: {text}.", returncode=UNREADABLE) from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} isn't UTF-8 text.", returncode=UNREADABLE) from error
    except CaseError as error:
        raise CommandError(f"{path}: {one_line(str(error))}.", returncode=UNREADABLE) from error
    if not cases:
        raise CommandError(f"{path} has no cases.", returncode=UNREADABLE)
    return cases


def text_of(path: Path) -> str:
    """Return the text of a file. Raises `OSError` if it is too large or not a file."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(f"it is larger than {LARGEST // 1_000_000} MB")
    return data.decode("utf-8").replace("\r\n", "\n")
