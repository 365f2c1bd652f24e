"""Staff in the admin: aliases, badges, roles, PINs, and unlocking after wrong PINs."""

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from manage_ui.forms.staff_form import StaffForm
from staff.account_changes import staff_save
from staff.accounts import is_above, secrets_hashed
from staff.audit.recording import record
from staff.models import Room, Staff
from staff.pins import staff_unlock
from web.restricted_admin import NoDelete, actor


@admin.register(Staff)
class StaffAdmin(NoDelete):
    """One page per staff member."""

    form = StaffForm
    list_display = ("alias", "badge", "roles", "locked")
    list_select_related = ("user",)
    search_fields = ("alias", "badge")
    fields = (
        "alias",
        "badge",
        "username",
        "role",
        "rooms",
        "house_wide",
        "is_active",
        "pin",
        "password",
    )
    actions = ("unlock",)
    acts = ("staff_added", "staff_changed", "setting_deleted")

    def recorded(self, staff: Staff) -> dict[str, object]:
        """Return the values that the audit log stores in addition to the row's fields."""
        groups = staff.user.groups.order_by("name").values_list("name", flat=True)
        return {
            "username": staff.user.get_username(),
            "role": ", ".join(groups),
            "is_active": staff.user.is_active,
            "rooms": ", ".join(staff.rooms.order_by("name").values_list("name", flat=True)),
        }

    def get_queryset(self, request: HttpRequest) -> QuerySet[Staff]:
        staff: QuerySet[Staff] = super().get_queryset(request).prefetch_related("user__groups")
        return staff

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Refuse changes to a superuser by anyone who is not a superuser."""
        above = obj is not None and is_above(obj, request.user)  # type: ignore[arg-type]
        return not above and super().has_change_permission(request, obj)

    @admin.display(description="role")
    def roles(self, staff: Staff) -> str:
        return ", ".join(group.name for group in staff.user.groups.all())

    @admin.display(boolean=True, description="locked out")
    def locked(self, staff: Staff) -> bool:
        return staff.delayed_until(timezone.now()) is not None

    def has_unlock_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("staff.unlock_staff")

    @admin.action(description="Unlock", permissions=["unlock"])
    def unlock(self, request: HttpRequest, staff: QuerySet[Staff]) -> None:
        for person in staff:
            staff_unlock(staff=person)
            by = getattr(request.user, "staff", None) or actor(request)
            record(by, "staff_unlocked", now=timezone.now(), about=person)
            self.message_user(request, f"{person} is unlocked.")

    def save_model(
        self, request: HttpRequest, obj: Staff, form: "forms.ModelForm[Staff]", change: bool
    ) -> None:
        """Save user, role, PIN and password together."""
        data = form.cleaned_data
        staff_save(
            staff=obj,
            username=data["username"],
            role=data["role"],
            is_active=data["is_active"],
            secrets=secrets_hashed(pin=data["pin"], password=data["password"]),
            rooms=Room.objects.filter(pk__in=data["rooms"]),
        )
