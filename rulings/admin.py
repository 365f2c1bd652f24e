"""The way from the set-up pages to the rulebook."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from rulings.models import Book


@admin.register(Book)
class BookAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A line in the list of set-up pages; the rulebook has pages of its own."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Each room has one."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Not here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Go there."""
        return redirect("rulings:index")

    def change_view(
        self, request: HttpRequest, object_id: str, *args: Any, **named: Any
    ) -> HttpResponse:
        """Go there."""
        return redirect("rulings:index")
