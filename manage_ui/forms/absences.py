"""A room's limits for absences."""

from django import forms

from absences.models import AbsencePolicy
from manage_ui.form_saving import Groups
from manage_ui.forms.form_data import FormData
from manage_ui.help_texts import explain

ABSENCES: Groups = (
    ("Limits", ("minutes", "reported_minutes", "big_blinds")),
    ("Walking rule", ("walkers", "walker_minutes", "walkers_if_waiting")),
)
LABELS = {
    "minutes": "Minutes away",
    "reported_minutes": "Minutes if the floor knows",
    "big_blinds": "Big blinds missed",
    "walkers": "Players away at once, from",
    "walker_minutes": "Minutes for that player",
    "walkers_if_waiting": "Only while players wait for the game",
}


class AbsencesForm(forms.ModelForm):  # type: ignore[type-arg]
    """The limits; 0 is no limit."""

    class Meta:
        model = AbsencePolicy
        fields = tuple(LABELS)

    def __init__(self, data: FormData = None, *, instance: AbsencePolicy | None = None) -> None:
        """Add labels and help texts."""
        super().__init__(data, instance=instance)
        for name, label in LABELS.items():
            self.fields[name].label = label
        explain(self, "absences")

    def clean_walkers(self) -> int:
        """Return from which player on the walking rule holds; the first one away is no walker."""
        walkers: int = self.cleaned_data["walkers"]
        if walkers == 1:
            raise forms.ValidationError("Enter 2 or more, or 0 for no walking rule.")
        return walkers
