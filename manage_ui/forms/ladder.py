"""The form of a room's sanction ladder: its steps, a reason, and the day it takes effect."""

from collections.abc import Sequence
from datetime import datetime, time

from django import forms
from django.utils import timezone

from manage_ui.forms.form_data import FormData
from manage_ui.help_texts import explain
from players.models import Sanction
from rulings.incidents.ladder import LadderStep, ladder_problem

MAX_STEPS = 8
MAX_HOURS = 24 * 366 * 10  # ten years


class LadderForm(forms.Form):
    """The steps of the ladder, a row for each."""

    reason = forms.CharField(max_length=500, label="Why")
    begins = forms.DateField(
        required=False,
        label="Effective",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(
        self, data: FormData = None, *, steps: Sequence[LadderStep], version: int, now: datetime
    ) -> None:
        """Fill in the steps and add empty rows up to the maximum.

        version: number of the last version; 0 for the built-in ladder.
        """
        super().__init__(data)
        self.now = now
        self.steps: tuple[LadderStep, ...] = ()
        kinds = [("", "none"), *Sanction.Kind.choices]
        for i in range(MAX_STEPS):
            step = steps[i] if i < len(steps) else None
            self.fields[f"kind-{i}"] = forms.ChoiceField(
                choices=kinds,
                required=False,
                label=f"Step {i + 1}",
                initial=step.kind if step else "",
            )
            self.fields[f"hours-{i}"] = forms.IntegerField(
                required=False,
                min_value=1,
                max_value=MAX_HOURS,
                label=f"Step {i + 1}, hours",
                initial=step.hours if step and step.hours else None,
            )
        self.fields["version"] = forms.IntegerField(
            required=False, initial=version, disabled=True, widget=forms.HiddenInput
        )
        explain(self, "ladder")

    @property
    def rows(self) -> list[tuple[str, str]]:
        return [(f"kind-{i}", f"hours-{i}") for i in range(MAX_STEPS)]

    def clean_begins(self) -> object:
        """Refuse a day in the past, because a ladder does not change earlier sanctions."""
        day = self.cleaned_data["begins"]
        if day is not None and day < timezone.localdate(self.now):
            raise forms.ValidationError("The effective date can't be in the past.")
        return day

    def clean(self) -> dict[str, object]:
        """Check that only suspensions have hours, and that the steps go from mild to severe."""
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        steps = []
        for kind, hours in self.rows:
            if data[hours] and data[kind] != "suspension":
                self.add_error(hours, "Only a suspension has hours.")
            elif data[kind] == "suspension" and not data[hours]:
                self.add_error(hours, "Enter the hours of the suspension.")
            elif data[kind]:
                steps.append(LadderStep(data[kind], data[hours] or 0))
        problem = ladder_problem(steps)
        if problem and not self.errors:
            self.add_error("kind-0", problem[:1].upper() + problem[1:])
        self.steps = tuple(steps)
        return data

    @property
    def effective_from(self) -> datetime:
        """Return the start of the chosen day, or now."""
        day = self.cleaned_data["begins"]
        if day is None or day == timezone.localdate(self.now):
            return self.now
        return timezone.make_aware(datetime.combine(day, time.min))
