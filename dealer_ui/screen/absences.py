"""The time a player has been away, next to the name, and whether the room's limit is reached (H-53)."""

from absences.rules import Absence, AbsenceLimits, standing
from dealer_ui.screen.model import AwayClock
from poker.view.model import SeatView


def away_clock(seat: SeatView, limits: AbsenceLimits, now: int) -> AwayClock | None:
    """Return the clock of a seat whose player is away; None for other seats and while the seat has cards.

    limits: those in effect now, so that the walking rule is on only while it applies; now: Unix milliseconds.
    """
    if not seat.away or not seat.away_at or seat.state == "in":
        return None
    absence = Absence(seat.away_at, seat.long, seat.others_away, seat.passed_by)
    return AwayClock(
        since=seat.away_at, due=standing(absence, limits, is_waiting=True, now=now).due
    )
