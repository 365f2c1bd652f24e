"""`python -m tests.golden.write`: keep the events and snapshots of this release that the files do not have yet.

Run it after adding an event type, a field, a command of remedies, or a version of an event. Lines are only appended.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from banked.rules import codec as banked_codec
from banked.rules.events import EVENTS as BANKED
from lineup.rules import codec as lineup_codec
from lineup.rules.events import EVENTS as LINEUP
from poker import codec
from poker.calls import RemedyStep
from poker.events import EVENTS, RulingMade
from poker.logs.codec import tag
from promotions.rules import fund_codec, hours_codec
from promotions.rules.fund_events import EVENTS as FUND
from promotions.rules.hours_events import EVENTS as HOURS
from roster.rules import crew_codec, toke_codec, week_codec
from roster.rules.crew_events import EVENTS as CREW
from roster.rules.toke_events import EVENTS as TOKES
from roster.rules.week_events import EVENTS as WEEK
from school.rules import codec as training_codec
from school.rules.events import EVENTS as TRAINING
from tests.golden.case_runs import case_runs
from tests.golden.json_fields import command_lines, json_paths, line_form, line_of, remedy_commands
from tests.golden.snapshots import KINDS, missing_snapshots
from tests.support.samples import sample_event
from tournaments.rules import codec as tournament_codec
from tournaments.rules.events import EVENTS as TOURNAMENT
from waitlist.rules import codec as waitlist_codec
from waitlist.rules.events import EVENTS as WAITLIST

FOLDER = Path(__file__).parent

RULING = tag(RulingMade)

LOGS = (
    "table",
    "waitlist",
    "lineup",
    "training",
    "banked",
    "tournament",
    "hours",
    "fund",
    "crew",
    "roster",
    "tokes",
)
Encode = Callable[[Any], tuple[str, int, bytes]]


def stored_lines(log: str) -> list[dict[str, Any]]:
    """Return the lines of a kind of log: name, version and data of an event."""
    path = FOLDER / f"{log}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def fields(name: str, version: int, data: dict[str, Any]) -> set[tuple[str, int, str]]:
    """Return the paths of all fields that an event has, also inside others: `hand.started 1 table.seats.name`.

    A ruling also has the form of each of its command lines.
    """
    paths = set(json_paths(data))
    if name == RULING:
        paths |= {f"do {line_form(line)}" for line in command_lines(data)}
    return {(name, version, path) for path in paths}


def examples(log: str, step: int = 1) -> Iterator[tuple[str, int, bytes]]:
    """Yield an event of each type with every field set, and those of tables also as each `step`th case has them."""
    kinds: dict[str, tuple[tuple[type[Any], ...], Encode]] = {
        "table": (EVENTS, codec.encode_event),
        "waitlist": (WAITLIST, waitlist_codec.encode_event),
        "lineup": (LINEUP, lineup_codec.encode_event),
        "banked": (BANKED, banked_codec.encode_event),
        "fund": (FUND, fund_codec.FUND.encode_event),
        "hours": (HOURS, hours_codec.HOURS.encode_event),
        "crew": (CREW, crew_codec.CREW.encode_event),
        "roster": (WEEK, week_codec.WEEK.encode_event),
        "tokes": (TOKES, toke_codec.TOKES.encode_event),
        "tournament": (TOURNAMENT, tournament_codec.TOURNAMENT.encode_event),
        "training": (TRAINING, training_codec.encode_event),
    }
    events, encode = kinds[log]
    for kind in events:
        yield encode(sample_event(kind))
    if log == "table":
        for command in remedy_commands():
            steps = (RemedyStep(say="x", do=(line_of(command),)),)
            yield encode(replace(sample_event(RulingMade), steps=steps))
        for run in case_runs(step):
            for batch in run.log:
                for event in batch.events:
                    yield encode(event)


def missing(log: str, step: int = 1) -> list[dict[str, Any]]:
    """Return lines for events with a field, or with a version, that no line has; step: of the cases that are played."""
    have: set[tuple[str, int, str]] = set()
    for line in stored_lines(log):
        have |= fields(line["name"], line["version"], line["data"])
    new = []
    for name, version, encoded in examples(log, step):
        data = json.loads(encoded)
        if found := fields(name, version, data) - have:
            have |= found
            new.append({"name": name, "version": version, "data": data})
    return new


def main() -> None:
    """Append what is missing."""
    for log in LOGS:
        lines = missing(log)
        with (FOLDER / f"{log}.jsonl").open("a") as file:
            for line in lines:
                file.write(json.dumps(line, sort_keys=True, separators=(",", ":")) + "\n")
        print(f"{log}: {len(lines)} new lines")
    for kind in KINDS:
        snapshots = missing_snapshots(kind)
        with (FOLDER / f"{kind}.jsonl").open("a") as file:
            for snapshot in snapshots:
                file.write(json.dumps(snapshot, sort_keys=True, separators=(",", ":")) + "\n")
        print(f"{kind}: {len(snapshots)} new lines")


if __name__ == "__main__":
    main()
