"""Printouts of plaques: a table's current plaque, or one version of a plaque from the admin site."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_GET

from poker.refusal import Refusal
from staff.models import Room, Staff
from tables.models import Plaque
from tables.table_names import table_by_name
from web.guard import for_staff
from web.printing.plaque import plaque_pdf
from web.rooms import selected_room


@require_GET
@for_staff("rulings.view_ruling")
def of_table(request: HttpRequest, staff: Staff, name: str) -> HttpResponse:
    """Show the plaque of a table in the requested room, with a link to its board."""
    room, _ = selected_room(request, staff)
    table = table_by_name(name, room)
    if table is None:
        raise Http404
    if table.plaque is None:
        raise Refusal("table_without_plaque", "S-005", table=table.name)
    return _pdf(request, table.plaque, room, table.name)


@require_GET
@for_staff("rulings.view_ruling")
def version(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Show one version of a plaque without a table."""
    room, _ = selected_room(request, staff)
    return _pdf(request, get_object_or_404(Plaque, pk=pk), room, "")


def _pdf(request: HttpRequest, plaque: Plaque, room: Room | None, table: str) -> HttpResponse:
    if room is None:
        raise Http404
    url = request.build_absolute_uri(reverse("board:room", args=[room.pk]))
    paper = plaque_pdf(
        stakes=plaque.to_stakes(),
        name=plaque.name,
        version=plaque.version,
        table=table,
        room=room.name,
        url=url,
    )
    name = f"plaque-{table or plaque.pk}.pdf"
    return HttpResponse(
        paper,
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )
