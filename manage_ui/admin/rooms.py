"""Rooms and tables in the admin."""

import json
from uuid import uuid4

import msgspec
from django.contrib import admin
from django.contrib import messages as flash
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html

from manage_ui.forms.room_form import RoomForm
from manage_ui.forms.table_form import TableForm
from poker.refusal import Refusal
from staff.models import Room
from tables.lifecycle import table_create
from tables.models import Table
from tables.plaques import plaque_change, plaque_newest
from web.messages.refusals import refusal_message
from web.restricted_admin import NoDelete, actor


class WholeRoomForm(RoomForm):
    """The room form, plus the field that only a simulation sets."""

    class Meta(RoomForm.Meta):
        fields = (*RoomForm.Meta.fields, "own_time")


@admin.register(Room)
class RoomAdmin(NoDelete):
    """Rooms: name, minimum age, cap for incidentals. House rules are in the rulebook."""

    form = WholeRoomForm


@admin.register(Table)
class TableAdmin(NoDelete):
    """Tables are set up here; hands are dealt on the tablet."""

    form = TableForm
    list_display = ("name", "room", "seats", "plaque", "open_now")
    list_select_related = ("room", "plaque", "stream")
    list_filter = ("room",)
    actions = ("put_up_newest_plaque",)

    @admin.display(boolean=True, description="open")
    def open_now(self, table: Table) -> bool:
        return table.is_open

    @admin.display(description="tablet view")
    def picture(self, table: Table) -> str:
        """Return the stored public view as JSON."""
        return format_html("<pre>{}</pre>", json.dumps(msgspec.to_builtins(table.view), indent=1))

    def get_fields(self, request: HttpRequest, obj: object = None) -> tuple[str, ...]:
        """Add the view for an existing table."""
        fields = ("room", "name", "seats", "plaque")
        return fields if obj is None else (*fields, "picture")

    def get_readonly_fields(
        self, request: HttpRequest, obj: Table | None = None
    ) -> tuple[str, ...]:
        """Make read-only what the log determines: name and seats, and the plaque of an open table."""
        if obj is None:
            return ()
        fixed = ("room", "name", "seats", "picture")
        return (*fixed, "plaque") if obj.is_open else fixed

    def save_model(self, request: HttpRequest, obj: Table, form: object, change: bool) -> None:
        """Create a new table with its log, or save an existing one."""
        if change:
            obj.save(update_fields=["plaque"])  # the log determines the other fields
            return
        table = table_create(
            room=obj.room,
            name=obj.name,
            seats=obj.seats,
            plaque=obj.plaque,
            actor=actor(request),
            now=timezone.now(),
        )
        obj.stream = table.stream

    @admin.action(description="Switch to the newest plaque version", permissions=["change"])
    def put_up_newest_plaque(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        """Post the newest plaque at open tables between hands. Closed tables already have it."""
        for table in tables.select_related("room", "plaque"):
            try:
                self._put_up(request, table)
            except Refusal as refusal:
                text = f"{table.name}: {refusal_message(refusal)}"
                self.message_user(request, text, flash.ERROR)

    def _put_up(self, request: HttpRequest, table: Table) -> None:
        if table.plaque is None:
            raise Refusal("no_plaque", "S-005", table=table.name)
        newest = plaque_newest(plaque=table.plaque)
        plaque_change(
            table=table,
            plaque=newest,
            command_id=str(uuid4()),
            seen=None,
            actor=actor(request),
            now=timezone.now(),
        )
        self.message_user(request, f"{table.name} now shows {newest}.")
