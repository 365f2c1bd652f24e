"""Step 5: importing staff from a file, and the end of the setup."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from manage_ui.setup.pages.access import setup_step, step_page
from manage_ui.setup.setup import Setup, StaffPart
from manage_ui.setup.store import store
from manage_ui.staff_file import (
    csv_response,
    empty_form,
    faulty_csv,
    forget_file,
    keep_file,
    kept_file,
    preview,
)
from poker.refusal import Refusal
from staff.models import Installation, Room
from staff.staff_import import staff_read
from staff.staff_rooms import rooms_of
from web.guard import PageUser
from web.messages.refusals import http_status, refusal_message

IMPORTED = "{ready} staff imported.{faulty}"
STAYED_OUT = " {count} stayed out: fix their lines and send them under Staff."


@require_http_methods(["GET", "POST"])
@setup_step("staff")
def staff(request: HttpRequest, by: PageUser, row: Installation) -> HttpResponse:
    """Accept a file, and show which of its lines can be imported."""
    refused = ""
    status = 200
    if request.method == "POST":
        try:
            keep_file(request, rooms=_rooms(by), now=timezone.now())
            return redirect("setup:staff")
        except Refusal as refusal:
            refused = refusal_message(refusal)
            status = http_status(refusal)
    shown = preview(request.session, rooms=_rooms(by))
    return step_page(
        request, "staff", "staff", row=row, by=by, status=status, refused=refused, preview=shown
    )


@require_GET
@setup_step("staff")
def faulty(request: HttpRequest, by: PageUser, row: Installation) -> HttpResponse:
    """Return the faulty lines as CSV."""
    data = kept_file(request.session)
    if data is None:
        return redirect("setup:staff")
    return csv_response(faulty_csv(staff_read(data, rooms=_rooms(by))), "staff-faulty")


@require_GET
@setup_step("staff")
def form(request: HttpRequest, by: PageUser, row: Installation) -> HttpResponse:
    """Return an empty CSV file with the column names."""
    return empty_form()


@require_POST
@setup_step("staff")
def end(request: HttpRequest, by: PageUser, row: Installation) -> HttpResponse:
    """Import the valid lines and end the setup."""
    data = kept_file(request.session)
    stored = store(Setup(staff=StaffPart(data)), by=by, now=timezone.now())
    forget_file(request.session)
    if data is not None:
        faulty_count = len(stored.staff.faulty)
        stayed_out = STAYED_OUT.format(count=faulty_count) if faulty_count else ""
        message = IMPORTED.format(ready=len(stored.staff.ready), faulty=stayed_out)
        messages.success(request, message)
    return redirect("manage:next")


def _rooms(by: PageUser) -> list[Room]:
    return list(rooms_of(by.user))
