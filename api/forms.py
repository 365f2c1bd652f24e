"""Forms of the managers' page for API clients."""

from django import forms
from django.contrib.auth.models import Group

from poker.refusal import Refusal
from staff.models import Room
from staff.scopes import SCOPES
from web.messages.refusals import refusal_message

DAYS = (30, 90, 365)
# The field for each refusal of `integration_make`.
REFUSED_FIELDS = {"integration_name": "name", "integration_taken": "name", "role_lacks": "scope"}


class TokenForm(forms.Form):
    """A new token: the days until it expires, None without expiration."""

    days = forms.TypedChoiceField(
        required=False,
        label="Token",
        initial=DAYS[0],
        choices=[*((str(days), f"for {days} days") for days in DAYS), ("", "no expiration")],
        coerce=int,
        empty_value=None,
        error_messages={
            "invalid_choice": refusal_message(Refusal("token_days", "", most=max(DAYS)))
        },
    )


class IntegrationForm(TokenForm):
    """A new API client and its first token."""

    name = forms.CharField(
        max_length=40,
        label="Name",
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "seating-app"}),
    )
    role = forms.ModelChoiceField(
        Group.objects.order_by("name"),
        label="Role",
        to_field_name="name",
        empty_label=None,
        error_messages={"invalid_choice": refusal_message(Refusal("no_role", role="%(value)s"))},
    )
    room = forms.ModelChoiceField(
        Room.objects.all(),
        required=False,
        label="Room",
        empty_label="all rooms",
        error_messages={"invalid_choice": refusal_message(Refusal("no_such_room"))},
    )
    scope = forms.MultipleChoiceField(
        label="Scopes",
        choices=[(scope, scope) for scope in SCOPES],
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": refusal_message(Refusal("no_scope_named")),
            "invalid_choice": refusal_message(Refusal("unknown_scope", scope="%(value)s")),
        },
    )

    def add_refusal(self, refusal: Refusal) -> None:
        """Add a refusal to the field that it concerns."""
        self.add_error(REFUSED_FIELDS.get(refusal.code), refusal_message(refusal))
