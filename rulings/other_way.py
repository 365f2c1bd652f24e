"""Would a recorded hand have gone another way under other house rules? Its taps are played again, and compared.

The log keeps what happened and not what was tapped. A tap is found again from its events: a command counts as the one
only if the engine, under the rules of then, makes exactly those events of it. A hand with a tap that is not found is
left out and said to be.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from poker import commands as c
from poker import events as e
from poker.engine import run
from poker.events import Event
from poker.evolve import evolve
from poker.games import MOST_SEATS
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.state import Table
from poker.timeline import Batch, fold

Kind = Literal["same", "other", "unsaid", "none"]

# What happens in the room whatever the rules of the hand are.
OF_THE_ROOM = (
    e.FloorCalled,
    e.FloorReported,
    e.FloorAnswered,
    e.FloorCancelled,
    e.DealerPushed,
    e.RulesChanged,
    e.PlaqueAwaited,
    e.SeatsDrawn,
    e.SeatLocked,
    e.SeatUnlocked,
    e.SeatTaken,
    e.SeatLeft,
    e.SeatChanged,
    e.SeatAway,
    e.SeatBack,
    e.ChipsAdded,
    e.ChipsQueued,
    e.ChipsTaken,
    e.TimeCollected,
)
# They depend on the hour, or carry the whole table.
NOT_COMPARED = (e.HandStarted, e.GameChanged, e.PlaqueChanged)


class Way(NamedTuple):
    """How a hand would have gone. at: the events of the tap from which it differs, () unless it does.

    unsaid: a tap is not found again; none: there was no hand, its start was undone.
    """

    kind: Kind
    at: tuple[Event, ...] = ()


def way(batches: Iterable[Batch], rules: HouseRules) -> Way:
    """A hand's log, from its start, under other rules."""
    standing = fold(batches).standing
    first = standing[0].events[0] if standing else None
    if not isinstance(first, e.HandStarted):
        return Way("none")
    was = first.table
    would = replace(was, rules=rules)
    for batch in standing:
        if was.hand is None and batch is not standing[0]:
            return Way("same")  # the hand is over; what comes between hands is no part of it
        if isinstance(batch.events[0], OF_THE_ROOM):
            was, would = _happened(was, batch.events), _happened(would, batch.events)
            continue
        command = tapped(was, batch.events)
        if command is None:
            return Way("unsaid")
        try:
            outcome = run(would, command, now=0)
        except Refusal:
            return Way("other", batch.events)
        if compared(outcome.events) != compared(batch.events):
            return Way("other", batch.events)
        was, would = _happened(was, batch.events), outcome.table
    return Way("same")


def _happened(table: Table, events: tuple[Event, ...]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def compared(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events without those that say nothing of the way of the hand."""
    return tuple(event for event in events if not isinstance(event, NOT_COMPARED))


def tapped(table: Table, events: tuple[Event, ...]) -> c.Command | None:
    """The command that made these events at this table; None when none is found."""
    for command in _candidates(events):
        try:
            made = run(table, command, now=0).events
        except Refusal:
            continue
        if compared(made) == compared(events):
            return command
    return None


def _candidates(events: tuple[Event, ...]) -> Iterator[c.Command]:
    for event in reversed(events):
        if not getattr(event, "inferred", False):
            yield from _of(event, events)
    yield c.Deal()
    yield c.NextHand()


def _of(event: Event, events: tuple[Event, ...]) -> Iterator[c.Command]:
    make = _SIMPLE.get(type(event))
    if make is not None:
        yield make(event)
    elif isinstance(event, e.BetMade):
        yield from _bets(event)
    elif isinstance(event, e.Called):
        yield c.Act(event.seat, "call", declared=event.declared)
        yield c.Act(event.seat, "call", event.amount, declared=event.declared)
        yield c.Act(event.seat, "all_in", declared=event.declared)
    elif isinstance(event, e.CountSaid):
        yield from _counts(event.count, events)
    elif isinstance(event, e.StreetSkipped):
        yield from _skips(events)
    elif isinstance(event, e.PotAwarded):
        yield from _awards(event)
    elif isinstance(event, e.CountsCorrected):
        yield from (c.CorrectCounts(event.stub, event.burns, n) for n in range(MOST_SEATS + 1))


def _bets(event: e.BetMade) -> Iterator[c.Command]:
    said: dict[str, Any] = {"declared": event.declared, "stood": event.stood}
    if event.all_in or not event.full:
        yield c.Act(event.seat, "all_in", event.to, **said)
    what: Any = "complete" if event.completed else "raise" if event.raised else "bet"
    # Of the limit's own amount nobody says how much; under another rule it may be another.
    yield c.Act(event.seat, what, None, **said)
    yield c.Act(event.seat, what, event.to, **said)
    yield c.Act(event.seat, "all_in", event.to, **said)


def _counts(count: int, events: tuple[Event, ...]) -> Iterator[c.Command]:
    faces = [event.cards for event in events if isinstance(event, e.BoardDealt)]
    for cards in (*faces, ()):
        yield c.CloseStreet(count, cards)


def _skips(events: tuple[Event, ...]) -> Iterator[c.Command]:
    counts = [event.count for event in events if isinstance(event, e.CountSaid)]
    streets = [event.street for event in events if isinstance(event, e.CardBurned | e.StreetDealt)]
    for street in dict.fromkeys([*reversed(streets), "showdown"]):
        yield from (c.SkipTo(street, count) for count in counts)


def _awards(event: e.PotAwarded) -> Iterator[c.Command]:
    award = event.award
    seats = tuple(seat for seat, _ in award.shares)
    high = tuple(seat for seat in seats if seat not in award.low)
    for taken in dict.fromkeys((seats, high)):
        for low in (None, award.low):
            for odd in (None, *seats):
                yield c.AwardPot(taken, None, low, odd)
                yield c.AwardPot(taken, award.pot, low, odd)


_SIMPLE: dict[type[Event], Any] = {
    e.Folded: lambda event: c.Act(event.seat, "fold"),
    e.Checked: lambda event: c.Act(event.seat, "check"),
    e.Drew: lambda event: c.Draw(event.seat, event.stated),
    e.OpenerNamed: lambda event: c.NameOpener(event.seat),
    e.OpenerTied: lambda event: c.Tie(event.seat),
    e.SuitNamed: lambda event: c.NameSuit(event.seat, event.suit),
    e.UpcardsShown: lambda event: c.ShowUp(event.seat, event.cards),
    e.CardBought: lambda event: c.BuyCard(event.seat),
    e.DeckRebuilt: lambda event: c.RebuildDeck(),
    e.HandShown: lambda event: c.ShowHand(event.seat, event.cards),
    e.BoardShown: lambda event: c.ShowBoard(event.cards),
    e.HandMucked: lambda event: c.Muck(event.seat),
    e.Reinstated: lambda event: c.Unfold(event.seat),
    e.HandKilled: lambda event: c.KillHand(event.seat),
    e.HandMisdealt: lambda event: c.Misdeal(event.reason, True),
    e.PotCounted: lambda event: c.CountPot(event.amount),
    e.AnyAmountAgreed: lambda event: c.AgreeAnyAmount(),
    e.Declared: lambda event: c.Declare(event.seat, event.what, event.amount),
}
