"""What is open at a table when the next dealer takes over, a line each; nothing of why somebody was sanctioned."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealer_ui.words.names import missed_word
from players.standing import Standing
from rulings.wording.game import game_name
from rulings.wording.sayings import counted, money, seats_said, sentence, typeset

View = Mapping[str, Any]
Line = tuple[
    str, str
]  # the words, and the look: coral for what waits now, amber for what must not be forgotten, ""
MOST = 8  # lines that the strip has room for


def handover(
    view: View, *, changes: Sequence[str], marks: Mapping[str, Standing], clock: Mapping[int, str]
) -> list[dict[str, str]]:
    """The lines, the most pressing first; the last one counts what has no room.

    changes: aliases that wait for another chair here; clock: moments of the view in the room's time.
    """
    lines = [
        *_floor(view),
        *_money(view),
        *_next_hand(view),
        *_seats(view, clock),
        *_asked(view, changes, marks),
    ]
    if len(lines) > MOST:
        lines = [*lines[: MOST - 1], (f"and {len(lines) - MOST + 1} more", "")]
    return [{"text": typeset(text), "look": look} for text, look in lines]


def moments(view: View) -> list[int]:
    """The moments that the lines tell."""
    seats = view["seats"]
    away = [seat["away_at"] for seat in seats if seat["away"] and seat.get("away_at")]
    return away + [seat["lock"]["until"] for seat in seats if seat.get("lock")]


def _floor(view: View) -> Iterator[Line]:
    if view["floor"]:
        how = "the supervisor is here" if view["floor"]["arrived_by"] else "nobody has ruled yet"
        yield f"Floor call open: {how}", "coral"
    remedy = view["remedy"]
    if remedy and remedy["steps"]:
        left, now = len(remedy["steps"]), any(step["now"] for step in remedy["steps"])
        steps = "1 step is" if left == 1 else f"{left} steps are"
        yield f"Ruling {remedy['ruling']}: {steps} to do", "coral" if now else "amber"
    if remedy and remedy["missed"]:
        yield f"Ruling {remedy['ruling']}: a step could not be recorded", "amber"


def _money(view: View) -> Iterator[Line]:
    for pot in view["impounded"]:
        amount = counted(pot["amount"]) or "not counted"
        yield f"Pot of hand {pot['hand']} is held: {amount}", "amber"


def _next_hand(view: View) -> Iterator[Line]:
    kill = view["kill"]
    if kill and kill["on"]:
        posts = f", seat {kill['seat']} posts {money(kill['post'])}" if kill["post"] else ""
        yield f"Kill hand{posts}", "amber"
    if view.get("next_game"):
        yield f"From the next hand: {game_name(view['next_game'])}", "amber"


def _seats(view: View, clock: Mapping[int, str]) -> Iterator[Line]:
    for missed in ("both", "small"):
        seats = [seat["seat"] for seat in view["seats"] if seat["missed"] == missed]
        if seats:
            yield f"{sentence(seats_said(seats))}: {missed_word(missed)}", "amber"
    for seat in view["seats"]:
        if seat["away"]:
            since = clock.get(seat.get("away_at") or 0, "")
            yield f"Seat {seat['seat']} is away{f' since {since}' if since else ''}", ""
        if seat["coming"]:
            yield f"Seat {seat['seat']} has {money(seat['coming'])} coming", ""
        if seat["held"]:
            yield f"Seat {seat['seat']}: {money(seat['held'])} went back, not bought yet", ""
        if seat.get("lock"):
            lock, until = seat["lock"], clock.get(seat["lock"]["until"], "")
            whom = lock["name"] or lock["reason"]
            yield f"Seat {seat['seat']} is kept{f' until {until}' if until else ''}: {whom}", ""


def _asked(view: View, changes: Sequence[str], marks: Mapping[str, Standing]) -> Iterator[Line]:
    if changes:
        yield f"Want another seat: {', '.join(changes)}", ""
    seats = [seat["seat"] for seat in view["seats"] if _marked(seat, marks)]
    if seats:
        yield f"Sanctions stand: {seats_said(seats)}", ""


def _marked(seat: View, marks: Mapping[str, Standing]) -> bool:
    found = marks.get(seat["player"] or "")
    return found is not None and bool(found.warnings or found.penalties or not found.welcome)
