"""Tablets: paired by a code that is shown once, and revoked here."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from audit.recording import record
from tables.admin.read_only import actor
from tables.models import Device
from tables.pairing import CODE_LASTS, device_revoke, pairing_code_make


@admin.register(Device)
class DeviceAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A tablet belongs to one table."""

    list_display = ("name", "table", "paired_at", "revoked_at", "dealer", "signed_in_at")
    list_select_related = ("table", "dealer")
    list_filter = ("table",)
    fields = ("name", "table", "paired_at", "revoked_at", "dealer", "signed_in_at")
    readonly_fields = ("paired_at", "revoked_at", "dealer", "signed_in_at")
    actions = ("make_pairing_code", "revoke")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """A tablet does not move to another table: make a new one there."""
        fixed: tuple[str, ...] = tuple(self.readonly_fields)
        return fixed if obj is None else (*fixed, "table")

    @admin.action(description="Make a pairing code", permissions=["change"])
    def make_pairing_code(self, request: HttpRequest, devices: QuerySet[Device]) -> None:
        """The code is shown this once; only its hash is kept."""
        minutes = int(CODE_LASTS.total_seconds() // 60)
        for device in devices:
            code = pairing_code_make(device=device, now=timezone.now())
            _told(request, "code_made", device)
            self.message_user(
                request,
                f"{device}: key in {code[:5]} {code[5:]} at the tablet within {minutes} minutes. "
                "It works once and is not shown again.",
                messages.WARNING,
            )

    @admin.action(description="Revoke", permissions=["change"])
    def revoke(self, request: HttpRequest, devices: QuerySet[Device]) -> None:
        """The tablet is unknown from now on."""
        for device in devices:
            device_revoke(device=device, now=timezone.now())
            _told(request, "device_revoked", device)
            self.message_user(request, f"{device} is no longer known here.")

    def delete_model(self, request: HttpRequest, obj: Device) -> None:
        """Cut it off first."""
        device_revoke(device=obj, now=timezone.now())
        _told(request, "device_revoked", obj)
        obj.delete()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Device]) -> None:
        """One by one."""
        for device in queryset:
            self.delete_model(request, device)


def _told(request: HttpRequest, verb: str, device: Device) -> None:
    by = getattr(request.user, "staff", None) or actor(request)
    record(by, verb, now=timezone.now(), about=device, table=device.table_id)
