"""Preview of a draft: which recent hands would have gone differently under it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from poker.events import Event, HandStarted
from poker.rules import read
from poker.undo_labels import undo_label
from rulings.models import Book
from rulings.publishing import tables_of
from rulings.rule_change_replay import replay_under
from tables.table_log import newest_hands

LOOKBACK = timedelta(days=90)
MAX_HANDS = 600  # hands replayed for one preview, a few milliseconds each


@dataclass(frozen=True)
class ChangedHand:
    """A hand that would have gone differently, and the first tap that differs."""

    table: str
    number: int
    at: datetime
    tap: str


@dataclass(frozen=True)
class RuleChangePreview:
    """The result of a preview."""

    played: int
    changed_hands: tuple[ChangedHand, ...]
    unreplayable: int  # hands with a tap that cannot be inferred
    limit_per_table: int  # maximum of hands read per table


def preview_rule_change(
    *, book: Book, settings: dict[str, object], now: datetime
) -> RuleChangePreview:
    """Replay the newest hands of a rulebook's tables under these settings."""
    rules = read(settings)
    tables = list(tables_of(book))
    each = MAX_HANDS // max(len(tables), 1)
    played = unsaid = 0
    differing: list[ChangedHand] = []
    for table in tables:
        for at, batches in newest_hands(table.stream, since=now - LOOKBACK, limit=each):
            replay_outcome = replay_under(batches, rules)
            played += replay_outcome.kind in ("same", "other")
            unsaid += replay_outcome.kind == "unsaid"
            first = batches[0].events[0]
            if replay_outcome.kind == "other" and isinstance(first, HandStarted):
                differing.append(ChangedHand(table.name, first.number, at, tap(replay_outcome.at)))
    differing.sort(key=lambda hand: hand.at, reverse=True)
    return RuleChangePreview(played, tuple(differing), unsaid, each)


def tap(events: tuple[Event, ...]) -> str:
    """Return a tap as text, from its UNDO label."""
    label = undo_label(events)
    if label is None:
        return "between"
    what = (label.what or label.name).replace("_", " ")
    return f"seat {label.seat}: {what}" if label.seat else what
