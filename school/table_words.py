"""What the table does, in words, as a lesson says it if it has no sentence of its own."""

from dealer_ui.school.model import Move
from poker.formatting import money
from poker.view.model import SeatView, TableView

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
ACTS = {"fold": "folds", "check": "checks", "call": "calls"}


def table_says(move: Move, view: TableView) -> str:
    """Return the sentence that a tap at this table suggests; "" for none."""
    args, seat = move.args, move.args.get("seat")
    match move.name:
        case "act" | "first_in":
            return _act(args.get("what"), seat, args.get("to"), view)
        case "draw":
            return _draw(seat, args.get("count"))
        case "close_street":
            return _round_over(args.get("count"), view)
        case "award":
            return _award(args.get("seats"), args.get("low"), view)
        case "opener":
            return f"Seat {seat} has the {'opening card' if _is_first(view) else 'high hand'}."
        case "deal":
            return "The table is ready for the next hand."
    return ""


def _act(what: object, seat: object, to: object, view: TableView) -> str:
    if isinstance(what, str) and what in ACTS:
        return f"Seat {seat} {ACTS[what]}."
    amount = money(to) if isinstance(to, int) else ""
    if what == "all_in":
        return f"Seat {seat} is all-in for {amount}." if amount else f"Seat {seat} is all-in."
    option = next((each for each in view.seats if each.seat == seat), None)
    raised = option.raises if option is not None else None
    fixed = money(raised.min) if raised is not None and not amount else amount
    if what == "bet":
        return f"Seat {seat} bets {fixed}." if fixed else f"Seat {seat} bets."
    verb = "completes" if what == "complete" else "raises"
    return f"Seat {seat} {verb} to {fixed}." if fixed else f"Seat {seat} {verb}."


def _draw(seat: object, count: object) -> str:
    if not isinstance(count, int) or not count:
        return f"Seat {seat} stands pat."
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"Seat {seat} takes {number} card{'s' if count > 1 else ''}."


def _round_over(count: object, view: TableView) -> str:
    due = [seat for seat in view.seats if seat.due]
    owed = any(_owes(seat) for seat in due)
    others = "" if not due else ("The others call. " if owed else "The others check. ")
    return f"{others}{count} players are still in."


def _owes(seat: SeatView) -> bool:
    return bool(seat.to_call)


def _award(seats: object, low: object, view: TableView) -> str:
    high = _seats(seats)
    if not high:
        return "Everyone else has folded."
    if isinstance(low, list | tuple) and low:
        return f"{high} {_have(seats, 'has', 'have')} the best high hand, {_seats(low).lower()} the best low."
    if isinstance(seats, list | tuple) and len(seats) > 1:
        return f"{high} split the pot."
    return f"{high} shows the best hand."


def _have(seats: object, one: str, more: str) -> str:
    return more if isinstance(seats, list | tuple) and len(seats) > 1 else one


def _seats(seats: object) -> str:
    if not isinstance(seats, list | tuple) or not seats:
        return ""
    numbers = [str(seat) for seat in seats]
    return f"Seat {numbers[0]}" if len(numbers) == 1 else f"Seats {' and '.join(numbers)}"


def _is_first(view: TableView) -> bool:
    return view.hand.street == view.hand.streets[0]
