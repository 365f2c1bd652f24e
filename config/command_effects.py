"""The kinds of logs, and everything a command causes beyond its own log, in order. Nothing else runs for a command.

`journal.log` stores the events of a command with the snapshot, updates the projections and runs the effects
`in_transaction`, and after the commit those of `after_commit`.
"""

from absences import projection as absences
from banked import projection as banked
from banked import screens as banked_screens
from banked.actions import BANKED
from banked.rules.events import RoundEnded
from floor_ui.map import notifications as map_notifications
from journal.effects import Effect, Lock, LogEffects
from lineup import actions as lineup
from lineup import table_sync
from outbox.webhooks.queueing import NO_WEBHOOKS
from poker.events import HandEnded, HandStarted, TableRenamed, Undone
from promotions import following as fund_following
from promotions import fund_projections, high_hands, hours_projection, splash_following
from promotions import funds as fund_log
from promotions import table_sync as promotion_tables
from promotions import webhook_events as fund_webhooks
from promotions.funds import FUND
from promotions.hours_log import HOURS
from roster import calendar_projection, crew_log, toke_projections
from roster import following as roster_following
from roster import notices as roster_notices
from roster import projections as roster_rows
from roster import runs as roster_runs
from roster.crew_log import CREW
from roster.rules.crew_events import MemberRemoved
from roster.rules.week_events import CalledOff, RunStarted, RunStored
from roster.toke_log import TOKES
from roster.week_log import WEEK
from rulings import rulebooks
from rulings.alerts import queueing as alerts
from rulings.calls import projection as floor_calls
from school.actions import TRAINING
from school.records import projection as training
from tables import (
    hand_starts,
    pace_projection,
    plaques,
    seat_locks,
    seat_sessions,
    table_log,
    table_rows,
    table_screens,
)
from tables import webhook_events as outbox
from tables.actions import TABLE
from tables.stored_commands import is_floor_called
from tournaments import actions as tournament_actions
from tournaments import flights
from tournaments import following as event_following
from tournaments import projections as tournament_projections
from tournaments import table_sync as event_tables
from tournaments import webhook_events as tournament_webhooks
from tournaments.actions import TOURNAMENT
from waitlist import actions as waitlist
from waitlist import change_projection, departures, following, visits, webhook_events
from waitlist.rules.events import PlayerArrived

LOGS = (
    TABLE,
    waitlist.WAITLIST,
    lineup.LINEUP,
    TRAINING,
    BANKED,
    TOURNAMENT,
    HOURS,
    FUND,
    CREW,
    WEEK,
    TOKES,
)

EFFECTS = {
    TABLE.name: LogEffects(
        locks=(
            Lock(following.lock_waitlists, following.COMMANDS),
            Lock(event_following.lock_event, event_following.COMMANDS),
        ),
        in_transaction=(
            table_rows.PROJECTION,
            Effect(table_rows.rename_tablets, (TableRenamed,)),
            Effect(following.follow_table, following.EVENTS),
            Effect(event_following.follow_table, event_following.EVENTS),
            Effect(
                event_following.serve_penalties,
                event_following.SERVED,
                only=event_following.was_in_event,
            ),
            Effect(fund_following.follow_table, fund_following.EVENTS),
            Effect(splash_following.follow_table, splash_following.EVENTS),
            high_hands.PROJECTION,
            Effect(table_sync.rename_table, (TableRenamed,)),
            departures.PROJECTION,
            seat_sessions.PROJECTION,
            Effect(table_sync.sync_table, table_sync.EVENTS),
            seat_locks.PROJECTION,
            absences.AWAY,
            Effect(absences.refuse_returned_stacks, (Undone,)),
            absences.STACKS,
            Effect(rulebooks.rename_book, (TableRenamed,)),
            hand_starts.PROJECTION,
            Effect(plaques.name_hand_plaque, (HandStarted,)),
            floor_calls.PROJECTION,
            Effect(alerts.queue_alerts, alerts.EVENTS),
            Effect(outbox.queue_table_events, outbox.EVENTS, idle_while=NO_WEBHOOKS),
        ),
        after_commit=(
            Effect(departures.notify_waitlists, departures.SHOWN),
            Effect(departures.notify_after_hand, (HandEnded,)),
            Effect(floor_calls.notify, floor_calls.EVENTS, also=is_floor_called),
            Effect(map_notifications.notify_map, map_notifications.EVENTS),
            Effect(absences.notify, absences.NOTIFIED),
            Effect(event_following.after_hand, event_following.HAND_EVENTS),
            Effect(event_tables.sync_after_hand, (HandEnded,)),
            Effect(promotion_tables.sync_opened, promotion_tables.EVENTS),
            Effect(table_log.cache_entry_time),
            Effect(table_screens.send_entries),
        ),
        scheduled=(pace_projection.PROJECTION,),
    ),
    waitlist.WAITLIST.name: LogEffects(
        in_transaction=(
            Effect(visits.check_in_arrived, (PlayerArrived,)),
            change_projection.PROJECTION,
            Effect(webhook_events.queue_waitlist_events),
            Effect(waitlist.queue_pages, waitlist.PAGED),
        ),
        after_commit=(Effect(waitlist.notify_screens),),
    ),
    lineup.LINEUP.name: LogEffects(
        in_transaction=(Effect(roster_following.follow_lineup, roster_following.LINEUP_EVENTS),),
        after_commit=(Effect(lineup.notify_screens),),
    ),
    BANKED.name: LogEffects(
        in_transaction=(
            banked.NAMES,
            Effect(table_rows.rename_tablets, (TableRenamed,)),
            Effect(table_sync.rename_table, (TableRenamed,)),
            Effect(table_sync.sync_table, banked_screens.DEALER_EVENTS),
            banked.STARTS,
            banked.BOXES,
            banked.BUY_INS,
            floor_calls.PROJECTION,
            Effect(alerts.queue_alerts, alerts.EVENTS),
        ),
        after_commit=(
            Effect(floor_calls.notify, floor_calls.EVENTS, also=is_floor_called),
            Effect(map_notifications.notify_map, banked_screens.MAP_EVENTS),
            Effect(banked_screens.notify_pages, (RoundEnded,)),
            Effect(table_log.cache_entry_time),
            Effect(table_screens.send_entries),
        ),
    ),
    TOURNAMENT.name: LogEffects(
        in_transaction=(
            tournament_projections.SUMMARY,
            tournament_projections.TABLES,
            tournament_projections.ENTRIES,
            Effect(flights.close_flights, flights.EVENTS),
            Effect(tournament_webhooks.queue_tournament_events, tournament_webhooks.EVENTS),
        ),
        after_commit=(
            Effect(tournament_actions.notify_screens),
            Effect(event_tables.sync_event),
        ),
    ),
    HOURS.name: LogEffects(in_transaction=(hours_projection.REDEMPTIONS,)),
    FUND.name: LogEffects(
        in_transaction=(
            fund_projections.SUMMARY,
            fund_projections.DAYS,
            fund_projections.HITS,
            Effect(fund_webhooks.queue_fund_events, fund_webhooks.EVENTS),
        ),
        after_commit=(
            Effect(fund_log.notify_screens),
            Effect(promotion_tables.settle_table, promotion_tables.DECIDED),
        ),
    ),
    CREW.name: LogEffects(
        in_transaction=(
            roster_rows.TIME_OFF,
            Effect(roster_following.follow_crew, (MemberRemoved,)),
            Effect(roster_notices.queue_crew_notices, roster_notices.CREW_EVENTS),
        ),
        after_commit=(Effect(crew_log.notify_pages),),
    ),
    WEEK.name: LogEffects(
        in_transaction=(
            roster_rows.SHIFTS,
            roster_rows.RECORDS,
            roster_rows.REQUESTS,
            calendar_projection.CALENDAR,
            Effect(roster_following.follow_call_off, (CalledOff,)),
            Effect(roster_notices.queue_week_notices, roster_notices.WEEK_EVENTS),
            Effect(roster_runs.queue_run, (RunStarted,)),
            Effect(roster_runs.close_run, (RunStored,)),
        ),
        after_commit=(
            Effect(crew_log.notify_pages),
            Effect(roster_runs.send_run, (RunStarted,)),
        ),
    ),
    TOKES.name: LogEffects(
        in_transaction=(toke_projections.TOKE_ROWS,),
        after_commit=(Effect(crew_log.notify_pages),),
    ),
    TRAINING.name: LogEffects(in_transaction=(training.DEALT, training.SIGN_OFFS)),
}
