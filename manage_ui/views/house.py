"""Settings pages of the whole house: currency, time zone, sign-in rules."""

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.conf import settings as server_settings
from django.utils import timezone

from manage_ui.change_history import ChangeRecord, change_history
from manage_ui.form_saving import FormState
from manage_ui.forms.currency import CurrencyForm
from manage_ui.forms.form_data import FormData
from manage_ui.forms.retention import SIGN_INS, SignInsForm
from manage_ui.help_texts import explain
from manage_ui.settings_page import SettingsPage
from poker.currency import currency
from staff.currencies import currency_of
from staff.installation import installation, lock_installation
from staff.models import AccessPolicy, Installation, Room
from staff.policy import limits_of, lock_policy, policy, policy_change
from staff.second_factor import has_factor
from staff.time_zone import time_zone_change
from tables.currency import currency_change, is_currency_final

EXAMPLE_AMOUNT = 500  # in the smallest unit
ZONE_EFFECTS = (
    "Shifts of all rooms begin by this zone from now on, and pages, printouts and reports have its times.",
    "Days and shifts that are counted stay as they were; the running shift is cut or repeated by the difference.",
)


def _choices() -> list[tuple[str, str]]:
    names = sorted(name for name in available_timezones() if "/" in name or name == "UTC")
    return [("", f"the server's: {settings.TIME_ZONE}"), *((name, name) for name in names)]


class TimeZoneForm(forms.Form):
    """The time zone of all rooms."""

    time_zone = forms.ChoiceField(label="Time zone", required=False, choices=_choices)

    def __init__(self, data: FormData = None, *, name: str) -> None:
        """name: the current time zone; "" for the server's."""
        super().__init__(data, initial={"time_zone": name})
        explain(self, "time_zone")


class CurrencyPage(SettingsPage[Installation, CurrencyForm]):
    """The currency of the installation. It can change until the first hand is dealt."""

    url_name = "currency"
    title = "Currency"
    description = "Of all rooms; fixed with the first hand"
    permission = "rooms"
    verb = ""

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        return f"{currency().code}, {currency().sample}"

    def load(self) -> Installation:
        return installation()

    def lock(self) -> Installation:
        return lock_installation()

    def form(self, stored: Installation, data: FormData = None) -> CurrencyForm:
        return CurrencyForm(data, code=stored.currency)

    def effects(self, stored: Installation, form: CurrencyForm) -> Sequence[str]:
        code = form.cleaned_data["currency"]
        if code == stored.currency:
            return ()
        before = currency_of(stored.currency).money(EXAMPLE_AMOUNT)
        after = currency_of(code).money(EXAMPLE_AMOUNT)
        return (
            "All rooms, tablets, reports and files write it at once.",
            f"Amounts that are set keep their numbers: {before} becomes {after}. Check plaques, collection, the drop's"
            " limit and incidentals.",
        )

    def save(self, stored: Installation, form: CurrencyForm) -> None:
        currency_change(code=form.cleaned_data["currency"], by=self.by, now=timezone.now())

    @cached_property
    def is_final(self) -> bool:
        """Return whether the currency is fixed, because a hand was dealt."""
        return is_currency_final()

    def is_read_only(self) -> bool:
        return super().is_read_only() or self.is_final

    def lead(self) -> str:
        sample = f"All amounts are written like {currency().sample}."
        if self.is_final:
            return (
                f"{sample} A hand was dealt, and logs, drops and reports have amounts without a"
                " currency, so it stays."
            )
        return f"{sample} It can change until the first hand is dealt."


class TimeZonePage(SettingsPage[Installation, TimeZoneForm]):
    """The time zone of all rooms."""

    url_name = "time-zone"
    title = "Time zone"
    description = "Of all rooms: shifts, pages and reports"
    permission = "rooms"
    verb = ""

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        return installation().time_zone or f"the server's: {server_settings.TIME_ZONE}"

    def load(self) -> Installation:
        return installation()

    def lock(self) -> Installation:
        return lock_installation()

    def form(self, stored: Installation, data: FormData = None) -> TimeZoneForm:
        return TimeZoneForm(data, name=stored.time_zone)

    def effects(self, stored: Installation, form: TimeZoneForm) -> Sequence[str]:
        return () if form.cleaned_data["time_zone"] == stored.time_zone else ZONE_EFFECTS

    def save(self, stored: Installation, form: TimeZoneForm) -> None:
        time_zone_change(name=form.cleaned_data["time_zone"], by=self.by, now=timezone.now())

    def lead(self) -> str:
        local = timezone.localtime(self.now)
        return f"Local time is now {local:%H:%M}. Shifts, pages, printouts and reports of all rooms follow this clock."


class SignInsPage(SettingsPage[AccessPolicy, SignInsForm]):
    """Session limits by role, and where a second factor is required."""

    url_name = "sign-ins"
    title = "Sign-in rules"
    description = "How long they last, and two-factor sign-in"
    permission = "access"
    template = "sign_ins"
    groups = SIGN_INS
    verb = ""

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        longest, idle = limits_of("manager")
        factor = "two-factor" if policy().factor_for_managers else "no two-factor"
        return f"Managers {longest} min, {idle} idle; {factor}"

    def load(self) -> AccessPolicy:
        return policy()

    def lock(self) -> AccessPolicy:
        return lock_policy()

    def form(self, stored: AccessPolicy, data: FormData = None) -> SignInsForm:
        return SignInsForm(data, policy=stored, by=self.by.user)

    def save(self, stored: AccessPolicy, form: SignInsForm) -> None:
        policy_change(
            by=self.by,
            limits=form.limits,
            factor_for_managers=form.cleaned_data["factor_for_managers"],
            factor_on_floor=form.cleaned_data["factor_on_floor"],
            now=timezone.now(),
        )

    def history(self, stored: AccessPolicy) -> list[ChangeRecord]:
        return change_history("", verb="access_policy_changed")

    def context(self, stored: AccessPolicy, form_state: FormState) -> dict[str, Any]:
        return {"has_factor": has_factor(self.by.user)}
