"""The log of a house-banked table in words: what each command did, for supervisors and the replay."""

from collections.abc import Callable, Iterable
from typing import Any

from banked.call_texts import BANKED_CALLS
from banked.rules import events as e
from banked.rules.plaque import BankedPlaque
from banked.rules.state import BankedTable, BoxHand, Settlement, Wager
from banked.tablet.messages import ENDS, ROWS, card_text, undo_label
from poker.events.base import Event
from poker.formatting import money, smart_quotes

FLOOR_EVENTS: tuple[type[Event], ...] = (
    e.FloorCalled,
    e.FloorReported,
    e.FloorDelivered,
    e.FloorAnswered,
    e.FloorCanceled,
    e.RulingMade,
)
SUITS = {"mixed": "mixed suits", "suited": "one suit", "spades": "all spades"}
MATCHES = {"none": "no match", "other": "match, other suit", "same": "match, same suit"}
SIDES = {
    "match": "match",
    "second": "second match",
    "insurance": "insurance",
    "super": "super bonus",
    "envy": "envy bonus",
    "void": "void",
}
OUTCOMES = {"win": "wins", "lose": "loses", "push": "push", "half": "loses half"}
ANSWERS = {"seen": "Seen", "coming": "On the way:", "arrived": "At the table:"}


def command_text(before: BankedTable, events: Iterable[Event]) -> str:
    """Return what a command did, in one line. before: the table before it."""
    parts = (event_text(before, event) for event in events)
    return smart_quotes("; ".join(part for part in parts if part))


def event_text(before: BankedTable, event: Event) -> str:
    """Return what an event says; "" for one that says nothing to a reader."""
    return _TEXTS[type(event)](before, event)


def title_of(plaque: BankedPlaque) -> str:
    """Return the game and its limits, such as "Spanish 21, $15 to $500"."""
    return f"{plaque.title}, {money(plaque.least)} to {money(plaque.most)}"


def hand_name(table: BankedTable, box: int, hand: int) -> str:
    """Return "Box 3", or "Box 3, hand 2" of a split box; "Dealer" for box 0."""
    if not box:
        return "Dealer"
    entry = table.round.box(box) if table.round else None
    is_split = entry is not None and len(entry.hands) > 1
    return f"Box {box}, hand {hand}" if is_split or hand > 1 else f"Box {box}"


def wager_text(wager: Wager) -> str:
    """Return a box's chips, such as "$25 + match $5"; "no bet"."""
    if not wager.bet:
        return "no bet"
    sides = (("match", wager.match), ("second match", wager.second))
    return " + ".join([money(wager.bet), *(f"{name} {money(n)}" for name, n in sides if n)])


def hand_text(hand: BoxHand) -> str:
    """Return a hand's chips and how it ended, such as "$25 + $25 doubled, stands"."""
    added = f" + {money(sum(hand.added))} doubled" if hand.added else ""
    end = ENDS[hand.end]
    return f"{money(hand.wager)}{added}{f', {end}' if end else ''}"


def settlement_text(row: Settlement) -> str:
    """Return the chips that a row moved, such as "paid $37.50, blackjack"."""
    moved = [f"paid {money(row.paid)}"] if row.paid else []
    if row.taken:
        moved.append(f"taken {money(row.taken)}")
    text = " and ".join(moved) or "push"
    if row.kind != "hand":
        return f"{SIDES[row.kind]} {text}"
    why = ROWS.get(row.row, row.row.replace(":", " to ").replace("_", " "))
    return text if why in ("", "push", "equal") else f"{text}, {why}"


def _bets(before: BankedTable, event: e.BetsSet) -> str:
    return "Bets: " + ", ".join(f"box {box} {wager_text(wager)}" for box, wager in event.wagers)


def _taken(before: BankedTable, event: e.BoxTaken) -> str:
    return f"Box {event.box}: {event.name}" if event.name else f"Box {event.box} taken"


def _dealt(before: BankedTable, event: e.CardDealt) -> str:
    card = card_text(event.card) or "a card face down"
    if event.box:
        return f"{hand_name(before, event.box, event.hand)} gets {card}"
    is_first = before.round is None or not before.round.dealer
    return f"Dealer's upcard {card}" if is_first else f"Dealer draws {card}"


def _matched(before: BankedTable, event: e.MatchNamed) -> str:
    card = "first" if event.card == 1 else "second"
    with_card = "" if event.what == "match" else " with the hole card"
    return f"Box {event.box}, {card} card: {MATCHES[event.how]}{with_card}"


def _ended_by_tap(before: BankedTable, event: e.HandEndLogged) -> str:
    odds = f" {event.pays[0]} to {event.pays[1]}" if event.how == "win" else ""
    return f"{hand_name(before, event.box, event.hand)} {OUTCOMES[event.how]}{odds}"


def _settled(before: BankedTable, event: e.ChipsSettled) -> str:
    return "; ".join(
        f"{hand_name(before, row.box, row.hand)} {settlement_text(row)}" for row in event.rows
    )


def _voided(before: BankedTable, event: e.BoxesVoided) -> str:
    numbers = ", ".join(str(box) for box in event.boxes)
    boxes = "Box" if len(event.boxes) == 1 else "Boxes"
    return f"{boxes} {numbers} void: {event.reason}"


def _ended(before: BankedTable, event: e.RoundEnded) -> str:
    return (
        f"Round {event.number} void: {event.reason}"
        if event.reason
        else f"Round {event.number} settled"
    )


def _corrected(before: BankedTable, event: e.CardCorrected) -> str:
    where = hand_name(before, event.box, event.hand)
    was, now = card_text(event.was), card_text(event.card)
    return f"{where}, card {event.place} corrected: {was} was {now}"


def _payout_corrected(before: BankedTable, event: e.PayoutCorrected) -> str:
    how = "more" if event.paid > 0 else "less"
    amount = money(abs(event.paid))
    return f"Round {event.round}, box {event.box}: {amount} {how} than logged ({event.reason})"


def _reported(before: BankedTable, event: e.FloorReported) -> str:
    box = event.facts.get("box")
    where = f", box {box}" if box else ""
    return f"Reported: {BANKED_CALLS.title(event.key)}{where}" if event.key else ""


def _canceled(before: BankedTable, event: e.FloorCanceled) -> str:
    return f"Call canceled: {event.reason}" if event.reason else "Call canceled"


def _with_reason(text: str, reason: str) -> str:
    return f"{text}: {reason}" if reason else text


def _number_with_card(event: e.CardDiscarded) -> str:
    card = card_text(event.card)
    return f"Card to the rack: {card}" if card else "Card to the rack"


_TEXTS: dict[type[Event], Callable[[BankedTable, Any], str]] = {
    e.BankedTableCreated: lambda _, event: f"Table created with {event.boxes} boxes",
    e.BankedTableOpened: lambda _, event: f"Table opened: {title_of(event.plaque)}",
    e.BankedTableClosed: lambda _, event: _with_reason("Table closed", event.reason),
    e.BankedPlaquePosted: lambda _, event: f"Plaque posted: {title_of(event.plaque)}",
    e.TableRenamed: lambda _, event: f"Table renamed: {event.name}",
    e.DealerPushed: lambda _, event: f"{event.dealer.name} in the box",
    e.ShoeOpened: lambda _, event: f"New shoe: {event.decks} decks, {event.cards} cards",
    e.ShoeReshuffled: lambda _, event: "Shoe empty: the rack was shuffled into it",
    e.CardBurned: lambda _, event: "First card burned",
    e.CoverCardOut: lambda _, event: "Cover card out",
    e.CardDiscarded: lambda _, event: _number_with_card(event),
    e.BoxTaken: _taken,
    e.BoxLeft: lambda _, event: f"Box {event.box} cleared",
    e.BoughtIn: lambda _, event: f"Box {event.box} buys in for {money(event.amount)}",
    e.BetsSet: _bets,
    e.RoundStarted: lambda _, event: f"Round {event.number}: no more bets",
    e.CardDealt: _dealt,
    e.HoleDealt: lambda _, event: "hole card face down",
    e.HoleShown: lambda _, event: f"Hole card {card_text(event.card)}",
    e.SuitsNamed: lambda before, event: (
        f"{hand_name(before, event.box, event.hand)}: {SUITS[event.suits]}"
    ),
    e.MatchNamed: _matched,
    e.Insured: lambda _, event: f"Box {event.box} insured for {money(event.amount)}",
    e.InsuranceClosed: lambda _, event: "Insurance closed",
    e.Peeked: lambda _, event: "Peek: blackjack" if event.is_blackjack else "Peek: no blackjack",
    e.Stood: lambda before, event: f"{hand_name(before, event.box, event.hand)} stands",
    e.Doubled: lambda before, event: (
        f"{hand_name(before, event.box, event.hand)} doubles for {money(event.amount)}"
    ),
    e.Rescued: lambda before, event: f"{hand_name(before, event.box, event.hand)} is rescued",
    e.HandSplit: lambda before, event: f"{hand_name(before, event.box, event.hand)} splits",
    e.Surrendered: lambda before, event: f"{hand_name(before, event.box, event.hand)} surrenders",
    e.HandEndLogged: _ended_by_tap,
    e.ChipsSettled: _settled,
    e.BoxesVoided: _voided,
    e.RoundEnded: _ended,
    e.CardCorrected: _corrected,
    e.PayoutCorrected: _payout_corrected,
    e.BankedUndone: lambda _, event: f"Undone: {undo_label(event.done)}",
    e.FloorCalled: lambda _, event: "Floor called",
    e.FloorReported: _reported,
    e.FloorDelivered: lambda _, event: "",
    e.FloorAnswered: lambda _, event: f"{ANSWERS.get(event.how, event.how)} {event.by}".strip(),
    e.FloorCanceled: _canceled,
    e.RulingMade: lambda _, event: f"Ruling {event.ruling} by {event.by}: {event.result}",
}
