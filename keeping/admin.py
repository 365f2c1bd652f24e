"""How long rooms keep people, for managers; and what was taken away, to look at."""

from django.contrib import admin

from keeping.models import Retention, RetentionRun
from tables.admin.read_only import ReadOnly


@admin.register(Retention)
class RetentionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """One a room."""

    list_display = ("room", "years")
    acts = ("kept_until_changed", "kept_until_changed", "kept_until_changed")


@admin.register(RetentionRun)
class RetentionRunAdmin(ReadOnly):
    """What each day's look took away."""

    list_display = ("at", "players", "kept", "devices", "sign_ins")
