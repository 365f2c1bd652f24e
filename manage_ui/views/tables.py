"""Tables: created, renamed and resized here. A closed table's plaque changes here, an open one's on the floor."""

from collections.abc import Iterator
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from manage_ui.change_history import change_history
from manage_ui.form_saving import FormState, new_form_state, validate_form
from manage_ui.forms.tables_and_staff import NewTableForm, OneTableForm
from manage_ui.page_permissions import for_managers
from manage_ui.room_choice import RoomChoice, tables_of
from manage_ui.room_choice import selected_room as rooms_asked
from manage_ui.views.page_helpers import SaveRefused, done, page, save_in_transaction, saving
from poker.refusal import Refusal
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
    """Show every table with seats and plaque."""
    rooms = rooms_asked(request)
    return page(request, by, "tables", rooms=rooms, tables=tables_of(rooms.room))


@require_http_methods(["GET", "POST"])
@for_managers("tables", creates=True)
def new(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Add a table."""
    rooms = rooms_asked(request)

    def work() -> FormState:
        form = NewTableForm(request.POST, rooms=rooms.all)

        def make() -> Table:
            data = form.cleaned_data
            return table_create(
                room=data["room"],
                name=data["name"],
                seats=data["seats"],
                plaque=data["plaque"],
                actor=by.key,
                now=timezone.now(),
            )

        return saving(validate_form(form, request.POST, new=True), make, by, "setting_added")

    fresh = NewTableForm(rooms=rooms.all, initial={"room": rooms.room.pk, "seats": 9})
    form_state = save_in_transaction(work) if request.method == "POST" else new_form_state(fresh)
    if form_state.is_ready:
        return done(request, form_state, "tables", room=form_state.form.cleaned_data["room"].pk)
    return page(request, by, "table", rooms=rooms, form_state=form_state)


@require_http_methods(["GET", "POST"])
@for_managers("tables")
def one(request: HttpRequest, by: PageUser, pk: int) -> HttpResponse:
    """Change a table between hands: its name, its seats, and while it is closed its plaque."""
    rows = Table.objects.select_related("room", "plaque", "stream")
    table = get_object_or_404(rows.filter(room__in=rooms_of(by.user)), pk=pk)
    rooms = RoomChoice(table.room, list(rooms_of(by.user)))

    def work() -> FormState:
        locked = lock_table(table=table)
        before = Table.objects.select_related("room", "stream", "plaque").get(pk=pk)
        form = OneTableForm(request.POST, instance=locked)
        state = validate_form(form, request.POST, touches=lambda: list(_effects(before, form)))
        return saving(state, lambda: _change(before, state, by), by, "setting_changed", table=pk)

    form_state = (
        save_in_transaction(work)
        if request.method == "POST"
        else new_form_state(OneTableForm(instance=table))
    )
    if form_state.is_ready:
        return done(request, form_state, "tables", room=table.room.pk)
    table.refresh_from_db()
    return page(
        request,
        by,
        "table",
        rooms=rooms,
        form_state=form_state,
        table=table,
        changes=change_history("table", keys=[pk]),
    )


def _effects(table: Table, form: OneTableForm) -> Iterator[str]:
    """Yield what a change of the name or the seats means in the room."""
    name, seats = form.cleaned_data["name"], form.cleaned_data["seats"]
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


def _change(table: Table, form_state: FormState, by: PageUser) -> Table:
    """Change a table as the form says; it is locked. Raises `SaveRefused` with the field that is refused."""
    data = form_state.form.cleaned_data
    now = timezone.now()
    who = {"command_id": str(uuid4()), "actor": by.key}
    if data["name"] != table.name:
        try:
            table_rename_inside_transaction(table=table, name=data["name"], now=now, **who)
        except Refusal as refusal:
            raise SaveRefused(form_state, refusal, "name") from refusal
        table.refresh_from_db()
    who["command_id"] = str(uuid4())
    table.plaque = data["plaque"]
    if data["seats"] != table.seats:
        try:
            table_set_seats_inside_transaction(table=table, seats=data["seats"], now=now, **who)
        except Refusal as refusal:
            raise SaveRefused(form_state, refusal, "seats") from refusal
    Table.objects.filter(pk=table.pk).update(plaque=data["plaque"])
    return table
