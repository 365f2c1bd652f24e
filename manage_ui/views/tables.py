"""Settings pages of tables: create, rename and resize them. An open table's plaque is changed on the floor."""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_GET

from manage_ui.form_errors import refused_at
from manage_ui.form_saving import FormState
from manage_ui.forms.form_data import FormData
from manage_ui.forms.tables_and_staff import NewTableForm, OneTableForm
from manage_ui.page_permissions import for_managers
from manage_ui.room_choice import RoomChoice, selected_room, tables_of
from manage_ui.settings_page import AddPage, SettingsPage, page
from staff.staff_rooms import rooms_of
from tables.lifecycle import table_create
from tables.models import Table
from tables.table_changes import (
    lock_table,
    table_rename_inside_transaction,
    table_set_seats_inside_transaction,
)
from web.guard import PageUser


@require_GET
@for_managers("tables")
def index(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show the tables of a room with seats and plaque."""
    rooms = selected_room(request)
    return page(request, by, "tables", rooms=rooms, tables=tables_of(rooms.room))


class NewTablePage(AddPage[NewTableForm]):
    """A new table."""

    url_name = "table-new"
    permission = "tables"
    template = "table"
    url_after = "tables"

    def __init__(self, request: HttpRequest, by: PageUser) -> None:
        super().__init__(request, by)
        self.rooms: RoomChoice = selected_room(request)

    def form(self, stored: None, data: FormData = None) -> NewTableForm:
        at_first: dict[str, object] | None = None
        if data is None:
            at_first = {"room": self.rooms.room.pk, "seats": 9}
        return NewTableForm(data, rooms=self.rooms.all, initial=at_first)

    def save(self, stored: None, form: NewTableForm) -> Table:
        return table_create(
            room=form.cleaned_data["room"],
            name=form.cleaned_data["name"],
            seats=form.cleaned_data["seats"],
            plaque=form.cleaned_data["plaque"],
            actor=self.by.key,
            now=timezone.now(),
        )

    def room_after(self, form: NewTableForm) -> int:
        return int(form.cleaned_data["room"].pk)


class TablePage(SettingsPage[Table, OneTableForm]):
    """A table: its name, its seats and, while it is closed, its plaque. Changes apply between hands."""

    url_name = "table"
    permission = "tables"
    template = "table"
    url_after = "tables"

    def __init__(self, request: HttpRequest, by: PageUser, *, pk: int) -> None:
        super().__init__(request, by)
        self.pk = pk
        rooms = list(rooms_of(by.user))
        table = get_object_or_404(Table.objects.select_related("room"), pk=pk, room__in=rooms)
        self.rooms = RoomChoice(table.room, rooms)

    def load(self) -> Table:
        return Table.objects.select_related("room", "plaque", "stream").get(pk=self.pk)

    def lock(self) -> Table:
        lock_table(table=self.load())
        return self.load()

    def form(self, stored: Table, data: FormData = None) -> OneTableForm:
        return OneTableForm(data, instance=self.load())  # loaded again: the form changes its row

    def effects(self, stored: Table, form: OneTableForm) -> Sequence[str]:
        return list(_effects(stored, form))

    def save(self, stored: Table, form: OneTableForm) -> Table:
        """Rename and resize the locked table, and set its plaque."""
        name, seats, plaque = (form.cleaned_data[field] for field in ("name", "seats", "plaque"))
        if name != stored.name:
            with refused_at("name"):
                table_rename_inside_transaction(
                    table=stored,
                    name=name,
                    command_id=str(uuid4()),
                    actor=self.by.key,
                    now=timezone.now(),
                )
            stored.refresh_from_db()
        stored.plaque = plaque
        if seats != stored.seats:
            with refused_at("seats"):
                table_set_seats_inside_transaction(
                    table=stored,
                    seats=seats,
                    command_id=str(uuid4()),
                    actor=self.by.key,
                    now=timezone.now(),
                )
        Table.objects.filter(pk=stored.pk).update(plaque=plaque)
        return stored

    def audit_facts(self) -> dict[str, Any]:
        return {"table": self.pk}

    def context(self, stored: Table, form_state: FormState) -> dict[str, Any]:
        return {"table": stored}


def _effects(table: Table, form: OneTableForm) -> Iterator[str]:
    """Yield the effects of a new name or number of seats, as sentences."""
    name = form.cleaned_data["name"]
    seats = form.cleaned_data["seats"]
    if name != table.name:
        yield (
            f"Every screen and tablet shows {name} from now on; logs and figures stay with this table."
            f" The felt, printed plaques and drop boxes still say {table.name}."
        )
    if seats < table.seats:
        removed = range(seats + 1, table.seats + 1)
        yield f"Seats {', '.join(map(str, removed))} are gone from every screen and tablet."
    elif seats > table.seats:
        added = range(table.seats + 1, seats + 1)
        yield f"Seats {', '.join(map(str, added))} can be filled at once."
