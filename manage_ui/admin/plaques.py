"""Plaques in the admin. Saving one always publishes a new version."""

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from manage_ui.forms.plaque_form import PlaqueForm
from tables.models import Plaque
from tables.plaques import plaque_publish
from web.restricted_admin import NoDelete


@admin.register(Plaque)
class PlaqueAdmin(NoDelete):
    """Every version of a plaque stays; saving publishes the next one."""

    form = PlaqueForm
    acts = ("plaque_published", "plaque_published", "setting_deleted")
    list_display = ("name", "version", "game", "limit", "published_at", "paper")
    list_filter = ("game", "limit")
    search_fields = ("name",)
    fieldsets = (
        (None, {"fields": ("name", "game", "limit", "tracking")}),
        (
            "Bets",
            {
                "fields": (
                    "small_bet",
                    "big_bet",
                    "blinds",
                    "ante",
                    "ante_by",
                    "straddle",
                    "straddle_by",
                    "straddle_most",
                    "straddle_cap",
                    "bring_in",
                    "chips",
                )
            },
        ),
        (
            "Kill",
            {"fields": ("kill", "kill_trigger", "kill_post", "kill_legs", "kill_other_games")},
        ),
        (
            "Bomb pots",
            {"fields": ("bomb", "bomb_amount", "bomb_boards", "bomb_count", "bomb_blinds")},
        ),
        ("Splash pots", {"fields": ("splash",)}),
        ("Bounty games", {"fields": ("bounty", "bounty_amount")}),
        ("Rotation", {"fields": ("rotate_by", "rotate_count", "rotation")}),
        ("Buy-in", {"fields": ("buy_in_min", "buy_in_max")}),
        (
            "Collection",
            {
                "fields": (
                    "charge",
                    "basis_points",
                    "steps",
                    "cap",
                    "caps",
                    "unit",
                    "no_flop_no_drop",
                    "jackpot",
                    "jackpot_from",
                    "jackpot_second",
                    "jackpot_second_from",
                    "time_charge",
                    "time_minutes",
                    "spares_new",
                )
            },
        ),
    )

    @admin.display(description="to print")
    def paper(self, plaque: Plaque) -> str:
        """Return a link to the plaque's PDF. A table's PDF is on the table's floor page."""
        url = reverse("floor:plaque-version", args=[plaque.pk])
        return format_html('<a href="{}">PDF</a>', url)

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> tuple[str, ...]:
        """Make the name of an existing plaque read-only, because it links the versions."""
        return () if obj is None else ("name",)

    def save_model(
        self, request: HttpRequest, obj: Plaque, form: "forms.ModelForm[Plaque]", change: bool
    ) -> None:
        """Publish a new version and leave the opened one unchanged."""
        plaque_publish(plaque=obj, now=timezone.now())
