"""Players on the admin site."""

from django.contrib import admin
from django.http import HttpRequest

from players.models import Player


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Alias and card, read-only: changes are made at /players/, where they are recorded."""

    list_display = ("alias", "card_number")
    search_fields = ("alias", "card_number")
    fields = ("alias", "card_number")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False
