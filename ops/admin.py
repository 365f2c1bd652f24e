"""The admin of retention for managers; its runs are read-only."""

from django.contrib import admin

from ops.models import Retention, RetentionRun
from web.restricted_admin import ReadOnly


@admin.register(Retention)
class RetentionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """One retention policy for each room."""

    list_display = ("room", "years")
    acts = ("kept_until_changed", "kept_until_changed", "kept_until_changed")


@admin.register(RetentionRun)
class RetentionRunAdmin(ReadOnly):
    """The results of the daily runs."""

    list_display = ("at", "players", "kept", "devices", "sign_ins")
