"""Who is on duty in a room: only their phones ring. A supervisor's duty lasts at most until the sign-in ends."""

from datetime import datetime

from django.db.models import Exists, OuterRef

from outbox.phones.models import AlertPhone
from poker.refusal import Refusal
from rulings.alerts.models import SupervisorDuty
from staff.models import Room, Staff
from staff.permissions import require
from staff.rooms import require_room


def duty_begin(*, staff: Staff, room: Room, until: datetime, now: datetime) -> SupervisorDuty:
    """Put a supervisor on duty in a room until a given time, at the latest until the sign-in ends.

    Raises `Refusal`: `not_allowed`, `other_room`; `duty_over` if that time has passed.
    """
    require(staff, "tables.supervise")
    require_room(staff, room.pk)
    if until <= now:
        raise Refusal("duty_over", "", name=staff.alias)
    values = {"since": now, "until": until}
    return SupervisorDuty.objects.update_or_create(staff=staff, room=room, defaults=values)[0]


def duty_end(*, staff: Staff, room: Room) -> bool:
    """End a supervisor's duty in a room; return whether there was one."""
    return bool(SupervisorDuty.objects.filter(staff=staff, room=room).delete()[0])


def duty_of(staff: Staff, room: Room, now: datetime) -> SupervisorDuty | None:
    """Return a supervisor's current duty in a room, or None."""
    return SupervisorDuty.objects.filter(staff=staff, room=room, until__gt=now).first()


def callable_staff(room: Room, now: datetime) -> list[Staff]:
    """Return who is on duty in a room and has a phone that may ring, by name."""
    phones = AlertPhone.objects.filter(
        staff=OuterRef("pk"), session__expire_date__gt=now, staff__user__is_active=True
    )
    staff = Staff.objects.filter(Exists(phones), duties__room=room, duties__until__gt=now)
    return list(staff.order_by("alias"))
