"""What the engine makes of every case and every recorded hand, as digests. It runs in CPython and in the browser."""

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from dealer_ui.screen import screen
from poker import cases, codec
from poker.events import Event
from poker.phh.read import load
from poker.phh.replay import replay
from poker.state import Table
from poker.view import view


def digests(folder: str, every: int) -> str:
    """Return digests of each `every`-th case and recorded hand, as JSON: all events, the state and the screen."""
    results: dict[str, str] = {}
    for path in sorted(Path(folder).rglob("*.toml")):
        for case in cases.load(path.read_text())[::every]:
            play = cases.CaseRun(case)
            differences = list(cases._differences(case, play))
            events = [event for batch in play.log for event in batch.events]
            results[f"{path.stem}/{case.id}"] = digest(events, play.table, differences)
    for path in sorted(Path(folder).rglob("*.phh"))[::every]:
        steps = list(replay(load(path.read_text())))
        events = [event for step in steps for event in step.events]
        results[path.relative_to(folder).as_posix()] = digest(events, steps[-1].table, [])
    return json.dumps(results)


def digest(events: Iterable[Event], table: Table, differences: list[Any]) -> str:
    """Return the digest of a table and of all that happened at it."""
    content = sha256()
    for event in events:
        name, version, data = codec.encode_event(event)
        content.update(f"{name} {version} ".encode() + data + b"\n")
    content.update(codec.encode_state(table))
    content.update(msgspec.json.encode([screen(view(table), now_ms=0), differences]))
    return content.hexdigest()
