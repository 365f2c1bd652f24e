"""One data shape for every key of the tablet: text, look, action."""

from typing import Unpack

from msgspec import UNSET

from dealer_ui.screen.model import Action, Key, KeyExtras, Look
from poker.formatting import smart_quotes
from poker.view.model import SeatView, TableView


def key(
    text: str,
    name: str,
    *,
    sub: str = "",
    look: Look = "live",
    do: Action | None = None,
    why: str = "",
    **extras: Unpack[KeyExtras],
) -> Key:
    """Return a key. Without `do` it is an outline that keeps its position, and a tap shows `why`."""
    return Key(
        text=text,
        sub=sub,
        name=name,
        look=look if do else _idle(look),
        do=do,
        why=smart_quotes(why) if why and not do else UNSET,
        **extras,
    )


def _idle(look: Look) -> Look:
    return look if look in ("set", "folded", "open", "all-in") else "off"


def send(command: str, **args: object) -> Action:
    """Return a tap that sends a command immediately."""
    return Action(send=command, args=args)


def opens(what: str, **args: object) -> Action:
    """Return a tap that opens a helper on the tablet: a pad, a sheet, an armed key."""
    return Action(open=what, args=args)


def may_go_all_in(seat: SeatView) -> bool:
    """Return whether the seat has a decision that can put its whole stack in."""
    return bool(seat.can_check or seat.can_call or seat.raises)


def in_hand(view: TableView) -> list[SeatView]:
    return [seat for seat in view.seats if seat.state == "in"]
