"""Settings pages of staff: add, change role or PIN, unlock, deactivate."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db.models import Max, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from manage_ui.form_saving import FormState, Groups
from manage_ui.forms.form_data import FormData
from manage_ui.forms.tables_and_staff import PersonForm
from manage_ui.messages import at_tables
from manage_ui.page_permissions import for_managers, refusal_of
from manage_ui.settings_page import AddPage, SettingsPage, page, redirect_to_setting
from staff.account_changes import staff_save
from staff.accounts import SecretHashes, is_above, secrets_hashed
from staff.audit.recording import record
from staff.models import LastUse, Room, SignInDelay, Staff
from staff.permissions import ROLES
from staff.pins import staff_unlock
from staff.staff_rooms import staff_under
from tables.models import Device
from tables.natural_order import natural_order
from web.guard import PageUser

GROUPS: Groups = (
    ("Who", ("alias", "badge", "username")),
    ("Access", ("role", "rooms", "house_wide", "is_active")),
    ("PIN and password", ("pin", "password")),
)
INACTIVE_CHANGES = (
    "{alias} will be deactivated: signed out everywhere at once, with no more sign-ins by badge or name."
    " The logs keep the alias; checking the box again reactivates {alias}."
)


@require_GET
@for_managers("staff")
def index(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show the staff list, filtered by `?who=` and `?role=`."""
    all_staff = people(staff_under(by.user), timezone.now())
    name = request.GET.get("who", "")[:60]
    role = request.GET.get("role", "")
    staff_rows = [
        staff_row
        for staff_row in all_staff
        if staff_row.matches(name) and role in ("", staff_row.role)
    ]
    return page(
        request,
        by,
        "staff",
        rows=staff_rows,
        staff_count=len(all_staff),
        without_pin=sum(not row.staff.pin_hash and row.staff.user.is_active for row in all_staff),
        query=name,
        role=role,
        roles=ROLES,
    )


class NewPersonPage(AddPage[PersonForm]):
    """A new staff member."""

    url_name = "person-new"
    permission = "staff"
    template = "person"
    groups = GROUPS
    verb = "staff_added"
    url_after = "staff"
    secrets = SecretHashes()

    def post(self) -> tuple[PersonForm, FormState]:
        self.secrets = _posted_secrets(self.form(None, self.request.POST))
        return super().post()

    def form(self, stored: None, data: FormData = None) -> PersonForm:
        return PersonForm(data, by=self.by.user)

    def save(self, stored: None, form: PersonForm) -> Staff:
        return _save(form, self.secrets)

    def saved_name(self, form: PersonForm) -> str:
        return str(form.cleaned_data["alias"])


class PersonPage(SettingsPage[Staff, PersonForm]):
    """A staff member: alias, role, rooms, PIN and password."""

    url_name = "person"
    permission = "staff"
    template = "person"
    groups = GROUPS
    verb = "staff_changed"
    url_after = "staff"
    secrets = SecretHashes()

    def __init__(self, request: HttpRequest, by: PageUser, *, pk: int) -> None:
        super().__init__(request, by)
        self.pk = pk
        staff = get_object_or_404(staff_under(by.user).select_related("user"), pk=pk)
        if is_above(staff, by.user):
            raise refusal_of(by, "staff")

    def post(self) -> tuple[PersonForm, FormState]:
        self.secrets = _posted_secrets(self.form(self.load(), self.request.POST))
        return super().post()

    def load(self) -> Staff:
        return Staff.objects.select_related("user").get(pk=self.pk)

    def lock(self) -> Staff:
        staff = Staff.objects.select_for_update(of=("self",)).select_related("user")
        return staff.get(pk=self.pk)

    def form(self, stored: Staff, data: FormData = None) -> PersonForm:
        return PersonForm(data, instance=stored, by=self.by.user)

    def effects(self, stored: Staff, form: PersonForm) -> Sequence[str]:
        return _effects(stored, form)

    def save(self, stored: Staff, form: PersonForm) -> Staff:
        return _save(form, self.secrets)

    def saved_name(self, form: PersonForm) -> str:
        return str(form.cleaned_data["alias"])

    def context(self, stored: Staff, form_state: FormState) -> dict[str, Any]:
        return {"person": stored, "locked": stored.delayed_until(self.now) is not None}


@require_POST
@for_managers("staff")
def unlock(request: HttpRequest, by: PageUser, pk: int) -> HttpResponse:
    """Unlock a badge after too many wrong PINs."""
    staff = get_object_or_404(staff_under(by.user).select_related("user"), pk=pk)
    if is_above(staff, by.user):
        raise refusal_of(by, "staff")
    staff_unlock(staff=staff)
    record(by, "staff_unlocked", now=timezone.now(), about=staff)
    messages.success(request, f"{staff.alias} is unlocked.")
    return redirect_to_setting("person", pk)


def _effects(staff: Staff, form: PersonForm) -> list[str]:
    """Return the effects of a deactivation, and the tables where the change signs a dealer out."""
    data = form.cleaned_data
    gone = staff.user.is_active and not data["is_active"]
    effects = [INACTIVE_CHANGES.format(alias=staff.alias)] if gone else []
    same = staff.user.groups.filter(pk=data["role"].pk).exists()
    if data["is_active"] and same and not data["pin"] and not data["password"]:
        return effects
    at = Device.objects.filter(Q(dealer=staff), revoked_at=None).select_related("table")
    tables = sorted((device.table for device in at), key=lambda table: natural_order(table.name))
    if not tables:
        return effects
    return [
        *effects,
        f"{staff.alias} is signed in at {at_tables(tables)}. That tablet stops taking taps until someone signs in.",
    ]


def _posted_secrets(form: PersonForm) -> SecretHashes:
    """Return hashes of the valid secrets in a sent form. Hashing is slow, so it runs before the transaction."""
    form.is_valid()
    data = form.cleaned_data
    return secrets_hashed(pin=data.get("pin", ""), password=data.get("password", ""))


def _save(form: PersonForm, secrets: SecretHashes) -> Staff:
    data = form.cleaned_data
    return staff_save(
        staff=form.instance,
        username=data["username"],
        role=data["role"],
        is_active=data["is_active"],
        secrets=secrets,
        rooms=Room.objects.filter(pk__in=data["rooms"]),
    )


@dataclass(frozen=True, slots=True)
class StaffRow:
    """A staff member in the list."""

    staff: Staff
    role: str
    is_locked_out: bool
    last_use: datetime | None  # last sign-in with the badge or user name

    @property
    def state(self) -> str:
        """Return "inactive", "locked out", "no PIN" or ""."""
        if not self.staff.user.is_active:
            return "inactive"
        if self.is_locked_out:
            return "locked out"
        return "" if self.staff.pin_hash else "no PIN"

    def matches(self, typed: str) -> bool:
        """Return whether the alias or user name contains the typed text, or the badge starts with it."""
        typed = typed.strip().casefold()
        names = f"{self.staff.alias} {self.staff.user.get_username()}".casefold()
        return typed in names or self.staff.badge.startswith(typed)


def people(staff: "QuerySet[Staff]", now: datetime) -> list[StaffRow]:
    """Return these staff members, active ones first, by role and alias."""
    staff_rows = []
    uses = LastUse.objects.values("who").annotate(last=Max("at"))
    last_uses = {row["who"]: row["last"] for row in uses}
    delayed = set(SignInDelay.objects.filter(until__gt=now).values_list("staff", flat=True))
    for member in staff.select_related("user").prefetch_related("user__groups"):
        names = {group.name for group in member.user.groups.all()}
        role = next((name for name in ROLES if name in names), "")
        locked = member.pk in delayed
        staff_rows.append(StaffRow(member, role, locked, last_uses.get(member.key)))
    return sorted(staff_rows, key=_order)


def _order(staff_row: StaffRow) -> tuple[bool, int, str]:
    at = ROLES.index(staff_row.role) if staff_row.role else len(ROLES)
    return not staff_row.staff.user.is_active, -at, staff_row.staff.alias
