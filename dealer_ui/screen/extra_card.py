"""Baseball's extra card: keys at a seat with a 4 up, and the question of which seat has one (S-180)."""

from dealer_ui import messages
from dealer_ui.messages import act_reasons as reasons
from dealer_ui.messages import extra_card as texts
from dealer_ui.screen.keys import key, send
from dealer_ui.screen.model import Ask, Key, Look
from poker.cards import UNKNOWN
from poker.view.model import SeatView, TableView, present


def seat_keys(view: TableView, seat: SeatView) -> list[Key]:
    """Return NO CARD and EXTRA CARD for a seat with a 4 up that has not answered yet; otherwise nothing."""
    if seat.offered is not True:
        return []
    number = seat.seat
    up = texts.card_up(present(view.game).bought)
    declined = messages.action_name("No extra card,", seat)
    taken = messages.action_name("Extra card,", seat, up)
    return [
        key("NO\nCARD", declined, do=send("buy_card", seat=number, declined=True)),
        key("EXTRA\nCARD", taken, look=_look(view), do=send("buy_card", seat=number)),
    ]


def _look(view: TableView) -> Look:
    """Return amber for a single offer, rings for several."""
    return "due" if sum(seat.offered is True for seat in view.seats) == 1 else "expected"


def question(view: TableView) -> Ask | None:
    """Return the question of which seat has a 4 up, starting at the first to act, until the first act.

    It covers only seats without entered upcards; the others have their own keys.
    """
    bought = view.game.bought if view.game else ""
    opener = view.opener
    if not bought or not view.hand.started or opener is None or not opener.seat:
        return None
    if not any(_may_show_it(seat) for seat in view.seats):
        return None
    keys = [_seat_key(seat, bought) for seat in view.seats]
    return Ask(title=texts.which_seat(bought), keys=keys)


def _may_show_it(seat: SeatView) -> bool:
    return seat.can_buy and UNKNOWN in seat.up


def _seat_key(seat: SeatView, bought: str) -> Key:
    number = seat.seat
    name = messages.action_name("Extra card,", seat, texts.card_up(bought))
    do = send("buy_card", seat=number) if _may_show_it(seat) else None
    out = seat.state != "in"
    why = reasons.out_reason(number) if out else texts.no_card_reason(number, bought)
    return key(str(number), name, look="filled", do=do, why=why)
