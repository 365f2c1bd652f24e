"""Plaques: where each is posted, a new one, a copy, the next version."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from manage_ui.change_history import change_history
from manage_ui.form_saving import FormState, new_form_state, validate_form
from manage_ui.forms.form_data import FormData
from manage_ui.forms.plaques import FOLDED, GROUPS, VersionForm
from manage_ui.messages import room_names
from manage_ui.page_permissions import for_managers
from manage_ui.plaque_impact import affected_tables, pending_changes
from manage_ui.plaque_saving import save, without
from manage_ui.plaques import PlaqueRow, newest, shown, worked
from manage_ui.setup.plaque_templates import plaque_of_template, usable_templates
from manage_ui.views.page_helpers import (
    done,
    page,
    redirect_to_setting,
    save_in_transaction,
    saving,
)
from poker.refusal import Refusal
from tables.models import Plaque, ScheduledPlaque
from tables.plaques import lock_plaques, plaque_publish
from tables.scheduled_plaques import plaques_withdraw, values_changed
from web.guard import PageUser
from web.messages.refusals import refusal_message
from web.printing.plaque import plaque_text


@require_GET
@for_managers("plaques")
def index(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show every plaque at its newest version."""
    return page(request, by, "plaques", plaques=newest(), several=bool(room_names()))


@require_http_methods(["GET", "POST"])
@for_managers("plaques", creates=True)
def new(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Create a plaque, empty or from a template: `?template=` has its name."""
    template = request.GET.get("template", "")
    return _made(request, by, None, template)


@require_http_methods(["GET", "POST"])
@for_managers("plaques", creates=True)
def copy(request: HttpRequest, by: PageUser, pk: int) -> HttpResponse:
    """Create a copy of a plaque under another name."""
    return _made(request, by, get_object_or_404(Plaque, pk=pk))


def _made(
    request: HttpRequest, by: PageUser, like: Plaque | None, template: str = ""
) -> HttpResponse:
    initial: dict[str, object] = {"name": f"{like.name}, copy"[:60]} if like else {}

    def form_of(sent: FormData = None) -> VersionForm:
        # What was sent is compared with an empty plaque: a template that is kept as it is, is no lack of changes.
        begun = plaque_of_template(template) if sent is None else Plaque()
        plaque = Plaque.objects.get(pk=like.pk) if like else begun
        return VersionForm(sent, instance=plaque, initial=initial, new=True)

    def work() -> FormState:
        form = form_of(request.POST)
        form_state = validate_form(form, request.POST, groups=GROUPS, folded=FOLDED, new=True)
        return saving(
            form_state,
            lambda: plaque_publish(plaque=form.instance, now=timezone.now()),
            by,
            "plaque_published",
        )

    asked = (
        save_in_transaction(work)
        if request.method == "POST"
        else new_form_state(form_of(), GROUPS, FOLDED)
    )
    if asked.is_ready:
        return done(request, asked, "plaques")
    templates = [] if like else usable_templates()
    return page(request, by, "plaque", form_state=asked, like=like, preview=_preview(asked),
                templates=templates, begun_from=template)  # fmt: skip


@require_http_methods(["GET", "POST"])
@for_managers("plaques")
def one(request: HttpRequest, by: PageUser, pk: int) -> HttpResponse:
    """Edit the next version of a plaque."""
    plaque = get_object_or_404(Plaque, pk=pk)
    plaque_row = shown(plaque)

    def work() -> FormState:
        lock_plaques(plaque.name)
        now_up = shown(plaque)
        form = _version(now_up, request.POST)

        def does() -> list[str]:
            lines = affected_tables(now_up.tables, form.cleaned_data.get("put_up", ()), form.begins)
            return lines + pending_changes(now_up.scheduled) if lines else lines

        form_state = validate_form(form, request.POST, groups=GROUPS, folded=FOLDED, touches=does)
        without(form_state, "put_up")
        if not form_state.is_ready:
            return form_state
        picked = form.cleaned_data.get("put_up", ())
        return save(
            form_state,
            plaques=[form.instance],
            values=values_changed(form.instance),
            put_up=[table for table in now_up.open_tables if str(table.pk) in picked],
            begins=form.begins,
            by=by,
        )

    asked = (
        save_in_transaction(work)
        if request.method == "POST"
        else new_form_state(_version(plaque_row), GROUPS, FOLDED)
    )
    if asked.is_ready:
        return done(request, asked, "plaques")
    versions = Plaque.objects.filter(name=plaque.name).values_list("pk", flat=True)
    return page(request, by, "plaque", form_state=asked, row=plaque_row, preview=_preview(asked),
                changes=change_history("plaque", keys=list(versions)))  # fmt: skip


@require_POST
@for_managers("plaques")
def withdraw(request: HttpRequest, by: PageUser, pk: int) -> HttpResponse:
    """Withdraw a scheduled change."""
    get_object_or_404(ScheduledPlaque, pk=pk)
    try:
        due = plaques_withdraw(pk=pk, by=by, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusal_message(refusal))
    else:
        messages.success(request, f"Withdrawn. No change to {', '.join(due.names)}.")
    return redirect_to_setting("plaques")


def _version(plaque_row: PlaqueRow, sent: FormData = None) -> VersionForm:
    plaque = Plaque.objects.get(pk=plaque_row.plaque.pk)
    return VersionForm(
        sent, instance=plaque, tables=plaque_row.open_tables, waiting=plaque_row.scheduled
    )


def _preview(form_state: FormState) -> dict[str, object] | None:
    """Return the plaque as it would look: as typed if valid, otherwise as stored."""
    form = form_state.form
    assert isinstance(form, VersionForm)
    if not form.is_bound or form.is_valid():
        plaque = form.instance
        if plaque.game and plaque.chips:
            stakes = plaque.to_stakes()
            return {
                "plaque_text": plaque_text(stakes),
                "worked": worked(stakes.rake),
                "name": plaque.name,
            }
    return None
