"""Tables: created here, dealt at the tablet. A closed table's plaque changes here, an open one's on the floor."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from manage_ui.change_history import change_history
from manage_ui.form_saving import FormState, new_form_state, validate_form
from manage_ui.forms.tables_and_staff import ClosedTableForm, NewTableForm
from manage_ui.page_permissions import for_managers
from manage_ui.room_choice import RoomChoice, tables_of
from manage_ui.room_choice import selected_room as rooms_asked
from manage_ui.views.page_helpers import done, page, save_in_transaction, saving
from rulings.guard import PageUser
from tables.lifecycle import table_create
from tables.models import Table
from tables.staff_rooms import rooms_of


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
    """Edit what a table opens under; while it is open, the floor does that."""
    rows = Table.objects.select_related("room", "plaque", "stream")
    table = get_object_or_404(rows.filter(room__in=rooms_of(by.user)), pk=pk)
    rooms = RoomChoice(table.room, list(rooms_of(by.user)))
    if table.is_open:
        return page(
            request,
            by,
            "table_open",
            rooms=rooms,
            table=table,
            status=409 if request.method == "POST" else 200,
        )

    def work() -> FormState:
        table = (
            Table.objects.select_for_update(of=("self",))
            .select_related("room", "stream")
            .get(pk=pk)
        )
        form = ClosedTableForm(request.POST, instance=table)

        def hang() -> Table:
            table.save(update_fields=["plaque"])
            return table

        return saving(validate_form(form, request.POST), hang, by, "setting_changed", table=pk)

    form_state = (
        save_in_transaction(work)
        if request.method == "POST"
        else new_form_state(ClosedTableForm(instance=table))
    )
    if form_state.is_ready:
        return done(request, form_state, "tables", room=table.room.pk)
    return page(
        request,
        by,
        "table",
        rooms=rooms,
        form_state=form_state,
        table=table,
        changes=change_history("table", keys=[pk]),
    )
