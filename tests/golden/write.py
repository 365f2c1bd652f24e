"""`python -m tests.golden.write`: keep the events of this release that the files do not have yet.

Run it after adding an event type, a field, or a version of an event. Lines are only appended.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from poker import cases, codec
from poker.events import EVENTS
from poker.lineup import codec as lineup_codec
from poker.lineup.events import EVENTS as LINEUP
from poker.waitlist import codec as waitlist_codec
from poker.waitlist.events import EVENTS as WAITLIST
from tests.support.samples import sample_event

FOLDER = Path(__file__).parent
CASES = FOLDER.parent / "poker" / "cases"

Encode = Callable[[Any], tuple[str, int, bytes]]


def stored_lines(log: str) -> list[dict[str, Any]]:
    """Return the lines of a kind of log: name, version and data of an event."""
    path = FOLDER / f"{log}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def fields(name: str, version: int, data: dict[str, Any]) -> set[tuple[str, int, str]]:
    """Return the paths of all fields that an event has, also inside others: `hand.started 1 table.seats.name`."""
    return {(name, version, path) for path in _paths(data, "")}


def _paths(value: object, at: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{at}.{key}"
            yield from _paths(inner, f"{at}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from _paths(inner, at)


def examples(log: str) -> Iterator[tuple[str, int, bytes]]:
    """Yield an event of each type with every field set, and those of tables also as the cases have them."""
    kinds: dict[str, tuple[tuple[type[Any], ...], Encode]] = {
        "table": (EVENTS, codec.encode_event),
        "waitlist": (WAITLIST, waitlist_codec.encode_told),
        "lineup": (LINEUP, lineup_codec.encode_told),
    }
    events, encode = kinds[log]
    for kind in events:
        yield encode(sample_event(kind))
    if log == "table":
        for path in sorted(CASES.glob("*.toml")):
            for case in cases.load(path.read_text()):
                for event in cases.events(case):
                    yield encode(event)


def missing(log: str) -> list[dict[str, Any]]:
    """Return lines for events with a field, or with a version, that no line has."""
    have: set[tuple[str, int, str]] = set()
    for line in stored_lines(log):
        have |= fields(line["name"], line["version"], line["data"])
    new = []
    for name, version, encoded in examples(log):
        data = json.loads(encoded)
        if found := fields(name, version, data) - have:
            have |= found
            new.append({"name": name, "version": version, "data": data})
    return new


def main() -> None:
    """Append what is missing."""
    for log in ("table", "waitlist", "lineup"):
        lines = missing(log)
        with (FOLDER / f"{log}.jsonl").open("a") as file:
            for line in lines:
                file.write(json.dumps(line, sort_keys=True, separators=(",", ":")) + "\n")
        print(f"{log}: {len(lines)} new lines")


if __name__ == "__main__":
    main()
