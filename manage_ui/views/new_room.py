"""Create a room: the first one of a house, or another one."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from manage_ui.form_saving import FormState, new_form_state, validate_form
from manage_ui.forms.room import NewRoomForm
from manage_ui.page_permissions import for_managers
from manage_ui.views.page_helpers import done, page, save_in_transaction, saving
from web.guard import PageUser


@require_http_methods(["GET", "POST"])
@for_managers("rooms", creates=True)
def new(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Ask for name and settings; plaques, tables and staff follow."""

    def work() -> FormState:
        form = NewRoomForm(request.POST)
        return saving(validate_form(form, request.POST, new=True), form.save, by, "setting_added")

    form_state = (
        save_in_transaction(work) if request.method == "POST" else new_form_state(NewRoomForm())
    )
    if form_state.is_ready:
        return done(request, form_state, "index", room=form_state.form.instance.pk)  # type: ignore[attr-defined]
    return page(request, by, "room_new", form_state=form_state)
