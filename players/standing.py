"""How a player stands with the house: warnings, penalties, and whether a seat may be given (S-045)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.utils import timezone

from players.models import Player, Sanction
from poker.refusal import Refusal

RULE = "S-045"
KINDS = Sanction.Kind
_MARKED = "players.marked"
Row = tuple[str, datetime | None]  # kind, until
Rows = dict[str, list[Row]]  # by player
_FRESH = 30  # seconds; a tap must not wait for what hardly changes


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What counts by now: sanctions that nobody lifted.

    suspensions: all of them, those that are over too; suspended_until: the end of the one that runs, else None.
    """

    warnings: int = 0
    penalties: int = 0
    suspensions: int = 0
    suspended_until: datetime | None = None
    barred: bool = False

    @property
    def welcome(self) -> bool:
        """Whether a seat may be given."""
        return not self.barred and self.suspended_until is None

    @property
    def sentence(self) -> str:
        """For staff: "Barred. 2 warnings."; empty when there is nothing."""
        told = [
            "Barred." if self.barred else "",
            f"Suspended until {moment(self.suspended_until)}." if self.suspended_until else "",
            _counted(self.warnings, "warning"),
            _counted(self.penalties, "penalty", "penalties"),
        ]
        return " ".join(part for part in told if part)


def standing(player: Player, now: datetime) -> Standing:
    """How a player stands by now."""
    rows = _open_sanctions().filter(player=player)
    return _of(rows.values_list("kind", "until"), now)


def refuse_unwelcome(player: Player, now: datetime) -> None:
    """Refuses `player_barred` and `player_suspended`: no seat, whatever asks for it."""
    found = standing(player, now)
    if found.barred:
        raise Refusal("player_barred", RULE, name=player.alias)
    if found.suspended_until is not None:
        until = moment(found.suspended_until)
        raise Refusal("player_suspended", RULE, name=player.alias, until=until)


def marks(rows: Rows, keys: Iterable[str], now: datetime) -> dict[str, Standing]:
    """Who of these players has something that a dealer is told, by key."""
    found = {key: _of(rows[key], now) for key in keys if key in rows}
    return {key: its for key, its in found.items() if its.sentence}


def rows_kept(now: datetime) -> Rows:
    """What `marks` asks; what another process decided comes within seconds."""
    rows = rows_at_hand()
    if rows is None:
        rows = _rows(now)
        cache.set(_MARKED, rows, _FRESH)
    return rows


def rows_at_hand() -> Rows | None:
    """The same without asking the database, None when it is too old."""
    rows: Rows | None = cache.get(_MARKED)
    return rows


def marks_forget() -> None:
    """Somebody's standing has changed."""
    cache.delete(_MARKED)


def moment(at: datetime) -> str:
    """Mon 23 Nov 2026, 06:00, in the room's time."""
    return f"{timezone.localtime(at):%a %-d %b %Y, %H:%M}"


def _rows(now: datetime) -> Rows:
    """Sanctions that may be told of, by player."""
    found: Rows = {}
    rows = _open_sanctions().filter(Q(until=None) | Q(until__gt=now))
    for player, kind, until in rows.values_list("player", "kind", "until"):
        found.setdefault(f"p{player}", []).append((kind, until))
    return found


def _open_sanctions() -> QuerySet[Sanction]:
    return Sanction.objects.filter(lifting=None).order_by()


def _of(rows: Iterable[Row], now: datetime) -> Standing:
    found = list(rows)
    kinds = [kind for kind, _ in found]
    ends = [until for _, until in found if until is not None and until > now]
    return Standing(
        warnings=kinds.count(KINDS.WARNING),
        penalties=kinds.count(KINDS.PENALTY),
        suspensions=kinds.count(KINDS.SUSPENSION),
        suspended_until=max(ends, default=None),
        barred=KINDS.BAR in kinds,
    )


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}." if count else ""
