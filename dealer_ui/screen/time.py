"""The reminder of the time charge: when it is due, from which seats, the one tap for it. It holds nothing up."""

from typing import Any

from dealer_ui import words
from dealer_ui.screen.keys import View, key, send
from dealer_ui.words.time import time_after, time_due

BETWEEN = ("button", "short", "posts")
MINUTE = 60_000


def time(view: View) -> dict[str, Any] | None:
    """None where the plaque charges no time. `due`: unix milliseconds; the page compares it with the room's clock.

    each: units from every seat; payers: the seats that owe now; seats: {seat, name} of all that are taken, who sits out
    too, for a dealer who takes it from some only.
    A table that has paid nothing yet owes at once; else as long after the last time as the plaque says.
    """
    game = view["game"]
    if not game or not game["time_charge"] or not view["table"]["open"]:
        return None
    each, seats = game["time_charge"], game.get("time_seats", [])
    taken = [seat for seat in view["seats"] if seat["player"]]
    spared = [seat["seat"] for seat in taken if _plays(seat) and seat["seat"] not in seats]
    between = view["hand"]["stage"] in BETWEEN and bool(seats)
    text = time_due(each, seats, spared) if between else time_after(each)
    name = f"Time {words.money(each)} taken from {words.seats_said(seats)}"
    return {
        "due": game["time_at"] + game["time_minutes"] * MINUTE if game["time_at"] else 0,
        "text": text,
        "each": each,
        "payers": seats,
        "seats": [{"seat": seat["seat"], "name": seat["name"] or ""} for seat in taken],
        "key": key(f"TIME {words.money(each)}", name, look="filled", do=send("collect_time"))
        if between
        else None,
    }


def _plays(seat: View) -> bool:
    return not seat["away"] and seat["stack"] != 0
