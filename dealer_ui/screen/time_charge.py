"""The reminder of the time charge: when it is due, from which seats, and its key. It blocks nothing."""

from dealer_ui import messages
from dealer_ui.messages.time_charge import time_after, time_due
from dealer_ui.screen.keys import key, send
from dealer_ui.screen.model import SeatName, TimeReminder
from poker.view.model import SeatView, TableView

BETWEEN = ("button", "short", "posts")
MINUTE = 60_000


def time(view: TableView) -> TimeReminder | None:
    """Return the reminder; None if the plaque has no time charge.

    due: Unix milliseconds, which the page compares with the server's clock; each: cents from every seat; payers: the
    seats that owe now; seats: {seat, name} of all taken seats, including players sitting out, for collecting from some
    only. A table that has paid nothing yet owes immediately; after that, each charge is due one interval of the plaque
    after the last.
    """
    game = view.game
    if not game or not game.time_charge or not view.table.open:
        return None
    each = game.time_charge
    seats = game.time_seats
    taken = [seat for seat in view.seats if seat.player]
    spared = [seat.seat for seat in taken if _plays(seat) and seat.seat not in seats]
    between = view.hand.stage in BETWEEN and bool(seats)
    text = time_due(each, seats, spared) if between else time_after(each)
    name = f"Time {messages.money(each)} collected from {messages.seats_said(seats)}"
    return TimeReminder(
        due=game.time_at + game.time_minutes * MINUTE if game.time_at else 0,
        text=text,
        each=each,
        payers=seats,
        seats=[SeatName(seat=seat.seat, name=seat.name or "") for seat in taken],
        key=key(f"TIME {messages.money(each)}", name, look="filled", do=send("collect_time"))
        if between
        else None,
    )


def _plays(seat: SeatView) -> bool:
    return not seat.away and seat.stack != 0
