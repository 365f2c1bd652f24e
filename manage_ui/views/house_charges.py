"""One house charge for several plaques at once."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from manage_ui.change_history import change_history
from manage_ui.form_saving import FormState, new_form_state, validate_form
from manage_ui.forms.form_data import FormData
from manage_ui.forms.plaques import RAKE_GROUPS, RakeForm
from manage_ui.page_permissions import for_managers
from manage_ui.plaque_impact import affected_tables, pending_changes
from manage_ui.plaque_saving import save, without
from manage_ui.plaques import PlaqueRow, newest
from manage_ui.room_choice import in_order
from manage_ui.views.page_helpers import done, page, save_in_transaction
from tables.plaques import lock_plaques
from tables.scheduled_plaques import plaques_waiting
from web.guard import PageUser


@require_http_methods(["GET", "POST"])
@for_managers("plaques")
def rakes(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show the charge of one plaque as a start, and the plaques that get it."""
    wanted = request.GET.get("like", "")
    like = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 10 else 0

    def work() -> FormState:
        lock_plaques()
        plaque_rows = newest()
        form = _form(plaque_rows, like, request.POST)
        form_state = validate_form(
            form, request.POST, groups=RAKE_GROUPS, touches=lambda: _touches(form, plaque_rows)
        )
        without(form_state)
        if not form_state.is_ready:
            return form_state
        if not form.changed:
            form_state.state = "same"
            return form_state
        picked = form.cleaned_data.get("put_up", ())
        return save(
            form_state,
            plaques=form.changed,
            values=form.charge,
            put_up=[
                table for row in plaque_rows for table in row.open_tables if str(table.pk) in picked
            ],
            begins=form.begins,
            by=by,
            about=("collection", "all"),
        )

    found = newest()
    asked = (
        save_in_transaction(work)
        if request.method == "POST"
        else new_form_state(_form(found, like), RAKE_GROUPS)
    )
    if asked.is_ready:
        return done(request, asked, "rakes")
    return page(request, by, "rakes", form_state=asked, plaques=found, scheduled=plaques_waiting(),
                changes=change_history("collection", keys=["all"]))  # fmt: skip


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


def _touches(form: RakeForm, plaque_rows: list[PlaqueRow]) -> list[str]:
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
