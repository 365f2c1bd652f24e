"""Pages of the reports."""

from django.test import Client

from reports.pages.report_types import KINDS
from tests.support.report_rows import DAY, SHIFT
from tests.support.room import create_staff

SPAN = f"first={DAY}&last={DAY}"
QUERY = {
    kind.key: f"day={DAY}&shift={SHIFT}" if "day" in kind.fields else SPAN
    for kind in KINDS.values()
}


def sign_in_role(role: str) -> Client:
    """Return a client of the role, signed in by name."""
    client = Client()
    badge = {"manager": "301", "supervisor": "201", "dealer": "103", "surveillance": "501"}[role]
    staff_member = create_staff(role, alias=role.title(), badge=badge)
    client.force_login(staff_member.user, "django.contrib.auth.backends.ModelBackend")
    return client
