"""The showdown of a hand in the log, as if its table had had a promotion at the deal."""

from collections.abc import Iterator

from msgspec.structs import replace

from poker.events import HandStarted
from poker.evolve import evolve
from poker.promotion_terms import TablePromotion
from poker.promotions import Condition, conditions
from poker.state import Table as TableState
from poker.timeline import build_timeline
from tables.hand_log import find_hand_range, hand_log
from tables.models import Table


def showdown_states(table: Table, number: int, promotion: TablePromotion) -> Iterator[TableState]:
    """Yield the states of a hand at its showdown, without what was undone.

    The table gets the promotion before the deal, because only then its hand keeps who was dealt in.
    """
    hand_range = find_hand_range(table.stream, number)
    if hand_range is None:
        return
    batches = [command.batch for command in hand_log(table.stream, hand_range)]
    standing = build_timeline(batches).standing
    first = standing[0].events[0] if standing else None
    if not isinstance(first, HandStarted):
        return
    state = replace(first.table, promotions=(promotion,))
    started = replace(first, table=state)
    for batch in standing:
        for event in batch.events:
            state = evolve(state, started if event is first else event)
        if state.hand is not None and state.hand.stage in ("showdown", "award"):
            yield state


def logged_conditions(
    table: Table, number: int, promotion: TablePromotion, board: int = 0
) -> tuple[Condition, ...]:
    """Return what the log of a hand has of each condition; () if no showdown was logged."""
    checked: tuple[Condition, ...] = ()
    for state in showdown_states(table, number, promotion):
        checked = conditions(promotion, state, board)
    return checked
