"""`python -m tests.golden.write` also keeps snapshots: states, views and cursors that a later release decodes again."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import msgspec

from banked.rules import codec as banked_codec
from banked.rules.state import BankedTable
from lineup.rules import codec as lineup_codec
from lineup.rules.state import Lineup
from poker import codec
from poker.state import Table
from poker.view import view
from poker.view.model import TableView, read_view
from promotions.rules.fund_codec import FUND
from promotions.rules.fund_state import FundState
from promotions.rules.hours_codec import HOURS
from promotions.rules.hours_state import Hours
from reports.rollups.log_reducer import Cursor
from roster.rules.crew_codec import CREW
from roster.rules.crew_state import Crew
from roster.rules.toke_codec import TOKES
from roster.rules.toke_state import Tokes
from roster.rules.week_codec import WEEK
from roster.rules.week_state import Week
from school.rules import codec as training_codec
from school.rules.state import Training
from tests.golden.case_runs import case_runs, play_cases
from tests.golden.json_fields import command_lines, json_paths
from tests.support.samples import full_sample
from tournaments.rules.codec import TOURNAMENT
from tournaments.rules.state import Tournament
from waitlist.rules import codec as waitlist_codec
from waitlist.rules.state import Waitlists

FOLDER = Path(__file__).parent
# Fields whose keys are data.
_MAPPINGS = (".floor.facts.", ".no_raise.facts.", ".splits.", ".substantial.")


@dataclass(frozen=True)
class SnapshotKind:
    """A kind of snapshot: JSON that was decoded and encoded again, and the examples that this release has."""

    again: Callable[[bytes], bytes]
    examples: Callable[[int], Iterator[bytes]]


def _tables(step: int) -> Iterator[bytes]:
    """Yield a table with every field set, and the table after each command of each `step`th case."""
    yield codec.encode_state(full_sample(Table))
    for run in case_runs(step):
        yield from map(codec.encode_state, run.tables)


def _views() -> Iterator[bytes]:
    """Yield a view with every field set, and those of a few tables."""
    yield msgspec.json.encode(full_sample(TableView))
    for run in islice(play_cases(), 3):
        yield msgspec.json.encode(view(run.table))


def _view_again(data: bytes) -> bytes:
    return msgspec.json.encode(read_view(msgspec.json.decode(data)))


def _cursor_again(data: bytes) -> bytes:
    return msgspec.json.encode(msgspec.convert(msgspec.json.decode(data), Cursor))


KINDS: dict[str, SnapshotKind] = {
    "table_states": SnapshotKind(
        lambda data: codec.encode_state(codec.decode_state(data)), _tables
    ),
    "table_views": SnapshotKind(_view_again, lambda _: _views()),
    "waitlist_states": SnapshotKind(
        lambda data: waitlist_codec.encode_state(waitlist_codec.decode_state(data)),
        lambda _: iter([waitlist_codec.encode_state(full_sample(Waitlists))]),
    ),
    "banked_states": SnapshotKind(
        lambda data: banked_codec.encode_state(banked_codec.decode_state(data)),
        lambda _: iter([banked_codec.encode_state(full_sample(BankedTable))]),
    ),
    "lineup_states": SnapshotKind(
        lambda data: lineup_codec.encode_state(lineup_codec.decode_state(data)),
        lambda _: iter([lineup_codec.encode_state(full_sample(Lineup))]),
    ),
    "fund_states": SnapshotKind(
        lambda data: FUND.encode_state(FUND.decode_state(data)),
        lambda _: iter([FUND.encode_state(full_sample(FundState))]),
    ),
    "hours_states": SnapshotKind(
        lambda data: HOURS.encode_state(HOURS.decode_state(data)),
        lambda _: iter([HOURS.encode_state(full_sample(Hours))]),
    ),
    "toke_states": SnapshotKind(
        lambda data: TOKES.encode_state(TOKES.decode_state(data)),
        lambda _: iter([TOKES.encode_state(full_sample(Tokes))]),
    ),
    "crew_states": SnapshotKind(
        lambda data: CREW.encode_state(CREW.decode_state(data)),
        lambda _: iter([CREW.encode_state(full_sample(Crew))]),
    ),
    "roster_states": SnapshotKind(
        lambda data: WEEK.encode_state(WEEK.decode_state(data)),
        lambda _: iter([WEEK.encode_state(full_sample(Week))]),
    ),
    "tournament_states": SnapshotKind(
        lambda data: TOURNAMENT.encode_state(TOURNAMENT.decode_state(data)),
        lambda _: iter([TOURNAMENT.encode_state(full_sample(Tournament))]),
    ),
    "training_states": SnapshotKind(
        lambda data: training_codec.encode_state(training_codec.decode_state(data)),
        lambda _: iter([training_codec.encode_state(full_sample(Training))]),
    ),
    "report_cursors": SnapshotKind(
        _cursor_again, lambda _: iter([msgspec.json.encode(full_sample(Cursor))])
    ),
}


def stored_snapshots(kind: str) -> list[dict[str, object]]:
    """Return the snapshots of a kind, as decoded JSON."""
    path = FOLDER / f"{kind}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def missing_snapshots(kind: str, step: int = 1) -> list[dict[str, object]]:
    """Return examples with a field, or with a game, a stage or a remedy, that no stored snapshot has.

    step: of the cases that are played.
    """
    have: set[str] = set()
    for snapshot in stored_snapshots(kind):
        have |= _features(snapshot)
    new = []
    for example in KINDS[kind].examples(step):
        data = json.loads(example)
        if found := _features(data) - have:
            have |= found
            new.append(data)
    return new


def _features(snapshot: dict[str, object]) -> set[str]:
    """Return the paths of a snapshot's fields, and of a table its game, stage and remedy.

    The keys of a mapping, such as the facts of a call, are no fields.
    """
    paths = {path for path in json_paths(snapshot) if not any(part in path for part in _MAPPINGS)}
    hand, stakes = (_mapping(snapshot.get(name)) for name in ("hand", "stakes"))
    return paths | {
        f"game {stakes.get('game')}",
        f"stage {hand.get('stage')}",
        f"remedy with commands: {any(command_lines(snapshot))}",
    }


def _mapping(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}
