"""The reports: parse, read, show; and the same as files."""

from collections.abc import Callable, Mapping
from functools import wraps
from urllib.parse import quote, urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from audit.recording import record
from poker.refusal import Refusal
from reports.pages import words
from reports.pages.asking import beside, days_of, form_of, remembered, room_of
from reports.pages.definitions import definitions as defined
from reports.pages.files import FORMS, made
from reports.pages.kinds import KINDS, Kind
from reports.pages.making import report_of
from reports.pages.places import PLACES
from reports.pages.roles import MAY, may, must
from rulings.sign_in import floor_sign_in, floor_sign_out, staff_of
from tables.models import Room, Staff

Answer = Callable[..., HttpResponse]
FIELDS = ("room", "day", "first", "last", "shift", "table", "game", "dealer", "sheet")
KEPT = ("room", "day", "first", "last", "shift")
NO_ROOM = "There is no room yet. A manager makes one at Settings."


def of_reports(answer: Answer) -> Answer:
    """Only who may read a shift's report; others are asked to sign in, or told that they may not."""

    @wraps(answer)
    def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        staff = staff_of(request)
        if staff is None:
            if request.method == "POST":
                return page(request, "refused", None, Refusal("not_signed_in"))
            return redirect(f"{reverse('reports:sign-in')}?next={quote(request.get_full_path())}")
        try:
            must(staff, "shift")
            return answer(request, staff, *args, **named)
        except Refusal as refusal:
            return page(request, "refused", staff, refusal)

    edged: Answer = never_cache(edge)
    return edged


@require_GET
@of_reports
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """The last shift."""
    return redirect("reports:report", "shift")


@require_GET
@of_reports
def report(request: HttpRequest, staff: Staff, kind: str) -> HttpResponse:
    """One report."""
    of = _kind(kind)
    must(staff, of.who)
    said, room, refusal, found = remembered(request, _said(request.GET)), None, None, None
    try:
        room = room_of(said)
        if room is None:
            return page(request, "report", staff, kind=of, empty=NO_ROOM)
        found = report_of(of, room, said, timezone.now())
    except Refusal as refused:
        refusal = refused
    form = form_of(of, room or Room.objects.order_by("pk").first(), found.fields if found else said)
    more: dict[str, object] = {"kind": of, "form": form, "found": found}
    if found is not None:
        more["query"] = urlencode(found.fields)
        more["keep"] = urlencode(days_of(found.asked))
        more["empty"] = found.empty
        more["before"] = _query(beside(of, found.asked, -1))
        more["after"] = _query(beside(of, found.asked, 1))
    return page(request, "report", staff, refusal, **more)


@require_GET
@of_reports
def file(request: HttpRequest, staff: Staff, kind: str, form: str) -> HttpResponse:
    """A report as CSV, XLSX or PDF; `sheet`: one table of it alone. That somebody took it is kept."""
    of = _kind(kind)
    if form not in FORMS:
        raise Http404
    must(staff, of.who)
    said, now = _said(request.GET), timezone.now()
    room = room_of(said)
    if room is None:
        raise Refusal("no_room")
    found = report_of(of, room, said, now)
    name, content, type_ = made(found, form, sheet=said.get("sheet", ""), by=staff.alias, now=now)
    record(
        staff,
        "report_downloaded",
        now=now,
        about=("report", f"{of.key}.{form}"),
        room=room.pk,
        after=dict(found.fields),
    )
    answer = HttpResponse(content, content_type=type_)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


@require_GET
@of_reports
def definitions(request: HttpRequest, staff: Staff) -> HttpResponse:
    """What each figure is."""
    return page(request, "definitions", staff, definitions=defined())


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Badge and PIN."""
    refusal = None
    if request.method == "POST":
        badge, pin = (request.POST.get(name, "")[:20] for name in ("badge", "pin"))
        try:
            must(floor_sign_in(request=request, badge=badge, pin=pin, now=timezone.now()), "shift")
        except Refusal as refused:
            floor_sign_out(request)
            refusal = refused
        else:
            return redirect(_next(request))
    return page(request, "sign_in", None, refusal, next=_next(request))


def page(
    request: HttpRequest,
    name: str,
    staff: Staff | None,
    refusal: Refusal | None = None,
    **more: object,
) -> HttpResponse:
    """A page of the reports; `name` is its template's."""
    context = {
        "staff": staff,
        "at": name,
        "refused": words.sentence(refusal) if refusal else "",
        "kinds": [kind for kind in KINDS.values() if staff and may(staff, kind.who)],
        "places": [place for place in PLACES if staff and may(staff, place.who)],
        "forms": FORMS,
        "opens": [action for action in MAY if staff and may(staff, action)],
        **more,
    }
    context.setdefault("keep", urlencode(_kept(_said(request.GET))))
    status = words.status(refusal) if refusal else 200
    return render(request, f"reports/{name}.html", context, status=status)


def _kind(key: str) -> Kind:
    if key not in KINDS:
        raise Http404
    return KINDS[key]


def _said(sent: QueryDict) -> dict[str, str]:
    """The fields that a report may have, cut to what they can be."""
    return {name: str(sent[name])[:130].strip() for name in FIELDS if name in sent}


def _kept(said: Mapping[str, str]) -> dict[str, str]:
    """Room and days of the page, which the links to other reports have, too."""
    return {name: said[name] for name in KEPT if said.get(name)}


def _query(fields: Mapping[str, str] | None) -> str:
    return urlencode(fields) if fields else ""


def _next(request: HttpRequest) -> str:
    """Where to after the sign-in: a page of this room, never another site's."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    here = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if here and wanted.startswith("/") else reverse("reports:index")
