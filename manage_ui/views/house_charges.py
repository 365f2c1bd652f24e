"""The settings page for one house charge on several plaques."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest

from manage_ui.change_history import ChangeRecord, change_history
from manage_ui.form_saving import FormState
from manage_ui.forms.form_data import FormData
from manage_ui.forms.plaques import RAKE_GROUPS, RakeForm
from manage_ui.plaque_impact import affected_tables, pending_changes
from manage_ui.plaque_saving import PlaqueChange, PlaqueChangePage, ignore_fields
from manage_ui.plaques import PlaqueRow, newest
from manage_ui.room_choice import in_order
from staff.models import Room
from tables.plaques import lock_plaques
from tables.scheduled_plaques import plaques_waiting
from web.guard import PageUser


class CollectionPage(PlaqueChangePage[list[PlaqueRow], RakeForm]):
    """The charge, and the plaques that get it. `?like=` has the key of the plaque whose charge fills in the form."""

    url_name = "rakes"
    title = "Collection"
    description = "Rake, time and jackpot drop for several plaques at once"
    template = "rakes"
    groups = RAKE_GROUPS

    def __init__(self, request: HttpRequest, by: PageUser) -> None:
        super().__init__(request, by)
        wanted = request.GET.get("like", "")
        is_key = wanted.isascii() and wanted.isdecimal() and len(wanted) < 10
        self.like = int(wanted) if is_key else 0

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        return "Set on each plaque"

    def load(self) -> list[PlaqueRow]:
        return newest()

    def lock(self) -> list[PlaqueRow]:
        lock_plaques()
        return newest()

    def form(self, stored: list[PlaqueRow], data: FormData = None) -> RakeForm:
        return _form(stored, self.like, data)

    def effects(self, stored: list[PlaqueRow], form: RakeForm) -> Sequence[str]:
        return _effects(form, stored)

    def review(self, form: RakeForm, form_state: FormState) -> None:
        ignore_fields(form_state)
        if form_state.is_ready and not form.changed:
            form_state.state = "same"

    def plaque_change(self, stored: list[PlaqueRow], form: RakeForm) -> PlaqueChange:
        picked = form.cleaned_data.get("put_up", ())
        open_tables = [table for row in stored for table in row.open_tables]
        return PlaqueChange(
            plaques=form.changed,
            values=form.charge,
            put_up=[table for table in open_tables if str(table.pk) in picked],
            begins=form.begins,
            audited=("collection", "all"),
        )

    def history(self, stored: list[PlaqueRow]) -> list[ChangeRecord]:
        return change_history("collection", keys=["all"])

    def context(self, stored: list[PlaqueRow], form_state: FormState) -> dict[str, Any]:
        return {"plaques": stored, "scheduled": plaques_waiting()}


def _form(plaque_rows: list[PlaqueRow], like: int, sent: FormData = None) -> RakeForm:
    versions = [plaque_row.plaque for plaque_row in plaque_rows]
    tables = sorted((table for row in plaque_rows for table in row.open_tables), key=in_order)
    first = next(
        (plaque for plaque in versions if plaque.pk == like), versions[0] if versions else None
    )
    waiting = {due.pk: due for plaque_row in plaque_rows for due in plaque_row.scheduled}
    return RakeForm(
        sent, versions=versions, tables=tables, like=first, waiting=list(waiting.values())
    )


def _effects(form: RakeForm, plaque_rows: list[PlaqueRow]) -> list[str]:
    about = {plaque.pk for plaque in form.changed}
    shown = [plaque_row for plaque_row in plaque_rows if plaque_row.plaque.pk in about]
    then = "then" if form.begins else ""
    lines = [
        f"{plaque_row.plaque.name} {then} gets a new version.".replace("  ", " ")
        for plaque_row in shown
    ]
    tables = [table for plaque_row in shown for table in plaque_row.tables]
    lines += affected_tables(tables, form.cleaned_data.get("put_up", ()), form.begins)
    waiting = {due.pk: due for plaque_row in shown for due in plaque_row.scheduled}
    return lines + pending_changes(list(waiting.values()))
