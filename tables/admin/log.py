"""The log and its pictures, to read."""

from django.contrib import admin

from journal.models import Entry, Stream
from tables.admin.read_only import ReadOnly


@admin.register(Stream)
class StreamAdmin(ReadOnly):
    """One row a table, with the public picture."""

    list_display = ("key", "seq", "updated_at")
    search_fields = ("key",)
    fields = ("key", "seq", "hash", "base_seq", "updated_at", "view")


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    """One row an event."""

    list_display = ("stream", "seq", "name", "actor", "at")
    list_filter = ("stream",)
    list_select_related = ("stream",)
    search_fields = ("command_id", "actor", "name")
    show_full_result_count = False
    ordering = ("-id",)
