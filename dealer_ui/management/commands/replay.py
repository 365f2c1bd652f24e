"""Replay recorded hands through the engine: `manage.py replay PATH... [--steps] [--json]`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from dealer_ui import messages
from poker.phh.read import Recording, load, outward
from poker.phh.replay import RecordedStep, finishing, replay
from poker.refusal import Refusal
from poker.view import view


class Command(BaseCommand):
    """Print one JSON line per hand. Recorded acts stand, and `stood` names the rule that would have refused one."""

    help = "Replay PHH files (every variant) through the engine, one JSON line per hand."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="file or folder")
        parser.add_argument("--steps", action="store_true", help="show the dealer's steps")
        parser.add_argument("--json", action="store_true", help="JSON lines only, no summary line")

    def handle(self, *args: Any, **options: Any) -> None:
        ran = failed = 0
        for path in files(options["paths"]):
            line = replayed(path, steps=options["steps"])
            self.stdout.write(json.dumps(line, ensure_ascii=False))
            ran += 1
            failed += not line["ok"]
        if not options["json"]:
            self.stderr.write(f"{ran} hands, {failed} failed")
        if failed or not ran:
            raise SystemExit(1)


def files(paths: list[Path]) -> Iterator[Path]:
    """Yield the files named, and every .phh file below the folders named."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.phh"))
        else:
            yield path


def replayed(path: Path, *, steps: bool) -> dict[str, Any]:
    """Return the result of one file. A file that cannot be replayed gives the reason, and the others continue."""
    line: dict[str, Any] = {
        "file": str(path),
        "variant": None,
        "ok": False,
        "finishing_stacks": None,
        "steps": [],
        "stood": [],
        "error": None,
    }
    try:
        recording = load(path.read_text(encoding="utf-8"))
        line["variant"] = recording.variant
        last = None
        for moment in replay(recording):
            last = moment
            if steps:
                line["steps"].append(said(moment))
            if moment.stood:
                line["stood"].append({"rule": moment.stood, "step": len(line["steps"])})
        if last is not None:
            line.update(result(recording, last))
    except Refusal as refusal:
        line["variant"] = line["variant"] or refusal.facts.get("variant")
        line["error"] = {
            "code": refusal.code,
            "rule": refusal.rule,
            "facts": refusal.facts,
            "message": messages.refusal(refusal),
        }
    except (OSError, UnicodeDecodeError) as error:
        line["error"] = {"code": "unreadable", "rule": "", "facts": {}, "message": str(error)}
    return line


def said(moment: RecordedStep) -> str:
    """Return the next step after a command, in the dealer's words."""
    sentence = messages.step_sentence(view(moment.table))
    return " ".join(part for part in (sentence["now"], sentence["then"]) if part)


def result(recording: Recording, last: RecordedStep) -> dict[str, Any]:
    """Return the final stacks, compared with those of the file."""
    stacks = finishing(recording, last.table)
    matches: dict[str, Any] = {"finishing_stacks": [outward(stack) for stack in stacks], "ok": True}
    if recording.finishing is not None and stacks != recording.finishing:
        expected = [outward(stack) for stack in recording.finishing]
        matches["ok"] = False
        matches["error"] = {
            "code": "other_stacks",
            "rule": "",
            "facts": {"expected": expected},
            "message": f"The file ends in {expected}.",
        }
    return matches
