"""The sanction ladder of a room: a row for each step, a reason, the day from which it counts."""

from collections.abc import Sequence
from datetime import datetime, time
from typing import Any

from django import forms
from django.utils import timezone

from manage_ui.explained import explain
from players.models import Sanction
from rulings.incidents.ladder import Step, ladder_problem

MOST = 8
LONGEST_HOURS = 24 * 366 * 10  # ten years


class LadderForm(forms.Form):
    """`steps`: what counts, or will; version: the number of the last version, 0 for the file's."""

    reason = forms.CharField(max_length=500, label="Why")
    begins = forms.DateField(
        required=False,
        label="From the day",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(
        self, *args: Any, steps: Sequence[Step], version: int, now: datetime, **kwargs: Any
    ) -> None:
        """The steps that there are, and empty rows up to the most."""
        super().__init__(*args, **kwargs)
        self.now = now
        self.steps: tuple[Step, ...] = ()
        kinds = [("", "none"), *Sanction.Kind.choices]
        for i in range(MOST):
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
                max_value=LONGEST_HOURS,
                label=f"Step {i + 1}, hours",
                initial=step.hours if step and step.hours else None,
            )
        self.fields["version"] = forms.IntegerField(
            required=False, initial=version, disabled=True, widget=forms.HiddenInput
        )
        explain(self, "ladder")

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The names of the fields of each row."""
        return [(f"kind-{i}", f"hours-{i}") for i in range(MOST)]

    def clean_begins(self) -> Any:
        """Not in the past: what was given already is not changed."""
        day = self.cleaned_data["begins"]
        if day is not None and day < timezone.localdate(self.now):
            raise forms.ValidationError("A ladder does not count for days that are over.")
        return day

    def clean(self) -> dict[str, Any]:
        """Steps from the mildest to the last; only suspensions have hours."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return said
        found = []
        for kind, hours in self.rows:
            if said[hours] and said[kind] != "suspension":
                self.add_error(hours, "Only a suspension has hours.")
            elif said[kind] == "suspension" and not said[hours]:
                self.add_error(hours, "Say how many hours the suspension lasts.")
            elif said[kind]:
                found.append(Step(said[kind], said[hours] or 0))
        if not self.errors and (problem := ladder_problem(found)):
            self.add_error("kind-0", problem[:1].upper() + problem[1:])
        self.steps = tuple(found)
        return said

    @property
    def effective_from(self) -> datetime:
        """The beginning of the day, or now."""
        day = self.cleaned_data["begins"]
        if day is None or day == timezone.localdate(self.now):
            return self.now
        return timezone.make_aware(datetime.combine(day, time.min))
