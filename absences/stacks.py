"""Picking up an absent player's chips, and returning them."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from absences.models import PickedUpStack, ReturnedStack
from players.identity import numbers_of
from players.models import Player
from poker.commands import PickUpStack
from poker.refusal import Refusal
from poker.state import PickUpReason
from staff.audit.recording import record
from staff.models import Room
from staff.permissions import require
from staff.pins import staff_by_pin
from tables.actions import CommandResult, execute
from tables.models import Table
from web.floor_screens import notify_floor

# The reasons a supervisor chooses from; a reached limit is preselected.
REASONS: dict[PickUpReason, str] = {
    "minutes": "Away longer than the room allows",
    "blinds": "Missed as many big blinds as the room allows",
    "walking": "Walking rule",
    "asked": "The player asked",
    "decided": "Supervisor's decision",
}


def reason_text(stack: PickedUpStack) -> str:
    """Return why a stack was picked up."""
    return next(text for key, text in REASONS.items() if key == stack.reason)


def stack_pick_up(
    *,
    table: Table,
    seat: int,
    amount: int,
    reason: PickUpReason,
    command_id: str,
    actor: str,
    now: datetime,
) -> CommandResult:
    """Pick up an absent player's chips, as counted, in cents; the seat opens.

    Raises `Refusal`: `nobody_away`, `seat_empty`, `seat_in_hand`, `chips_cannot_make`.
    """
    return execute(
        table_id=table.pk,
        command_id=command_id,
        seen=None,
        command=PickUpStack(seat, amount, reason),
        actor=actor,
        now=now,
    )


def held_stacks(room: Room) -> "QuerySet[PickedUpStack]":
    """Return the stacks that the house holds, the newest first."""
    returns = ReturnedStack.objects.filter(table=OuterRef("table"), seq=OuterRef("seq"))
    rows = PickedUpStack.objects.filter(~Exists(returns), table__room=room)
    return rows.select_related("table", "player__merged_into")


def holds_chips_of(player: Player) -> bool:
    """Return whether the house holds chips of a player, including those under a key merged into theirs."""
    returns = ReturnedStack.objects.filter(table=OuterRef("table"), seq=OuterRef("seq"))
    return PickedUpStack.objects.filter(~Exists(returns), player__in=numbers_of(player)).exists()


def returned_stacks(room: Room, since: datetime) -> "QuerySet[ReturnedStack]":
    """Return the stacks that players collected since a time, the newest first."""
    rows = ReturnedStack.objects.filter(table__room=room, at__gte=since)
    return rows.select_related("table", "by").order_by("-at", "-pk")


def stack_return(*, stack: PickedUpStack, badge: str, pin: str, now: datetime) -> ReturnedStack:
    """Record that a player collected a picked-up stack. A supervisor signs with badge and PIN.

    Raises `Refusal`: `stack_returned`, `not_allowed`, and the refusals of a wrong PIN.
    """
    room_id = stack.table.room_id
    staff = staff_by_pin(badge=badge, pin=pin, room_id=room_id, now=now)
    require(staff, "tables.supervise")
    with transaction.atomic(durable=True):
        # An undo of the pick-up deletes the row.
        row = PickedUpStack.objects.select_for_update().filter(pk=stack.pk).first()
        if row is None:
            raise Refusal("stack_undone", "H-53")
        returned_stack, is_new = ReturnedStack.objects.get_or_create(
            table_id=row.table_id, seq=row.seq, defaults={"at": now, "by": staff}
        )
        if not is_new:
            raise Refusal("stack_returned", "H-53")
        record(
            staff,
            "stack_returned",
            now=now,
            about=row,
            room=room_id,
            table=row.table_id,
            after={"amount": row.amount, "player": row.owner.alias},
        )
        notify_floor(room_id=room_id, table_id=row.table_id)
    return returned_stack
