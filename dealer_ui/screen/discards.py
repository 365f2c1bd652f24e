"""Crazy pineapple's discard: each seat shows how many cards it holds, and a tap records its discard (S-180)."""

from msgspec.structs import replace

from dealer_ui import messages
from dealer_ui.messages import act_reasons as reasons
from dealer_ui.messages.discards import cards_held
from dealer_ui.screen.keys import key, send
from dealer_ui.screen.model import FeltNumber, Key
from poker.view.model import SeatView, TableView, present


def seat_keys(view: TableView, seat: SeatView) -> list[Key]:
    """Return one key: the seat's cards, with a check mark once it has discarded; otherwise nothing."""
    return [_pod_key(view, seat)] if view.step.kind == "discard" else []


def _pod_key(view: TableView, seat: SeatView) -> Key:
    held = present(view.game).hole
    number = seat.seat
    if seat.discarded is True:
        name = messages.action_name("Has thrown,", seat)
        why = reasons.discarded_reason(number)
        return key(cards_held(held), name, look="off", why=why, saved=True)
    each = view.step.facts["discard"]
    name = messages.action_name("Has thrown,", seat, cards_held(held + each))
    do = send("discard", seat=number) if seat.can_discard is True else None
    why = reasons.discards_over_reason(view)
    sub = "throws one" if each == 1 else f"throws {messages.number_word(each)}"
    return key(cards_held(held + each), name, sub=sub, look="expected", do=do, why=why)


def numbers(view: TableView, pot: FeltNumber, still: FeltNumber) -> list[FeltNumber]:
    """Return the pot, how many players have thrown, and the players still in."""
    thrown = view.step.facts["thrown"]
    count = FeltNumber(label="Thrown", text=str(thrown), of=f"of {view.count.still_in}")
    return [pot, count, replace(still, cell=3)]
