"""The level of a tournament at a moment, and the table of its next hand. A hand in progress keeps its stakes."""

from typing import NamedTuple

from msgspec.structs import replace

from poker.refusal import Refusal
from poker.state import Table
from poker.table_event import PlannedLevel, TableEvent


class LevelNow(NamedTuple):
    """Where the clock is: the level or break, from 0, and its milliseconds left. The last level does not end."""

    at: int
    left: int


def level_at(event: TableEvent, now: int) -> LevelNow:
    """Return where the clock of a table's event is at `now`, in Unix milliseconds."""
    index = min(event.segment, len(event.levels) - 1)
    elapsed = event.elapsed + (max(0, now - event.since) if event.since else 0)
    while elapsed >= event.levels[index].length and index < len(event.levels) - 1:
        elapsed -= event.levels[index].length
        index += 1
    return LevelNow(index, max(0, event.levels[index].length - elapsed))


def next_level(event: TableEvent, index: int) -> PlannedLevel | None:
    """Return the level after a level or break, None after the last."""
    return next((level for level in event.levels[index + 1 :] if not level.pause), None)


def with_level(table: Table, now: int, shown: TableEvent | None = None) -> Table:
    """Return a table between hands with the stakes of the level at `now`. Other tables stay as they are; 0: no time.

    shown: the tournament on the dealer's screen, if the director changed it since then.
    """
    if table.event is None or not now or table.hand is not None or table.stakes is None:
        return table
    event = shown or table.event
    stakes = event.stakes(level_at(event, now).at, table.stakes)
    return table if stakes == table.stakes else replace(table, stakes=stakes)


def without_hold(table: Table) -> Table:
    """Return a table as if the director did not hold it and no one were out of chips, to show its next hand."""
    if table.event is None:
        return table
    return replace(table, event=replace(table.event, hold=None), out=())


def refuse_held(table: Table) -> None:
    """Raise `Refusal` for a hand that may not begin: `bust_due` with the seats, `event_hold`, `event_break`."""
    if table.event is None:
        return
    if table.out:
        raise Refusal("bust_due", "", seats=[seat for seat, _ in table.out])
    if table.event.hold is not None:
        raise Refusal("event_hold", "TDA 10", hold=table.event.hold.kind)


def refuse_break(table: Table, now: int) -> None:
    """Raise `Refusal`: `event_break` for a hand that would begin in a break."""
    event = table.event
    if event is not None and now and event.levels[level_at(event, now).at].pause:
        raise Refusal("event_break", "", minutes=-(-level_at(event, now).left // 60_000))
