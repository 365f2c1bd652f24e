"""The rulebook's entry on the admin site."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from rulings.models import Book


@admin.register(Book)
class BookAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """An entry in the admin site's list that links to the rulebook's own pages."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: each room already has a rulebook."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: changes are made on the rulebook's pages."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: rulebooks are never deleted."""
        return False

    def changelist_view(self, request: HttpRequest, extra_context: object = None) -> HttpResponse:
        return redirect("rulings:index")

    def change_view(
        self, request: HttpRequest, object_id: str, *args: object, **keywords: object
    ) -> HttpResponse:
        return redirect("rulings:index")
