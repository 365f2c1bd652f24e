"""Acts that a second person signs with badge and PIN: a blind count, and the approval of a split."""

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from drop.rules.counting import CountStatus
from poker.refusal import Refusal
from roster.rules import toke_commands as c
from roster.rules.toke_decide import count_status
from roster.toke_log import TokeResult, toke_execute
from staff.models import Room, Staff
from staff.permissions import may, require, who_may
from staff.pins import staff_by_pin


def box_count(
    *,
    room: Room,
    box: int,
    round_: int,
    numbers: Sequence[tuple[int, int]],
    total: int,
    badge: str,
    pin: str,
    now: datetime,
) -> CountStatus | None:
    """Record a person's count; return who counted so far, or None once two people agree.

    Raises `Refusal`: `not_allowed` and those of the command. Nothing it returns has a figure.
    """
    staff = staff_by_pin(badge=badge, pin=pin, room_id=room.pk, now=now)
    require(staff, "roster.count_tokes")
    command = c.CountBox(box=box, round=round_, pieces=tuple(numbers), total=total)
    result = _execute(room, command, staff, now)
    after = result.state.box(box)
    if after is None or after.is_counted:
        return None
    return count_status(after)


def split_approve(*, room: Room, number: int, badge: str, pin: str, now: datetime) -> TokeResult:
    """Approve a split as a second person: a supervisor, or someone who may split tokes.

    Raises `Refusal`: `not_allowed`, `no_toke_split`, `toke_same_person`.
    """
    staff = staff_by_pin(badge=badge, pin=pin, room_id=room.pk, now=now)
    if not (staff.supervises or may(staff, "roster.split_tokes")):
        who = who_may("tables.supervise", "roster.split_tokes")
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=who)
    return _execute(room, c.ApproveSplit(number), staff, now)


def _execute(room: Room, command: c.TokeCommand, staff: Staff, now: datetime) -> TokeResult:
    return toke_execute(
        room_id=room.pk, command_id=str(uuid4()), command=command, actor=staff.key, now=now
    )
