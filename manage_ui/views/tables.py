"""Tables: made here, dealt at the tablet; a closed one gets another plaque here, an open one on the floor."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from manage_ui.forms.others import NewTableForm, OldTableForm
from manage_ui.guard import Manager, of_manager
from manage_ui.past import past
from manage_ui.rooms import Rooms, tables_of
from manage_ui.rooms import asked as rooms_asked
from manage_ui.saving import Asked, opened, weighed
from manage_ui.views.shown import carried, done, page, saving
from tables.lifecycle import table_create
from tables.models import Room, Table


@require_GET
@of_manager("tables")
def index(request: HttpRequest, by: Manager) -> HttpResponse:
    """Every table with chairs and plaque."""
    rooms = rooms_asked(request)
    return page(request, by, "tables", rooms=rooms, tables=tables_of(rooms.room))


@require_http_methods(["GET", "POST"])
@of_manager("tables", makes=True)
def new(request: HttpRequest, by: Manager) -> HttpResponse:
    """One more."""
    rooms = rooms_asked(request)

    def work() -> Asked:
        form = NewTableForm(request.POST)

        def make() -> Table:
            said = form.cleaned_data
            return table_create(
                room=said["room"],
                name=said["name"],
                seats=said["seats"],
                plaque=said["plaque"],
                actor=by.key,
                now=timezone.now(),
            )

        return saving(weighed(form, request.POST, new=True), make, by, "setting_added")

    fresh = NewTableForm(initial={"room": rooms.room.pk, "seats": 9})
    asked = carried(work) if request.method == "POST" else opened(fresh)
    if asked.ready:
        return done(request, asked, "tables", room=asked.form.cleaned_data["room"].pk)
    return page(request, by, "table", rooms=rooms, asked=asked)


@require_http_methods(["GET", "POST"])
@of_manager("tables")
def one(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """What one table opens under; while it is open, that is the floor's."""
    table = get_object_or_404(Table.objects.select_related("room", "plaque", "stream"), pk=pk)
    rooms = Rooms(table.room, list(Room.objects.order_by("name")))
    if table.is_open:
        return page(
            request,
            by,
            "table_open",
            rooms=rooms,
            table=table,
            status=409 if request.method == "POST" else 200,
        )

    def work() -> Asked:
        held = (
            Table.objects.select_for_update(of=("self",))
            .select_related("room", "stream")
            .get(pk=pk)
        )
        form = OldTableForm(request.POST, instance=held)

        def hang() -> Table:
            held.save(update_fields=["plaque"])
            return held

        return saving(weighed(form, request.POST), hang, by, "setting_changed", table=pk)

    asked = carried(work) if request.method == "POST" else opened(OldTableForm(instance=table))
    if asked.ready:
        return done(request, asked, "tables", room=table.room.pk)
    return page(request, by, "table", rooms=rooms, asked=asked, table=table, past=past("table", keys=[pk]))  # fmt: skip
