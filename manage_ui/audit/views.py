"""The audit search, its download and its sign-in page."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from manage_ui.audit.query import KINDS, LOCAL, AuditQuery, parse_query
from manage_ui.audit.search import HEAD, MAX_ROWS, rows_of, search_all_pages, search_events
from poker.refusal import Refusal
from staff.audit.recording import record
from staff.audit.verbs import VERBS
from staff.models import AuditEvent, Room, Staff
from staff.permissions import require
from staff.second_factor import may_use_second_factor
from staff.staff_rooms import rooms_of
from tables.models import Table
from tables.natural_order import SortKey, natural_order
from web.badge_sign_in import badge_sign_in
from web.guard import for_staff
from web.last_room import chosen_room
from web.messages.refusals import http_status, refusal_message
from web.printing.spreadsheet_cells import escape_formula

FAILED = ("sign_in_failed", "locked_out")
WINDOW = timedelta(hours=24)
# A house choice, above the slips of all staff behind one address on a busy shift.
MANY = 20
MAX_PLACES = 3  # the search has the rest


@dataclass(frozen=True, slots=True)
class FailedSignIns:
    """The failed sign-ins from one device or address."""

    device: str
    count: int
    names: int  # distinct badges and user names
    last: datetime


def many_failed_sign_ins(now: datetime) -> list[FailedSignIns]:
    """Return the places with at least `MANY` failed sign-ins in the last 24 hours, most first."""
    events = AuditEvent.objects.filter(verb__in=FAILED, at__gte=now - WINDOW).exclude(device="")
    places = (
        events.order_by()
        .values("device")
        .annotate(count=Count("pk"), names=Count("who", distinct=True), last=Max("at"))
    )
    many = places.filter(count__gte=MANY).order_by("-count")[:MAX_PLACES]
    return [FailedSignIns(**place) for place in many]


@require_GET
@for_staff("staff.search_acts", area="audit", house_wide=True)
def search(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the last 24 hours, or the results of a search, newest first."""
    now = timezone.now()
    data = request.GET
    context: dict[str, object] = {
        "staff": staff,
        "at": "search",
        "query": data,
        "kinds": KINDS.items(),
        "verbs": sorted(VERBS.items(), key=lambda pair: pair[1]),
        "failed_sign_ins": many_failed_sign_ins(now),
        "rooms": _tables_by_room(chosen_room(request, list(rooms_of(staff.user)))),
    }
    try:
        query = parse_query(data.dict(), now)
    except Refusal as refusal:
        context |= {"refused": refusal_message(refusal), "since": data.get("since", "")}
        context |= {"until": data.get("until", "")}
        return render(request, "manage_ui/audit/search.html", context, status=http_status(refusal))
    lines, after = search_events(query)
    context |= _range_context(query) | {
        "rows": lines,
        "next": f"?{query.to_query_string(after=str(after))}" if after else "",
        "csv": query.to_query_string(),
    }
    return render(request, "manage_ui/audit/search.html", context)


def _range_context(query: AuditQuery) -> dict[str, object]:
    return {
        "since": timezone.localtime(query.since).strftime(LOCAL),
        "until": timezone.localtime(query.until).strftime(LOCAL),
        "has_newer": query.after is not None,
        "first": f"?{query.to_query_string()}",
    }


# The last row of a file that was cut. The limit is a house choice: people read these files.
CUT = "This file holds {most:,} lines at most; older lines are left out. Search again up to {at}"


class _Echo:
    def write(self, text: str) -> str:
        return text


@require_GET
@for_staff("staff.search_acts", area="audit", house_wide=True)
def download(request: HttpRequest, staff: Staff) -> HttpResponseBase:
    """Return the results as CSV, and record the download in the audit log."""
    now = timezone.now()
    query = parse_query({**request.GET.dict(), "after": ""}, now)
    record(staff, "acts_downloaded", now=now, reason=query.to_query_string()[:300])
    response = StreamingHttpResponse(_rows(query), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="who-did-what.csv"'
    return response


def _rows(query: AuditQuery) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield writer.writerow(HEAD)
    remaining = MAX_ROWS
    for rows in search_all_pages(query, MAX_ROWS + 1):  # one extra row shows whether to cut
        lines = [
            writer.writerow([escape_formula(cell) for cell in row])
            for row in rows_of(rows[:remaining])
        ]
        yield "".join(lines)
        if len(rows) > remaining:
            # The next search repeats the whole minute, because a search has no seconds.
            at = timezone.localtime(rows[remaining].at + timedelta(minutes=1))
            yield writer.writerow([CUT.format(most=MAX_ROWS, at=at.strftime(LOCAL))])
            return
        remaining -= len(rows)


def _tables_by_room(first: Room | None) -> list[tuple[str, list[Table]]]:
    """Return each room's tables in order of their names, the chosen room first."""
    tables = sorted(Table.every.select_related("room"), key=lambda table: _order(table, first))
    rooms = groupby(tables, key=lambda table: table.room.name)
    return [(name, list(tables_of_room)) for name, tables_of_room in rooms]


def _order(table: Table, first: Room | None) -> tuple[bool, str, SortKey]:
    return table.room != first, table.room.name, natural_order(table.name)


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in to the audit pages with badge and PIN, or follow the link to the password sign-in."""
    return badge_sign_in(
        request,
        area=lambda next_url: "audit",
        default_url=reverse("audit:search"),
        check=_check_permission,
    )


def _check_permission(staff: Staff, next_url: str) -> None:
    if not may_use_second_factor(staff):
        require(staff, "staff.search_acts")
