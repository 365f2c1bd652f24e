"""One house charge for several plaques at once."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from manage_ui.forms.plaques import RAKE_GROUPS, RakeForm
from manage_ui.guard import Manager, of_manager
from manage_ui.past import past
from manage_ui.plaque_saving import save, without
from manage_ui.plaques import Shown, newest
from manage_ui.publishing import beside, touches
from manage_ui.rooms import in_order
from manage_ui.saving import Asked, opened, weighed
from manage_ui.views.shown import carried, done, page
from tables.plaques import plaques_held
from tables.plaques_due import plaques_waiting


@require_http_methods(["GET", "POST"])
@of_manager("plaques")
def rakes(request: HttpRequest, by: Manager) -> HttpResponse:
    """The charge of one plaque to start from, and the plaques that get it."""
    wanted = request.GET.get("like", "")
    like = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 10 else 0

    def work() -> Asked:
        plaques_held()
        found = newest()
        form = _form(found, like, request.POST)
        asked = weighed(
            form, request.POST, groups=RAKE_GROUPS, touches=lambda: _touches(form, found)
        )
        without(asked)
        if not asked.ready:
            return asked
        if not form.changed:
            asked.state = "same"
            return asked
        picked = form.cleaned_data.get("put_up", ())
        return save(
            asked,
            plaques=form.changed,
            values=form.charge,
            put_up=[one for row in found for one in row.open if str(one.pk) in picked],
            begins=form.begins,
            by=by,
            about=("house charge", "all"),
        )

    found = newest()
    asked = carried(work) if request.method == "POST" else opened(_form(found, like), RAKE_GROUPS)
    if asked.ready:
        return done(request, asked, "rakes")
    return page(request, by, "rakes", asked=asked, plaques=found, waiting=plaques_waiting(),
                past=past("house charge", keys=["all"]))  # fmt: skip


def _form(found: list[Shown], like: int, *sent: object) -> RakeForm:
    versions = [one.plaque for one in found]
    tables = sorted((one for row in found for one in row.open), key=in_order)
    first = next((one for one in versions if one.pk == like), versions[0] if versions else None)
    waiting = {due.pk: due for one in found for due in one.waiting}
    return RakeForm(
        *sent, versions=versions, tables=tables, like=first, waiting=list(waiting.values())
    )


def _touches(form: RakeForm, found: list[Shown]) -> list[str]:
    about = {plaque.pk for plaque in form.changed}
    shown = [one for one in found if one.plaque.pk in about]
    then = "then" if form.begins else ""
    lines = [f"{one.plaque.name} {then} gets its next version.".replace("  ", " ") for one in shown]
    tables = [table for one in shown for table in one.tables]
    lines += touches(tables, form.cleaned_data.get("put_up", ()), form.begins)
    waiting = {due.pk: due for one in shown for due in one.waiting}
    return lines + beside(list(waiting.values()))
