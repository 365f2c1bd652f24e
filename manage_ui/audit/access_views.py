"""Access pages: sign-in limits, two-factor sign-in, accounts, and the reports that managers sign off."""

import csv
from io import StringIO

from django.contrib import messages as flash
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from manage_ui.audit.access_rows import FILTER_ROLES, access_rows, filter_rows
from poker.refusal import Refusal
from staff.access_report import HEAD, holders, report_make, report_sign, rows
from staff.account_changes import factor_reset, sign_out_everywhere
from staff.account_holders import account_holder_of
from staff.audit.recording import record
from staff.models import AccessReport, Staff, first_limits
from staff.permissions import Permission, may
from staff.policy import policy
from web.guard import by_password, for_staff
from web.messages.refusals import http_status, refusal_message
from web.posted import Posted, Verbatim
from web.printing.pdf import pdf
from web.printing.spreadsheet_cells import escape_formula

KEEP: Permission = "staff.keep_access"


class SignOffForm(Posted):
    """The manager's note on signing off a report."""

    note: Verbatim


@require_GET
@for_staff("staff.search_acts", area="audit", house_wide=True)
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the sign-in rules, the accounts and the reports."""
    return _page(request, staff)


def _page(request: HttpRequest, staff: Staff, refusal: Refusal | None = None) -> HttpResponse:
    now = timezone.now()
    access_policy = policy()
    query, role = (request.GET.get(name, "")[:80] for name in ("q", "role"))
    all_rows = access_rows(rows(now), holders())
    context = {
        "staff": staff,
        "at": "access",
        "can_manage_access": may(staff, KEEP) and by_password(request, staff),
        "policy": access_policy,
        "limits": [
            (role, *minutes) for role, minutes in {**first_limits(), **access_policy.limits}.items()
        ],
        "people": filter_rows(all_rows, query, role),
        "staff_count": len(all_rows),
        "filters": {"q": query, "role": role},
        "roles": FILTER_ROLES,
        "reports": AccessReport.objects.select_related("made_by", "sign_off__by").defer("rows")[
            :40
        ],
        "refused": refusal_message(refusal) if refusal else "",
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "manage_ui/audit/access.html", context, status=status)


def _person(request: HttpRequest, staff: Staff, pk: int, act: str) -> HttpResponse:
    """Reset an account's second factor or sign it out. pk: key of the account, because some have no badge."""
    about = account_holder_of(get_object_or_404(User, pk=pk))
    now = timezone.now()
    try:
        if act == "reset":
            factor_reset(staff=about, by=staff, now=now)
            flash.success(request, f"{about.alias}'s two-factor is reset.")
        else:
            count = sign_out_everywhere(staff=about, by=staff, now=now)
            flash.success(request, f"{about.alias} was signed out in {count} places.")
    except Refusal as refusal:
        return _page(request, staff, refusal)
    return redirect("audit:access")


reset = require_POST(for_staff(KEEP, area="audit", house_wide=True, password=True)(_person))


def _make(request: HttpRequest, staff: Staff) -> HttpResponse:
    report = report_make(by=staff, now=timezone.now())
    return redirect("audit:access-report", report.pk)


make = require_POST(for_staff(KEEP, area="audit", house_wide=True, password=True)(_make))


@require_GET
@for_staff("staff.search_acts", area="audit", house_wide=True)
def report(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    return _report(request, staff, pk)


def _report(
    request: HttpRequest, staff: Staff, pk: int, refusal: Refusal | None = None
) -> HttpResponse:
    data = _report_context(pk) | {
        "staff": staff,
        "at": "access",
        "can_manage_access": may(staff, KEEP) and by_password(request, staff),
    }
    data["refused"] = refusal_message(refusal) if refusal else ""
    status = http_status(refusal) if refusal else 200
    return render(request, "manage_ui/audit/report.html", data, status=status)


def _report_context(pk: int) -> dict[str, object]:
    report = get_object_or_404(AccessReport.objects.select_related("made_by"), pk=pk)
    signed = getattr(report, "sign_off", None)
    return {
        "report": report,
        "signed": signed,
        "head": HEAD,
        "people": access_rows(report.rows),
        "rows": [[_cell(row.get(name)) for name in HEAD] for row in report.rows],
    }


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value or "")


def _sign(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    report = get_object_or_404(AccessReport, pk=pk)
    try:
        note = SignOffForm.read(request.POST).note
        report_sign(report=report, by=staff, note=note, now=timezone.now())
    except Refusal as refusal:
        return _report(request, staff, pk, refusal)
    flash.success(request, "Signed off.")
    return redirect("audit:access-report", pk)


sign = require_POST(for_staff(KEEP, area="audit", house_wide=True, password=True)(_sign))


@require_GET
@for_staff("staff.search_acts", area="audit", house_wide=True)
def file(request: HttpRequest, staff: Staff, pk: int, kind: str) -> HttpResponse:
    """Return the report as CSV, XLSX or PDF, and record the download in the audit log."""
    data = _report_context(pk) | {
        "printed": f"{timezone.localtime():%b %-d, %Y %H:%M} by {staff.alias}"
    }
    if kind == "pdf":
        try:
            body = pdf("manage_ui/audit/report_paper.html", data)
            content = "application/pdf"
        except Refusal as refusal:
            return _report(request, staff, pk, refusal)
    elif kind == "xlsx":
        # Imported on demand, because loading openpyxl takes a quarter of a second.
        from web.printing.workbook import PrintedTable, workbook_bytes

        table = PrintedTable(f"access {pk}", HEAD, data["rows"])  # type: ignore[arg-type]  # of `_report_context`
        body = workbook_bytes([table])
        content = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    else:
        text = StringIO()
        writer = csv.writer(text)
        writer.writerow(HEAD)
        writer.writerows([escape_formula(cell) for cell in row] for row in data["rows"])  # type: ignore[attr-defined]
        body = text.getvalue().encode()
        content = "text/csv; charset=utf-8"
    record(staff, "report_downloaded", now=timezone.now(), about=data["report"], reason=kind)  # type: ignore[arg-type]
    response = HttpResponse(body, content_type=content)
    response["Content-Disposition"] = f'attachment; filename="access-{pk}.{kind}"'
    return response
