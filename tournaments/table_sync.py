"""Tables follow the log of their event: who sits where, levels and clock, what the director ordered.

After each command of an event its tables are compared with the event, and the differences are sent as commands of the
tables' own logs. A table in a hand keeps its players until the hand ends, and is compared again then. A comparison
that a stopped server missed is made by the scheduled task.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from uuid import uuid4

from django.db import transaction

from poker import codec
from poker import commands as c
from poker.commands import Command
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.state import Table as PokerTable
from staff.hooks import hooks
from tables.actions import TABLE, execute_inside_transaction
from tables.models import Table
from tables.stored_commands import StoredAtTable
from tournaments.actions import TOURNAMENT, load_tournament
from tournaments.models import ScheduledEvent
from tournaments.rules.plan import stakes_of
from tournaments.stored_commands import StoredInTournament
from tournaments.table_plan import TablePlans

ACTOR = "system.tournament"
CommandsOf = Callable[[TablePlans, PokerTable, HouseRules], Iterator[Command]]
_log = logging.getLogger("floorbook.tournaments")


def sync_event(stored: StoredInTournament) -> None:
    """Bring the tables that a command of an event changed in line with it."""
    key = str(stored.stream_id)
    before = TablePlans(key, stored.before)
    after = TablePlans(key, stored.state)
    names = {table.name for table in (*stored.before.tables, *stored.state.tables)}
    changed = [name for name in sorted(names) if before.wanted(name) != after.wanted(name)]
    if changed:
        sync_tables(stored.stream_id, changed, now=stored.now)


def sync_after_hand(stored: StoredAtTable) -> None:
    """Bring a table of an event in line with it after a hand, in which its players could not leave."""
    event = stored.state.event
    if event is not None and stored.state.hand is None and stored.part_of != TOURNAMENT.name:
        sync_tables(int(event.event), [stored.state.name], now=stored.now)


def sync_tables(event_id: int, names: Iterable[str], *, now: datetime) -> None:
    """Bring these tables in line with an event: first everyone who leaves a table, then who arrives."""
    _, event = load_tournament(event_id)
    plans = TablePlans(str(event_id), event)
    room_id = ScheduledEvent.objects.values_list("room_id", flat=True).get(pk=event_id)
    tables = list(Table.objects.filter(room=room_id, name__in=list(names)).order_by("pk"))
    rules = hooks().event_rules(room_id=room_id, now=now)
    for commands_of in (departures, arrivals):
        for table in tables:
            _send(table, commands_of, plans, rules, now)


def departures(plans: TablePlans, table: PokerTable, rules: HouseRules) -> Iterator[Command]:
    """Yield the commands for players who left a table, and for a table that left the event."""
    if table.event is None or table.event.event != plans.key:
        return
    wanted = plans.wanted(table.name)
    players = wanted[1] if wanted else {}
    hand = table.hand
    for seat in table.seats:
        is_in_hand = hand is not None and hand.index(seat.number) >= 0
        if seat.taken and players.get(seat.number, ("", ""))[0] != seat.player and not is_in_hand:
            yield c.LeaveSeat(seat.number)
    if wanted is None and hand is None:
        if table.is_open:
            yield c.CloseTable("left the tournament")
        yield c.SetTableEvent(None)


def arrivals(plans: TablePlans, table: PokerTable, rules: HouseRules) -> Iterator[Command]:
    """Yield the commands for the plan, the players who arrive, and a table that opens."""
    wanted = plans.wanted(table.name)
    if wanted is None or (table.event is not None and table.event.event != plans.key):
        return
    table_event, players = wanted
    if table.event != table_event:
        yield c.SetTableEvent(table_event)
    hand = table.hand
    for seat, (player, name) in players.items():
        is_in_hand = hand is not None and hand.index(seat) >= 0
        if not table.seats[seat - 1].taken and not is_in_hand:
            yield c.SeatPlayer(seat, player, name)
    if not table.is_open and len(players) > 1:
        yield c.OpenTable(stakes_of(plans.event.plan, 1), rules, "actions")


def _send(
    table: Table, commands_of: CommandsOf, plans: TablePlans, rules: HouseRules, now: datetime
) -> None:
    """Send the commands of one table, decided on its locked log. A refusal is logged, and the rest is sent."""
    with transaction.atomic():
        state = codec.decode_state(bytes(TABLE.lock(table.pk).state))
        for command in list(commands_of(plans, state, rules)):
            try:
                with transaction.atomic():
                    execute_inside_transaction(
                        table_id=table.pk,
                        command_id=str(uuid4()),
                        seen=None,
                        command=command,
                        actor=ACTOR,
                        now=now,
                        part_of=TOURNAMENT.name,
                    )
            except Refusal as refusal:
                _log.error("%s refused %s of event %s: %s", table.name, command, plans.key, refusal)
