"""Plaques: a change is stored as a new version, and tables take it between hands."""

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

import msgspec
from django.db import transaction
from django.db.models import Max

from poker import stakes
from poker.commands import ChangePlaque
from poker.events import HandStarted, PlaqueChanged
from poker.games import GAMES
from poker.refusal import Refusal
from tables.actions import TABLE, CommandResult, execute_inside_transaction
from tables.effective_rules import all_rules, rules_at
from tables.game_keys import clear_list_names
from tables.models import Plaque, Table
from tables.stale import Seen
from tables.stored_commands import StoredAtTable


def plaque_publish(*, plaque: Plaque, now: datetime) -> Plaque:
    """Store a plaque as the newest version of its name; closed tables under that name take it immediately."""
    check(plaque=plaque, now=now)
    with transaction.atomic():
        versions = Plaque.objects.filter(name=plaque.name)
        last: int = versions.aggregate(last=Max("version"))["last"] or 0
        plaque.pk = None
        plaque._state.adding = True
        plaque.version = last + 1
        plaque.published_at = now
        plaque.save(force_insert=True)
        tables = Table.objects.select_related("stream").filter(plaque__name=plaque.name)
        closed = [table.pk for table in tables if not table.is_open]
        Table.objects.filter(pk__in=closed).update(plaque=plaque)
        transaction.on_commit(clear_list_names)
    return plaque


def plaque_publish_and_post(
    *, plaque: Plaque, put_up: Sequence[Table], actor: str, now: datetime
) -> Plaque:
    """Publish a plaque, and post it at these open tables for the next hand.

    Runs in the caller's transaction. Raises `Refusal` if the plaque is invalid or one of the tables refuses it.
    """
    published = plaque_publish(plaque=plaque, now=now)
    # By primary key: the lock order is the same everywhere
    for table in sorted(put_up, key=lambda row: row.pk):
        plaque_change_inside_transaction(
            table=table, plaque=published, command_id=str(uuid4()), seen=None, actor=actor, now=now
        )
    return published


def rotation_leg(name: str) -> dict[str, object]:
    """Return the newest version of a plaque as a game of a rotation. Raises `Refusal`: `no_such_plaque`."""
    plaque = Plaque.objects.filter(name=name).order_by("-version").first()
    if plaque is None:
        raise Refusal("no_such_plaque", "", name=name)
    leg: dict[str, object] = msgspec.to_builtins(plaque.as_leg())
    return {**leg, "plaque": name}


def name_hand_plaque(stored: StoredAtTable) -> None:
    """Store the earlier plaque under which a hand was dealt, because its dealer had not seen the newest one."""
    changed = [event for event in stored.events if isinstance(event, PlaqueChanged)]
    if not changed or not isinstance(stored.events[0], HandStarted):
        return
    if stored.state.next_plaque is None:
        return
    plaques = Plaque.objects.order_by("-pk").iterator()
    dealt = next((plaque for plaque in plaques if plaque.to_stakes() == changed[0].stakes), None)
    Table.objects.filter(pk=stored.stream_id).update(hand_plaque=dealt)


def lock_plaques(name: str = "") -> None:
    """Lock the versions of a plaque, or of all plaques, until commit; call before reading the newest version."""
    rows = Plaque.objects.select_for_update().order_by("pk")
    list((rows.filter(name=name) if name else rows).values_list("pk", flat=True))


def plaque_newest(*, plaque: Plaque) -> Plaque:
    return Plaque.objects.filter(name=plaque.name).latest("version")


def plaque_change(
    *, table: Table, plaque: Plaque, command_id: str, seen: Seen, actor: str, now: datetime
) -> CommandResult:
    """Post another plaque at an open table; it takes effect with the next hand."""

    def change() -> CommandResult:
        return plaque_change_inside_transaction(
            table=table, plaque=plaque, command_id=command_id, seen=seen, actor=actor, now=now
        )

    return TABLE.durably(table.pk, command_id, change)


def plaque_change_inside_transaction(
    *, table: Table, plaque: Plaque, command_id: str, seen: Seen, actor: str, now: datetime
) -> CommandResult:
    """`plaque_change` inside the caller's transaction, for an action that stores more."""
    check_seat_count(plaque=plaque, seats=table.seats)
    command = ChangePlaque(stakes=plaque.to_stakes(), rules=rules_at(table_id=table.pk, now=now))
    TABLE.lock(table.pk)
    before = Table.objects.select_related("stream", "plaque", "hand_plaque").get(pk=table.pk)
    in_force = before.plaque_in_force
    result = execute_inside_transaction(
        table_id=table.pk,
        command_id=command_id,
        seen=seen,
        command=command,
        actor=actor,
        now=now,
    )
    # A hand in progress keeps the plaque that it was dealt under.
    hand_plaque = in_force if result.view.next_game else None
    Table.objects.filter(pk=table.pk).update(plaque=plaque, hand_plaque=hand_plaque)
    return result


def check(*, plaque: Plaque, now: datetime) -> None:
    """Raise `Refusal` for a plaque that is invalid under all house rules in force (S-005, H-11, H-12, H-43)."""
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


def check_seat_count(*, plaque: Plaque, seats: int) -> None:
    """Raise `Refusal`: `too_many_seats` for a game not dealt to this many seats (S-020 to S-023, H-13)."""
    for rotation_game in stakes.legs(plaque.to_stakes()):
        game = GAMES.get(rotation_game.game)
        if game is not None and seats > game.seats:
            raise Refusal("too_many_seats", "H-13", seats=seats, most=game.seats)


def plaque_post(
    *, table: Table, plaque: Plaque, command_id: str, actor: str, now: datetime
) -> None:
    """Post a plaque: at an open table for the next hand, at a closed table for its next opening."""
    if table.is_open:
        plaque_change(
            table=table, plaque=plaque, command_id=command_id, seen=None, actor=actor, now=now
        )
        return
    check_seat_count(plaque=plaque, seats=table.seats)
    Table.objects.filter(pk=table.pk).update(plaque=plaque)
