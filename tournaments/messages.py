"""Texts of tournaments: levels, times, seats, the events of the log."""

from collections.abc import Callable
from typing import Any

from poker.formatting import money
from tournaments.rules import events as e
from tournaments.rules.plan import Level
from tournaments.rules.state import Entry, Tournament

SECOND = 1000


def level_text(level: Level) -> str:
    """Return the stakes of a level: 300 / 500 ante 500."""
    ante = f" ante {level.ante:,}" if level.ante else ""
    bring_in = f", bring-in {level.bring_in:,}" if level.bring_in else ""
    return f"{level.small:,} / {level.big:,}{ante}{bring_in}"


def clock_text(milliseconds: int) -> str:
    """Return a time as the clock shows it: 12:47, 1:02:47."""
    seconds = -(-milliseconds // SECOND)
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def display_name(entry: Entry) -> str:
    """Return how an entry is named: the player's alias, or the number on the seat card."""
    return entry.name or f"#{entry.number}"


def seat_text(table: str, seat: int) -> str:
    """Return a seat as staff write it: T7·S6."""
    return f"{table}·S{seat}" if table else ""


def player_count(count: int) -> str:
    return f"{count} player{'' if count == 1 else 's'}"


def event_text(happened: e.TournamentEvent, event: Tournament) -> str:
    """Return the text of an event of the log. event: the tournament now, for names."""
    return EVENT_TEXTS[type(happened)](happened, event)


def _name(event: Tournament, number: int) -> str:
    entry = event.find(number)
    return f"{entry.name} (#{number})" if entry and entry.name else f"#{number}"


def _bought(happened: e.EntryBought, event: Tournament) -> str:
    kind = "re-entered" if happened.entry.kind == "reentry" else "entered"
    return f"{_name(event, happened.entry.number)} {kind} for {money(happened.entry.paid)}"


def _chips_bought(happened: e.ChipsBought, event: Tournament) -> str:
    what = "a rebuy" if happened.purchase.what == "rebuy" else "an add-on"
    return f"{_name(event, happened.number)} bought {what}"


def _busted(happened: e.PlayerBusted, event: Tournament) -> str:
    bust = happened.bust
    had = f", had {bust.stack:,}" if bust.stack is not None else ""
    where = f" at {seat_text(bust.table, bust.seat)}" if bust.table else " between two days"
    return f"{_name(event, bust.entry)} out{where}{had}"


def _ordered(happened: e.MoveOrdered, event: Tournament) -> str:
    move = happened.move
    to = seat_text(move.to_table, move.to_seat)
    return f"{_name(event, move.entry)} to move from {seat_text(move.table, move.seat)} to {to}"


def _drawn(happened: e.SeatDrawn, event: Tournament) -> str:
    return f"{_name(event, happened.number)} drew {seat_text(*happened.pool[0])}"


def _fixed(happened: e.PoolFixed, event: Tournament) -> str:
    places = len(happened.fixed.payouts)
    return (
        f"prize pool {money(happened.fixed.pool)}, {places} place{'' if places == 1 else 's'} paid"
    )


def _stack(happened: e.StackBagged, event: Tournament) -> str:
    return f"{_name(event, happened.number)} bagged {happened.chips:,}"


def _penalty(happened: e.PenaltyGiven, event: Tournament) -> str:
    penalty = happened.penalty
    name = _name(event, penalty.entry)
    if penalty.unit == "disqualified":
        return f"{name} disqualified: {penalty.reason}"
    hands = f" ({penalty.hands} hands)" if penalty.unit == "rounds" else ""
    unit = penalty.unit.removesuffix("s") if penalty.count == 1 else penalty.unit
    return f"{name} has a penalty of {penalty.count} {unit}{hands}: {penalty.reason}"


EVENT_TEXTS: dict[type[e.TournamentEvent], Callable[[Any, Tournament], str]] = {
    e.EventScheduled: lambda happened, event: f"{happened.plan.name} scheduled",
    e.EventCanceled: lambda happened, event: f"canceled: {happened.reason}",
    e.LevelsChanged: lambda happened, event: "later levels changed",
    e.TableAdded: lambda happened, event: f"{happened.table} added",
    e.TableRemoved: lambda happened, event: f"{happened.table} removed",
    e.EntryBought: _bought,
    e.FlightBrought: lambda happened, event: (
        f"{happened.flight.stacks} stacks and {money(happened.flight.pool)} came from {happened.flight.name}"
    ),
    e.StackBrought: lambda happened, event: (
        f"{_name(event, happened.entry.number)} brought {happened.entry.chips:,} from {happened.flight}"
    ),
    e.StackKeptOut: lambda happened, event: (
        f"entry {happened.entry} of {happened.flight} may not enter: {happened.chips:,} chips left play"
    ),
    e.ChipsBought: _chips_bought,
    e.EntryVoided: lambda happened, event: (
        f"{_name(event, happened.number)} voided, {money(happened.paid)} returned: {happened.reason}"
    ),
    e.SeatDrawn: _drawn,
    e.RegistrationClosed: lambda happened, event: "registration closed",
    e.PoolFixed: _fixed,
    e.ClockStarted: lambda happened, event: "clock running",
    e.ClockPaused: lambda happened, event: "clock stopped",
    e.ClockSet: lambda happened, event: "clock set",
    e.LevelBegan: lambda happened, event: (
        f"break after level {happened.level}" if happened.is_break else f"level {happened.level}"
    ),
    e.PlayerBusted: _busted,
    e.BustUndone: lambda happened, event: (
        f"{_name(event, happened.number)} back in at {seat_text(happened.table, happened.seat)}"
    ),
    e.MoveOrdered: _ordered,
    e.MoveLeft: lambda happened, event: f"{_name(event, happened.number)} left the old seat",
    e.MoveDone: lambda happened, event: f"{_name(event, happened.number)} in the new seat",
    e.MoveCanceled: lambda happened, event: f"move of {_name(event, happened.number)} canceled",
    e.TableBroken: lambda happened, event: (
        f"{happened.table} broken, {player_count(len(happened.drawn))} drew seats"
    ),
    e.BreakUndone: lambda happened, event: f"{happened.table} is back",
    e.SeatsRedrawn: lambda happened, event: f"{player_count(len(happened.drawn))} drew new seats",
    e.StopWaived: lambda happened, event: (
        f"{happened.table} {'plays on short' if happened.waived else 'stops while short'}"
    ),
    e.HandForHandBegan: lambda happened, event: "hand for hand began",
    e.TableFinishedHand: lambda happened, event: f"{happened.table} finished its hand",
    e.RoundEnded: lambda happened, event: f"hand {happened.round} of hand for hand finished",
    e.HandForHandEnded: lambda happened, event: "hand for hand ended",
    e.ChipsColoredUp: lambda happened, event: (
        f"{happened.chip:,}s colored up: {happened.taken:,} in, {happened.given:,} out"
    ),
    e.StacksCounted: lambda happened, event: f"{len(happened.stacks)} stacks counted",
    e.PenaltyGiven: _penalty,
    e.PenaltyServed: lambda happened, event: (
        f"{_name(event, happened.number)} served a hand, {happened.left} left"
    ),
    e.PenaltyHandReopened: lambda happened, event: (
        f"{_name(event, happened.number)}: the hand goes on, {happened.left} left"
    ),
    e.PenaltyEnded: lambda happened, event: (
        f"penalty of {_name(event, happened.number)} ended, {happened.left} hands left"
    ),
    e.PenaltyUndone: lambda happened, event: f"penalty of {_name(event, happened.number)} undone",
    e.DealAgreed: lambda happened, event: (
        f"deal of {player_count(len(happened.deal.shares))}, {money(happened.deal.left)} to play for"
    ),
    e.DealUndone: lambda happened, event: "deal undone",
    e.PayoutMade: lambda happened, event: (
        f"{_name(event, happened.payout.entry)} paid {money(happened.payout.amount)}"
    ),
    e.PayoutHeld: lambda happened, event: (
        f"payout of {_name(event, happened.payout.entry)} held: {happened.payout.held}"
    ),
    e.StackBagged: _stack,
    e.StackVerified: lambda happened, event: (
        f"{_name(event, happened.number)} counted again: {happened.chips:,}"
    ),
    e.DayEnded: lambda happened, event: f"day {happened.day} ended",
    e.DayBegan: lambda happened, event: f"day {happened.day} began",
    e.ResultClosed: lambda happened, event: "result closed",
}
