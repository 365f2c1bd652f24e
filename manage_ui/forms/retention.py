"""Forms of data retention, recipients of report emails, and sign-in rules."""

from django import forms
from django.contrib.auth.models import User

from manage_ui.form_saving import Groups
from manage_ui.forms.form_data import FormData
from manage_ui.help_texts import explain
from ops.models import Retention
from poker.refusal import Refusal
from reports.archive.mailing import addresses_read
from staff.models import AccessPolicy, first_limits
from staff.policy import MAX_MINUTES, MIN_MINUTES
from staff.second_factor import has_factor
from web.messages.refusals import refusal_message

ROLES = tuple(first_limits())
FACTORS = ("factor_for_managers", "factor_on_floor")
SIGN_INS: Groups = (
    *(
        (role.capitalize(), (f"longest-{number}", f"idle-{number}"))
        for number, role in enumerate(ROLES)
    ),
    ("Two-factor sign-in", FACTORS),
)


class RetentionForm(forms.ModelForm):  # type: ignore[type-arg]
    """A room's retention period in years."""

    class Meta:
        model = Retention
        fields = ("years",)

    def __init__(self, data: FormData = None, *, instance: Retention | None = None) -> None:
        super().__init__(data, instance=instance)
        self.fields["years"].label = "Years without a visit"
        explain(self, "retention")


class MailsForm(forms.Form):
    """Email addresses, one per line."""

    addresses = forms.CharField(
        required=False, max_length=6000, label="Addresses", widget=forms.Textarea(attrs={"rows": 6})
    )

    def __init__(self, data: FormData = None, *, now: list[str]) -> None:
        """now: the current addresses."""
        super().__init__(data)
        self.initial["addresses"] = "\n".join(now)
        explain(self, "mails")

    def clean_addresses(self) -> str:
        """Return the validated addresses, one per line."""
        try:
            return "\n".join(addresses_read(self.cleaned_data["addresses"]))
        except Refusal as refusal:
            raise forms.ValidationError(refusal_message(refusal)) from refusal


class SignInsForm(forms.Form):
    """Session limits in minutes by role, and where a second factor is required."""

    factor_for_managers = forms.BooleanField(
        required=False, label="Require two-factor sign-in for managers"
    )
    factor_on_floor = forms.BooleanField(required=False, label="Also ask for it with badge and PIN")

    def __init__(self, data: FormData = None, *, policy: AccessPolicy, by: User) -> None:
        """by: the manager who changes the rules."""
        super().__init__(data)
        self.by = by
        limits = {**first_limits(), **policy.limits}
        for number, role in enumerate(ROLES):
            for name, label, minutes in zip(
                ("longest", "idle"),
                ("Maximum minutes", "Idle minutes"),
                limits[role],
                strict=True,
            ):
                self.fields[f"{name}-{number}"] = forms.IntegerField(
                    min_value=MIN_MINUTES,
                    max_value=MAX_MINUTES,
                    label=f"{label}, {role}",
                    initial=minutes,
                )
        for name in FACTORS:
            self.initial[name] = getattr(policy, name)
        explain(self, "access")

    def clean(self) -> dict[str, object]:
        """Refuse an idle limit above the session limit, and a required second factor that the manager lacks."""
        data = super().clean() or self.cleaned_data
        for number in range(len(ROLES)):
            longest = data.get(f"longest-{number}")
            idle = data.get(f"idle-{number}")
            if longest and idle and idle > longest:
                self.add_error(
                    f"idle-{number}", f"Can't be more than the maximum, {longest} minutes."
                )
        if data.get("factor_for_managers") and not has_factor(self.by):
            self.add_error(
                "factor_for_managers",
                "Set up your own two-factor sign-in first (Audit, Two-factor), so you don't lock yourself out.",
            )
        return data

    @property
    def limits(self) -> dict[str, list[int]]:
        """Return the session limit and the idle limit of each role, in minutes."""
        data = self.cleaned_data
        return {
            role: [data[f"longest-{number}"], data[f"idle-{number}"]]
            for number, role in enumerate(ROLES)
        }
