"""How long a room keeps people, where its reports are mailed, and how long people are signed in."""

from typing import Any

from django import forms
from django.contrib.auth.models import User

from access.factors import has_factor
from access.models import AccessPolicy, first_limits
from access.policy import LONGEST, SHORTEST
from keeping.models import Retention
from manage_ui.explained import explain
from manage_ui.saving import Groups
from poker.refusal import Refusal
from reports.pages.words import sentence
from reports.stored.mailing import addresses_read

ROLES = tuple(first_limits())
FACTORS = ("factor_for_managers", "factor_on_floor")
SIGN_INS: Groups = (
    *(
        (role.capitalize(), (f"longest-{number}", f"idle-{number}"))
        for number, role in enumerate(ROLES)
    ),
    ("Second factor", FACTORS),
)


class RetentionForm(forms.ModelForm):  # type: ignore[type-arg]
    """Years of a room."""

    class Meta:
        model = Retention
        fields = ("years",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """With its sentence."""
        super().__init__(*args, **kwargs)
        self.fields["years"].label = "Years without a visit"
        explain(self, "retention")


class MailsForm(forms.Form):
    """Addresses, one a line; `now`: those that there are."""

    addresses = forms.CharField(
        required=False, max_length=6000, label="Addresses", widget=forms.Textarea(attrs={"rows": 6})
    )

    def __init__(self, *args: Any, now: list[str], **kwargs: Any) -> None:
        """With its sentence."""
        super().__init__(*args, **kwargs)
        self.initial["addresses"] = "\n".join(now)
        explain(self, "mails")

    def clean_addresses(self) -> str:
        """A line each, every one an address."""
        try:
            return "\n".join(addresses_read(self.cleaned_data["addresses"]))
        except Refusal as refusal:
            raise forms.ValidationError(sentence(refusal)) from refusal


class SignInsForm(forms.Form):
    """Minutes by role, and where a second factor is asked for. by: who would change it."""

    factor_for_managers = forms.BooleanField(
        required=False, label="Managers need a second factor beside their password"
    )
    factor_on_floor = forms.BooleanField(
        required=False, label="Whoever has one is asked for it beside badge and PIN, too"
    )

    def __init__(self, *args: Any, kept: AccessPolicy, by: User, **kwargs: Any) -> None:
        """Two numbers a role, each with its sentence."""
        super().__init__(*args, **kwargs)
        self.by = by
        limits = {**first_limits(), **kept.limits}
        for number, role in enumerate(ROLES):
            for name, label, minutes in zip(
                ("longest", "idle"),
                ("Minutes at most", "Minutes without use"),
                limits[role],
                strict=True,
            ):
                self.fields[f"{name}-{number}"] = forms.IntegerField(
                    min_value=SHORTEST,
                    max_value=LONGEST,
                    label=f"{label}, {role}",
                    initial=minutes,
                )
        for name in FACTORS:
            self.initial[name] = getattr(kept, name)
        explain(self, "access")

    def clean(self) -> dict[str, Any]:
        """Nobody is away longer than signed in, and who asks a second factor of others has one."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        for number in range(len(ROLES)):
            longest, idle = said.get(f"longest-{number}"), said.get(f"idle-{number}")
            if longest and idle and idle > longest:
                self.add_error(f"idle-{number}", f"Not more than at most, {longest} minutes.")
        if said.get("factor_for_managers") and not has_factor(self.by):
            self.add_error(
                "factor_for_managers",
                "Set up your own second factor first (Audit, Second factor), so that nobody is shut out.",
            )
        return said

    @property
    def limits(self) -> dict[str, list[int]]:
        """By role: at most, without use."""
        said = self.cleaned_data
        return {
            role: [said[f"longest-{number}"], said[f"idle-{number}"]]
            for number, role in enumerate(ROLES)
        }
