"""Why a key of the table does nothing now, and what to do instead. A tap on the key shows the sentence."""

from collections.abc import Mapping
from typing import NamedTuple

from poker.formatting import seats_said
from poker.view.model import SeatView, TableView
from web.messages.refusals import refusal

PAUSED = "The hand waits for the floor. Only FLOOR, MORE and UNDO work until the ruling."
CLOSED = "The table is closed. Tap OPEN TABLE."
NO_HAND = "No hand is in progress."
NOTHING_TO_UNDO = "Nothing to undo: the next hand started, or nothing is logged."
TAP_WINNER = "Tap WINS on the seat that wins this pot."
POT_AWARDED = "A pot is already pushed. UNDO first."
BETTING_OVER = "Betting's done. Tap the winner, or AWARD."
ROUND_OVER = "The round is complete. Tap the number still in; UNDO takes the last tap back."
NO_BETS = "Bets aren't logged here. Tap the number still in."
RULED = "A ruling limits this seat. Log another act, or tap FLOOR."
NO_DECISION = "No seat has a decision now. ALL-IN is for a betting round."
NO_SUIT = "That suit is already chosen. Tap another, or change the other seat's first."
DECK_SHORT = "No cards may go back into the deck. Call the floor."
FLOOR_KNOWS = "The floor already knows that this player is away."
HAS_CARDS = "A player with cards can't leave. Fold the hand first, or wait until it ends."
BETWEEN_HANDS = "Only between hands."
NO_BOARD = "No board card is out."
NO_CARDS = "No seat has cards."
NO_MUCK = "Muck unseen only at showdown, if the house allows it. Else use FOLD."
NOTHING_TO_SKIP = "Skip ahead needs a hand in progress with streets to come."
NO_COUNT = "The cards of this hand don't allow that count."
SUPERVISOR_DECIDES = "The house leaves this remedy to a supervisor, who is called."
DONE = {
    "called": "called",
    "checked": "checked",
    "raised": "raised",
    "bet": "bet",
    "completed": "completed",
    "brought_in": "brought it in",
}
UNSAID = ("opener", "draw")  # stages before the betting


class Refused(NamedTuple):
    code: str
    rule: str
    facts: Mapping[str, object]
    in_chips: bool = False  # the screen writes its amounts


def fold_reason(view: TableView, seat: SeatView) -> str:
    """Return why FOLD does nothing for a seat still in."""
    return _common(view) or _acted(view, seat)


def bet_reason(view: TableView, seat: SeatView) -> str:
    """Return why BET or RAISE does nothing for a seat still in: the engine's refusal, or the seat has acted."""
    if view.tracking == "streets":
        return NO_BETS
    if reason := _common(view):
        return reason
    if refused := seat.no_raise:
        return refusal(Refused(refused.code, refused.rule, refused.facts))
    if seat.due:
        return RULED
    return _acted(view, seat)


def _common(view: TableView) -> str:
    """Return why no seat can act."""
    if view.paused:
        return PAUSED
    if not view.table.open:
        return CLOSED
    stage = view.hand.stage
    if stage in ("showdown", "award"):
        return BETTING_OVER
    if stage in UNSAID:
        return "Betting hasn't started. Follow the next step."
    return ""


def _acted(view: TableView, seat: SeatView) -> str:
    """Return the note that a seat has already acted in this round, and what to do if the tapped act is wrong."""
    number = seat.seat
    done = DONE.get(seat.acted or "")
    if seat.all_in:
        return all_in_reason(number)
    if done:
        return f"Seat {number} has {done}, as tapped. UNDO takes back the last tap; FLOOR rules on the rest."
    if view.hand.stage == "complete":
        return ROUND_OVER
    return f"Seat {number} owes no act now. UNDO takes back the last tap."


def all_in_reason(seat: int) -> str:
    return f"Seat {seat} is all-in and owes no act. UNDO takes back the last tap."


def discarded_reason(seat: int) -> str:
    return f"Seat {seat} has thrown its card. UNDO if that's wrong."


def discards_over_reason(view: TableView) -> str:
    """Return why no further seat can be tapped as having discarded."""
    if view.paused:
        return PAUSED
    return f"{view.count.still_in} have thrown, and no more are in. UNDO if a tap is wrong."


def dead_reason(seat: int) -> str:
    return f"Seat {seat}'s hand is dead. UNDO if that's wrong; FLOOR rules on the rest."


def unfold_reason(view: TableView, seat: int) -> str:
    if view.award and view.award.pots:
        return POT_AWARDED
    return f"Seat {seat}'s player has left. The hand stays folded."


def beaten_reason(seat: int, winners: list[int], where: str = "") -> str:
    """Return why a seat in the pot can't win it (S-122). where: the board or run awarded now, "" for one board."""
    to = f" to {seats_said(winners)}" if winners else ""
    if where:
        return f"Seat {seat} lost a side pot on {where}{to}. UNDO if that's wrong."
    return f"Seat {seat} lost a side pot{to}: its hand is killed. UNDO if that's wrong."


def lost_half_reason(seat: int, half: str) -> str:
    """Return why a seat can't win a half of a later pot (S-181)."""
    return f"Seat {seat} didn't win the {half} of a side pot, so it can't win it here. UNDO if that's wrong."


def other_pot_reason(seat: int, seats: list[int]) -> str:
    return f"Seat {seat} isn't in this pot: it's between {seats_said(seats)}."


def count_reason(view: TableView) -> str:
    if view.paused:
        return PAUSED
    if not view.table.open:
        return CLOSED
    if view.step.kind == "corrected":
        return f"Seat {view.step.seats[0]} first: what did it do?"
    return BETTING_OVER if view.hand.started else NO_HAND


def under_discards_reason(thrown: int) -> str:
    return f"{thrown} have thrown a card, so at least {thrown} are in. UNDO if a tap is wrong."


def running_reason(view: TableView) -> str:
    return PAUSED if view.paused else NO_HAND


def all_in_key_reason(view: TableView) -> str:
    if view.paused:
        return PAUSED
    return NO_BETS if view.tracking == "streets" else NO_DECISION


def award_reason(view: TableView) -> str:
    if view.paused:
        return PAUSED
    return NO_HAND if view.table.open else CLOSED


def low_reason(view: TableView, seat: int, word: str) -> str:
    """Return why a seat can't be named low or high card: the entered upcards contradict it (S-145)."""
    if view.paused:
        return PAUSED
    return f"By the cards entered, seat {seat} can't be {word}. Correct the upcards: MORE."


def out_reason(seat: int) -> str:
    """Return why a seat without cards can't be named."""
    return f"Seat {seat} isn't in this hand."


def tied_reason(count: int) -> str:
    """Return why no more seats can be marked as tied."""
    return f"{count} seats are tied already, one for each suit. Tap TIE on one to unmark it."


def draw_reason(seat: int, due: int) -> str:
    """Return why a seat has no number yet: seats draw in turn (S-176)."""
    return (
        f"Seat {due} draws first, then seat {seat} in turn."
        if due
        else "The deck is rebuilt first."
    )


def drew_reason(seat: object) -> str:
    return f"Seat {seat} has drawn. UNDO takes back the last tap."


def preset_reason(text: str) -> str:
    """Return why a preset of the pad has no amount."""
    return f"{text}: the same amount as another key, over the limit, or the pot isn't known."


def over_limit_reason(amount: str) -> str:
    """Return why the whole stack can't go in: it is over the game's limit."""
    return f"{amount} is over the limit. Enter the maximum instead."


def nothing_to_call(seat: int) -> str:
    return f"Seat {seat} has nothing to call now."
