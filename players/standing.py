"""A player's standing with the house, self-exclusions, and whether the player may be seated (S-045)."""

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
_CACHE_KEY = "players.marked"
Row = tuple[str, datetime | None]  # kind, until
Rows = dict[str, list[Row]]  # by player
_CACHE_SECONDS = 30  # a tap must not wait for data that hardly changes


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Sanctions that were not lifted, and a current self-exclusion."""

    warnings: int = 0
    penalties: int = 0
    suspensions: int = 0  # including those that have ended
    suspended_until: datetime | None = None  # end of the current one
    barred: bool = False
    excluded: bool = False
    excluded_until: datetime | None = None  # None if permanent

    @property
    def is_admitted(self) -> bool:
        """Return whether the player may be seated."""
        return not self.barred and not self.excluded and self.suspended_until is None

    @property
    def sentence(self) -> str:
        """Return a text for staff, such as "Barred. 2 warnings."; "" if there is nothing to report."""
        message = [
            "Barred." if self.barred else "",
            f"Self-excluded {format_until(self.excluded_until)}." if self.excluded else "",
            f"Suspended until {moment(self.suspended_until)}." if self.suspended_until else "",
            _format_count(self.warnings, "warning"),
            _format_count(self.penalties, "penalty", "penalties"),
        ]
        return " ".join(part for part in message if part)


def standing(player: Player, now: datetime) -> Standing:
    """Return a player's current standing."""
    numbers = numbers_of(player)
    rows: list[Row] = list(
        _open_sanctions().filter(player__in=numbers).values_list("kind", "until")
    )
    exclusions = _exclusions(now).filter(player__in=numbers)
    return _build_standing(
        [*rows, *((EXCLUSION, until) for until in exclusions.values_list("until", flat=True))], now
    )


def standings(now: datetime) -> dict[int, Standing]:
    """Return the standings of all players with a sanction, by the surviving player's primary key."""
    rows: dict[int, list[Row]] = {}
    columns = ("player", "player__merged_into", "kind", "until")
    for pk, root, kind, until in _open_sanctions().values_list(*columns):
        rows.setdefault(root or pk, []).append((kind, until))
    exclusions = _exclusions(now).values_list("player", "player__merged_into", "until")
    for pk, root, until in exclusions:
        if (root or pk) in rows:
            rows[root or pk].append((EXCLUSION, until))
    return {pk: _build_standing(match, now) for pk, match in rows.items()}


def refuse_if_barred(player: Player, now: datetime) -> None:
    """Refuse a seat to a barred player.

    Raises `Refusal`: `anonymised`, `player_barred`, `player_excluded`, `player_suspended`.
    """
    if player.anonymised_at is not None:
        raise Refusal("anonymised", "", name=player.alias)
    current = standing(player, now)
    if current.excluded:
        raise Refusal(
            "player_excluded", RULE, name=player.alias, until=format_until(current.excluded_until)
        )
    if current.barred:
        raise Refusal("player_barred", RULE, name=player.alias)
    if current.suspended_until is not None:
        until = moment(current.suspended_until)
        raise Refusal("player_suspended", RULE, name=player.alias, until=until)


def warning_flags(rows: Rows, keys: Iterable[str], now: datetime) -> dict[str, Standing]:
    """Return the standings shown to a dealer, by key, for those of these players who have one."""
    standings = {key: _build_standing(rows[key], now) for key in keys if key in rows}
    return {
        key: player_standing
        for key, player_standing in standings.items()
        if player_standing.sentence
    }


def standing_rows(now: datetime) -> Rows:
    """Return the rows for `warning_flags`; changes by other processes appear within seconds."""
    rows = cached_standing_rows()
    if rows is None:
        rows = _rows(now)
        cache.set(_CACHE_KEY, rows, _CACHE_SECONDS)
    return rows


def cached_standing_rows() -> Rows | None:
    """Return the cached rows without a database query; None if they have expired."""
    rows: Rows | None = cache.get(_CACHE_KEY)
    return rows


def clear_flag_cache() -> None:
    """Clear the cached rows after a change."""
    cache.delete(_CACHE_KEY)


def moment(at: datetime) -> str:
    """Format a time in local time, as Mon, Nov 23, 2026, 06:00."""
    return f"{timezone.localtime(at):%a, %b %-d, %Y, %H:%M}"


def _rows(now: datetime) -> Rows:
    """Return sanctions and self-exclusions that may be shown, by player key."""
    rows = _open_sanctions().filter(Q(until=None) | Q(until__gt=now))
    sanctions = list(rows.values_list("player", "kind", "until"))
    sanctions += [
        (player_id, EXCLUSION, end)
        for player_id, end in _exclusions(now).values_list("player", "until")
    ]
    players = Player.objects.exclude(merged_into=None).order_by().values_list("pk", "merged_into")
    survivors = {pk: root for pk, root in players if root}
    keys: dict[int, list[int]] = {}
    for pk, root in survivors.items():
        keys.setdefault(root, [root]).append(pk)
    by_key: Rows = {}
    for player, kind, until in sanctions:
        root = survivors.get(player, player)
        for number in keys.get(root, [root]):
            by_key.setdefault(f"p{number}", []).append((kind, until))
    return by_key


def _exclusions(now: datetime) -> QuerySet[SelfExclusion]:
    running = Q(until=None) | Q(until__gt=now)
    return SelfExclusion.objects.filter(running, since__lte=now).order_by()


def _open_sanctions() -> QuerySet[Sanction]:
    return Sanction.objects.filter(lifting=None).order_by()


def _build_standing(rows: Iterable[Row], now: datetime) -> Standing:
    all_rows = list(rows)
    kinds = [kind for kind, _ in all_rows]
    ends = [until for kind, until in all_rows if kind == KINDS.SUSPENSION and until and until > now]
    exclusion_ends = [
        until for kind, until in all_rows if kind == EXCLUSION and (until is None or until > now)
    ]
    return Standing(
        warnings=kinds.count(KINDS.WARNING),
        penalties=kinds.count(KINDS.PENALTY),
        suspensions=kinds.count(KINDS.SUSPENSION),
        suspended_until=max(ends, default=None),
        barred=KINDS.BAR in kinds,
        excluded=bool(exclusion_ends),
        excluded_until=None
        if None in exclusion_ends
        else max((end for end in exclusion_ends if end), default=None),
    )


def format_until(end: datetime | None) -> str:
    """Return the end of a sanction as text, "permanently" if it has no end."""
    return f"until {moment(end)}" if end else "permanently"


def _format_count(count: int, singular: str, plural: str = "") -> str:
    return f"{count} {singular if count == 1 else plural or singular + 's'}." if count else ""
