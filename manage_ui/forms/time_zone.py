"""The time zone of the house."""

from zoneinfo import available_timezones

from django import forms
from django.conf import settings

from manage_ui.forms.form_data import FormData
from manage_ui.help_texts import explain


def _choices() -> list[tuple[str, str]]:
    names = sorted(name for name in available_timezones() if "/" in name or name == "UTC")
    return [("", f"the server's: {settings.TIME_ZONE}"), *((name, name) for name in names)]


class TimeZoneForm(forms.Form):
    """The time zone of all rooms."""

    time_zone = forms.ChoiceField(label="Time zone", required=False, choices=_choices)

    def __init__(self, data: FormData = None, *, name: str) -> None:
        """name: the current time zone; "" for the server's."""
        super().__init__(data, initial={"time_zone": name})
        explain(self, "time_zone")
