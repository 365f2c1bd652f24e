"""Conduct on the screen: warning flags on seats, players who may not play, and players who can be reported."""

from collections.abc import Mapping
from typing import Any

from dealer_ui.messages.conduct import barred_notice, mark_short, warning_label
from dealer_ui.screen import control_bar
from dealer_ui.screen.keys import View
from players.standing import Standing

Marks = Mapping[str, Standing]


def of_seat(seat: View, marks: Marks) -> dict[str, Any] | None:
    """Return the player a report would name, with their warning flag; None for an empty seat."""
    if seat["state"] == "empty":
        return None
    standing = marks.get(seat["player"])
    if standing is None:
        return {"player": seat["player"], "mark": "", "short": ""}
    return {
        "player": seat["player"],
        "mark": warning_label(standing),
        "short": mark_short(standing),
    }


def caption(view: View, marks: Marks) -> dict[str, Any]:
    """Return the caption of the count row; between hands its right side names the seats not to deal in."""
    data = control_bar.caption(view)
    seats = [seat["seat"] for seat in view["seats"] if _not_to_play(seat, marks)]
    if view["hand"]["started"] or not seats:
        return data
    return data | {"note": barred_notice(seats), "alert": True}


def _not_to_play(seat: View, marks: Marks) -> bool:
    standing = marks.get(seat["player"] or "")
    return standing is not None and not standing.is_admitted and not seat["away"]
