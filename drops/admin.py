"""How a room counts its drop, for managers. Boxes and counts are not here: the second agent would see the first."""

from django.contrib import admin

from drops.models import DropPolicy
from drops.policy_form import DropPolicyForm


@admin.register(DropPolicy)
class DropPolicyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """One a room."""

    form = DropPolicyForm
    list_display = ("room", "threshold")
