"""Pages of what was ruled differently, and of who stands near the next step of the ladder; and both as files."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from audit.recording import record
from documents.pdf import pdf
from poker.refusal import Refusal
from reports import consistency as differently
from reports import discipline as ladder
from reports.figures.ranges import Range
from reports.figures.sheets import Sheet
from reports.pages import conduct_paper
from reports.pages.asking import days_of, form_of, range_of, remembered, room_of
from reports.pages.files import FORMS
from reports.pages.kinds import KINDS
from reports.pages.roles import must
from reports.pages.views import NO_ROOM, of_reports, page
from reports.proof import proof_of
from reports.stored.paper import Part
from reports.writing.csv_file import csv_bytes
from reports.writing.values import dated, moment
from reports.writing.xlsx_file import xlsx_bytes
from tables.models import Room, Staff

NO_LOG = "Sanctions are rows that the database refuses to change. They are in no log: no chain proves them"
NOBODY = {
    "consistency": "No two rulings on the same irregularity with the same facts came out differently.",
    "discipline": "Nobody has a sanction that counts.",
}
ASKED = KINDS["calls"]  # days, shift, table and game
NAMES = ("room", *ASKED.asks)


@require_GET
@of_reports
def consistency(request: HttpRequest, staff: Staff) -> HttpResponse:
    """The same irregularity, ruled differently."""
    must(staff, "all")
    said, found, refusal, asked = remembered(request, _said(request)), None, None, None
    try:
        room = room_of(said)
        if room is None:
            return page(request, "consistency", staff, empty=NO_ROOM)
        asked = range_of(ASKED, room, said, timezone.now())
        found = differently.consistency(asked, differently.PAGE)
    except Refusal as refused:
        room, refusal = Room.objects.order_by("pk").first(), refused
    return page(
        request,
        "consistency",
        staff,
        refusal,
        form=form_of(ASKED, room, _fields(asked) if asked else said),
        found=found,
        asked=asked,
        forms=FORMS,
        proof=proof_of(room) if room else None,
        query=urlencode(_fields(asked)) if asked else request.GET.urlencode(),
        **({"keep": urlencode(days_of(asked))} if asked else {}),
    )


@require_GET
@of_reports
def consistency_file(request: HttpRequest, staff: Staff, form: str) -> HttpResponse:
    """As CSV, XLSX or PDF."""
    must(staff, "all")
    said = _said(request)
    room = room_of(said)
    if room is None:
        raise Refusal("no_room")
    asked = range_of(ASKED, room, said, timezone.now())
    most = differently.PAGE if form == "pdf" else differently.FILE
    found = differently.consistency(asked, most)
    parts = conduct_paper.of_rulings(found) if form == "pdf" else ()
    of = f"{asked.first} to {asked.last}, {room}"
    return _file(staff, form, differently.sheet(found), parts, of=of, room=room)


@require_GET
@of_reports
def discipline(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Who stands near the next step."""
    now = timezone.now()
    found = ladder.discipline(now)
    return page(
        request,
        "discipline",
        staff,
        found=found,
        note=ladder.NOTE,
        no_log=NO_LOG,
        at_moment=moment(now),
        forms=FORMS,
    )


@require_GET
@of_reports
def discipline_file(request: HttpRequest, staff: Staff, form: str) -> HttpResponse:
    """As CSV, XLSX or PDF."""
    now = timezone.now()
    found = ladder.discipline(now)
    parts = conduct_paper.of_ladder(found) if form == "pdf" else ()
    return _file(staff, form, ladder.sheet(found), parts, of=f"at {moment(now)}", room=None)


def _file(
    staff: Staff, form: str, sheet: Sheet, parts: Sequence[Part], *, of: str, room: Room | None
) -> HttpResponse:
    if form not in FORMS:
        raise Http404
    now = timezone.now()
    content = _content(form, sheet, parts, of=of, made=f"{dated(now)} by {staff.alias}", room=room)
    record(
        staff,
        "report_downloaded",
        now=now,
        about=("report", f"{sheet.key}.{form}"),
        room=room.pk if room else None,
        after={"of": of},
    )
    answer = HttpResponse(content, content_type=FORMS[form])
    answer["Content-Disposition"] = f'attachment; filename="{sheet.key}.{form}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def _content(
    form: str, sheet: Sheet, parts: Sequence[Part], *, of: str, made: str, room: Room | None
) -> bytes:
    proof = proof_of(room) if room else None
    log = proof.line if proof else NO_LOG
    if form == "pdf":
        told = {"title": sheet.title, "of": of, "made": made, "log": log, "note": sheet.note}
        told |= {"none": NOBODY[sheet.key]}
        broken = bool(proof and proof.broken)
        return pdf("reports/conduct_paper.html", told | {"parts": parts, "broken": broken})
    facts = (("Report", sheet.title), ("Of", of), ("Made", made), ("Log", log))
    return csv_bytes((sheet,), facts) if form == "csv" else xlsx_bytes((sheet,), facts)


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
