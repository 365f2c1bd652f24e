"""Pages that show and change nothing."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Nothing can be added, changed or deleted here, whoever asks."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class NoDelete(admin.ModelAdmin):  # type: ignore[type-arg]
    """What a log refers to stays."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


def actor(request: HttpRequest) -> str:
    """How the log names whoever is at the set-up pages."""
    staff = getattr(request.user, "staff", None)
    return staff.key if staff is not None else f"user.{request.user.pk}"
