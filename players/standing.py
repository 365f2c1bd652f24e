"""How a player stands with the house and with himself, and whether a seat may be given (S-045)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.utils import timezone

from players.identity import numbers_of
from players.models import Player, Sanction, SelfExclusion
from poker.refusal import Refusal

RULE = "S-045"
KINDS = Sanction.Kind
EXCLUSION = "exclusion"
_MARKED = "players.marked"
Row = tuple[str, datetime | None]  # kind, until
Rows = dict[str, list[Row]]  # by player
_FRESH = 30  # seconds; a tap must not wait for what hardly changes


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What counts by now: sanctions that nobody lifted, and whether the player excluded himself.

    excluded_until: None for good, when `excluded`.

    suspensions: all of them, those that are over too; suspended_until: the end of the one that runs, else None.
    """

    warnings: int = 0
    penalties: int = 0
    suspensions: int = 0
    suspended_until: datetime | None = None
    barred: bool = False
    excluded: bool = False
    excluded_until: datetime | None = None

    @property
    def welcome(self) -> bool:
        """Whether a seat may be given."""
        return not self.barred and not self.excluded and self.suspended_until is None

    @property
    def sentence(self) -> str:
        """For staff: "Barred. 2 warnings."; empty when there is nothing."""
        told = [
            "Barred." if self.barred else "",
            f"Self-excluded {_until(self.excluded_until)}." if self.excluded else "",
            f"Suspended until {moment(self.suspended_until)}." if self.suspended_until else "",
            _counted(self.warnings, "warning"),
            _counted(self.penalties, "penalty", "penalties"),
        ]
        return " ".join(part for part in told if part)


def standing(player: Player, now: datetime) -> Standing:
    """How a player stands by now."""
    numbers = numbers_of(player)
    rows: list[Row] = list(
        _open_sanctions().filter(player__in=numbers).values_list("kind", "until")
    )
    exclusions = _exclusions(now).filter(player__in=numbers)
    return _of(
        [*rows, *((EXCLUSION, until) for until in exclusions.values_list("until", flat=True))], now
    )


def standings(now: datetime) -> dict[int, Standing]:
    """How everybody stands who has a sanction that counts, by the number of the player who he turned out to be."""
    rows: dict[int, list[Row]] = {}
    columns = ("player", "player__merged_into", "kind", "until")
    for pk, root, kind, until in _open_sanctions().values_list(*columns):
        rows.setdefault(root or pk, []).append((kind, until))
    out = _exclusions(now).values_list("player", "player__merged_into", "until")
    for pk, root, until in out:
        if (root or pk) in rows:
            rows[root or pk].append((EXCLUSION, until))
    return {pk: _of(found, now) for pk, found in rows.items()}


def refuse_unwelcome(player: Player, now: datetime) -> None:
    """Refuses `anonymised`, `player_barred`, `player_excluded`, `player_suspended`: no seat, whatever asks for it."""
    if player.anonymised_at is not None:
        raise Refusal("anonymised", "", name=player.alias)
    found = standing(player, now)
    if found.excluded:
        raise Refusal(
            "player_excluded", RULE, name=player.alias, until=_until(found.excluded_until)
        )
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
    rows = _open_sanctions().filter(Q(until=None) | Q(until__gt=now))
    told = list(rows.values_list("player", "kind", "until"))
    told += [(who, EXCLUSION, end) for who, end in _exclusions(now).values_list("player", "until")]
    gone = Player.objects.exclude(merged_into=None).order_by().values_list("pk", "merged_into")
    merged = {pk: root for pk, root in gone if root}
    keys: dict[int, list[int]] = {}
    for pk, root in merged.items():
        keys.setdefault(root, [root]).append(pk)
    found: Rows = {}
    for player, kind, until in told:
        root = merged.get(player, player)
        for number in keys.get(root, [root]):
            found.setdefault(f"p{number}", []).append((kind, until))
    return found


def _exclusions(now: datetime) -> QuerySet[SelfExclusion]:
    running = Q(until=None) | Q(until__gt=now)
    return SelfExclusion.objects.filter(running, since__lte=now).order_by()


def _open_sanctions() -> QuerySet[Sanction]:
    return Sanction.objects.filter(lifting=None).order_by()


def _of(rows: Iterable[Row], now: datetime) -> Standing:
    found = list(rows)
    kinds = [kind for kind, _ in found]
    ends = [until for kind, until in found if kind == KINDS.SUSPENSION and until and until > now]
    out = [until for kind, until in found if kind == EXCLUSION and (until is None or until > now)]
    return Standing(
        warnings=kinds.count(KINDS.WARNING),
        penalties=kinds.count(KINDS.PENALTY),
        suspensions=kinds.count(KINDS.SUSPENSION),
        suspended_until=max(ends, default=None),
        barred=KINDS.BAR in kinds,
        excluded=bool(out),
        excluded_until=None if None in out else max((end for end in out if end), default=None),
    )


def _until(end: datetime | None) -> str:
    return f"until {moment(end)}" if end else "for good"


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}." if count else ""
