"""House rules in force: the table's own rulebook, or else the room's, or else the guides' defaults."""

from dataclasses import dataclass
from datetime import datetime
from time import monotonic

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from journal.caches import RULE_VERSIONS
from poker.rules import HouseRules, read
from tables.models import EffectiveRules, Table
from tables.models.rooms import room_id_of_table

CACHE_SECONDS = 1.0  # until a version published by another process takes effect
_KEY = "versions"


def rules_at(*, table_id: int, now: datetime) -> HouseRules:
    """Return the rules of a hand that starts now at a table.

    Raises `Refusal`: `bad_rules` for invalid stored settings.
    """
    versions = [version for version in _all_versions() if version.effective_from <= now]
    own = next((version for version in versions if version.table_id == table_id), None)
    if own is not None and not own.withdrawn:
        return rules_of(own)
    room_id = room_id_of_table(table_id)
    of_room = (row for row in versions if row.table_id is None and row.room_id == room_id)
    version = next(of_room, None)
    return rules_of(version) if version else HouseRules()


@dataclass(frozen=True, slots=True)
class _KeptVersions:
    """All versions, the newest first. newest: the last row and the number of rows when they were read."""

    checked_at: float  # by the monotonic clock
    newest: tuple[int | None, int]
    versions: tuple[EffectiveRules, ...]


def _all_versions() -> tuple[EffectiveRules, ...]:
    """Return the versions of all rulebooks, the newest first, as they were at most a second ago.

    Each hand that ends needs them. Rows are never changed or deleted, so they are read again only after a new one.
    """
    kept: _KeptVersions | None = RULE_VERSIONS.get(_KEY)
    checked_at = monotonic()
    if kept is not None and checked_at - kept.checked_at < CACHE_SECONDS:
        return kept.versions
    counts = EffectiveRules.objects.aggregate(last=Max("pk"), count=Count("pk"))
    newest = (counts["last"], counts["count"])
    if kept is not None and kept.newest == newest:
        versions = kept.versions
    else:
        versions = tuple(EffectiveRules.objects.order_by("-effective_from", "-id"))
    RULE_VERSIONS[_KEY] = _KeptVersions(checked_at, newest, versions)
    return versions


def rules_of_room(*, room_id: int, now: datetime) -> HouseRules:
    """Return the rules for hands at tables without their own rulebook."""
    version = _newest(EffectiveRules.objects.filter(room_id=room_id, table=None), now)
    return rules_of(version) if version else HouseRules()


def all_rules(*, now: datetime) -> tuple[HouseRules, ...]:
    """Return the guides' defaults, then all house rules in force in any room or at any table."""
    rows = EffectiveRules.objects.filter(effective_from__lte=now)
    newest: dict[tuple[int, int | None], EffectiveRules] = {}
    for version in rows.order_by("effective_from", "id"):
        newest[version.room_id, version.table_id] = version
    return (
        HouseRules(),
        *(rules_of(rules_from) for rules_from in newest.values() if not rules_from.withdrawn),
    )


def without_own(*, room_id: int) -> QuerySet[Table]:
    """Return the room's tables without their own rulebook, including those whose withdrawal takes effect later."""
    versions = EffectiveRules.objects.filter(table=OuterRef("pk")).order_by(
        "-effective_from", "-id"
    )
    withdrawn = Coalesce(Subquery(versions.values("withdrawn")[:1]), Value(value=True))
    return Table.objects.filter(room_id=room_id).annotate(of_room=withdrawn).filter(of_room=True)


def _newest(versions: QuerySet[EffectiveRules], now: datetime) -> EffectiveRules | None:
    return versions.filter(effective_from__lte=now).first()


def rules_of(version: EffectiveRules) -> HouseRules:
    """Return a version's settings as the engine's house rules."""
    return read({**version.settings, "version": version.version, "book": version.book})
