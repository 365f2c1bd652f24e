"""Pages and files of inconsistent rulings, and of players near the next step of the ladder."""

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from poker.refusal import Refusal
from reports import consistency as differently
from reports import discipline as ladder
from reports.archive.pdf import PrintedSheet, part
from reports.chain_status import chain_status_of
from reports.export.csv_file import csv_bytes
from reports.export.display_values import dated, moment
from reports.export.xlsx_file import xlsx_bytes
from reports.figures.figure import Sheet
from reports.figures.ranges import ReportRange
from reports.pages.files import FORMS
from reports.pages.report_query import days_of, form_of, range_of, remember_room, room_of
from reports.pages.report_types import KINDS
from reports.pages.views import NO_ROOM, page
from staff.audit.recording import record
from staff.models import Room, Staff
from staff.permissions import require
from staff.staff_rooms import rooms_of
from web.guard import for_staff
from web.printing.pdf import pdf

NO_LOG = "Sanctions are locked database rows, not log entries, so no hash chain covers them"
EMPTY_TEXTS = {
    "consistency": "No conflicting rulings: same irregularity and facts always got the same result.",
    "discipline": "No active sanctions.",
}
REPORT_TYPE = KINDS["calls"]  # fields: days, shift, table and game
NAMES = ("room", *REPORT_TYPE.fields)
SHARED_COLUMNS = 4  # columns equal in a whole group, which are printed above it
DIFFERS_WITHIN_VERSION = "Ruled differently under one version of the rulebook."
DIFFERS_BY_VERSION = "Only the rulebook version differs."


@require_GET
@for_staff("reports.read_shift", area="reports")
def consistency(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the inconsistent rulings on the same irregularity."""
    require(staff, "reports.read_reports")
    data = remember_room(request, staff, _query_fields(request))
    result = None
    refusal = None
    report_range = None
    try:
        room = room_of(data, staff)
        if room is None:
            return page(request, "consistency", staff, empty=NO_ROOM)
        report_range = range_of(REPORT_TYPE, room, data, timezone.now())
        result = differently.consistency(report_range, differently.PAGE)
    except Refusal as refused:
        room = rooms_of(staff.user).order_by("pk").first()
        refusal = refused
    return page(
        request,
        "consistency",
        staff,
        refusal,
        form=form_of(REPORT_TYPE, room, _fields(report_range) if report_range else data, staff),
        room=room,
        result=result,
        has_range=report_range is not None,
        forms=FORMS,
        proof=chain_status_of(room) if room else None,
        query=urlencode(_fields(report_range)) if report_range else request.GET.urlencode(),
        **({"range_query": urlencode(days_of(report_range))} if report_range else {}),
    )


@require_GET
@for_staff("reports.read_shift", area="reports")
def consistency_file(request: HttpRequest, staff: Staff, form: str) -> HttpResponse:
    """Download the inconsistent rulings as CSV, XLSX or PDF."""
    require(staff, "reports.read_reports")
    data = _query_fields(request)
    room = room_of(data, staff)
    if room is None:
        raise Refusal("no_room")
    report_range = range_of(REPORT_TYPE, room, data, timezone.now())
    most = differently.PAGE if form == "pdf" else differently.FILE
    result = differently.consistency(report_range, most)
    parts = _printed_rulings(result) if form == "pdf" else ()
    of = f"{report_range.first} to {report_range.last}, {room}"
    return _file(staff, form, differently.sheet(result), parts, of=of, room=room)


@require_GET
@for_staff("reports.read_shift", area="reports")
def discipline(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the players near the next step."""
    now = timezone.now()
    discipline = ladder.discipline(now)
    return page(
        request,
        "discipline",
        staff,
        discipline=discipline,
        note=ladder.NOTE,
        no_log=NO_LOG,
        at_moment=moment(now),
        forms=FORMS,
    )


@require_GET
@for_staff("reports.read_shift", area="reports")
def discipline_file(request: HttpRequest, staff: Staff, form: str) -> HttpResponse:
    """Download the players as CSV, XLSX or PDF."""
    now = timezone.now()
    discipline = ladder.discipline(now)
    parts = _printed_ladder(discipline) if form == "pdf" else ()
    return _file(staff, form, ladder.sheet(discipline), parts, of=f"at {moment(now)}", room=None)


def _file(
    staff: Staff,
    form: str,
    sheet: Sheet,
    parts: Sequence[PrintedSheet],
    *,
    of: str,
    room: Room | None,
) -> HttpResponse:
    if form not in FORMS:
        raise Http404
    now = timezone.now()
    content = _content(
        form, sheet, parts, of=of, creation=f"{dated(now)} by {staff.alias}", room=room
    )
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
    form: str,
    sheet: Sheet,
    parts: Sequence[PrintedSheet],
    *,
    of: str,
    creation: str,
    room: Room | None,
) -> bytes:
    proof = chain_status_of(room) if room else None
    log = proof.text if proof else NO_LOG
    if form == "pdf":
        data = {
            "title": sheet.title,
            "subtitle": of,
            "made_at": creation,
            "log": log,
            "note": sheet.note,
        }
        data |= {"empty_text": EMPTY_TEXTS[sheet.key]}
        broken = bool(proof and proof.broken)
        return pdf("reports/conduct_paper.html", data | {"parts": parts, "broken": broken})
    facts = (("Report", sheet.title), ("Of", of), ("Made", creation), ("Log", log))
    return csv_bytes((sheet,), facts) if form == "csv" else xlsx_bytes((sheet,), facts)


def _query_fields(request: HttpRequest) -> dict[str, str]:
    return {name: request.GET[name][:130].strip() for name in NAMES if name in request.GET}


def _fields(report_range: ReportRange) -> dict[str, str]:
    return {
        "room": str(report_range.room.pk),
        "first": f"{report_range.first:%Y-%m-%d}",
        "last": f"{report_range.last:%Y-%m-%d}",
        "shift": report_range.shift,
        "table": str(report_range.table or ""),
        "game": report_range.game,
    }


def _printed_rulings(result: differently.ConsistencyResult) -> tuple[PrintedSheet, ...]:
    """Return one table per group, with the shared values in its note."""
    return tuple(part(_printed_group(result, group)) for group in result.groups)


def _printed_ladder(discipline: ladder.Discipline) -> tuple[PrintedSheet, ...]:
    """Return the page's tables that are not empty."""
    lists = (
        ("near", "One step from a suspension or bar", discipline.near),
        ("suspended", "Suspended", discipline.suspended),
        ("barred", "Barred", discipline.barred),
        ("others", "Others with an active sanction", discipline.others),
    )
    return tuple(
        part(replace(ladder.sheet_of(people), key=key, title=title, note=""))
        for key, title, people in lists
        if people
    )


def _printed_group(result: differently.ConsistencyResult, group: differently.Group) -> Sheet:
    sheet = differently.sheet(replace(result, groups=(group,)))
    outcomes = "; ".join(f"{count} times: {text}" for text, count in group.outcomes)
    note = " ".join(
        (
            f"{group.facts_text}." if group.facts_text else "",
            f"{outcomes}.",
            DIFFERS_WITHIN_VERSION if group.differs_within_version else DIFFERS_BY_VERSION,
        )
    )
    return replace(
        sheet,
        title=group.title,
        columns=sheet.columns[SHARED_COLUMNS:],
        rows=tuple(row[SHARED_COLUMNS:] for row in sheet.rows),
        note=note.strip(),
    )
