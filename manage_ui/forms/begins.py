"""From when a plaque or a charge counts: the next hand, or the start of a shift of some day."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format

from drops.models import policy_of
from drops.shifts import begins_at
from tables.models import PlaqueDue, Room

FIELDS = ("begins", "begins_on", "waiting")
NEXT_HAND = "The next hand"
LATEST = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Begins:
    """A moment, and how it is said."""

    at: datetime
    words: str


def add_to(form: forms.Form | forms.ModelForm, waiting: list[PlaqueDue]) -> None:  # type: ignore[type-arg]
    """Two fields that ask it, and one that nobody sees: what waits by now is part of what the page was opened with."""
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
    form.initial["waiting"] = ",".join(str(one.pk) for one in waiting)


def read(form: forms.Form | forms.ModelForm, said: dict[str, Any]) -> Begins | None:  # type: ignore[type-arg]
    """What was chosen, None for the next hand; errors are said beside the field."""
    hour: str = said.get("begins") or ""
    day: date | None = said.get("begins_on")
    if {"begins", "begins_on"} & set(form.errors) or (not hour and day is None):
        return None
    if not hour:
        form.add_error("begins", "A day is named: choose the shift with whose start it counts.")
        return None
    if day is None:
        form.add_error("begins_on", "Name the day of that shift.")
        return None
    now = timezone.now()
    if not now.date() - timedelta(days=2) < day < (now + LATEST).date():
        form.add_error("begins_on", "A day from today on, at most a year ahead.")
        return None
    at = begins_at(day, hour, timezone.get_current_timezone())
    if at <= now:
        form.add_error("begins_on", "That shift has begun. Choose a later one, or the next hand.")
        return None
    return Begins(
        at, f"{date_format(at, 'D j M Y H:i')} ({_starts()[hour].partition(',')[2].strip()})"
    )


def _starts() -> dict[str, str]:
    """Hours at which shifts begin, with their names; the room's where rooms differ."""
    by: dict[str, dict[str, list[str]]] = {}
    rooms = list(Room.objects.order_by("name"))
    for room in rooms:
        for name, hour in policy_of(room).shifts:
            by.setdefault(hour, {}).setdefault(name, []).append(room.name)
    found = {}
    for hour, names in sorted(by.items()):
        told = [
            name if len(of) == len(rooms) else f"{name} of {', '.join(of)}"
            for name, of in names.items()
        ]
        found[hour] = f"{hour}, {' / '.join(told)}"
    return found
