"""Many failed sign-ins from one place: what managers are told at the top of the audit page."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max

from staff.models import AuditEvent

FAILED = ("sign_in_failed", "locked_out")
WINDOW = timedelta(hours=24)
# A house choice: a busy shift's slips of all staff from one address stay below it.
MANY = 20
MAX_PLACES = 3  # lines; the search has the rest


@dataclass(frozen=True, slots=True)
class FailedSignIns:
    """The failed sign-ins from one device or address: how many, for how many badges or names, and the last one."""

    device: str
    count: int
    names: int
    last: datetime


def many_failed_sign_ins(now: datetime) -> list[FailedSignIns]:
    """Return the places with at least `MANY` failed sign-ins in the last day, the most first."""
    events = AuditEvent.objects.filter(verb__in=FAILED, at__gte=now - WINDOW).exclude(device="")
    places = (
        events.order_by()
        .values("device")
        .annotate(count=Count("pk"), names=Count("who", distinct=True), last=Max("at"))
    )
    many = places.filter(count__gte=MANY).order_by("-count")[:MAX_PLACES]
    return [FailedSignIns(**place) for place in many]
