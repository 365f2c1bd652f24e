"""The form of a staff member: user, role and PIN on one page."""

from typing import Any

from django import forms
from django.contrib.auth import get_user_model, password_validation
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError

from staff.accounts import username_of
from staff.models import Room, Staff
from staff.permissions import ROLES
from staff.pins import pin_problem
from staff.rooms import HOUSE_WIDE_ROLE


def choice_field(form: forms.BaseForm, name: str) -> forms.ChoiceField:
    """Return a choice field of the form, so that its choices can be set. Raises `TypeError` for another kind."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(name)
    return field


class StaffForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form of a staff member. PIN and password can be set but are never shown."""

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

    rooms = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="The rooms where this person works.",
    )

    class Meta:
        model = Staff
        fields = ("alias", "badge", "house_wide")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Fill in the user's values of an existing staff member."""
        super().__init__(*args, **kwargs)
        rooms = choice_field(self, "rooms")
        rooms.choices = [(str(room.pk), room.name) for room in Room.objects.order_by("name")]
        if self.instance.pk is not None:
            user = self.instance.user
            self.initial.update(
                username=user.get_username(),
                role=user.groups.filter(name__in=ROLES).first(),
                is_active=user.is_active,
                rooms=[str(pk) for pk in self.instance.rooms.values_list("pk", flat=True)],
            )
            self.fields["username"].disabled = True

    def clean_username(self) -> str:
        """Return the user name, by default derived from the alias. Refuse a name that is taken."""
        name: str = self.cleaned_data["username"]
        if not name and self.instance.pk is None:
            return username_of(self.cleaned_data.get("alias", ""))
        if self.instance.pk is None and get_user_model().objects.filter(username=name).exists():
            raise ValidationError("That user name is already taken.")
        return name

    def clean_house_wide(self) -> bool:
        """Refuse all rooms for a role other than manager."""
        wide: bool = self.cleaned_data["house_wide"]
        role = self.cleaned_data.get("role") or self.initial.get("role")
        if wide and getattr(role, "name", "") != HOUSE_WIDE_ROLE:
            raise ValidationError("Only a manager can work in all rooms. Check the rooms instead.")
        return wide

    def clean(self) -> dict[str, object]:
        """Refuse an active person without a room, once there are rooms."""
        data = super().clean() or self.cleaned_data
        nowhere = not data.get("house_wide") and not data.get("rooms") and "rooms" in data
        if nowhere and data.get("is_active") and Room.objects.exists():
            self.add_error(
                "rooms", "Check at least one room. Without one, no sign-in opens anything."
            )
        return data

    def clean_pin(self) -> str:
        """Return the PIN, "" for no change."""
        pin: str = self.cleaned_data["pin"]
        problem = pin_problem(pin) if pin else ""
        if problem:
            raise ValidationError(problem)
        return pin

    def clean_password(self) -> str:
        """Return the password, "" for no change."""
        password: str = self.cleaned_data["password"]
        if password:
            password_validation.validate_password(password)
        return password
