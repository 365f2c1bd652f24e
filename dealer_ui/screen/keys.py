"""One data shape for every key of the tablet: text, look, action."""

from collections.abc import Mapping
from typing import Any, Literal

from poker.formatting import smart_quotes
from poker.view.model import SeatView, TableView

Look = Literal[
    "live",  # hollow, 1.5 px border
    "filled",  # the aggressive half of a seat, count keys
    "due",  # amber, filled: belongs to the next step
    "expected",  # amber ring: correct, but not yet
    "set",  # cyan ring: the current setting
    "calm",  # live, subdued
    "beyond",  # live, above the number in
    "folded",  # flat; one tap corrects it
    "open",  # dashed outline: a seat without a player
    "all-in",  # solid: a seat whose chips are all in
    "plain",  # on the table surface: a key back
    "off",  # outline, keeps its position
]
View = Mapping[str, Any]
Key = dict[str, Any]


def key(
    text: str,
    name: str,
    *,
    sub: str = "",
    look: Look = "live",
    do: dict[str, Any] | None = None,
    why: str = "",
    **more: object,
) -> Key:
    """Return a key; without `do` it is an outline that keeps its position, and a tap shows `why` it does nothing."""
    if why and not do:
        more["why"] = smart_quotes(why)
    return {
        "text": text,
        "sub": sub,
        "name": name,
        "look": look if do else _idle(look),
        "do": do,
    } | more


def _idle(look: Look) -> Look:
    return look if look in ("set", "folded", "open", "all-in") else "off"


def send(command: str, **args: object) -> dict[str, Any]:
    """Return a tap that sends a command at once."""
    return {"send": command, "args": args}


def opens(what: str, **args: object) -> dict[str, Any]:
    """Return a tap that opens a helper on the tablet: a pad, a sheet, an armed key."""
    return {"open": what, "args": args}


def may_go_all_in(seat: SeatView) -> bool:
    """Return whether the seat has a decision in which its stack may go in."""
    return bool(seat.can_check or seat.can_call or seat.raises)


def in_hand(view: TableView) -> list[SeatView]:
    """Return the seats that still have cards."""
    return [seat for seat in view.seats if seat.state == "in"]
