"""The state of a table for rollups: how an entry of its log changes it, and what the entry counts. Pure."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from poker import events as e
from poker.events import Event
from poker.hand_kinds import fact_of, with_fact
from poker.handlers import Describe
from poker.stakes import Stakes
from poker.state import HandKind

Move = tuple[str, Any]  # a kind and a value, as stored in a cursor
# Returns the plaque's name and the family of its games, by its stakes and tracking level.
Named = Callable[[Stakes, str], tuple[str, str]]


class TableState(msgspec.Struct, frozen=True, omit_defaults=True):
    chairs: int = 0
    taken: tuple[int, ...] = ()
    open: bool = False
    dealer: str = ""
    game: str = ""
    family: str = ""  # of its games
    tracking: str = ""
    hand: bool = False  # whether a hand is in progress
    # The last hand: when it began (Unix seconds), 0 if that was not recorded, and its kinds.
    began: int = 0
    kinds: tuple[HandKind, ...] = ()


def move_of(event: Event | None, state: TableState, named: Named, at: int = 0) -> Move | None:
    """Return how an entry changes a table, or None. event: None for the start of a hand.

    at: its time in Unix seconds, for a state that records when a hand began.
    """
    fact = fact_of(event) if event is not None else None
    if fact is not None:
        name = "misdealt" if isinstance(event, e.HandMisdealt) else "kind"
        return name, [fact.kind, fact.count, fact.amount]
    match event:
        case None:
            return "began", at
        case e.HandEnded():
            return "hand", False
        case e.TableOpened():
            game, family = named(event.stakes, event.tracking)
            return "opened", [game, family, event.tracking]
        case e.PlaqueChanged():
            return "plaque", list(named(event.stakes, state.tracking))
        case e.PlaqueQueued():
            return "awaited", list(named(event.stakes, state.tracking))
    describe = _MOVES.get(type(event))
    return describe(event) if describe else None


def counts(event: Event | None, state: TableState) -> tuple[str, ...]:
    """Return the sums that an entry increases, as field names of `reports.rollups.log_reducer.CellSums`.

    state: the table before the entry.
    """
    match event:
        case e.HandEnded(partial=partial):
            return ("hands", "partial") if partial else ("hands",)
        case e.HandMisdealt():
            return ("misdeals",)
        case e.DealerPushed(dealer=dealer) if state.open and dealer.key != state.dealer:
            return ("downs",)
        case e.TableOpened() if state.dealer:
            return ("downs",)
    return ()


def splash_of(event: Event) -> int:
    """Return what an event adds to a pot from the house's money (H-75); negative if the pot was voided."""
    match event:
        case e.SplashAdded(amount=amount):
            return amount
        case e.HandVoided(splash=splash):
            return -splash
    return 0


_MOVES: dict[type[Event], Describe[Move]] = {
    e.TableCreated: lambda event: ("chairs", event.seats),
    e.SeatCountChanged: lambda event: ("chairs", event.seats),
    e.TableClosed: lambda event: ("open", False),
    e.TrackingChanged: lambda event: ("tracking", event.tracking),
    e.DealerPushed: lambda event: ("dealer", event.dealer.key),
    e.SeatTaken: lambda event: ("sits", event.seat),
    e.SeatLeft: lambda event: ("leaves", event.seat),
    e.SeatChanged: lambda event: ("changes", [event.seat, event.to]),
}


def moved(state: TableState, move: Move) -> TableState:
    kind, what = move
    if kind in ("began", "kind", "misdealt"):
        return _hand_moved(state, kind, what)
    match kind:
        case "sits":
            return replace(state, taken=tuple(sorted({*state.taken, what})))
        case "leaves":
            return replace(state, taken=tuple(seat for seat in state.taken if seat != what))
        case "changes":
            seats = {*state.taken} - {what[0]} | {what[1]}
            return replace(state, taken=tuple(sorted(seats)))
        case "opened":
            game, family, tracking = what
            return replace(state, open=True, game=game, family=family, tracking=tracking)
        case "plaque":
            return replace(state, game=what[0], family=what[1])
        case "awaited":
            # Without a start of the hand in a rebuild, the plaque takes effect immediately
            # (`poker.evolve`).
            return state if state.hand else replace(state, game=what[0], family=what[1])
    return replace(state, **{kind: what})


def _hand_moved(state: TableState, kind: str, what: Any) -> TableState:
    """Return the state after the start of a hand, or after a fact about its kind."""
    if kind == "began":
        return replace(state, hand=True, began=what, kinds=())
    kinds = with_fact(state.kinds, HandKind(*what))
    return replace(state, hand=state.hand and kind != "misdealt", kinds=kinds)
