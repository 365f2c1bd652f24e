"""House rules in force: the table's own rulebook, or else the room's, or else the guides' defaults."""

from datetime import datetime

from django.db.models import OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from poker.rules import HouseRules, read
from tables.models import EffectiveRules, Table


def rules_at(*, table_id: int, now: datetime) -> HouseRules:
    """Return the rules of a hand that starts now at a table.

    Raises `Refusal`: `bad_rules` for invalid stored settings.
    """
    of_table = Q(table_id=table_id) | Q(table=None, room__tables=table_id)
    version = _newest(EffectiveRules.objects.filter(of_table), now)
    if version is not None and version.withdrawn:
        version = _newest(EffectiveRules.objects.filter(table=None, room__tables=table_id), now)
    return rules_of(version) if version else HouseRules()


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
