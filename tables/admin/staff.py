"""Staff: aliases, badges, roles, PINs, and letting the locked out back in."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from audit.recording import record
from tables.admin.read_only import NoDelete, actor
from tables.models import Staff
from tables.pins import staff_unlock
from tables.staff_form import StaffForm
from tables.staffing import is_above, staff_save


@admin.register(Staff)
class StaffAdmin(NoDelete):
    """One page a person."""

    form = StaffForm
    list_display = ("alias", "badge", "roles", "locked")
    list_select_related = ("user",)
    search_fields = ("alias", "badge")
    fields = ("alias", "badge", "username", "role", "is_active", "pin", "password")
    actions = ("unlock",)
    acts = ("staff_added", "staff_changed", "setting_deleted")

    def recorded(self, staff: Staff) -> dict[str, Any]:
        """What the search of who did what keeps beside the row's own fields."""
        groups = staff.user.groups.order_by("name").values_list("name", flat=True)
        return {
            "username": staff.user.get_username(),
            "role": ", ".join(groups),
            "is_active": staff.user.is_active,
        }

    def get_queryset(self, request: HttpRequest) -> QuerySet[Staff]:
        """With the groups, for the list."""
        found: QuerySet[Staff] = super().get_queryset(request).prefetch_related("user__groups")
        return found

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody sets the password of somebody above them."""
        above = obj is not None and is_above(obj, request.user)  # type: ignore[arg-type]
        return not above and super().has_change_permission(request, obj)

    @admin.display(description="role")
    def roles(self, staff: Staff) -> str:
        """The groups of the user."""
        return ", ".join(group.name for group in staff.user.groups.all())

    @admin.display(boolean=True, description="locked out")
    def locked(self, staff: Staff) -> bool:
        """After too many wrong PINs."""
        return staff.locked_until is not None and staff.locked_until > timezone.now()

    def has_unlock_permission(self, request: HttpRequest) -> bool:
        """Managers."""
        return request.user.has_perm("tables.unlock_staff")

    @admin.action(description="Unlock", permissions=["unlock"])
    def unlock(self, request: HttpRequest, staff: QuerySet[Staff]) -> None:
        """They may try again."""
        for person in staff:
            staff_unlock(staff=person)
            by = getattr(request.user, "staff", None) or actor(request)
            record(by, "staff_unlocked", now=timezone.now(), about=person)
            self.message_user(request, f"{person} may try again.")

    def save_model(self, request: HttpRequest, obj: Staff, form: Any, change: bool) -> None:
        """User, role and secrets in one."""
        said = form.cleaned_data
        staff_save(
            staff=obj,
            username=said["username"],
            role=said["role"],
            is_active=said["is_active"],
            pin=said["pin"],
            password=said["password"],
        )
