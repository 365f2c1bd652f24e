"""Logs and their snapshots, read-only."""

from django.contrib import admin

from journal.models import Entry, Stream
from web.restricted_admin import ReadOnly


@admin.register(Stream)
class StreamAdmin(ReadOnly):
    """One row per log, with its view."""

    list_display = ("key", "seq", "updated_at")
    search_fields = ("key",)
    fields = ("key", "seq", "hash", "base_seq", "updated_at", "view")


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    """One row per event."""

    list_display = ("stream", "seq", "name", "actor", "at")
    list_filter = ("stream",)
    list_select_related = ("stream",)
    search_fields = ("command_id", "actor", "name")
    show_full_result_count = False
    ordering = ("-id",)
