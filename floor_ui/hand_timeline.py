"""The log of a hand as text with times, including what was undone."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from poker import events as e
from poker.bounties import NAMES as BOUNTY_NAMES
from poker.calls import EarlierTap
from poker.events import Event
from poker.formatting import (
    act_text,
    as_sentence,
    card,
    listed,
    money,
    money_or_blank,
    number_word,
    seats_said,
    street_word,
)
from poker.handlers import Describe
from poker.withdrawn import Marks, stands, withdrawn
from tables.table_log import LoggedCommand
from web.messages.facts import fact_label, fact_value, spoken

BLIND_NAMES = {
    "small": "small blind",
    "big": "big blind",
    "blind": "blind",
    "straddle": "straddle",
    "entry": "post",
    "kill": "kill blind",
}
# Chips in front of a seat that are collected at the end of the round.
KILLED_WHY = {"": "", "absent": ": not at the table", "penalty": ": serves a penalty"}
CHIPS = (e.AntePosted, e.BlindPosted, e.BroughtIn, e.Called, e.BetMade, e.ChipsCollected)
ANSWERS = {"seen": "saw the call", "coming": "is on the way", "arrived": "is at the table"}


@dataclass(frozen=True)
class TimelineEntry:
    at: datetime
    text: str
    floor: bool  # concerns the call or its ruling
    undone: bool  # undone later, or replaced by a correction


def timeline(logged_commands: Sequence[LoggedCommand]) -> tuple[TimelineEntry, ...]:
    """Return the log of a hand as text, oldest first. Inferred entries are labeled as inferred.

    A tap that the dealer made before a floor call comes before it, even if it was stored later.
    """
    return tuple(_entries(_in_order_of_taps(logged_commands), _withdrawn(logged_commands)))


def _in_order_of_taps(logged_commands: Sequence[LoggedCommand]) -> list[LoggedCommand]:
    """Return the commands with taps made before a floor call moved in front of it."""
    ordered: list[LoggedCommand] = []
    call_at = 0
    for logged_command in logged_commands:
        events = logged_command.batch.events
        if any(isinstance(event, e.EarlierTapStored) for event in events):
            ordered.insert(call_at, logged_command)
            call_at += 1
            continue
        if any(isinstance(event, e.FloorCalled) for event in events):
            call_at = len(ordered)
        ordered.append(logged_command)
    return ordered


def _withdrawn(logged_commands: Sequence[LoggedCommand]) -> Marks:
    """Return the positions of commands that were undone or replaced by a correction."""
    return withdrawn(logged_command.batch for logged_command in logged_commands)


def command_text(logged_command: LoggedCommand, quiet: Container[int] = ()) -> tuple[str, ...]:
    """Return one line of text for each event of a command, without the entries `quiet`.

    If no event has a text, the lines are the names of the events.
    """
    events = enumerate(logged_command.batch.events, start=logged_command.seq)
    lines = [text for seq, event in events if seq not in quiet and (text := _event_text(event))]
    return tuple(spoken(text) for text in lines or map(_tag_label, logged_command.batch.events))


def empty_rounds(logged_commands: Sequence[LoggedCommand]) -> frozenset[int]:
    """Return the numbers of the entries that collect no bets at the end of a tracked round."""
    marks = _withdrawn(logged_commands)
    results = set()
    bets = False
    for logged_command in logged_commands:
        has_bets = bets
        for index, event in enumerate(logged_command.batch.events):
            if isinstance(event, e.PotCollected):
                if event.known and not has_bets:
                    results.add(logged_command.seq + index)
                has_bets = False
            elif isinstance(event, CHIPS):
                has_bets = True
            if stands(marks, logged_command.batch.command_id, index):
                bets = has_bets  # undone or replaced commands do not change the round
    return frozenset(results)


def _tag_label(event: Event) -> str:
    return as_sentence(str(event.__struct_config__.tag).partition(".")[2].replace("_", " "))


def _entries(logged_commands: Sequence[LoggedCommand], marks: Marks) -> Iterator[TimelineEntry]:
    quiet = empty_rounds(logged_commands)
    for logged_command in logged_commands:
        for index, event in enumerate(logged_command.batch.events):
            text = _event_text(event)
            if text and logged_command.seq + index not in quiet:
                floor = event.__struct_config__.tag.startswith("floor.")  # type: ignore[union-attr]
                is_gone = not stands(marks, logged_command.batch.command_id, index)
                yield TimelineEntry(logged_command.at, spoken(text), floor, is_gone)


def _event_text(event: Event) -> str:
    formatter = WORDS.get(type(event))
    if formatter is None:
        return "" if str(event.__struct_config__.tag) in UNLISTED_TAGS else _tag_label(event)
    return as_sentence(formatter(event))


# The row above already shows this.
UNLISTED_TAGS = frozenset(
    {
        "hand.pots_built",
        "hand.opener_awaited",
        "hand.last_card_planned",
        "hand.betting_opened",
        "table.rules_changed",
        "hand.acts_held",
    }
)


def _corrected(event: e.ActCorrected) -> str:
    was = act_text(event.was.what, event.was.to)
    return f"Seat {event.was.seat} corrected: {was} was {act_text(event.what, event.to)}"


def _inferred(event: e.Folded | e.Checked | e.Called | e.OpenerNamed) -> str:
    return " (inferred)" if event.inferred else ""


def _blind(event: e.BlindPosted) -> str:
    dead = f" and {money(event.dead)} dead" if event.dead else ""
    return f"Seat {event.seat} {BLIND_NAMES[event.kind]} {money(event.live)}{dead}"


def _bet(event: e.BetMade) -> str:
    verb = "completes to" if event.completed else "raises to" if event.raised else "bets"
    return f"Seat {event.seat} {verb} {money(event.to)}{', all-in' if event.all_in else ''}"


def _rewritten(event: e.InferenceRewritten) -> str:
    text = f"Seat {event.seat}'s inferred {event.was} taken back"
    after = (*event.opened, *event.asked)
    return f"{text}, and the answers after it: {seats_said(after)}" if after else text


def _count(event: e.CountAnnounced) -> str:
    return f"Dealer: {event.count} still in"


def _board(event: e.BoardDealt) -> str:
    faces = [card(face) for face in event.cards if card(face) != face]
    what = "first flop card" if event.street == "preflop" else street_word(event.street)
    what += f" of board {event.board + 1}" if event.board else ""
    return f"{what} dealt{': ' + ' '.join(faces) if faces else ''}"


def _report(event: e.FloorReported) -> str:
    from poker.irregularities.load import catalogue

    row = catalogue().rows.get(event.key)
    fact_rows = catalogue().facts
    reported = [
        f"{fact_label(name, fact_rows.get(name)).lower()}: {fact_value(name, value, fact_rows.get(name))}"
        for name, value in event.facts.items()
        if name != "heard"
    ]
    what = row.title if row else event.key.replace("_", " ") or "no reason given"
    return f"Reported: {what}{' · ' if reported else ''}{', '.join(reported)}"


def _ruled(event: e.RulingMade) -> str:
    return f"{event.ruling or 'Ruling'} final, by {event.by}: {event.result}"


def _moved(event: e.CardsMoved) -> str:
    faces = [card(face) for face in event.cards if card(face) != face]
    what = " ".join(faces) or f"{event.count} {'card' if event.count == 1 else 'cards'}"
    seat = f" (seat {event.seat})" if event.seat else ""
    board = f" (board {event.board + 1})" if event.board else ""
    return f"{what} from {event.source} to {event.target}{seat}{board}"


def _award(event: e.PotAwarded) -> str:
    shares = [
        f"{money_or_blank(chips)} to seat {seat}".strip() for seat, chips in event.award.shares
    ]
    return f"Award {listed(shares, 'and')}"


def _bounty_paid(event: e.BountyPaid) -> str:
    """Return who pays whom: "Seat 5 gets for seven-deuce $5 from seat 1 and $5 from seat 2"."""
    payments = event.payments
    to_winner = event.kind == "seven_deuce"
    seat = payments[0].payee if to_winner else payments[0].payer
    sums = [
        f"{money(payment.amount)} {'from' if to_winner else 'to'} seat"
        f" {payment.payer if to_winner else payment.payee}"
        for payment in payments
    ]
    verb = "gets for seven-deuce" if to_winner else "is the last one standing and pays"
    return f"Seat {seat} {verb} {listed(sums, 'and')}"


def _claimed(event: e.PromotionClaimed) -> str:
    winning = seats_said(event.winning)
    if event.losing:
        return f"Jackpot claimed: {seats_said(event.losing)}, beaten by {winning}"
    return f"Royal flush claimed: {winning}"


def _voided(event: e.HandVoided) -> str:
    sums = ", ".join(f"seat {seat} {money(chips)}" for seat, chips in event.returned)
    return f"Hand void, chips back{': ' if sums else ''}{sums}"


def _finished(event: e.HandFinished) -> str:
    how = "voided the hand" if event.voided else "ended the hand by the dealer's count"
    return f"{event.by} {how}, without the tablet: {event.reason}"


def _impounded(event: e.PotHeld) -> str:
    why = f": {event.reason}" if event.reason else ""
    return f"Pot held{' ' + money_or_blank(event.amount) if event.amount else ''}{why}"


def _steps(event: e.StepsDone) -> str:
    """Return the completed steps, and the steps that could no longer be recorded."""
    text = "; ".join(item for item in event.said if item)
    if event.missed:
        return f"Step not recorded: {text} ({'; '.join(event.missed)})"
    return f"Step done: {text}" if text else ""


def _called(event: e.FloorCalled) -> str:
    where = f" on the {street_word(event.street)}" if event.street else ""
    waiting = [_earlier(tap) for tap in event.earlier if not tap.refused]
    refused = [_earlier(tap) for tap in event.earlier if tap.refused]
    return "; ".join(
        [
            f"Floor called{where}",
            *([f"not in the log yet: {listed(waiting, 'and')}"] if waiting else []),
            *([f"refused before: {listed(refused, 'and')}"] if refused else []),
        ]
    )


def _earlier(tap: EarlierTap) -> str:
    """Return a tap from before the call as text, such as "seat 4 raise $12" or "close street"."""
    seat = f"seat {tap.seat} " if tap.seat else ""
    chips = f" {money(tap.amount)}" if tap.amount else ""
    return f"{seat}{(tap.what or tap.name).replace('_', ' ')}{chips}"


def _bomb_pot(event: e.BombPotStarted) -> str:
    boards = "" if event.bomb.boards == 1 else f" on {number_word(event.bomb.boards)} boards"
    return f"Bomb pot{boards}, {money(event.bomb.amount)} each"


def _runs(event: e.RunsChosen) -> str:
    return f"Everyone left runs it {TIMES[event.runs]}"


TIMES = {1: "once", 2: "twice", 3: "three times"}
WORDS: dict[type[Event], Describe[str]] = {
    e.BombPotStarted: _bomb_pot,
    e.RunsAgreed: lambda event: f"Seat {event.seat} wants to run it {TIMES[event.runs]}",
    e.RunsChosen: _runs,
    e.RunBegun: lambda event: f"Run {event.run + 1} begins",
    e.HandStarted: lambda event: f"Hand {event.number} begins",
    e.SplashPotAnnounced: lambda event: (
        f"Splash pot of {money(event.amount)} announced"
        if event.amount
        else "Splash pot taken back"
    ),
    e.SplashAdded: lambda event: f"House adds {money(event.amount)} to the pot",
    e.ButtonMoved: lambda event: f"Button to seat {event.button}",
    e.AntePosted: lambda event: f"Seat {event.seat} antes {money(event.amount)}",
    e.BlindPosted: _blind,
    e.SleeperPlaced: lambda event: f"Seat {event.seat} places a sleeper, {money(event.amount)}",
    e.SleeperReached: lambda event: (
        f"Sleeper of seat {event.seat} {'is live' if event.live else 'goes back'}"
    ),
    e.HoleCardsDealt: lambda event: f"{event.each} cards each to {len(event.order)} players",
    e.Folded: lambda event: f"Seat {event.seat} folds{_inferred(event)}",
    e.Checked: lambda event: f"Seat {event.seat} checks{_inferred(event)}",
    e.Called: lambda event: f"Seat {event.seat} calls {money(event.amount)}{_inferred(event)}",
    e.BetMade: _bet,
    e.InferenceRewritten: _rewritten,
    e.Declared: lambda event: f"Seat {event.seat} said “{event.what}”",
    e.BroughtIn: lambda event: f"Seat {event.seat} brings it in for {money(event.amount)}",
    e.OpenerNamed: lambda event: f"Seat {event.seat} is first to act{_inferred(event)}",
    e.UpcardsShown: lambda event: f"Seat {event.seat} shows {' '.join(map(card, event.cards))}",
    e.CountAnnounced: _count,
    e.PotCollected: lambda event: f"Bets pulled in{', ' + money(event.pot) if event.known else ''}",
    e.PotCounted: lambda event: f"Pot counted: {money(event.amount)}",
    e.UncalledReturned: lambda event: f"{money(event.amount)} back to seat {event.seat}",
    e.CardBurned: lambda event: "Burn",
    e.BoardDealt: _board,
    e.BoardShown: lambda event: f"Board: {' '.join(map(card, event.cards))}",
    e.StreetDealt: lambda event: (
        f"{street_word(event.street)}: {event.cards} card{'' if event.cards == 1 else 's'} dealt"
    ),
    e.CommonCardDealt: lambda event: "Common card dealt",
    e.CardsDrawn: lambda event: (
        f"Seat {event.seat} draws {event.stated}" if event.stated else f"Seat {event.seat} is pat"
    ),
    e.SeatDiscarded: lambda event: f"Seat {event.seat} has thrown {event.cards}",
    e.ShowdownReached: lambda event: "Showdown",
    e.HandShown: lambda event: f"Seat {event.seat} shows {' '.join(map(card, event.cards))}",
    e.HandMucked: lambda event: f"Seat {event.seat} mucks",
    e.HandKilled: lambda event: f"Seat {event.seat}'s hand killed{KILLED_WHY[event.why]}",
    e.Reinstated: lambda event: f"Seat {event.seat}'s hand live again",
    e.LosersKilled: lambda event: f"Losing hands killed: {seats_said(event.seats)}",
    e.PotAwarded: _award,
    e.RakeTaken: lambda event: f"Drop {money(event.rake + event.jackpot)}",
    e.HandMisdealt: lambda event: f"Misdeal{': ' + event.reason if event.reason else ''}",
    e.HandEnded: lambda event: "Hand complete",
    e.ActCorrected: _corrected,
    e.FloorCalled: _called,
    e.EarlierTapStored: lambda event: "Tapped before the call",
    e.FloorReported: _report,
    e.FloorDelivered: lambda event: f"Delivered: {event.by}'s screen has the call",
    e.FloorAnswered: lambda event: f"{event.by} {ANSWERS.get(event.how, event.how)}",
    e.FloorCanceled: lambda event: f"Call canceled: {event.reason}",
    e.RulingMade: _ruled,
    e.StepsDone: _steps,
    e.CardsMoved: _moved,
    e.StubShuffled: lambda event: "Stub shuffled and cut",
    e.BurnWaived: lambda event: (
        f"No burn on the {street_word(event.street)}"
        + (f", board {event.board + 1}" if event.board else "")
    ),
    e.PotHeld: _impounded,
    e.PotReleased: lambda event: f"Held pot of hand {event.hand} paid",
    e.HandVoided: _voided,
    e.HandFinished: _finished,
    e.ChipsReturned: lambda event: f"{money(event.amount)} back to seat {event.seat}",
    e.ChipsCollected: lambda event: f"Seat {event.seat} pays {money(event.amount)}",
    e.BetCorrected: lambda event: f"The bet is {money(event.to)}",
    e.DealerPushed: lambda event: f"{event.dealer.name} in the box",
    e.Undone: lambda event: (
        f"Undone: {event.done.name.replace('_', ' ')}"
        + (f", seat {event.done.seat}" if event.done.seat else "")
    ),
    e.BountyAgreed: lambda event: (
        f"The table agreed to {BOUNTY_NAMES[event.bounty.kind]}, {money(event.bounty.amount)} each"
    ),
    e.BountyEnded: lambda event: f"The table ended {BOUNTY_NAMES[event.kind]}",
    e.PlayersSatDown: lambda event: (
        f"{seats_said(event.seats)} won and {'sits' if len(event.seats) == 1 else 'sit'} down"
    ),
    e.BountyPaid: _bounty_paid,
    e.PromotionClaimed: _claimed,
    e.ClaimSettled: lambda event: f"Claim {event.outcome}",
    e.HighHandPosted: lambda event: f"High hand of seat {event.seat} posted: {event.name}",
    e.SeatTaken: lambda event: f"{event.name} sits down, seat {event.seat}",
    e.SeatLeft: lambda event: f"Seat {event.seat} leaves",
    e.StackPickedUp: lambda event: f"Seat {event.seat}: {money(event.amount)} picked up",
    e.SeatLocked: lambda event: (
        f"Seat {event.seat} locked up: {event.lock.name or event.lock.reason}"
    ),
    e.SeatUnlocked: lambda event: f"Seat {event.seat} unlocked",
    e.SeatsDrawn: lambda event: f"Seats drawn for {len(event.players)}",
    e.PlaqueQueued: lambda event: "Plaque change set for the next hand",
    e.TableRenamed: lambda event: f"Table renamed {event.name}",
    e.PlayerRenamed: lambda event: f"Alias changed: {event.name}",
    e.SeatCountChanged: lambda event: f"Table has {event.seats} seats",
    e.SeatChanged: lambda event: f"Seat {event.seat} moves to seat {event.to}",
}
