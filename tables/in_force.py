"""The house rules in force: those of the table's own rulebook, else the room's, else the guides'."""

from datetime import datetime

from django.db.models import Q, QuerySet

from poker.rules import HouseRules, read
from tables.models import RulesFrom


def rules_at(*, table_id: int, now: datetime) -> HouseRules:
    """What a hand that begins now at a table is played by. Refuses `bad_rules` for stored settings that are none."""
    of_table = Q(table_id=table_id) | Q(table=None, room__tables=table_id)
    return _first(RulesFrom.objects.filter(of_table), now)


def rules_of_room(*, room_id: int, now: datetime) -> HouseRules:
    """What hands of tables without a rulebook of their own are played by."""
    return _first(RulesFrom.objects.filter(room_id=room_id, table=None), now)


def all_rules(*, now: datetime) -> tuple[HouseRules, ...]:
    """The guides', then all house rules in force in some room or at some table."""
    begun = RulesFrom.objects.filter(effective_from__lte=now)
    newest: dict[tuple[int, int | None], HouseRules] = {}
    for version in begun.order_by("effective_from", "id"):
        newest[version.room_id, version.table_id] = rules_of(version)
    return (HouseRules(), *newest.values())


def _first(versions: QuerySet[RulesFrom], now: datetime) -> HouseRules:
    found = versions.filter(effective_from__lte=now).first()
    return rules_of(found) if found else HouseRules()


def rules_of(version: RulesFrom) -> HouseRules:
    """A version's settings as the engine takes them."""
    return read({**version.settings, "version": version.version, "book": version.book})
