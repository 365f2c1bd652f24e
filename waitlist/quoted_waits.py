"""The wait quoted at sign-up, stored with the entry, and the accuracy of past quotes."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef
from msgspec.structs import replace

from tables.game_keys import list_key
from tables.seat_occupancy import TableOccupancy, seat_occupancy
from waitlist.models import WaitlistChange
from waitlist.rules import commands as c
from waitlist.rules.state import CHANGES, Waitlist, Waitlists
from waitlist.rules.wait_estimate import estimate_wait
from waitlist.turnover import paces

MAX_QUOTES = 50  # maximum number of the last seated players considered
MIN_QUOTES = 10  # the minimum for a figure
MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class QuoteAccuracy:
    """The mean error of quoted waits."""

    minutes: int | None  # None for too few seats
    seats: int  # number of quotes averaged


def with_quoted_wait(
    command: c.WaitlistCommand, waitlists: Waitlists, room_id: int, now: datetime
) -> c.WaitlistCommand:
    """Return `AddPlayer` with the wait quoted to a player who is present and joins a game's list; -1 if unknown."""
    if not isinstance(command, c.AddPlayer):
        return command
    waitlist = waitlists.waitlist(command.key)
    if waitlist is None or waitlist.kind in CHANGES or not command.here:
        return replace(command, quoted_wait=-1, quoted_error=0)
    ahead = sum(entry.state == "waiting" for entry in waitlist.entries)
    tables = seat_occupancy(room_id)
    estimate = estimate_wait(
        ahead + 1,
        paces(room_id, waitlists, tables, now).get(waitlist.key),
        open_seats=_count_open_seats(waitlists, waitlist, tables),
    )
    if estimate is None:
        return replace(command, quoted_wait=-1, quoted_error=0)
    return replace(
        command, quoted_wait=estimate.minutes, quoted_error=-1 if estimate.more else estimate.error
    )


def quote_accuracy(room_id: int, key: str) -> QuoteAccuracy:
    """Return the mean error of the quotes of the last 50 players seated from this list; None for fewer than ten."""
    rows = WaitlistChange.objects.filter(lists__room=room_id, key=key, event="name.seated")
    undone = WaitlistChange.objects.filter(
        lists=OuterRef("lists"),
        number=OuterRef("number"),
        event="name.seated.undone",
        seq__gt=OuterRef("seq"),
    )
    last = (
        rows.exclude(quoted_wait=None)
        .filter(~Exists(undone))
        .order_by("-seq")
        .values_list("quoted_wait", "waited")[:MAX_QUOTES]
    )
    errors = [abs(waited / MINUTE_MS - (minutes or 0)) for minutes, waited in last]
    return QuoteAccuracy(
        round(sum(errors) / len(errors)) if len(errors) >= MIN_QUOTES else None, len(errors)
    )


def _count_open_seats(
    waitlists: Waitlists, waitlist: Waitlist, tables: list[TableOccupancy]
) -> int:
    """Return how many open seats of the game are not reserved."""
    reserved = {
        (entry.table, entry.seat)
        for other in waitlists.lists
        for entry in other.entries
        if entry.table
    }
    return sum(
        not seat.player and not seat.lock and (table.name, seat.seat) not in reserved
        for table in tables
        if table.is_open and list_key(table.title) == waitlist.key
        for seat in table.seats
    )
