"""What stands on the screen of conduct: a mark on a seat, who may not play, and of whom something may be reported."""

from collections.abc import Mapping
from typing import Any

from dealer_ui.screen import deck
from dealer_ui.screen.keys import View
from dealer_ui.words.conduct import mark_said, mark_short, not_to_play
from players.standing import Standing

Marks = Mapping[str, Standing]


def of_seat(seat: View, marks: Marks) -> dict[str, Any] | None:
    """Whom a report would name, and the mark of that player; None for an empty seat."""
    if seat["state"] == "empty":
        return None
    found = marks.get(seat["player"])
    if found is None:
        return {"player": seat["player"], "mark": "", "short": ""}
    return {"player": seat["player"], "mark": mark_said(found), "short": mark_short(found)}


def caption(view: View, marks: Marks) -> dict[str, Any]:
    """The caption of the count row; between hands its right says who is not to be dealt in."""
    told = deck.caption(view)
    seats = [seat["seat"] for seat in view["seats"] if _not_to_play(seat, marks)]
    if view["hand"]["started"] or not seats:
        return told
    return told | {"note": not_to_play(seats), "alert": True}


def _not_to_play(seat: View, marks: Marks) -> bool:
    found = marks.get(seat["player"] or "")
    return found is not None and not found.welcome and not seat["away"]
