"""The admin of drop policies, for managers.

Boxes and counts are left out: the second agent would see the first count.
"""

from django.contrib import admin

from drop.models import DropPolicy
from manage_ui.forms.drop_policy import DropPolicyForm


@admin.register(DropPolicy)
class DropPolicyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """One policy per room."""

    form = DropPolicyForm
    list_display = ("room", "threshold")
