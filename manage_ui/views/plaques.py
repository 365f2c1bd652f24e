"""Settings pages of plaques: the list, a new plaque, a copy, the next version."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from manage_ui.change_history import ChangeRecord, change_history
from manage_ui.form_saving import FormState
from manage_ui.forms.form_data import FormData
from manage_ui.forms.plaques import FOLDED, GROUPS, VersionForm
from manage_ui.messages import room_names
from manage_ui.page_permissions import for_managers
from manage_ui.plaque_impact import affected_tables, pending_changes
from manage_ui.plaque_saving import PlaqueChange, PlaqueChangePage, ignore_fields
from manage_ui.plaques import PlaqueRow, newest, shown, worked
from manage_ui.settings_page import AddPage, page, redirect_to_setting
from manage_ui.setup.plaque_templates import plaque_of_template, usable_templates
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


class NewPlaquePage(AddPage[VersionForm]):
    """A new plaque, empty or from a template: `?template=` has its name."""

    url_name = "plaque-new"
    permission = "plaques"
    template = "plaque"
    groups = GROUPS
    folded = FOLDED
    button = "Publish"
    verb = "plaque_published"
    url_after = "plaques"

    def form(self, stored: None, data: FormData = None) -> VersionForm:
        # Compare the sent form with an empty plaque, so that an unchanged template has changes to save.
        plaque = plaque_of_template(self._template_name()) if data is None else Plaque()
        return VersionForm(data, instance=plaque, new=True)

    def save(self, stored: None, form: VersionForm) -> Plaque:
        return plaque_publish(plaque=form.instance, now=timezone.now())

    def context(self, stored: None, form_state: FormState) -> dict[str, Any]:
        return {
            "preview": _preview(form_state),
            "templates": usable_templates(),
            "begun_from": self._template_name(),
        }

    def _template_name(self) -> str:
        return self.request.GET.get("template", "")


class CopyPlaquePage(NewPlaquePage):
    """A copy of a plaque under another name."""

    url_name = "plaque-copy"

    def __init__(self, request: HttpRequest, by: PageUser, *, pk: int) -> None:
        super().__init__(request, by)
        self.original = get_object_or_404(Plaque, pk=pk)

    def form(self, stored: None, data: FormData = None) -> VersionForm:
        plaque = Plaque.objects.get(pk=self.original.pk)
        name = f"{self.original.name}, copy"[:60]
        return VersionForm(data, instance=plaque, initial={"name": name}, new=True)

    def context(self, stored: None, form_state: FormState) -> dict[str, Any]:
        return {"preview": _preview(form_state), "like": self.original}


class PlaquePage(PlaqueChangePage[PlaqueRow, VersionForm]):
    """The next version of a plaque."""

    url_name = "plaque"
    template = "plaque"
    groups = GROUPS
    folded = FOLDED
    url_after = "plaques"

    def __init__(self, request: HttpRequest, by: PageUser, *, pk: int) -> None:
        super().__init__(request, by)
        self.plaque = get_object_or_404(Plaque, pk=pk)

    def load(self) -> PlaqueRow:
        return shown(self.plaque)

    def lock(self) -> PlaqueRow:
        lock_plaques(self.plaque.name)
        return shown(self.plaque)

    def form(self, stored: PlaqueRow, data: FormData = None) -> VersionForm:
        plaque = Plaque.objects.get(pk=stored.plaque.pk)
        return VersionForm(
            data, instance=plaque, tables=stored.open_tables, waiting=stored.scheduled
        )

    def effects(self, stored: PlaqueRow, form: VersionForm) -> Sequence[str]:
        picked = form.cleaned_data.get("put_up", ())
        lines = affected_tables(stored.tables, picked, form.begins)
        return lines + pending_changes(stored.scheduled) if lines else lines

    def review(self, form: VersionForm, form_state: FormState) -> None:
        ignore_fields(form_state, "put_up")

    def plaque_change(self, stored: PlaqueRow, form: VersionForm) -> PlaqueChange:
        picked = form.cleaned_data.get("put_up", ())
        return PlaqueChange(
            plaques=[form.instance],
            values=values_changed(form.instance),
            put_up=[table for table in stored.open_tables if str(table.pk) in picked],
            begins=form.begins,
        )

    def history(self, stored: PlaqueRow) -> list[ChangeRecord]:
        versions = Plaque.objects.filter(name=self.plaque.name).values_list("pk", flat=True)
        return change_history("plaque", keys=list(versions))

    def context(self, stored: PlaqueRow, form_state: FormState) -> dict[str, Any]:
        return {"row": stored, "preview": _preview(form_state)}


@require_POST
@for_managers("plaques")
def withdraw(request: HttpRequest, by: PageUser, pk: int) -> HttpResponse:
    get_object_or_404(ScheduledPlaque, pk=pk)
    try:
        due = plaques_withdraw(pk=pk, by=by, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusal_message(refusal))
    else:
        messages.success(request, f"Withdrawn. No change to {', '.join(due.names)}.")
    return redirect_to_setting("plaques")


def _preview(form_state: FormState) -> dict[str, object] | None:
    """Return a preview of the plaque as typed or stored; None if the form is invalid or incomplete."""
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
