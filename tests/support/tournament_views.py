"""Views of a tournament's table, for pictures: a level, two busts, a move, hand for hand."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from poker.json_types import JsonObject
from poker.stakes import Stakes
from poker.state import Table
from poker.table_event import Hold, PlannedLevel, SeatMove, SeatPenalty, TableEvent

MINUTE = 60_000
CHIPS = (100, 500, 1_000, 5_000)


def _level(number: int, small: int, big: int) -> PlannedLevel:
    return PlannedLevel(
        number, 20 * MINUTE, False, big, big, (small, big), big, 0, "holdem", "none", CHIPS
    )


def _event(**changes: Any) -> TableEvent:
    from tests.support.stage import NOW

    event = TableEvent(
        event="1",
        name="Event 3",
        levels=(_level(9, 400, 800), _level(10, 500, 1_000), _level(11, 600, 1_200)),
        since=NOW - 17 * MINUTE,
    )
    return replace(event, **changes)


def _table(event: TableEvent) -> Table:
    from poker import engine
    from poker.commands import OpenTable, SetButton
    from tests.support.play import open_table_without_button

    stakes = Stakes(
        "holdem", "none", 800, 800, (400, 800), 800, "big_blind", chips=CHIPS, tournament=True
    )
    table = replace(open_table_without_button({"game": "holdem"}, seats=9), event=event)
    table = replace(table, is_open=False, stakes=None)
    table = engine.run(table, OpenTable(stakes), now=0).state
    return engine.run(table, SetButton(6), now=0).state


def _view(event: TableEvent, *lines: str) -> JsonObject:
    from tests.support.play import play, stored_view

    return stored_view(play(_table(event), *lines) if lines else _table(event))


def _busts() -> JsonObject:
    return _view(
        _event(since=_event().since - 5 * MINUTE),
        "9 all_in 8100",
        "1 fold",
        "2 raise 20000",
        "3 fold",
        "4 fold",
        "5 all_in 12400",
        "6 fold",
        "7 fold",
        "8 fold",
        "run_out count=3",
        "award seats=2",
        "award seats=2",
    )


def _hold(hold: Hold) -> JsonObject:
    return _view(_event(hold=hold, left=41, tables=6, average=29_300))


def _absent(*lines: str) -> JsonObject:
    """Return a table with a player who is away and two who serve penalties."""
    return _view(_event(penalties=(SeatPenalty(3, 12), SeatPenalty(7, 1))), *lines)


TOURNAMENTS: dict[str, Callable[[], JsonObject]] = {
    "tournament_level": lambda: _view(_event(), "9 raise 2000"),
    "tournament_next_level": lambda: _view(
        _event(since=_event().since - 5 * MINUTE), "9 raise 2000"
    ),
    "tournament_busts": _busts,
    "tournament_balance": lambda: _hold(Hold("balance", (SeatMove(4, "T12", 7),))),
    "tournament_hand_for_hand": lambda: _hold(Hold("hand_for_hand", waiting=("T3", "T8"))),
    "tournament_absent": lambda: _absent("sit_out seat=5"),
    "tournament_absent_hand": lambda: _absent("sit_out seat=5", "9 raise 2000", "1 fold"),
    "tournament_paused": lambda: _view(
        _event(hold=Hold("paused"), since=0, left=41, tables=6, average=29_300)
    ),
}
