"""The statement of a player's hours in a room: a line for each session and redemption, which add up to the balance."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Sum

from journal.unix_time import milliseconds
from players.identity import keys_of, merged_into, number_of, numbers_of
from players.models import Player
from promotions.hours_earned import local_clock
from promotions.models import EarnedHours, RedeemedHours
from promotions.rules.earned import Clock
from promotions.rules.hours_state import Drawing
from staff.models import Room


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A session's part on one gaming day, or a redemption. minutes: what it adds to the balance.

    day: the gaming day of both, so that the lines are in the order of play.
    """

    day: date
    at: datetime
    what: str  # table and game, or the reward
    start: datetime | None
    end: datetime | None
    played: int
    minutes: int
    rule: str
    number: int = 0  # of the redemption's slip
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """All lines of a player, the newest first."""

    lines: tuple[StatementLine, ...]

    @property
    def earned(self) -> int:
        return sum(line.minutes for line in self.lines if not line.number)

    @property
    def used(self) -> int:
        return -sum(line.minutes for line in self.lines if line.number)

    @property
    def balance(self) -> int:
        return sum(line.minutes for line in self.lines)


def statement(room_id: int, player: Player) -> Statement:
    """Return the statement of a person, under all their keys."""
    rows = EarnedHours.objects.filter(room=room_id, player__in=numbers_of(player), played__gt=0)
    earned = [_earned_line(row) for row in rows.select_related("session__table")]
    redeemed = RedeemedHours.objects.filter(log__room=room_id, player__in=keys_of(player))
    clock = local_clock(Room.objects.get(pk=room_id))
    lines = [*earned, *(_redeemed_line(row, clock) for row in redeemed)]
    return Statement(tuple(sorted(lines, key=lambda line: (line.day, line.at), reverse=True)))


def entries_in(drawing: Drawing, room_id: int, player: Player) -> int:
    """Return how many entries a player has in a drawing whose list is still open."""
    rows = EarnedHours.objects.filter(
        room=room_id,
        player__in=numbers_of(player),
        day__gte=date.fromisoformat(drawing.first_day),
        day__lte=date.fromisoformat(drawing.last_day),
    )
    minutes = rows.aggregate(total=Sum("counted"))["total"] or 0
    return int(minutes) // drawing.minutes


@dataclass(frozen=True, slots=True)
class Liability:
    """What players of a room may still redeem."""

    players: int
    earned: int
    redeemed: int

    @property
    def minutes(self) -> int:
        return self.earned - self.redeemed


def balances(room_id: int) -> dict[int, tuple[int, int]]:
    """Return minutes earned and redeemed in a room by primary key of the surviving player."""
    earned = dict(
        EarnedHours.objects.filter(room=room_id, played__gt=0)
        .order_by()
        .values_list("player")
        .annotate(total=Sum("counted"))
    )
    redeemed: dict[int, int] = {}
    rows = RedeemedHours.objects.filter(log__room=room_id, undone=False).order_by()
    for key, minutes in rows.values_list("player").annotate(total=Sum("minutes")):
        redeemed[number_of(key)] = minutes
    roots = merged_into({*earned, *redeemed})
    sums: dict[int, tuple[int, int]] = {}
    for player in {*earned, *redeemed}:
        root = roots.get(player, player)
        before = sums.get(root, (0, 0))
        sums[root] = (before[0] + earned.get(player, 0), before[1] + redeemed.get(player, 0))
    return sums


def liability(sums: Iterable[tuple[int, int]]) -> Liability:
    """Return the liability of these balances."""
    rows = [row for row in sums if row != (0, 0)]
    return Liability(len(rows), sum(row[0] for row in rows), sum(row[1] for row in rows))


def _earned_line(row: EarnedHours) -> StatementLine:
    session = row.session
    return StatementLine(
        day=row.day,
        at=session.left_at or session.taken_at,
        what=f"{session.table.name} {row.game}".strip(),
        start=session.taken_at,
        end=session.left_at,
        played=row.played,
        minutes=row.counted,
        rule=_rule(row),
    )


def _rule(row: EarnedHours) -> str:
    """Return why a session counts more or less than it was played."""
    parts = []
    if row.is_short:
        parts.append("too short to count")
    if row.absent:
        parts.append(f"away {row.absent} min")
    if row.capped:
        parts.append(f"{row.capped} min above the cap of the day")
    base = row.played - row.absent
    if base and not row.is_short and row.counted + row.capped != base:
        parts.append(f"rate {100 * (row.counted + row.capped) // base}%")
    return ", ".join(parts) or "every minute"


def _redeemed_line(row: RedeemedHours, clock: Clock) -> StatementLine:
    return StatementLine(
        day=date.fromisoformat(clock(milliseconds(row.at)).day),
        at=row.at,
        what=row.title,
        start=None,
        end=None,
        played=0,
        minutes=0 if row.undone else -row.minutes,
        rule=f"slip {row.number}{', undone' if row.undone else ''}",
        number=row.number,
        undone=row.undone,
    )
