"""Plaques: what hangs where, a new one, a copy, the next version."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from documents.plaque import said
from manage_ui.forms.plaques import GROUPS, VersionForm
from manage_ui.guard import Manager, of_manager
from manage_ui.past import past
from manage_ui.plaque_saving import save, without
from manage_ui.plaques import Shown, newest, shown, worked
from manage_ui.publishing import beside, touches
from manage_ui.saving import Asked, opened, weighed
from manage_ui.views.shown import carried, done, page, saving, there
from manage_ui.words import room_names
from poker.refusal import Refusal
from rulings.wording.refusals import refusal as sentence
from tables.models import Plaque, PlaqueDue
from tables.plaques import plaque_publish, plaques_held
from tables.plaques_due import plaques_withdraw, values_changed


@require_GET
@of_manager("plaques")
def index(request: HttpRequest, by: Manager) -> HttpResponse:
    """Every plaque at its newest version."""
    return page(request, by, "plaques", plaques=newest(), several=bool(room_names()))


@require_http_methods(["GET", "POST"])
@of_manager("plaques", makes=True)
def new(request: HttpRequest, by: Manager) -> HttpResponse:
    """One from nothing."""
    return _made(request, by, None)


@require_http_methods(["GET", "POST"])
@of_manager("plaques", makes=True)
def copy(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """One like another, under a name of its own."""
    return _made(request, by, get_object_or_404(Plaque, pk=pk))


def _made(request: HttpRequest, by: Manager, like: Plaque | None) -> HttpResponse:
    initial = {"name": f"{like.name}, copy"[:60]} if like else {}

    def form_of(*sent: object) -> VersionForm:
        whole = Plaque.objects.get(pk=like.pk) if like else Plaque()
        return VersionForm(*sent, instance=whole, initial=initial, new=True)

    def work() -> Asked:
        form = form_of(request.POST)
        asked = weighed(form, request.POST, groups=GROUPS, new=True)
        return saving(
            asked,
            lambda: plaque_publish(plaque=form.instance, now=timezone.now()),
            by,
            "plaque_published",
        )

    asked = carried(work) if request.method == "POST" else opened(form_of(), GROUPS)
    if asked.ready:
        return done(request, asked, "plaques")
    return page(request, by, "plaque", asked=asked, like=like, preview=_preview(asked))


@require_http_methods(["GET", "POST"])
@of_manager("plaques")
def one(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """The next version of a plaque."""
    plaque = get_object_or_404(Plaque, pk=pk)
    found = shown(plaque)

    def work() -> Asked:
        plaques_held(plaque.name)
        now_up = shown(plaque)
        form = _version(now_up, request.POST)

        def does() -> list[str]:
            lines = touches(now_up.tables, form.cleaned_data.get("put_up", ()), form.begins)
            return lines + beside(now_up.waiting) if lines else lines

        asked = weighed(form, request.POST, groups=GROUPS, touches=does)
        without(asked, "put_up")
        if not asked.ready:
            return asked
        picked = form.cleaned_data.get("put_up", ())
        return save(
            asked,
            plaques=[form.instance],
            values=values_changed(form.instance),
            put_up=[one for one in now_up.open if str(one.pk) in picked],
            begins=form.begins,
            by=by,
        )

    asked = carried(work) if request.method == "POST" else opened(_version(found), GROUPS)
    if asked.ready:
        return done(request, asked, "plaques")
    versions = Plaque.objects.filter(name=plaque.name).values_list("pk", flat=True)
    return page(request, by, "plaque", asked=asked, found=found, preview=_preview(asked),
                past=past("plaque", keys=list(versions)))  # fmt: skip


@require_POST
@of_manager("plaques")
def withdraw(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """What waits comes into force never."""
    get_object_or_404(PlaqueDue, pk=pk)
    try:
        due = plaques_withdraw(pk=pk, by=by, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
    else:
        messages.success(request, f"Withdrawn: {', '.join(due.names)} stays as it is.")
    return there("plaques")


def _version(found: Shown, *sent: object) -> VersionForm:
    whole = Plaque.objects.get(pk=found.plaque.pk)
    return VersionForm(*sent, instance=whole, tables=found.open, waiting=found.waiting)


def _preview(asked: Asked) -> dict[str, object] | None:
    """The plaque as it would hang there: as typed where that holds, else as it is stored."""
    form = asked.form
    assert isinstance(form, VersionForm)
    if not form.is_bound or form.is_valid():
        plaque = form.instance
        if plaque.game and plaque.chips:
            stakes = plaque.to_stakes()
            return {"said": said(stakes), "worked": worked(stakes.rake), "name": plaque.name}
    return None
