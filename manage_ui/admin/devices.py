"""Tablets in the admin. A pairing code is shown once; revoking a tablet ends its sign-in."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from staff.audit.recording import record
from tables.models import Device
from tables.pairing import CODE_LIFETIME, device_revoke, pairing_code_make
from web.restricted_admin import actor


@admin.register(Device)
class DeviceAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A tablet belongs to one table."""

    list_display = ("name", "table", "paired_at", "revoked_at", "dealer", "signed_in_at")
    list_select_related = ("table", "dealer")
    list_filter = ("table",)
    fields = ("name", "table", "paired_at", "revoked_at", "dealer", "signed_in_at")
    readonly_fields = ("paired_at", "revoked_at", "dealer", "signed_in_at")
    actions = ("make_pairing_code", "revoke")

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> tuple[str, ...]:
        """Make the table read-only: to move a tablet, create a new one at the other table."""
        fixed: tuple[str, ...] = tuple(self.readonly_fields)
        return fixed if obj is None else (*fixed, "table")

    @admin.action(description="Make a pairing code", permissions=["change"])
    def make_pairing_code(self, request: HttpRequest, devices: QuerySet[Device]) -> None:
        """Create pairing codes and show them once. Only their hashes are stored."""
        minutes = int(CODE_LIFETIME.total_seconds() // 60)
        for device in devices:
            code = pairing_code_make(device=device, now=timezone.now())
            _record(request, "code_made", device)
            self.message_user(
                request,
                f"{device}: enter {code[:5]} {code[5:]} on the tablet within {minutes} minutes. "
                "It works once and isn't shown again.",
                messages.WARNING,
            )

    @admin.action(description="Revoke", permissions=["change"])
    def revoke(self, request: HttpRequest, devices: QuerySet[Device]) -> None:
        for device in devices:
            device_revoke(device=device, now=timezone.now())
            _record(request, "device_revoked", device)
            self.message_user(request, f"{device} revoked.")

    def delete_model(self, request: HttpRequest, obj: Device) -> None:
        """Revoke the tablet, then delete it."""
        device_revoke(device=obj, now=timezone.now())
        _record(request, "device_revoked", obj)
        obj.delete()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Device]) -> None:
        """Delete the tablets one by one, because each must be revoked first."""
        for device in queryset:
            self.delete_model(request, device)


def _record(request: HttpRequest, verb: str, device: Device) -> None:
    by = getattr(request.user, "staff", None) or actor(request)
    record(by, verb, now=timezone.now(), about=device, table=device.table_id)
