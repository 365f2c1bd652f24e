"""What a command causes beyond its own log, in order. Nothing else runs when a command is stored.

`tables.actions` stores the events of a table with its snapshot, runs `IN_TRANSACTION`, and after the commit runs
`AFTER_COMMIT` and sends the entries to the table's own screens. `tables.waitlist.execute` does the same for waitlists.
"""

from absences import projection as absences
from api.webhooks import outbox
from floor_ui.map import notifications as map_notifications
from poker.events import HandEnded, HandStarted, TableRenamed
from rulings import rulebooks
from rulings.alerts import queueing as alerts
from rulings.calls import projection as floor_calls
from tables import hand_starts, plaques, seat_locks, seat_sessions, table_rows
from tables.command_effects import TableEffect
from tables.dealers import table_sync
from tables.waitlist import departures

# In the transaction of the command: rows that must agree with the log. An error undoes the command.
IN_TRANSACTION = (
    TableEffect(table_rows.project, table_rows.EVENTS),
    TableEffect(departures.project, departures.PROJECTED),
    TableEffect(seat_sessions.project, seat_sessions.EVENTS),
    TableEffect(table_sync.sync_table, table_sync.EVENTS),
    TableEffect(seat_locks.project, seat_locks.EVENTS),
    TableEffect(absences.project_away, absences.AWAY_EVENTS),
    TableEffect(absences.project_stacks, absences.STACK_EVENTS),
    TableEffect(rulebooks.rename_book, (TableRenamed,)),
    TableEffect(hand_starts.project, hand_starts.EVENTS),
    TableEffect(plaques.name_hand_plaque, (HandStarted,)),
    TableEffect(floor_calls.project, floor_calls.EVENTS, during_calls=True),
    TableEffect(alerts.queue_alerts, alerts.EVENTS),
    TableEffect(outbox.queue_table_events, outbox.EVENTS),
)

# After the commit: screens are told to refresh. An error is logged and concerns nothing else.
AFTER_COMMIT = (
    TableEffect(departures.notify_waitlists, departures.SHOWN),
    TableEffect(departures.notify_after_hand, (HandEnded,)),
    TableEffect(floor_calls.notify, floor_calls.EVENTS, during_calls=True),
    TableEffect(map_notifications.notify_map, map_notifications.EVENTS),
    TableEffect(absences.notify, absences.NOTIFIED),
)

WAITLIST_IN_TRANSACTION = (outbox.queue_waitlist_events,)
