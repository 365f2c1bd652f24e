"""Plaques: what hangs where, a new one, a copy, the next version."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from documents.plaque import said
from manage_ui.forms.plaques import GROUPS, VersionForm
from manage_ui.guard import Manager, of_manager
from manage_ui.past import past
from manage_ui.plaques import Shown, newest, shown, worked
from manage_ui.publishing import held, publish, touches
from manage_ui.saving import Asked, opened, weighed
from manage_ui.views.shown import carried, done, page, saving
from tables.models import Plaque


@require_GET
@of_manager("plaques")
def index(request: HttpRequest, by: Manager) -> HttpResponse:
    """Every plaque at its newest version."""
    return page(request, by, "plaques", plaques=newest())


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
            lambda: publish(form.instance, put_up=(), actor=by.key, now=timezone.now()),
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
        held(plaque.name)
        now_up = shown(plaque)
        form = _version(now_up, request.POST)

        def picked() -> list[str]:
            return list(form.cleaned_data.get("put_up", ()))

        asked = weighed(
            form, request.POST, groups=GROUPS, touches=lambda: touches(now_up.tables, picked())
        )
        _besides_tables(asked)
        at = [one for one in now_up.open if asked.ready and str(one.pk) in picked()]
        return saving(
            asked,
            lambda: publish(form.instance, put_up=at, actor=by.key, now=timezone.now()),
            by,
            "plaque_published",
        )

    asked = carried(work) if request.method == "POST" else opened(_version(found), GROUPS)
    if asked.ready:
        return done(request, asked, "plaques")
    versions = Plaque.objects.filter(name=plaque.name).values_list("pk", flat=True)
    return page(request, by, "plaque", asked=asked, found=found, preview=_preview(asked),
                past=past("plaque", keys=list(versions)))  # fmt: skip


def _version(found: Shown, *sent: object) -> VersionForm:
    whole = Plaque.objects.get(pk=found.plaque.pk)
    return VersionForm(*sent, instance=whole, tables=found.open)


def _besides_tables(asked: Asked) -> None:
    """Where it hangs is no part of a plaque: a version needs another word on it."""
    label = str(asked.form.fields["put_up"].label) if "put_up" in asked.form.fields else ""
    asked.changes = [one for one in asked.changes if one.label != label]
    if not asked.changes and asked.state in ("sure", "ready"):
        asked.state = "same"


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
