"""The time zone of the house, which shifts, pages and reports follow."""

from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from manage_ui.change_history import change_history
from manage_ui.form_saving import FormState, new_form_state, validate_form
from manage_ui.forms.form_data import FormData
from manage_ui.help_texts import explain
from manage_ui.page_permissions import for_managers
from manage_ui.views.page_helpers import done, page, save_in_transaction, saving
from staff.installation import installation, lock_installation
from staff.time_zone import time_zone_change
from web.guard import PageUser

TOUCHES = [
    "Shifts of all rooms begin by this zone from now on, and pages, printouts and reports have its times.",
    "Days and shifts that are counted stay as they were; the running shift is cut or repeated by the difference.",
]


def _choices() -> list[tuple[str, str]]:
    names = sorted(name for name in available_timezones() if "/" in name or name == "UTC")
    return [("", f"the server's: {settings.TIME_ZONE}"), *((name, name) for name in names)]


class TimeZoneForm(forms.Form):
    """The time zone of all rooms."""

    time_zone = forms.ChoiceField(label="Time zone", required=False, choices=_choices)

    def __init__(self, data: FormData = None, *, name: str) -> None:
        """name: that of the present zone, "" for the server's."""
        super().__init__(data, initial={"time_zone": name})
        explain(self, "time_zone")


@require_http_methods(["GET", "POST"])
@for_managers("rooms")
def index(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show the time zone, or change it."""

    def work() -> FormState:
        row = lock_installation()
        form = TimeZoneForm(request.POST, name=row.time_zone)

        def change() -> None:
            time_zone_change(name=form.cleaned_data["time_zone"], by=by, now=timezone.now())

        def touches() -> list[str]:
            return [] if form.cleaned_data["time_zone"] == row.time_zone else TOUCHES

        form_state = validate_form(form, request.POST, touches=touches)
        return saving(form_state, change, by, "")

    form_state = (
        save_in_transaction(work)
        if request.method == "POST"
        else new_form_state(TimeZoneForm(name=installation().time_zone))
    )
    if form_state.is_ready:
        return done(request, form_state, "time-zone")
    return page(
        request,
        by,
        "time_zone",
        form_state=form_state,
        now=timezone.now(),
        changes=change_history("installation"),
    )
