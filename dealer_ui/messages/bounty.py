"""Texts of bounty games: seven-deuce and stand-up."""

from collections.abc import Callable, Iterator

from dealer_ui.messages.step_wordings import Line
from poker.bounties import NAMES
from poker.formatting import as_sentence, listed, money, seats_said
from poker.state import UndoLabel
from poker.step import Step
from poker.view.model import BountyClaimView, BountyView, ResultView, TableView, present

SHORT_NAMES = {"seven_deuce": "7-2", "stand_up": "stand-up"}
PAID = "PAID"
TAP_PAID = f"Then tap {PAID}."
IN_MORE = "Pay it in MORE."
MOST_PAYOUTS = 4  # on the felt


def game_title(kind: str) -> str:
    """Return "Seven-deuce" or "Stand-up"."""
    return as_sentence(NAMES[kind])


def header_text(bounty: BountyView) -> str:
    """Return a running game as the header shows it: "7-2 $5", "stand-up $5"."""
    return f"{SHORT_NAMES[bounty.kind]} {money(bounty.amount)}"


def due_claim(view: TableView) -> BountyClaimView | None:
    """Return the bounty that the log shows to be due before this deal; None if there is none."""
    between = view.step.kind == "deal" and not view.hand.started
    claims = view.bounty.claims if view.bounty and between else []
    return next((claim for claim in claims if claim.known), None)


def wording(view: TableView, step: Step) -> Callable[[TableView, Step], Iterator[Line]] | None:
    """Return what yields the wordings of a bounty that is due; None without one."""
    return payment_lines if due_claim(view) is not None else None


def payment_lines(view: TableView, step: Step) -> Iterator[Line]:
    """Yield who pays whom, between two hands."""
    claim = present(due_claim(view))
    amount = money(present(view.bounty).amount)
    then = TAP_PAID if payouts_fit(view.result) else IN_MORE
    if present(view.bounty).kind == "stand_up":
        who = f"Seat {claim.seat} is the last one standing"
        yield f"{who} and pays {_each(claim, amount)}.", then
        yield f"{who}: {amount} to each player.", then
        yield f"Seat {claim.seat} pays {amount} to each player.", ""
        return
    yield f"Seat {claim.seat} won with seven-deuce: {_each(claim, amount)}.", then
    yield f"Seat {claim.seat} won with seven-deuce: {amount} from each player.", then
    yield f"Seat {claim.seat} has seven-deuce: {amount} from each.", ""


def _each(claim: BountyClaimView, amount: str) -> str:
    """Return the amount and the seats it comes from or goes to: "$5 from each of seats 1, 2 and 4"."""
    to_others = claim.payments[0].payer == claim.seat
    others = [pay.payee if to_others else pay.payer for pay in claim.payments]
    word = "to" if to_others else "from"
    if len(others) == 1:
        return f"{amount} {word} seat {others[0]}"
    seats = listed([str(seat) for seat in sorted(others)], "and")
    return f"{amount} {word} each of seats {seats}"


def felt_lines(view: TableView) -> list[str]:
    """Return the felt's lines beside PAID."""
    bounty = present(view.bounty)
    claim = present(due_claim(view))
    word = "to" if bounty.kind == "stand_up" else "from"
    players = f"{len(claim.payments)} player{'' if len(claim.payments) == 1 else 's'}"
    otherwise = (
        "Deal on: it stays open." if bounty.kind == "stand_up" else "No tap: it is not logged."
    )
    return [f"{money(bounty.amount)} {word} each of {players}.", otherwise]


def payouts_fit(result: ResultView | None) -> bool:
    """Return whether the felt has room for a payment beside what the last hand paid; else its payouts stay alone."""
    return result is None or len(result.seats) + bool(drop_of(result)) <= MOST_PAYOUTS


def drop_of(result: ResultView) -> int:
    """Return the house's part of the last hand."""
    return sum(pushed.amount for pushed in (result.rake, result.jackpot) if pushed is not None)


def left_text(seats: list[int]) -> str:
    """Return the note about players who left while standing."""
    return f"{as_sentence(seats_said(seats))} left standing: a supervisor decides"


def undo_label(undo: UndoLabel) -> str:
    """Return the UNDO label of a start, an end or a payment."""
    if undo.name == "start_bounty":
        return f"{game_title(undo.what)} {money(present(undo.amount))}"
    if undo.name == "end_bounty":
        return f"End of {NAMES[undo.what]}"
    amount = money(present(undo.amount))
    if undo.what == "stand_up":
        return f"Seat {undo.seat} pays {amount}"
    return f"Bounty {amount} to seat {undo.seat}"
