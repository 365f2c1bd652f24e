"""The log of a tournament, and the actions of desk, director and manager. `journal.log` executes its commands."""

from collections.abc import Sequence
from datetime import datetime
from secrets import token_urlsafe
from typing import TypeAlias, TypeVar
from uuid import uuid4

from django.db import transaction
from django.db.models import Max
from msgspec.structs import replace

from journal.log import Attempt, Log, Result
from journal.models import Stream
from journal.unix_time import milliseconds
from poker.refusal import Refusal
from staff.hooks import hooks
from staff.models import Room
from tables.models import Table
from tables.random_draws import shuffle
from tournaments.admission import admitted_player, kept_out_keys, refuse_other_seat
from tournaments.models import EventTable, ScheduledEvent, TournamentTemplate
from tournaments.rules import codec
from tournaments.rules import commands as c
from tournaments.rules.commands import TournamentCommand
from tournaments.rules.decide import run
from tournaments.rules.events import TournamentEvent
from tournaments.rules.evolve import evolve
from tournaments.rules.house import BY_RULEBOOK, with_house_rules
from tournaments.rules.plan import Plan
from tournaments.rules.state import Tournament
from tournaments.rules.view import EventView, view
from tournaments.stored_commands import StoredInTournament
from web import broadcast

PREFIX = "tournament."
# Commands whose seats are drawn when they are executed: no one sees a seat before the money is taken.
DRAWING = (
    c.Enter,
    c.BringFlight,
    c.SeatAlternates,
    c.UndoBust,
    c.BreakTable,
    c.BeginDay,
)
MOST_AT_TABLE = 10

TournamentResult: TypeAlias = Result[Tournament, TournamentEvent, EventView]
Command = TypeVar("Command", bound=TournamentCommand)


class TournamentLog(Log[Tournament, TournamentCommand, TournamentEvent, EventView]):
    """The log of a tournament."""

    def missing(self, stream_id: int) -> Exception:
        return Refusal("no_such_event", "", event=stream_id)

    def room_id_of(self, stream: Stream) -> int:
        return ScheduledEvent.objects.values_list("room_id", flat=True).get(pk=stream.pk)

    def by_rulebook(self, attempt: Attempt[TournamentCommand]) -> TournamentCommand:
        """Return the command with what the room's rulebook decides about it."""
        if not isinstance(attempt.command, BY_RULEBOOK):
            return attempt.command
        room_id = self.room_id_of(attempt.stream)
        rules = hooks().event_rules(room_id=room_id, now=attempt.now)
        return with_house_rules(attempt.command, rules)

    def with_player(self, command: c.Enter, attempt: Attempt[TournamentCommand]) -> c.Enter:
        """Return the entry with the admitted player and the token of the own page. Raises `Refusal`."""
        if command.player:
            player = admitted_player(command.player, self.room_id_of(attempt.stream), attempt.now)
            refuse_other_seat(player, attempt.stream.pk)
            command = replace(command, player=player.key, name=player.alias)
        return replace(command, token=token_urlsafe(24))

    def with_stacks(
        self, command: c.BringFlight, attempt: Attempt[TournamentCommand], state: Tournament
    ) -> c.BringFlight:
        """Return the command with the stacks and the pool of the flight, whose log is locked after that of the event.

        Raises `Refusal`: `no_such_event`, `not_a_flight`, `flight_brought`, `flight_not_over`.
        """
        room_id = self.room_id_of(attempt.stream)
        rows = ScheduledEvent.objects.filter(pk=command.flight, room=room_id)
        if not rows.exclude(pk=attempt.stream.pk).exists():
            raise Refusal("no_such_event", "", event=command.flight)
        flight = self.lock_state(command.flight)
        name = flight.plan.name
        if flight.plan.day_target != state.plan.name:
            raise Refusal("not_a_flight", "", flight=name, event=state.plan.name)
        if flight.has_sent_stacks:
            raise Refusal("flight_brought", "", flight=name)
        if flight.status != "day_over":
            raise Refusal("flight_not_over", "", flight=name)
        bagged = [entry for entry in flight.entries if entry.status == "bagged"]
        refused = kept_out_keys([entry.player for entry in bagged], attempt.now)
        return c.BringFlight(
            command.flight,
            name,
            flight.field,
            flight.pool_collected,
            stacks=tuple(
                c.FlightStack(entry.player, entry.name, entry.stack or 0, token_urlsafe(24))
                for entry in bagged
                if entry.player not in refused
            ),
            kept_out=tuple(
                c.KeptOutStack(entry.number, entry.stack or 0)
                for entry in bagged
                if entry.player in refused
            ),
        )

    def with_facts(
        self, attempt: Attempt[TournamentCommand], state: Tournament
    ) -> TournamentCommand:
        """Return the command with what the rulebook, the players' standing and other logs have. Raises `Refusal`."""
        command = self.by_rulebook(attempt)
        match command:
            case c.Enter():
                return self.with_player(command, attempt)
            case c.BringFlight():
                return self.with_stacks(command, attempt, state)
            case c.BeginDay():
                return with_kept_out(command, attempt.now, state)
            case c.AddTable():
                refuse_used_table(command.table, self.room_id_of(attempt.stream))
            case c.BreakTable():
                refuse_hand_in_progress([command.table], self.room_id_of(attempt.stream))
            case c.Redraw():
                refuse_hand_in_progress(command.tables, self.room_id_of(attempt.stream))
        return command

    def resolve(self, attempt: Attempt[TournamentCommand], state: Tournament) -> TournamentCommand:
        """Return the command with its random draws and all facts. Raises `Refusal`."""
        command = self.with_facts(attempt, state)
        if isinstance(command, c.Redraw):
            return replace(command, seats=draw_seats(state, command.seats))
        if isinstance(command, DRAWING):
            command = replace(command, seats=draw_seats(state))
        if isinstance(command, c.BreakTable):
            command = replace(command, numbers=tuple(shuffle(range(MOST_AT_TABLE + 1))))
        return command


TOURNAMENT = TournamentLog(
    name="tournament", prefix=PREFIX, codec=codec.TOURNAMENT, run=run, evolve=evolve, view=view
)


def with_kept_out(command: c.BeginDay, now: datetime, event: Tournament) -> c.BeginDay:
    """Return the command with the entries whose players may no longer enter."""
    bagged = [entry for entry in event.entries if entry.status == "bagged"]
    refused = kept_out_keys([entry.player for entry in bagged], now)
    numbers = tuple(entry.number for entry in bagged if entry.player in refused)
    return replace(command, kept_out=numbers)


def draw_seats(
    event: Tournament, among: Sequence[tuple[str, int]] = ()
) -> tuple[tuple[str, int], ...]:
    """Return all seats of the event in random order, or those of `among`."""
    seats = [(table.name, seat) for table in event.tables for seat in range(1, table.seats + 1)]
    return tuple(shuffle(list(among) or seats))


def refuse_used_table(name: str, room_id: int) -> None:
    """Refuse a table that the room does not have, or that is in play.

    Raises `Refusal`: `no_such_table`, `table_not_free`.
    """
    table = Table.objects.filter(room=room_id, name=name).first()
    if table is None:
        raise Refusal("no_such_table", "", table=name)
    in_event = EventTable.objects.filter(event__room=room_id, name=name).exists()
    if table.is_open or in_event:
        raise Refusal("table_not_free", "", table=name)


def refuse_hand_in_progress(names: Sequence[str], room_id: int) -> None:
    """Refuse to draw new seats for players who are in a hand. Raises `Refusal`: `table_in_hand`."""
    rows = Table.objects.filter(room=room_id, name__in=names, stream__view__hand__started=True)
    name = rows.order_by("pk").values_list("name", flat=True).first()
    if name is not None:
        raise Refusal("table_in_hand", "", table=name)


def event_group(event_id: int) -> str:
    """Return the channel group of the screens of an event."""
    return f"tournament.{event_id}"


def tournament_execute(
    *, event_id: int, command_id: str, command: TournamentCommand, actor: str, now: datetime
) -> TournamentResult:
    """Execute a command. Raises `Refusal`, and then stores nothing."""
    return TOURNAMENT.execute(event_id, command, command_id=command_id, actor=actor, now=now)


def tournament_create(
    *,
    room: Room,
    plan: Plan,
    starts_at: datetime,
    template: TournamentTemplate | None = None,
    series: str = "",
    actor: str,
    now: datetime,
) -> ScheduledEvent:
    """Create an event with its log, numbered in its room. Raises `Refusal` for a plan that no room can run."""
    command = c.ScheduleEvent(plan, milliseconds(starts_at))
    outcome = run(codec.TOURNAMENT.empty, command, now=milliseconds(now))
    with transaction.atomic():
        Room.objects.select_for_update().get(pk=room.pk)
        last = ScheduledEvent.objects.filter(room=room).aggregate(last=Max("number"))["last"]
        command_id = uuid4().hex
        stream = TOURNAMENT.create(command_id[:12])
        event = ScheduledEvent(
            stream=stream, room=room, number=(last or 0) + 1, template=template, series=series
        )
        event.save(force_insert=True)
        TOURNAMENT.append(
            stream,
            outcome,
            before=codec.TOURNAMENT.empty,
            command_id=command_id,
            actor=actor,
            now=now,
            command=command,
        )
    return event


def load_tournament(event_id: int) -> tuple[int, Tournament]:
    """Return the number of the last entry of an event's log, and its state. Raises `Stream.DoesNotExist`."""
    seq, state = Stream.objects.values_list("seq", "state").get(pk=event_id)
    return seq, codec.TOURNAMENT.decode_state(bytes(state))


def events_group(room_id: int) -> str:
    """Return the channel group of the screens that show every event of a room."""
    return f"tournaments.{room_id}"


def notify_screens(stored: StoredInTournament) -> None:
    """Notify the screens of the event, and the map of its room."""
    broadcast.send(event_group(stored.stream_id), {"type": "tournament.changed"})
    broadcast.send(events_group(stored.room_id), {"type": "events.changed"})
