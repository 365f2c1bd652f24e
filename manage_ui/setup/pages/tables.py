"""Step 4: creating tables, printing their pairing codes, and showing which tablets are paired."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from manage_ui.pairing_sheet import pdf_response, print_codes, unpaired
from manage_ui.setup.forms import TablesForm
from manage_ui.setup.pages.access import rows_of, setup_step, step_page
from manage_ui.setup.store import store_step
from manage_ui.setup.tables import section_size, tablets_now
from staff.models import Installation, Room
from web.guard import PageUser


@require_http_methods(["GET", "POST"])
@setup_step("tables")
def tables(request: HttpRequest, by: PageUser, row: Installation) -> HttpResponse:
    """Create the tables of a line, and show the existing ones as chips."""
    room = _room(row)
    now = timezone.now()
    if request.method == "POST":
        form = store_step(
            lambda _: TablesForm(request.POST, section=section_size(room.pk)), by=by, now=now
        )
        if form.is_valid():
            return redirect("setup:tables")
    else:
        form = TablesForm(section=section_size(room.pk))
    return step_page(
        request,
        "tables",
        "tables",
        row=row,
        by=by,
        status=422 if form.is_bound else 200,
        form=form,
        rows=rows_of(form, "line", "seats", "section", "plaque"),
        tablets=tablets_now(room, now),
    )


@require_GET
@setup_step("tables")
def paired(request: HttpRequest, by: PageUser, row: Installation) -> HttpResponse:
    """Return the chips alone. The page polls this every few seconds, so it needs no channel layer."""
    context = {"tablets": tablets_now(_room(row), timezone.now())}
    return render(request, "manage_ui/setup/_tablets.html", context)


@require_POST
@setup_step("tables")
def sheet(request: HttpRequest, by: PageUser, row: Installation) -> HttpResponse:
    """Return a PDF with codes for all tablets that are not paired yet."""
    room = _room(row)
    content = print_codes(
        room=room,
        devices=unpaired(room),
        url_of=request.build_absolute_uri,
        by=by,
        now=timezone.now(),
    )
    return pdf_response(content, "pairing-codes")


def _room(row: Installation) -> Room:
    assert row.room is not None  # `setup_step` requires the step that creates it
    return row.room
