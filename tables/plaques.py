"""Plaques: a change is a new version, and tables take it between hands."""

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from django.db import transaction
from django.db.models import Max

from poker import stakes
from poker.commands import ChangePlaque
from poker.games import GAMES
from poker.refusal import Refusal
from tables.actions import Result, durably, execute_inside_transaction
from tables.in_force import all_rules, rules_at
from tables.models import Plaque, Table


def plaque_publish(*, plaque: Plaque, now: datetime) -> Plaque:
    """Store a plaque as the newest version of its name; closed tables under the name take it at once."""
    check(plaque=plaque, now=now)
    with transaction.atomic():
        versions = Plaque.objects.filter(name=plaque.name)
        last: int = versions.aggregate(last=Max("version"))["last"] or 0
        plaque.pk = None
        plaque._state.adding = True
        plaque.version, plaque.published_at = last + 1, now
        plaque.save(force_insert=True)
        shown = Table.objects.select_related("stream").filter(plaque__name=plaque.name)
        closed = [table.pk for table in shown if not table.is_open]
        Table.objects.filter(pk__in=closed).update(plaque=plaque)
    return plaque


def plaque_publish_and_put_up(
    *, plaque: Plaque, put_up: Sequence[Table], actor: str, now: datetime
) -> Plaque:
    """Store the version; closed tables take it at once, the open ones that are named with their next hand.

    The caller has the transaction. Refuses what the plaque or one of the tables refuses.
    """
    made = plaque_publish(plaque=plaque, now=now)
    for table in sorted(put_up, key=lambda one: one.pk):  # by number, as everybody locks them
        plaque_change_inside_transaction(
            table=table, plaque=made, command_id=str(uuid4()), seen=None, actor=actor, now=now
        )
    return made


def plaques_held(name: str = "") -> None:
    """Hold a plaque's versions, or all, until the transaction ends; what is newest is asked after that."""
    rows = Plaque.objects.select_for_update().order_by("pk")
    list((rows.filter(name=name) if name else rows).values_list("pk", flat=True))


def plaque_newest(*, plaque: Plaque) -> Plaque:
    """The version of a plaque that is in force now."""
    return Plaque.objects.filter(name=plaque.name).latest("version")


def plaque_change(
    *, table: Table, plaque: Plaque, command_id: str, seen: int | None, actor: str, now: datetime
) -> Result:
    """Put up another plaque at an open table, between hands."""

    def change() -> Result:
        return plaque_change_inside_transaction(
            table=table, plaque=plaque, command_id=command_id, seen=seen, actor=actor, now=now
        )

    return durably(table_id=table.pk, command_id=command_id, work=change)


def plaque_change_inside_transaction(
    *, table: Table, plaque: Plaque, command_id: str, seen: int | None, actor: str, now: datetime
) -> Result:
    """`plaque_change` for an action that stores more; the caller has the transaction."""
    fits(plaque=plaque, seats=table.seats)
    command = ChangePlaque(stakes=plaque.to_stakes(), rules=rules_at(table_id=table.pk, now=now))
    result = execute_inside_transaction(
        table_id=table.pk,
        command_id=command_id,
        seen=seen,
        command=command,
        actor=actor,
        now=now,
    )
    Table.objects.filter(pk=table.pk).update(plaque=plaque)
    return result


def check(*, plaque: Plaque, now: datetime) -> None:
    """Refuses a plaque that holds under no house rules in force in any room (S-005, H-11, H-12, H-43)."""
    refused: Refusal | None = None
    for rules in all_rules(now=now):
        try:
            stakes.check(plaque.to_stakes(), rules)
        except Refusal as refusal:
            refused = refused or refusal
        else:
            return
    if refused is not None:
        raise refused


def fits(*, plaque: Plaque, seats: int) -> None:
    """Refuses a game that is not dealt to so many seats (S-020 to S-023, H-13)."""
    for one in stakes.legs(plaque.to_stakes()):
        game = GAMES.get(one.game)
        if game is not None and seats > game.seats:
            raise Refusal("too_many_seats", "H-13", seats=seats, most=game.seats)
