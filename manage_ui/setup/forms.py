"""The forms of the setup steps, shared by the pages, the terminal and the setup file."""

from collections.abc import Collection, Sequence

import msgspec
from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import (
    MinimumLengthValidator,
    get_default_password_validators,
    validate_password,
)
from django.contrib.auth.validators import UnicodeUsernameValidator

from drop.models import DropPolicy, policy_of
from drop.shifts import MAX_SHIFTS
from lineup.rules.state import MOST_TABLES as MOST_IN_SECTION
from manage_ui.form_errors import apply_house_messages
from manage_ui.forms.currency import CurrencyField
from manage_ui.forms.form_data import FormData
from manage_ui.forms.money_fields import MoneyField, Percent
from manage_ui.forms.room import ShiftsForm
from manage_ui.forms.room_form import OpeningHoursField, room_name
from manage_ui.forms.staff_form import choice_field
from manage_ui.setup.setup import GamesPart, ManagerPart, RoomPart, Setup, TablesPart
from poker.games import MOST_SEATS
from poker.refusal import Refusal
from staff.aliases import MAX_LENGTH, alias_checked
from staff.house_currency import stored_code
from staff.models import Room, Staff
from staff.pins import pin_problem
from tables.bulk import MOST_TEXT, table_names
from tables.models import Plaque
from web.messages.refusals import refusal_message

PASSWORD_LENGTH = (
    12  # longer than for others, because the first manager's password opens everything
)
# The rake of the demo.
RAKE = 1000  # basis points
RAKE_CAP = 500  # in the smallest unit


def alias_of(text: str) -> str:
    """Return an alias in its stored form. Raises `ValidationError` if screens cannot show it."""
    try:
        return alias_checked(text)
    except Refusal as refusal:
        raise forms.ValidationError(refusal_message(refusal)) from refusal


def password_input() -> forms.PasswordInput:
    """Return the input for a new password."""
    return forms.PasswordInput(attrs={"autocomplete": "new-password"})


class StepForm(forms.Form):
    """The form of a step."""

    @property
    def setup(self) -> Setup:
        """Return a `Setup` with the part of this step. The form must be valid."""
        raise NotImplementedError


class FirstManagerForm(StepForm):
    """The first manager: user name and password for the settings, badge and PIN for the floor."""

    username = forms.CharField(
        label="Name for signing in",
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    alias = forms.CharField(
        label="How the log names you",
        max_length=MAX_LENGTH,
        help_text="An alias. Real names stay out of the log.",
    )
    password = forms.CharField(
        label="Password",
        max_length=200,
        strip=False,
        widget=password_input(),
        help_text=f"At least {PASSWORD_LENGTH} characters.",
    )
    again = forms.CharField(
        label="The same again", max_length=200, strip=False, widget=password_input()
    )
    badge = forms.CharField(
        label="Badge",
        max_length=10,
        validators=Staff._meta.get_field("badge").validators,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        help_text="So that you can rule on the floor too.",
    )
    pin = forms.CharField(
        label="PIN, 4 to 8 digits",
        max_length=8,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password", "inputmode": "numeric"}),
    )

    def __init__(self, data: FormData = None) -> None:
        super().__init__(data)
        self.fields["password"].widget.attrs["data-least"] = PASSWORD_LENGTH
        apply_house_messages(self)

    def clean_alias(self) -> str:
        return alias_of(self.cleaned_data["alias"])

    def clean_pin(self) -> str:
        """Refuse a PIN that is too short or easy to guess."""
        pin: str = self.cleaned_data["pin"]
        problem = pin_problem(pin)
        if problem:
            raise forms.ValidationError(problem)
        return pin

    def clean(self) -> dict[str, object]:
        """Check the password with Django's validators, and that both passwords are the same."""
        data = super().clean() or self.cleaned_data
        password = data.get("password")
        if not password:
            return data
        if "again" in data and data["again"] != password:
            self.add_error("again", "The two passwords differ. Type the same one twice.")
        validators = [
            validator
            for validator in get_default_password_validators()
            if not isinstance(validator, MinimumLengthValidator)
        ]
        validators.append(MinimumLengthValidator(PASSWORD_LENGTH))
        user = User(username=data.get("username", ""))
        try:
            validate_password(password, user, password_validators=validators)
        except forms.ValidationError as error:
            self.add_error("password", error)
        return data

    @property
    def setup(self) -> Setup:
        return Setup(manager=msgspec.convert(self.cleaned_data, ManagerPart))


class RoomStepForm(ShiftsForm, StepForm):
    """The room: name, currency, opening hours, minimum age and shifts.

    Each shift lasts until the next one begins, so that the shifts cover 24 hours.
    """

    name = forms.CharField(
        label="Name of the room", max_length=80, help_text="Shown on the board and on printouts."
    )
    currency = CurrencyField(
        required=False, help_text="Of all amounts. It stays once the first hand is dealt."
    )
    opening_hours = OpeningHoursField(
        required=False, help_text="Or days and times: Mon-Thu 10:00-04:00, Fri-Sun 10:00-06:00."
    )
    minimum_age = forms.IntegerField(
        label="Minimum age of players",
        required=False,
        min_value=1,
        max_value=99,
        help_text="Per your license or local law. Blank: age isn't checked.",
    )

    def __init__(self, data: FormData = None, *, room: Room | None) -> None:
        """room: the room that the setup has created; None if it has not."""
        super().__init__(data, policy=policy_of(room) if room else DropPolicy())
        self.room = room
        del self.fields["threshold"]
        self.initial.update(currency=stored_code(), opening_hours="")
        if room is not None:
            self.initial.update(
                name=room.name, minimum_age=room.minimum_age, opening_hours=room.opening_hours
            )
        self.fields["name"].widget.attrs["autocomplete"] = "off"
        apply_house_messages(self)

    def explain(self) -> None:
        """Set no help texts, because the page explains shifts in one sentence."""

    @property
    def shown_rows(self) -> list[tuple[str, str]]:
        """Return the field names of the shifts in use, and of one empty shift."""
        used = sum(bool(self[begins].value() or self[name].value()) for name, begins in self.rows)
        return self.rows[: min(used + 1, MAX_SHIFTS)]

    def clean_currency(self) -> str:
        """Return the code of the currency, by default the stored one."""
        return self.cleaned_data["currency"] or stored_code()

    def clean_name(self) -> str:
        """Return the name with single spaces. Refuse a name that is taken or that screens cannot show."""
        name = room_name(self.cleaned_data["name"])
        match = Room.objects.filter(name=name).first()
        if match is not None and match != self.room:
            raise forms.ValidationError("There's already a room with that name.")
        return name

    @property
    def setup(self) -> Setup:
        values = {**self.cleaned_data, "shifts": self.hours}
        return Setup(room=msgspec.convert(values, RoomPart))


class GamesForm(StepForm):
    """The plaques to publish, and their rake: a percentage of the pot up to a cap."""

    games = forms.MultipleChoiceField(required=False, label="Games")
    basis_points = Percent(
        min_value=0, max_value=100, decimal_places=2, label="Rake, percent", initial=RAKE
    )
    cap = MoneyField(label="At most", initial=RAKE_CAP)

    def __init__(
        self,
        data: FormData = None,
        *,
        names: Sequence[str],
        there: Collection[str],
        basis_points: int | None,
        cap: int | None,
    ) -> None:
        """names: of all templates; there: the names of templates that already have a plaque.

        basis_points, cap: the rake of those plaques; None for the default.
        """
        super().__init__(data)
        self.there = there
        choice_field(self, "games").choices = [(name, name) for name in names]
        if basis_points is not None and cap is not None:
            self.initial.update(basis_points=basis_points, cap=cap)
        apply_house_messages(self)

    def clean_cap(self) -> int:
        """Refuse a cap that is not above zero."""
        cap: int = self.cleaned_data["cap"]
        if cap <= 0:
            raise forms.ValidationError("Enter an amount above zero.")
        return cap

    def clean_games(self) -> list[str]:
        """Refuse an empty choice if there is no plaque yet."""
        games: list[str] = self.cleaned_data["games"]
        if not games and not self.there and not Plaque.objects.exists():
            raise forms.ValidationError("Choose at least one game: tables open under its plaque.")
        return games

    @property
    def setup(self) -> Setup:
        return Setup(games=msgspec.convert(self.cleaned_data, GamesPart))


class PlaqueChoice(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A choice among the newest versions of plaques, by name."""

    def label_from_instance(self, obj: Plaque) -> str:
        """Return the name without the version, which is the newest here."""
        return obj.name


class TablesForm(StepForm):
    """The tables as one line of text, their seats, the size of sections, and the plaque they open with."""

    line = forms.CharField(
        label="Tables",
        max_length=MOST_TEXT,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "T1-T40"}),
    )
    seats = forms.IntegerField(label="Seats", min_value=2, max_value=MOST_SEATS, initial=9)
    section = forms.IntegerField(label="In sections of", min_value=1, max_value=MOST_IN_SECTION)
    plaque = PlaqueChoice(
        Plaque.objects.none(), label="They open with", required=False, empty_label="no plaque yet"
    )

    def __init__(self, data: FormData = None, *, section: int) -> None:
        """section: the current limit of tables in a section."""
        super().__init__(data)
        self.initial["section"] = section
        newest = dict(Plaque.objects.order_by("version").values_list("name", "pk"))
        plaques = Plaque.objects.filter(pk__in=newest.values())
        choice = self.fields["plaque"]
        choice.queryset = plaques.order_by("name")  # type: ignore[attr-defined]
        self.initial["plaque"] = plaques.order_by("pk").first()
        apply_house_messages(self)

    def clean_line(self) -> list[str]:
        """Return the names of the tables. Refuse a line that cannot be parsed."""
        try:
            return table_names(self.cleaned_data["line"])
        except Refusal as refusal:
            raise forms.ValidationError(refusal_message(refusal)) from refusal

    @property
    def setup(self) -> Setup:
        plaque = self.cleaned_data["plaque"]
        values = {**self.cleaned_data, "plaque": plaque.name if plaque else ""}
        return Setup(tables=msgspec.convert(values, TablesPart))


class SetupCodeForm(forms.Form):
    """The one-time code that the server printed."""

    code = forms.CharField(
        label="Setup code",
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
        help_text="Four groups of four letters and digits, valid for 24 hours.",
    )

    def __init__(self, data: FormData = None) -> None:
        super().__init__(data)
        apply_house_messages(self)
