"""A room that is made: the first one of a house, or one more."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from manage_ui.forms.room import NewRoomForm
from manage_ui.guard import Manager, of_manager
from manage_ui.saving import Asked, opened, weighed
from manage_ui.views.shown import carried, done, page, saving


@require_http_methods(["GET", "POST"])
@of_manager("rooms", makes=True)
def new(request: HttpRequest, by: Manager) -> HttpResponse:
    """Its name and measures; plaques, tables and staff come after."""

    def work() -> Asked:
        form = NewRoomForm(request.POST)
        return saving(weighed(form, request.POST, new=True), form.save, by, "setting_added")

    asked = carried(work) if request.method == "POST" else opened(NewRoomForm())
    if asked.ready:
        return done(request, asked, "index", room=asked.form.instance.pk)  # type: ignore[attr-defined]
    return page(request, by, "room_new", asked=asked)
