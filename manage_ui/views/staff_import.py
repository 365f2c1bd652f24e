"""Settings pages for importing staff from a file, and for the start codes with which they choose their PINs."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from manage_ui.page_permissions import for_managers
from manage_ui.settings_page import page, redirect_to_setting
from manage_ui.staff_file import (
    csv_response,
    empty_form,
    faulty_csv,
    forget_file,
    keep_file,
    kept_file,
    preview,
)
from manage_ui.start_codes import start_codes_file
from poker.refusal import Refusal
from staff.staff_import import staff_import, staff_read
from staff.staff_rooms import rooms_of, staff_under
from web.guard import PageUser
from web.messages.refusals import http_status, refusal_message


@require_http_methods(["GET", "POST"])
@for_managers("staff", creates=True)
def index(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Accept a file, and show which of its lines can be imported."""
    rooms = list(rooms_of(by.user))
    refused = ""
    status = 200
    if request.method == "POST":
        try:
            keep_file(request, rooms=rooms, now=timezone.now())
            return redirect_to_setting("staff-import")
        except Refusal as refusal:
            refused = refusal_message(refusal)
            status = http_status(refusal)
    shown = preview(request.session, rooms=rooms)
    return page(request, by, "staff_import", preview=shown, refused=refused, status=status)


@require_POST
@for_managers("staff", creates=True)
def commit(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Import the valid lines."""
    data = kept_file(request.session)
    if data is None:
        return redirect_to_setting("staff-import")
    imported = staff_import(data, rooms=list(rooms_of(by.user)), by=by, now=timezone.now())
    forget_file(request.session)
    stayed_out = f" {len(imported.faulty)} stayed out." if imported.faulty else ""
    messages.success(
        request,
        f"{len(imported.ready)} imported.{stayed_out} Print their start codes next: no one has a PIN yet.",
    )
    return redirect_to_setting("staff")


@require_GET
@for_managers("staff", creates=True)
def faulty(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Return the faulty lines with their faults as CSV."""
    data = kept_file(request.session)
    if data is None:
        return redirect_to_setting("staff-import")
    return csv_response(faulty_csv(staff_read(data, rooms=list(rooms_of(by.user)))), "staff-faulty")


@require_GET
@for_managers("staff", creates=True)
def form(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Return an empty CSV file with the column names."""
    return empty_form()


@require_POST
@for_managers("staff", creates=True)
def start_codes(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Return start codes for everyone without a PIN whom the manager may change."""
    url = request.build_absolute_uri(reverse("floor:sign-in"))
    waiting = staff_under(by.user).filter(pin_hash="", user__is_active=True).distinct()
    return start_codes_file(
        staff=list(waiting.order_by("alias")),
        kind=request.POST.get("kind", ""),
        url=url,
        by=by,
        now=timezone.now(),
    )
