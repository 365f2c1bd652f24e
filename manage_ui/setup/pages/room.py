"""Step 2: the room, its currency, hours and shifts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from manage_ui.form_saving import FormRow
from manage_ui.setup.forms import RoomStepForm
from manage_ui.setup.pages.access import rows_of, setup_step, step_page
from manage_ui.setup.store import store_step
from staff.models import Installation
from web.guard import PageUser


@require_http_methods(["GET", "POST"])
@setup_step("room")
def room(request: HttpRequest, by: PageUser, row: Installation) -> HttpResponse:
    """Show and save name, currency, hours, minimum age and shifts. The time zone is only shown."""
    if request.method == "POST":
        form = store_step(
            lambda locked: RoomStepForm(request.POST, room=locked.room), by=by, now=timezone.now()
        )
        if form.is_valid():
            return redirect("setup:games")
    else:
        form = RoomStepForm(room=row.room)
    shifts = [(FormRow(form[name]), FormRow(form[begins])) for name, begins in form.shown_rows]
    return step_page(
        request,
        "room",
        "room",
        row=row,
        by=by,
        status=422 if form.is_bound else 200,
        form=form,
        name_row=rows_of(form, "name")[0],
        age_row=rows_of(form, "minimum_age")[0],
        currency_row=rows_of(form, "currency")[0],
        hours_row=rows_of(form, "opening_hours")[0],
        shifts=shifts,
        time_zone=timezone.get_current_timezone_name(),
    )
