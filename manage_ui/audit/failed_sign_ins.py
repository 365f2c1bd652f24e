"""The warning at the top of the audit page about many failed sign-ins from one place."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max

from staff.models import AuditEvent

FAILED = ("sign_in_failed", "locked_out")
WINDOW = timedelta(hours=24)
# A house choice, above the slips of all staff behind one address on a busy shift.
MANY = 20
MAX_PLACES = 3  # the search has the rest


@dataclass(frozen=True, slots=True)
class FailedSignIns:
    """The failed sign-ins from one device or address."""

    device: str
    count: int
    names: int  # distinct badges and user names
    last: datetime


def many_failed_sign_ins(now: datetime) -> list[FailedSignIns]:
    """Return the places with at least `MANY` failed sign-ins in the last 24 hours, most first."""
    events = AuditEvent.objects.filter(verb__in=FAILED, at__gte=now - WINDOW).exclude(device="")
    places = (
        events.order_by()
        .values("device")
        .annotate(count=Count("pk"), names=Count("who", distinct=True), last=Max("at"))
    )
    many = places.filter(count__gte=MANY).order_by("-count")[:MAX_PLACES]
    return [FailedSignIns(**place) for place in many]
