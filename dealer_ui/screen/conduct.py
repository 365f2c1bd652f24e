"""Conduct on the screen: warning flags on seats, players who may not play, and players who can be reported."""

from collections.abc import Mapping

from msgspec.structs import replace

from dealer_ui.messages.conduct import PlayerFlag, barred_notice
from dealer_ui.screen import control_bar
from dealer_ui.screen.model import Caption, Conduct
from poker.view.model import SeatView, TableView

Marks = Mapping[str, PlayerFlag]


def of_seat(seat: SeatView, marks: Marks) -> Conduct | None:
    """Return the player that a report would name, with their warning flag; None for an empty seat."""
    if seat.state == "empty":
        return None
    flag = marks.get(seat.player)
    if flag is None:
        return Conduct(player=seat.player, mark="", short="")
    return Conduct(player=seat.player, mark=flag.label, short=flag.short)


def caption(view: TableView, marks: Marks) -> Caption:
    """Return the caption of the count row. Between hands its right side names the seats not to deal in."""
    data = control_bar.caption(view)
    seats = [seat.seat for seat in view.seats if _not_to_play(seat, marks)]
    if view.hand.started or not seats:
        return data
    return replace(data, note=barred_notice(seats), alert=True)


def _not_to_play(seat: SeatView, marks: Marks) -> bool:
    flag = marks.get(seat.player or "")
    return flag is not None and not flag.is_admitted and not seat.away
