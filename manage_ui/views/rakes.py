"""One house charge for several plaques at once."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from manage_ui.forms.plaques import RAKE_GROUPS, RakeForm
from manage_ui.guard import Manager, of_manager
from manage_ui.past import past
from manage_ui.plaques import Shown, newest
from manage_ui.publishing import held, publish, touches
from manage_ui.rooms import place
from manage_ui.saving import Asked, opened, weighed
from manage_ui.views.shown import carried, done, page, saving


@require_http_methods(["GET", "POST"])
@of_manager("plaques")
def rakes(request: HttpRequest, by: Manager) -> HttpResponse:
    """The charge of one plaque to start from, and the plaques that get it."""
    wanted = request.GET.get("like", "")
    like = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 10 else 0

    def work() -> Asked:
        held()
        found = newest()
        form = _form(found, like, request.POST)
        asked = weighed(
            form, request.POST, groups=RAKE_GROUPS, touches=lambda: _touches(form, found)
        )
        if asked.ready and not form.changed:
            asked.state = "same"
        return saving(
            asked,
            lambda: _publish(form, found, by),
            by,
            "plaque_published",
            about=("house charge", "all"),
        )

    found = newest()
    asked = carried(work) if request.method == "POST" else opened(_form(found, like), RAKE_GROUPS)
    if asked.ready:
        return done(request, asked, "rakes")
    return page(request, by, "rakes", asked=asked, plaques=found, past=past("house charge", keys=["all"]))  # fmt: skip


def _form(found: list[Shown], like: int, *sent: object) -> RakeForm:
    versions = [one.plaque for one in found]
    tables = sorted((one for row in found for one in row.open), key=lambda one: place(one.name))
    first = next((one for one in versions if one.pk == like), versions[0] if versions else None)
    return RakeForm(*sent, versions=versions, tables=tables, like=first)


def _touches(form: RakeForm, found: list[Shown]) -> list[str]:
    about = {plaque.pk for plaque in form.changed}
    shown = [one for one in found if one.plaque.pk in about]
    lines = [f"{one.plaque.name} gets its next version." for one in shown]
    tables = [table for one in shown for table in one.tables]
    return lines + touches(tables, form.cleaned_data.get("put_up", ()))


def _publish(form: RakeForm, found: list[Shown], by: Manager) -> None:
    tables = {one.plaque.pk: one.open for one in found}
    picked = form.cleaned_data.get("put_up", ())
    for plaque in form.changed:
        at = [table for table in tables[plaque.pk] if str(table.pk) in picked]
        publish(plaque, put_up=at, actor=by.key, now=timezone.now())
