"""The calls that ring on an open floor page without being listed on it."""

from django.template.loader import render_to_string

from rulings.calls.models import Call
from staff.models import Staff
from staff.permissions import may
from staff.staff_rooms import rooms_of


def waiting_calls(staff: Staff, without_room: int = 0) -> list[Call]:
    """Return the open calls of the rooms where someone works, the oldest first.

    without_room: primary key of a room whose calls are listed on the page itself, or 0.
    """
    rows = Call.objects.filter(room__in=rooms_of(staff.user), status=Call.Status.OPEN)
    return list(rows.exclude(room=without_room).order_by("called_at", "pk"))


def waiting_html(staff: Staff, without_room: int = 0) -> str:
    """Return the hidden list of these calls; "" for staff who may not see calls."""
    if not may(staff, "rulings.view_ruling"):
        return ""
    context = {
        "calls": waiting_calls(staff, without_room),
        "staff": staff,
        "may_answer": may(staff, "tables.supervise"),
    }
    return render_to_string("floor_ui/_waiting.html", context)
