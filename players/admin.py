"""Players in the set-up pages."""

from django.contrib import admin

from players.models import Player


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Alias and card, nothing else."""

    list_display = ("alias", "card_number")
    search_fields = ("alias", "card_number")
    fields = ("alias", "card_number")
