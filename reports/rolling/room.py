"""One pass over a room: its tables' logs, its calls, lists, incidents and silences. Safe to run twice, or at once."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo

from django.db import transaction
from django.utils import timezone

from drops.models import policy_of
from poker.games import GAMES
from poker.stakes import Stakes, legs
from reports.models import Rolled
from reports.rolling.calls import calls_bring
from reports.rolling.days import Calendar
from reports.rolling.incidents import incidents_bring
from reports.rolling.silences import silences_roll
from reports.rolling.states import Named
from reports.rolling.tables import table_roll
from reports.rolling.waits import waits_roll
from rulings.wording.game import game_name
from tables.models import Plaque, Room, Table

LONGEST = 120  # letters of a game's name


def room_roll(room: Room, *, until: datetime) -> None:
    """Bring the rollups of a room up to a moment, table by table, each in a transaction of its own."""
    tables_roll(room, until={}, usual=int(until.timestamp()))
    beside_roll(room, until=until)


def tables_roll(room: Room, *, until: Mapping[int, int], usual: int) -> None:
    """The logs of its tables, each up to its own moment (Unix seconds), others up to the usual one."""
    calendar, named = calendar_of(room), names()
    for table in Table.objects.filter(room=room).order_by("pk"):
        ends, more = until.get(table.pk, usual), True
        while more:
            with locked(room):
                more = table_roll(table, ends, calendar=calendar, named=named)


def beside_roll(room: Room, *, until: datetime) -> None:
    """What is counted from the rows beside the logs: lists, silences, incidents, how calls stand."""
    calendar, seconds = calendar_of(room), int(until.timestamp())
    with locked(room) as rolled:
        last = datetime.fromtimestamp(rolled.until, tz=UTC) if rolled.until else None
        incidents_bring(room, last, calendar=calendar)
        calls_bring(room)
    more = True
    while more:
        with locked(room) as rolled:
            before = (rolled.lists_seq, rolled.silence)
            rolled.lists_seq = waits_roll(room, rolled.lists_seq, until, calendar=calendar)
            rolled.silence = silences_roll(room, rolled.silence, until, calendar=calendar)
            rolled.until = max(rolled.until, seconds)
            rolled.save()
            more = before != (rolled.lists_seq, rolled.silence)


def calendar_of(room: Room) -> Calendar:
    """The shifts of a room, in the house's time zone."""
    return Calendar(policy_of(room).shifts, zone())


def zone() -> tzinfo:
    """The time zone of the house."""
    return timezone.get_default_timezone()


def names() -> Named:
    """What plaques are called, for the log has only what they say: of two that say the same, the older one's name."""
    known: dict[tuple[Stakes, str], str] = {}
    for plaque in Plaque.objects.order_by("pk"):
        stakes = plaque.to_stakes()
        for tracking in (plaque.tracking, ""):
            known.setdefault((stakes, tracking), plaque.name)

    def named(stakes: Stakes, tracking: str) -> tuple[str, str]:
        families = {GAMES[leg.game].family for leg in legs(stakes)}
        family = families.pop() if len(families) == 1 else "mixed"
        name = known.get((stakes, tracking)) or known.get((stakes, "")) or _said(stakes)
        return name[:LONGEST], family

    return named


def _said(stakes: Stakes) -> str:
    """Stakes of which there is no plaque, in words."""
    return " / ".join(
        game_name(
            {
                "title": GAMES[leg.game].title,
                "family": GAMES[leg.game].family,
                "limit": leg.limit,
                "small_bet": leg.small_bet,
                "big_bet": leg.big_bet,
                "blinds": leg.blinds,
            }
        )
        for leg in legs(stakes)
    )


@contextmanager
def locked(room: Room) -> Iterator[Rolled]:
    """The room's row, held until the end: of two workers one waits, and finds the work done."""
    with transaction.atomic():
        rows = Rolled.objects.select_for_update()
        found = rows.filter(pk=room.pk).first()
        if found is None:
            Rolled.objects.get_or_create(room=room)
            found = rows.get(pk=room.pk)
        yield found
