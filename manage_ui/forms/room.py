"""A room's measures, what it tells called players, and how it counts its drop."""

from datetime import time
from typing import Any

from django import forms

from drops import shifts
from drops.models import DropPolicy
from drops.words import sentence
from manage_ui.explained import explain
from poker.refusal import Refusal
from tables.message_texts import LONGEST, text_problem
from tables.models import Room
from tables.money_fields import Dollars
from tables.room_form import RoomForm


class MeasuresForm(RoomForm):
    """Name and measures of a room."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Each with its sentence."""
        super().__init__(*args, **kwargs)
        self.fields["minimum_age"].label = "Least age of players, years"
        self.fields["lock_minutes"].label = "A locked chair is kept, minutes"
        self.fields["tablet_silent_seconds"].label = "A tablet is offline after, seconds"
        self.fields["slow_percent"].label = "A table is slow at, percent under the usual"
        explain(self, "room")


class NewRoomForm(MeasuresForm):
    """A room that is made: all else keeps what it is at first until somebody changes it."""


class MessagesForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a called player gets, in the room's own words."""

    called_text = forms.CharField(
        required=False, max_length=LONGEST, label="Text", widget=forms.Textarea(attrs={"rows": 4})
    )

    class Meta:
        model = Room
        fields = ("called_text", "mail_subject")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Each with its sentence."""
        super().__init__(*args, **kwargs)
        self.fields["mail_subject"].label = "Above a mail"
        explain(self, "messages")

    def clean_called_text(self) -> str:
        """The usual words, or a text with what it needs."""
        text: str = self.cleaned_data["called_text"]
        if text and (problem := text_problem(text)):
            raise forms.ValidationError(problem)
        return text

    def clean_mail_subject(self) -> str:
        """One line, whose fields are known."""
        text = " ".join(self.cleaned_data["mail_subject"].split())
        if problem := text_problem(text, subject=True):
            raise forms.ValidationError(problem)
        return text


class Hour(forms.CharField):
    """An hour of the clock as the policy keeps it, "06:00"; empty for none."""

    def clean(self, value: Any) -> str:
        """Two digits each."""
        text = super().clean(value)
        if not text:
            return ""
        try:
            return f"{time.fromisoformat(text if len(text) != 4 else f'0{text}'):%H:%M}"
        except ValueError as error:
            raise forms.ValidationError(f"“{text}” is no hour: write it as 06:00.") from error


class ShiftsForm(forms.Form):
    """A row for each shift that a room may have; empty rows are none. The policy is changed by `policy`."""

    threshold = Dollars(label="Explain a difference above")

    def __init__(self, *args: Any, policy: DropPolicy, **kwargs: Any) -> None:
        """The rows that there are, and empty ones up to the most."""
        super().__init__(*args, **kwargs)
        self.policy = policy
        self.initial["threshold"] = policy.threshold
        for i in range(shifts.MOST):
            name, begins = policy.shifts[i] if i < len(policy.shifts) else ("", "")
            self.fields[f"name-{i}"] = forms.CharField(
                required=False, max_length=20, label=f"Shift {i + 1}", initial=name
            )
            self.fields[f"begins-{i}"] = Hour(
                required=False, max_length=5, label=f"Shift {i + 1} begins at", initial=begins
            )
        explain(self, "shifts")

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The names of the fields of each row."""
        return [(f"name-{i}", f"begins-{i}") for i in range(shifts.MOST)]

    def clean_threshold(self) -> int:
        """Nothing below nothing."""
        amount: int = self.cleaned_data["threshold"]
        if amount < 0:
            raise forms.ValidationError("An amount is not below nothing.")
        return amount

    def clean(self) -> dict[str, Any]:
        """Names and hours once each."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return said
        found = []
        for name, begins in self.rows:
            if bool(said[name]) != bool(said[begins]):
                missing = begins if said[name] else name
                self.add_error(missing, "A shift has a name and an hour.")
            elif said[name]:
                found.append([said[name], said[begins]])
        if not self.errors:
            self.hours = self._checked(found)
        return said

    def _checked(self, found: list[list[str]]) -> list[list[str]]:
        if not found:
            self.add_error("name-0", "A room has one shift at least.")
            return []
        for place, label in ((0, "name"), (1, "begins")):
            values = [row[place] for row in found]
            again = next((value for i, value in enumerate(values) if value in values[:i]), None)
            if again is not None:
                at = next(
                    i
                    for i in reversed(range(shifts.MOST))
                    if self.cleaned_data[f"{label}-{i}"] == again
                )
                self.add_error(f"{label}-{at}", f"Two shifts have “{again}”.")
                return []
        if any("," in name for name, _ in found):
            self.add_error("name-0", "A shift's name has no comma in it.")
            return []
        try:
            return shifts.read(shifts.written(found))
        except Refusal as refusal:
            self.add_error("name-0", sentence(refusal))
            return []
