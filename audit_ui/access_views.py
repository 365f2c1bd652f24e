"""Who may get in: limits and second factors, people, and the reports that managers sign off."""

import csv
from io import StringIO

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from access.factors import factor_reset
from access.holders import holder_of
from access.models import AccessReport, first_limits
from access.policy import policy
from access.reporting import HEAD, holders, report_make, report_sign, rows
from access.sessions import everywhere_out
from audit.recording import record
from audit_ui import words
from audit_ui.guard import by_password, guarded, may, of_auditor
from audit_ui.holding import LOOKED_FOR, held, looked_for
from documents.cells import harmless
from documents.pdf import pdf
from poker.refusal import Refusal
from tables.models import Staff

KEEP = "access.keep_access"


@require_GET
@of_auditor
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """How people sign in, who they are, and the reports."""
    return _page(request, staff)


def _page(request: HttpRequest, staff: Staff, refusal: Refusal | None = None) -> HttpResponse:
    now, kept = timezone.now(), policy()
    words_, role = (request.GET.get(name, "")[:80] for name in ("q", "role"))
    everybody = held(rows(now), holders())
    told = {
        "staff": staff,
        "at": "access",
        "keeps": may(staff, KEEP) and by_password(request, staff),
        "policy": kept,
        "limits": [(role, *minutes) for role, minutes in {**first_limits(), **kept.limits}.items()],
        "people": looked_for(everybody, words_, role),
        "all": len(everybody),
        "sought": {"q": words_, "role": role},
        "roles": LOOKED_FOR,
        "reports": AccessReport.objects.select_related("made_by", "sign_off__by").defer("rows")[
            :40
        ],
        "refused": words.sentence(refusal) if refusal else "",
    }
    status = words.status(refusal) if refusal else 200
    return render(request, "audit_ui/access.html", told, status=status)


def _person(request: HttpRequest, staff: Staff, pk: int, act: str) -> HttpResponse:
    """pk: of the account, for some have no badge."""
    about, now = holder_of(get_object_or_404(User, pk=pk)), timezone.now()
    try:
        if act == "reset":
            factor_reset(staff=about, by=staff, now=now)
            messages.success(request, f"{about.alias} has no second factor any more.")
        else:
            count = everywhere_out(staff=about, by=staff, now=now)
            messages.success(request, f"{about.alias} was signed out of {count} places.")
    except Refusal as refusal:
        return _page(request, staff, refusal)
    return redirect("audit:access")


reset = require_POST(guarded(_person, KEEP, password=True))


def _make(request: HttpRequest, staff: Staff) -> HttpResponse:
    made = report_make(by=staff, now=timezone.now())
    return redirect("audit:access-report", made.pk)


make = require_POST(guarded(_make, KEEP, password=True))


@require_GET
@of_auditor
def report(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """One report as it was made."""
    return _report(request, staff, pk)


def _report(
    request: HttpRequest, staff: Staff, pk: int, refusal: Refusal | None = None
) -> HttpResponse:
    told = _told(pk) | {
        "staff": staff,
        "at": "access",
        "keeps": may(staff, KEEP) and by_password(request, staff),
    }
    told["refused"] = words.sentence(refusal) if refusal else ""
    status = words.status(refusal) if refusal else 200
    return render(request, "audit_ui/report.html", told, status=status)


def _told(pk: int) -> dict[str, object]:
    found = get_object_or_404(AccessReport.objects.select_related("made_by"), pk=pk)
    signed = getattr(found, "sign_off", None)
    return {
        "report": found,
        "signed": signed,
        "head": HEAD,
        "people": held(found.rows),
        "rows": [[_cell(row.get(name)) for name in HEAD] for row in found.rows],
    }


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value or "")


def _sign(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    found = get_object_or_404(AccessReport, pk=pk)
    try:
        report_sign(report=found, by=staff, note=request.POST.get("note", ""), now=timezone.now())
    except Refusal as refusal:
        return _report(request, staff, pk, refusal)
    messages.success(request, "Signed off.")
    return redirect("audit:access-report", pk)


sign = require_POST(guarded(_sign, KEEP, password=True))


@require_GET
@of_auditor
def file(request: HttpRequest, staff: Staff, pk: int, kind: str) -> HttpResponse:
    """The report as CSV, XLSX or PDF; who took it away is kept."""
    told = _told(pk) | {"printed": f"{timezone.localtime():%-d %b %Y %H:%M} by {staff.alias}"}
    if kind == "pdf":
        try:
            body, content = pdf("audit_ui/report_paper.html", told), "application/pdf"
        except Refusal as refusal:
            return _report(request, staff, pk, refusal)
    elif kind == "xlsx":
        # Imported when it is asked for: openpyxl takes a quarter of a second.
        from audit_ui.workbook import workbook

        body = workbook(f"access {pk}", HEAD, told["rows"])  # type: ignore[arg-type]  # of `_told`
        content = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    else:
        text = StringIO()
        writer = csv.writer(text)
        writer.writerow(HEAD)
        writer.writerows([harmless(cell) for cell in row] for row in told["rows"])  # type: ignore[attr-defined]
        body, content = text.getvalue().encode(), "text/csv; charset=utf-8"
    record(staff, "report_downloaded", now=timezone.now(), about=told["report"], reason=kind)  # type: ignore[arg-type]
    answer = HttpResponse(body, content_type=content)
    answer["Content-Disposition"] = f'attachment; filename="access-{pk}.{kind}"'
    return answer
