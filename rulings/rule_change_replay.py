"""Replay a recorded hand's commands under different house rules and report whether its course changes.

The log has the events, not the commands. A command is inferred from its events: it matches only if the engine, under
the original rules, produces exactly those events. A hand with a command that cannot be inferred is left out and
reported as such.
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
from poker.json_types import JsonObject
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.state import Table
from poker.timeline import CommandEvents, build_timeline

Kind = Literal["same", "other", "unsaid", "none"]

# Events of the room and of the clock, which do not affect the course of the hand.
ROOM_EVENTS = (
    e.FloorCalled,
    e.FloorReported,
    e.FloorDelivered,
    e.FloorAnswered,
    e.FloorCanceled,
    e.DealerPushed,
    e.RulesChanged,
    e.PlaqueQueued,
    e.SeatsDrawn,
    e.SeatLocked,
    e.SeatUnlocked,
    e.SeatTaken,
    e.SeatLeft,
    e.StackPickedUp,
    e.SeatChanged,
    e.SeatCountChanged,
    e.TableRenamed,
    e.PlayerRenamed,
    e.SeatMarkedAbsent,
    e.SeatMarkedPresent,
    e.SeatSatOut,
    e.SeatReturned,
    e.ChipsAdded,
    e.ChipsQueued,
    e.ChipsRemoved,
    e.TimeCalled,
    e.TimeCollected,
    e.TimeStopped,
)
# They depend on the time, or contain the whole table.
NOT_COMPARED = (
    e.HandStarted,
    e.GameChanged,
    e.PlaqueChanged,
    e.PlaqueQueued,
    e.EarlierTapStored,
)


class ReplayOutcome(NamedTuple):
    """The result of a replay."""

    kind: Kind  # "unsaid": a command cannot be inferred; "none": no hand, because its start was undone
    at: tuple[Event, ...] = ()  # the events of the first command that differs, or ()


def replay_under(batches: Iterable[CommandEvents], rules: HouseRules) -> ReplayOutcome:
    """Replay a hand's log from its start under other rules."""
    standing = build_timeline(batches).standing
    first = standing[0].events[0] if standing else None
    if not isinstance(first, e.HandStarted):
        return ReplayOutcome("none")
    # A plaque that was waiting when the hand began does not belong to the hand.
    table = replace(first.table, next_plaque=None)
    would = replace(table, rules=rules)
    for batch in standing:
        if table.hand is None and batch is not standing[0]:
            # The hand is over; later events are not compared.
            return ReplayOutcome("same")
        if isinstance(batch.events[0], ROOM_EVENTS):
            table = _apply(table, batch.events)
            would = _apply(would, batch.events)
            continue
        command = infer_command(table, batch.events)
        if command is None:
            return ReplayOutcome("unsaid")
        try:
            outcome = run(would, command, now=0, command_id=_earlier_tap(batch.events))
        except Refusal:
            return ReplayOutcome("other", batch.events)
        if comparable_events(outcome.events) != comparable_events(batch.events):
            return ReplayOutcome("other", batch.events)
        table = _apply(table, batch.events)
        would = outcome.state
    return ReplayOutcome("same")


def _apply(table: Table, events: tuple[Event, ...]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def comparable_events(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events that describe the course of the hand."""
    return tuple(event for event in events if not isinstance(event, NOT_COMPARED))


def _earlier_tap(events: tuple[Event, ...]) -> str:
    """Return the id of a command that was tapped before the open call, "" for any other command."""
    return next((event.id for event in events if isinstance(event, e.EarlierTapStored)), "")


def infer_command(table: Table, events: tuple[Event, ...]) -> c.Command | None:
    """Return the command that produced these events at this table, or None."""
    for command in _candidates(events):
        try:
            replayed_events = run(table, command, now=0, command_id=_earlier_tap(events)).events
        except Refusal:
            continue
        if comparable_events(replayed_events) == comparable_events(events):
            return command
    return None


def _candidates(events: tuple[Event, ...]) -> Iterator[c.Command]:
    if isinstance(events[0], e.HandFinished):
        yield from _finished(events[0], events)
    for event in reversed(events):
        if not getattr(event, "inferred", False):
            yield from _commands_for(event, events)
    yield c.Deal()
    yield c.NextHand()


def _commands_for(event: Event, events: tuple[Event, ...]) -> Iterator[c.Command]:
    make = _SIMPLE.get(type(event))
    if make is not None:
        yield make(event)
    elif isinstance(event, e.BetMade):
        yield from _bets(event)
    elif isinstance(event, e.Called):
        yield c.Act(event.seat, "call", declared=event.declared)
        yield c.Act(event.seat, "call", event.amount, declared=event.declared)
        yield c.Act(event.seat, "all_in", declared=event.declared)
    elif isinstance(event, e.CountAnnounced):
        yield from _counts(event.count, events)
    elif isinstance(event, e.StreetSkipped):
        yield from _skips(events)
    elif isinstance(event, e.PotAwarded):
        yield from _awards(event)
    elif isinstance(event, e.CountsCorrected):
        yield from (c.CorrectCounts(event.stub, event.burns, n) for n in range(MOST_SEATS + 1))


def _finished(event: e.HandFinished, events: tuple[Event, ...]) -> Iterator[c.Command]:
    counts = [item.amount for item in events if isinstance(item, e.PotCounted)]
    shares = [dict(item.award.shares) for item in events if isinstance(item, e.PotAwarded)]
    for flop in (False, True):
        yield c.FinishHand(
            hand=event.hand,
            by=event.by,
            reason=event.reason,
            pot=counts[0] if counts else None,
            shares=shares[0] if shares else {},
            flop=flop,
        )


def _bets(event: e.BetMade) -> Iterator[c.Command]:
    data: JsonObject = {"declared": event.declared, "stood": event.stood}
    if event.all_in or not event.full:
        yield c.Act(event.seat, "all_in", event.to, **data)
    what: Literal["complete", "raise", "bet"] = (
        "complete" if event.completed else "raise" if event.raised else "bet"
    )
    # The limit's own amount needs no number, because it may be different under another rule.
    yield c.Act(event.seat, what, None, **data)
    yield c.Act(event.seat, what, event.to, **data)
    yield c.Act(event.seat, "all_in", event.to, **data)


def _counts(count: int, events: tuple[Event, ...]) -> Iterator[c.Command]:
    faces = [event.cards for event in events if isinstance(event, e.BoardDealt)]
    every = tuple(card for cards in faces for card in cards)  # of a street on two boards
    for cards in (every, *faces, ()):
        yield c.CloseStreet(count, cards)
    yield c.RunOut(count)


def _skips(events: tuple[Event, ...]) -> Iterator[c.Command]:
    counts = [event.count for event in events if isinstance(event, e.CountAnnounced)]
    dealt = (e.CardBurned, e.StreetDealt, e.BoardDealt)
    streets = [event.street for event in events if isinstance(event, dealt)]
    for street in dict.fromkeys([*reversed(streets), "showdown"]):
        yield from (c.SkipTo(street, count) for count in counts)


def _awards(event: e.PotAwarded) -> Iterator[c.Command]:
    award = event.award
    seats = tuple(seat for seat, _ in award.shares)
    high = tuple(seat for seat in seats if seat not in award.low)
    for winners in dict.fromkeys((award.high or seats, seats, high)):
        for low in (None, award.low):
            for odd in (None, *seats):
                yield c.AwardPot(winners, None, low, odd)
                yield c.AwardPot(winners, award.pot, low, odd)


_SIMPLE: dict[type[Event], Any] = {
    e.Folded: lambda event: c.Act(event.seat, "fold"),
    e.Checked: lambda event: c.Act(event.seat, "check"),
    e.CardsDrawn: lambda event: c.Draw(event.seat, event.stated),
    e.OpenerNamed: lambda event: c.NameOpener(event.seat),
    e.OpenerTied: lambda event: c.MarkTied(event.seat),
    e.SuitNamed: lambda event: c.NameSuit(event.seat, event.suit),
    e.UpcardsShown: lambda event: c.ShowUpcards(event.seat, event.cards),
    e.SeatDiscarded: lambda event: c.Discard(event.seat),
    e.CardBought: lambda event: c.BuyCard(event.seat),
    e.CardDeclined: lambda event: c.BuyCard(event.seat, declined=True),
    e.DeckRebuilt: lambda event: c.RebuildDeck(),
    e.HandShown: lambda event: c.ShowHand(event.seat, event.cards),
    e.BoardShown: lambda event: c.ShowBoard(event.cards, event.board),
    e.RunsAgreed: lambda event: c.AgreeRuns(event.seat, event.runs),
    e.HandMucked: lambda event: c.Muck(event.seat),
    e.Reinstated: lambda event: c.UndoFold(event.seat),
    e.HandKilled: lambda event: c.KillHand(event.seat),
    e.HandMisdealt: lambda event: c.Misdeal(event.reason, True),
    e.PotCounted: lambda event: c.CountPot(event.amount),
    e.AnyAmountAgreed: lambda event: c.AgreeAnyAmount(),
    e.Declared: lambda event: c.Declare(event.seat, event.what, event.amount),
}
