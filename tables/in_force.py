"""The house rules in force: those of the table's own rulebook, else the room's, else the guides'."""

from datetime import datetime

from django.db.models import OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from poker.rules import HouseRules, read
from tables.models import RulesFrom, Table


def rules_at(*, table_id: int, now: datetime) -> HouseRules:
    """What a hand that begins now at a table is played by. Refuses `bad_rules` for stored settings that are none."""
    of_table = Q(table_id=table_id) | Q(table=None, room__tables=table_id)
    found = _newest(RulesFrom.objects.filter(of_table), now)
    if found is not None and found.withdrawn:
        found = _newest(RulesFrom.objects.filter(table=None, room__tables=table_id), now)
    return rules_of(found) if found else HouseRules()


def rules_of_room(*, room_id: int, now: datetime) -> HouseRules:
    """What hands of tables without a rulebook of their own are played by."""
    found = _newest(RulesFrom.objects.filter(room_id=room_id, table=None), now)
    return rules_of(found) if found else HouseRules()


def all_rules(*, now: datetime) -> tuple[HouseRules, ...]:
    """The guides', then all house rules in force in some room or at some table."""
    begun = RulesFrom.objects.filter(effective_from__lte=now)
    newest: dict[tuple[int, int | None], RulesFrom] = {}
    for version in begun.order_by("effective_from", "id"):
        newest[version.room_id, version.table_id] = version
    return (HouseRules(), *(rules_of(one) for one in newest.values() if not one.withdrawn))


def without_own(*, room_id: int) -> QuerySet[Table]:
    """The room's tables that have no rulebook of their own, or whose own is withdrawn, be it from later on."""
    own = RulesFrom.objects.filter(table=OuterRef("pk")).order_by("-effective_from", "-id")
    withdrawn = Coalesce(Subquery(own.values("withdrawn")[:1]), Value(value=True))
    return Table.objects.filter(room_id=room_id).annotate(of_room=withdrawn).filter(of_room=True)


def _newest(versions: QuerySet[RulesFrom], now: datetime) -> RulesFrom | None:
    return versions.filter(effective_from__lte=now).first()


def rules_of(version: RulesFrom) -> HouseRules:
    """A version's settings as the engine takes them."""
    return read({**version.settings, "version": version.version, "book": version.book})
