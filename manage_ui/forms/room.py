"""Forms of a room: its settings, the message to called players, and the drop policy."""

from datetime import time

from django import forms
from django.utils.timezone import get_current_timezone_name

from drop import shifts
from drop.models import DropPolicy
from manage_ui.forms.form_data import FormData
from manage_ui.forms.money_fields import MoneyField
from manage_ui.forms.room_form import RoomForm
from manage_ui.help_texts import explain
from outbox.message_templates import MAX_TEXT_LENGTH, text_problem
from poker.refusal import Refusal
from staff.models import Room
from web.messages.refusals import refusal_message


class MeasuresForm(RoomForm):
    """Name and settings of a room."""

    def __init__(self, data: FormData = None, *, instance: Room | None = None) -> None:
        super().__init__(data, instance=instance)
        self.fields["minimum_age"].label = "Minimum age"
        self.fields["lock_minutes"].label = "Seat lock-up, minutes"
        self.fields["tablet_silent_seconds"].label = "Tablet offline after, seconds"
        self.fields["slow_percent"].label = "Slow table, percent under usual"
        self.fields["unseen_call_seconds"].label = "Floor call to everyone after, seconds"
        self.fields["silent_seat_seconds"].label = "Silent seat glows after, seconds"
        self.fields["turn_clock_seconds"].label = "Clock on a player, seconds"
        self.fields["dealers_seat"].label = "Dealers may seat players"
        self.fields["joins_by_phone"].label = "Players may join from their phones"
        explain(self, "room")
        self.fields["opening_hours"].help_text += f" Time zone: {get_current_timezone_name()}."


class NewRoomForm(MeasuresForm):
    """A new room. Settings without a field here keep their defaults."""


class MessagesForm(forms.ModelForm):  # type: ignore[type-arg]
    """The message that a called player gets."""

    called_text = forms.CharField(
        required=False,
        max_length=MAX_TEXT_LENGTH,
        label="Text",
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    class Meta:
        model = Room
        fields = ("called_text", "mail_subject")

    def __init__(self, data: FormData = None, *, instance: Room | None = None) -> None:
        super().__init__(data, instance=instance)
        self.fields["mail_subject"].label = "Email subject"
        explain(self, "messages")

    def clean_called_text(self) -> str:
        """Refuse a text with unknown fields or without a required one. An empty text means the default."""
        text: str = self.cleaned_data["called_text"]
        if text and (problem := text_problem(text)):
            raise forms.ValidationError(problem)
        return text

    def clean_mail_subject(self) -> str:
        """Return the subject as one line. Refuse unknown fields."""
        text = " ".join(self.cleaned_data["mail_subject"].split())
        problem = text_problem(text, subject=True)
        if problem:
            raise forms.ValidationError(problem)
        return text


class HourField(forms.CharField):
    """A time of day, stored as "06:00"; "" for an empty field."""

    def clean(self, value: object) -> str:
        text = super().clean(value)
        if not text:
            return ""
        try:
            return f"{time.fromisoformat(text if len(text) != 4 else f'0{text}'):%H:%M}"
        except ValueError as error:
            raise forms.ValidationError(f"“{text}” isn't a time. Write it as 06:00.") from error


class ShiftsForm(forms.Form):
    """The shifts, with a row for each one a room may have. Empty rows are ignored."""

    threshold = MoneyField(label="Explain a variance over")
    own_boxes = forms.BooleanField(required=False, label="Own drop boxes by kind of fee")

    def __init__(self, data: FormData = None, *, policy: DropPolicy) -> None:
        """Fill in the shifts of the policy and add empty rows up to the maximum."""
        super().__init__(data)
        self.policy = policy
        self.initial["threshold"] = policy.threshold
        self.initial["own_boxes"] = policy.own_boxes
        for i in range(shifts.MAX_SHIFTS):
            name, begins = policy.shifts[i] if i < len(policy.shifts) else ("", "")
            self.fields[f"name-{i}"] = forms.CharField(
                required=False, max_length=20, label=f"Shift {i + 1}", initial=name
            )
            self.fields[f"begins-{i}"] = HourField(
                required=False, max_length=5, label=f"Shift {i + 1} begins at", initial=begins
            )
        self.explain()

    def explain(self) -> None:
        explain(self, "shifts")

    @property
    def rows(self) -> list[tuple[str, str]]:
        return [(f"name-{i}", f"begins-{i}") for i in range(shifts.MAX_SHIFTS)]

    def clean_threshold(self) -> int:
        amount: int = self.cleaned_data["threshold"]
        if amount < 0:
            raise forms.ValidationError("The amount can't be negative.")
        return amount

    def clean(self) -> dict[str, object]:
        """Refuse a shift without a name or a time, and repeated names or times."""
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        pairs = []
        for name, begins in self.rows:
            if bool(data[name]) != bool(data[begins]):
                missing = begins if data[name] else name
                self.add_error(missing, "A shift needs a name and a start time.")
            elif data[name]:
                pairs.append([data[name], data[begins]])
        if not self.errors:
            self.hours = self._checked(pairs)
        return data

    def _checked(self, pairs: list[list[str]]) -> list[list[str]]:
        if not pairs:
            self.add_error("name-0", "A room needs at least one shift.")
            return []
        for position, label in ((0, "name"), (1, "begins")):
            values = [pair[position] for pair in pairs]
            again = next((value for i, value in enumerate(values) if value in values[:i]), None)
            if again is not None:
                at = next(
                    i
                    for i in reversed(range(shifts.MAX_SHIFTS))
                    if self.cleaned_data[f"{label}-{i}"] == again
                )
                self.add_error(f"{label}-{at}", f"“{again}” is used twice.")
                return []
        if any("," in name for name, _ in pairs):
            self.add_error("name-0", "A shift name can't contain a comma.")
            return []
        try:
            return shifts.parse_shifts(shifts.format_shifts(pairs))
        except Refusal as refusal:
            self.add_error("name-0", refusal_message(refusal))
            return []
