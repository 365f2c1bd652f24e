"""The players of a room who are away, and how each absence compares with the room's limits."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import replace

from absences.models import AbsencePolicy, AwayPlayer, limits_row
from absences.rules import Absence, AbsenceLimits, AbsenceStanding, standing
from journal.unix_time import from_milliseconds, milliseconds
from players.identity import merged_into, number_of
from players.models import Player
from poker.formatting import ordinal_word
from staff.hooks import hooks
from tables.game_keys import waitlist_key_of
from tables.models import Table

LIMIT_TEXTS = {
    "minutes": "time limit",
    "blinds": "big blinds missed",
    "walking": "walking rule",
}


@dataclass(frozen=True, slots=True)
class PlayerAway:
    table: Table
    seat: int
    name: str
    since: datetime
    reported: bool
    passed_by: int
    standing: AbsenceStanding

    @property
    def due(self) -> datetime | None:
        """Return when the first limit is reached; None if there is no limit."""
        return from_milliseconds(self.standing.due) if self.standing.due else None

    @property
    def limit(self) -> str:
        """Return the limit that has been reached, or else the next one; "" if there is no limit."""
        return LIMIT_TEXTS.get(self.standing.reason, "")


def absence_limits(room_id: int) -> AbsenceLimits:
    """Return the room's limits."""
    return _limits(limits_row(room_id))


def limits_at(table: Table) -> AbsenceLimits:
    """Return the limits in effect at a table now: the walking rule may apply only while players wait."""
    limits = absence_limits(table.room_id)
    if not limits.walkers or not limits.walkers_if_waiting:
        return limits
    is_waiting = waitlist_key_of(table) in hooks().games_with_names(table.room_id)
    return replace(limits, walkers=limits.walkers if is_waiting else 0)


def _limits(row: AbsencePolicy) -> AbsenceLimits:
    return AbsenceLimits(
        minutes=row.minutes,
        reported_minutes=row.reported_minutes,
        big_blinds=row.big_blinds,
        walkers=row.walkers,
        walker_minutes=row.walker_minutes,
        walkers_if_waiting=row.walkers_if_waiting,
    )


def limit_lines(limits: AbsenceLimits) -> list[str]:
    """Return the room's limits in words; empty for a room without limits."""
    lines = []
    if limits.minutes:
        lines.append(f"{limits.minutes} min away")
    if limits.reported_minutes:
        lines.append(f"{limits.reported_minutes} min if the floor knows")
    if limits.big_blinds:
        blinds = "big blind" if limits.big_blinds == 1 else "big blinds"
        lines.append(f"{limits.big_blinds} {blinds} missed")
    if limits.walkers:
        waiting = " while players wait" if limits.walkers_if_waiting else ""
        lines.append(
            f"{ordinal_word(limits.walkers)} player away: {limits.walker_minutes} min{waiting}"
        )
    return lines


def players_away(room_id: int, now: datetime) -> list[PlayerAway]:
    """Return who is away in a room, sorted by when their limit is reached, then by when they left."""
    rows = list(
        AwayPlayer.objects.filter(table__room=room_id)
        .select_related("table__plaque", "table__room")
        .order_by("since", "pk")
    )
    if not rows:
        return []
    names = names_of(row.player for row in rows)
    limits = absence_limits(room_id)
    waiting = (
        hooks().games_with_names(room_id) if limits.walkers and limits.walkers_if_waiting else set()
    )
    away = [
        PlayerAway(
            table=row.table,
            seat=row.seat,
            name=names.get(row.player, ""),
            since=from_milliseconds(row.since),
            reported=row.reported,
            passed_by=row.passed_by,
            standing=standing(
                absence_of(row),
                limits,
                is_waiting=bool(waiting) and waitlist_key_of(row.table) in waiting,
                now=milliseconds(now),
            ),
        )
        for row in rows
    ]
    return sorted(away, key=lambda player: (not player.standing.is_over, player.since))


def absence_of(row: AwayPlayer) -> Absence:
    """Return a stored absence in the form that the rules use."""
    return Absence(row.since, row.reported, row.others_away, row.passed_by)


def names_of(keys: Iterable[str]) -> dict[str, str]:
    """Return the current aliases of players by their keys in logs."""
    numbers = {key: number_of(key) for key in keys}
    survivors = merged_into(numbers.values())
    roots = {key: survivors.get(number, number) for key, number in numbers.items()}
    aliases = dict(Player.objects.filter(pk__in=roots.values()).values_list("pk", "alias"))
    return {key: aliases[root] for key, root in roots.items() if root in aliases}


def overdue_seats(room_id: int, now: datetime) -> dict[int, tuple[int, ...]]:
    """Return the seats of a room whose players are away longer than it allows, by table."""
    seats: dict[int, list[int]] = {}
    for player in players_away(room_id, now):
        if player.standing.is_over:
            seats.setdefault(player.table.pk, []).append(player.seat)
    return {table: tuple(sorted(numbers)) for table, numbers in seats.items()}
