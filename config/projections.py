"""The projections that `verify_journal` compares with the logs and `rebuild_projections` builds again, in order."""

from absences import projection as absences
from school.records import projection as training
from tables import (
    hand_starts,
    pace_projection,
    seat_locks,
    seat_session_projection,
    table_rows,
)
from tables.waitlist import change_projection

PROJECTIONS = (
    change_projection.PROJECTION,
    seat_session_projection.DEPARTURES,
    seat_session_projection.SESSIONS,
    seat_locks.PROJECTION,
    absences.AWAY,
    absences.STACKS,
    table_rows.PROJECTION,
    hand_starts.PROJECTION,
    pace_projection.PROJECTION,
    training.DEALT,
    training.SIGN_OFFS,
)
