"""The kinds of logs, and what a command causes beyond its own log, in order. Nothing else runs when one is stored.

`journal.log` stores the events of a command with the snapshot, runs the effects `in_transaction`, and after the commit
those of `after_commit`.
"""

from absences import projection as absences
from api.webhooks import outbox
from floor_ui.map import notifications as map_notifications
from journal.effects import Effect, LogEffects
from poker.events import HandEnded, HandStarted, TableRenamed
from rulings import rulebooks
from rulings.alerts import queueing as alerts
from rulings.calls import projection as floor_calls
from school.records import projection as training
from school.records.execute import TRAINING
from tables import (
    broadcast,
    hand_starts,
    pace_projection,
    plaques,
    seat_locks,
    seat_session_projection,
    seat_sessions,
    table_log,
    table_rows,
)
from tables.actions import TABLE
from tables.dealers import execute as lineup
from tables.dealers import table_sync
from tables.stored_commands import is_floor_called
from tables.waitlist import change_projection, departures, table_effects
from tables.waitlist import execute as waitlist

LOGS = (TABLE, waitlist.WAITLIST, lineup.LINEUP, TRAINING)

EFFECTS = {
    TABLE.name: LogEffects(
        in_transaction=(
            Effect(table_rows.project, table_rows.EVENTS),
            Effect(departures.project, departures.PROJECTED),
            Effect(seat_sessions.project, seat_sessions.EVENTS),
            Effect(table_sync.sync_table, table_sync.EVENTS),
            Effect(seat_locks.project, seat_locks.EVENTS),
            Effect(absences.project_away, absences.AWAY_EVENTS),
            Effect(absences.project_stacks, absences.STACK_EVENTS),
            Effect(rulebooks.rename_book, (TableRenamed,)),
            Effect(hand_starts.project, hand_starts.EVENTS),
            Effect(plaques.name_hand_plaque, (HandStarted,)),
            Effect(floor_calls.project, floor_calls.EVENTS),
            Effect(alerts.queue_alerts, alerts.EVENTS),
            Effect(outbox.queue_table_events, outbox.EVENTS),
        ),
        after_commit=(
            Effect(departures.notify_waitlists, departures.SHOWN),
            Effect(departures.notify_after_hand, (HandEnded,)),
            Effect(floor_calls.notify, floor_calls.EVENTS, also=is_floor_called),
            Effect(map_notifications.notify_map, map_notifications.EVENTS),
            Effect(absences.notify, absences.NOTIFIED),
            Effect(table_log.cache_entry_time),
            Effect(broadcast.send_entries),
        ),
        projections=(
            seat_session_projection.DEPARTURES,
            seat_session_projection.SESSIONS,
            seat_locks.PROJECTION,
            absences.AWAY,
            absences.STACKS,
            table_rows.PROJECTION,
            hand_starts.PROJECTION,
            pace_projection.PROJECTION,
        ),
    ),
    waitlist.WAITLIST.name: LogEffects(
        in_transaction=(
            Effect(table_effects.apply_at_tables),
            Effect(change_projection.project),
            Effect(outbox.queue_waitlist_events),
            Effect(waitlist.queue_pages, waitlist.PAGED),
        ),
        after_commit=(Effect(waitlist.notify_screens),),
        projections=(change_projection.PROJECTION,),
    ),
    lineup.LINEUP.name: LogEffects(after_commit=(Effect(lineup.notify_screens),)),
    TRAINING.name: LogEffects(
        in_transaction=(Effect(training.project),),
        projections=(training.DEALT, training.SIGN_OFFS),
    ),
}
