"""The games of a room at one moment: tables, seats, waiting players, lost seats by cause."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum
from django.utils import timezone

from drop.models import policy_of
from drop.shifts import periods
from reports.forecast.lost_seats import Cause, Reserved, cause_of, is_waiting_here, lost_seats
from rulings.calls.models import Call
from staff.models import Room
from tables.game_keys import list_key
from tables.models import GameHalfHour, Table
from waitlist.actions import load_waitlists
from waitlist.rules.state import CHANGES, MustMoveChain, Waitlists
from waitlist.seat_availability import TableSeats, table_seats


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedTable:
    """A closed table with the number of its seats."""

    name: str
    seats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameNow:
    key: str  # of its list
    title: str  # the plaque's name
    open_tables: int
    seats: int  # seats at its open tables
    taken: int
    waiting: int  # players in the room, including those called to a seat
    lost: dict[Cause, int]  # seats
    closed_tables: tuple[ClosedTable, ...]  # tables that would open with this game, in order
    present: tuple[
        int, ...
    ] = ()  # numbers of the players waiting in the room without a call, in order

    @property
    def players(self) -> int:
        """Return how many players sit or wait."""
        return self.taken + self.waiting

    @property
    def lost_count(self) -> int:
        return sum(self.lost.values())

    @property
    def is_active(self) -> bool:
        return bool(self.open_tables or self.waiting)


def games_now(room: Room, waitlists: Waitlists | None = None) -> list[GameNow]:
    """Return the games of a room with a table or a waiting player, in the order of their titles.

    waitlists: if already loaded.
    """
    waitlists = load_waitlists(room.pk) if waitlists is None else waitlists
    tables: dict[str, list[TableSeats]] = defaultdict(list)
    titles: dict[str, str] = {}
    for table in table_seats(room.pk, waitlists):
        tables[table.key].append(table)
        titles.setdefault(table.key, table.title)
    waiting = _waiting(waitlists, titles)
    with_dealer = _with_dealer(room)
    called = _with_floor_call(room)
    games = []
    for key, title in titles.items():
        running = [table for table in tables[key] if table.is_open]
        awaited_at = _awaited_at(waitlists.chain(key), running)
        causes = [
            cause_of(
                _reserved(table, seat),
                has_dealer=table.table_id in with_dealer,
                has_floor_call=table.table_id in called,
                is_move_due=table.name in awaited_at,
            )
            for table in running
            for seat in table.empty
        ]
        games.append(
            GameNow(
                key=key,
                title=title,
                open_tables=len(running),
                seats=sum(len(table.seats) for table in running),
                taken=sum(len(table.seats) - len(table.empty) for table in running),
                waiting=waiting[key],
                lost=lost_seats(causes, waiting[key]),
                closed_tables=tuple(_closed(table) for table in tables[key] if not table.is_open),
                present=_present(waitlists, key),
            )
        )
    return sorted(games, key=lambda game: game.title)


def lost_today(room: Room, now: datetime) -> dict[str, Counter[Cause]]:
    """Return the lost seconds of the gaming day so far, by the key of the game's list and by cause."""
    day = periods(timezone.localtime(now), policy_of(room).shifts, 1)[0].day
    sums = {str(cause): Sum(f"{cause}_s") for cause in Cause}
    rows = GameHalfHour.objects.filter(room=room, day=day).order_by()
    lost: dict[str, Counter[Cause]] = defaultdict(Counter)
    for game, *seconds in rows.values_list("game").annotate(**sums):
        lost[list_key(game)].update(dict(zip(Cause, seconds, strict=True)))
    return lost


def _awaited_at(chain: MustMoveChain | None, running: Iterable[TableSeats]) -> tuple[str, ...]:
    """Return the main tables of a chain if a player sits at one of its must-move tables, otherwise nothing."""
    if chain is None:
        return ()
    has_players = any(
        table.name in chain.feeders and len(table.empty) < len(table.seats) for table in running
    )
    return chain.main if has_players else ()


def _closed(table: TableSeats) -> ClosedTable:
    free = [seat for seat in table.empty if seat not in table.reservations]
    return ClosedTable(name=table.name, seats=len(free))


def _present(waitlists: Waitlists, key: str) -> tuple[int, ...]:
    waitlist = waitlists.waitlist(key)
    places = waitlist.entries if waitlist else ()
    return tuple(entry.number for entry in places if entry.here and entry.state == "waiting")


def _waiting(waitlists: Waitlists, titles: dict[str, str]) -> Counter[str]:
    """Count waiting players by the key of the list, and add the titles of lists without a table."""
    waiting: Counter[str] = Counter()
    for waitlist in waitlists.lists:
        if waitlist.kind in CHANGES:
            continue
        titles.setdefault(waitlist.key, waitlist.title)
        waiting[waitlist.key] += sum(
            is_waiting_here(here=entry.here, state=entry.state) for entry in waitlist.entries
        )
    return waiting


def _reserved(table: TableSeats, seat: int) -> Reserved:
    reservation = table.reservations.get(seat)
    return reservation.kind if reservation else ""


def _with_dealer(room: Room) -> set[int]:
    rows = Table.objects.filter(room=room).order_by()
    return {pk for pk, dealer in rows.values_list("pk", "stream__view__dealer") if dealer}


def _with_floor_call(room: Room) -> set[int]:
    rows = Call.objects.filter(room=room, status=Call.Status.OPEN).order_by()
    return set(rows.values_list("table_id", flat=True))
