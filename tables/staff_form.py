"""The form of a staff member: user, role and PIN on one page."""

from typing import Any

from django import forms
from django.contrib.auth import get_user_model, password_validation
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError

from tables.models import Staff
from tables.pins import pin_problem
from tables.staffing import ROLES, username_of


class StaffForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form of a staff member. Secrets can be set, and are never shown."""

    username = forms.CharField(
        required=False,
        max_length=150,
        help_text="For password sign-in; not a real name. Blank: made from the alias.",
    )
    role = forms.ModelChoiceField(Group.objects.filter(name__in=ROLES), empty_label=None)
    is_active = forms.BooleanField(required=False, initial=True, label="Active")
    pin = forms.CharField(
        required=False,
        max_length=8,
        label="New PIN",
        help_text="4 to 8 digits. Blank: no change. Without a PIN there's no tablet sign-in.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password", "inputmode": "numeric"}),
    )
    password = forms.CharField(
        required=False,
        label="New password",
        help_text="For the setup pages. Blank: no change.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    class Meta:
        model = Staff
        fields = ("alias", "badge")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Show the user of an existing staff member."""
        super().__init__(*args, **kwargs)
        if self.instance.pk is not None:
            user = self.instance.user
            self.initial.update(
                username=user.get_username(),
                role=user.groups.filter(name__in=ROLES).first(),
                is_active=user.is_active,
            )
            self.fields["username"].disabled = True

    def clean_username(self) -> str:
        """Return the user name, by default made from the alias. Raises ValidationError if it is taken."""
        name: str = self.cleaned_data["username"]
        if not name and self.instance.pk is None:
            return username_of(self.cleaned_data.get("alias", ""))
        if self.instance.pk is None and get_user_model().objects.filter(username=name).exists():
            raise ValidationError("That user name is already taken.")
        return name

    def clean_pin(self) -> str:
        """Return the PIN, or "". Raises ValidationError if it is invalid."""
        pin: str = self.cleaned_data["pin"]
        if pin and (problem := pin_problem(pin)):
            raise ValidationError(problem)
        return pin

    def clean_password(self) -> str:
        """Return the password, or "". Raises ValidationError if it is invalid."""
        password: str = self.cleaned_data["password"]
        if password:
            password_validation.validate_password(password)
        return password
