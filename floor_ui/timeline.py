"""The log of a hand in words, with times: what was stored, and what was taken back."""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from poker import events as e
from poker.events import Event
from rulings.wording.facts import fact_label, fact_value, spoken
from rulings.wording.sayings import card, counted, listed, money, seats_said, sentence, street_word
from tables.log import Told

SMALL = {
    "small": "small blind",
    "big": "big blind",
    "blind": "blind",
    "straddle": "straddle",
    "entry": "post",
    "kill": "kill blind",
}
# What lies in front of a seat and is gathered when the round is over.
CHIPS = (e.AntePosted, e.BlindPosted, e.BroughtIn, e.Called, e.BetMade, e.ChipsCollected)
ANSWERS = {"seen": "has seen the call", "coming": "is on the way", "arrived": "is at the table"}


@dataclass(frozen=True)
class Moment:
    """One thing that the log says. floor: of the call and its ruling; undone: it was taken back later."""

    at: datetime
    words: str
    floor: bool
    undone: bool


def moments(told: Sequence[Told]) -> tuple[Moment, ...]:
    """What the log of a hand says, the oldest first. What was only inferred is said so."""
    return tuple(_moments(told, _gone(told)))


def _gone(told: Sequence[Told]) -> set[str]:
    """The commands that were taken back."""
    return {
        event.command for one in told for event in one.batch.events if isinstance(event, e.Undone)
    }


def said(one: Told, quiet: Container[int] = ()) -> tuple[str, ...]:
    """What one command of the log did, a line each, without the entries `quiet`. Of one that says nothing else, its
    events' own names.
    """
    events = enumerate(one.batch.events, start=one.seq)
    lines = [words for seq, event in events if seq not in quiet and (words := _words(event))]
    return tuple(spoken(words) for words in lines or map(_named, one.batch.events))


def empty_rounds(told: Sequence[Told]) -> frozenset[int]:
    """Numbers of the entries that say that bets went into the pot where a followed round had none."""
    gone, found, bets = _gone(told), set(), False
    for one in told:
        here = bets
        for seq, event in enumerate(one.batch.events, start=one.seq):
            if isinstance(event, e.PotCollected):
                if event.known and not here:
                    found.add(seq)
                here = False
            elif isinstance(event, CHIPS):
                here = True
        if one.batch.command_id not in gone:  # what was taken back leaves the round as it was
            bets = here
    return frozenset(found)


def _named(event: Event) -> str:
    return sentence(str(event.__struct_config__.tag).partition(".")[2].replace("_", " "))


def _moments(told: Sequence[Told], gone: set[str]) -> Iterator[Moment]:
    quiet = empty_rounds(told)
    for one in told:
        for seq, event in enumerate(one.batch.events, start=one.seq):
            words = _words(event)
            if words and seq not in quiet:
                floor = event.__struct_config__.tag.startswith("floor.")  # type: ignore[union-attr]
                yield Moment(one.at, spoken(words), floor, one.batch.command_id in gone)


def _words(event: Event) -> str:
    say = WORDS.get(type(event))
    if say is None:
        return "" if str(event.__struct_config__.tag) in SILENT else _named(event)
    return sentence(say(event))


# They say nothing that the line beside them does not.
SILENT = frozenset(
    {
        "hand.pots_built",
        "hand.opener_awaited",
        "hand.last_card_planned",
        "hand.betting_opened",
        "table.rules_changed",
    }
)


def _inferred(event: Any) -> str:
    return " (inferred)" if event.inferred else ""


def _blind(event: e.BlindPosted) -> str:
    dead = f" and {money(event.dead)} dead" if event.dead else ""
    return f"Seat {event.seat} {SMALL[event.kind]} {money(event.live)}{dead}"


def _bet(event: e.BetMade) -> str:
    verb = "completes to" if event.completed else "raises to" if event.raised else "bets"
    return f"Seat {event.seat} {verb} {money(event.to)}{', all-in' if event.all_in else ''}"


def _count(event: e.CountSaid) -> str:
    return f"Dealer: {event.count} still in"


def _board(event: e.BoardDealt) -> str:
    faces = [card(one) for one in event.cards if card(one) != one]
    return f"{street_word(event.street)} dealt{': ' + ' '.join(faces) if faces else ''}"


def _report(event: e.FloorReported) -> str:
    from poker.irregular.load import catalogue

    row = catalogue().rows.get(event.key)
    known = catalogue().facts
    given = [
        f"{fact_label(name, known.get(name)).lower()}: {fact_value(name, value, known.get(name))}"
        for name, value in event.facts.items()
        if name != "heard"
    ]
    what = row.title if row else event.key.replace("_", " ") or "nothing named"
    return f"Reported: {what}{' · ' if given else ''}{', '.join(given)}"


def _ruled(event: e.RulingMade) -> str:
    return f"{event.ruling or 'Ruling'} final, by {event.by}: {event.result}"


def _moved(event: e.CardsMoved) -> str:
    faces = [card(one) for one in event.cards if card(one) != one]
    what = " ".join(faces) or f"{event.count} {'card' if event.count == 1 else 'cards'}"
    seat = f" of seat {event.seat}" if event.seat else ""
    return f"{what} from {event.source} to {event.target}{seat}"


def _award(event: e.PotAwarded) -> str:
    shares = [f"{counted(chips)} to seat {seat}".strip() for seat, chips in event.award.shares]
    return f"Award {listed(shares, 'and')}"


def _voided(event: e.HandVoided) -> str:
    sums = ", ".join(f"seat {seat} {money(chips)}" for seat, chips in event.returned)
    return f"Hand void, chips back{': ' if sums else ''}{sums}"


def _impounded(event: e.PotImpounded) -> str:
    why = f": {event.reason}" if event.reason else ""
    return f"Pot held{' ' + counted(event.amount) if event.amount else ''}{why}"


def _steps(event: e.StepsDone) -> str:
    """What was done; lines that could not be recorded any more are said."""
    said = "; ".join(one for one in event.said if one)
    if event.missed:
        return f"Step not recorded: {said} ({'; '.join(event.missed)})"
    return f"Step done: {said}" if said else ""


def _called(event: e.FloorCalled) -> str:
    where = f" on the {street_word(event.street)}" if event.street else ""
    return f"Floor called{where}"


WORDS: dict[type[Event], Callable[[Any], str]] = {
    e.HandStarted: lambda event: f"Hand {event.number} begins",
    e.ButtonMoved: lambda event: f"Button on seat {event.button}",
    e.AntePosted: lambda event: f"Seat {event.seat} antes {money(event.amount)}",
    e.BlindPosted: _blind,
    e.HoleCardsDealt: lambda event: f"{event.each} cards to each of {len(event.order)} players",
    e.Folded: lambda event: f"Seat {event.seat} folds{_inferred(event)}",
    e.Checked: lambda event: f"Seat {event.seat} checks{_inferred(event)}",
    e.Called: lambda event: f"Seat {event.seat} calls {money(event.amount)}{_inferred(event)}",
    e.BetMade: _bet,
    e.Declared: lambda event: f"Seat {event.seat} said “{event.what}”",
    e.BroughtIn: lambda event: f"Seat {event.seat} brings in {money(event.amount)}",
    e.OpenerNamed: lambda event: f"Seat {event.seat} is first to act{_inferred(event)}",
    e.UpcardsShown: lambda event: f"Seat {event.seat} shows {' '.join(map(card, event.cards))}",
    e.CountSaid: _count,
    e.PotCollected: lambda event: (
        f"Bets into the pot{', ' + money(event.pot) if event.known else ''}"
    ),
    e.PotCounted: lambda event: f"Pot counted: {money(event.amount)}",
    e.UncalledReturned: lambda event: f"{money(event.amount)} back to seat {event.seat}",
    e.CardBurned: lambda event: "Burn",
    e.BoardDealt: _board,
    e.BoardShown: lambda event: f"Board: {' '.join(map(card, event.cards))}",
    e.StreetDealt: lambda event: f"{street_word(event.street)}: {event.cards} cards dealt",
    e.CommonCardDealt: lambda event: "Common card dealt",
    e.Drew: lambda event: (
        f"Seat {event.seat} draws {event.stated}" if event.stated else f"Seat {event.seat} is pat"
    ),
    e.ShowdownReached: lambda event: "Showdown",
    e.HandShown: lambda event: f"Seat {event.seat} shows {' '.join(map(card, event.cards))}",
    e.HandMucked: lambda event: f"Seat {event.seat} mucks",
    e.HandKilled: lambda event: f"Hand of seat {event.seat} killed",
    e.Reinstated: lambda event: f"Hand of seat {event.seat} lives again",
    e.LosersKilled: lambda event: f"Hands of {seats_said(event.seats)} killed",
    e.PotAwarded: _award,
    e.RakeTaken: lambda event: f"Drop {money(event.rake + event.jackpot)}",
    e.HandMisdealt: lambda event: f"Misdeal{': ' + event.reason if event.reason else ''}",
    e.HandEnded: lambda event: "Hand over",
    e.FloorCalled: _called,
    e.FloorReported: _report,
    e.FloorAnswered: lambda event: f"{event.by} {ANSWERS.get(event.how, event.how)}",
    e.FloorCancelled: lambda event: f"Call taken back: {event.reason}",
    e.RulingMade: _ruled,
    e.StepsDone: _steps,
    e.CardsMoved: _moved,
    e.StubShuffled: lambda event: "Stub shuffled and cut",
    e.BurnWaived: lambda event: f"No burn on the {street_word(event.street)}",
    e.PotImpounded: _impounded,
    e.PotReleased: lambda event: f"Held pot of hand {event.hand} paid",
    e.HandVoided: _voided,
    e.ChipsReturned: lambda event: f"{money(event.amount)} back to seat {event.seat}",
    e.ChipsCollected: lambda event: f"Seat {event.seat} pays {money(event.amount)}",
    e.BetCorrected: lambda event: f"The bet is {money(event.to)}",
    e.DealerPushed: lambda event: f"{event.dealer.name} deals",
    e.Undone: lambda event: (
        f"Taken back: {event.done.name.replace('_', ' ')}"
        + (f", seat {event.done.seat}" if event.done.seat else "")
    ),
    e.SeatTaken: lambda event: f"{event.name} sits down, seat {event.seat}",
    e.SeatLeft: lambda event: f"Seat {event.seat} leaves",
    e.SeatLocked: lambda event: (
        f"Seat {event.seat} locked up: {event.lock.name or event.lock.reason}"
    ),
    e.SeatUnlocked: lambda event: f"Seat {event.seat} open again",
    e.SeatsDrawn: lambda event: f"Chairs drawn for {len(event.players)}",
    e.PlaqueAwaited: lambda event: "Another plaque put up, with the next hand",
    e.SeatChanged: lambda event: f"Seat {event.seat} moves to seat {event.to}",
}
