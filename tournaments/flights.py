"""Flights: their stacks and their prize pool go to the event where they meet."""

from tournaments.actions import TOURNAMENT, load_tournament
from tournaments.models import EventSummary, ScheduledEvent
from tournaments.rules import commands as c
from tournaments.rules.events import FlightBrought
from tournaments.rules.state import Tournament
from tournaments.stored_commands import StoredInTournament

EVENTS = (FlightBrought,)
PLAYED = ("running", "day_over")


def close_flights(stored: StoredInTournament) -> None:
    """Close the flights that an event took over, in its transaction."""
    brought = [event.flight for event in stored.events if isinstance(event, FlightBrought)]
    for flight in brought:
        TOURNAMENT.execute_inside_transaction(
            flight.event,
            c.SendStacks(stored.state.plan.name),
            command_id=f"{stored.command_id[:50]}.flight",
            actor=stored.actor,
            now=stored.now,
            part_of=TOURNAMENT.name,
        )


def open_flights(row: ScheduledEvent, name: str) -> list[tuple[int, Tournament]]:
    """Return the flights of an event that play or are over, with their keys. name: of the event where they meet."""
    rows = EventSummary.objects.filter(event__room=row.room_id, status__in=PLAYED)
    keys = rows.exclude(event=row.pk).order_by("starts_at").values_list("event", flat=True)
    states = [(key, load_tournament(key)[1]) for key in keys]
    return [(key, state) for key, state in states if name and state.plan.day_target == name]
