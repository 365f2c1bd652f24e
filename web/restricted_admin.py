"""Base classes of admin pages with restricted permissions."""

from django.contrib import admin
from django.http import HttpRequest


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Admin page on which nothing can be added, changed or deleted by any user."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False."""
        return False


class NoDelete(admin.ModelAdmin):  # type: ignore[type-arg]
    """Admin page without deletion, because the logs refer to these rows."""

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False."""
        return False


def actor(request: HttpRequest) -> str:
    """Return the key of the signed-in user, as the log names people."""
    staff = getattr(request.user, "staff", None)
    return staff.key if staff is not None else f"user.{request.user.pk}"
