"""Replay recorded hands through the engine: `manage.py replay PATH... [--steps] [--json]`."""

from collections.abc import Iterator
from json import dumps
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from dealer_ui import messages
from poker.json_types import JsonObject
from poker.phh.read import Recording, fault_line, load, outward
from poker.phh.replay import RecordedStep, finishing, replay
from poker.refusal import Refusal
from poker.view import view

# Exit codes.
DIFFERENT = 1
UNREADABLE = 2
LARGEST = 4_000_000  # bytes; a hand has a few thousand


class Command(BaseCommand):
    """Print one JSON line per hand. Recorded acts are final; `stood` names the rule that would have refused an act.

    Exits with status 1 if a hand's final stacks differ from its file, and with 2 if a file cannot be replayed.
    """

    help = "Replay PHH files (every variant) through the engine, one JSON line per hand."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="file or folder")
        parser.add_argument("--steps", action="store_true", help="show the dealer's steps")
        parser.add_argument("--json", action="store_true", help="JSON lines only, no summary line")

    def handle(
        self, *_args: object, paths: list[Path], steps: bool, json: bool, **_options: object
    ) -> None:
        ran = failed = status = 0
        for path in files(paths):
            line = replayed(path, steps=steps)
            self.stdout.write(dumps(line, ensure_ascii=False))
            self.stdout.flush()
            if not line["ok"] and not json:
                self.stderr.write(f"{path}: {line['error']['message']}")
            ran += 1
            failed += not line["ok"]
            status = max(status, exit_code(line))
        if not json:
            self.stderr.write(f"{ran} hands, {failed} failed")
        if status:
            raise SystemExit(status)


def files(paths: list[Path]) -> Iterator[Path]:
    """Yield the given files, and every .phh file below the given folders."""
    for path in paths:
        files_found = sorted(path.rglob("*.phh")) if path.is_dir() else [path]
        if not files_found:
            raise CommandError(f"{path} has no .phh file.", returncode=UNREADABLE)
        yield from files_found


def exit_code(line: JsonObject) -> int:
    """Return the exit status for the result of one file."""
    if line["ok"]:
        return 0
    return DIFFERENT if line["error"]["code"] == "other_stacks" else UNREADABLE


def replayed(path: Path, *, steps: bool) -> JsonObject:
    """Return the result of one file. A file that cannot be replayed has the reason; the other files are still
    replayed.
    """
    line: JsonObject = {
        "file": str(path),
        "variant": None,
        "ok": False,
        "finishing_stacks": None,
        "steps": [],
        "stood": [],
        "error": None,
    }
    try:
        text = read(path)
    except (OSError, UnicodeDecodeError) as error:
        line["error"] = {
            "code": "unreadable",
            "rule": "",
            "facts": {},
            "message": unreadable(error),
        }
        return line
    try:
        recording = load(text)
        line["variant"] = recording.variant
        last = None
        for moment in replay(recording):
            last = moment
            if steps:
                line["steps"].append(next_step_text(moment))
            if moment.stood:
                line["stood"].append({"rule": moment.stood, "step": len(line["steps"])})
        if last is not None:
            line.update(result(recording, last))
    except Refusal as refusal:
        line["variant"] = line["variant"] or refusal.facts.get("variant")
        line["error"] = refused(text, refusal)
    return line


def read(path: Path) -> str:
    """Return the text of a file. Raises `OSError` if it is not a file or too large for one hand."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(f"it is larger than {LARGEST // 1_000_000} MB, and a file holds one hand")
    return data.decode("utf-8").replace("\r\n", "\n")


def unreadable(error: OSError | UnicodeDecodeError) -> str:
    """Return why a file cannot be read."""
    if isinstance(error, UnicodeDecodeError):
        return "The file isn't UTF-8 text."
    return f"The file can't be read: {error.strerror or error}."


def refused(text: str, refusal: Refusal) -> dict[str, object]:
    """Return a refusal with the file's line and action that caused it."""
    line = fault_line(text, refusal)
    number = refusal.facts.get("number")
    place = [f"line {line}"] if line else []
    place += [f"action {number}, {str(refusal.facts['action'])[:60]!r}"] if number else []
    message = messages.refusal(refusal)
    return {
        "code": refusal.code,
        "rule": refusal.rule,
        "facts": refusal.facts,
        "line": line or None,
        "message": f"{', '.join(place)}: {message}" if place else message,
    }


def next_step_text(moment: RecordedStep) -> str:
    sentence = messages.step_sentence(view(moment.table))
    return " ".join(part for part in (sentence.now, sentence.then) if part)


def result(recording: Recording, last: RecordedStep) -> dict[str, object]:
    stacks = finishing(recording, last.table)
    fields: dict[str, object] = {
        "finishing_stacks": [outward(stack) for stack in stacks],
        "ok": True,
    }
    if recording.finishing is not None and stacks != recording.finishing:
        expected = [outward(stack) for stack in recording.finishing]
        fields["ok"] = False
        fields["error"] = {
            "code": "other_stacks",
            "rule": "",
            "facts": {"expected": expected},
            "message": f"The file ends in {expected}.",
        }
    return fields
