"""Replay recorded hands through the engine: `manage.py replay PATH... [--steps] [--json]`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from dealer_ui import words
from poker.phh.read import Recording, load, outward
from poker.phh.replay import Moment, finishing, replay
from poker.refusal import Refusal
from poker.view import view


class Command(BaseCommand):
    """One JSON line a hand; what was played stands, and `stood` says which rule would have refused it."""

    help = (
        "Replay PHH files, every variant of the format, through the engine, one JSON line a hand."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="file or folder")
        parser.add_argument("--steps", action="store_true", help="the dealer's steps in words")
        parser.add_argument("--json", action="store_true", help="JSON lines only, no summary")

    def handle(self, *args: Any, **options: Any) -> None:
        ran = failed = 0
        for path in files(options["paths"]):
            line = replayed(path, steps=options["steps"])
            self.stdout.write(json.dumps(line, ensure_ascii=False))
            ran += 1
            failed += not line["ok"]
        if not options["json"]:
            self.stderr.write(f"{ran} hands, {failed} of them failed")
        if failed or not ran:
            raise SystemExit(1)


def files(paths: list[Path]) -> Iterator[Path]:
    """The files named, and every .phh file below the folders named."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.phh"))
        else:
            yield path


def replayed(path: Path, *, steps: bool) -> dict[str, Any]:
    """What one file comes to. A file that cannot be replayed says why, and the others go on."""
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
            "message": words.refusal(refusal),
        }
    except (OSError, UnicodeDecodeError) as error:
        line["error"] = {"code": "unreadable", "rule": "", "facts": {}, "message": str(error)}
    return line


def said(moment: Moment) -> str:
    """The next step after a command, in the dealer's words."""
    sentence = words.step_sentence(view(moment.table))
    return " ".join(part for part in (sentence["now"], sentence["then"]) if part)


def result(recording: Recording, last: Moment) -> dict[str, Any]:
    """The stacks that the hand ended in, held against those of the file."""
    stacks = finishing(recording, last.table)
    found: dict[str, Any] = {"finishing_stacks": [outward(stack) for stack in stacks], "ok": True}
    if recording.finishing is not None and stacks != recording.finishing:
        expected = [outward(stack) for stack in recording.finishing]
        found["ok"] = False
        found["error"] = {
            "code": "other_stacks",
            "rule": "",
            "facts": {"expected": expected},
            "message": f"The file ends in {expected}.",
        }
    return found
