"""The fields for when a plaque or a charge takes effect: with the next hand, or at the start of a shift."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format

from drop.models import policy_of
from staff.clock_times import begins_at
from staff.models import Room
from tables.models import ScheduledPlaque

FIELDS = ("begins", "begins_on", "waiting")
NEXT_HAND = "Next hand"
MAX_AHEAD = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class EffectiveFrom:
    """A time and its display text."""

    at: datetime
    words: str


def add_to(form: forms.Form | forms.ModelForm, waiting: list[ScheduledPlaque]) -> None:  # type: ignore[type-arg]
    """Add the fields of shift and day, and a hidden one with the changes pending when the page was opened."""
    form.fields["begins"] = forms.ChoiceField(
        required=False, label="Effective from", choices=[("", NEXT_HAND), *_starts().items()]
    )
    form.fields["begins_on"] = forms.DateField(
        required=False,
        label="On",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    form.fields["waiting"] = forms.CharField(
        required=False, disabled=True, widget=forms.HiddenInput()
    )
    form.initial["waiting"] = ",".join(str(plaque_due.pk) for plaque_due in waiting)


def read(form: forms.Form | forms.ModelForm, data: dict[str, Any]) -> EffectiveFrom | None:  # type: ignore[type-arg]
    """Return the chosen time, None for the next hand. Adds an error to the form if the choice is invalid."""
    hour: str = data.get("begins") or ""
    day: date | None = data.get("begins_on")
    if {"begins", "begins_on"} & set(form.errors) or (not hour and day is None):
        return None
    if not hour:
        form.add_error("begins", "You entered a day. Choose the shift it starts with.")
        return None
    if day is None:
        form.add_error("begins_on", "Enter the day of that shift.")
        return None
    now = timezone.now()
    if not now.date() - timedelta(days=2) < day < (now + MAX_AHEAD).date():
        form.add_error("begins_on", "Enter today or a later day, up to a year ahead.")
        return None
    at = begins_at(day, hour, timezone.get_current_timezone())
    if at <= now:
        form.add_error(
            "begins_on", "That shift has already started. Choose a later one, or the next hand."
        )
        return None
    return EffectiveFrom(
        at, f"{date_format(at, 'D, M j, Y, H:i')} ({_starts()[hour].partition(',')[2].strip()})"
    )


def _starts() -> dict[str, str]:
    """Return the start times of shifts with the shifts' names, and with the rooms if rooms differ."""
    rooms_by_start: dict[str, dict[str, list[str]]] = {}
    rooms = list(Room.objects.order_by("name"))
    for room in rooms:
        for name, hour in policy_of(room).shifts:
            rooms_by_start.setdefault(hour, {}).setdefault(name, []).append(room.name)
    starts = {}
    for hour, rooms_by_name in sorted(rooms_by_start.items()):
        names = [
            name if len(room_names) == len(rooms) else f"{name} of {', '.join(room_names)}"
            for name, room_names in rooms_by_name.items()
        ]
        starts[hour] = f"{hour}, {' / '.join(names)}"
    return starts
