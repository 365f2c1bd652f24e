"""The report pages and downloads."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from poker.refusal import Refusal
from reports.pages.build import report_of
from reports.pages.definitions import definitions as defined
from reports.pages.files import FORMS, file_of
from reports.pages.report_query import days_of, form_of, neighbor_fields, remember_room, room_of
from reports.pages.report_types import KINDS, ReportType
from staff.audit.recording import record
from staff.models import Staff
from staff.permissions import Permission, may, require
from staff.staff_rooms import rooms_of
from web.badge_sign_in import badge_sign_in
from web.guard import for_staff
from web.last_room import chosen_room
from web.messages.refusals import http_status, refusal_message


@dataclass(frozen=True, slots=True)
class NavTab:
    """A page without a range, shown as a tab next to the reports."""

    url: str  # URL name
    key: str  # marks the current tab in the template
    name: str
    permission: Permission


TABS = (
    NavTab("reports:stored", "stored", "Stored", "reports.read_shift"),
    NavTab("reports:consistency", "consistency", "Ruled differently", "reports.read_reports"),
    NavTab("reports:discipline", "discipline", "Discipline", "reports.read_shift"),
    NavTab("tournaments:range", "tournaments", "Tournaments", "reports.read_reports"),
)
Answer = Callable[..., HttpResponse]
FIELDS = ("room", "day", "first", "last", "shift", "table", "game", "dealer", "sheet")
RANGE_FIELDS = ("room", "day", "first", "last", "shift")
READS: tuple[Permission, ...] = ("reports.read_shift", "reports.read_reports")
NO_ROOM = "No room yet. A manager can add one in Settings."


@require_GET
@for_staff("reports.read_shift", area="reports")
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Redirect to the last shift in the chosen room."""
    chosen_room(request, list(rooms_of(staff.user)))
    return redirect("reports:report", "shift")


@require_GET
@for_staff("reports.read_shift", area="reports")
def report(request: HttpRequest, staff: Staff, kind: str) -> HttpResponse:
    report_type = report_type_of(kind)
    require(staff, report_type.permission)
    data = remember_room(request, staff, query_fields(request.GET))
    room = None
    refusal = None
    report = None
    try:
        room = room_of(data, staff)
        if room is None:
            return page(request, "report", staff, kind=report_type, empty=NO_ROOM)
        report = report_of(report_type, room, data, timezone.now())
    except Refusal as refused:
        refusal = refused
    form = form_of(
        report_type,
        room or rooms_of(staff.user).order_by("pk").first(),
        report.fields if report else data,
        staff,
    )
    more: dict[str, object] = {
        "kind": report_type,
        "form": form,
        "report": report,
        "room": room,
    }
    if report is not None:
        more["query"] = urlencode(report.fields)
        more["range_query"] = urlencode(days_of(report.report_range))
        more["empty"] = report.empty
        more["previous_query"] = _query(neighbor_fields(report_type, report.report_range, -1))
        more["next_query"] = _query(neighbor_fields(report_type, report.report_range, 1))
    return page(request, "report", staff, refusal, **more)


@require_GET
@for_staff("reports.read_shift", area="reports")
def file(request: HttpRequest, staff: Staff, kind: str, form: str) -> HttpResponse:
    """Download a report as CSV, XLSX or PDF; `sheet`: one table only. The download is recorded in the audit log."""
    report_type = report_type_of(kind)
    if form not in FORMS:
        raise Http404
    require(staff, report_type.permission)
    data = query_fields(request.GET)
    now = timezone.now()
    room = room_of(data, staff)
    if room is None:
        raise Refusal("no_room")
    report = report_of(report_type, room, data, now)
    name, content, type_ = file_of(
        report, form, sheet=data.get("sheet", ""), by=staff.alias, now=now
    )
    record(
        staff,
        "report_downloaded",
        now=now,
        about=("report", f"{report_type.key}.{form}"),
        room=room.pk,
        after=dict(report.fields),
    )
    answer = HttpResponse(content, content_type=type_)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


@require_GET
@for_staff("reports.read_shift", area="reports")
def definitions(request: HttpRequest, staff: Staff) -> HttpResponse:
    return page(request, "definitions", staff, definitions=defined())


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with badge and PIN."""
    return badge_sign_in(
        request,
        area=lambda next_url: "reports",
        default_url=reverse("reports:index"),
        check=lambda staff, next_url: require(staff, "reports.read_shift"),
    )


def page(
    request: HttpRequest,
    name: str,
    staff: Staff | None,
    refusal: Refusal | None = None,
    **more: object,
) -> HttpResponse:
    """Render a page of the reports; `name` is its template."""
    context = {
        "staff": staff,
        "at": name,
        "refused": refusal_message(refusal) if refusal else "",
        "kinds": [kind for kind in KINDS.values() if staff and may(staff, kind.permission)],
        "tabs": [tab for tab in TABS if staff and may(staff, tab.permission)],
        "forms": FORMS,
        "permissions": [name for name in READS if staff and may(staff, name)],
        **more,
    }
    context.setdefault("range_query", urlencode(_range_fields(query_fields(request.GET))))
    status = http_status(refusal) if refusal else 200
    return render(request, f"reports/{name}.html", context, status=status)


def report_type_of(key: str) -> ReportType:
    """Return the report type with this key in the URL. Raises `Http404` if it is unknown."""
    if key not in KINDS:
        raise Http404
    return KINDS[key]


def query_fields(data: QueryDict) -> dict[str, str]:
    """Return the known fields of a query, cut to their maximum length."""
    return {name: str(data[name])[:130].strip() for name in FIELDS if name in data}


def _range_fields(data: Mapping[str, str]) -> dict[str, str]:
    """Return the page's room and days for links to other reports."""
    return {name: data[name] for name in RANGE_FIELDS if data.get(name)}


def _query(fields: Mapping[str, str] | None) -> str:
    return urlencode(fields) if fields else ""
