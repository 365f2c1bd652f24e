"""Base classes of admin pages with fewer permissions."""

from django.contrib import admin
from django.http import HttpRequest


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Admin page on which nothing can be added, changed or deleted by any user."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class NoDelete(admin.ModelAdmin):  # type: ignore[type-arg]
    """Admin page without deletion, because the logs refer to these rows."""

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


def actor(request: HttpRequest) -> str:
    """Return the key of the signed-in user in the form that logs use."""
    staff = getattr(request.user, "staff", None)
    return staff.key if staff is not None else f"user.{request.user.pk}"
