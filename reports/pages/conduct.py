"""Pages of what was ruled differently, and of who stands near the next step of the ladder; and both as files."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from audit.recording import record
from poker.refusal import Refusal
from reports import consistency as differently
from reports import discipline as ladder
from reports.figures.ranges import Range
from reports.figures.sheets import Sheet
from reports.pages.asking import form_of, range_of, room_of
from reports.pages.files import FORMS
from reports.pages.kinds import KINDS
from reports.pages.roles import must
from reports.pages.views import NO_ROOM, of_reports, page
from reports.writing.csv_file import csv_bytes
from reports.writing.values import moment
from reports.writing.xlsx_file import xlsx_bytes
from tables.models import Room, Staff

FILES: dict[str, Callable[..., bytes]] = {"csv": csv_bytes, "xlsx": xlsx_bytes}
ASKED = KINDS["calls"]  # days, shift, table and game
NAMES = ("room", *ASKED.asks)


@require_GET
@of_reports
def consistency(request: HttpRequest, staff: Staff) -> HttpResponse:
    """The same irregularity, ruled differently."""
    must(staff, "all")
    said, found, refusal, asked = _said(request), None, None, None
    try:
        room = room_of(said)
        if room is None:
            return page(request, "consistency", staff, empty=NO_ROOM)
        asked = range_of(ASKED, room, said, timezone.now())
        found = differently.consistency(asked)
    except Refusal as refused:
        room, refusal = Room.objects.order_by("pk").first(), refused
    return page(
        request,
        "consistency",
        staff,
        refusal,
        form=form_of(ASKED, room, _fields(asked) if asked else said),
        groups=found,
        asked=asked,
        query=request.GET.urlencode(),
    )


@require_GET
@of_reports
def consistency_file(request: HttpRequest, staff: Staff, form: str) -> HttpResponse:
    """As CSV or XLSX."""
    must(staff, "all")
    said = _said(request)
    room = room_of(said)
    if room is None:
        raise Refusal("no_room")
    asked = range_of(ASKED, room, said, timezone.now())
    of = f"{asked.first} to {asked.last}"
    return _file(staff, form, differently.sheet(differently.consistency(asked)), of, room)


@require_GET
@of_reports
def discipline(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Who stands near the next step."""
    now = timezone.now()
    found = ladder.discipline(now)
    return page(request, "discipline", staff, found=found, note=ladder.NOTE, at_moment=moment(now))


@require_GET
@of_reports
def discipline_file(request: HttpRequest, staff: Staff, form: str) -> HttpResponse:
    """As CSV or XLSX."""
    now = timezone.now()
    return _file(staff, form, ladder.sheet(ladder.discipline(now)), moment(now), None)


def _file(staff: Staff, form: str, sheet: Sheet, of: str, room: Room | None) -> HttpResponse:
    if form not in FILES:
        raise Http404
    now = timezone.now()
    facts = (("Report", sheet.title), ("Of", of), ("Made", f"{moment(now)} by {staff.alias}"))
    record(
        staff,
        "report_downloaded",
        now=now,
        about=("report", f"{sheet.key}.{form}"),
        room=room.pk if room else None,
        after={"of": of},
    )
    answer = HttpResponse(FILES[form]((sheet,), facts), content_type=FORMS[form])
    answer["Content-Disposition"] = f'attachment; filename="{sheet.key}.{form}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def _said(request: HttpRequest) -> dict[str, str]:
    return {name: request.GET[name][:130].strip() for name in NAMES if name in request.GET}


def _fields(asked: Range) -> dict[str, str]:
    return {
        "room": str(asked.room.pk),
        "first": f"{asked.first:%Y-%m-%d}",
        "last": f"{asked.last:%Y-%m-%d}",
        "shift": asked.shift,
        "table": str(asked.table or ""),
        "game": asked.game,
    }
