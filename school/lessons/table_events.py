"""The tournament of an exercise's table, from its lines in the lesson."""

import msgspec

from poker.stakes import Stakes
from poker.table_event import Hold, PlannedLevel, SeatMove, TableEvent
from school.lessons.reader import EventChange, WrittenEvent, WrittenHold
from school.tablet.model import Move
from school.tablet.table import EVENT_SET

MINUTE = 60_000


def table_event(written: WrittenEvent, stakes: Stakes) -> TableEvent:
    """Return what the table knows of its tournament. stakes: of the first level; the others have its game."""
    return TableEvent(
        event="school",
        name=written.name,
        levels=tuple(
            PlannedLevel(
                number=number,
                length=written.minutes * MINUTE,
                pause=False,
                small_bet=big,
                big_bet=big,
                blinds=(small, big),
                ante=big,
                game=stakes.game,
                limit=stakes.limit,
                chips=stakes.chips,
            )
            for number, (small, big) in enumerate(written.levels, start=1)
        ),
        segment=written.level - 1,
        hold=_hold(written.hold),
        left=written.left,
        tables=written.tables,
        average=written.average,
    )


def changed(event: TableEvent, change: EventChange) -> TableEvent:
    """Return the tournament after a change by its director or its clock."""
    segment = change.level - 1 if change.level else event.segment
    return msgspec.structs.replace(event, segment=segment, hold=_hold(change.hold))


def event_move(event: TableEvent) -> Move:
    """Return the room's move that tells the table of its tournament."""
    return Move(EVENT_SET, {"event": msgspec.to_builtins(event)})


def _hold(written: WrittenHold | None) -> Hold | None:
    if written is None:
        return None
    moves = tuple(SeatMove(*move) for move in written.moves)
    return Hold(written.kind, moves, written.waiting)
